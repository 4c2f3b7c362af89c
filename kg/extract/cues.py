"""The words around a place that say what a paper has to do with what is named there."""

import re
from collections.abc import Iterator
from functools import lru_cache

from kg.extract.candidates import Candidate
from kg.extract.cue_finder import CueFinder
from kg.extract.reading import TOGETHER, Reading
from kg.extract.tagger import clusters, word_shape

KINDS = ("Method", "Benchmark", "Model", "Task", "Metric")
RELATION_KEYS = ("introduces", "uses", "compares_with", "evaluates_on", "trains_on", "uses_model", "tasks", "metrics")

# cue -> words that carry it, in small letters; looked for between the sentence's start and the place, and behind the place
CUES = {
    "propose": r"\b(?:propos\w+|introduc\w+|present(?:s|ed|ing)?\b|develop\w*|design\w*|devis\w+|contribut\w+)",
    "release": r"\b(?:releas\w+|construct\w*|build\w*|built\b|creat\w+|curat\w+|collect\w*)",
    "named": r"\b(?:called|named|termed|dubbed|coined|denoted|namely|refer\w* to as)\b",
    "outperform": r"\b(?:outperform\w*|surpass\w*|exceed\w*|beat\w*|superior\b|better than\b|improv\w+ (?:over|upon))",
    "compare": r"\b(?:compar\w+|versus\b|vs\b|baselines?\b|relative to\b|competitive\b|match\w*|on par\b|than\b|over\b)",
    "evaluate": r"\b(?:evaluat\w+|experiments?\b|test(?:ed|s)?\b|benchmarks?\b|results?\b|empirical\w*|datasets?\b|validat\w+|demonstrat\w+|show\w*)",
    "achieve": r"\b(?:achiev\w+|attain\w*|reach\w*|obtain\w*|yield\w*|scor\w+|improv\w+|increas\w+|reduc\w+|decreas\w+)",
    "use": r"\b(?:us(?:e|es|ed|ing)\b|appl\w+|employ\w*|leverag\w+|adopt\w*|based on\b|via\b|buil\w+ (?:on|upon)|combin\w+|integrat\w+|incorporat\w+|extend\w*|adapt\w*)",
    "study": r"\b(?:stud(?:y|ies|ied)\b|analy[sz]\w+|investigat\w+|examin\w+|understand\w*|explor\w+|characteri[sz]\w+|revisit\w*|prov(?:e|es|ed|ing)\b)",
    "background": r"\b(?:existing\b|prior\b|previous\w*|recent\w*|traditional\w*|conventional\w*|current\b|common\w*|widely\b|often\b|typical\w*)",
    "limit": r"\b(?:however\b|suffer\w*|limit\w*|fail\w*|struggl\w*|lack\w*|challeng\w+|problem\w*|issue\w*|bottleneck\w*)",
    "train": r"\b(?:fine-?tun\w*|train\w*|pre-?train\w*)",
    "task": r"\b(?:tasks?\b|applications?\b|problems?\b|domains?\b|settings?\b|scenarios?\b)",
    "such as": r"\b(?:such as\b|including\b|e\.g\.|i\.e\.|like\b)",
    "unlike": r"\b(?:unlike\b|without\b|instead of\b|rather than\b|no\b|not\b|in contrast\b|while\b)",
    "we": r"\b(?:we|our|this (?:paper|work|study))\b",
    "number": r"\d+(?:\.\d+)?\s?(?:%|x\b|×|points?\b|percent)",
}
_FINDER = CueFinder(CUES)


@lru_cache(maxsize=2 * TOGETHER)
def sentence_cues(text: Reading) -> list[list[tuple[str, int, int]]]:
    """For each sentence the (cue, start, end) of every cue in it, plain character offsets."""
    return [list(_FINDER.found(text.lower, start, end)) for start, end in text.sentences]


def place_features(
    text: Reading, first: int, last: int, cues: list[list[tuple[str, int, int]]], inside: set[int]
) -> Iterator[str]:
    """Names of what stands around one place: the words beside it, the cues before and behind, its part of the abstract."""
    forms = text.forms
    sentence = text.word_sentences[first]
    start, end = text.words[first][0], text.words[last - 1][1]
    part = _part(text, sentence, start)
    yield f"part={part}"
    for shift in (1, 2, 3):
        word = (
            forms[first - shift].lower() if first >= shift and text.word_sentences[first - shift] == sentence else "<s>"
        )
        yield f"L{shift}={word}"
        if shift < 3:
            yield from (f"L{shift}c{size}={label}" for size, label in enumerate(clusters().get(word, ())))
    for shift in (0, 1, 2):
        at = last + shift
        word = forms[at].lower() if at < len(forms) and text.word_sentences[at] == sentence else "</s>"
        yield f"R{shift + 1}={word}"
        if shift < 2:
            yield from (f"R{shift + 1}c{size}={label}" for size, label in enumerate(clusters().get(word, ())))
    if first > 1:
        yield f"L21={forms[first - 2].lower()} {forms[first - 1].lower()}"
    if last + 1 < len(forms):
        yield f"R12={forms[last].lower()} {forms[last + 1].lower()}"
    nearest: dict[str, int] = {}
    for name, cue_start, cue_end in cues[sentence]:
        if cue_end <= start:
            nearest[f"<{name}"] = min(nearest.get(f"<{name}", 999), start - cue_end)
        elif cue_start >= end:
            nearest[f">{name}"] = min(nearest.get(f">{name}", 999), cue_start - end)
    for cue, distance in nearest.items():
        yield f"cue{cue}"
        yield f"cue{cue}{'near' if distance < 15 else 'mid' if distance < 50 else 'far'}"
        yield f"cue{cue}@{part}"
    before = [(distance, cue) for cue, distance in nearest.items() if cue[0] == "<"]
    if before:
        yield f"closest{min(before)[1]}"
        yield f"closest{min(before)[1]}@{part}"
    verb = _last_cue(cues[sentence], start)
    if verb:
        yield f"governed by {verb}"
    if first and forms[first - 1] in _JOINS:
        yield "coordinated"
        if first >= 2 and (first - 2) in inside:
            yield "behind a candidate"
        yield from _list_features(text, first, cues[sentence], inside)
    if last < len(forms) and forms[last] in _JOINS and last + 1 in inside:
        yield "before a candidate"
    if (first and forms[first - 1] in "([") or (last < len(forms) and forms[last] in ")]"):
        yield "in parentheses"
    yield from _said_sort(text, start, end)
    if text.words[first][0] < text.title_end:
        yield "in title"
        yield "title start" if first == 0 else "title later"


