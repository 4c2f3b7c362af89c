"""Parts of a graph: each option, their combinations, and what a user can get wrong."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import networkx as nx
import pytest

import kg
from cli.main import run
from kg.errors import GraphError, QueryError
from kg.model import Edge, Node
from kg.slices import Slice, part_of, sliced, years

NODES = [
    Node("benchmark/b", "Benchmark", "B"),
    Node("method/m", "Method", "M"), Node("method/n", "Method", "N"), Node("method/alone", "Method", "Alone"),
    Node("method/wide", "Method", "Wide"),
    Node("paper/1", "Paper", "One", (), {"year": 2024}), Node("paper/2", "Paper", "Two", (), {"year": 2025}),
    Node("paper/3", "Paper", "Three", (), {"year": 2026}), Node("paper/4", "Paper", "Four"),
]
EDGES = [
    Edge("method/m", "broader", "method/wide"),
    Edge("method/m", "evaluatedOn", "benchmark/b", "paper/1", score=0.9),
    Edge("method/m", "evaluatedOn", "benchmark/b", "paper/2", score=0.6),
    Edge("method/m", "evaluatedOn", "benchmark/b", "paper/3", score=0.3),
    Edge("method/n", "buildsOn", "method/m", "paper/3", score=0.8),
    Edge("paper/1", "introduces", "method/m", "paper/1", score=0.9),
    Edge("paper/2", "uses", "method/m", "paper/2", score=0.7),
    Edge("paper/2", "uses", "method/wide", "paper/2", score=0.4),
    Edge("paper/3", "introduces", "method/n", "paper/3", score=0.8),
]


def ids(nodes: Iterable[Node]) -> set[str]:
    return {node.id.partition("/")[2] for node in nodes}


def relations(edges: Iterable[Edge]) -> Counter[str]:
    return Counter(edge.relation for edge in edges)


def test_around_goes_as_many_hops_as_asked_in_both_directions() -> None:
    for hops, expected in ((0, {"n"}), (1, {"n", "m", "3"}), (2, {"n", "m", "3", "b", "1", "2", "wide"})):
        nodes, edges = sliced(NODES, EDGES, Slice(hops=hops), ["method/n"])
        assert ids(nodes) == expected
        assert edges == [edge for edge in EDGES if {edge.subject, edge.object} <= {node.id for node in nodes}]


def test_around_several_things_takes_what_is_near_any() -> None:
    assert ids(sliced(NODES, EDGES, Slice(hops=1), ["method/alone", "benchmark/b"])[0]) == {"alone", "b", "m"}


def test_around_a_thing_keeps_it_whatever_types_are_asked_for() -> None:
    nodes, edges = sliced(NODES, EDGES, Slice(types=("Paper",)), ["method/m"])
    assert ids(nodes) == {"m", "1", "2"}
    assert relations(edges) == {"introduces": 1, "uses": 1}


def test_types_keep_their_nodes_without_edges() -> None:
    nodes, edges = sliced(NODES, EDGES, Slice(types=("Method", "Benchmark")))
    assert ids(nodes) == {"m", "n", "alone", "wide", "b"}
    assert relations(edges) == {"broader": 1, "evaluatedOn": 3, "buildsOn": 1}


def test_relations_keep_the_nodes_that_they_join() -> None:
    nodes, edges = sliced(NODES, EDGES, Slice(relations=("uses", "buildsOn")))
    assert ids(nodes) == {"2", "m", "n", "wide"}
    assert relations(edges) == {"uses": 2, "buildsOn": 1}


def test_types_and_relations_leave_nodes_without_edges_out() -> None:
    assert ids(sliced(NODES, EDGES, Slice(types=("Method",), relations=("buildsOn",)))[0]) == {"m", "n"}


@pytest.mark.parametrize(("span", "papers"), [((2024, 2025), "12"), ((2025, None), "23"), ((None, 2024), "1")])
def test_years_take_papers_and_what_they_say(span: tuple[int | None, int | None], papers: str) -> None:
    nodes, edges = sliced(NODES, EDGES, Slice(years=span))
    assert {node.id for node in nodes if node.type == "Paper"} == {f"paper/{number}" for number in papers}
    assert {edge.paper for edge in edges if edge.paper} == {f"paper/{number}" for number in papers}


def test_what_no_paper_of_these_years_speaks_of_goes_though_the_lexicon_knows_it() -> None:
    assert ids(sliced(NODES, EDGES, Slice(years=(2026, 2026)))[0]) == {"3", "n", "m", "b"}
    nodes, edges = sliced(NODES, EDGES, Slice(years=(2025, 2025)))
    assert ids(nodes) == {"2", "m", "b", "wide"}
    assert relations(edges)["broader"] == 1


def test_types_of_some_years_leave_out_what_nobody_speaks_of_then() -> None:
    assert ids(sliced(NODES, EDGES, Slice(types=("Method",), years=(2026, 2026)))[0]) == {"m", "n"}


def test_confidence_is_that_of_each_paper() -> None:
    nodes, edges = sliced(NODES, EDGES, Slice(min_confidence=0.7))
    assert all(edge.score >= 0.7 for edge in edges)
    assert relations(edges) == {"evaluatedOn": 1, "buildsOn": 1, "introduces": 2, "uses": 1}
    assert ids(nodes) == {"b", "m", "n", "1", "2", "3"}


def test_support_counts_the_papers_of_the_part() -> None:
    assert relations(sliced(NODES, EDGES, Slice(min_support=3))[1]) == {"evaluatedOn": 3}
    assert sliced(NODES, EDGES, Slice(min_support=3, years=(2024, 2025))) == ([], [])
    assert relations(sliced(NODES, EDGES, Slice(min_support=2, years=(2024, 2025)))[1]) == {"evaluatedOn": 2}
    assert relations(sliced(NODES, EDGES, Slice(min_support=2, min_confidence=0.5))[1]) == {"evaluatedOn": 2}


def test_one_paper_that_says_the_same_twice_is_one() -> None:
    twice = [*EDGES, Edge("method/n", "buildsOn", "method/m", "paper/3", "again", 5, 9)]
    assert relations(sliced(NODES, twice, Slice(min_support=2))[1]) == {"evaluatedOn": 3}


@pytest.mark.parametrize("text", ["", "..", "2026..2024", "24", "2024-2026", "2024...2026", "20245", "2024 2026"])
def test_what_is_no_span_of_years_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"year|ends before"):
        years(text)


# On a built graph, through library and command line

@pytest.fixture(scope="module")
def graph(example: Path) -> kg.KnowledgeGraph:
    return kg.KnowledgeGraph.open(example)


def test_around_is_what_networkx_calls_the_ego_graph(graph: kg.KnowledgeGraph) -> None:
    whole = nx.Graph((edge.subject, edge.object) for edge in graph.edges())
    for hops in (1, 2):
        nodes, _ = part_of(graph, Slice(around=("LeGRPO",), hops=hops))
        assert {node.id for node in nodes} == set(nx.ego_graph(whole, "method/legrpo", hops))


def test_a_query_picks_edges_by_triples_and_by_statements(graph: kg.KnowledgeGraph) -> None:
    expected = [edge for edge in graph.edges() if edge.relation == "variantOf" and edge.object == "method/grpo"]
    assert expected
    for query in ("CONSTRUCT { ?m kg:variantOf ?n } { ?m kg:variantOf ?n . ?n skos:prefLabel 'GRPO' }",
                  "CONSTRUCT { ?s ?p ?o } "
                  "WHERE { ?s rdf:predicate kg:variantOf ; rdf:object/skos:prefLabel 'GRPO' ; ?p ?o }"):
        nodes, edges = part_of(graph, Slice(query=query))
        assert edges == expected
        assert {node.id for node in nodes} == {end for edge in edges for end in (edge.subject, edge.object)}


@pytest.mark.parametrize(("query", "words"), [
    ("SELECT * { ?s ?p ?o } LIMIT 1", "takes a CONSTRUCT query"), ("CONSTRUCT {", "malformed"),
    ("CONSTRUCT { ?s skos:prefLabel ?o } WHERE { ?s skos:prefLabel ?o }", "constructs no edge")])
def test_a_query_that_names_no_edges_is_refused(graph: kg.KnowledgeGraph, query: str, words: str) -> None:
    with pytest.raises(QueryError, match=words):
        part_of(graph, Slice(query=query))


def test_an_empty_part_says_what_was_asked_for(graph: kg.KnowledgeGraph) -> None:
    with pytest.raises(GraphError, match="nothing is left of the graph with type Task, relation uses, year 1999"):
        part_of(graph, Slice(types=("Task",), relations=("uses",), years=(1999, 1999)))


def test_unknown_names_are_refused(graph: kg.KnowledgeGraph) -> None:
    with pytest.raises(GraphError, match="nothing is called 'LeGRPOO'; perhaps 'LeGRPO'"):
        part_of(graph, Slice(around=("LeGRPOO",)))
    with pytest.raises(GraphError, match="no node type 'Methods'; there are Paper"):
        Slice(types=("Methods",))
    with pytest.raises(GraphError, match="no relation 'use'"):
        Slice(relations=("use",))


def test_nothing_asked_is_all(graph: kg.KnowledgeGraph) -> None:
    assert part_of(graph, Slice()) == (list(graph.nodes()), list(graph.edges()))


def called(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(list(map(str, arguments))) == 0
    return capsys.readouterr().out


ASKED = [("--around", "LeGRPO"), ("--around", "LeGRPO", "--hops", "2", "--type", "method"),
         ("--type", "Method", "--type", "Benchmark"), ("--relation", "USES"), ("--year", "2026"),
         ("--min-confidence", "0.9"), ("--min-support", "1"),
         ("--query", "CONSTRUCT { ?a kg:uses ?b } WHERE { ?a kg:uses ?b }"),
         ("--type", "Method", "--relation", "variantOf", "--min-confidence", "0.5", "--year", "2020..")]


@pytest.mark.parametrize("asked", ASKED, ids=" ".join)
def test_export_and_stats_take_the_same_part(
    asked: tuple[str, ...], example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = json.loads(called(capsys, "stats", example, "--json", *asked))
    called(capsys, "export", example, tmp_path / "part.graphml", *asked)
    written = nx.read_graphml(tmp_path / "part.graphml")
    assert (written.number_of_nodes(), written.number_of_edges()) == (counts["nodes"], counts["edges"])
    assert Counter(data["relation"] for *_, data in written.edges(data=True)) == counts["edgesByRelation"]
    assert 0 < counts["edges"] < json.loads(called(capsys, "stats", example, "--json"))["edges"]


def test_a_query_asks_the_part_alone(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question = "SELECT (COUNT(?m) AS ?n) { ?m a kg:Method }"
    near = int(called(capsys, "query", example, question, "--csv", "--around", "LeGRPO").splitlines()[1])
    counts = json.loads(called(capsys, "stats", example, "--json", "--around", "LeGRPO"))
    assert near == counts["nodesByType"]["Method"]
    assert near < int(called(capsys, "query", example, question, "--csv").splitlines()[1])


def test_the_page_shows_the_part_alone(example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    called(capsys, "view", example, tmp_path / "all.html", "--no-open")
    called(capsys, "view", example, tmp_path / "part.html", "--no-open", "--around", "LeGRPO", "--type", "Method")
    assert (tmp_path / "part.html").stat().st_size < (tmp_path / "all.html").stat().st_size


@pytest.mark.parametrize(("asked", "code", "words"), [
    (("--year", "1999"), 1, "nothing is left of the graph with year 1999"),
    (("--around", "Kabeljau"), 1, "nothing is called 'Kabeljau'"), (("--year", "soon"), 2, "'soon' is no year"),
    (("--type", "Fish"), 2, "'Fish' is not one of"), (("--hops", "2"), 2, "--around"),
    (("--min-confidence", "2"), 2, "range"), (("--query", "ASK {}"), 1, "CONSTRUCT")])
def test_a_wrong_part_is_told_and_writes_nothing(
    asked: tuple[str, ...], code: int, words: str, example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", str(example), str(tmp_path / "part.gexf"), *asked]) == code
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
