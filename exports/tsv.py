"""Two tables, nodes.tsv and edges.tsv, separated by tabs and quoted as CSV is."""

from collections.abc import Iterable
from pathlib import Path

from exports.tables import write_tables
from kg.model import Edge, Node


def write_tsv(nodes: Iterable[Node], edges: Iterable[Edge], path: Path, flavour: str = "data") -> None:
    """Write a folder with nodes.tsv and edges.tsv: as CSV but for the tabs between cells."""
    write_tables(nodes, edges, path, "tsv", "\t", flavour)
