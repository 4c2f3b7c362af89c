"""What the RDF formats share: pyoxigraph's writers, our prefixes, and a file that is whole or not there."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, cast

from pyoxigraph import RdfFormat, serialize

from exports.writing import replacing
from kg.model import Edge, Node
from kg.rdf import quads
from kg.schema import BASE, NODE_TYPES, PREFIXES

_TEXT_OR_ESCAPE = re.compile(rb'"(?:[^"\\]|\\.)*"|\\%')


def write_rdf(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, form: RdfFormat, base: str, evidence: bool,
              short: bool = False) -> None:
    """Writes the graph in one of pyoxigraph's formats; `short` gives each type of thing a prefix of its own."""
    prefixes = dict(PREFIXES) | (id_prefixes(base) if short else {})
    with replacing(path) as file:
        names = PercentSigns(file) if short else file
        serialize(quads(nodes, edges, base, evidence), cast(BinaryIO, names), form, prefixes=prefixes)
        names.flush()


def id_prefixes(base: str = BASE) -> dict[str, str]:
    """A prefix for the things of each type and for statements.

    >>> id_prefixes()["method"]
    'https://w3id.org/paperkg/id/method/'
    """
    return {name: f"{base}{name}/" for name in (*map(str.lower, NODE_TYPES), "statement")}


class PercentSigns:
    r"""A file that writes `\%2F` in a prefixed name as `%2F`, because Virtuoso 7 keeps that backslash.

    >>> import io
    >>> file = io.BytesIO()
    >>> names = PercentSigns(file)
    >>> names.write(b'x:a\\%2Fb rdfs:label "5 \\\\%" .\n') and names.flush()
    >>> print(file.getvalue().decode())
    x:a%2Fb rdfs:label "5 \\%" .
    <BLANKLINE>
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._rest = file, b""

    def write(self, data: bytes) -> int:
        lines, newline, self._rest = (self._rest + data).rpartition(b"\n")
        self._write(lines + newline)
        return len(data)

    def flush(self) -> None:
        self._write(self._rest)
        self._rest = b""
        self._file.flush()

    def _write(self, lines: bytes) -> None:
        if b"\\%" in lines:
            lines = _TEXT_OR_ESCAPE.sub(lambda found: b"%" if found[0] == b"\\%" else found[0], lines)
        self._file.write(lines)


class CarriageReturns:
    """A file that writes U+000D as &#13;, because XML readers take a plain one for a newline."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, data: bytes) -> int:
        self._file.write(data.replace(b"\r", b"&#13;"))
        return len(data)

    def flush(self) -> None:
        self._file.flush()
