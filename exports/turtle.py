"""RDF as Turtle, with a prefix for each type of thing."""

from collections.abc import Sequence
from pathlib import Path

from exports.serialising import write_blocks
from kg.description import About
from kg.model import Edge, Node
from kg.schema import BASE


def write_turtle(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, base: str = BASE,
                 evidence: bool = True, about: About | None = None) -> None:
    """Writes the graph as Turtle, with a prefix for each type of thing; without `evidence` the plain triples alone.

    What is known `about` the graph is described behind it.
    """
    write_blocks(nodes, edges, path, base, evidence, about)
