"""Our exports opened by the real Gephi and the real Neo4j, got by `python tests/consumers/fetch.py`; else skipped."""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hostile_graph import hostile

from exports import EXPORTERS
from exports.columns import claims, clean, clean_id, node_row
from exports.layout import TYPE_COLOURS, degrees, layout, size
from exports.neo4j import relationship_type
from kg.model import Edge, Node

HERE = Path(__file__).parent
CACHE = HERE.parent / ".cache" / "consumers"

Graph = tuple[Sequence[Node], Sequence[Edge]]


def jars(program: str) -> str:
    """The class path of a fetched program; skips the test where it or Java is missing."""
    if shutil.which("java") is None:
        pytest.skip("no Java here: Gephi and Neo4j cannot be started")
    if not (CACHE / program / ".complete").exists():
        pytest.skip(f"{program} is not in {CACHE}: run python tests/consumers/fetch.py {program}")
    return str(CACHE / program / "*")


def many() -> Graph:
    """3,000 papers that each say something of six of 500 methods and 100 benchmarks."""
    nodes = [Node(f"paper/{i}", "Paper", f"Paper {i}", (), {"year": 2000 + i % 26}) for i in range(3000)]
    nodes += [Node(f"method/{i}", "Method", f"Method {i}", (f"M{i}", f"the {i}th")) for i in range(500)]
    nodes += [Node(f"benchmark/{i}", "Benchmark", f"Benchmark {i}") for i in range(100)]
    edges = [Edge(f"paper/{i}", ("uses", "introduces")[k % 2], f"method/{(i * i + k // 2) % 500}", f"paper/{i}", "We.")
             for i in range(3000) for k in range(4)]
    edges += [Edge(f"paper/{i}", "evaluatesOn", f"benchmark/{(i + k) % 100}", f"paper/{i}") for i in range(3000)
              for k in range(2)]
    edges += [Edge(f"method/{i % 500}", "evaluatedOn", f"benchmark/{i % 100}", f"paper/{i}") for i in range(3000)]
    return nodes, edges


GRAPHS = {"hostile": hostile, "many": many}


# Gephi

