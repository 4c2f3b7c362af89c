"""Two linear-chain CRFs that propose spans: trained on all that annotators marked, and on what every expert expects."""

import lzma
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files

import pycrfsuite

from kg.extract.abbreviations import abbreviation_pairs
from kg.extract.coined import coined_names
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
            for span in tagged_spans(text, lexicon)
        )
        yield Document(document.paper, document.mentions + found, document.links, document.relations, document.results)


def tagged_spans(text: Reading, lexicon: Lexicon) -> list[TaggedSpan]:
    """What both taggers propose for a text, the spans of the best path and those that they are unsure of."""
    if not text.words:
        return []
    items = pycrfsuite.ItemSequence(known_features(text, lexicon))
    return [span for name in TAGGERS for span in spans_by(load_tagger(name), items, len(text.words), name)]


def spans_by(crf: "pycrfsuite.Tagger", items: "pycrfsuite.ItemSequence", length: int, name: str) -> list[TaggedSpan]:
    """The spans of a tagger's best path, then the runs of words that it doubts to lie outside of every name."""
    crf.set(items)
    labels = crf.tag()
    outside = [crf.marginal("O", at) for at in range(length)]
    found = []
    at = 0
    while at < length:
        if labels[at] == "O":
            at += 1
            continue
        last = at + 1
        while last < length and labels[last] == f"I-{labels[at][2:]}":
            last += 1
        found.append(TaggedSpan(at, last, labels[at][2:], 1 - max(outside[at:last]), f"tagger:{name}"))
        at = last
    best = {(span.first, span.last) for span in found}
    at = 0
    while at < length:
        last = at
        while last < length and outside[last] < UNSURE:
            last += 1
        if last > at and (at, last) not in best and last - at <= 8:
            found.append(TaggedSpan(at, last, "", 1 - max(outside[at:last]), f"tagger:{name}?"))
        at = max(last, at + 1)
    return found


@cache
def load_tagger(name: str) -> "pycrfsuite.Tagger":
    """The shipped tagger of a name."""
    crf = pycrfsuite.Tagger()
    crf.open_inmemory(_unpacked(name))
    return crf


@cache
def _unpacked(name: str) -> bytes:
    """The model's bytes; kept, as the tagger reads from them and does not copy."""
    return lzma.decompress(files("kg.data").joinpath(f"tagger-{name}.crf.xz").read_bytes())


@cache
def clusters() -> dict[str, tuple[str, ...]]:
    """Word -> its clusters, from coarse to fine; learned from unannotated abstracts."""
    with (
        as_file(files("kg.data").joinpath("clusters.tsv.xz")) as path,
        lzma.open(path, "rt", encoding="utf-8") as lines,
    ):
        return {word: tuple(labels) for word, *labels in (line.rstrip("\n").split("\t") for line in lines)}


def attributes(model: bytes) -> list[bytes]:
    """Every feature name in a model of CRFsuite, as its file lists them."""
    (start,) = struct.unpack_from("<I", model, 36)
    count, places = struct.unpack_from("<II", model, start + 16)
    names = []
    for place in struct.unpack_from(f"<{count}I", model, start + places):
        (length,) = struct.unpack_from("<I", model, start + place + 4)
        names.append(model[start + place + 8:start + place + 7 + length])
    return names


@cache
def _known() -> dict[str, bytes]:
    """The features that at least one tagger has a weight for, as its file writes them."""
    return {name.decode(): name for tagger_name in TAGGERS for name in attributes(_unpacked(tagger_name))}


def features(text: Reading, lexicon: Lexicon) -> list[list[str]]:
    """One list of feature names for each word of a text."""
    words = [_word_features(form) for form in ("<s>", "<s>", *text.forms, "</s>", "</s>")]
    return [
        [*words[at + 2][0], *words[at][3], *words[at + 1][1], *words[at + 3][2], *words[at + 4][4], *others]
        for at, others in enumerate(_other_features(text, lexicon))
    ]


