"""Precision, recall and F1 of what was extracted against annotation, and documents in the annotation's format."""

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.link import derived_title
from kg.model import Document, Entity, Result
from kg.text import plain

Annotation = Mapping[str, Any]

# annotation's key -> the relation of the graph, the type of an entity that has none of its own
RELATIONS = {
    "introduces": ("introduces", "Method"), "uses": ("uses", "Method"), "compares_with": ("comparesWith", "Method"),
    "evaluates_on": ("evaluatesOn", "Benchmark"), "trains_on": ("trainsOn", "Benchmark"),
    "uses_model": ("usesModel", "Model"), "tasks": ("addresses", "Task"), "metrics": ("measures", "Metric"),
}
TYPES = ("Method", "Benchmark", "Model", "Task", "Metric")
_EVIDENCE_WORDS = 25


def annotation(document: Document) -> dict[str, Any]:
    """What was found in a paper, in the format of the annotation, under the id that its source gave it.

    Entities of a key come in the order in which the document's relations name them, each once. A thing has the name
    that stands most often in the paper, as annotators read it there; what the lexicon calls it is among its aliases.
    """
    paper = document.paper
    said = _names_said(document)
    given = next((name.removeprefix("source:") for name in paper.identifiers if name.startswith("source:")), paper.id)
    found: dict[str, Any] = {"id": given}
    for key, (predicate, _) in RELATIONS.items():
        objects = dict.fromkeys(r.object for r in document.relations if r.predicate == predicate and r.subject is None)
        found[key] = [_entity(entity, said.get(entity, entity.name)) for entity in objects]
    found["results"] = [_result(document, result) for result in document.results]
    found["code"] = list(dict.fromkeys(r.object.name for r in document.relations if r.predicate == "hasCode"))
    if not paper.title:
        found["title_hint"] = derived_title(document)
    return found


def _names_said(document: Document) -> dict[Entity, str]:
    """The form in which each entity stands most often, the first of those that do; models keep their makers' names."""
    forms: dict[Entity, Counter[str]] = {}
    for link in document.links:
        if link.entity.type not in ("Model", "ModelFamily"):
            forms.setdefault(link.entity, Counter())[" ".join(plain(link.mention.text).text.split())] += 1
    return {entity: counts.most_common(1)[0][0] for entity, counts in forms.items()}


def _entity(entity: Entity, name: str) -> dict[str, Any]:
    aliases = sorted({entity.name, *entity.aliases} - {name})
    found: dict[str, Any] = {"type": "Model" if entity.type == "ModelFamily" else entity.type, "name": name,
                             "aliases": aliases}
    if entity.family or entity.type == "ModelFamily":
        found["family"] = entity.family or entity.name
    if entity.type == "Method":
        found["variant_of"] = list(entity.variant_of)
    return found


