"""Parts of a graph: around a thing, of some types, relations and years, sure enough, said by enough papers."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kg.errors import GraphError, QueryError
from kg.finding import the_named
from kg.model import Edge, Node
from kg.rdf_reading import nodes_and_edges
from kg.schema import NODE_TYPES, RELATIONS
from kg.store import KnowledgeGraph

Years = tuple[int | None, int | None]  # the first and the last, None for no end
Triple = tuple[str, str, str]  # subject, relation, object
Part = tuple[list[Node], list[Edge]]


@dataclass(frozen=True, slots=True)
class Slice:
    """What of a graph is wanted; each part narrows what is left by the others.

    `around` are names or ids of nodes, and what is up to `hops` edges away from any of them, whatever their direction.
    `query` is a CONSTRUCT query whose triples name edges. Raises GraphError for a type or relation that there is not.
    """

    around: tuple[str, ...] = ()
    hops: int = 1
    types: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    years: Years | None = None
    min_confidence: float = 0.0
    min_support: int = 0
    query: str = ""

    def __post_init__(self) -> None:
        for kind, given, known in (("node type", self.types, NODE_TYPES), ("relation", self.relations, RELATIONS)):
            for name in given:
                if name not in known:
                    raise GraphError(f"no {kind} {name!r}; there are {', '.join(known)}")


def years(text: str) -> Years:
    """The years that a text such as 2024..2026 names; ValueError where it is none.

    >>> years("2024..2026"), years("2024.."), years("..2025"), years("2025")
    ((2024, 2026), (2024, None), (None, 2025), (2025, 2025))
    """
    found = re.fullmatch(r"(?P<first>\d{4})?(?P<to>\.\.)?(?P<last>\d{4})?", text.strip())
    first, last = (int(found[end]) if found and found[end] else None for end in ("first", "last"))
    if found is None or (first is None and last is None) or (last is not None and found["to"] is None):
        raise ValueError(f"{text!r} is no year and no span of years such as 2024..2026, 2024.. or ..2025")
    if found["to"] is None:
        return first, first
    if first is not None and last is not None and first > last:
        raise ValueError(f"{text!r} ends before it begins")
    return first, last


def part_of(graph: KnowledgeGraph, wanted: Slice, timeout_s: float | None = None) -> Part:
    """The nodes and edges of a graph that are wanted, in its order.

    Raises GraphError where nothing is, or where a name of `around` is nobody's or of several; QueryError for a query
    that is malformed, constructs no edges, or ran out of time.
    """
    if wanted == Slice():
        return list(graph.nodes()), list(graph.edges())
    centres = [the_named(graph, name).id for name in wanted.around]
    triples = _constructed(graph, wanted.query, timeout_s) if wanted.query else None
    nodes, edges = sliced(graph.nodes(), graph.edges(), wanted, centres, triples)
    if not nodes:
        raise GraphError(f"{graph.path}: nothing is left of the graph with {described(wanted)}")
    return nodes, edges


def sliced(
    nodes: Iterable[Node], edges: Iterable[Edge], wanted: Slice, centres: Collection[str] = (),
    triples: Collection[Triple] | None = None,
) -> Part:
    """The wanted nodes and edges, in their order; `centres` are ids for `around`, `triples` what `query` constructs.

    Nodes are gone through twice, edges once; only those that may be wanted are kept in memory.
    Papers of other years go with all that they say, and edges that are less sure. What then no paper speaks of goes,
    too; an edge of the lexicon stays where papers still speak of both of its ends. Support counts the papers that are
    left. A node without an edge stays where it is a centre, or where its type is asked for and nothing picks edges.
    """
    held, edges = _said(nodes, edges, wanted, frozenset(centres), triples)
    if wanted.min_support > 0:
        support = _support(edges)
        edges = [edge for edge in edges if support[_triple(edge)] >= wanted.min_support]
    if centres:
        near = _reached(edges, held.intersection(centres), wanted.hops)
        edges = [edge for edge in edges if edge.subject in near and edge.object in near]
    joined = {end for edge in edges for end in (edge.subject, edge.object)}.union(held.intersection(centres))
    picked = centres or wanted.relations or wanted.min_support > 0 or triples is not None
    kept = held if wanted.types and not picked else joined
    return [node for node in nodes if node.id in kept], edges


def described(wanted: Slice) -> str:
    """What is wanted, in words.

    >>> described(Slice(types=("Method",), years=(2024, None)))
    'type Method, year 2024..'
    """
    first, last = wanted.years or (None, None)
    span = str(first) if first == last else f"{first or ''}..{last or ''}"
    parts = (
        ("around", " and ".join(wanted.around) and f"{' and '.join(wanted.around)} within {wanted.hops} hops"),
        ("type", " or ".join(wanted.types)), ("relation", " or ".join(wanted.relations)),
        ("year", span if wanted.years else ""), ("confidence", wanted.min_confidence and f"{wanted.min_confidence:g}"),
        ("support", str(wanted.min_support or "")), ("the triples of", "the query" if wanted.query else ""))
    return ", ".join(f"{name} {value}" for name, value in parts if value)


def _said(
    nodes: Iterable[Node], edges: Iterable[Edge], wanted: Slice, centres: frozenset[str],
    triples: Collection[Triple] | None,
) -> tuple[set[str], list[Edge]]:
    """The ids of nodes that may stay, and the edges between them: said surely enough, by papers of the wanted years."""
    held, inside, out = _sorted_out(nodes, wanted, centres)
    spoken_of = inside
    found = []
    for edge in edges:
        if edge.score < wanted.min_confidence or not out.isdisjoint((edge.paper, edge.subject, edge.object)):
            continue
        if edge.paper:
            spoken_of.update((edge.subject, edge.object))
        picked = triples is None or _triple(edge) in triples
        if picked and (not wanted.relations or edge.relation in wanted.relations):
            found.append(edge)
    if wanted.years is not None or wanted.min_confidence > 0:
        held &= spoken_of
    return held, [edge for edge in found if edge.subject in held and edge.object in held]


def _sorted_out(nodes: Iterable[Node], wanted: Slice, centres: frozenset[str]) -> tuple[set[str], set[str], set[str]]:
    """The ids of nodes of the wanted types, of papers of the wanted years, and of those of other years."""
    held: set[str] = set()
    inside: set[str] = set()
    out: set[str] = set()
    for node in nodes:
        if not wanted.types or node.type in wanted.types or node.id in centres:
            held.add(node.id)
        if node.type == "Paper":
            (inside if _within(node.attributes.get("year"), wanted.years) else out).add(node.id)
    return held, inside, out


def _within(year: object, span: Years | None) -> bool:
    if span is None:
        return True
    first, last = span
    return isinstance(year, int) and (first is None or first <= year) and (last is None or year <= last)


def _triple(edge: Edge) -> Triple:
    return edge.subject, edge.relation, edge.object


def _support(edges: Iterable[Edge]) -> Counter[Triple]:
    """How many papers say each (subject, relation, object)."""
    return Counter(triple for triple, paper in {(_triple(edge), edge.paper) for edge in edges} if paper)


def _reached(edges: Iterable[Edge], centres: Iterable[str], hops: int) -> set[str]:
    """The ids that are up to so many edges away from any of the centres."""
    beside = defaultdict(set)
    for edge in edges:
        beside[edge.subject].add(edge.object)
        beside[edge.object].add(edge.subject)
    reached = set(centres)
    newest = reached
    for _ in range(hops):
        newest = {other for one in newest for other in beside[one]} - reached
        if not newest:
            break
        reached |= newest
    return reached


def _constructed(graph: KnowledgeGraph, query: str, timeout_s: float | None) -> set[Triple]:
    """The edges that the triples of a CONSTRUCT name, as triples or as statements."""
    answer = graph.sparql(query, timeout_s)
    if answer.kind != "construct":
        raise QueryError(f"a slice takes a CONSTRUCT query, whose triples name edges; this is {answer.kind.upper()}")
    triples = {_triple(edge) for edge in nodes_and_edges(answer.triples)[1]}
    if not triples:
        raise QueryError("the query constructs no edge of the graph: "
                         "its triples must be of a relation, such as ?paper kg:uses ?method")
    return triples
