"""A Cypher script that makes the graph in a running server: `cypher-shell -f graph.cypher`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from exports.columns import Column
from exports.property_graph import (
    CLAIM_COLUMNS,
    ClaimGroup,
    NodeGroup,
    Properties,
    Property,
    claim_groups,
    claim_properties,
    constraint,
    node_groups,
    node_properties,
)
from exports.writing import replacing_text
from kg.model import Edge, Node

BATCH_ROWS, BATCH_CHARACTERS = 500, 250_000  # a statement

# No text holds these: clean() replaces control characters.
_BETWEEN_VALUES, _BETWEEN_ITEMS, _MISSING = "\x1f", "\x1e", "\x1d"
_ID, _NAME, _START, _END = (Column(name, "string") for name in ("id", "name", "start", "end"))
_CASTS = {"boolean": "toBoolean({})", "integer": "toInteger({})", "long": "toInteger({})", "double": "toFloat({})",
          "string": "{}", "strings": r"split({}, '\u001e')"}
# Servers put \u003b back before they read on; with it statements end where a line ends in a semicolon and nowhere
# else, for whoever splits the script.
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile("['\\\\;\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def write_cypher(nodes: Sequence[Node], edges: Sequence[Edge], path: Path) -> None:
    """Writes the graph as a Cypher script for Neo4j: constraints, then nodes, then relationships, in batches.

    It makes the graph that the import of `write_neo4j` makes. Run again, it changes nothing.
    """
    groups = node_groups(nodes)
    found = claim_groups(groups, edges)
    with replacing_text(path) as file:
        file.write(f"// {sum(len(group.nodes) for group in groups)} nodes, "
                   f"{sum(len(group.claims) for group in found)} relationships, for Neo4j 5: cypher-shell -f FILE\n")
        for group in groups:
            file.write(f"{constraint(group.label)};\n")
        for group in groups:
            file.writelines(_node_statements(group))
        for claim_group in found:
            file.writelines(_claim_statements(claim_group))


def _node_statements(group: NodeGroup) -> Iterator[str]:
    columns = (_ID, _NAME, *group.columns)
    rows = (_row(node_properties(node, group.columns), columns) for node in group.nodes)
    make = f"MERGE (n:{group.label} {{id: v[0]}}) SET n = {_map(columns)}"
    return _statements(rows, make)


def _claim_statements(group: ClaimGroup) -> Iterator[str]:
    columns = (_START, _END, *CLAIM_COLUMNS)
    rows = (_row({"start": claim.subject, "end": claim.object, **claim_properties(claim)}, columns)
            for claim in group.claims)
    make = (f"MATCH (a:{group.start_label} {{id: v[0]}}) MATCH (b:{group.end_label} {{id: v[1]}})\n"
            f"MERGE (a)-[r:{group.type}]->(b) SET r = {_map(columns, 2)}")
    return _statements(rows, make)


def _statements(rows: Iterable[str], make: str) -> Iterator[str]:
    """A statement a batch of rows. One text a row, taken apart by the server: a map or list a row takes it 20 times
    as long to parse."""
    for batch in _batches(rows):
        yield f"UNWIND [\n{batch}\n] AS row WITH split(row, '\\u001f') AS v\n{make};\n"


def _batches(rows: Iterable[str]) -> Iterator[str]:
    batch: list[str] = []
    length = 0
    for row in rows:
        batch.append(row)
        length += len(row)
        if len(batch) >= BATCH_ROWS or length >= BATCH_CHARACTERS:
            yield ",\n".join(batch)
            batch, length = [], 0
    if batch:
        yield ",\n".join(batch)


def _row(properties: Properties, columns: Iterable[Column]) -> str:
    """The values of the columns in one Cypher text."""
    return literal(_BETWEEN_VALUES.join(_value(properties.get(column.name)) for column in columns))


def _value(value: Property | None) -> str:
    if value is None:
        return _MISSING
    if isinstance(value, list):
        return _BETWEEN_ITEMS.join(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)


def _map(columns: Sequence[Column], first: int = 0) -> str:
    """The Cypher map that takes the values, from the first of the columns to be in it, out of the list `v`."""
    return "{" + ", ".join(f"{_name(column.name)}: {_cast(column, f'v[{place}]')}"
                           for place, column in enumerate(columns) if place >= first) + "}"


def _cast(column: Column, value: str) -> str:
    if column in (_ID, _NAME):
        return value
    return rf"CASE {value} WHEN '\u001d' THEN null ELSE {_CASTS[column.type].format(value)} END"


def _name(name: str) -> str:
    return name if _PLAIN_NAME.fullmatch(name) else "`" + name.replace("`", "``") + "`"


def literal(text: str) -> str:
    r"""A text as a Cypher literal on one line.

    >>> print(literal("It's;\n"))
    'It\'s\u003b\n'
    """
    return "'" + _ESCAPED.sub(_escape, text) + "'"


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    return _ESCAPES.get(character) or f"\\u{ord(character):04x}"
