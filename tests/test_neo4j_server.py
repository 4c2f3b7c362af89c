"""The real Neo4j 5.26, its importer, the script and `kg load`: each gives every node, relationship and property."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest
from hostile_graph import hostile
from invented_graph import GRAPHS, Graph, many
from property_graph_of import emptied, expected, held, rows, types
from servers import Neo4j

from cli.main import run
from exports import EXPORTERS
from exports.bolt import Loaded, load_bolt
from kg.errors import ExportError
from kg.store import write_store

ROOT = Path(__file__).parent.parent
SIGN_IN = ("neo4j", Neo4j.password)


def same(graph: Graph, address: str, **options: object) -> None:
    """Fails unless the server has this graph, each value of its type, and nothing else."""
    for wanted, found in zip(expected(*graph), held(address, **options), strict=True):
        assert found == wanted
        assert types(found) == types(wanted)


@pytest.mark.parametrize("name", GRAPHS)
def test_what_the_importer_took_is_the_graph(name: str, tmp_path: Path) -> None:
    graph = GRAPHS[name]()
    home = Neo4j(tmp_path / "home")
    EXPORTERS["neo4j"](*graph, tmp_path / "export" / "neo4j")
    said = home.run(str(tmp_path / "export" / "neo4j" / "import.sh"))
    assert "IMPORT DONE" in said
    assert "bad entries" not in said
    with home.running():
        same(graph, home.address)


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4j]:
    """A server that wants a password, while the tests of this file run."""
    home = Neo4j(tmp_path_factory.mktemp("neo4j") / "home", auth=True)
    with home.running():
        yield home


@pytest.fixture
def server(signed: Neo4j) -> str:
    """The address of that server, with nothing in it."""
    with neo4j.GraphDatabase.driver(signed.address, auth=SIGN_IN) as driver:
        emptied(driver)
    return signed.address


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    write_store(tmp_path / "many.kg", *many(), {})
    return tmp_path / "many.kg"


@pytest.mark.parametrize("name", GRAPHS)
def test_the_script_makes_the_graph_once_and_again(name: str, server: str, tmp_path: Path) -> None:
    graph = GRAPHS[name]()
    EXPORTERS["cypher"](*graph, tmp_path / "graph.cypher")
    script = (tmp_path / "graph.cypher").read_bytes().decode("utf-8")
    with neo4j.GraphDatabase.driver(server, auth=SIGN_IN) as driver:
        for _ in range(2):
            with driver.session() as session:
                for statement in script.removesuffix(";\n").split(";\n"):
                    session.run(statement).consume()
            same(graph, server, auth=SIGN_IN)


@pytest.mark.parametrize("name", GRAPHS)
def test_a_load_makes_the_graph_once_and_again(name: str, server: str) -> None:
    graph = GRAPHS[name]()
    for _ in range(2):
        done = load_bolt(*graph, server, *SIGN_IN)
        assert done == Loaded(*map(len, expected(*graph)), 0)
        same(graph, server, auth=SIGN_IN)


def test_a_load_makes_the_ids_unique(server: str) -> None:
    load_bolt(*hostile(), server, *SIGN_IN)
    with neo4j.GraphDatabase.driver(server, auth=SIGN_IN) as driver, driver.session() as session:
        kept = rows(session, "SHOW CONSTRAINTS YIELD labelsOrTypes, properties, type RETURN *")
    assert sorted(kept) == sorted([[label], ["id"], "UNIQUENESS"] for label in {node.type for node in hostile()[0]})


def test_a_load_over_what_an_older_graph_left(server: str) -> None:
    (nodes, edges), (newer_nodes, newer_edges) = hostile(), hostile()
    gone = {"model/A", "task/two", "paper/quotes/0"}
    newer = ([node for node in newer_nodes if node.id not in gone],
             [edge for edge in newer_edges if not {edge.subject, edge.object} & gone and edge.relation != "broader"])
    with neo4j.GraphDatabase.driver(server, auth=SIGN_IN) as driver:
        load_bolt(nodes, edges, server, *SIGN_IN)
        driver.execute_query("CREATE (:Note {text: 'mine'})-[:ABOUT]->(:Paper {id: 'mine'})")
        driver.execute_query("MATCH (n:Method {id: 'method/lists'}) SET n.stale = true")
        load_bolt(*newer, server, *SIGN_IN)
        assert len(held(server, auth=SIGN_IN)[0]) == len(nodes) + 2
        removed = load_bolt(*newer, server, *SIGN_IN, replace=True).removed
        assert removed == len(gone) + len(expected(nodes, edges)[1]) - len(expected(*newer)[1])
        assert [len(part) for part in held(server, auth=SIGN_IN)] == [len(newer[0]) + 2, len(expected(*newer)[1]) + 1]
        driver.execute_query("MATCH (n) WHERE n:Note OR n.id = 'mine' DETACH DELETE n")
    same(newer, server, auth=SIGN_IN)


def test_a_load_that_was_killed_is_made_whole_by_the_next(server: str, stored: Path) -> None:
    command = [sys.executable, "-c", "from cli.main import main; main()", "load", str(stored), server]
    environment = os.environ | {"NEO4J_PASSWORD": Neo4j.password, "PYTHONPATH": str(ROOT)}
    with neo4j.GraphDatabase.driver(server, auth=SIGN_IN) as driver, driver.session() as session:
        loading = subprocess.Popen(command, env=environment)
        while rows(session, "MATCH ()-[r]->() RETURN count(r) > 0") != [[True]]:
            assert loading.poll() is None
            time.sleep(0.02)
        loading.kill()
        loading.wait(30)
        found = rows(session, "MATCH ()-[r]->() RETURN count(r)")[0][0]
    assert 0 < found < len(expected(*many())[1])
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100, check=True)
    assert done.stderr == f"{server}: 3,600 nodes, {len(expected(*many())[1]):,} relationships\n"
    same(many(), server, auth=SIGN_IN)


@pytest.mark.parametrize(("options", "told"), [
    (["--user", "neo4j", "--password", "wrong-as-can-be"], "the user or the password is wrong"),
    ([], "wants a user and a password: give --user, and the password in NEO4J_PASSWORD or --password-file"),
    (["--password", Neo4j.password, "--database", "none-such"], "there is no such database"),
])
def test_what_the_server_refuses_is_told_in_one_line(server: str, stored: Path, options: list[str], told: str,
                                                     capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["load", str(stored), server, *options]) == 1
    assert capsys.readouterr().err == f"kg: {server}: {told}\n"


def test_a_password_from_a_file_and_from_the_environment(server: str, stored: Path, tmp_path: Path,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text(f"{Neo4j.password}\n")
    part = ["--type", "Benchmark"]
    assert run(["load", str(stored), server, *part, "--password-file", str(tmp_path / "secret")]) == 0
    assert len(held(server, auth=SIGN_IN)[0]) == 100
    monkeypatch.setenv("NEO4J_USERNAME", "neo4j")
    monkeypatch.setenv("NEO4J_PASSWORD", "wrong-as-can-be")
    assert run(["load", str(stored), server, *part]) == 1
    monkeypatch.setenv("KG_PASSWORD", Neo4j.password)
    assert run(["load", str(stored), server, *part]) == 0


def test_a_server_that_goes_away_is_told_of(tmp_path: Path) -> None:
    home = Neo4j(tmp_path / "home")
    with home.running() as process:
        def then(step: str, done: int, total: int | None) -> None:
            if done:
                process.kill()

        begun = time.monotonic()
        with pytest.raises(ExportError, match="the server went away; when it is back, run the same command again"):
            load_bolt(*many(), home.address, tell=then)
        assert time.monotonic() - begun < 60
