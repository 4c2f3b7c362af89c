"""Two linear-chain CRFs that propose spans: trained on all that annotators marked, and on what every expert expects."""

import lzma
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import chain, groupby, pairwise

import numpy as np

from kg.extract.abbreviations import abbreviation_pairs
from kg.extract.coined import coined_names
from kg.extract.crf import Crfs, Floats, crfs_of
from kg.extract.model_names import models_in
from kg.extract.names import entries_in
from kg.extract.reading import Reading, reading
from kg.lexicon import Lexicon
from kg.model import Document

TAGGERS = ("all", "required")
UNSURE = 0.75


@dataclass(frozen=True, slots=True)
class TaggedSpan:
    """Words [first, last) that a tagger takes for something of a kind, and how sure it is."""

    first: int
    last: int
    kind: str
    probability: float
    by: str


def tagger(documents: Iterable[Document], lexicon: Lexicon) -> Iterator[Document]:
    """Documents with a mention for each span that one of the taggers proposes."""
    for document in documents:
        text = reading(document.paper)
        found = tuple(
            text.mention(
                text.words[span.first][0], text.words[span.last - 1][1], "", span.by, round(span.probability, 3)
            )
            for span in next(tagged_spans([text], lexicon))
        )
        yield Document(document.paper, document.mentions + found, document.links, document.relations, document.results)


def tagged_spans(
    texts: Sequence[Reading], lexicon: Lexicon, crfs: Crfs | None = None
) -> Iterator[list[TaggedSpan]]:
    """What both taggers propose for each text, the spans of the best path and those that they are unsure of.

    Several texts at once take much less time than one after the other. `crfs` is by default the shipped taggers.
    """
    crfs = crfs or load_taggers()
    decoded = crfs.decoded([scores(text, lexicon, crfs) for text in texts if text.words])
    for text in texts:
        yield [
            span for name, (labels, outside) in zip(TAGGERS, next(decoded), strict=True)
            for span in _spans(labels, outside, f"tagger:{name}")
        ] if text.words else []


def _spans(labels: list[str], outside: Floats, by: str) -> Iterator[TaggedSpan]:
    """The spans of a best path, then the runs of words that are doubted to lie outside of every name."""
    best = list(_labelled(labels))
    for first, last in best:
        yield TaggedSpan(first, last, labels[first][2:], 1 - float(outside[first:last].max()), by)
    ends = np.flatnonzero(np.diff(outside < UNSURE, prepend=False, append=False)).tolist()
    for first, last in zip(ends[::2], ends[1::2], strict=True):
        if (first, last) not in best and last - first <= 8:
            yield TaggedSpan(first, last, "", 1 - float(outside[first:last].max()), f"{by}?")


def _labelled(labels: list[str]) -> Iterator[tuple[int, int]]:
    """The half-open spans of BIO labels; a label I- behind one of another kind begins a span."""
    at = 0
    while at < len(labels):
        first, inner = at, f"I-{labels[at][2:]}"
        at += 1
        if labels[first] != "O":
            while at < len(labels) and labels[at] == inner:
                at += 1
            yield first, at


@cache
def load_taggers() -> Crfs:
    """The shipped taggers, in the order of TAGGERS."""
    return crfs_of([lzma.decompress(files("kg.data").joinpath(f"tagger-{name}.crf.xz").read_bytes())
                    for name in TAGGERS])


@cache
def clusters() -> dict[str, tuple[str, ...]]:
    """Word -> its clusters, from coarse to fine; learned from unannotated abstracts."""
    with (
        as_file(files("kg.data").joinpath("clusters.tsv.xz")) as path,
        lzma.open(path, "rt", encoding="utf-8") as lines,
    ):
        return {word: tuple(labels) for word, *labels in (line.rstrip("\n").split("\t") for line in lines)}


def features(text: Reading, lexicon: Lexicon) -> list[list[str]]:
    """One list of feature names for each word of a text."""
    words = [_word_features(form) for form in ("<s>", "<s>", *text.forms, "</s>", "</s>")]
    pairs = list(pairwise(("<s>", *text.lower_forms, "</s>")))
    return [
        [*words[at + 2][0], *words[at][3], *words[at + 1][1], *words[at + 3][2], *words[at + 4][4], *marks,
         _PAIRS[0] + "|".join(pairs[at]), _PAIRS[1] + "|".join(pairs[at + 1])]
        for at, marks in enumerate(_marks(text, lexicon))
    ]


def scores(text: Reading, lexicon: Lexicon, crfs: Crfs) -> Floats:
    """For each word of a text the summed weights of its features, shape (words, CRFs * labels)."""
    padded = ("<s>", "<s>", *text.forms, "</s>", "</s>")
    words = np.concatenate([_word_scores(form, crfs) for form in padded])
    summed: Floats = words[2:-2, 0] + words[:-4, 3] + words[1:-3, 1] + words[3:-1, 2] + words[4:, 4]
    known: dict[int, list[int]] = {}
    for at, marks in enumerate(_marks(text, lexicon)):
        if marks:
            known[at] = [crfs.vocabulary[mark] for mark in marks if mark in crfs.vocabulary]
    pairs = map(_pairs(crfs).get, pairwise(("<s>", *text.lower_forms, "</s>")))
    for at, pair in enumerate(pairs):
        for shift, row in pair or ():
            if 0 <= at - shift < len(text.words):
                known.setdefault(at - shift, []).append(row)
    if known:
        summed[list(known)] += _sums(known.values(), crfs)
    return summed


