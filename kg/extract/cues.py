"""The words around a place that say what a paper has to do with what is named there."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kg.extract.candidates import Candidate
from kg.extract.cue_finder import CueFinder
from kg.extract.reading import TOGETHER, Reading
from kg.extract.tagger import clusters, word_shape

Feature = str | int


@dataclass(frozen=True, eq=False, slots=True)
class Known:
    """The features that are wanted: `get` gives for a name the number that a model has for it, or None."""

    get: Callable[[str], Feature | None]

    def __call__(self, names: Iterable[str]) -> list[Feature]:
        """The wanted ones among names."""
        get = self.get
        return [feature for name in names if (feature := get(name)) is not None]


AS_NAMED = Known(str)

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
    text: Reading, first: int, last: int, inside: set[int], known: Known
) -> tuple[list[Feature], list[Feature]]:
    """What stands around one place: the words beside it, the cues before and behind, its part of the abstract.

    Apart from these, what is to be added for the place at which a candidate stands first.
    """
    sentence = text.word_sentences[first]
    cues = sentence_cues(text)[sentence]
    start, end = text.words[first][0], text.words[last - 1][1]
    part = _part(text, sentence, start)
    nearest = _nearest(cues, start, end)
    found = _words_beside(text, first, last, known)
    for cue, distance in nearest.items():
        found += _of_cue(cue, "near" if distance < 15 else "mid" if distance < 50 else "far", part, known)
    telling = part, _last_cue(cues, start), _closest_before(nearest)
    found += _of_part("", *telling, known)
    if first and text.forms[first - 1] in _JOINS:
        found += known(_list_features(text, first, cues, inside))
    marks = _marks(text, first, last, inside)
    if marks:
        found += known(marks)
    return found, _of_part("first ", *telling, known)


def _words_beside(text: Reading, first: int, last: int, known: Known) -> list[Feature]:
    sentence, lower, sentences = text.word_sentences[first], text.lower_forms, text.word_sentences
    left = [lower[at] if at >= 0 and sentences[at] == sentence else "<s>" for at in range(first - 3, first)]
    right = [lower[at] if at < len(lower) and sentences[at] == sentence else "</s>" for at in range(last, last + 3)]
    pairs = [f"L21={lower[first - 2]} {lower[first - 1]}"] if first > 1 else []
    if last + 1 < len(lower):
        pairs.append(f"R12={lower[last]} {lower[last + 1]}")
    return [
        *_word_beside("L1", left[2], True, known), *_word_beside("L2", left[1], True, known),
        *_word_beside("L3", left[0], False, known), *_word_beside("R1", right[0], True, known),
        *_word_beside("R2", right[1], True, known), *_word_beside("R3", right[2], False, known), *known(pairs),
    ]


@lru_cache(maxsize=100_000)
def _word_beside(place: str, word: str, with_clusters: bool, known: Known) -> list[Feature]:
    labels = clusters().get(word, ()) if with_clusters else ()
    return known((f"{place}={word}", *(f"{place}c{size}={label}" for size, label in enumerate(labels))))


def _nearest(cues: list[tuple[str, int, int]], start: int, end: int) -> dict[str, int]:
    """How far the nearest cue of each name is, those before [start, end) marked "<", those behind ">"."""
    nearest: dict[str, int] = {}
    for name, cue_start, cue_end in cues:
        if cue_end <= start:
            side, distance = _BEFORE[name], start - cue_end
        elif cue_start >= end:
            side, distance = _BEHIND[name], cue_start - end
        else:
            continue
        best = nearest.get(side, _FAR)
        nearest[side] = distance if distance < best else best
    return nearest


_FAR = 999
_BEFORE, _BEHIND = {name: f"<{name}" for name in CUES}, {name: f">{name}" for name in CUES}


@lru_cache(maxsize=10_000)
def _of_cue(cue: str, distance: str, part: str, known: Known) -> list[Feature]:
    return known((f"cue{cue}", f"cue{cue}{distance}", f"cue{cue}@{part}"))


@lru_cache(maxsize=10_000)
def _of_part(prefix: str, part: str, verb: str, closest: str, known: Known) -> list[Feature]:
    names = [f"{prefix}part={part}"]
    if closest:
        names += [f"{prefix}closest{closest}", f"{prefix}closest{closest}@{part}"]
    if verb:
        names.append(f"{prefix}governed by {verb}")
    return known(names)


def _closest_before(nearest: dict[str, int]) -> str:
    before = [(distance, cue) for cue, distance in nearest.items() if cue[0] == "<"]
    return min(before)[1] if before else ""


def _marks(text: Reading, first: int, last: int, inside: set[int]) -> list[str]:
    """Names of what holds of few places: beside a candidate, in parentheses, in the title, said to be something."""
    forms, start, end = text.forms, text.words[first][0], text.words[last - 1][1]
    found = list(_said_sort(text, first, start, end))
    if first and forms[first - 1] in _JOINS:
        found.append("coordinated")
        if first >= 2 and (first - 2) in inside:
            found.append("behind a candidate")
    if last < len(forms) and forms[last] in _JOINS and last + 1 in inside:
        found.append("before a candidate")
    if (first and forms[first - 1] in "([") or (last < len(forms) and forms[last] in ")]"):
        found.append("in parentheses")
    if start < text.title_end:
        found += ("in title", "title start" if first == 0 else "title later")
    return found


_SORTS = (
    "framework|method|approach|algorithm|benchmark|dataset|data set|corpus|model|models|suite|family|system|architecture|"
    "optimizer|paradigm|technique|strategy|pipeline|library|toolkit|metric|objective|loss|mechanism|module|task|problem|"
    "procedure|protocol|environment|testbed|agent|LLM|MLLM|VLM|network|estimator|regularizer|attack|defense|scheme"
)
_LAST_WORDS = frozenset(sort.split()[-1].lower() + plural for sort in _SORTS.split("|") for plural in ("", "s"))
_SORT_BEHIND = re.compile(rf"[\s,)\"”’—–-]*(?:is|are|as|:)?\s*(?:a|an|the|our)\s(?:[\w/-]+\s){{0,6}}?({_SORTS})s?\b", re.IGNORECASE)
_SORT_BEFORE = re.compile(
    rf"\b(?:a|an|the|our)\s(?:[\w/-]+\s){{0,7}}?({_SORTS})s?\s?(?:,|:|\(|—)?\s?(?:called|named|termed|dubbed|namely)?[\s\"“‘(]*$",
    re.IGNORECASE,
)


def _said_sort(text: Reading, first: int, start: int, end: int) -> Iterator[str]:
    """What sort of thing the words right beside a name say that it is ("X, a new benchmark for …")."""
    behind = _SORT_BEHIND.match(text.text, end, end + 90)
    if behind:
        yield f"said to be={behind.group(1).lower()}"
    if not _LAST_WORDS.isdisjoint(text.lower_forms[max(0, first - 6):first]):
        before = _SORT_BEFORE.search(text.text, max(0, start - 70), start)
        if before:
            yield f"said before={before.group(1).lower()}"


_GOVERNORS = ("propose", "release", "named", "outperform", "compare", "evaluate", "achieve", "use", "study", "train", "unlike")


_JOINS = (",", "and", "or", "&", "/", "both")


def _list_features(text: Reading, first: int, cues: list[tuple[str, int, int]], inside: set[int]) -> list[str]:
    """What stands before the list that a place is a later part of: its first word's neighbours and its cue."""
    head = first
    while head > 0 and text.word_sentences[head - 1] == text.word_sentences[first] and (
        head - 1 in inside or text.lower_forms[head - 1] in _JOINS or text.forms[head - 1] in "()-"
    ):
        head -= 1
    if head >= first - 1:
        return []
    lower, start = text.lower_forms, text.words[head][0]
    found = [f"listL1={lower[head - 1] if head else '<s>'}", f"listL2={lower[head - 2] if head > 1 else '<s>'}"]
    governor = _last_cue(cues, start)
    if governor:
        found.append(f"list governed by {governor}")
    nearest = max(((end, name) for name, _, end in cues if end <= start), default=(0, ""))[1]
    if nearest:
        found.append(f"list closest {nearest}")
    return found


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


