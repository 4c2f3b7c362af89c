"""Dataset, Method and Task on SciER (EMNLP 2024): F1 of entities, exact span and type, by the shipped extraction.

SciER marks every mention in full texts; the shipped extraction reads abstracts. So a paper's sentences are read in
windows of the length of an abstract, and each place that the extraction finds is taken with the type that answers ours
(models are methods to SciER, metrics are nothing). The sureness at which a name counts and how far a mention reaches
(SciER: with the words that narrow it, "sparse CNN", "ResNet-34") were set by its guidelines and its dev papers only.
Nothing is trained on SciER; `--train` trains the same tagger on SciER's train split, as a second figure.
"""

import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.extract.candidates import candidates
from kg.extract.classifier import KINDS_OF_OBJECT
from kg.extract.cues import RELATION_KEYS
from kg.extract.findings import judged
from kg.extract.reading import Reading, reading
from kg.lexicon import Lexicon, load_lexicon
from kg.model import Paper

FOLDER = Path("../shared/eval/scier")
KINDS = ("Method", "Dataset", "Task")
SENTENCES = 8
SURE = 0.3
NARROWING = frozenset("sparse dense deep fast vanilla global single multi joint".split())
PLAIN = frozenset(
    "additional automated based basic comprehensive critical crucial different effective essential existing expensive "
    "extensive improved individual initial intensive massive modified original previous proposed specific specified "
    "standard total traditional trained used usual various well-known".split()
)
Span = tuple[int, int, str]


@dataclass(frozen=True)
class Sentence:
    """A sentence as tokens and its gold spans: (first token, last token, type), within the sentence."""

    tokens: tuple[str, ...]
    gold: frozenset[Span]


@dataclass(frozen=True)
class Window:
    """Consecutive sentences as one text: for each token of each sentence where it stands in the source."""

    text: Reading
    places: tuple[tuple[int, int, int, int], ...]  # sentence, token, start, end

    def tokens(self, first: int, last: int) -> tuple[int, int, int] | None:
        """Words [first, last) as (sentence of the window, first token, last token); None across sentences."""
        start, end = self.text.plain.source_span(self.text.words[first][0], self.text.words[last - 1][1])
        inside = [(number, token) for number, token, a, b in self.places if a < end and b > start]
        if not inside or inside[0][0] != inside[-1][0]:
            return None
        return inside[0][0], inside[0][1], inside[-1][1]


def documents(path: Path) -> list[list[Sentence]]:
    """The papers of a file, each as its sentences."""
    papers = []
    with path.open(encoding="utf-8") as lines:
        for paper in map(json.loads, lines):
            sentences, offset = [], 0
            for tokens, marked in zip(paper["sentences"], paper["ner"], strict=True):
                gold = frozenset((first - offset, last - offset, kind) for first, last, kind in marked)
                sentences.append(Sentence(tuple(tokens), gold))
                offset += len(tokens)
            papers.append(sentences)
    return papers


def windows(sentences: Sequence[Sentence], size: int) -> Iterator[tuple[int, Window]]:
    """(index of its first sentence, window) of each run of `size` sentences."""
    for first in range(0, len(sentences), size):
        text, places = "", []
        for number, sentence in enumerate(sentences[first:first + size]):
            text += " " if text else ""
            before = ""
            for at, token in enumerate(sentence.tokens):
                text += " " if at and not _joined(before, token) else ""
                places.append((number, at, len(text), len(text) + len(token)))
                text += token
                before = token if before == "" or not _joined(before, token) else before + token
        yield first, Window(reading(Paper(f"window {first}", "", text)), tuple(places))


def _joined(before: str, token: str) -> bool:
    """Whether two tokens stood without a blank between them: around hyphens, in brackets, in numbers, in "YOLOv 3"."""
    if before[-1:] in "([-/" or token[0] in ")]-,.;:%/":
        return True
    name = any(sign.isupper() for sign in before) or before.isdigit() or before[-1:] == "."
    unit = before[-1:].isdigit() and token in ("D", "B", "M", "K", "i", "k")
    return unit or (token.isdigit() and len(token) == 1 and name)


@dataclass(frozen=True)
class Named:
    """A candidate of a window: its keys, how sure each of KINDS and "something else" is, its places in the paper."""

    keys: frozenset[str]
    sureness: tuple[float, ...]
    places: tuple[tuple[int, int, int], ...]


def named(sentences: Sequence[Sentence], lexicon: Lexicon) -> Iterator[list[Named]]:
    """For each window of a paper what the shipped extraction takes for a name there."""
    for start, window in windows(sentences, SENTENCES):
        found = candidates(window.text, lexicon)
        if not found:
            continue
        verdict = next(judged([(window.text, found)]))
        names = []
        for candidate, relations, kinds in zip(found, verdict.claimed.tolist(), verdict.kinds.tolist(), strict=True):
            places = (window.tokens(*span) for span in sorted(candidate.spans))
            names.append(Named(
                frozenset(candidate.keys), _sureness(dict(zip(RELATION_KEYS, relations, strict=True)), kinds),
                tuple((start + place[0], place[1], place[2]) for place in places if place),
            ))
        yield names


