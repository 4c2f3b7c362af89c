"""RDF as TriG, all in the default graph."""

from collections.abc import Sequence
from pathlib import Path

from exports.serialising import write_blocks
from kg.model import Edge, Node
from kg.schema import BASE


def write_trig(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, base: str = BASE,
               evidence: bool = True) -> None:
    """Writes the graph as TriG, all in the default graph; without `evidence` the plain triples alone."""
    write_blocks(nodes, edges, path, base, evidence)
