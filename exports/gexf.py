"""GEXF 1.3, for Gephi: every relation an edge type of its own, drawn at once."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from exports.claims import PropertyGraph, property_graph
from exports.columns import EDGE_COLUMNS, Column, Row, cells, clean, clean_id, node_row, weight
from exports.layout import marks
from exports.writing import replacing_text
from exports.xml_text import attribute
from kg.model import Edge, Node

# The schema of GEXF 1.3 has colour, position and size in GEXF's own namespace, while readers go by the prefix "viz":
# bound to that namespace, both are content.
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3" version="1.3">
<meta><creator>paperkg</creator><description>A knowledge graph of machine-learning papers</description></meta>
<graph defaultedgetype="directed" mode="static" idtype="string">
"""
_TYPES = {"strings": "liststring"}


def write_gexf(nodes: Iterable[Node], edges: Iterable[Edge], path: Path) -> None:
    """Write nodes and edges as GEXF 1.3, one edge a (subject, relation, object), with positions, sizes and colours.

    Several papers that say the same are one edge: its `papers`, their number as `support` and weight, the best score
    as `confidence`, the first quote as `evidence`. `kind` is the relation, so that Gephi keeps parallel relations
    apart. ExportError names an edge without a node, and says why a file cannot be written.
    """
    with replacing_text(path) as file:
        file.writelines(_document(property_graph(nodes, edges)))


def _document(graph: PropertyGraph) -> Iterator[str]:
    yield _HEAD
    yield from _declared("node", graph.columns)
    yield from _declared("edge", EDGE_COLUMNS)
    yield f'<nodes count="{graph.node_count}">\n'
    yield from _nodes(graph)
    yield f'</nodes>\n<edges count="{graph.claim_count}">\n'
    yield from _edges(graph)
    yield "</edges>\n</graph>\n</gexf>\n"


def _declared(of: str, columns: Iterable[Column]) -> Iterator[str]:
    yield f'<attributes class="{of}" mode="static">\n'
    for column in columns:
        name = attribute(clean(column.name))
        yield f'<attribute id="{name}" title="{name}" type="{_TYPES.get(column.type, column.type)}"/>\n'
    yield "</attributes>\n"


def _nodes(graph: PropertyGraph) -> Iterator[str]:
    for node, mark in marks(graph.nodes, graph.node_count, graph.ends):
        red, green, blue = mark.rgb
        yield (f'<node id="{_identifier(node.id)}" label="{attribute(clean(node.label))}">'
               f"{_values(node_row(node), graph.columns)}"
               f'<viz:size value="{mark.size}"/><viz:position x="{mark.x}" y="{mark.y}" z="0"/>'
               f'<viz:color r="{red}" g="{green}" b="{blue}"/></node>\n')


def _edges(graph: PropertyGraph) -> Iterator[str]:
    for number, claim in enumerate(graph.claims()):
        evidence = f'<attvalue for="evidence" value="{attribute(claim.evidence)}"/>' if claim.evidence else ""
        papers = _papers(claim.papers) if claim.papers else ""
        yield (f'<edge id="e{number}" source="{_identifier(claim.subject)}" '
               f'target="{_identifier(claim.object)}" kind="{claim.relation}" label="{claim.relation}" '
               f'weight="{weight(claim)}"><attvalues><attvalue for="relation" value="{claim.relation}"/>{papers}'
               f'<attvalue for="support" value="{len(claim.papers)}"/>'
               f'<attvalue for="confidence" value="{claim.confidence!r}"/>{evidence}</attvalues></edge>\n')


@lru_cache(1 << 16)
def _identifier(node_id: str) -> str:
    return attribute(clean_id(node_id))


@lru_cache(1 << 14)
def _papers(papers: tuple[str, ...]) -> str:
    return f'<attvalue for="papers" value="{attribute(_list(papers))}"/>'


def _values(row: Row, columns: Iterable[Column]) -> str:
    values = ((column.name, value if isinstance(value, str) else _list(value)) for column, value in cells(row, columns))
    attvalues = "".join([f'<attvalue for="{name}" value="{attribute(value)}"/>' for name, value in values])
    return f"<attvalues>{attvalues}</attvalues>"


def _list(items: Iterable[str]) -> str:
    r"""A list as Gephi reads it: each text in double quotes, a backslash before quotes and backslashes.

    >>> print(_list(["a, b", 'say "c"', "d\\e"]))
    ["a, b", "say \"c\"", "d\\e"]
    """
    quoted = (item.replace("\\", "\\\\").replace('"', '\\"') for item in items)
    return "[" + ", ".join(f'"{item}"' for item in quoted) + "]"