def _sureness(relation: Mapping[str, float], log_odds: Sequence[float]) -> tuple[float, ...]:
    """How sure it is that a candidate is a method, a dataset, a task, or a metric, whatever the paper does with it."""
    weights = {kind: math.exp(value - max(log_odds)) for kind, value in zip(KINDS_OF_OBJECT, log_odds, strict=True)}
    dataset = weights["Benchmark"] / sum(weights.values())
    objects = (relation["introduces"], relation["compares_with"])
    method = _any(*(p * (1 - dataset) for p in objects), relation["uses"], relation["uses_model"])
    return (method, _any(*(p * dataset for p in objects), relation["evaluates_on"], relation["trains_on"]),
            relation["tasks"], relation["metrics"])


def _any(*probabilities: float) -> float:
    return 1 - math.prod(1 - p for p in probabilities)


def extracted(sentences: Sequence[Sentence], lexicon: Lexicon) -> list[set[Span]]:
    """For each sentence the spans of the shipped extraction; a name is as sure as in the window that shows it best."""
    windows_of_names = list(named(sentences, lexicon))
    best: dict[str, tuple[float, ...]] = {}
    for name in (name for names in windows_of_names for name in names):
        for key in name.keys:
            best[key] = tuple(map(max, best.get(key, name.sureness), name.sureness))
    spans: list[set[Span]] = [set() for _ in sentences]
    for names in windows_of_names:
        taken: set[tuple[int, int]] = set()
        sure = [tuple(map(max, *(best[key] for key in name.keys), name.sureness)) for name in names]
        for at in sorted(range(len(names)), key=lambda at: (-max(sure[at]), at)):
            kind = sure[at].index(max(sure[at]))
            for number, first, last in names[at].places if max(sure[at]) >= SURE else ():
                tokens = {(number, token) for token in range(first, last + 1)}
                if taken.isdisjoint(tokens):
                    taken |= tokens
                    if kind < len(KINDS):
                        spans[number].add(widened((first, last, KINDS[kind]), sentences[number].tokens))
    return spans


def widened(span: Span, tokens: Sequence[str]) -> Span:
    """A method or task with the words that narrow it: "ResNet" in "ResNet-34", "CNN" in "sparse 2D CNN layers".

    >>> widened((2, 2, "Method"), ["the", "sparse", "CNN", "layers"])
    (1, 3, 'Method')
    """
    first, last, kind = span
    if kind == "Dataset":
        return span
    if kind == "Method":
        last = _last(last, tokens)
    while first and (more := _words_before(tokens[first - 2 if first > 1 else 0], tokens[first - 1])):
        first -= min(more, first)
    return first, last, kind


def _last(last: int, tokens: Sequence[str]) -> int:
    behind = [*tokens[last + 1:last + 3], "", ""]
    if behind[0] == "-" and (behind[1][:1].isdigit() or behind[1][:1].isupper()):
        return _last(last + 2, tokens)
    digits = behind[0].isdigit() and len(behind[0]) == 1 and tokens[last].isdigit()
    if digits or behind[0].lower() in ("layer", "layers", "small", "base", "large"):
        return _last(last + 1, tokens)
    return last


def _words_before(second: str, word: str) -> int:
    """How many of the two tokens before a mention belong to it."""
    lower = word.lower()
    if word == "-":
        return 2 if second[-1:].isalnum() and second.lower() not in ("art", "non") else 0
    suffixed = len(word) > 4 and re.search(r"(?:al|ed|ive|wise|ous|ic)$", lower) and lower not in PLAIN
    return 1 if re.fullmatch(r"\dD", word) or suffixed or lower in NARROWING else 0


def f1(gold: Sequence[frozenset[Span]], found: Sequence[Iterable[Span]]) -> dict[str, float]:
    """Precision, recall and F1 over all sentences, exact span and type, and F1 by type."""
    figures = {}
    pairs = [(told, set(ours)) for told, ours in zip(gold, found, strict=True)]
    for kind in ("", *KINDS):
        right = sum(kind in ("", span[2]) for told, ours in pairs for span in told & ours)
        ours_all = sum(kind in ("", span[2]) for _, ours in pairs for span in ours)
        told_all = sum(kind in ("", span[2]) for told, _ in pairs for span in told)
        if not kind:
            figures["P"], figures["R"] = right / max(1, ours_all), right / max(1, told_all)
        figures[f"F1 {kind}".strip()] = 2 * right / max(1, ours_all + told_all)
    return figures


def rows(folder: Path = FOLDER, parts: Sequence[str] = ("test", "test_ood")) -> Iterator[tuple[str, dict[str, float]]]:
    """(part of the set, figures of the shipped extraction)."""
    lexicon = load_lexicon()
    for part in parts:
        papers = documents(folder / f"{part}.jsonl")
        found = [spans for paper in papers for spans in extracted(paper, lexicon)]
        yield part, f1([sentence.gold for paper in papers for sentence in paper], found)


def shown(part: str, figures: Mapping[str, float]) -> str:
    """One line of figures, in per cent."""
    return f"{part}: " + "  ".join(f"{name} {100 * value:.1f}" for name, value in figures.items())


def main() -> None:
    """Print the figures of the shipped extraction."""
    _print(rows)


def main_trained() -> None:
    """Print the figures of the same tagger trained on the train split."""
    try:
        from training.scier import rows as rows_of_own_tagger
    except ImportError as missing:
        print(f"skipped: no {missing.name}; pip install '.[train]'")
        return
    _print(rows_of_own_tagger)


def _print(measure: Callable[[Path], Iterator[tuple[str, dict[str, float]]]]) -> None:
    if not FOLDER.exists():
        print(f"skipped: no {FOLDER}")
        return
    for part, figures in measure(FOLDER):
        print(shown(part, figures))


if __name__ == "__main__":
    main_trained() if "--train" in sys.argv else main()