# Before the names of features that a word makes with the one before it, and with the one behind it.
_PAIRS = ("-1|0=", "0|+1=")


@cache
def _pairs(crfs: Crfs) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """Two words -> (0 where the second bears a feature of both, 1 where the first does; its row of weights)."""
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for name, row in crfs.vocabulary.items():
        for shift, prefix in enumerate(_PAIRS):
            if name.startswith(prefix):
                words = name.removeprefix(prefix)
                cut = words.index("|", 1)
                found.setdefault((words[:cut], words[cut + 1:]), []).append((shift, row))
    return found


def _sums(known: Collection[Sequence[int]], crfs: Crfs) -> Floats:
    """For each list of features the sum of their weights."""
    starts = np.cumsum([0, *(len(row) + 1 for row in known)])[:-1]
    rows = np.fromiter(chain.from_iterable((-1, *row) for row in known), np.int64)
    summed: Floats = np.add.reduceat(crfs.weights[rows], starts)
    return summed


@lru_cache(maxsize=30_000)
def _word_scores(form: str, crfs: Crfs) -> Floats:
    """The summed weights of what a word says at the places of `_word_features`, shape (1, places, CRFs * labels)."""
    known = [[crfs.vocabulary[name] for name in names if name in crfs.vocabulary] for names in _word_features(form)]
    return _sums(known, crfs)[None]


def _marks(text: Reading, lexicon: Lexicon) -> list[list[str]]:
    """For each word what more there is to say than its own shape: what other steps found, where it stands."""
    marks = _hints(text, lexicon)
    repeated = _repeated(text)
    behind = -1
    for row, form, (start, end) in zip(marks, text.forms, text.words, strict=True):
        if start < text.title_end:
            row.append("title")
        if form in repeated:
            row.append(f"repeated={min(repeated[form], 4)}")
        if behind == start:
            row.append("glued")
        behind = end
    return marks


def _hints(text: Reading, lexicon: Lexicon) -> list[list[str]]:
    hints: list[list[str]] = [[] for _ in text.words]
    for first, last, entry in entries_in(text, lexicon):
        _mark(hints, first, last, f"lex={entry.type}", f"lex={entry.type}/{entry.match}")
    for model in models_in(text, lexicon):
        _mark(hints, *text.word_span(model.start, model.end), "model" if model.specific else "family")
    for long, short in abbreviation_pairs(text):
        _mark(hints, *text.word_span(*long), "long")
        _mark(hints, *text.word_span(*short), "short")
    for start, end, by in coined_names(text):
        _mark(hints, *text.word_span(start, end), by)
    return hints


def _word_features(form: str) -> tuple[list[str], ...]:
    """What a word says where it stands, of the next and the last word, of those two words away."""
    lower, shape = form.lower(), word_shape(form)
    labels = clusters().get("0" * len(lower) if lower.isdigit() else lower, ())
    within = [f"c{at}={label}" for at, label in enumerate(labels)]
    beside, near = [f"w={lower}", f"shape={shape}", f"s3={lower[-3:]}", *within], [f"w={lower}", *within[:1]]
    return (_here(form, shape, labels), *([f"{place}{name}" for name in names] for place, names in
                                          (("-1", beside), ("+1", beside), ("-2", near), ("+2", near))))


def _here(form: str, shape: str, labels: tuple[str, ...]) -> list[str]:
    lower = form.lower()
    found = [f"w={lower}", f"shape={shape}", "bias"]
    if len(form) > 3:
        found += [f"p3={lower[:3]}", f"s3={lower[-3:]}", f"s4={lower[-4:]}"]
    if form.isupper() and len(form) > 1:
        found.append("capitals")
    if form[1:] != lower[1:]:
        found.append("inner capital")
    return [*found, *(f"0c{at}={label}" for at, label in enumerate(labels))]


def _mark(hints: list[list[str]], first: int, last: int, *names: str) -> None:
    for at in range(first, last):
        place = "B" if at == first else "E" if at == last - 1 else "I"
        hints[at].extend(f"{place}:{name}" for name in names)


def _repeated(text: Reading) -> dict[str, int]:
    """The words with a capital that stand more than once, and how often."""
    counts = Counter(text.forms)
    return {form: count for form, count in counts.items() if count > 1 and len(form) > 1 and form != form.lower()}


def word_shape(form: str) -> str:
    """The pattern of a word's letters: X capital, x small, 9 digit, runs shortened.

    >>> word_shape("AlpacaEval"), word_shape("LLMs"), word_shape("8")
    ('XxXx', 'Xx', '9')
    """
    return "".join(kind for kind, _ in groupby(form.translate(_KINDS_OF_SIGNS)))[:6]


class _KindsOfSigns(dict[int, str]):
    def __missing__(self, code: int) -> str:
        sign = chr(code)
        self[code] = kind = "X" if sign.isupper() else "x" if sign.islower() else "9" if sign.isdigit() else sign
        return kind


_KINDS_OF_SIGNS = _KindsOfSigns()
