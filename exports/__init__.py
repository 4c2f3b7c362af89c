"""One file a format: `EXPORTERS` names the writers, `SUFFIXES` says which file name asks for which."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from exports.csv import write_csv
from exports.cypher import write_cypher
from exports.cytoscape import write_cytoscape
from exports.gexf import write_gexf
from exports.graphml import write_graphml
from exports.html import write_html
from exports.jsonld import write_jsonld
from exports.kgx import write_kgx
from exports.neo4j import write_neo4j
from exports.nodelink import write_nodelink
from exports.nquads import write_nquads
from exports.ntriples import write_ntriples
from exports.parquet import write_parquet
from exports.rdfxml import write_rdfxml
from exports.trig import write_trig
from exports.tsv import write_tsv
from exports.turtle import write_turtle
from kg.errors import ExportError
from kg.model import Edge, Node


class Exporter(Protocol):
    """Writes nodes and edges to a path, whole or not at all; further options are keywords with defaults."""

    def __call__(self, nodes: Sequence[Node], edges: Sequence[Edge], path: Path) -> None: ...


# format -> the function that writes it
EXPORTERS: Mapping[str, Exporter] = MappingProxyType({
    "csv": write_csv,
    "cypher": write_cypher,
    "cytoscape": write_cytoscape,
    "gexf": write_gexf,
    "graphml": write_graphml,
    "html": write_html,
    "jsonld": write_jsonld,
    "kgx": write_kgx,
    "neo4j": write_neo4j,
    "nodelink": write_nodelink,
    "nquads": write_nquads,
    "ntriples": write_ntriples,
    "parquet": write_parquet,
    "rdfxml": write_rdfxml,
    "trig": write_trig,
    "tsv": write_tsv,
    "turtle": write_turtle,
})

# how a name ends -> format; where there is no dot before it, the name is that of a folder of files
SUFFIXES: Mapping[str, str] = MappingProxyType({
    "csv": "csv",
    ".cypher": "cypher",
    ".cyjs": "cytoscape",
    ".gexf": "gexf",
    ".graphml": "graphml",
    ".html": "html",
    ".htm": "html",
    ".json": "nodelink",
    ".jsonld": "jsonld",
    "kgx": "kgx",
    "neo4j": "neo4j",
    ".nq": "nquads",
    ".nt": "ntriples",
    "parquet": "parquet",
    ".rdf": "rdfxml",
    ".owl": "rdfxml",
    ".trig": "trig",
    "tsv": "tsv",
    ".ttl": "turtle",
})


def format_of(path: Path) -> str:
    """The format that a file name asks for by its ending; ExportError where no format has that ending."""
    name = path.name.lower()
    for suffix, form in SUFFIXES.items():
        if name.endswith(suffix):
            return form
    raise ExportError(f"{path}: no format has this ending; use one of {' '.join(SUFFIXES)}, or name one with --format "
                      f"({', '.join(EXPORTERS)})")


def exporter_for(path: Path, format: str | None = None) -> Exporter:
    """The writer of a format, by its name or, without one, by how the path ends; ExportError where there is none."""
    name = format or format_of(path)
    if name not in EXPORTERS:
        raise ExportError(f"no export format {name!r}; there are {', '.join(EXPORTERS)}")
    return EXPORTERS[name]
