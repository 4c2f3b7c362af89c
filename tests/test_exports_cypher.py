"""The Cypher script as text: where its statements end, and that nothing of a paper ends them."""

import re
from pathlib import Path

import pytest
from hostile_graph import hostile

from exports.cypher import BATCH_CHARACTERS, BATCH_ROWS, literal, write_cypher
from exports.layout import TYPE_COLOURS
from exports.neo4j import write_neo4j
from kg.model import Edge, Node
from kg.schema import NODE_TYPES


@pytest.fixture
def script(tmp_path: Path) -> str:
    write_cypher(*hostile(), tmp_path / "graph.cypher")
    return (tmp_path / "graph.cypher").read_bytes().decode("utf-8")


def test_statements_end_where_a_line_ends_in_a_semicolon_and_nowhere_else(script: str) -> None:
    statements = script.removesuffix(";\n").split(";\n")
    assert len(statements) > 15
    assert not [statement for statement in statements if ";" in statement or ":auto" in statement]


def test_constraints_come_first_then_nodes_then_relationships(script: str) -> None:
    done = re.findall(r"^(CREATE CONSTRAINT|MERGE \(n:|MATCH \(a:)", script, re.MULTILINE)
    assert list(dict.fromkeys(done)) == ["CREATE CONSTRAINT", "MERGE (n:", "MATCH (a:"]
    assert done == sorted(done, key=["CREATE CONSTRAINT", "MERGE (n:", "MATCH (a:"].index)


@pytest.mark.parametrize("text", ["'", "\\", "\\'", "\n", "\r\n", ";",
                                  "\u2028", "\x85", "\x1f", "\\u0027", "\\\\u0027"])
def test_a_text_is_one_literal_on_one_line(text: str) -> None:
    written = literal(f"a{text}b")
    assert len(written.splitlines()) == 1
    inside = written[1:-1]
    assert re.fullmatch(r"(?:[^'\\;]|\\['\\nrt]|\\u[0-9a-f]{4})*", inside)


def test_batches_are_of_bounded_size(tmp_path: Path) -> None:
    nodes = [Node(f"method/{i}", "Method", "m" * (i % 300 * 10)) for i in range(3 * BATCH_ROWS)]
    edges = [Edge(f"method/{i}", "variantOf", "method/0") for i in range(1, 3 * BATCH_ROWS)]
    write_cypher(nodes, edges, tmp_path / "graph.cypher")
    statements = (tmp_path / "graph.cypher").read_text("utf-8").split(";\n")
    rows = [statement.count("\n'") for statement in statements]
    assert sum(rows) == len(nodes) + len(edges)
    assert max(rows) <= BATCH_ROWS
    assert max(map(len, statements)) < BATCH_CHARACTERS + 5000


def test_the_style_sheet_has_a_rule_for_every_type(tmp_path: Path) -> None:
    write_neo4j(*hostile(), tmp_path / "neo4j")
    style = (tmp_path / "neo4j" / "style.grass").read_text("utf-8")
    rules = dict(re.findall(r"^node\.(\w+) \{(.*?)\}$", style, re.MULTILINE | re.DOTALL))
    assert set(rules) == set(NODE_TYPES)
    for label, rule in rules.items():
        assert f"  color: {TYPE_COLOURS[label]};\n" in rule
        assert '  caption: "{name}";\n' in rule
