"""GraphML: the standard's own types only, and what each program that reads it goes by beyond the standard."""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from exports.claims import PropertyGraph, property_graph
from exports.columns import EDGE_COLUMNS, Column, Row, cells, node_row
from exports.graphml_flavours import FLAVOURS, Flavour, key
from exports.layout import marks, unmarked
from exports.writing import replacing_text
from exports.xml_text import content
from kg.errors import ExportError
from kg.model import Edge, Node

_TYPES = {"boolean": "boolean", "integer": "int", "long": "long", "double": "double", "string": "string",
          "strings": "string"}


def write_graphml(nodes: Iterable[Node], edges: Iterable[Edge], path: Path, flavour: str = "gephi") -> None:
    """Write nodes and edges as GraphML, one edge a (subject, relation, object).

    Several papers that say the same are one edge: its `papers`, their number as `support`, the best score as
    `confidence`, the first quote as `evidence`. A list is JSON text, because GraphML has no lists. The flavours:

    - gephi: positions, sizes and colours; an edge's XML attribute `label` is the relation, from which Gephi makes edge
      types and keeps parallel relations apart, and which the schema of GraphML does not know.
    - apoc: labels, relationship types and lists as Neo4j's procedure apoc.import.graphml takes them.
    - cytoscape: the columns `name` and `interaction`.
    - yed: shapes, places and labels as yEd draws them.
    - plain: nothing but the standard, valid by its schema; positions and colours are left out.

    Where the flavour keeps the standard, an XML id is the node's id with its signs changed, which is in `kg_id`.
    ExportError names an edge without a node or an unknown flavour, and says why a file cannot be written.
    """
    if flavour not in FLAVOURS:
        raise ExportError(f"no flavour {flavour!r} of GraphML; there are {', '.join(FLAVOURS)}")
    with replacing_text(path) as file:
        file.writelines(_document(property_graph(nodes, edges), FLAVOURS[flavour]))


def _document(graph: PropertyGraph, flavour: Flavour) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns"{flavour.head}>\n'
    for of, own, columns in (("node", flavour.node_keys, graph.columns), ("edge", flavour.edge_keys, EDGE_COLUMNS)):
        for declared in (*own, *(_declared(column, flavour) for column in columns)):
            yield f'<key for="{of}" {declared}/>\n'
    yield '<graph id="graph" edgedefault="directed">\n'
    yield from _nodes(graph, flavour)
    yield from _edges(graph, flavour)
    yield "</graph>\n</graphml>\n"


def _declared(column: Column, flavour: Flavour) -> str:
    return key(column.name, _TYPES[column.type]) + (flavour.list_type if column.type == "strings" else "")


def _nodes(graph: PropertyGraph, flavour: Flavour) -> Iterator[str]:
    drawing = marks if flavour.drawn else unmarked
    for node, mark in drawing(graph.nodes, graph.node_count, graph.ends):
        xml, first = flavour.node(node, mark)
        yield (f'<node id="{flavour.identifier(node.id)}"{xml}>{first}{_values(node_row(node), graph.columns)}'
               "</node>\n")


def _edges(graph: PropertyGraph, flavour: Flavour) -> Iterator[str]:
    identifier, edge = flavour.identifier, flavour.edge
    for number, claim in enumerate(graph.claims()):
        xml, last = edge(claim)
        evidence = f'<data key="evidence">{content(claim.evidence)}</data>' if claim.evidence else ""
        papers = _papers(claim.papers) if claim.papers else ""
        yield (f'<edge id="e{number}" source="{identifier(claim.subject)}" target="{identifier(claim.object)}"{xml}>'
               f'<data key="relation">{claim.relation}</data>{papers}<data key="support">{len(claim.papers)}</data>'
               f'<data key="confidence">{claim.confidence!r}</data>{evidence}{last}</edge>\n')


@lru_cache(1 << 14)
def _papers(papers: tuple[str, ...]) -> str:
    return f'<data key="papers">{content(_list(papers))}</data>'


def _values(row: Row, columns: Iterable[Column]) -> str:
    return "".join([f'<data key="{column.name}">{content(value if isinstance(value, str) else _list(value))}</data>'
                    for column, value in cells(row, columns)])


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _list(items: tuple[str, ...]) -> str:
    r"""A list as JSON text.

    >>> print(_list(("a, b", 'say "c"')))
    ["a, b", "say \"c\""]
    """
    return _encode(items)
