"""What the formats of two tables share: nodes and edges as rows of texts, a folder with one file of each."""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from exports.claims import PropertyGraph, property_graph
from exports.columns import EDGE_COLUMNS, cells, clean, clean_id, node_row
from exports.writing import as_text, replacing_files
from kg.errors import ExportError
from kg.model import Edge, Node

TABLES_FLAVOURS = ("data", "spreadsheet")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_tables(nodes: Iterable[Node], edges: Iterable[Edge], path: Path, ending: str, delimiter: str,
                 flavour: str) -> None:
    """Write a folder with a table of nodes and one of edges; every text that could be mistaken stands in quotes."""
    if flavour not in TABLES_FLAVOURS:
        raise ExportError(f"no flavour {flavour!r} of {ending.upper()}; there are {', '.join(TABLES_FLAVOURS)}")
    graph = property_graph(nodes, edges)
    with replacing_files(path, (f"nodes.{ending}", f"edges.{ending}")) as files:
        for file, rows in zip(files, (_node_rows(graph), _edge_rows(graph)), strict=True):
            with as_text(file) as text:
                written = csv.writer(text, delimiter=delimiter, lineterminator="\n")
                written.writerows(rows if flavour == "data" else map(_harmless, rows))


def _node_rows(graph: PropertyGraph) -> Iterator[Sequence[str]]:
    yield ("id", "label", *(column.name for column in graph.columns))
    for node in graph.nodes:
        values = {column.name: value for column, value in cells(node_row(node), graph.columns)}
        yield (clean_id(node.id), clean(node.label),
               *(_text(values.get(column.name, "")) for column in graph.columns))


def _edge_rows(graph: PropertyGraph) -> Iterator[Sequence[str]]:
    yield ("source", "target", *(column.name for column in EDGE_COLUMNS))
    for claim in graph.claims():
        yield (claim.subject, claim.object, claim.relation, _text(claim.papers), str(len(claim.papers)),
               repr(claim.confidence), claim.evidence)


def _text(value: str | tuple[str, ...]) -> str:
    """A text as it is, a list as JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False) if value else ""


def _harmless(row: Sequence[str]) -> list[str]:
    """The row with an apostrophe before what a spreadsheet would calculate.

    >>> _harmless(["=1+1", "-0.5", "-x", "a=b"])
    ["'=1+1", '-0.5', "'-x", 'a=b']
    """
    return [f"'{text}" if text.startswith(_FORMULA) and not _is_number(text) else text for text in row]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
