"""RDF as TriG, in the default graph."""

from collections.abc import Sequence
from pathlib import Path

from exports.serialising import write_blocks
from kg.description import About
from kg.model import Edge, Node
from kg.schema import BASE


def write_trig(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, base: str = BASE,
               evidence: bool = True, about: About | None = None) -> None:
    """Writes the graph as TriG, in the default graph; without `evidence` the plain triples alone.

    What is known `about` the graph is described in a graph of its own, which bears the description's name.
    """
    write_blocks(nodes, edges, path, base, evidence, about, named=True)
