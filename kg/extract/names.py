"""Names from the lexicon, found by one automaton over the folded words of a text."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import ahocorasick

from kg.extract.reading import TOGETHER, Reading, reading
from kg.lexicon import Entry, Lexicon
from kg.model import Document, Mention
from kg.text import fold_word, words

DEFAULT_CUES = {
    "Benchmark": ("benchmark", "dataset", "data set", "evaluat", "accuracy", "experiment", "test", "score", "tasks",
                  "corpus", "corpora", "trained on", "suite", "questions", "achiev", "improve", "outperform", "%"),
    "ModelFamily": ("model", "llm", "fine-tun", "pretrain", "pre-train", "language", "diffusion", "open-source",
                    "checkpoint", "famil", "-7b", "-8b"),
    "Method": ("method", "algorithm", "optimiz", "train", "approach", "learning", "baseline", "framework", "policy"),
    "Metric": ("metric", "score", "measure", "improv", "achiev", "evaluat", "performance"),
    "Task": ("task", "problem", "challenge", "applications", "benchmark", "such as", "including"),
}


def names(documents: Iterable[Document], lexicon: Lexicon) -> Iterator[Document]:
    """Documents with a mention for each longest name of the lexicon whose case and context rules hold."""
    for document in documents:
        found = tuple(_mentions(reading(document.paper), lexicon))
        yield Document(document.paper, document.mentions + found, document.links, document.relations, document.results)


def _mentions(text: Reading, lexicon: Lexicon) -> Iterator[Mention]:
    for first, last, entry in entries_in(text, lexicon):
        start, end = text.words[first][0], text.words[last - 1][1]
        yield text.mention(start, end, entry.type, "names")


@lru_cache(maxsize=2 * TOGETHER)
def entries_in(text: Reading, lexicon: Lexicon) -> list[tuple[int, int, Entry]]:
    """(first word, last word, entry) of every longest match, in order; one span may bear entries of several types."""
    spans: dict[tuple[int, int], list[Entry]] = {}
    for first, last, forms in _matches(text, lexicon):
        fitting = [entry for form, entry in forms if _fits(text, first, last, form, entry)]
        if fitting:
            spans.setdefault((first, last), []).extend(fitting)
    kept: list[tuple[int, int, Entry]] = []
    reach = -1
    for first, last in sorted(spans, key=lambda span: (span[0], -span[1])):
        if last > reach:
            chosen = {entry.type: entry for entry in reversed(spans[first, last])}
            kept.extend((first, last, chosen[kind]) for kind in sorted(chosen))
            reach = last
            kept.extend(_slashed(text, first, last, chosen, lexicon))
    return kept


def _slashed(
    text: Reading, first: int, last: int, chosen: Mapping[str, Entry], lexicon: Lexicon
) -> Iterator[tuple[int, int, Entry]]:
    """The second name in "CIFAR-10/100": the digits behind the slash stand for the whole name with those digits."""
    if last + 1 < len(text.forms) and text.forms[last] == "/" and text.forms[last + 1].isdigit():
        stem = text.phrase(first, last).rstrip("0123456789")
        for kind in sorted(chosen):
            other = lexicon.find(stem + text.forms[last + 1], kind)
            if other is not None and other is not chosen[kind]:
                yield last + 1, last + 2, other


def _matches(text: Reading, lexicon: Lexicon) -> Iterator[tuple[int, int, tuple[tuple[str, Entry], ...]]]:
    starts, ends, offset = {}, {}, 0
    for at, fold in enumerate(text.folds):
        if fold:
            starts[offset] = at
            offset += len(fold)
            ends[offset] = at + 1
    for end, (length, forms) in automaton(lexicon).iter("".join(text.folds)):
        if end + 1 in ends and end + 1 - length in starts:
            yield starts[end + 1 - length], ends[end + 1], forms


@lru_cache(maxsize=4)
def automaton(lexicon: Lexicon) -> "ahocorasick.Automaton":
    """The automaton over folded names; a value is (length, ((form, entry), …))."""
    by_key: dict[str, list[tuple[str, Entry]]] = {}
    for entry in lexicon.entries:
        for form in entry.forms:
            key = "".join(fold_word(form[start:end]) for start, end in words(form))
            if len(key) > 1:
                by_key.setdefault(key, []).append((form, entry))
    machine = ahocorasick.Automaton()
    for key in sorted(by_key):
        machine.add_word(key, (len(key), tuple(by_key[key])))
    machine.make_automaton()
    return machine


def _fits(text: Reading, first: int, last: int, form: str, entry: Entry) -> bool:
    descriptive = _is_descriptive(form)
    if descriptive and entry.type == "Benchmark" and entry.match != "loose":
        descriptive = text.forms[first][0].isupper() == form[0].isupper()
    if (entry.match == "loose" and len(form) > 3) or descriptive:
        return not _signs_between(text, first, last)
    return (
        _letters(text.phrase(first, last)) in (_letters(form), _letters(form) + "s")
        and not _glued(text, first, last, entry.type == "ModelFamily")
        and not _signs_between(text, first, last)
        and (entry.match != "context" or _has_cue(text, first, entry))
    )


_VERSION = re.compile(r"[-_]?[vV]?\d")


@lru_cache(maxsize=50_000)
def _is_descriptive(form: str) -> bool:
    """Whether a name is made of several words of the language."""
    words_of_form = form.split()
    return len(words_of_form) > 1 and sum(len(word) > 3 and word[1:].islower() for word in words_of_form) > 1


@lru_cache(maxsize=50_000)
def _letters(label: str) -> str:
    return "".join(sign for sign in label if sign.isalnum() or sign in "+*")


def _signs_between(text: Reading, first: int, last: int) -> bool:
    return last - first > 2 and any(
        text.forms[at] in ",;:()" or (text.forms[at] == "." and text.text[text.words[at][1]].isspace())
        for at in range(first + 1, last - 1) if not text.folds[at]
    )


def _glued(text: Reading, first: int, last: int, versioned: bool) -> bool:
    """Whether the words are part of a longer name: a hyphen and a letter before, or a hyphen and a digit behind.

    What may have versions ("Llama-3.1", "GPT5") is none where digits follow.
    """
    start, end = text.words[first][0], text.words[last - 1][1]
    before, behind = text.text[max(0, start - 2):start], text.text[end:end + 2]
    if before[-1:] in "-_" and before[:1].isalnum() and len(before) == 2:
        return True
    if versioned and _VERSION.match(text.text, end):
        return False
    return (
        behind[:1].isalnum() or (behind[:1] == "-" and (behind[1:].isdigit() or behind[1:].isupper()))
    )


def _has_cue(text: Reading, first: int, entry: Entry) -> bool:
    start, end = text.sentences[text.word_sentences[first]]
    sentence = text.text[start:end].lower()
    return any(cue in sentence for cue in entry.cues or DEFAULT_CUES[entry.type])