@pytest.fixture(scope="module", params=[(graph, form) for graph in GRAPHS for form in ("gexf", "graphml")],
                ids=lambda param: "-".join(param))
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Graph, str, list[Any]]:
    """A graph, the format it was written in, and what Gephi holds after opening it."""
    name, form = request.param
    classes = jars("gephi")
    graph = GRAPHS[name]()
    file = tmp_path_factory.mktemp("gephi") / f"graph.{form}"
    EXPORTERS[form](*graph, file)
    done = subprocess.run(["java", "-Djava.awt.headless=true", "-cp", classes, str(HERE / "consumers" / "Gephi.java"),
                           str(file)], capture_output=True, check=True, timeout=100)
    return graph, form, [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def lines(opened: tuple[Graph, str, list[Any]], kind: str) -> list[list[Any]]:
    return [rest for found, *rest in opened[2] if found == kind]


def test_gephi_reports_no_warning(opened: tuple[Graph, str, list[Any]]) -> None:
    assert [issue for issue in lines(opened, "issue") if issue[0] != "INFO"] == []


def test_gephi_has_every_node_where_and_as_we_draw_it(opened: tuple[Graph, str, list[Any]]) -> None:
    (nodes, edges), form, _ = opened
    places, degree = layout(nodes, edges), degrees(edges)
    read = {node_id: rest for node_id, *rest in lines(opened, "node")}
    assert set(read) == {clean_id(node.id) for node in nodes}
    for node in nodes:
        label, x, y, drawn, red, green, blue, _ = read[clean_id(node.id)]
        # Gephi shows the id where GraphML has an empty label
        assert label == (clean(node.label) or (clean_id(node.id) if form == "graphml" else ""))
        assert (x, y, drawn) == pytest.approx((*places[node.id], size(node, degree[node.id])), abs=0.01)
        assert f"#{red:02x}{green:02x}{blue:02x}" == TYPE_COLOURS[node.type]


def test_gephi_has_every_attribute(opened: tuple[Graph, str, list[Any]]) -> None:
    (nodes, _), form, _ = opened
    read = {node_id: rest[-1] for node_id, *rest in lines(opened, "node")}
    for node in nodes:
        values = {name.lower(): value for name, value in node_row(node).items() if value not in ("", (), "null")}
        assert read[clean_id(node.id)] == {name: as_gephi_reads(value, form) for name, value in values.items()}


def as_gephi_reads(value: Any, form: str) -> Any:
    """To Gephi an empty text and the text "null" are no values; it has no lists in GraphML."""
    if isinstance(value, tuple):
        texts = [clean(item) for item in value]
        return json.dumps(texts, ensure_ascii=False) if form == "graphml" else [
            None if text in ("", "null") else text for text in texts]
    return clean(value) if isinstance(value, str) else value


def test_gephi_declares_the_types_that_we_declare(opened: tuple[Graph, str, list[Any]]) -> None:
    texts = "String" if opened[1] == "graphml" else "String[]"
    columns = dict(lines(opened, "nodeColumn"))
    assert (columns["year"], columns["aliases"], columns["type"]) == ("Integer", texts, "String")
    columns = dict(lines(opened, "edgeColumn"))
    assert (columns["support"], columns["confidence"], columns["papers"], columns["evidence"]) == (
        "Integer", "Double", texts, "String")


def test_gephi_keeps_every_relation_as_an_edge_type(opened: tuple[Graph, str, list[Any]]) -> None:
    found = claims(*opened[0])
    read = {(source, kind, target): (weight, directed, values)
            for _, source, target, kind, weight, directed, values in lines(opened, "edge")}
    assert len(lines(opened, "edge")) == len(found) == len(read)
    for claim in found:
        weight, directed, values = read[claim.subject, claim.relation, claim.object]
        assert (weight, directed) == (max(1, len(claim.papers)), True)
        assert (values["relation"], values["support"], values["confidence"]) == (
            claim.relation, len(claim.papers), claim.confidence)
        assert values.get("evidence", "") == ("" if claim.evidence == "null" else claim.evidence)


# Neo4j

@pytest.fixture(scope="module", params=GRAPHS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Graph, str]]:
    """A graph, and the address of a Neo4j server that was started on its import."""
    classes = jars("neo4j")
    folder = tmp_path_factory.mktemp("neo4j")
    graph = GRAPHS[request.param]()
    port = configure(folder / "home")
    EXPORTERS["neo4j"](*graph, folder / "export" / "neo4j")
    admin = folder / "neo4j-admin"
    admin.write_text(f"#!/bin/sh\nexec java -cp '{classes}' org.neo4j.cli.AdminTool \"$@\"\n")
    admin.chmod(0o755)
    environment = {**os.environ, "NEO4J_ADMIN": str(admin), "NEO4J_HOME": str(folder / "home"),
                   "NEO4J_CONF": str(folder / "home" / "conf")}
    done = subprocess.run([folder / "export" / "neo4j" / "import.sh"], env=environment, capture_output=True, text=True,
                          timeout=100, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    with running(classes, folder / "home"):
        yield graph, f"http://127.0.0.1:{port}/db/neo4j/tx/commit"


def configure(home: Path) -> int:
    """Make a home for Neo4j that listens on free ports of this machine only; give the port of HTTP."""
    with socket.socket() as bolt, socket.socket() as http:
        for free in (bolt, http):
            free.bind(("127.0.0.1", 0))
        ports = bolt.getsockname()[1], http.getsockname()[1]
    (home / "conf").mkdir(parents=True)
    (home / "conf" / "neo4j.conf").write_text("\n".join((
        "server.default_listen_address=127.0.0.1", "dbms.security.auth_enabled=false",
        "dbms.usage_report.enabled=false", "server.memory.heap.max_size=1g",
        "server.memory.pagecache.size=256m",
        f"server.bolt.listen_address=127.0.0.1:{ports[0]}", f"server.http.listen_address=127.0.0.1:{ports[1]}", "")))
    return int(ports[1])


@contextmanager
def running(classes: str, home: Path) -> Iterator[None]:
    opens = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in ("java.nio", "sun.nio.ch")]
    with (home / "console.log").open("wb") as log:
        process = subprocess.Popen(["java", *opens, "-cp", classes, "org.neo4j.server.CommunityEntryPoint",
                                    f"--home-dir={home}", f"--config-dir={home / 'conf'}"], stdout=log, stderr=log)
    try:
        yield
    finally:
        process.kill()
        process.wait(30)


def ask(address: str, query: str) -> list[list[Any]]:
    """The rows that a Cypher query gives, waiting up to a minute for the server to be up."""
    body = json.dumps({"statements": [{"statement": query}]}).encode()
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    for _ in range(120):
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                found = json.load(answer)
                break
        except OSError:
            time.sleep(0.5)
    else:
        raise AssertionError(f"no answer from {address}")
    assert found["errors"] == []
    return [item["row"] for item in found["results"][0]["data"]]


def test_neo4j_has_every_node_under_its_label_with_its_properties(server: tuple[Graph, str]) -> None:
    (nodes, _), address = server
    read = {properties.pop("id"): (labels, properties)
            for labels, properties in ask(address, "MATCH (n) RETURN labels(n), properties(n)")}
    assert set(read) == {clean_id(node.id) for node in nodes}
    for node in nodes:
        values = {"label": node.label, **node_row(node)}
        del values["type"]
        if values["aliases"] == ("",):  # in CSV an empty list and a list of one empty text look alike
            values["aliases"] = ()
        assert read[clean_id(node.id)] == ([node.type], {
            name: [clean(item) for item in value] if isinstance(value, tuple) else
            clean(value) if isinstance(value, str) else value for name, value in values.items() if value != ()})


def test_neo4j_has_every_claim_under_its_type_with_its_properties(server: tuple[Graph, str]) -> None:
    graph, address = server
    found = claims(*graph)
    rows = ask(address, "MATCH (a)-[r]->(b) RETURN a.id, type(r), b.id, properties(r)")
    assert Counter(kind for _, kind, _, _ in rows) == Counter(relationship_type(claim.relation) for claim in found)
    read = {(start, kind, end): properties for start, kind, end, properties in rows}
    assert len(rows) == len(read) == len(found)
    for claim in found:
        expected = {"support": len(claim.papers), "confidence": claim.confidence, "papers": list(claim.papers),
                    "evidence": claim.evidence}
        assert read[claim.subject, relationship_type(claim.relation), claim.object] == {
            name: value for name, value in expected.items() if value not in ("", [])}
