"""What a paper may name: spans of all steps gathered into candidates, one for each thing under all of its forms."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kg.extract.abbreviations import abbreviation_pairs
from kg.extract.coined import coined_names
from kg.extract.model_names import ModelName, models_in
from kg.extract.names import entries_in
from kg.extract.reading import Reading
from kg.extract.tagger import TaggedSpan, tagged_spans
from kg.lexicon import Entry, Lexicon

MAX_WORDS = 9
_POSSESSIVE = re.compile(r"(?<=\w)['’]s$")
LEADING = frozenset(
    "a an the our their its this these those novel new proposed existing standard various several many other such "
    "some different recent popular modern current state-of-the-art simple effective efficient powerful strong of for "
    "with and or in on to by via using as both each all any given two three four well-known so-called called "
    "named".split()
)
TRAILING = frozenset("and or of for with in on to by via using as the a an that which is are".split())
NAME_HEADS = frozenset(
    "framework method methods approach algorithm algorithms model models benchmark benchmarks dataset datasets family "
    "families task tasks paradigm technique techniques strategy system architecture architectures optimizer metric "
    "series suite corpus library pipeline module objective loss baseline baselines mechanism variant variants".split()
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one step says of one span: who, which kind, how sure."""

    by: str
    kind: str
    probability: float


@dataclass(slots=True)
class Candidate:
    """One thing that a paper may name: every place and form of it, and what the steps say.

    `spans` are half-open word spans, sorted. `entries` are the lexicon's, by type. `long` and `short` are the two
    sides of an abbreviation where the paper spells one out.
    """

    keys: set[str] = field(default_factory=set)
    spans: dict[tuple[int, int], list[Evidence]] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    models: list[ModelName] = field(default_factory=list)
    long: str = ""
    short: str = ""

    @property
    def first(self) -> tuple[int, int]:
        """The first place, the longer where two start at one word."""
        return min(self.spans, key=lambda span: (span[0], -span[1]))

    def name(self, text: Reading) -> str:
        """The label that the paper's words give: the short form of a pair, else the form that stands most often."""
        if self.short:
            return self.short
        counts: dict[str, int] = {}
        for first, last in sorted(self.spans):
            form = _POSSESSIVE.sub("", text.phrase(first, last))
            counts[form] = counts.get(form, 0) + 1
        return max(
            counts, key=lambda form: (counts[form], form[:1].isupper() and form[1:2].isupper(), -len(form), form)
        )

    def forms(self, text: Reading) -> list[str]:
        """Every form in which it stands, sorted."""
        named = {_POSSESSIVE.sub("", text.phrase(first, last)) for first, last in self.spans}
        spelled = named | ({self.long, self.short} - {""})
        return sorted(form for form in spelled if not form.isdigit()) or sorted(spelled)


def candidates(text: Reading, lexicon: Lexicon, spans: Iterable[TaggedSpan] | None = None) -> list[Candidate]:
    """The candidates of a text in the order of their first places; `spans` are what the taggers propose, if known."""
    gathered: dict[tuple[int, int], list[Evidence]] = {}
    spans = next(tagged_spans([text], lexicon)) if spans is None else spans
    for first, last, evidence in _all_spans(text, lexicon, spans):
        for one in _trimmed(text, first, last):
            gathered.setdefault(one, []).append(evidence)
    groups = _grouped(text, gathered, lexicon)
    _complete(text, groups)
    return sorted(groups, key=lambda group: (group.first, sorted(group.keys)))


def _all_spans(
    text: Reading, lexicon: Lexicon, spans: Iterable[TaggedSpan]
) -> Iterator[tuple[int, int, Evidence]]:
    for span in spans:
        yield span.first, span.last, Evidence(span.by, span.kind, span.probability)
    for first, last, entry in entries_in(text, lexicon):
        if entry.type != "ModelFamily":
            yield first, last, Evidence("names", entry.type, 1.0)
    for model in models_in(text, lexicon):
        kind = "Model" if model.specific else "ModelFamily"
        yield *text.word_span(model.start, model.end), Evidence("model_names", kind, 1.0)
    for long, short in abbreviation_pairs(text):
        yield *text.word_span(*long), Evidence("abbreviations:long", "", 1.0)
        yield *text.word_span(*short), Evidence("abbreviations:short", "", 1.0)
    for start, end, by in coined_names(text):
        yield *text.word_span(start, end), Evidence(by, "", 1.0)


