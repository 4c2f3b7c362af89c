"""Node-link JSON and Cytoscape's JSON back to nodes and edges."""

import json
from collections.abc import Mapping
from typing import Any, BinaryIO

from kg.errors import InputError
from kg.model import Edge, Node
from kg.restore.claims import edges_of, in_order, node_of


def read_nodelink(file: BinaryIO, name: str) -> tuple[list[Node], list[Edge]]:
    """Nodes and edges of node-link JSON that kg has written."""
    whole = _parsed(file, name)
    nodes = [node_of(_text(row, "id", name), str(row.get("label", "")), row, name)
             for row in _rows(whole, "nodes", name)]
    edges = [edge for row in _rows(whole, "edges", name)
             for edge in edges_of(_text(row, "source", name), _text(row, "target", name), row, name)]
    return in_order(nodes, edges)


def read_cytoscape(file: BinaryIO, name: str) -> tuple[list[Node], list[Edge]]:
    """Nodes and edges of Cytoscape's JSON that kg has written; `name` is a label, a model's own size is `kg_size`."""
    whole = _parsed(file, name).get("elements")
    nodes: list[Node] = []
    edges: list[Edge] = []
    for row in _rows(whole, "nodes", name):
        own = {key: value for key, value in _data(row, name).items() if key != "size"}
        nodes.append(node_of(_text(own, "id", name), str(own.get("name", "")), own, name))
    for row in _rows(whole, "edges", name):
        data = _data(row, name)
        edges.extend(edges_of(_text(data, "source", name), _text(data, "target", name), data, name))
    return in_order(nodes, edges)


def _parsed(file: BinaryIO, name: str) -> Mapping[str, Any]:
    try:
        whole = json.load(file)
    except json.JSONDecodeError as error:
        raise InputError(name, f"is no JSON: {error.msg}", error.lineno) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise InputError(name, f"is no JSON: {error}") from error
    if not isinstance(whole, dict):
        raise InputError(name, "is no JSON object with nodes and edges")
    return whole


def _rows(whole: Any, key: str, name: str) -> list[Mapping[str, Any]]:
    rows = whole.get(key) if isinstance(whole, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError(name, f"has no list of {key}")
    return rows


def _data(row: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    data = row.get("data")
    if not isinstance(data, dict):
        raise InputError(name, "has an element without data")
    return data


def _text(row: Mapping[str, Any], key: str, name: str) -> str:
    if not isinstance(row.get(key), str):
        raise InputError(name, f"has an element without {key}")
    return str(row[key])
