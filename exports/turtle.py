"""RDF as Turtle, with a prefix for each type of thing."""

from collections.abc import Sequence
from pathlib import Path

from pyoxigraph import RdfFormat

from exports.serialising import write_rdf
from kg.model import Edge, Node
from kg.schema import BASE


def write_turtle(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, base: str = BASE,
                 evidence: bool = True) -> None:
    """Writes the graph as Turtle, with a prefix for each type of thing; without `evidence` the plain triples alone."""
    write_rdf(nodes, edges, path, RdfFormat.TURTLE, base, evidence, short=True)
