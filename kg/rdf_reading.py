"""RDF back to nodes and edges: what `kg.rdf` writes, from a store or from the triples of a file."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import unquote

from pyoxigraph import NamedNode, Quad, Store

from kg import vocabulary as terms
from kg.errors import GraphError
from kg.model import Attribute, Edge, Node
from kg.rdf import DEFAULT_GRAPH, edge_key
from kg.schema import ATTRIBUTES

Said = dict[str, list[str]]  # of a subject: predicates and their values


def nodes_and_edges(source: Store | Iterable[Any]) -> tuple[list[Node], list[Edge]]:
    """The nodes and edges that quads or triples of ours describe, each sorted; other triples are passed over.

    A relation without a statement becomes an edge without evidence. Raises GraphError for a statement that lacks an
    end or names an unknown relation.
    """
    nodes: list[Node] = []
    edges: list[Edge] = []
    plain: set[tuple[str, str, str]] = set()
    local = lru_cache(1 << 20)(local_id)
    for subject, description in _descriptions(source):
        types = description.get(terms.TYPE.value, ())
        if terms.STATEMENT.value in types:
            edges.append(_edge(subject, description, local))
            continue
        node_type = next((terms.TYPE_OF[name] for name in types if name in terms.TYPE_OF), None)
        if node_type is not None:
            nodes.append(_node(local(subject), node_type, description))
        for predicate in description.keys() & terms.RELATION_OF.keys():
            relation = terms.RELATION_OF[predicate]
            plain.update((local(subject), relation, local(value)) for value in description[predicate])
    plain.difference_update((edge.subject, edge.relation, edge.object) for edge in edges)
    edges.extend(Edge(*triple) for triple in plain)
    return sorted(nodes, key=lambda node: node.id), sorted(edges, key=edge_key)


def local_id(address: str) -> str:
    """The node id that an IRI of ours stands for, whatever its base; the other way round of `schema.iri`.

    >>> local_id("https://w3id.org/paperkg/id/method/q%2A")
    'method/q*'
    """
    kind, _, rest = address.rpartition("/")
    return f"{unquote(re.split('[/#]', kind)[-1])}/{unquote(rest)}"


def _descriptions(source: Store | Iterable[Any]) -> Iterator[tuple[str, Said]]:
    """Each subject with its predicates and values; a store gives a subject's quads together, a file may not."""
    if isinstance(source, Store):
        for subject, group in groupby(source.quads_for_pattern(None, None, None, DEFAULT_GRAPH), _subject):
            yield subject, _gathered(group)
        return
    subjects: defaultdict[str, Said] = defaultdict(dict)
    for triple in source:
        subjects[triple.subject.value].setdefault(triple.predicate.value, []).append(triple.object.value)
    yield from subjects.items()


def _subject(quad: Quad) -> str:
    return quad.subject.value  # type: ignore[union-attr]  # our quads have no other subjects


def _gathered(group: Iterable[Any]) -> Said:
    description: Said = {}
    for quad in group:
        description.setdefault(quad.predicate.value, []).append(quad.object.value)
    return description


def _one(description: Said, predicate: NamedNode, default: str = "") -> str:
    return min(description.get(predicate.value, (default,)))


def _node(local: str, node_type: str, description: Said) -> Node:
    attributes: dict[str, Attribute] = {}
    for name, kind in ATTRIBUTES[node_type].items():
        predicate = terms.term(terms.PROPERTIES.get(name, f"kg:{name}"))
        if kind is tuple:
            if values := _list(description, predicate, terms.IDENTIFIER_ORDER):
                attributes[name] = values
        elif predicate.value in description:
            text = _one(description, predicate)
            attributes[name] = text in ("true", "1") if kind is bool else kind(text)
    label = _one(description, terms.PREF_LABEL, _one(description, terms.LABEL, local.partition("/")[2]))
    return Node(local, node_type, label, _list(description, terms.ALT_LABEL, terms.ALIAS_ORDER), attributes)


def _list(description: Said, predicate: NamedNode, order: NamedNode) -> tuple[str, ...]:
    if order.value in description:
        return tuple(json.loads(_one(description, order)))
    return tuple(sorted(description.get(predicate.value, ())))


def _edge(subject: str, description: Said, local: Callable[[str], str]) -> Edge:
    ends = [_one(description, predicate) for predicate in (terms.SUBJECT, terms.PREDICATE, terms.OBJECT)]
    if not all(ends) or ends[1] not in terms.RELATION_OF:
        raise GraphError(f"<{subject}> is a statement without a subject, a relation of ours or an object")
    paper = _one(description, terms.PAPER)
    places = (terms.START, terms.END, terms.MENTION_START, terms.MENTION_END)
    start, end, mention_start, mention_end = (int(_one(description, predicate, "0")) for predicate in places)
    return Edge(local(ends[0]), terms.RELATION_OF[ends[1]], local(ends[2]), local(paper) if paper else "",
                _one(description, terms.QUOTE), start, end, mention_start, mention_end,
                float(_one(description, terms.CONFIDENCE, "1")), _one(description, terms.STEP))
