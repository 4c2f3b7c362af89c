"""Cytoscape's JSON (.cyjs), for Cytoscape and Cytoscape.js."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from exports.claims import PropertyGraph, property_graph
from exports.columns import clean, clean_id
from exports.json_text import attributes, claim_attributes, encoded, separated
from exports.layout import marks
from exports.writing import replacing_text
from kg.model import Edge, Node


def write_cytoscape(nodes: Iterable[Node], edges: Iterable[Edge], path: Path) -> None:
    """Write a Cytoscape.js graph with positions: `name` is a node's label, `interaction` an edge's relation.

    One edge a (subject, relation, object), with the papers that say so, their number, the best score and the first
    quote. Sizes and colours are in the data, as `size` and `color`, for a style to take; `value` and `key` are what
    `networkx.cytoscape_graph` knows nodes and edges by.
    """
    with replacing_text(path) as file:
        file.writelines(_document(property_graph(nodes, edges)))


def _document(graph: PropertyGraph) -> Iterator[str]:
    yield '{"format_version": "1.0", "generated_by": "paperkg", "target_cytoscapejs_version": "~3.0",\n'
    yield '"data": {"name": "paperkg"}, "directed": true, "multigraph": true, "elements": {"nodes": [\n'
    yield from separated(_nodes(graph))
    yield '\n], "edges": [\n'
    yield from separated(_edges(graph))
    yield "\n]}}\n"


def _nodes(graph: PropertyGraph) -> Iterator[str]:
    for node, mark in marks(graph.nodes, graph.node_count, graph.ends):
        own = attributes(node)
        if "size" in own:  # a model's own
            own["kg_size"] = own["size"]
        name = clean_id(node.id)
        data = {"id": name, "value": name, "name": clean(node.label)} | own | {"size": mark.size, "color": mark.colour}
        yield encoded({"data": data, "position": {"x": mark.x, "y": mark.y}})


def _edges(graph: PropertyGraph) -> Iterator[str]:
    for number, claim in enumerate(graph.claims()):
        ends = {"id": f"e{number}", "source": claim.subject, "target": claim.object, "key": claim.relation}
        yield encoded({"data": {**ends, "interaction": claim.relation, **claim_attributes(claim)}})
