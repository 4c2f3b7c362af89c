"""A graph with less of its papers' own words, for whoever may not pass those on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar, overload

from kg.model import Edge, Node

T = TypeVar("T")


class Changed(Sequence[T]):
    """Items as a function changes them, anew whenever they are gone through, so that none is kept in memory."""

    def __init__(self, items: Sequence[T], change: Callable[[T], T]) -> None:
        self._items, self._change = items, change

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return map(self._change, self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return list(map(self._change, self._items[index]))
        return self._change(self._items[index])


def without_abstracts(nodes: Sequence[Node]) -> Sequence[Node]:
    """The nodes, papers among them without their abstracts."""
    return Changed(nodes, _without_abstract)


def with_short_quotes(edges: Sequence[Edge], characters: int) -> Sequence[Edge]:
    """The edges with quotes of at most so many characters, longer ones as `shortened` has them."""
    return Changed(edges, lambda edge: shortened(edge, characters))


def _without_abstract(node: Node) -> Node:
    if "abstract" not in node.attributes:
        return node
    return replace(node, attributes={name: value for name, value in node.attributes.items() if name != "abstract"})


def shortened(edge: Edge, characters: int) -> Edge:
    """The edge with those words of its quote, at most so many characters, that name the object and stand around it.

    `start` and `end` are then the place of these words. Where there is no room for the name, or the quote does not
    name it, no quote is left, but its place.

    >>> short = shortened(Edge("paper/1", "uses", "method/a", "", "Here we use A for it.", 10, 31, 22, 23), 12)
    >>> short.evidence, short.start, short.end
    ('use A for', 18, 27)
    """
    quote = edge.evidence
    if len(quote) <= characters:
        return edge
    first, last = edge.mention_start - edge.start, edge.mention_end - edge.start
    if not 0 <= first < last <= len(quote) or last - first > characters:
        return replace(edge, evidence="")
    start = min(max(0, (first + last - characters) // 2), len(quote) - characters)
    end = start + characters
    start, end = _next_word(quote, start, first), _last_word(quote, last, end)
    return replace(edge, evidence=quote[start:end], start=edge.start + start, end=edge.start + end)


def _next_word(text: str, start: int, before: int) -> int:
    """Where the first whole word from `start` on begins, `before` at the latest."""
    while start < before and (text[start].isspace() or (start and not text[start - 1].isspace())):
        start += 1
    return start


def _last_word(text: str, behind: int, end: int) -> int:
    """Where the last whole word up to `end` ends, `behind` at the earliest."""
    while end > behind and (text[end - 1].isspace() or (end < len(text) and not text[end].isspace())):
        end -= 1
    return end
