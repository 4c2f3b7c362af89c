"""A graph as property-graph formats have it: one claim a (subject, relation, object), checked and counted beforehand.

Nodes and edges may be more than memory holds: each is gone through twice, and only the ids of nodes and the ends of
claims are kept.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from exports.columns import Claim, Column, clean_id, columns_of, node_row, one_claim, widen
from kg.errors import ExportError
from kg.model import Edge, Node

T = TypeVar("T")
_node_key = attrgetter("id")
_claim_key = attrgetter("subject", "relation", "object")
_edge_key = attrgetter("subject", "relation", "object", "paper", "start", "end", "evidence")


@dataclass(frozen=True)
class PropertyGraph:
    """`nodes` by id and `edges` by claim, to be gone through again; how many nodes there are, and their columns.

    `ends` holds for each claim, one after another, the number of its subject and of its object among the nodes.
    """

    nodes: Iterable[Node]
    edges: Iterable[Edge]
    columns: tuple[Column, ...]
    node_count: int
    ends: "array[int]"

    @property
    def claim_count(self) -> int:
        return len(self.ends) // 2

    def claims(self) -> Iterator[Claim]:
        """The claims, by subject, relation and object."""
        key, said = None, []
        for edge in self.edges:
            current = _claim_key(edge)
            if current == key:
                said.append(edge)
                continue
            if key is not None:
                yield one_claim(key, said)
            key, said = current, [edge]
        if key is not None:
            yield one_claim(key, said)


def property_graph(nodes: Iterable[Node], edges: Iterable[Edge]) -> PropertyGraph:
    """Goes once through nodes and edges; they are sorted in memory only where they come in another order.

    Raises ExportError for two nodes of one id and for an edge without a node.
    """
    nodes, (numbers, columns) = _in_order(nodes, _node_key, _numbered)
    edges, ends = _in_order(edges, _edge_key, lambda ordered: _ends(ordered, numbers))
    return PropertyGraph(nodes, edges, columns, len(numbers), ends)


class _OutOfOrder(Exception):
    """What is gone through is not sorted."""


R = TypeVar("R")


def _in_order(
    items: Iterable[T], key: Callable[[T], object], look: Callable[[Iterator[T]], R]
) -> tuple[Iterable[T], R]:
    """The items in the order of `key`, and what a look through them gave."""
    if iter(items) is items:  # can be gone through only once
        items = list(items)
    try:
        return items, look(_checked(items, key))
    except _OutOfOrder:
        ordered = sorted(items, key=key)  # type: ignore[arg-type]  # the keys are texts and numbers
        return ordered, look(iter(ordered))


def _checked(items: Iterable[T], key: Callable[[T], object]) -> Iterator[T]:
    previous = None
    for item in items:
        current = key(item)
        if previous is not None and current < previous:  # type: ignore[operator]
            raise _OutOfOrder
        previous = current
        yield item


def _numbered(nodes: Iterator[Node]) -> tuple[dict[str, int], tuple[Column, ...]]:
    """The number of each clean id, and the columns over all nodes."""
    numbers: dict[str, int] = {}
    kinds: dict[str, set[str]] = {}
    for number, node in enumerate(nodes):
        if numbers.setdefault(clean_id(node.id), number) != number:
            raise ExportError(f"two nodes have the id {clean_id(node.id)!r}: build the graph again")
        widen(kinds, node_row(node))
    return numbers, columns_of(kinds)


def _ends(edges: Iterator[Edge], numbers: dict[str, int]) -> "array[int]":
    """The numbers of both ends of each claim."""
    ends = array("i")
    for (subject, relation, target), _ in groupby(edges, _claim_key):
        for end in (subject, target):
            number = numbers.get(end)
            if number is None and (number := numbers.get(clean_id(end))) is None:
                raise ExportError(f"the edge {subject} {relation} {target} has no node {end!r}: build the graph again")
            ends.append(number)
    return ends
