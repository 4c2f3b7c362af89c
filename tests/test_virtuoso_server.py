"""The real Virtuoso 7 (Debian's virtuoso-opensource-7-bin): `kg load` and its own loader give it every triple."""

import json
import shutil
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile_graph import hostile
from pyoxigraph import RdfFormat, parse
from servers import answers, free_port, process

import kg
from exports import EXPORTERS
from exports.triplestore import load_sparql
from kg.description import about, description_address, with_description
from kg.rdf import descriptions, quads, quads_of
from kg.schema import PREFIXES

INI = """[Database]
DatabaseFile = {folder}/v.db
ErrorLogFile = {folder}/v.log
LockFile = {folder}/v.lck
TransactionFile = {folder}/v.trx
xa_persistent_file = {folder}/v.pxa
[TempDatabase]
DatabaseFile = {folder}/t.db
TransactionFile = {folder}/t.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DirsAllowed = {folder}
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = {folder}
"""
DBA = ("dba", "dba")
LOADERS = {"turtle": "TTLP", "ntriples": "TTLP", "nquads": "TTLP", "trig": "TTLP", "rdfxml": "RDF_LOAD_RDFXML"}
LINES_OF_QUADS, TRIG = 512, 256  # flags of TTLP


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int, Path]]:
    """The address of a new server, its port for SQL, and a folder that it may read."""
    if shutil.which("virtuoso-t") is None or shutil.which("isql-vt") is None:
        pytest.skip("no Virtuoso here: apt-get install virtuoso-opensource-7-bin")
    folder, sql, http = tmp_path_factory.mktemp("virtuoso"), free_port(), free_port()
    (folder / "v.ini").write_text(INI.format(folder=folder, sql=sql, http=http))
    address = f"http://127.0.0.1:{http}"
    with process(["virtuoso-t", "+foreground", "+configfile", str(folder / "v.ini")], folder / "console.log",
                 lambda: answers(f"{address}/sparql?query=ASK%7B%7D")):
        yield address, sql, folder


def asked(address: str, query: str, accept: str) -> bytes:
    request = urllib.request.Request(f"{address}/sparql?" + urllib.parse.urlencode({"query": query}),
                                     headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return bytes(answer.read())


def held(address: str, graph: str) -> set[str]:
    found = asked(address, f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}", "text/plain")
    return {text(triple) for triple in parse(found, RdfFormat.N_TRIPLES)}


def text(triple: Any) -> str:
    """Virtuoso makes 1.0 the decimal 1."""
    value = str(triple.object)
    return f"{triple.subject} {triple.predicate} " + value.replace('.0"^^', '"^^')


@pytest.mark.parametrize(("place", "update"), [("/sparql-graph-crud-auth", False), ("/sparql-auth", True)])
def test_the_store_has_every_triple_once_and_what_replaces_it(server: tuple[str, int, Path], place: str,
                                                              update: bool) -> None:
    address, _, _ = server
    nodes, edges = hostile()
    graph = f"http://x{place}"
    for _ in range(2):
        load_sparql(nodes, edges, address + place, *DBA, named_graph=graph, update=update)
        assert held(address, graph) == set(map(text, quads(nodes, edges)))
    load_sparql(nodes[:9], [], address + place, *DBA, named_graph=graph, update=update, replace=True)
    assert held(address, graph) == set(map(text, quads(nodes[:9], [])))


@pytest.mark.parametrize("form", LOADERS)
def test_its_own_loader_takes_our_file_without_a_warning(server: tuple[str, int, Path], example: Path,
                                                         form: str) -> None:
    address, sql, folder = server
    opened = kg.KnowledgeGraph.open(example)
    nodes, edges = list(opened.nodes()), list(opened.edges())
    known = about(opened.manifest)
    EXPORTERS[form](nodes, edges, folder / form, about=known)  # type: ignore[call-arg]
    flags = f", {LINES_OF_QUADS if form == 'nquads' else TRIG if form == 'trig' else 0}"
    command = (f"DB.DBA.{LOADERS[form]} (file_to_string_output ('{folder / form}'), '', 'http://x/{form}'"
               f"{flags if LOADERS[form] == 'TTLP' else ''});")
    done = subprocess.run(["isql-vt", str(sql), *DBA, "ERRORS=STDOUT", f"exec={command}"], capture_output=True,
                          text=True, timeout=100, check=True)
    assert "Done." in done.stdout
    assert not [line for line in done.stdout.splitlines() if "rror" in line or "arning" in line]
    whole = set(map(text, quads_of(with_description(descriptions(nodes, edges), known))))
    described = held(address, description_address(known)) if form in ("nquads", "trig") else set()
    assert held(address, f"http://x/{form}") | described == whole
    assert len(described) < len(whole)


def test_it_answers_as_the_embedded_store(server: tuple[str, int, Path], example: Path) -> None:
    address, _, _ = server
    opened = kg.KnowledgeGraph.open(example)
    load_sparql(opened.nodes(), opened.edges(), f"{address}/sparql-auth", *DBA, named_graph="http://x/answers")
    pattern = ("?paper a kg:Paper ; kg:reports ?result ; dcterms:title ?title . ?result mls:hasValue ?value ;"
               " kg:inMetric/skos:prefLabel ?metric . FILTER(?value > 10)")
    wanted = opened.sparql(f"SELECT ?title ?metric WHERE {{ {pattern} }}").rows
    prologue = "".join(f"PREFIX {prefix}: <{iri}> " for prefix, iri in PREFIXES.items())
    found = json.loads(asked(address, f"{prologue} SELECT ?title ?metric FROM <http://x/answers> WHERE {{ {pattern} }}",
                             "application/sparql-results+json"))
    rows = [(row["title"]["value"], row["metric"]["value"]) for row in found["results"]["bindings"]]
    assert rows
    assert sorted(rows) == sorted(wanted)
