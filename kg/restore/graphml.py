"""GraphML of each flavour back to nodes and edges."""

from typing import BinaryIO
from xml.etree.ElementTree import Element

from kg.model import Edge, Node
from kg.restore.claims import edges_of, in_order, node_of
from kg.restore.xml import elements, local_name


def read_graphml(file: BinaryIO, name: str) -> tuple[list[Node], list[Edge]]:
    """Nodes and edges of GraphML that kg has written; a node's id is `kg_id`, `id` or, without them, its XML id."""
    nodes: list[Node] = []
    edges: list[Edge] = []
    ids: dict[str, str] = {}  # XML id -> ours
    for kind, element in elements(file, name, "node", "edge"):
        row = _row(element)
        if kind == "node":
            xml_id = element.get("id", "")
            id = ids[xml_id] = row.get("kg_id") or row.get("id") or xml_id
            nodes.append(node_of(id, row.get("label", row.get("name", "")), row, name))
        else:
            source, target = element.get("source", ""), element.get("target", "")
            edges.extend(edges_of(ids.get(source, source), ids.get(target, target), row, name))
    return in_order(nodes, edges)


def _row(element: Element) -> dict[str, str]:
    """The data of an element by their keys, without the size of its drawing; yEd's label stands in the drawing."""
    row = {data.get("key", ""): data.text or "" for data in element if local_name(data) == "data"}
    row.pop("size", None)
    drawn = next((part for part in element.iter() if local_name(part) == "NodeLabel"), None)
    return row if drawn is None else {"label": drawn.text or "", **row}
