"""Two Parquet files, nodes.parquet and edges.parquet, for pandas, DuckDB, Spark and the like."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from exports.claims import PropertyGraph, property_graph
from exports.columns import EDGE_COLUMNS, Claim, Column, Row, Value, clean_id, is_present, node_row
from exports.columns import text as as_text
from exports.columns import texts as as_texts
from exports.writing import replacing_files
from kg.errors import ExportError
from kg.model import Edge, Node

ROWS = 50_000  # of a row group: as many are in memory at a time
_ENDS = (Column("source", "string"), Column("target", "string"))
_NAMES = (Column("id", "string"), Column("label", "string"))


def write_parquet(nodes: Iterable[Node], edges: Iterable[Edge], path: Path) -> None:
    """Write a folder with nodes.parquet and edges.parquet, one row a claim, each column of a type of its own.

    A list is a list of texts; what is not known is null. Needs pyarrow, which is not installed with paperkg itself.
    """
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise ExportError("Parquet needs pyarrow: pip install 'paperkg[parquet]'") from None
    graph = property_graph(nodes, edges)
    with replacing_files(path, ("nodes.parquet", "edges.parquet")) as (node_file, edge_file):
        _write(node_file, (*_NAMES, *graph.columns), _node_rows(graph))
        _write(edge_file, (*_ENDS, *EDGE_COLUMNS), map(_claim_row, graph.claims()))


def _node_rows(graph: PropertyGraph) -> Iterator[Row]:
    return ({"id": clean_id(node.id), "label": node.label, **node_row(node)} for node in graph.nodes)


def _claim_row(claim: Claim) -> Row:
    return {"source": claim.subject, "target": claim.object, "relation": claim.relation, "papers": claim.papers,
            "support": len(claim.papers), "confidence": claim.confidence, "evidence": claim.evidence or ()}


def _write(file: BinaryIO, columns: Sequence[Column], rows: Iterator[Row]) -> None:
    import pyarrow as arrow
    from pyarrow.parquet import ParquetWriter

    types = {"boolean": arrow.bool_(), "integer": arrow.int32(), "long": arrow.int64(), "double": arrow.float64(),
             "string": arrow.string(), "strings": arrow.list_(arrow.string())}
    schema = arrow.schema([(column.name, types[column.type]) for column in columns])
    with ParquetWriter(file, schema, compression="zstd") as table:
        while batch := list(islice(rows, ROWS)):
            table.write_table(arrow.table({column.name: [_cell(row.get(column.name), column.type) for row in batch]
                                           for column in columns}, schema=schema))


def _cell(value: Value | None, kind: str) -> Any:
    if value is None or not is_present(value):
        return [] if kind == "strings" else None
    if kind == "strings":
        return list(as_texts(value))
    if kind == "string":
        return as_text(value)
    return float(value) if kind == "double" and not isinstance(value, tuple) else value