def _result(document: Document, result: Result) -> dict[str, Any]:
    found: dict[str, Any] = {"value": _number(result.value), "unit": result.unit, "kind": result.kind}
    if result.low is not None:
        found["low"] = _number(result.low)
    slots = ("metric", "benchmark", "model", "method", "baseline")
    return found | {slot: getattr(result, slot) for slot in slots} | {"evidence": _evidence(document, result)}


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _evidence(document: Document, result: Result) -> str:
    """The words around a number, at most 25 of its sentence, as they stand."""
    text = document.paper.text
    before = list(re.finditer(r"\S+", text[result.sentence_start:result.start]))
    after = list(re.finditer(r"\S+", text[result.start:result.sentence_end]))
    left = min(len(before), max(_EVIDENCE_WORDS // 2, _EVIDENCE_WORDS - len(after)))
    start = result.sentence_start + before[-left].start() if left else result.start
    last = after[:_EVIDENCE_WORDS - left]
    return text[start:result.start + last[-1].end() if last else result.end]


def load_annotations(path: str | Path) -> dict[str, Annotation]:
    """Annotations by id, from a file with one JSON object a line; InputError, with the line, where it is none."""
    expected = "one JSON object with an id a line is expected"
    try:
        lines = Path(path).read_text("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = (getattr(error, "strerror", None) or "not UTF-8 text").lower()
        raise InputError(str(path), f"cannot be read: {reason}: {expected}") from error
    found: dict[str, Annotation] = {}
    for number, line in enumerate(lines, start=1):
        try:
            found |= read_annotations([line])
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(str(path), f"is no annotation: {expected}", number) from error
    if not found:
        raise InputError(str(path), f"is empty: {expected}")
    return found


def read_annotations(lines: Iterable[str]) -> dict[str, Annotation]:
    """Annotations by id, from one JSON object a line."""
    return {paper["id"]: paper for paper in map(json.loads, filter(str.strip, lines))}


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of one row of the table and what follows from them."""

    hits: int
    misses: int
    false_alarms: int

    @property
    def precision(self) -> float:
        """The share of what was found that is right; 0 where nothing was found."""
        return _share(self.hits, self.false_alarms)

    @property
    def recall(self) -> float:
        """The share of what is right that was found; 0 where there is nothing."""
        return _share(self.hits, self.misses)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.hits / total if (total := 2 * self.hits + self.misses + self.false_alarms) else 0.0

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(self.hits + other.hits, self.misses + other.misses, self.false_alarms + other.false_alarms)


def _share(part: int, rest: int) -> float:
    return part / (part + rest) if part + rest else 0.0


def wilson(hits: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval of a share: its lower and upper bound, at 95 % unless `z` says otherwise.

    >>> low, high = wilson(90, 100)
    >>> round(low, 4), round(high, 4)
    (0.8256, 0.9448)
    """
    if not trials:
        return 0.0, 1.0
    share, square = hits / trials, z * z
    middle = share + square / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return max(0.0, (middle - spread) / (1 + square / trials)), min(1.0, (middle + spread) / (1 + square / trials))


@dataclass(frozen=True, slots=True)
class Item:
    """One annotated entity in one relation, its labels folded; `label` is its name as written."""

    relation: str
    type: str
    name: str
    labels: frozenset[str]
    optional: bool
    label: str = ""

    def same(self, other: "Item") -> bool:
        """Whether the name of one is among the labels of the other."""
        return self.name in other.labels or other.name in self.labels


def fold(label: str | None) -> str:
    """A label without case, markup, punctuation and plural.

    >>> fold("Mixture-of-Experts"), fold(r"\\\\textbf{P}ass")
    ('mixtureofexpert', 'pass')
    """
    text = re.sub(r"\\[a-zA-Z]+\s*", "", unicodedata.normalize("NFKC", label or ""))
    text = re.sub(r"[^0-9a-zα-ωΑ-Ω+]+", "", text.casefold())
    return text[:-1] if len(text) > 4 and text.endswith("s") and not text.endswith("ss") else text


def items(paper: Annotation) -> list[Item]:
    """The entities of an annotated paper, relation by relation."""
    return list(_items(paper))


def _items(paper: Annotation) -> Iterator[Item]:
    for relation, (_, default) in RELATIONS.items():
        for found in paper.get(relation) or []:
            entity = {"name": found} if isinstance(found, str) else found
            labels = frozenset(map(fold, [entity["name"], *(entity.get("aliases") or [])])) - {""}
            yield Item(relation, entity.get("type") or default, fold(entity["name"]), labels,
                       bool(entity.get("optional")), entity["name"])


def score(gold: Mapping[str, Annotation], predicted: Mapping[str, Annotation]) -> dict[str, Figures]:
    """The table of figures over all papers of the gold annotation, joined by id.

    An entity is right if its name is among the labels of a gold one of its type, an edge if also the relation agrees;
    optional ones count neither way. Rows: `entity`, `edge`, both by kind, `result.value`, `result.full` (every slot
    that the gold fills agrees), `code`.
    """
    table: dict[str, Figures] = {}
    for key, paper in gold.items():
        for row, figures in _rows(paper, predicted.get(key, {})):
            table[row] = table.get(row, Figures(0, 0, 0)) + figures
    return table


def differences(
    gold: Mapping[str, Annotation], predicted: Mapping[str, Annotation]
) -> Iterator[tuple[str, str, str, str]]:
    """Every wrong edge as (paper, relation, "missed" or "false alarm", name), in the order of the gold annotation."""
    for key, paper in gold.items():
        ours, theirs = items(paper), items(predicted.get(key, {}))
        for word, some, others in (("missed", ours, theirs), ("false alarm", theirs, ours)):
            for item in some:
                same = (other for other in others if other.relation == item.relation and other.same(item))
                if not item.optional and next(same, None) is None:
                    yield key, item.relation, word, item.label


def _rows(gold: Annotation, predicted: Annotation) -> Iterator[tuple[str, Figures]]:
    ours, theirs = items(gold), items(predicted)
    yield "entity", _matched(_distinct(ours), _distinct(theirs), lambda p, g: p.type == g.type)
    yield "edge", _matched(ours, theirs, lambda p, g: p.relation == g.relation)
    for relation in RELATIONS:
        yield f"edge.{relation}", _matched([g for g in ours if g.relation == relation],
                                           [p for p in theirs if p.relation == relation])
    for kind in TYPES:
        yield f"entity.{kind}", _matched(_distinct(g for g in ours if g.type == kind),
                                         _distinct(p for p in theirs if p.type == kind))
    yield from _result_rows(gold, predicted)
    urls, found = _addresses(gold), _addresses(predicted)
    yield "code", Figures(len(urls & found), len(urls - found), len(found - urls))


def _matched(gold: list[Item], predicted: list[Item], agree: Callable[[Item, Item], bool] | None = None) -> Figures:
    """Counts: each required gold item is hit once; what matches an optional or a hit one counts neither way."""
    hit: set[int] = set()
    false_alarms = 0
    for item in predicted:
        near = [place for place, other in enumerate(gold) if (not agree or agree(item, other)) and item.same(other)]
        fresh = [place for place in near if place not in hit and not gold[place].optional]
        if fresh:
            hit.add(fresh[0])
        elif not near and not item.optional:
            false_alarms += 1
    misses = sum(place not in hit and not item.optional for place, item in enumerate(gold))
    return Figures(len(hit), misses, false_alarms)


def _distinct(entities: Iterable[Item]) -> list[Item]:
    """One item an entity and type, required where any relation of it is."""
    kept: list[Item] = []
    for item in sorted(entities, key=lambda item: item.optional):
        if not any(other.type == item.type and other.same(item) for other in kept):
            kept.append(item)
    return kept


def _result_rows(gold: Annotation, predicted: Annotation) -> Iterator[tuple[str, Figures]]:
    ours = [result for result in gold.get("results") or [] if result.get("value") is not None]
    free = [result for result in predicted.get("results") or [] if result.get("value") is not None]
    required = [result for result in ours if not result.get("optional")]
    hits = full = 0
    for result in required:
        near = [other for other in free if abs(other["value"] - result["value"]) < 1e-9]
        if near:
            best = min(near, key=lambda other: not _agrees(result, other))
            hits, full = hits + 1, full + _agrees(result, best)
            free.remove(best)
    optional = {result["value"] for result in ours if result.get("optional")}
    wrong = sum(result["value"] not in optional for result in free)
    for row, good in (("result.value", hits), ("result.full", full)):
        yield row, Figures(good, len(required) - good, wrong + hits - good)


def _agrees(gold: Annotation, predicted: Annotation) -> bool:
    """Whether a result is right in full: the kind, and every slot that the gold fills."""
    for slot in ("metric", "benchmark", "model"):
        wanted, got = fold(gold.get(slot)), fold(predicted.get(slot))
        if gold.get(slot) and not (wanted and (wanted in got or (got and got in wanted))):
            return False
    return bool(gold.get("kind") == predicted.get("kind"))


def _addresses(paper: Annotation) -> set[str]:
    return {url.rstrip("/").removesuffix(".git").casefold() for url in paper.get("code") or []}
