"""GraphML: the standard's own types only, and what Gephi needs to draw it at once and to keep relations apart."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from exports.columns import (
    EDGE_COLUMNS,
    Claim,
    Column,
    Row,
    cells,
    claims,
    clean,
    clean_id,
    in_order,
    node_columns,
    node_row,
    weight,
)
from exports.layout import TYPE_COLOURS, degrees, layout, size
from exports.writing import replacing_text
from exports.xml_text import attribute, content
from kg.model import Edge, Node

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"""
_TYPES = {"boolean": "boolean", "integer": "int", "long": "long", "double": "double", "string": "string",
          "strings": "string"}
# Gephi takes these for the picture; others have them as attributes like any.
_DRAWN = (Column("label", "string"), Column("x", "double"), Column("y", "double"), Column("size", "double"),
          Column("r", "integer"), Column("g", "integer"), Column("b", "integer"))
_WEIGHT = Column("weight", "double")


def write_graphml(nodes: Sequence[Node], edges: Sequence[Edge], path: Path) -> None:
    """Write nodes and edges as GraphML, one edge a (subject, relation, object), with positions, sizes and colours.

    Several papers that say the same are one edge: its `papers`, their number as `support` and weight, the best score
    as `confidence`, the first quote as `evidence`. A list is JSON text, because GraphML has no lists. The edge's XML
    attribute `label` is the relation: from it Gephi makes edge types and keeps parallel relations apart.
    ExportError names an edge without a node, and says why a file cannot be written.
    """
    ordered, found = in_order(nodes), claims(nodes, edges)
    with replacing_text(path) as file:
        file.writelines(_document(ordered, found, edges))


def _document(nodes: Sequence[Node], found: Sequence[Claim], edges: Sequence[Edge]) -> Iterator[str]:
    columns = node_columns(nodes)
    yield _HEAD
    yield from _declared("node", (*_DRAWN, *columns))
    yield from _declared("edge", (*EDGE_COLUMNS, _WEIGHT))
    yield '<graph id="graph" edgedefault="directed">\n'
    yield from _nodes(nodes, columns, edges)
    yield from _edges(found)
    yield "</graph>\n</graphml>\n"


def _declared(of: str, columns: Iterable[Column]) -> Iterator[str]:
    for column in columns:
        yield f'<key id="{column.name}" for="{of}" attr.name="{column.name}" attr.type="{_TYPES[column.type]}"/>\n'


def _nodes(nodes: Sequence[Node], columns: Sequence[Column], edges: Sequence[Edge]) -> Iterator[str]:
    places, degree = layout(nodes, edges), degrees(edges)
    for node in nodes:
        x, y = places[node.id]
        red, green, blue = bytes.fromhex(TYPE_COLOURS[node.type][1:])
        yield (f'<node id="{attribute(clean_id(node.id))}"><data key="label">{content(clean(node.label))}</data>'
               f'<data key="x">{x}</data><data key="y">{y}</data><data key="size">{size(node, degree[node.id])}</data>'
               f'<data key="r">{red}</data><data key="g">{green}</data><data key="b">{blue}</data>'
               f"{_values(node_row(node), columns)}</node>\n")


def _edges(found: Iterable[Claim]) -> Iterator[str]:
    for number, claim in enumerate(found):
        evidence = f'<data key="evidence">{content(claim.evidence)}</data>' if claim.evidence else ""
        papers = f'<data key="papers">{content(_list(claim.papers))}</data>' if claim.papers else ""
        yield (f'<edge id="e{number}" source="{attribute(claim.subject)}" '
               f'target="{attribute(claim.object)}" label="{claim.relation}">'
               f'<data key="relation">{claim.relation}</data>{papers}<data key="support">{len(claim.papers)}</data>'
               f'<data key="confidence">{claim.confidence!r}</data>{evidence}'
               f'<data key="weight">{weight(claim)}.0</data></edge>\n')


def _values(row: Row, columns: Iterable[Column]) -> str:
    return "".join(f'<data key="{column.name}">{content(value if isinstance(value, str) else _list(value))}</data>'
                   for column, value in cells(row, columns))


def _list(items: tuple[str, ...]) -> str:
    r"""A list as JSON text.

    >>> print(_list(("a, b", 'say "c"')))
    ["a, b", "say \"c\""]
    """
    return json.dumps(items, ensure_ascii=False)
