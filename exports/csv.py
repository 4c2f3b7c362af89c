"""Two tables, nodes.csv and edges.csv, for pandas, spreadsheets and databases."""

from collections.abc import Iterable
from pathlib import Path

from exports.tables import write_tables
from kg.model import Edge, Node


def write_csv(nodes: Iterable[Node], edges: Iterable[Edge], path: Path, flavour: str = "data") -> None:
    """Write a folder with nodes.csv (id, label, type, aliases, attributes) and edges.csv, one row a claim.

    RFC 4180 with line feeds: a reader of CSV gets each text back as it was, also one that begins like a formula. A list
    is JSON text; what is not known and an empty text are both an empty cell. The flavour spreadsheet puts an
    apostrophe before such texts, so that no spreadsheet calculates them.
    """
    write_tables(nodes, edges, path, "csv", ",", flavour)
