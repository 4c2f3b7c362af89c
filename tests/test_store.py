"""The graph on disk: whole or not there, read while it is replaced, and its queries, which only read."""

import itertools
import json
import multiprocessing
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest
from hostile_graph import hostile

from kg import queries, swap
from kg.errors import GraphError, QueryError
from kg.model import Edge, Node
from kg.rdf import clean_edge, clean_node, edge_key, quads
from kg.rdf_reading import nodes_and_edges
from kg.schema import BASE, iri
from kg.store import KnowledgeGraph, read_manifest, write_store

NODES = [
    Node("paper/1", "Paper", "AGRPO: Amortised GRPO", (), {"year": 2026, "venue": "ICML", "abstract": "We do.",
                                                           "identifiers": ("b", "a")}),
    Node("paper/2", "Paper", "Shorter chains", (), {"year": 2025}),
    Node("paper/3", "Paper", "No year"),
    Node("method/grpo", "Method", "Group Relative Policy Optimization", ("GRPO",)),
    Node("method/agrpo", "Method", "AGRPO", ("Amortised GRPO",)),
    Node("method/dpo", "Method", "DPO"),
    Node("method/lora", "Method", "LoRA"),
    Node("model/llama-3-8b", "Model", "Llama-3-8B", (), {"size": "8B"}),
    Node("modelfamily/llama", "ModelFamily", "Llama"),
    Node("benchmark/gsm8k", "Benchmark", "GSM8K"),
    Node("benchmark/math", "Benchmark", "MATH"),
    Node("metric/accuracy", "Metric", "accuracy"),
    Node("result/1", "Result", "93.40 %", (), {"value": "93.40", "unit": "%", "kind": "absolute"}),
    Node("result/2", "Result", "2x", (), {"value": "2", "unit": "x", "kind": "speedup"}),
]
EDGES = [
    Edge("paper/1", "introduces", "method/agrpo", "paper/1", "We propose AGRPO.", 0, 17, 11, 16, 0.9, "classifier"),
    Edge("paper/1", "uses", "method/lora", "paper/1", "AGRPO is tuned with LoRA.", 18, 43, 38, 42, 0.8, "classifier"),
    Edge("paper/1", "comparesWith", "method/dpo", "paper/1", "Unlike DPO, it scales.", 44, 66),
    Edge("paper/1", "evaluatesOn", "benchmark/math", "paper/1", "On MATH and GSM8K.", 67, 85, 70, 74),
    Edge("paper/1", "evaluatesOn", "benchmark/gsm8k", "paper/1", "On MATH and GSM8K.", 67, 85, 79, 84),
    Edge("paper/1", "reports", "result/1", "paper/1", "It reaches 93.40 %.", 86, 105),
    Edge("paper/1", "reports", "result/2", "paper/1", "And is 2x faster.", 106, 123),
    Edge("result/1", "onBenchmark", "benchmark/gsm8k", "paper/1"),
    Edge("result/1", "inMetric", "metric/accuracy", "paper/1"),
    Edge("result/1", "ofMethod", "method/agrpo", "paper/1"),
    Edge("result/2", "onBenchmark", "benchmark/gsm8k", "paper/1"),
    Edge("paper/1", "usesModel", "model/llama-3-8b", "paper/1"),
    Edge("paper/2", "usesModel", "modelfamily/llama", "paper/2"),
    Edge("model/llama-3-8b", "memberOf", "modelfamily/llama"),
    Edge("paper/2", "uses", "method/lora", "paper/2", "We use LoRA.", 0, 12),
    Edge("paper/2", "uses", "method/dpo", "paper/2"),
    Edge("paper/2", "uses", "method/lora", "paper/2", "LoRA again.", 20, 31),
    Edge("paper/3", "uses", "method/dpo", "paper/3"),
    Edge("paper/2", "evaluatesOn", "benchmark/math", "paper/2"),
    Edge("paper/3", "uses", "method/lora", "paper/3"),
    Edge("method/agrpo", "variantOf", "method/grpo", "paper/1"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_store(tmp_path / "x.kg", NODES, EDGES, {"papers": 3})
    return tmp_path / "x.kg"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeGraph:
    path = tmp_path_factory.mktemp("store") / "x.kg"
    write_store(path, NODES, EDGES, {"papers": 3})
    return KnowledgeGraph.open(path)


# --- on disk ----------------------------------------------------------------------------------------------------------


def test_nodes_and_edges_come_back_sorted(graph: KnowledgeGraph) -> None:
    assert list(graph.nodes()) == sorted(NODES, key=lambda node: node.id)
    assert list(graph.edges()) == sorted(EDGES, key=edge_key)
    assert list(graph.nodes()) == list(graph.nodes())


def test_the_store_and_the_lines_beside_it_say_the_same(tmp_path: Path) -> None:
    write_store(tmp_path / "h.kg", *hostile(), {})
    graph = KnowledgeGraph.open(tmp_path / "h.kg")
    assert list(graph.nodes()) == sorted(map(clean_node, hostile()[0]), key=lambda node: node.id)
    assert list(graph.edges()) == sorted(map(clean_edge, hostile()[1]), key=edge_key)
    assert nodes_and_edges(graph._store) == (list(graph.nodes()), list(graph.edges()))


def test_the_manifest_keeps_what_the_builder_says(path: Path) -> None:
    manifest = json.loads((path / "manifest.json").read_text("utf-8"))
    assert (manifest["papers"], manifest["format"], manifest["base"]) == (3, "paperkg graph", BASE)


def test_the_same_graph_in_another_order_gives_the_same_files(path: Path, tmp_path: Path) -> None:
    write_store(tmp_path / "y.kg", NODES[::-1], EDGES[::-1], {"papers": 3})
    files = [file.relative_to(path) for file in path.rglob("*") if file.is_file() and "store" not in file.parts]
    assert len(files) == 2
    assert all((tmp_path / "y.kg" / file).read_bytes() == (path / file).read_bytes() for file in files)


def test_a_reader_keeps_its_graph_while_a_new_one_takes_its_place(path: Path) -> None:
    old = KnowledgeGraph.open(path)
    write_store(path, NODES[:2], [], {"papers": 2})
    new = KnowledgeGraph.open(path)
    assert (len(old.nodes()), len(new.nodes())) == (len(NODES), 2)
    count = "SELECT (COUNT(*) AS ?n) { ?s skos:prefLabel ?o }"
    assert (old.sparql(count).rows, new.sparql(count).rows) == ([(len(NODES),)], [(2,)])
    assert old.sparql(count, timeout_s=60).rows == [(len(NODES),)], "also for a process that opens it anew"
    assert len(list((path / "graph").iterdir())) == 2
    del old
    write_store(path, NODES[:3], [], {"papers": 2})
    assert len(list((path / "graph").iterdir())) == 2, "the first one is removed, the second still read"
    write_store(path, NODES[:2], [], {"papers": 2})
    assert (len(list(new.nodes())), new.sparql(count, timeout_s=60).rows) == (2, [(2,)]), "not even by the same again"


def test_writing_the_same_graph_again_works_and_leaves_one(path: Path) -> None:
    for _ in range(3):
        write_store(path, NODES, EDGES, {"papers": 3})
        assert list(KnowledgeGraph.open(path).nodes()) == sorted(NODES, key=lambda node: node.id)
        assert len(list((path / "graph").iterdir())) == 1


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("count", [1, len(NODES) - 1])
@pytest.mark.parametrize(("where", "what"), [(swap, "_store_claims"), (swap, "_write_durably"), (Path, "replace")])
def test_a_build_that_fails_leaves_the_old_graph_and_nothing_new(path: Path, where: object, what: str, count: int,
                                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    before = sorted(path.rglob("*"))
    with monkeypatch.context() as patch:
        patch.setattr(where, what, full_disk)
        with pytest.raises(GraphError, match=r"cannot be written: the disk is full$"):
            write_store(path, NODES[:count], EDGES if count > 1 else [], {})
    assert sorted(path.rglob("*")) == before
    assert len(KnowledgeGraph.open(path).nodes()) == len(NODES)


def test_a_first_build_that_fails_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swap, "_fill", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write_store(tmp_path / "x.kg", NODES, EDGES, {})
    assert list(tmp_path.iterdir()) == []


def test_leftovers_of_a_killed_build_are_removed_by_the_next(path: Path) -> None:
    (path / "graph" / "half" / "store").mkdir(parents=True)
    (path / "manifest.json.part").write_text("{")
    assert len(KnowledgeGraph.open(path).nodes()) == len(NODES)
    write_store(path, NODES[:1], [], {})
    assert len(list((path / "graph").iterdir())) == 1
    assert not (path / "manifest.json.part").exists()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    mount = tmp_path / "small"
    mount.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(mount)], capture_output=True).returncode:
        pytest.skip("cannot mount a file system here: needs root")
    try:
        yield mount
    finally:
        subprocess.run(["umount", "-l", str(mount)], check=True)


def test_a_full_disk_is_one_clear_line_and_leaves_the_old_graph(small_disk: Path) -> None:
    write_store(small_disk / "x.kg", NODES, EDGES, {})
    before = sorted(small_disk.rglob("*"))
    big = [Node(f"method/{number}", "Method", f"{number}" * 40) for number in range(20_000)]
    with pytest.raises(GraphError, match=r"cannot be written: the disk is full$") as caught:
        write_store(small_disk / "x.kg", big, [], {})
    assert str(caught.value).startswith(str(small_disk / "x.kg"))
    assert sorted(small_disk.rglob("*")) == before
    assert len(KnowledgeGraph.open(small_disk / "x.kg").nodes()) == len(NODES)


def test_a_graph_on_a_disk_that_cannot_be_written_to_is_read(small_disk: Path) -> None:
    write_store(small_disk / "x.kg", NODES, EDGES, {})
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    graph = KnowledgeGraph.open(small_disk / "x.kg")
    assert len(graph.nodes()) == len(NODES)
    assert graph.sparql("SELECT DISTINCT ?m { ?p kg:introduces ?m }", 30).rows == [(iri("method/agrpo"),)]
    with pytest.raises(GraphError, match=r"cannot be written: read-only"):
        write_store(small_disk / "x.kg", NODES[:1], [], {})


def test_what_is_missing_or_not_ours_is_named(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match=r"no\.kg: there is no such graph"):
        KnowledgeGraph.open(tmp_path / "no.kg")
    (tmp_path / "file.kg").write_text("x")
    (tmp_path / "empty.kg").mkdir()
    (tmp_path / "other.kg").mkdir()
    (tmp_path / "other.kg" / "manifest.json").write_text('{"name": "an app"}')
    for name in ("file.kg", "empty.kg", "other.kg"):
        with pytest.raises(GraphError, match=rf"{name} is no graph of ours"):
            KnowledgeGraph.open(tmp_path / name)


@pytest.mark.parametrize(("text", "reason"), [
    ("", "is damaged"), ("{", "is damaged"), ("null", "no graph of ours"),
    ('{"format": "paperkg graph", "formatVersion": 1}', "is damaged: manifest.json names no graph"),
    ('{"format": "paperkg graph", "formatVersion": 1, "graph": "../x"}', "is damaged: manifest.json names no graph"),
    ('{"format": "paperkg graph", "formatVersion": 99, "graph": "x"}', "made by another version of kg; build it again"),
])
def test_a_broken_manifest_is_one_clear_line(path: Path, text: str, reason: str) -> None:
    (path / "manifest.json").write_text(text)
    with pytest.raises(GraphError, match=re.escape(reason)) as caught:
        KnowledgeGraph.open(path)
    assert "\n" not in str(caught.value)


def test_a_damaged_store_is_one_clear_line(path: Path) -> None:
    folder = path / "graph" / read_manifest(path)["graph"]
    (folder / "claims.jsonl").write_text('["half"')
    with pytest.raises(GraphError, match=r"is damaged: claims\.jsonl: .*build it again"):
        list(KnowledgeGraph.open(path).nodes())
    for file in (folder / "store").glob("CURRENT"):
        file.write_bytes(b"rubbish")
    with pytest.raises(GraphError, match="is damaged"):
        KnowledgeGraph.open(path)
    shutil.rmtree(folder)
    with pytest.raises(GraphError, match="is missing; build it again"):
        KnowledgeGraph.open(path)


# --- for Python users -------------------------------------------------------------------------------------------------


def test_names_are_found_whatever_their_case(graph: KnowledgeGraph) -> None:
    assert [node.id for node in graph.find(" grpo ")] == ["method/grpo"]
    assert [node.id for node in graph.find("amortised  GRPO")] == ["method/agrpo"]
    assert graph.find("PPO") == []
    assert graph.node("method/dpo").label == "DPO"
    with pytest.raises(GraphError, match="no node 'method/ppo'"):
        graph.node("method/ppo")


def test_a_label_is_found_before_an_alias(tmp_path: Path) -> None:
    nodes = [Node("method/a", "Method", "A", ("B",)), Node("method/b", "Method", "B"), Node("task/b", "Task", "b")]
    write_store(tmp_path / "x.kg", nodes, [], {})
    assert [node.id for node in KnowledgeGraph.open(tmp_path / "x.kg").find("B")] == ["method/b", "task/b", "method/a"]


def test_networkx_has_every_node_edge_and_field(graph: KnowledgeGraph) -> None:
    found = graph.to_networkx()
    assert set(found.nodes) == {node.id for node in NODES}
    assert found.nodes["paper/1"] == {"type": "Paper", "label": NODES[0].label, "aliases": (), **NODES[0].attributes}
    assert found.number_of_edges() == len(EDGES), "a paper that says the same twice has two edges"
    assert {Edge(subject, object=target, **claim) for subject, target, claim in found.edges(data=True)} == set(EDGES)
    assert "uses paper/1" in found["paper/1"]["method/lora"]


def test_rdflib_has_every_triple(graph: KnowledgeGraph) -> None:
    assert len(graph.to_rdflib()) == len(graph._store) == len(list(quads(NODES, EDGES)))
    assert len(graph.to_rdflib(evidence=False)) == len(list(quads(NODES, EDGES, evidence=False)))
    query = "SELECT ?l { ?p kg:uses/skos:prefLabel ?l } ORDER BY ?l"
    assert [str(row.l) for row in graph.to_rdflib().query(query)] == [row[0] for row in graph.sparql(query).rows]


def test_another_base_is_kept(tmp_path: Path) -> None:
    write_store(tmp_path / "x.kg", NODES, EDGES, {"base": "https://example.org/"})
    graph = KnowledgeGraph.open(tmp_path / "x.kg")
    assert graph.sparql("SELECT DISTINCT ?m { ?p kg:introduces ?m }").rows == [("https://example.org/method/agrpo",)]
    assert (None, None, None) in graph.to_rdflib()
    assert list(graph.nodes()) == sorted(NODES, key=lambda node: node.id)


# --- queries ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timeout_s", [None, 30])
def test_select_gives_python_values(graph: KnowledgeGraph, timeout_s: float | None) -> None:
    answer = graph.sparql("SELECT ?r ?v ?y ?t ?none { ?p kg:reports ?r ; kg:year ?y ; dcterms:title ?t . "
                          "?r mls:hasValue ?v } ORDER BY DESC(?v) LIMIT 1", timeout_s)
    assert (answer.kind, answer.variables) == ("select", ("r", "v", "y", "t", "none"))
    assert answer.rows == [(iri("result/1"), Decimal("93.4"), 2026, "AGRPO: Amortised GRPO", None)]


@pytest.mark.parametrize("timeout_s", [None, 30])
def test_ask_and_construct(graph: KnowledgeGraph, timeout_s: float | None) -> None:
    assert graph.sparql("ASK { ?p kg:uses ?m }", timeout_s).boolean is True
    assert graph.sparql("ASK { ?p kg:trainsOn ?m }", timeout_s).boolean is False
    answer = graph.sparql("CONSTRUCT { ?m kg:usedBy ?p } WHERE { ?p kg:uses ?m }", timeout_s)
    assert (answer.kind, len(answer.triples), answer.boolean) == ("construct", 5, True)
    for form in ("turtle", "ntriples", "jsonld", "rdfxml"):
        assert "lora" in answer.text(form)


def test_answers_as_text(graph: KnowledgeGraph) -> None:
    answer = graph.sparql('SELECT ?l ?n { VALUES (?l ?n) { ("a, \\"b\\"" 1) ("x\\ny" UNDEF) } }')
    assert answer.text() == 'l       n\na, "b"  1\nx y'
    assert answer.text("csv") == 'l,n\r\n"a, ""b""",1\r\n"x\ny",\r\n'
    assert answer.text("tsv") == '?l\t?n\n"a, \\"b\\""\t1\n"x\\ny"\t\n'
    assert json.loads(answer.text("json"))["results"]["bindings"][1] == {"l": {"type": "literal", "value": "x\ny"}}
    assert graph.sparql("ASK {}").text() == "true"
    for query, form in (("ASK {}", "csv"), ("SELECT * {}", "turtle"), ("CONSTRUCT {} WHERE {}", "csv")):
        with pytest.raises(QueryError, match="cannot be written as"):
            graph.sparql(query).text(form)


def test_a_declared_prefix_beats_ours(graph: KnowledgeGraph) -> None:
    assert graph.sparql("PREFIX kg: <http://mine.example/> SELECT (STR(kg:a) AS ?x) {}").rows == [("http://mine.example/a",)]


@pytest.mark.parametrize("query", [
    "SELECT * { SERVICE <http://127.0.0.1:9999/x> { ?s ?p ?o } }",
    "SELECT * { service silent <http://127.0.0.1:9999/x> { ?s ?p ?o } }",
    "SELECT * { { SELECT * { OPTIONAL { SERVICE ?e { ?s ?p ?o } } } } VALUES ?e { <http://127.0.0.1:9999/x> } }",
    "SELECT * { ?s ?p ?o FILTER EXISTS { SERVICE <http://127.0.0.1:9999/x> { ?s ?p ?o } } }",
    "SELECT * { ?s ?p ?o FILTER(?s<?o#>'''\n) SERVICE <http://127.0.0.1:9999/x> { ?a ?b ?c } #'''\n}",
    "SELECT * { ?s ?p trueSERVICE <http://127.0.0.1:9999/x> { ?a ?b ?c } }",
    "SELECT * FROM <http://127.0.0.1:9999/x> { ?s ?p ?o }",
    "SELECT * FROM NAMED <http://127.0.0.1:9999/x> { ?s ?p ?o }",
    "ASK from <http://127.0.0.1:9999/x> { ?s ?p ?o }",
])
def test_a_query_that_asks_elsewhere_is_refused(graph: KnowledgeGraph, query: str) -> None:
    with pytest.raises(QueryError, match=r"SERVICE|FROM"):
        graph.sparql(query)


@pytest.mark.parametrize("query", [
    "INSERT DATA { <a:a> <a:b> <a:c> }", "DELETE WHERE { ?s ?p ?o }", "LOAD <http://127.0.0.1:9999/x>", "CLEAR ALL",
    "PREFIX a: <b:> DROP ALL",
])
def test_a_query_that_changes_is_refused(graph: KnowledgeGraph, query: str) -> None:
    with pytest.raises(QueryError, match="cannot change the graph"):
        graph.sparql(query)


@pytest.mark.parametrize("query", [
    'SELECT * { ?s ?p ?o FILTER(CONTAINS(?o, "a service from afar")) }',
    "SELECT ?service ?from { ?service ?from ?o } # SERVICE FROM",
    "SELECT * { ?s prov:wasDerivedFrom ?o ; <http://e.org/service> 1 }",
])
def test_words_that_look_forbidden_are_no_harm(graph: KnowledgeGraph, query: str) -> None:
    assert graph.sparql(query).kind == "select"


def test_a_malformed_query_is_one_line_with_its_place(graph: KnowledgeGraph) -> None:
    for timeout_s in (None, 30):
        with pytest.raises(QueryError, match=r"the query is malformed: line 2, column \d+: ") as caught:
            graph.sparql("SELECT *\n{ ?s ?p", timeout_s)
        assert "\n" not in str(caught.value)


def test_a_query_is_stopped_when_its_time_is_over(graph: KnowledgeGraph) -> None:
    endless = "SELECT (COUNT(*) AS ?n) { " + " ".join(f"?a{n} ?b{n} ?c{n} ." for n in range(6)) + " }"
    before = time.monotonic()
    with pytest.raises(QueryError, match=r"it took more than 0\.5 s"):
        graph.sparql(endless, timeout_s=0.5)
    assert time.monotonic() - before < 10


# --- questions worth asking -------------------------------------------------------------------------------------------

EXPECTED = {
    ("variants-of", "method", "grpo"): [("AGRPO", "AGRPO: Amortised GRPO", 2026, "GSM8K, MATH")],
    ("leaderboard", "benchmark", "gsm8k"): [
        (None, Decimal(2), "x", "speedup", None, None, "AGRPO: Amortised GRPO", 2026),
        ("accuracy", Decimal("93.4"), "%", "absolute", "AGRPO", None, "AGRPO: Amortised GRPO", 2026)],
    ("leaderboard", "kind", "absolute"): [
        ("accuracy", Decimal("93.4"), "%", "absolute", "AGRPO", None, "AGRPO: Amortised GRPO", 2026)],
    ("papers-using", "method", "lora"): [
        ("No year", None, None, Decimal(1)), ("Shorter chains", 2025, "LoRA again.", Decimal(1)),
        ("Shorter chains", 2025, "We use LoRA.", Decimal(1)),
        ("AGRPO: Amortised GRPO", 2026, "AGRPO is tuned with LoRA.", Decimal("0.8"))],
    ("top-methods", None, None): [("LoRA", 3), ("DPO", 2)],
    ("top-methods", "year", 2026): [("LoRA", 1)],
    ("compared-with", "method", "agrpo"): [("DPO", "Method", 1)],
    ("models-in-use", None, None): [("Llama", 2, 1)],
    ("models-in-use", "year", 2025): [("Llama", 1, 0)],
    ("benchmarks-by-year", None, None): [(2025, "MATH", 1), (2026, "GSM8K", 1), (2026, "MATH", 1)],
    ("benchmarks-by-year", "benchmark", "math"): [(2025, "MATH", 1), (2026, "MATH", 1)],
    ("results-of-paper", "paper", "amortised"): [
        ("AGRPO: Amortised GRPO", "93.40", "%", "absolute", "accuracy", "GSM8K", "AGRPO", "It reaches 93.40 %."),
        ("AGRPO: Amortised GRPO", "2", "x", "speedup", None, "GSM8K", None, "And is 2x faster.")],
}


@pytest.mark.parametrize("asked", EXPECTED)
def test_questions_get_the_right_answer(graph: KnowledgeGraph, asked: tuple[str, str | None, str | int]) -> None:
    name, parameter, value = asked
    query = queries.text(name, **({parameter: value} if parameter else {}))
    assert graph.sparql(query).rows == EXPECTED[asked]


def test_every_question_has_an_answer_under_test() -> None:
    assert {name for name, _, _ in EXPECTED} == set(queries.names())


@pytest.mark.parametrize("name", queries.names())
def test_a_question_runs_as_it_is_and_says_what_it_asks(graph: KnowledgeGraph, name: str) -> None:
    assert queries.question(name).endswith("?")
    assert all(f"VALUES ?{parameter} {{" in queries.text(name) for parameter in queries.parameters(name))
    assert graph.sparql(queries.text(name)).kind == "select"


@pytest.mark.parametrize("value", [
    '" } ?x ?y ?z . VALUES ?method { "', "\\", '\\" } #', "'''", '"""', "\n\r\t", "\\u0022 } #", "\\U00000022",
    "VALUES ?kind { UNDEF }", "\x00\x1f\x7f", "\ud800", "日本 🤖", "}", "?method", "",
])
def test_values_are_texts_whatever_they_hold(graph: KnowledgeGraph, value: str) -> None:
    query = f"SELECT ?x {{ VALUES ?x {{ {queries.literal(value)} }} }}"
    expected = value.replace("\ud800", "\ufffd")
    assert graph.sparql(query).rows == [(expected,)]
    assert [str(row.x) for row in graph.to_rdflib().query(query)] == [expected]
    assert graph.sparql(queries.text("leaderboard", benchmark=value, kind=value)).rows == []


def test_unknown_questions_and_parameters_are_named() -> None:
    with pytest.raises(QueryError, match="no query 'worst'; there are benchmarks-by-year"):
        queries.text("worst")
    with pytest.raises(QueryError, match="top-methods has no parameter 'color'; it has year"):
        queries.text("top-methods", color="red")


def test_the_first_question_of_all_is_short_in_plain_triples(graph: KnowledgeGraph) -> None:
    assert graph.sparql('SELECT ?l { ?p kg:introduces/kg:variantOf/skos:altLabel "GRPO" ; dcterms:title ?l }').rows == [
        ("AGRPO: Amortised GRPO",)]
    assert replace(EDGES[0]) in graph.edges()
    assert isinstance(graph._store, pyoxigraph.Store)


def _written_again_and_again(path: Path, stop: Any) -> None:
    for turn in itertools.count():
        write_store(path, NODES[:2 + turn % 3], [], {"papers": 2})
        if stop.is_set():
            return


def test_readers_are_never_in_the_way_of_a_swap_nor_it_in_theirs(path: Path) -> None:
    context = multiprocessing.get_context("spawn")  # the store has threads, which no fork takes along
    stop = context.Event()
    writer = context.Process(target=_written_again_and_again, args=(path, stop))
    writer.start()
    seen = []
    query = "SELECT (COUNT(*) AS ?n) { ?s skos:prefLabel ?o }"
    try:
        for turn in range(60):
            graph = KnowledgeGraph.open(path)
            seen.append(len(graph.nodes()))
            assert len(list(graph.nodes())) == seen[-1]
            assert graph.sparql(query, timeout_s=None if turn % 20 else 60).rows == [(seen[-1],)]
    finally:
        stop.set()
        writer.join()
    assert writer.exitcode == 0
    assert len(set(seen)) > 1, "the graph changed meanwhile"
