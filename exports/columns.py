"""What property-graph formats share: clean texts, one claim an edge, columns declared over all their values."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from kg.errors import ExportError
from kg.model import Edge, Node

Value = str | int | float | bool | tuple[str, ...]
Row = Mapping[str, Value]

# What XML 1.0 cannot hold, whatever the escape; a lone surrogate cannot even be written as UTF-8.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

# Names that Gephi, GEXF, GraphML readers, networkx or Neo4j take for something of their own.
RESERVED = frozenset("""
    id label nodelabel edgelabel name type kind weight pid parents source target directed key start end startopen
    endopen timestamp timestamps intervals interval timeset spells x y z xpos ypos zpos size shape r g b a color viz
    aliases relation papers support confidence evidence
""".split())


class Column(NamedTuple):
    """One attribute of nodes or edges, under the name that it has in the file.

    `type` is boolean, integer (32 bits), long (64 bits), double, string, or strings (a list of them).
    """

    name: str
    type: str


class Claim(NamedTuple):
    """All that the papers say about one (subject, relation, object); `papers` are sorted and each is there once.

    `confidence` is the best score among them, `evidence` the first quote, by paper and place in it. Texts are clean.
    """

    subject: str
    relation: str
    object: str
    papers: tuple[str, ...]
    confidence: float
    evidence: str


EDGE_COLUMNS = (Column("relation", "string"), Column("papers", "strings"), Column("support", "integer"),
                Column("confidence", "double"), Column("evidence", "string"))


def clean(text: str) -> str:
    """The text with U+FFFD for each character that XML cannot hold.

    >>> clean("a\\x00b\\ud800c\\td")
    'a\ufffdb\ufffdc\\td'
    """
    return text if text.isprintable() else _UNWRITABLE.sub("\ufffd", text)


def clean_id(node_id: str) -> str:
    """The id with each character that XML cannot hold as its code, so that two ids stay two.

    >>> clean_id("paper/a\\x01"), clean_id("paper/a\\x02")
    ('paper/a%01', 'paper/a%02')
    """
    return node_id if node_id.isprintable() else _UNWRITABLE.sub(lambda match: f"%{ord(match[0]):02X}", node_id)


def in_order(nodes: Iterable[Node]) -> list[Node]:
    """The nodes sorted by id; ExportError where two have the same."""
    ordered = sorted(nodes, key=attrgetter("id"))
    for one, other in pairwise(sorted(clean_id(node.id) for node in ordered)):
        if one == other:
            raise ExportError(f"two nodes have the id {one!r}: build the graph again")
    return ordered


def claims(nodes: Iterable[Node], edges: Iterable[Edge]) -> list[Claim]:
    """One claim for each (subject, relation, object), sorted by them; ExportError names an edge without a node."""
    known = {clean_id(node.id) for node in nodes}
    ordered = sorted(edges, key=attrgetter("subject", "relation", "object", "paper", "start", "end", "evidence"))
    by_claim = groupby(ordered, attrgetter("subject", "relation", "object"))
    found = [one_claim(key, list(group)) for key, group in by_claim]
    for claim in found:
        for end in (claim.subject, claim.object):
            if end not in known:
                raise ExportError(f"the edge {claim.subject} {claim.relation} {claim.object} has no node {end!r}: "
                                  "build the graph again, or leave the edge out")
    return found


def one_claim(key: tuple[str, str, str], edges: Sequence[Edge]) -> Claim:
    """What these edges, all of one (subject, relation, object) and in order, say together."""
    subject, relation, obj = key
    papers: tuple[str, ...]
    if len(edges) == 1:
        edge = edges[0]
        papers = (clean_id(edge.paper),) if edge.paper else ()
        return Claim(clean_id(subject), relation, clean_id(obj), papers, float(edge.score), clean(edge.evidence))
    papers = tuple(clean_id(paper) for paper in dict.fromkeys(edge.paper for edge in edges) if paper)
    evidence = next((edge.evidence for edge in edges if edge.evidence), "")
    return Claim(clean_id(subject), relation, clean_id(obj), papers, float(max(edge.score for edge in edges)),
                 clean(evidence))


def weight(claim: Claim) -> int:
    """How many papers support a claim; at least 1, because Gephi drops an edge of weight 0."""
    return max(1, len(claim.papers))


def node_row(node: Node) -> dict[str, Value]:
    """A node's attributes under the names that they have in a file: its type, its aliases, then its own."""
    own = {safe_name(name): value for name, value in node.attributes.items()}
    return {"type": node.type, "aliases": node.aliases, **own}


@lru_cache(1024)
def safe_name(name: str) -> str:
    """The attribute's name, with `kg_` before it where a consumer would take it for something of its own.

    >>> safe_name("year"), safe_name("size"), safe_name("Label"), safe_name("a:b")
    ('year', 'kg_size', 'kg_Label', 'a_b')
    """
    plain = re.sub(r"\W", "_", name)
    return f"kg_{plain}" if plain.casefold() in RESERVED else plain


def node_columns(nodes: Iterable[Node]) -> tuple[Column, ...]:
    """The columns of these nodes, each of the narrowest type that holds all its values."""
    return columns(node_row(node) for node in nodes)


def columns(rows: Iterable[Row]) -> tuple[Column, ...]:
    """The columns that any of the rows has a value for: type, aliases, then by name.

    >>> columns([{"year": 2017, "score": 93}, {"year": "2017a", "score": 93.4}])
    (Column(name='score', type='double'), Column(name='year', type='string'))
    """
    kinds: dict[str, set[str]] = {}
    for row in rows:
        widen(kinds, row)
    return columns_of(kinds)


def widen(kinds: dict[str, set[str]], row: Row) -> None:
    """Adds to each name's kinds the kind of the value that the row has."""
    for name, value in row.items():
        if is_present(value):
            kinds.setdefault(name, set()).add(_kind(value))


def columns_of(kinds: Mapping[str, set[str]]) -> tuple[Column, ...]:
    """The columns of the narrowest types that hold all these kinds: type, aliases, then by name."""
    first = ("type", "aliases")
    ordered = sorted(kinds, key=lambda name: (name not in first, first.index(name) if name in first else 0, name))
    return tuple(Column(name, _widest(kinds[name])) for name in ordered)


def is_present(value: Value | None) -> bool:
    """Whether there is anything to write: no null, no empty list, no number without a value; an empty text is one."""
    if isinstance(value, float):
        return math.isfinite(value)
    return value is not None and value != ()


def _kind(value: Value) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        size = value.bit_length()
        return "integer" if size < 32 else "long" if size < 64 else "string"
    if isinstance(value, float):
        return "double"
    return "string" if isinstance(value, str) else "strings"


def _widest(kinds: set[str]) -> str:
    for wide, narrower in (("boolean", set()), ("integer", set()), ("long", {"integer"}),
                           ("double", {"integer", "long"})):
        if kinds <= {wide, *narrower}:
            return wide
    return "strings" if "strings" in kinds else "string"


def cells(row: Row, columns: Iterable[Column]) -> Iterator[tuple[Column, str | tuple[str, ...]]]:
    """Each column that the row has a value for, with that value as text (a tuple of texts for strings), clean."""
    for column in columns:
        value = row.get(column.name)
        if value is not None and is_present(value):
            yield column, texts(value) if column.type == "strings" else text(value)


def text(value: Value) -> str:
    """A value as one text: true and false, numbers as short as they read back the same."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, int | float) else "; ".join(texts(value))


def texts(value: Value) -> tuple[str, ...]:
    """A value as several texts; a single one is a list of one."""
    return tuple(clean(one) for one in value) if isinstance(value, tuple) else (text(value),)
