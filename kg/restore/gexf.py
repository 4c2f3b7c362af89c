"""GEXF back to nodes and edges."""

from typing import BinaryIO
from xml.etree.ElementTree import Element

from kg.model import Edge, Node
from kg.restore.claims import edges_of, in_order, node_of
from kg.restore.xml import elements, local_name


def read_gexf(file: BinaryIO, name: str) -> tuple[list[Node], list[Edge]]:
    """Nodes and edges of GEXF that kg has written."""
    nodes: list[Node] = []
    edges: list[Edge] = []
    for kind, element in elements(file, name, "node", "edge"):
        row = _row(element)
        if kind == "node":
            nodes.append(node_of(element.get("id", ""), element.get("label", ""), row, name))
        else:
            edges.extend(edges_of(element.get("source", ""), element.get("target", ""), row, name))
    return in_order(nodes, edges)


def _row(element: Element) -> dict[str, str]:
    return {value.get("for", ""): value.get("value", "") for value in element.iter() if local_name(value) == "attvalue"}
