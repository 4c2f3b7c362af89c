"""Annotated papers as training data: where each annotated name stands in the text."""

import json
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from kg.extract.reading import Reading, reading
from kg.lexicon import Lexicon
from kg.model import Paper
from kg.text import fold_word, words

RELATIONS = {"introduces": "Method", "uses": "Method", "compares_with": "Method", "evaluates_on": "Benchmark",
             "trains_on": "Benchmark", "uses_model": "Model", "tasks": "Task", "metrics": "Metric"}


def fold(label: str) -> str:
    """The key under which the measure compares labels."""
    label = re.sub(r"\\[a-zA-Z]+\s*", "", unicodedata.normalize("NFKC", label or ""))
    label = re.sub(r"[^0-9a-zα-ωΑ-Ω+]+", "", label.casefold())
    return label[:-1] if len(label) > 4 and label.endswith("s") and not label.endswith("ss") else label


@dataclass(frozen=True)
class Item:
    relation: str
    type: str
    name: str
    labels: tuple[str, ...]
    optional: bool

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(fold(label) for label in self.labels) - {""}


@dataclass(frozen=True)
class Annotated:
    text: Reading
    items: tuple[Item, ...]
    gold: dict


def load(stem: Path) -> list[Annotated]:
    with Path(f"{stem}.gold.jsonl").open(encoding="utf-8") as lines:
        gold = {paper["id"]: paper for paper in map(json.loads, lines)}
    papers = []
    with Path(f"{stem}.jsonl").open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            paper = Paper(record["id"], record.get("title") or "", record["abstract"])
            papers.append(Annotated(reading(paper), tuple(_items(gold[paper.id])), gold[paper.id]))
    return papers


def as_before_reading(lexicon: Lexicon, papers: list[Annotated]) -> Lexicon:
    """The lexicon without every other entry that annotators expect in one paper only.

    It has grown while these papers were read, so it knows more of their names than of other papers'; models that are
    trained on it whole would take a name that it lacks for nothing.
    """
    named = Counter(entry for paper in papers for entry in {*_expected(lexicon, paper)})
    once = sorted((entry for entry in named if named[entry] == 1), key=lambda entry: (entry.type, entry.name))
    withheld = set(once[::2])
    return Lexicon(entry for entry in lexicon.entries if entry not in withheld)


def _expected(lexicon: Lexicon, paper: Annotated):
    """The entries of what is required of a paper, its own inventions and models left out."""
    for item in paper.items:
        if not item.optional and item.relation not in ("introduces", "uses_model"):
            yield from [entry for label in item.labels if (entry := lexicon.find(label, item.type))][:1]


def _items(gold: dict):
    for relation, default in RELATIONS.items():
        for entity in gold.get(relation) or []:
            labels = tuple(dict.fromkeys([entity["name"], *(entity.get("aliases") or [])]))
            yield Item(relation, entity.get("type") or default, entity["name"], labels, bool(entity.get("optional")))


def occurrences(text: Reading, label: str):
    """Half-open word spans at which a label stands, spelling folded."""
    target = [folded for start, end in words(label) if (folded := fold_word(label[start:end]))]
    if not target:
        return
    places = [at for at, folded in enumerate(text.folds) if folded]
    folds = [text.folds[at] for at in places]
    joined = "".join(target)
    for at in range(len(folds)):
        if joined.startswith(folds[at]):
            built, last = folds[at], at
            while len(built) < len(joined) and last + 1 < len(folds) and joined.startswith(built):
                last += 1
                built += folds[last]
            if built == joined and places[last] - places[at] < 2 * len(target) + 4:
                yield places[at], places[last] + 1


def bio(annotated: Annotated, required_only: bool) -> list[str]:
    """One BIO label a word: types for all items, relations for the required ones."""
    text = annotated.text
    spans = []
    for item in annotated.items:
        if required_only and item.optional:
            continue
        kind = item.relation if required_only else "Model" if item.type == "ModelFamily" else item.type
        for label in item.labels:
            if len(label.split()) <= 7 and "(" not in label:
                spans += [(item.optional, first - last, first, last, kind) for first, last in occurrences(text, label)]
    labels = ["O"] * len(text.words)
    for _, _, first, last, kind in sorted(spans):
        if all(label == "O" for label in labels[first:last]):
            labels[first:last] = [f"B-{kind}"] + [f"I-{kind}"] * (last - first - 1)
    return labels
