"""Nodes and edges to RDF: with `kg.rdf_reading`, the way back, the only file that knows how RDF looks.

Every relation of the graph is a plain triple, so that a plain query is short; beside it stands one rdf:Statement for
each edge, with the paper, the quoted words and their place. Nothing is a blank node, and subjects come sorted, so the
same graph gives the same quads in the same order.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from heapq import merge
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, TypeVar

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad

from kg import vocabulary as terms
from kg.errors import GraphError
from kg.model import Attribute, Edge, Node
from kg.schema import ATTRIBUTES, BASE, iri

# What XML 1.0 cannot hold, and what UTF-8 cannot; one character for one, so that offsets stay true.
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
DEFAULT_GRAPH = DefaultGraph()
MAX_DIGITS = 400

T = TypeVar("T")
Pair = tuple[NamedNode, NamedNode | Literal]  # a predicate and its value
Description = tuple[NamedNode, list[Pair]]  # a subject and all that is said of it


def clean(text: str) -> str:
    """The text with each character that no XML or UTF-8 file can hold replaced by U+FFFD; its length stays.

    >>> clean("Q\\x00A")
    'Q\ufffdA'
    """
    return text if text.isprintable() else UNWRITABLE.sub("\ufffd", text)


def clean_node(node: Node) -> Node:
    """The node as RDF can hold it: each text cleaned."""
    values = [value for value in node.attributes.values() if isinstance(value, (str, tuple))]
    if not any(UNWRITABLE.search(text) for text in (node.id, node.label, *node.aliases, *map("".join, values))):
        return node
    attributes = {name: clean(value) if isinstance(value, str) else
                  tuple(map(clean, value)) if isinstance(value, tuple) else value
                  for name, value in node.attributes.items()}
    return Node(clean(node.id), node.type, clean(node.label), tuple(map(clean, node.aliases)), attributes)


def clean_edge(edge: Edge) -> Edge:
    """The edge as RDF can hold it: each text cleaned."""
    if not UNWRITABLE.search("".join((edge.subject, edge.object, edge.paper, edge.evidence, edge.by))):
        return edge
    return replace(edge, subject=clean(edge.subject), object=clean(edge.object), paper=clean(edge.paper),
                   evidence=clean(edge.evidence), by=clean(edge.by))


def quads(nodes: Iterable[Node], edges: Iterable[Edge], base: str = BASE, evidence: bool = True) -> Iterator[Quad]:
    """The graph as quads of the default graph, one for each pair of `descriptions`."""
    return quads_of(descriptions(nodes, edges, base, evidence))


def descriptions(
    nodes: Iterable[Node], edges: Iterable[Edge], base: str = BASE, evidence: bool = True
) -> Iterator[Description]:
    """The subjects of the graph, each with all its predicates and values: nodes by id, statements as edges are sorted.

    Without `evidence` the statements are left out. An edge whose ends are not among the nodes is written all the same.
    What is in order already, and can be gone through again, is not kept in memory.
    Raises GraphError for a base that is no absolute IRI.
    """
    check_base(base)
    nodes, edges = in_order(nodes, _id), in_order(edges, edge_key)
    yield from _things(nodes, edges, base)
    if evidence:
        yield from _statements(edges, base)


def thing_quads(nodes: Iterable[Node], edges: Iterable[Edge], base: str = BASE) -> Iterator[Quad]:
    """The quads of nodes in the order of their ids, and of the relations that edges in the order of `edge_key` state.

    Neither is kept in memory. Of several nodes of one id the last one counts.
    """
    return quads_of(_things(nodes, edges, base))


def statement_quads(edges: Iterable[Edge], base: str = BASE) -> Iterator[Quad]:
    """The quads of the statements that say where each edge comes from, in the order of the edges."""
    return quads_of(_statements(edges, base))


def _things(nodes: Iterable[Node], edges: Iterable[Edge], base: str) -> Iterator[Description]:
    node_of = _names(base)
    both = merge(((node.id, node) for node in nodes), ((edge.subject, edge) for edge in edges), key=itemgetter(0))
    for local, group in groupby(both, key=itemgetter(0)):
        same = [item for _, item in group]
        described = [item for item in same if isinstance(item, Node)]
        relations = [(item.relation, item.object) for item in same if isinstance(item, Edge)]
        pairs = [pair for node in described[-1:] for pair in _node_triples(node)]
        yield node_of(local), [*pairs, *_relation_triples(relations, node_of)]


def _statements(edges: Iterable[Edge], base: str) -> Iterator[Description]:
    node_of = _names(base)
    for edge in edges:
        yield NamedNode(f"{base}statement/{digest(edge)}"), _statement_triples(edge, node_of)


def _names(base: str) -> Callable[[str], NamedNode]:
    # What stands in many edges is made once; the rest must not stay.
    return lru_cache(1 << 16)(lambda local: NamedNode(iri(clean(local), base)))


def in_order(items: Iterable[T], key: Callable[[T], Any]) -> Iterable[T]:
    """The items in the order of a key: themselves where they are in order and can be gone through again, else a list.

    >>> in_order([2, 1, 3], lambda number: number)
    [1, 2, 3]
    """
    if iter(items) is not items and all(a <= b for a, b in pairwise(map(key, items))):
        return items
    return sorted(items, key=key)


def _id(node: Node) -> str:
    return node.id


def edge_key(edge: Edge) -> tuple[str | int | float, ...]:
    """What edges are sorted by: the claim, the paper, the place, then the rest."""
    return (edge.subject, edge.relation, edge.object, edge.paper, edge.start, edge.end,
            edge.mention_start, edge.mention_end, edge.evidence, edge.by, edge.score)


def digest(edge: Edge) -> str:
    """The name of an edge: 20 hexadecimal digits that depend on what it says, its paper and place, not on its score."""
    parts = (edge.subject, edge.relation, edge.object, edge.paper,
             edge.start, edge.end, edge.mention_start, edge.mention_end, edge.by)
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=10).hexdigest()


def check_base(base: str) -> None:
    """Raises GraphError for what makes no IRIs when it stands before the names of things."""
    try:
        NamedNode(f"{base}x/y")
    except ValueError as error:
        raise GraphError(f"{base!r} cannot stand before the names of things: {error}") from error
    if not base.endswith(("/", "#")):
        raise GraphError(f"{base!r} cannot stand before the names of things: end it with / or #")


def quads_of(described: Iterable[Description]) -> Iterator[Quad]:
    """A quad of the default graph for each pair."""
    for subject, pairs in described:
        yield from [Quad(subject, predicate, value, DEFAULT_GRAPH) for predicate, value in pairs]


def _node_triples(node: Node) -> Iterator[Pair]:
    """Predicates and values of a node, without its relations."""
    label = Literal(clean(node.label))
    for name in (f"kg:{node.type}", *terms.OTHER_CLASSES[node.type], *_paper_class(node)):
        yield terms.TYPE, terms.term(name)
    yield terms.PREF_LABEL, label
    yield terms.LABEL, label
    if node.type == "Paper":
        yield terms.TITLE, label
    # SKOS forbids an alias that is the label; the order tells of it
    yield from _several(terms.ALT_LABEL, terms.ALIAS_ORDER, node.aliases, but=node.label)
    if unknown := sorted(node.attributes.keys() - ATTRIBUTES[node.type].keys()):
        raise ValueError(f"{node.id}: a {node.type} has no attribute {unknown[0]!r}")
    for name in ATTRIBUTES[node.type]:
        value = node.attributes.get(name)
        if value is not None:
            yield from _attribute_triples(name, value)


def _paper_class(node: Node) -> tuple[str, ...]:
    if node.type != "Paper":
        return ()
    return ("fabio:ConferencePaper",) if node.attributes.get("venue") else ("fabio:Preprint",)


def _attribute_triples(name: str, value: Attribute) -> Iterator[Pair]:
    predicate = terms.term(terms.PROPERTIES.get(name, f"kg:{name}"))
    if isinstance(value, tuple):
        yield from _several(predicate, terms.IDENTIFIER_ORDER, value)
    elif isinstance(value, bool):
        yield predicate, Literal("true" if value else "false", datatype=terms.BOOLEAN)
    elif isinstance(value, int):
        yield predicate, _integer(value)
    else:
        yield predicate, Literal(clean(value))
    if name == "year" and isinstance(value, int) and 1000 <= value <= 9999:
        yield terms.ISSUED, Literal(str(value), datatype=terms.YEAR)
    if name in terms.NUMBERS and (number := plain_decimal(str(value))) is not None:
        yield terms.term(terms.NUMBERS[name]), Literal(number, datatype=terms.DECIMAL)


def _several(predicate: NamedNode, order: NamedNode, values: Sequence[str],
             but: str | None = None) -> Iterator[Pair]:
    """Several texts, and their order as a JSON list where sorting the texts would not give it back."""
    written = sorted({clean(value) for value in values if value != but})
    for value in written:
        yield predicate, Literal(value)
    cleaned = [clean(value) for value in values]
    if cleaned != written:
        yield order, Literal(json.dumps(cleaned, ensure_ascii=False))


def plain_decimal(text: str) -> str | None:
    """The number that a text stands for, as xsd:decimal writes it, or None where it is no finite number.

    >>> plain_decimal("29.40"), plain_decimal("1e5"), plain_decimal("many")
    ('29.40', '100000', None)
    """
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number.adjusted()) > MAX_DIGITS or len(number.as_tuple().digits) > MAX_DIGITS:
        return None
    return format(number, "f")


@lru_cache(1 << 14)
def _integer(value: int) -> Literal:
    return Literal(str(value), datatype=terms.INTEGER)


@lru_cache(1 << 14)
def _confidence(score: float) -> Literal:
    """A score as xsd:decimal; as xsd:double where more than the 18 decimal places that engines keep would be needed."""
    text = plain_decimal(repr(float(score)))
    if text is None or len(text.partition(".")[2]) > 18:
        return Literal(repr(float(score)), datatype=terms.DOUBLE)
    return Literal(text, datatype=terms.DECIMAL)


def _relation_triples(relations: list[tuple[str, str]], node_of: Callable[[str], NamedNode]) -> Iterator[Pair]:
    for relation, target in dict.fromkeys(relations):
        yield terms.RELATION_TERMS[relation], node_of(target)
        if relation in terms.ALSO:
            yield terms.term(terms.ALSO[relation]), node_of(target)


def _statement_triples(edge: Edge, node_of: Callable[[str], NamedNode]) -> list[Pair]:
    pairs: list[Pair] = [(terms.TYPE, terms.STATEMENT), (terms.SUBJECT, node_of(edge.subject)),
                         (terms.PREDICATE, terms.RELATION_TERMS[edge.relation]), (terms.OBJECT, node_of(edge.object))]
    if edge.paper:
        pairs.append((terms.PAPER, node_of(edge.paper)))
    if edge.evidence:
        pairs.append((terms.QUOTE, _often(edge.evidence)))
    if (edge.start, edge.end) != (0, 0):
        pairs += (terms.START, _integer(edge.start)), (terms.END, _integer(edge.end))
    if (edge.mention_start, edge.mention_end) != (0, 0):
        pairs += (terms.MENTION_START, _integer(edge.mention_start)), (terms.MENTION_END, _integer(edge.mention_end))
    pairs.append((terms.CONFIDENCE, _confidence(edge.score)))
    if edge.by:
        pairs.append((terms.STEP, _often(edge.by)))
    return pairs


@lru_cache(1 << 10)
def _often(text: str) -> Literal:
    """A text that stands in several statements one after another."""
    return Literal(clean(text))
