"""The real Jena Fuseki 5.6: `kg load` gives it every triple, and it answers as the embedded store does."""

import json
import urllib.parse
import urllib.request
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hostile_graph import hostile
from pyoxigraph import DefaultGraph, NamedNode, RdfFormat, parse
from servers import fuseki

import kg
from cli.main import run
from exports import EXPORTERS
from exports.triplestore import load_sparql
from kg import queries
from kg.description import About, description_address, with_description
from kg.model import Edge, Node
from kg.rdf import descriptions, quads, quads_of
from kg.schema import PREFIXES
from kg.store import write_store

PROLOGUE = "".join(f"PREFIX {prefix}: <{namespace}>\n" for prefix, namespace in PREFIXES.items())
# With the questions that come with kg: something of every type of node and of every statement
QUESTIONS = {
    "types": "SELECT ?type (COUNT(?node) AS ?count) WHERE { ?node a ?type } GROUP BY ?type",
    "labels": "SELECT ?type ?label WHERE { VALUES ?type { kg:Method kg:Benchmark kg:Model kg:ModelFamily kg:Task"
              " kg:Metric kg:Author kg:Venue kg:Repository } ?node a ?type ; skos:prefLabel ?label }",
    "aliases": "SELECT ?label ?alias WHERE { ?node skos:altLabel ?alias ; skos:prefLabel ?label }",
    "results": "SELECT ?number ?metric WHERE { ?result a kg:Result ; mls:hasValue ?number . FILTER(?number > 10)"
               " OPTIONAL { ?result kg:inMetric/skos:prefLabel ?metric } }",
    "families": "SELECT ?name ?family WHERE { ?id kg:memberOf ?f ; skos:prefLabel ?name . ?f skos:prefLabel ?family }",
    "code": "SELECT ?paper ?url WHERE { ?id kg:hasCode/schema:url ?url ; dcterms:title ?paper }",
    "venues": "SELECT ?venue (COUNT(?id) AS ?n) WHERE { ?id kg:publishedIn/skos:prefLabel ?venue } GROUP BY ?venue",
    "authors": "SELECT ?author WHERE { ?id kg:hasAuthor/skos:prefLabel ?author }",
    "sure": "SELECT ?quote WHERE { ?claim kg:confidence ?c ; oa:exact ?quote . FILTER(?c >= 0.9) }",
    "wider": "SELECT ?narrow ?wide WHERE { ?n kg:broader+ ?w ; skos:prefLabel ?narrow . ?w skos:prefLabel ?wide }",
}
MEDIA_TYPES = {"turtle": "text/turtle", "ntriples": "application/n-triples", "nquads": "application/n-quads",
               "trig": "application/trig", "jsonld": "application/ld+json", "rdfxml": "application/rdf+xml"}
