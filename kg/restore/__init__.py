"""A graph read back from what was exported of it: one file a family of formats, one line in `RESTORERS` each."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from pyoxigraph import RdfFormat

from kg.errors import InputError
from kg.model import Edge, Node
from kg.restore.gexf import read_gexf
from kg.restore.graphml import read_graphml
from kg.restore.json import read_cytoscape, read_nodelink
from kg.restore.rdf import read_rdf

Graph = tuple[list[Node], list[Edge]]
Restorer = Callable[[BinaryIO, str], Graph]

# format -> what reads it; takes the open file and its name, for errors
RESTORERS: Mapping[str, Restorer] = MappingProxyType({
    "cytoscape": read_cytoscape,
    "gexf": read_gexf,
    "graphml": read_graphml,
    "jsonld": partial(read_rdf, syntax=RdfFormat.JSON_LD),
    "nodelink": read_nodelink,
    "nquads": partial(read_rdf, syntax=RdfFormat.N_QUADS),
    "ntriples": partial(read_rdf, syntax=RdfFormat.N_TRIPLES),
    "rdfxml": partial(read_rdf, syntax=RdfFormat.RDF_XML),
    "trig": partial(read_rdf, syntax=RdfFormat.TRIG),
    "turtle": partial(read_rdf, syntax=RdfFormat.TURTLE),
})
ENDINGS: Mapping[str, str] = MappingProxyType({
    ".cyjs": "cytoscape", ".gexf": "gexf", ".graphml": "graphml", ".json": "nodelink", ".jsonld": "jsonld",
    ".nq": "nquads", ".nt": "ntriples", ".owl": "rdfxml", ".rdf": "rdfxml", ".trig": "trig", ".ttl": "turtle",
})


def restored(file: BinaryIO, name: str, format: str | None = None) -> Graph:
    """The nodes and edges that a file holds, each sorted; its name tells the format where none is given.

    RDF gives back every claim with its place. The other formats hold one edge for all papers that say the same, so
    of these only the first has its quote, all have the best score, and no place in the text is known.
    InputError for a format that is not read back, a file that is not of its format, and one that is not ours.
    """
    format = format or ENDINGS.get(Path(name).suffix.lower(), "")
    if format not in RESTORERS:
        raise InputError(name, f"no format is told by this ending; name one with --format ({', '.join(RESTORERS)})")
    nodes, edges = RESTORERS[format](file, name)
    if not nodes:
        raise InputError(name, f"no node of a graph of papers is in it; is it {format} that kg has written?")
    return nodes, edges
