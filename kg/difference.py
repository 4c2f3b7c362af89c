"""What has changed from one file of claims to the next, and the quads that this takes from a store and adds to it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any

from pyoxigraph import Quad

from kg.claims import Lines, edge_of, node_of
from kg.rdf import statement_quads, thing_quads

Counts = tuple[int, int]  # nodes, edges
Group = tuple[str, list[str]]  # the beginning that lines share, and the lines

# A line begins with these many texts: the id of a node; subject, relation, object and paper of an edge.
_OF_NODE, _OF_EDGE, _OF_RELATION = 1, 4, 3


@dataclass
class Difference:
    """The lines that only the old graph has, and those that only the new one has, as nodes and as edges."""

    old_nodes: list[str] = field(default_factory=list)
    new_nodes: list[str] = field(default_factory=list)
    old_edges: list[str] = field(default_factory=list)
    new_edges: list[str] = field(default_factory=list)
    staying: set[str] = field(default_factory=set)  # beginnings of old lines whose relation the new graph states, too

    def __len__(self) -> int:
        return len(self.old_nodes) + len(self.new_nodes) + len(self.old_edges) + len(self.new_edges)


def find_difference(old: Lines, old_counts: Counts, new: Lines, new_counts: Counts, most: int) -> Difference | None:
    """What differs between two files of sorted claims, each with its numbers of nodes and edges; None if over `most`.

    Edges that say the same of the same paper go together, and so do all that is said of them in the store.
    """
    found = Difference()
    groups = _unlike(_groups(old, 0, old_counts[0], _OF_NODE), _groups(new, 0, new_counts[0], _OF_NODE))
    for old_lines, new_lines in groups:
        found.old_nodes += old_lines
        found.new_nodes += new_lines
        if len(found) > most:
            return None
    groups = _unlike(_groups(old, *old_counts, _OF_EDGE), _groups(new, *new_counts, _OF_EDGE))
    for old_lines, new_lines in groups:
        found.old_edges += old_lines
        found.new_edges += new_lines
        if len(found) > most:
            return None
    gone = {_beginning(line, _OF_RELATION) for line in found.old_edges}
    if gone:
        edges = islice(new, new_counts[0], new_counts[0] + new_counts[1])
        found.staying = {begins for line in edges if (begins := _beginning(line, _OF_RELATION)) in gone}
    return found


def removed_quads(found: Difference, base: str) -> set[Quad]:
    """The quads that the new graph has no more; some of them may be among the added ones."""
    edges = [edge_of(line) for line in found.old_edges]
    leaving = [edge_of(line) for line in found.old_edges if _beginning(line, _OF_RELATION) not in found.staying]
    things = set(thing_quads(map(node_of, found.old_nodes), leaving, base))
    return things | set(statement_quads(edges, base))


def added_quads(found: Difference, base: str) -> set[Quad]:
    """The quads that the new graph has, and the old one perhaps not."""
    edges = [edge_of(line) for line in found.new_edges]
    return set(thing_quads(map(node_of, found.new_nodes), edges, base)) | set(statement_quads(edges, base))


def _groups(lines: Lines, first: int, count: int, texts: int) -> Iterator[Group]:
    def begins(line: str) -> str:
        return _beginning(line, texts)

    return ((start, list(same)) for start, same in groupby(islice(lines, first, first + count), begins))


def _beginning(line: str, texts: int) -> str:
    """The first texts of a line, as they stand in it: no text holds a bare quotation mark."""
    return '", "'.join(line.split('", "', texts)[:texts])


def _key(group: Group | None) -> Any:
    """What groups are sorted by, here as in the file."""
    return json.loads(f'{group[0]}"]') if group else None


def _unlike(old: Iterator[Group], new: Iterator[Group]) -> Iterator[tuple[list[str], list[str]]]:
    """The lines of groups that are not the same in both; a group that only one has stands beside no lines."""
    left, right = next(old, None), next(new, None)
    while left or right:
        if left == right:
            left, right = next(old, None), next(new, None)
            continue
        mine, others = _key(left), _key(right)
        takes_left = right is None or (left is not None and mine <= others)
        takes_right = left is None or (right is not None and others <= mine)
        yield left[1] if left and takes_left else [], right[1] if right and takes_right else []
        left = next(old, None) if takes_left else left
        right = next(new, None) if takes_right else right
