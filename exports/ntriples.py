"""RDF as N-Triples, one triple a line."""

from collections.abc import Sequence
from pathlib import Path

from exports.serialising import write_lines
from kg.description import About
from kg.model import Edge, Node
from kg.schema import BASE


def write_ntriples(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, base: str = BASE,
                   evidence: bool = True, about: About | None = None) -> None:
    """Writes the graph as N-Triples, one triple a line; without `evidence` the plain triples alone.

    What is known `about` the graph is described behind it.
    """
    write_lines(nodes, edges, path, base, evidence, about)