def name_features(candidate: Candidate, shown: str, known: Known) -> Iterator[Feature]:
    """What the candidate's own words, lexicon entries and steps say; `shown` is its name in the text."""
    yield from _of_words(candidate.long or shown, known)
    yield from _of_look(shown, known)
    names = ["pair"] if candidate.long and candidate.short else []
    for kind, entry in sorted(candidate.entries.items()):
        names += (f"lex={kind}", f"lex={kind}/{entry.match}", f"entry={kind}:{entry.name}")
        names += (f"broader={kind}:{wider}" for wider in entry.broader)
    if not candidate.entries:
        names.append("unknown")
    if candidate.models:
        names.append("model" if any(model.specific for model in candidate.models) else "family")
    yield from known(names)


@lru_cache(maxsize=50_000)
def _of_words(name: str, known: Known) -> list[Feature]:
    parts = name.replace("-", " ").split()
    head = parts[-1].lower().strip(".,)") if parts else ""
    labels = clusters().get(head.rstrip("s"), clusters().get(head, ()))
    return known((
        f"head={head}", *(f"headc{size}={label}" for size, label in enumerate(labels)), f"heads3={head[-3:]}",
        f"start={parts[0].lower() if parts else ''}", *(f"word={part.lower()}" for part in parts[:6]),
        f"words={min(len(parts), 6)}",
    ))


@lru_cache(maxsize=50_000)
def _of_look(shown: str, known: Known) -> list[Feature]:
    looks = {
        "coined look": any(map(str.isupper, shown[1:])) and " " not in shown, "acronym": shown.isupper(),
        "digit": any(map(str.isdigit, shown)), "lower": shown.islower(),
    }
    return known((f"shape={word_shape(shown.replace(' ', '_'))}", *(look for look, holds in looks.items() if holds)))
