"""What the RDF formats share: descriptions as text, and a file that is whole or not there."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from pyoxigraph import NamedNode

from exports.writing import replacing_text
from kg.description import About, Counts, description, description_address, with_description
from kg.model import Edge, Node
from kg.rdf import Description, descriptions
from kg.schema import BASE, NODE_TYPES, PREFIXES

ToText = Callable[[Description], str]

RDF_TYPE = f"<{PREFIXES['rdf']}type>"
_NAME = re.compile(r"<(.*[/#])(.*)>", re.DOTALL)
_VALUE = re.compile(r'"(.*)"\^\^(<.*>)', re.DOTALL)
# What stands behind a prefix without a backslash, which Virtuoso 7 keeps; any other name is written in full.
_LOCAL = re.compile(r"(?:\w|%[0-9A-F]{2})(?:[\w.-]|%[0-9A-F]{2})*(?<!\.)", re.ASCII)
# datatype -> the forms of its values that need neither quotation marks nor the datatype
_BARE = {f"<{PREFIXES['xsd']}{name}>": re.compile(form) for name, form in (
    ("integer", "[+-]?[0-9]+"), ("decimal", r"[+-]?[0-9]*\.[0-9]+"), ("boolean", "true|false"))}


def write_lines(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, base: str, evidence: bool,
                about: About | None, named: bool = False) -> None:
    """Writes the graph with a line for each triple: N-Triples, or N-Quads, where its description is a named graph."""
    whole, behind = _whole(nodes, edges, base, evidence, about, named)
    with replacing_text(path) as file:
        file.writelines(map(lines, whole))
        for name, described in behind:
            file.writelines(lines(thing, f" {name}") for thing in described)


def write_blocks(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, base: str, evidence: bool,
                 about: About | None, named: bool = False) -> None:
    """Writes the graph with a block for each subject: Turtle, or TriG, where its description is a named graph."""
    prefixes = {**PREFIXES, **id_prefixes(base)}
    block = blocks(prefixes)
    whole, behind = _whole(nodes, edges, base, evidence, about, named)
    with replacing_text(path) as file:
        file.writelines(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in prefixes.items())
        file.writelines(map(block, whole))
        for name, described in behind:
            file.writelines((f"{name} {{\n", *map(block, described), "}\n"))


def _whole(
    nodes: Sequence[Node], edges: Sequence[Edge], base: str, evidence: bool, about: About | None, named: bool
) -> tuple[Iterable[Description], Iterable[tuple[NamedNode, Iterable[Description]]]]:
    """What stands in the default graph, and behind that the named graph of its description where it has one."""
    things = descriptions(nodes, edges, base, evidence)
    if about is None or not named:
        return with_description(things, about, base), ()
    counts = Counts()
    return counts.over(things), ((NamedNode(description_address(about, base)), description(about, counts, base)),)


def id_prefixes(base: str = BASE) -> dict[str, str]:
    """A prefix for the things of each type, for statements, and for what a graph says of itself.

    >>> id_prefixes()["method"]
    'https://w3id.org/paperkg/id/method/'
    """
    return {name: f"{base}{name}/" for name in (*map(str.lower, NODE_TYPES), "statement", "dataset")}


def lines(described: Description, graph: str = "") -> str:
    """A line for each triple, as N-Triples has it; with the name of a graph, as N-Quads has it.

    >>> print(lines((NamedNode("x:s"), [(NamedNode("x:p"), NamedNode("x:o"))])), end="")
    <x:s> <x:p> <x:o> .
    """
    subject = str(described[0])
    return "".join([f"{subject} {predicate!s} {value!s}{graph} .\n" for predicate, value in described[1]])


def blocks(prefixes: Mapping[str, str]) -> ToText:
    """What makes a description a block of Turtle with these prefixes.

    >>> block = blocks({"x": "http://x.org/"})
    >>> print(block((NamedNode("http://x.org/s"), [(NamedNode("http://x.org/p"), NamedNode("http://x.org/-o"))])))
    x:s x:p <http://x.org/-o> .
    <BLANKLINE>
    """
    prefix_of = {namespace: prefix for prefix, namespace in prefixes.items()}
    short = lru_cache(1 << 16)(lambda term: _short(term, prefix_of))
    verb = lru_cache(lambda predicate: "a" if str(predicate) == RDF_TYPE else short(str(predicate)))

    def parts(described: Description) -> Iterator[str]:
        subject, pairs = described
        yield _short(str(subject), prefix_of)  # few stand in many blocks: not kept
        before, between = None, " "
        for predicate, value in pairs:
            text = str(value)
            text = short(text) if text[-1] == ">" else text
            yield f" , {text}" if predicate == before else f"{between}{verb(predicate)} {text}"
            before, between = predicate, " ;\n\t"
        yield " .\n"

    return lambda described: "".join(parts(described))


def _short(term: str, prefix_of: Mapping[str, str]) -> str:
    """A name, or a value with a datatype, as Turtle writes it most shortly."""
    if found := _NAME.fullmatch(term):
        namespace, local = found.groups()
        prefix = prefix_of.get(namespace)
        return term if prefix is None or not _LOCAL.fullmatch(local) else f"{prefix}:{local}"
    if found := _VALUE.fullmatch(term):
        value, datatype = found.groups()
        bare = _BARE.get(datatype)
        return value if bare and bare.fullmatch(value) else f'"{value}"^^{_short(datatype, prefix_of)}'
    return term


class CarriageReturns:
    """A file that writes U+000D as &#13;, because XML readers take a plain one for a newline."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, data: bytes) -> int:
        self._file.write(data.replace(b"\r", b"&#13;"))
        return len(data)

    def flush(self) -> None:
        self._file.flush()
