"""What the RDF formats share: pyoxigraph's writers, our prefixes, and a file that is whole or not there."""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from pyoxigraph import RdfFormat, serialize

from exports.writing import replacing
from kg.model import Edge, Node
from kg.rdf import quads
from kg.schema import BASE, NODE_TYPES, PREFIXES


def write_rdf(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, form: RdfFormat, base: str, evidence: bool,
              short: bool = False) -> None:
    """Writes the graph in one of pyoxigraph's formats; `short` gives each type of thing a prefix of its own."""
    prefixes = dict(PREFIXES) | (id_prefixes(base) if short else {})
    with replacing(path) as file:
        serialize(quads(nodes, edges, base, evidence), file, form, prefixes=prefixes)


def id_prefixes(base: str = BASE) -> dict[str, str]:
    """A prefix for the things of each type and for statements.

    >>> id_prefixes()["method"]
    'https://w3id.org/paperkg/id/method/'
    """
    return {name: f"{base}{name}/" for name in (*map(str.lower, NODE_TYPES), "statement")}


class CarriageReturns:
    """A file that writes U+000D as &#13;, because XML readers take a plain one for a newline."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, data: bytes) -> int:
        self._file.write(data.replace(b"\r", b"&#13;"))
        return len(data)

    def flush(self) -> None:
        self._file.flush()