VALUES = {"compared-with": {"method": "LeGRPO"}, "results-of-paper": {"paper": "e"}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with fuseki(tmp_path_factory.mktemp("fuseki")) as address:
        yield address


@pytest.fixture
def dataset(server: str) -> str:
    """The data set of the server, with nothing in it."""
    asked(f"{server}/update", b"CLEAR ALL", "application/sparql-update")
    return server


def asked(address: str, body: bytes | None = None, media_type: str = "", accept: str = "*/*") -> bytes:
    request = urllib.request.Request(address, body, {"Content-Type": media_type, "Accept": accept})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return bytes(answer.read())


def held(address: str, where: str = "default") -> set[str]:
    """The triples that a graph of the server has."""
    triples = asked(f"{address}?{where}", accept="application/n-triples")
    return {f"{triple.subject} {triple.predicate} {triple.object}" for triple in parse(triples, RdfFormat.N_TRIPLES)}


def written(nodes: Any, edges: Any) -> set[str]:
    return {f"{quad.subject} {quad.predicate} {quad.object}" for quad in quads(nodes, edges)}


@pytest.mark.parametrize("place", ["", "/data", "/sparql", "/update"])
@pytest.mark.parametrize("update", [False, True], ids=["graphs", "updates"])
def test_the_store_has_every_triple_once_whatever_the_way(dataset: str, place: str, update: bool) -> None:
    if update and place in ("/data", "/sparql"):
        pytest.skip("Fuseki takes no updates there")
    for _ in range(2):
        count, _ = load_sparql(*hostile(), dataset + place, update=update)
        assert held(dataset) == written(*hostile())
        assert count == len(written(*hostile()))


def test_it_takes_every_export_without_a_warning(tmp_path: Path) -> None:
    known = About("05fe", inputs=(("list.txt", "00ff"),), issued="2026-01-31")
    whole = {triple(quad) for quad in quads_of(with_description(descriptions(*hostile()), known))}
    with fuseki(tmp_path) as address:
        for form, media_type in MEDIA_TYPES.items():
            EXPORTERS[form](*hostile(), tmp_path / form, about=known)  # type: ignore[call-arg]
            asked(f"{address}/update", b"CLEAR ALL", "application/sparql-update")
            asked(address, (tmp_path / form).read_bytes(), media_type)
            found = list(parse(asked(address, accept="application/n-quads"), RdfFormat.N_QUADS))
            assert {triple(quad) for quad in found} == whole, form
            named = {quad.graph_name for quad in found} - {DefaultGraph()}
            assert named == ({NamedNode(description_address(known))} if form in ("nquads", "trig") else set())
    assert not [line for line in (tmp_path / "fuseki.log").read_text().splitlines() if " WARN " in line
                or " ERROR " in line]


def triple(quad: Any) -> str:
    return f"{quad.subject} {quad.predicate} {quad.object}"


@pytest.mark.parametrize("update", [False, True], ids=["graphs", "updates"])
def test_a_named_graph_is_replaced_and_others_stay(dataset: str, update: bool) -> None:
    nodes, edges = hostile()
    load_sparql(nodes, edges, dataset)
    load_sparql(nodes, edges, dataset, named_graph="http://x/g", update=update)
    assert held(dataset, "graph=http://x/g") == written(nodes, edges)
    load_sparql(nodes[:9], [], dataset, named_graph="http://x/g", update=update, replace=True)
    assert held(dataset, "graph=http://x/g") == written(nodes[:9], [])
    assert held(dataset) == written(nodes, edges)


@pytest.fixture(scope="module")
def answering(server: str, example: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[kg.KnowledgeGraph, str]:
    """The example's graph with an author, and the address of a server that has it."""
    opened = kg.KnowledgeGraph.open(example)
    nodes, edges = [*opened.nodes(), Node("author/ada", "Author", "Ada")], list(opened.edges())
    paper = next(node.id for node in nodes if node.type == "Paper")
    path = tmp_path_factory.mktemp("graph") / "authors.kg"
    write_store(path, nodes, [*edges, Edge(paper, "hasAuthor", "author/ada", paper)], {})
    assert run(["load", str(path), server, "--replace"]) == 0
    return kg.KnowledgeGraph.open(path), server


@pytest.mark.parametrize("name", [*QUESTIONS, *queries.names()])
def test_the_store_answers_as_the_embedded_one(answering: tuple[kg.KnowledgeGraph, str], name: str) -> None:
    graph, server = answering
    text = QUESTIONS.get(name) or queries.text(name, **VALUES.get(name, {}))
    body = urllib.parse.urlencode({"query": PROLOGUE + text}).encode()
    found = asked(f"{server}/sparql", body, "application/x-www-form-urlencoded", "application/sparql-results+json")
    wanted = json.loads(graph.sparql(text).text("json"))
    assert comparable(json.loads(found)) == comparable(wanted)
    assert wanted["results"]["bindings"]


def comparable(answer: Any) -> list[str]:
    """Its rows in an order of their own, numbers as numbers."""
    def value(term: dict[str, str]) -> str:
        number = term.get("datatype", "").rpartition("#")[2] in ("integer", "decimal")
        return str(Decimal(term["value"]).normalize() if number else term["value"])

    rows = [{name: value(term) for name, term in row.items()} for row in answer["results"]["bindings"]]
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def test_a_store_that_wants_a_password(example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                       capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "passwords").write_text("me: secret\n")
    with fuseki(tmp_path, "--passwd", str(tmp_path / "passwords"), "--auth", "basic") as address:
        assert run(["load", str(example), address]) == 1
        monkeypatch.setenv("KG_PASSWORD", "wrong")
        assert run(["load", str(example), address, "--user", "me"]) == 1
        monkeypatch.setenv("KG_PASSWORD", "secret")
        assert run(["load", str(example), address, "--user", "me"]) == 0
    without, wrong, done = capsys.readouterr().err.splitlines()
    assert without.startswith(f"kg: {address}: wants a user and a password")
    assert wrong == f"kg: {address}: the user or the password is wrong"
    assert done.endswith(" triples")
