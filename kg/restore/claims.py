"""What formats of property graphs share: a node from its row, and the edges that one claim stands for."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kg.errors import InputError
from kg.model import Attribute, Edge, Node
from kg.rdf import edge_key
from kg.schema import ATTRIBUTES, RELATIONS


def node_of(id: str, label: str, row: Mapping[str, Any], name: str) -> Node:
    """A node from the columns of its row, which have `kg_` before them where a name is some program's own.

    Values may be texts, also of numbers, truth values and lists. InputError for what no node of ours has.
    """
    node_type = str(row.get("type", ""))
    if node_type not in ATTRIBUTES:
        raise InputError(name, f"{id!r} has no type of ours, but {node_type!r}")
    attributes = {}
    for attribute, kind in ATTRIBUTES[node_type].items():
        value = row.get(f"kg_{attribute}", row.get(attribute))
        if value is not None:
            attributes[attribute] = _value(value, kind, f"{name}: {id}: {attribute}")
    return Node(id, node_type, label, texts(row.get("aliases", ())), attributes)


def _value(value: Any, kind: type, where: str) -> Attribute:
    if kind is tuple:
        return texts(value)
    if kind is bool:
        return value if isinstance(value, bool) else str(value) == "true"
    try:
        found: Attribute = kind(value)
    except (TypeError, ValueError) as error:
        raise InputError(where, f"{value!r} is no {kind.__name__}") from error
    return found


def texts(value: Any) -> tuple[str, ...]:
    """Several texts from a list, or from the JSON text of one.

    >>> texts('["a", "b"]'), texts(["c"]), texts(())
    (('a', 'b'), ('c',), ())
    """
    if isinstance(value, str):
        try:
            value = json.loads(value, strict=False)
        except ValueError:
            value = [value]
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


def edges_of(subject: str, object: str, row: Mapping[str, Any], name: str) -> Iterator[Edge]:
    """The edges, one a paper, that a claim stands for; InputError for a relation that is not ours."""
    relation = str(row.get("relation", ""))
    if relation not in RELATIONS:
        raise InputError(name, f"an edge from {subject!r} to {object!r} has no relation of ours, but {relation!r}")
    score = float(row.get("confidence") or 0)
    evidence = str(row.get("evidence") or "")
    for paper in texts(row.get("papers", ())) or ("",):
        yield Edge(subject, relation, object, paper, evidence, score=score)
        evidence = ""


def in_order(nodes: Iterable[Node], edges: Sequence[Edge]) -> tuple[list[Node], list[Edge]]:
    """Both sorted as graphs have them."""
    return sorted(nodes, key=lambda node: node.id), sorted(edges, key=edge_key)