def known_features(text: Reading, lexicon: Lexicon) -> list[list[bytes]]:
    """The same without the features that no tagger has a weight for, which would change nothing but the time."""
    known = _known()
    words = [_known_word_features(form) for form in ("<s>", "<s>", *text.forms, "</s>", "</s>")]
    rows = []
    for at, others in enumerate(_other_features(text, lexicon)):
        row = [*words[at + 2][0], *words[at][3], *words[at + 1][1], *words[at + 3][2], *words[at + 4][4]]
        row += [known[name] for name in others if name in known]
        rows.append(row)
    return rows


def _other_features(text: Reading, lexicon: Lexicon) -> Iterator[list[str]]:
    """For each word what is more than the shapes of single words: hints of other steps, pairs of words, place."""
    hints = _hints(text, lexicon)
    repeated = _repeated(text)
    lower = ["<s>", *(form.lower() for form in text.forms), "</s>"]
    behind = -1
    for at, (form, (start, end)) in enumerate(zip(text.forms, text.words, strict=True)):
        row = hints[at]
        row.append(f"-1|0={lower[at]}|{lower[at + 1]}")
        row.append(f"0|+1={lower[at + 1]}|{lower[at + 2]}")
        if start < text.title_end:
            row.append("title")
        if form in repeated:
            row.append(f"repeated={min(repeated[form], 4)}")
        if behind == start:
            row.append("glued")
        behind = end
        yield row


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


@lru_cache(maxsize=100_000)
def _word_features(form: str) -> tuple[tuple[str, ...], ...]:
    """What a word says where it stands, of the next and the last word, of those two words away."""
    return _here(form), _beside(form, "-1"), _beside(form, "+1"), _near(form, "-2"), _near(form, "+2")


@lru_cache(maxsize=100_000)
def _known_word_features(form: str) -> tuple[tuple[bytes, ...], ...]:
    known = _known()
    return tuple(tuple(known[name] for name in names if name in known) for names in _word_features(form))


def _mark(hints: list[list[str]], first: int, last: int, *names: str) -> None:
    for at in range(first, last):
        place = "B" if at == first else "E" if at == last - 1 else "I"
        hints[at].extend(f"{place}:{name}" for name in names)


def _repeated(text: Reading) -> dict[str, int]:
    counts: dict[str, int] = {}
    for form in text.forms:
        if len(form) > 1 and any(sign.isupper() for sign in form):
            counts[form] = counts.get(form, 0) + 1
    return {form: count for form, count in counts.items() if count > 1}


def word_shape(form: str) -> str:
    """The pattern of a word's letters: X capital, x small, 9 digit, runs shortened.

    >>> word_shape("AlpacaEval"), word_shape("LLMs"), word_shape("8")
    ('XxXx', 'Xx', '9')
    """
    shape = ""
    for sign in form:
        kind = "X" if sign.isupper() else "x" if sign.islower() else "9" if sign.isdigit() else sign
        if not shape.endswith(kind):
            shape += kind
    return shape[:6]


def _here(form: str) -> tuple[str, ...]:
    lower = form.lower()
    found = [f"w={lower}", f"shape={word_shape(form)}", "bias"]
    if len(form) > 3:
        found += [f"p3={lower[:3]}", f"s3={lower[-3:]}", f"s4={lower[-4:]}"]
    if form.isupper() and len(form) > 1:
        found.append("capitals")
    if any(sign.isupper() for sign in form[1:]):
        found.append("inner capital")
    return (*found, *_clusters_of(lower, "0"))


def _beside(form: str, place: str) -> tuple[str, ...]:
    lower = form.lower()
    return (
        f"{place}w={lower}",
        f"{place}shape={word_shape(form)}",
        f"{place}s3={lower[-3:]}",
        *_clusters_of(lower, place),
    )


def _near(form: str, place: str) -> tuple[str, ...]:
    lower = form.lower()
    return (f"{place}w={lower}", *_clusters_of(lower, place)[:1])


def _clusters_of(lower: str, place: str) -> tuple[str, ...]:
    word = "0" * len(lower) if lower.isdigit() else lower
    return tuple(f"{place}c{size}={label}" for size, label in enumerate(clusters().get(word, ())))
