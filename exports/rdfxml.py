"""RDF as RDF/XML, for tools that read nothing else."""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, cast

from pyoxigraph import RdfFormat, serialize

from exports.serialising import CarriageReturns
from exports.writing import replacing
from kg.description import About, with_description
from kg.model import Edge, Node
from kg.rdf import descriptions, quads_of
from kg.schema import BASE, PREFIXES


def write_rdfxml(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, base: str = BASE,
                 evidence: bool = True, about: About | None = None) -> None:
    """Writes the graph as RDF/XML; without `evidence` the plain triples alone.

    Every predicate is of a fixed vocabulary whose names are names in XML too; texts hold no character XML forbids.
    What is known `about` the graph is described behind it.
    """
    with replacing(path) as file:
        kept = cast(BinaryIO, CarriageReturns(file))
        things = with_description(descriptions(nodes, edges, base, evidence), about, base)
        serialize(quads_of(things), kept, RdfFormat.RDF_XML, prefixes=dict(PREFIXES))
