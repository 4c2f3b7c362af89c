"""Graphs that keep their promises and graphs that each break one of them."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cli.main import run
from kg.model import Edge, Node
from kg.store import KnowledgeGraph
from kg.swap import write_store
from kg.verify import Violation, violations

ABSTRACT = "FooDPO is a variant of DPO. FooDPO wins 4.7 million games of BarBench, 10^{3} times more."
TEXT = f"On FooDPO\n\n{ABSTRACT}"
PAPER = "paper/1"


def at(words: str, sentence: str) -> tuple[str, int, int, int, int]:
    """Evidence and places of some words in a sentence of the paper."""
    start, mention = TEXT.index(sentence), TEXT.index(words, TEXT.index(sentence))
    return sentence, start, start + len(sentence), mention, mention + len(words)


FIRST, SECOND = (ABSTRACT[:27], ABSTRACT[28:])
NODES = (
    Node("benchmark/barbench", "Benchmark", "BarBench"),
    Node("method/dpo", "Method", "DPO", ("Direct Preference Optimization",)),
    Node("method/foodpo", "Method", "FooDPO"),
    Node(PAPER, "Paper", "On FooDPO", (), {"abstract": ABSTRACT, "year": 2026}),
    Node("result/1/a", "Result", "4700000 games", (), {"value": "4.7E+6", "kind": "absolute"}),
    Node("result/1/b", "Result", "1000x more", (), {"value": "1000", "kind": "gain", "unit": "x"}),
)
EDGES = (
    Edge("method/foodpo", "variantOf", "method/dpo", PAPER, *at("DPO.", FIRST), score=0.8, by="variants"),
    Edge(PAPER, "evaluatesOn", "benchmark/barbench", PAPER, *at("BarBench", SECOND), score=0.9, by="classifier"),
    Edge(PAPER, "introduces", "method/foodpo", PAPER, *at("FooDPO", FIRST), score=0.9, by="classifier"),
    Edge(PAPER, "reports", "result/1/a", PAPER, *at("4.7 million", SECOND), score=0.9, by="results"),
    Edge(PAPER, "reports", "result/1/b", PAPER, *at("10^{3}", SECOND), score=0.9, by="results"),
    Edge("result/1/a", "onBenchmark", "benchmark/barbench", PAPER, SECOND, *at("BarBench", SECOND)[1:3]),
)


def found(tmp_path: Path, nodes: tuple[Node, ...], edges: tuple[Edge, ...], shapes: bool = False) -> list[Violation]:
    write_store(tmp_path / "x.kg", nodes, edges, {"papers": 1})
    return list(violations(KnowledgeGraph.open(tmp_path / "x.kg"), shapes, workers=1))


@pytest.mark.parametrize("shapes", [False, True])
def test_a_good_graph_has_no_violation(tmp_path: Path, shapes: bool) -> None:
    if shapes:
        pytest.importorskip("pyshacl")
    assert found(tmp_path, NODES, EDGES, shapes) == []


def changed(at: int, **values: object) -> tuple[Edge, ...]:
    return (*EDGES[:at], replace(EDGES[at], **values), *EDGES[at + 1:])  # type: ignore[arg-type]


@pytest.mark.parametrize(("edges", "rule", "words"), [
    (changed(1, object="benchmark/nowhere"), "dangling end", "there is no object benchmark/nowhere"),
    (changed(1, object="method/dpo"), "type", "a Method cannot be the object of evaluatesOn"),
    (changed(1, paper="paper/2"), "dangling end", "there is no paper paper/2"),
    (changed(1, score=1.5), "confidence", "is 1.5"),
    (changed(1, start=3, end=9), "quote", "does not stand at 3:9"),
    (changed(1, evidence=SECOND.replace("wins", "lost")), "quote", "does not stand at"),
    (changed(1, mention_end=900), "place", "is not inside the quote"),
    (changed(3, mention_start=TEXT.index("games"), mention_end=TEXT.index("games") + 5), "number", "4.7E+6 is not"),
    (changed(4, object="result/1/a"), "number", "is not what is printed there: '10^{3}'"),
])
def test_a_broken_edge_is_named(tmp_path: Path, edges: tuple[Edge, ...], rule: str, words: str) -> None:
    told = found(tmp_path, NODES, edges)
    assert {violation.rule for violation in told} == {rule}
    assert words in told[0].what
    assert told[0].where.startswith((PAPER, "method/foodpo"))


@pytest.mark.parametrize(("change", "rule"), [
    (lambda node: replace(node, aliases=("PPO", "GRPO")), "merged"),
    (lambda node: replace(node, label=" "), "label"),
    (lambda node: replace(node, id="model/dpo"), "id"),
])
def test_a_broken_node_is_named(tmp_path: Path, change: Callable[[Node], Node], rule: str) -> None:
    told = found(tmp_path, (NODES[0], change(NODES[1]), *NODES[2:]), EDGES[1:])
    assert [(violation.rule, violation.where) for violation in told] == [(rule, change(NODES[1]).id)]


def test_a_number_that_is_none_is_named(tmp_path: Path) -> None:
    broken = replace(NODES[4], attributes={"value": "many", "kind": "absolute"})
    told = found(tmp_path, (*NODES[:4], broken, NODES[5]), EDGES)
    assert {violation.rule for violation in told} == {"number"}


def test_shapes_name_what_they_find(tmp_path: Path) -> None:
    pytest.importorskip("pyshacl")
    broken = replace(NODES[5], attributes={"value": "many", "kind": "gain"})
    told = [violation for violation in found(tmp_path, (*NODES[:5], broken), EDGES, True) if violation.rule == "shape"]
    assert [(one.where, one.what.split()[0]) for one in told] == [("result/1/b", "hasValue")]


def test_quotes_of_papers_without_words_are_passed_over(tmp_path: Path) -> None:
    wordless = replace(NODES[3], attributes={"year": 2026})
    assert found(tmp_path, (*NODES[:3], wordless, *NODES[4:]), EDGES) == []


def test_the_command_says_each_violation_and_ends_with_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_store(tmp_path / "x.kg", NODES, changed(1, object="benchmark/nowhere"), {"papers": 1})
    assert run(["verify", str(tmp_path / "x.kg"), "--no-shapes"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"{PAPER} evaluatesOn benchmark/nowhere ({PAPER}): dangling end: there is no object "
                                "benchmark/nowhere"]
    assert "6 nodes and 6 edges checked, 1 violation" in err
    assert run(["verify", str(tmp_path / "x.kg"), "--no-shapes", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["rule"] == "dangling end"
    write_store(tmp_path / "x.kg", NODES, EDGES, {"papers": 1})
    assert run(["verify", str(tmp_path / "x.kg"), "--no-shapes"]) == 0
