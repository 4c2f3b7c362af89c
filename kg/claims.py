"""Nodes and edges as rows that sort as they are, and as the lines of a file that is read again and again."""

import json
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from itertools import islice
from operator import itemgetter
from typing import Any, BinaryIO, TypeVar, overload

from kg.model import Edge, Node
from kg.rdf import clean_edge, clean_node, edge_key

T = TypeVar("T")

Row = tuple[Any, ...]
EDGE_FIELDS = tuple(field.name for field in fields(Edge))
_NODE_LENGTH = 5
_READ_BYTES = 1 << 18
# from the order in which edges are sorted to the order of their fields
_as_fields = itemgetter(0, 1, 2, 3, 8, 4, 5, 6, 7, 10, 9)


def row(item: Node | Edge) -> Row:
    """A node or an edge, as RDF can hold it: five values, or eleven in the order of `rdf.edge_key`."""
    if isinstance(item, Edge):
        return edge_key(clean_edge(item))
    node = clean_node(item)
    return node.id, node.type, node.label, node.aliases, sorted(node.attributes.items())


def is_node(row: Row) -> bool:
    """Whether a row is a node's; else it is an edge's."""
    return len(row) == _NODE_LENGTH


def line(row: Row) -> str:
    """The line of a row: a JSON list."""
    values = (*row[:4], dict(row[4])) if is_node(row) else _as_fields(row)
    return json.dumps(values, ensure_ascii=False)


def node_of(text: str) -> Node:
    """The node of a line."""
    id, node_type, label, aliases, attributes = json.loads(text)
    lists = {name: tuple(value) for name, value in attributes.items() if isinstance(value, list)}
    return Node(id, node_type, label, tuple(aliases), attributes | lists)


def edge_of(text: str) -> Edge:
    """The edge of a line."""
    return Edge(*json.loads(text))


class Lines:
    """The lines of an open file, which may be gone through several times, also at once; it is closed when this goes."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._lock = file, threading.Lock()
        weakref.finalize(self, file.close)

    def __iter__(self) -> Iterator[str]:
        at, rest = 0, b""
        while chunk := self._chunk(at):
            at += len(chunk)
            *whole, rest = (rest + chunk).split(b"\n")
            for text in whole:
                yield text.decode()
        if rest:
            yield rest.decode()

    def _chunk(self, at: int) -> bytes:
        with self._lock:
            self._file.seek(at)
            return self._file.read(_READ_BYTES)


class Claims(Sequence[T]):
    """The nodes, or the edges, of a graph on disk in their order: read anew whenever they are gone through.

    Only one is in memory at a time, so keep `list(...)` of them where memory is no matter and they are wanted often.
    What cannot be read raises what `damaged` makes of the reason.
    """

    def __init__(
        self, lines: Lines, first: int, count: int, read: Callable[[str], T], damaged: Callable[[str], Exception]
    ) -> None:
        self._lines, self._first, self._count, self._read, self._damaged = lines, first, count, read, damaged

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        seen = 0
        try:
            for text in islice(self._lines, self._first, self._first + self._count):
                seen += 1
                yield self._read(text)
        except (OSError, ValueError, TypeError) as error:
            raise self._damaged(str(error)) from error
        if seen < self._count:
            raise self._damaged(f"{self._count - seen} lines are missing")

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return list(self)[index]
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return next(islice(self, index % self._count, None))


def nodes_in(lines: Lines, count: int, damaged: Callable[[str], Exception]) -> Claims[Node]:
    """The nodes that the first lines are."""
    return Claims(lines, 0, count, node_of, damaged)


def edges_in(lines: Lines, first: int, count: int, damaged: Callable[[str], Exception]) -> Claims[Edge]:
    """The edges that the lines after the first so many are."""
    return Claims(lines, first, count, edge_of, damaged)
