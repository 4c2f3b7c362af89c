"""Node-link JSON, which networkx and the JavaScript world read."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from exports.claims import PropertyGraph, property_graph
from exports.columns import clean, clean_id
from exports.json_text import attributes, claim_attributes, encoded, separated
from exports.writing import replacing_text
from kg.model import Edge, Node


def write_nodelink(nodes: Iterable[Node], edges: Iterable[Edge], path: Path) -> None:
    """Write one JSON object for `networkx.node_link_graph`: a directed multigraph whose edge keys are relations.

    One edge a (subject, relation, object), with the papers that say so, their number, the best score and the first
    quote. Numbers, lists and truth values are JSON's own; what is not known is not there. Edges stand under `edges`,
    as networkx has them from 3.6 on (before: `edges="edges"`).
    """
    with replacing_text(path) as file:
        file.writelines(_document(property_graph(nodes, edges)))


def _document(graph: PropertyGraph) -> Iterator[str]:
    yield '{"directed": true, "multigraph": true, "graph": {}, "nodes": [\n'
    yield from separated(encoded({"id": clean_id(node.id), "label": clean(node.label), **attributes(node)})
                         for node in graph.nodes)
    yield '\n], "edges": [\n'
    yield from separated(encoded({"source": claim.subject, "target": claim.object, "key": claim.relation,
                                  **claim_attributes(claim)}) for claim in graph.claims())
    yield "\n]}\n"
