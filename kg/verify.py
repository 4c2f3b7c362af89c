"""Whether a graph keeps what it promises: ends exist, quotes and numbers stand where it says, shapes hold."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from pyoxigraph import NamedNode

from kg.link.apart import Apart, kept_apart, parting
from kg.model import Edge, Node, Paper
from kg.rdf import UNWRITABLE
from kg.review import apart_in
from kg.schema import ATTRIBUTES, RELATIONS, RESULT_KINDS, iri
from kg.shacl import broken_shapes
from kg.store import KnowledgeGraph

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
_POWER = re.compile(r"(\d{1,4})\s?\^\s?\{?(-?\d{1,2})")
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}

Progress = Callable[[str, int, int | None], None]
Fault = tuple[str, str]  # the promise that is broken, and how


@dataclass(frozen=True, slots=True)
class Violation:
    """One promise that is broken: which, where (the id of a node, or what an edge says), and how."""

    rule: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.rule}: {self.what}"


@dataclass(frozen=True, slots=True)
class Known:
    """What edges are held against: the type of each node, the papers' texts as far as the graph has them, results."""

    types: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    results: dict[str, Node] = field(default_factory=dict)


def violations(
    graph: KnowledgeGraph, shapes: bool = True, workers: int | None = None, tell: Progress | None = None
) -> Iterator[Violation]:
    """Everything in a graph that must not be there: in nodes first, then in edges, then what SHACL finds.

    Names are held against the shipped pairs that are never one thing, and those of the graph's own curation. Quotes of
    papers whose abstract the graph does not have are passed over. GraphError with `shapes` where pyshacl is missing.
    """
    told = tell or (lambda step, done, total: None)
    nodes, edges, known, apart = graph.nodes(), graph.edges(), Known(), apart_in(graph)
    for done, node in enumerate(nodes, start=1):
        told("nodes", done, len(nodes))
        yield from (Violation(rule, node.id, what) for rule, what in node_faults(node, known, apart))
    before: Edge | None = None
    for done, edge in enumerate(edges, start=1):
        told("edges", done, len(edges))
        faults = edge_faults(edge, known) if edge != before else [("stands twice", "the same claim of the same place")]
        yield from (Violation(rule, _said(edge), what) for rule, what in faults)
        before = edge
    if shapes:
        told("shapes", 0, None)
        broken = broken_shapes(nodes, edges, known.types, workers)
        yield from (Violation("shape", where, what) for where, what in broken)


def node_faults(node: Node, known: Known, apart: Apart | None = None) -> Iterator[Fault]:
    """What is wrong with a node by itself; it is among the known ones afterwards."""
    if node.id in known.types:
        yield "stands twice", "another node has this id"
    known.types[node.id] = node.type
    if not node.label.strip():
        yield "label", "is empty"
    if node.id.partition("/")[0] != node.type.lower():
        yield "id", f"does not begin with {node.type.lower()}/"
    try:
        NamedNode(iri(node.id))
    except ValueError as error:
        yield "IRI", " ".join(str(error).split())
    if any(UNWRITABLE.search(text) for text in (node.id, node.label, *node.aliases)):
        yield "text", "has a character that no file format can hold"
    if pair := parting([node.label, *node.aliases], [node.label, *node.aliases], apart or kept_apart()):
        yield "merged", f"{pair.one} and {pair.other} are never one thing ({pair.why}; {pair.where})"
    yield from _attribute_faults(node)
    if node.type == "Paper" and "abstract" in node.attributes:
        title = "" if node.attributes.get("titleDerived") else node.label
        known.texts[node.id] = Paper(node.id, title, str(node.attributes["abstract"])).text
    if node.type == "Result":
        known.results[node.id] = node


def _attribute_faults(node: Node) -> Iterator[Fault]:
    wanted = ATTRIBUTES[node.type]
    for name, value in sorted(node.attributes.items()):
        if name not in wanted:
            yield "attribute", f"a {node.type} has no {name}"
        elif not isinstance(value, wanted[name]):
            yield "attribute", f"{name} is {value!r}, which is no {wanted[name].__name__}"
    if node.type == "Result":
        if node.attributes.get("kind") not in RESULT_KINDS:
            yield "attribute", f"kind is {node.attributes.get('kind')!r}"
        for name in ("value", "low"):
            if name in node.attributes and _number(str(node.attributes[name])) is None:
                yield "number", f"{name} is {node.attributes[name]!r}"


def edge_faults(edge: Edge, known: Known) -> Iterator[Fault]:
    """What is wrong with an edge: its ends, its types, its place in the paper, its score."""
    yield from _end_faults(edge, known)
    if not 0 <= edge.score <= 1:
        yield "confidence", f"is {edge.score}"
    text = known.texts.get(edge.paper)
    if text is None or not edge.evidence:
        return
    if text[edge.start:edge.end] != edge.evidence:
        yield "quote", f"{edge.evidence[:60]!r} does not stand at {edge.start}:{edge.end} of {edge.paper}"
    elif (edge.mention_start, edge.mention_end) != (0, 0) and not (
        edge.start <= edge.mention_start <= edge.mention_end <= edge.end
    ):
        yield "place", f"{edge.mention_start}:{edge.mention_end} is not inside the quote at {edge.start}:{edge.end}"
    elif edge.relation == "reports" and edge.object in known.results:
        yield from _number_faults(known.results[edge.object], text[edge.mention_start:edge.mention_end])


def _end_faults(edge: Edge, known: Known) -> Iterator[Fault]:
    ends = ("subject", edge.subject), ("object", edge.object)
    for (end, id), types in zip(ends, RELATIONS[edge.relation], strict=True):
        if id not in known.types:
            yield "dangling end", f"there is no {end} {id}"
        elif known.types[id] not in types:
            yield "type", f"a {known.types[id]} cannot be the {end} of {edge.relation}"
    if edge.paper and known.types.get(edge.paper) != "Paper":
        yield "dangling end", f"there is no paper {edge.paper}"


def _number_faults(result: Node, printed: str) -> Iterator[Fault]:
    """What is wrong where a number is said to be printed, also as "4.7 million" or "10^{3}"."""
    scale = next((power for word, power in _SCALES.items() if word in printed), 0)
    found = {number.scaleb(shift) for digits in _DIGITS.findall(printed)
             if (number := _number(digits.replace(",", ""))) is not None for shift in {0, scale}}
    found |= {Decimal(power[1]) ** int(power[2]) for power in _POWER.finditer(printed)}
    for name in ("value", "low"):
        if name in result.attributes and _number(str(result.attributes[name])) not in found:
            yield "number", f"{result.attributes[name]} is not what is printed there: {printed!r}"


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _said(edge: Edge) -> str:
    return f"{edge.subject} {edge.relation} {edge.object}" + (f" ({edge.paper})" if edge.paper else "")