_SORTS = (
    "framework|method|approach|algorithm|benchmark|dataset|data set|corpus|model|models|suite|family|system|architecture|"
    "optimizer|paradigm|technique|strategy|pipeline|library|toolkit|metric|objective|loss|mechanism|module|task|problem|"
    "procedure|protocol|environment|testbed|agent|LLM|MLLM|VLM|network|estimator|regularizer|attack|defense|scheme"
)
_SORT_BEHIND = re.compile(rf"[\s,)\"”’—–-]*(?:is|are|as|:)?\s*(?:a|an|the|our)\s(?:[\w/-]+\s){{0,6}}?({_SORTS})s?\b", re.IGNORECASE)
_SORT_BEFORE = re.compile(
    rf"\b(?:a|an|the|our)\s(?:[\w/-]+\s){{0,7}}?({_SORTS})s?\s?(?:,|:|\(|—)?\s?(?:called|named|termed|dubbed|namely)?[\s\"“‘(]*$",
    re.IGNORECASE,
)


def _said_sort(text: Reading, start: int, end: int) -> Iterator[str]:
    """What sort of thing the words right beside a name say that it is ("X, a new benchmark for …")."""
    behind = _SORT_BEHIND.match(text.text, end, end + 90)
    if behind:
        yield f"said to be={behind.group(1).lower()}"
    before = _SORT_BEFORE.search(text.text, max(0, start - 70), start)
    if before:
        yield f"said before={before.group(1).lower()}"


_GOVERNORS = ("propose", "release", "named", "outperform", "compare", "evaluate", "achieve", "use", "study", "train", "unlike")


_JOINS = (",", "and", "or", "&", "/", "both")


def _list_features(
    text: Reading, first: int, cues: list[tuple[str, int, int]], inside: set[int]
) -> Iterator[str]:
    """What stands before the list that a place is a later part of: its first word's neighbours and its cue."""
    head = first
    while head > 0 and text.word_sentences[head - 1] == text.word_sentences[first] and (
        head - 1 in inside or text.forms[head - 1].lower() in _JOINS or text.forms[head - 1] in "()-"
    ):
        head -= 1
    if head < first - 1:
        before = text.forms[head - 1].lower() if head else "<s>"
        yield f"listL1={before}"
        yield f"listL2={text.forms[head - 2].lower() if head > 1 else '<s>'}"
        governor = _last_cue(cues, text.words[head][0])
        if governor:
            yield f"list governed by {governor}"
        nearest = max(((end, name) for name, _, end in cues if end <= text.words[head][0]), default=(0, ""))[1]
        if nearest:
            yield f"list closest {nearest}"


def _last_cue(cues: list[tuple[str, int, int]], start: int) -> str:
    before = [(cue_end, name) for name, _, cue_end in cues if cue_end <= start and name in _GOVERNORS]
    return max(before)[1] if before else ""


def _part(text: Reading, sentence: int, start: int) -> str:
    """Title, opening, early, middle, late or last part of the abstract."""
    if start < text.title_end:
        return "title"
    offset = 1 if text.title_end else 0
    number, count = sentence - offset, max(1, len(text.sentences) - offset)
    if number == 0:
        return "opening"
    if number == count - 1:
        return "last"
    return ("early", "middle", "late")[min(2, 3 * number // count)]


def name_features(text: Reading, candidate: Candidate) -> Iterator[str]:
    """Names of what the candidate's own words, lexicon entries and steps say."""
    name = candidate.long or candidate.name(text)
    parts = name.replace("-", " ").split()
    head = parts[-1].lower().strip(".,)") if parts else ""
    yield f"head={head}"
    yield from (
        f"headc{size}={label}" for size, label in enumerate(clusters().get(head.rstrip("s"), clusters().get(head, ())))
    )
    yield f"heads3={head[-3:]}"
    yield f"start={parts[0].lower() if parts else ''}"
    yield from (f"word={part.lower()}" for part in parts[:6])
    yield f"words={min(len(parts), 6)}"
    shown = candidate.name(text)
    yield f"shape={word_shape(shown.replace(' ', '_'))}"
    if any(sign.isupper() for sign in shown[1:]) and " " not in shown:
        yield "coined look"
    if shown.isupper():
        yield "acronym"
    if any(sign.isdigit() for sign in shown):
        yield "digit"
    if shown.islower():
        yield "lower"
    if candidate.long and candidate.short:
        yield "pair"
    for kind, entry in sorted(candidate.entries.items()):
        yield f"lex={kind}"
        yield f"lex={kind}/{entry.match}"
        yield f"entry={kind}:{entry.name}"
        yield from (f"broader={kind}:{wider}" for wider in entry.broader)
    if not candidate.entries:
        yield "unknown"
    if candidate.models:
        yield "model" if any(model.specific for model in candidate.models) else "family"
