"""SPARQL queries that only read: checked, run, ended when their time is over, and their answers in several forms."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from pyoxigraph import (
    Literal,
    NamedNode,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    Store,
    Triple,
    parse,
    parse_query_results,
    serialize,
)

from kg.errors import QueryError
from kg.schema import PREFIXES

RESULT_FORMS = {"json": QueryResultsFormat.JSON, "csv": QueryResultsFormat.CSV, "tsv": QueryResultsFormat.TSV,
                "xml": QueryResultsFormat.XML}
TRIPLE_FORMS = {"turtle": RdfFormat.TURTLE, "ntriples": RdfFormat.N_TRIPLES, "jsonld": RdfFormat.JSON_LD,
                "rdfxml": RdfFormat.RDF_XML}
UPDATES = re.compile(r"\b(INSERT|DELETE|LOAD|CLEAR|DROP|CREATE|ADD|MOVE|COPY)\b", re.IGNORECASE)
FORBIDDEN = re.compile(r"service|\bfrom\b", re.IGNORECASE)
PLACE = re.compile(r"^error at (\d+):(\d+): ", re.IGNORECASE)
# A program for a fresh interpreter: sys.path comes first, so that it finds what this one found.
WORKER = "import sys; sys.path[:] = {path!r}; from kg.sparql import serve; serve({folder!r})"


@dataclass(frozen=True)
class Answer:
    """What a query gave: `kind` is "select", "ask" or "construct"; `data` is SPARQL Results JSON or N-Triples."""

    kind: str
    data: bytes

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The names of the columns of a SELECT, without question marks; else empty."""
        return tuple(variable.value for variable in self._solutions().variables) if self.kind == "select" else ()

    @cached_property
    def rows(self) -> list[tuple[object, ...]]:
        """The rows of a SELECT as Python values: IRI and text str, numbers int, Decimal or float, unbound None."""
        if self.kind != "select":
            return []
        return [tuple(_python_value(value) for value in solution) for solution in self._solutions()]

    @property
    def boolean(self) -> bool:
        """The answer to an ASK; for the other kinds whether anything was found."""
        if self.kind == "ask":
            return bool(parse_query_results(self.data, QueryResultsFormat.JSON))
        return bool(self.rows or self.triples)

    @cached_property
    def triples(self) -> list[Triple]:
        """The triples of a CONSTRUCT or DESCRIBE; else empty."""
        if self.kind != "construct":
            return []
        return [quad.triple for quad in parse(self.data, RdfFormat.N_TRIPLES)]

    def text(self, form: str = "table") -> str:
        """The answer as text; rows as table, json, csv, tsv or xml; triples as turtle, ntriples, jsonld or rdfxml.

        Raises QueryError for a form that this kind of answer does not have.
        """
        if self.kind == "construct":
            return self._triples_text("turtle" if form == "table" else form)
        if form == "table":
            return _table(self.variables, self.rows) if self.kind == "select" else str(self.boolean).lower()
        if form not in RESULT_FORMS or (self.kind == "ask" and form in ("csv", "tsv")):
            raise QueryError(f"an answer to {self.kind.upper()} cannot be written as {form}")
        results = parse_query_results(self.data, QueryResultsFormat.JSON)
        return cast(bytes, results.serialize(format=RESULT_FORMS[form])).decode()

    def _triples_text(self, form: str) -> str:
        if form not in TRIPLE_FORMS:
            raise QueryError(f"triples cannot be written as {form}; use one of {', '.join(TRIPLE_FORMS)}")
        data = serialize(self.triples, format=TRIPLE_FORMS[form], prefixes=dict(PREFIXES))
        return cast(bytes, data).decode()

    def _solutions(self) -> QuerySolutions:
        return cast(QuerySolutions, parse_query_results(self.data, QueryResultsFormat.JSON))


