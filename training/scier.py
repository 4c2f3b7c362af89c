"""The taggers' features trained on SciER's own train split: measured by `benchmarks.scier --train`, never shipped."""

import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pycrfsuite

from benchmarks.scier import Sentence, Span, Window, documents, f1, windows
from kg.extract.tagger import features
from kg.lexicon import Lexicon, load_lexicon

SETTINGS = {"c1": 0.0, "c2": 2.0, "max_iterations": 120, "feature.minfreq": 1}  # chosen on dev
SENTENCES = 8


def train_documents(path: Path) -> list[list[Sentence]]:
    """The train split, whose labels are words without offsets: every place of its words is marked, long ones first."""
    papers: dict[str, list[Sentence]] = {}
    with path.open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            tokens = tuple(record["sentence"].split())
            papers.setdefault(record["doc_id"], []).append(Sentence(tokens, frozenset(_marked(tokens, record["ner"]))))
    return list(papers.values())


def _marked(tokens: Sequence[str], labels: Sequence[Sequence[str]]) -> Iterator[Span]:
    taken: set[int] = set()
    for name, kind in sorted(labels, key=lambda label: (-len(label[0].split()), label)):
        words = tuple(name.split())
        for first in range(len(tokens) - len(words) + 1):
            place = range(first, first + len(words))
            if tokens[first:first + len(words)] == words and taken.isdisjoint(place):
                taken.update(place)
                yield first, first + len(words) - 1, kind


def labels_of(window: Window, sentences: Sequence[Sentence]) -> list[str]:
    """One BIO label for each word of a window."""
    labels = ["O"] * len(window.text.words)
    token_at = {(number, token): (start, end) for number, token, start, end in window.places}
    for number, sentence in enumerate(sentences):
        for first, last, kind in sentence.gold:
            start, end = token_at[number, first][0], token_at[number, last][1]
            plain = window.text.plain
            a, b = window.text.word_span(plain.plain_start(start), plain.plain_start(end))
            if b <= len(labels):
                labels[a:b] = [f"B-{kind}"] + [f"I-{kind}"] * (b - a - 1)
    return labels


def train(papers: Sequence[Sequence[Sentence]], target: Path, lexicon: Lexicon, settings=SETTINGS) -> None:
    """Write a tagger trained on papers."""
    trainer = pycrfsuite.Trainer(verbose=False)
    for paper in papers:
        for first, window in windows(paper, SENTENCES):
            labels = labels_of(window, paper[first:first + SENTENCES])
            trainer.append(pycrfsuite.ItemSequence(features(window.text, lexicon)), labels)
    trainer.set_params(settings)
    trainer.train(str(target))


def tagged(paper: Sequence[Sentence], crf: "pycrfsuite.Tagger", lexicon: Lexicon) -> list[set[Span]]:
    """For each sentence the spans of the best path."""
    spans: list[set[Span]] = [set() for _ in paper]
    for start, window in windows(paper, SENTENCES):
        labels = crf.tag(pycrfsuite.ItemSequence(features(window.text, lexicon)))
        for first, label in enumerate(labels):
            if label.startswith("B-"):
                last = first + 1
                while last < len(labels) and labels[last] == f"I-{label[2:]}":
                    last += 1
                place = window.tokens(first, last)
                if place:
                    spans[start + place[0]].add((place[1], place[2], label[2:]))
    return spans


def alike(paper: Sequence[Sentence], spans: Sequence[set[Span]]) -> list[set[Span]]:
    """The spans, and the other places of their words where no fewer of these were tagged than were not."""
    kinds: dict[str, Counter[str]] = {}
    for sentence, found in zip(paper, spans, strict=True):
        for first, last, kind in found:
            kinds.setdefault(_letters(sentence.tokens[first:last + 1]), Counter())[kind] += 1
    longest = max((len(name.split(" ")) for name in kinds), default=0)
    free: dict[str, list[tuple[int, int, int]]] = {}
    for at, sentence in enumerate(paper):
        for first in range(len(sentence.tokens)):
            for last in range(first, min(len(sentence.tokens), first + longest)):
                name = _letters(sentence.tokens[first:last + 1])
                if name in kinds and _is_free(spans[at], first, last):
                    free.setdefault(name, []).append((at, first, last))
    more = [set(found) for found in spans]
    for name in sorted(free, key=lambda name: (-len(name.split(" ")), name)):
        if len(name) > 1 and kinds[name].total() >= len(free[name]):
            kind = max(kinds[name], key=lambda kind: (kinds[name][kind], kind))
            for at, first, last in free[name]:
                if _is_free(more[at], first, last):
                    more[at].add((first, last, kind))
    return more


def _letters(tokens: Sequence[str]) -> str:
    """Words in small letters, acronyms and coined names as they stand."""
    plain = any(len(token) > 4 for token in tokens) and all(token[1:] == token[1:].lower() for token in tokens)
    return " ".join(tokens).lower() if plain else " ".join(tokens)


def _is_free(spans: set[Span], first: int, last: int) -> bool:
    return not any(begin <= last and first <= end for begin, end, _ in spans)


def rows(folder: Path, parts: Sequence[str] = ("test", "test_ood")) -> Iterator[tuple[str, dict[str, float]]]:
    """(part of the set, figures of a tagger trained on the train split)."""
    lexicon = load_lexicon()
    with tempfile.TemporaryDirectory() as work:
        train(train_documents(folder / "train.sentences.jsonl"), Path(work) / "scier.crf", lexicon)
        crf = pycrfsuite.Tagger()
        crf.open(str(Path(work) / "scier.crf"))
        for part in parts:
            papers = documents(folder / f"{part}.jsonl")
            found = [spans for paper in papers for spans in alike(paper, tagged(paper, crf, lexicon))]
            yield part, f1([sentence.gold for paper in papers for sentence in paper], found)
        crf.close()
