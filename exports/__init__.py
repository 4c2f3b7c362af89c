"""One file a format: `EXPORTERS` names the writers, `SUFFIXES` says which file name asks for which."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from exports.gexf import write_gexf
from exports.graphml import write_graphml
from exports.html import write_html
from exports.jsonld import write_jsonld
from exports.neo4j import write_neo4j
from exports.nquads import write_nquads
from exports.ntriples import write_ntriples
from exports.rdfxml import write_rdfxml
from exports.trig import write_trig
from exports.turtle import write_turtle
from kg.errors import ExportError
from kg.model import Edge, Node


class Exporter(Protocol):
    """Writes nodes and edges to a path, whole or not at all; further options are keywords with defaults."""

    def __call__(self, nodes: Sequence[Node], edges: Sequence[Edge], path: Path) -> None: ...


# format -> the function that writes it
EXPORTERS: Mapping[str, Exporter] = MappingProxyType({
    "gexf": write_gexf,
    "graphml": write_graphml,
    "html": write_html,
    "jsonld": write_jsonld,
    "neo4j": write_neo4j,
    "nquads": write_nquads,
    "ntriples": write_ntriples,
    "rdfxml": write_rdfxml,
    "trig": write_trig,
    "turtle": write_turtle,
})

# how a file name ends -> format; a name that ends in "/" is a folder of files for Neo4j
SUFFIXES: Mapping[str, str] = MappingProxyType({
    ".gexf": "gexf",
    ".graphml": "graphml",
    ".html": "html",
    ".htm": "html",
    ".jsonld": "jsonld",
    "neo4j": "neo4j",
    ".nq": "nquads",
    ".nt": "ntriples",
    ".rdf": "rdfxml",
    ".owl": "rdfxml",
    ".trig": "trig",
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