def ask(store: Store, folder: Path, query: str, timeout_s: float | None = None) -> Answer:
    """The answer of a store to a query; with a time limit, of another process that opens the store's folder.

    Raises QueryError for a malformed or forbidden query and for one that ran out of time.
    """
    check(query)
    if timeout_s is None:
        return _answer(store, query)
    program = WORKER.format(path=sys.path, folder=str(folder))
    try:
        done = subprocess.run([sys.executable, "-c", program], input=query.encode("utf-8", "replace"),
                              capture_output=True, timeout=timeout_s, check=False)
    except subprocess.TimeoutExpired as error:
        raise QueryError(f"the query was stopped: it took more than {timeout_s:g} s") from error
    kind, _, data = done.stdout.partition(b"\n")
    if kind == b"error":
        raise QueryError(data.decode())
    if done.returncode or not kind:
        raise QueryError("the query ended without an answer; it may need more memory than there is")
    return Answer(kind.decode(), data)


def serve(folder: str) -> None:
    """Answers the query on standard input from the store in a folder: a line with the kind, then the data."""
    try:
        answer = _answer(Store.read_only(folder), sys.stdin.buffer.read().decode())
    except QueryError as error:
        answer = Answer("error", str(error).encode())
    except OSError as error:
        answer = Answer("error", f"the graph cannot be read; open it again: {error}".encode())
    sys.stdout.buffer.write(answer.kind.encode() + b"\n" + answer.data)


def check(query: str) -> None:
    """Raises QueryError for a query that asks another server (SERVICE) or another graph (FROM).

    A query without these words is safe as it stands. For one with them its grammar decides: they may stand in a text.
    """
    if not FORBIDDEN.search(query):
        return
    from pyparsing import ParseBaseException
    from rdflib.plugins.sparql.parser import parseQuery

    try:
        parsed = parseQuery(query)
    except (ParseBaseException, RecursionError, ValueError) as error:
        raise QueryError(f"the query cannot be read, and may hold SERVICE or FROM: {_line(str(error))}") from error
    for name in _names(parsed):
        if name == "ServiceGraphPattern":
            raise QueryError("SERVICE is refused: a query asks this graph alone, never another server")
        if name == "DatasetClause":
            raise QueryError("FROM is refused: a query asks this graph alone; leave it out")


def _names(parsed: Any) -> Iterator[str]:
    """The names of all parts of a parsed query, depth first."""
    waiting = [parsed]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield str(getattr(part, "name", ""))
            waiting.extend(part.values())
        elif not isinstance(part, str) and hasattr(part, "__iter__"):
            waiting.extend(part)


def _answer(store: Store, query: str) -> Answer:
    try:
        results = store.query(query, prefixes=dict(PREFIXES))
        if isinstance(results, QueryTriples):
            lines = {cast(bytes, serialize([triple], format=RdfFormat.N_TRIPLES)) for triple in results}
            return Answer("construct", b"".join(sorted(lines)))
        kind = "ask" if isinstance(results, QueryBoolean) else "select"
        return Answer(kind, cast(bytes, results.serialize(format=QueryResultsFormat.JSON)))
    except SyntaxError as error:
        raise QueryError(_why(query, str(error))) from error
    except (RuntimeError, ValueError) as error:
        raise QueryError(f"the query failed: {_line(str(error))}") from error


def _why(query: str, reason: str) -> str:
    if not re.search(r"\b(SELECT|ASK|CONSTRUCT|DESCRIBE)\b", query, re.IGNORECASE) and UPDATES.search(query):
        return "a query cannot change the graph: use SELECT, ASK, CONSTRUCT or DESCRIBE"
    return "the query is malformed: " + PLACE.sub(r"line \1, column \2: ", _line(reason))


def _line(text: str) -> str:
    return " ".join(text.split())


def _python_value(value: Any) -> object:
    if value is None:
        return None
    if isinstance(value, Literal):
        convert = CONVERSIONS.get(value.datatype.value.removeprefix(PREFIXES["xsd"]), str)
        try:
            return convert(value.value)
        except (ValueError, ArithmeticError):
            return value.value
    return value.value if isinstance(value, NamedNode) else str(value)


CONVERSIONS: dict[str, Any] = {"integer": int, "decimal": Decimal, "double": float, "float": float,
                               "boolean": lambda text: text in ("true", "1")}


def _table(variables: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """Columns of equal width, one line a row; newlines inside a value become blanks."""
    lines = [variables, *(tuple("" if value is None else _line(str(value)) for value in row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(variables))]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