def _trimmed(text: Reading, first: int, last: int) -> Iterator[tuple[int, int]]:
    forms = text.forms
    if first > 1 and forms[first - 1] in "-–‑" and _touch(text, first - 2, first):
        first -= 2
    while first < last and (not text.folds[first] or (forms[first].lower() in LEADING and _stands_alone(text, first))):
        first += 1
    while first < last and (
        forms[last - 1].lower() in TRAILING or (not text.folds[last - 1] and forms[last - 1] != "*")
    ):
        last -= 1
    last = next((at for at in range(first + 1, last) if forms[at] in "-–—" and _stands_alone(text, at)
                 and _stands_alone(text, at - 1)), last)
    within = first < last and text.word_sentences[first] == text.word_sentences[last - 1]
    if within and _is_whole(text, first, last) and last - first <= MAX_WORDS + 4 and len(text.phrase(first, last)) > 1:
        yield first, last
        if last - first > 1 and forms[last - 1].lower() in NAME_HEADS and _is_coined(text.phrase(first, last - 1)):
            yield first, last - 1


def _is_whole(text: Reading, first: int, last: int) -> bool:
    """Whether each bracket among some words is closed among them."""
    return text.forms[first:last].count("(") == text.forms[first:last].count(")")


def _stands_alone(text: Reading, at: int) -> bool:
    """Whether a blank is behind a word: the "Any" of "Any2Any" is a part of that name."""
    return text.text[text.words[at][1]:text.words[at][1] + 1].isspace()


def _touch(text: Reading, first: int, last: int) -> bool:
    """Whether words [first, last] stand without a blank between them, the first being a word."""
    return bool(text.folds[first]) and text.words[first][1] == text.words[first + 1][0] and (
        text.words[last - 1][1] == text.words[last][0]
    )


def _is_coined(phrase: str) -> bool:
    return " " not in phrase and any(sign.isupper() or sign.isdigit() for sign in phrase[1:])


def _key(text: Reading, first: int, last: int) -> str:
    return "".join(text.folds[first:last])


def _grouped(
    text: Reading, gathered: dict[tuple[int, int], list[Evidence]], lexicon: Lexicon
) -> list[Candidate]:
    owner: dict[str, Candidate] = {}
    for (first, last), evidence in sorted(gathered.items()):
        group = owner.setdefault(_key(text, first, last), Candidate())
        group.keys.add(_key(text, first, last))
        group.spans.setdefault((first, last), []).extend(evidence)
    for long, short in abbreviation_pairs(text):
        a, b = _key(text, *text.word_span(*long)), _key(text, *text.word_span(*short))
        if a in owner and b in owner:
            owner[a].long = owner[a].long or text.text[long[0]:long[1]]
            owner[a].short = owner[a].short or text.text[short[0]:short[1]]
            _merge(owner, a, b)
    by_entry: dict[tuple[str, str], str] = {}
    for first, last, entry in entries_in(text, lexicon):
        key = _key(text, first, last)
        if key not in owner or (owner[key].long and not _spelled_out(owner[key], entry)):
            continue
        owner[key].entries.setdefault(entry.type, entry)
        if entry.type != "ModelFamily":
            _merge(owner, by_entry.setdefault((entry.type, entry.name), key), key)
    for model in models_in(text, lexicon):
        key = _key(text, *text.word_span(model.start, model.end))
        if key in owner:
            owner[key].models.append(model)
    return list({id(group): group for group in owner.values()}.values())


def _spelled_out(group: Candidate, entry: Entry) -> bool:
    """Whether the paper's own long form is one that the entry knows, or the entry knows none."""
    known = {"".join(sign for sign in form.casefold() if sign.isalnum()).rstrip("s") for form in entry.forms}
    said = "".join(sign for sign in group.long.casefold() if sign.isalnum()).rstrip("s")
    return said in known or not any(len(form.split()) > 1 for form in entry.forms)


def _merge(owner: dict[str, Candidate], a: str, b: str) -> None:
    into, other = owner[a], owner[b]
    if into is other:
        return
    into.keys |= other.keys
    for span, evidence in other.spans.items():
        into.spans.setdefault(span, []).extend(evidence)
    for kind, entry in other.entries.items():
        into.entries.setdefault(kind, entry)
    into.models += other.models
    into.long, into.short = into.long or other.long, into.short or other.short
    for key in other.keys:
        owner[key] = into


def _complete(text: Reading, groups: list[Candidate]) -> None:
    """Add the places at which a candidate's forms stand and no step has pointed."""
    starts, ends, offset = {}, {}, 0
    for at, folded in enumerate(text.folds):
        if folded:
            starts[offset] = at
            offset += len(folded)
            ends[offset] = at + 1
    joined = "".join(text.folds)
    for group in groups:
        for key in group.keys:
            for at in _places_of(key, joined):
                first, last = starts.get(at), ends.get(at + len(key))
                if first is None or last is None or last - first > 2 * MAX_WORDS or not _is_whole(text, first, last):
                    continue
                group.spans.setdefault((first, last), [])


def _places_of(key: str, joined: str) -> Iterator[int]:
    at = joined.find(key)
    while at >= 0:
        yield at
        at = joined.find(key, at + 1)
