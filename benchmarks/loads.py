"""How long the real Neo4j and Fuseki take to hold a graph, by each way in: `python -m benchmarks.loads GRAPH`.

The programs are those of `make consumers`. A strict import of Neo4j fails at the first bad entry.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import neo4j

import kg
from cli.main import run
from exports import EXPORTERS

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from servers import Neo4j, fuseki


@contextmanager
def timed(what: str) -> Iterator[None]:
    started = time.monotonic()
    yield
    print(f"{what:48s} {time.monotonic() - started:8.1f} s", flush=True)


def main(path: str) -> None:
    graph = kg.KnowledgeGraph.open(path)
    nodes, edges = graph.nodes(), graph.edges()
    print(f"{path}: {len(nodes):,} nodes, {len(edges):,} claims", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _into_neo4j(path, folder, lambda form, target: EXPORTERS[form](nodes, edges, target))
        with fuseki(folder) as address:
            for options in ((), ("--update",)):
                with timed(" ".join(("kg load into Fuseki", *options))):
                    assert run(["load", path, address, *options]) == 0


def _into_neo4j(path: str, folder: Path, write: Callable[[str, Path], None]) -> None:
    with timed("export for neo4j-admin"):
        write("neo4j", folder / "neo4j")
    home = Neo4j(folder / "admin", heap="2g")
    with timed("import.sh --strict"):
        assert "bad entries" not in home.run(str(folder / "neo4j" / "import.sh"))
    with home.running(), neo4j.GraphDatabase.driver(home.address) as driver:
        counted = driver.execute_query("MATCH (n) WITH count(n) AS n MATCH ()-[r]->() RETURN n, count(r) AS r")
        print(f"    holds {counted.records[0]['n']:,} nodes, {counted.records[0]['r']:,} relationships", flush=True)
    for what, load in (("Cypher script", _by_script), ("kg load over Bolt", _by_bolt)):
        home = Neo4j(folder / what.replace(" ", "-"), heap="2g")
        with home.running(), timed(what):
            load(path, folder, home, write)


def _by_script(path: str, folder: Path, home: Neo4j, write: Callable[[str, Path], None]) -> None:
    write("cypher", folder / "graph.cypher")
    script = (folder / "graph.cypher").read_text("utf-8")
    with neo4j.GraphDatabase.driver(home.address) as driver, driver.session() as session:
        for statement in script.removesuffix(";\n").split(";\n"):
            session.run(statement).consume()


def _by_bolt(path: str, folder: Path, home: Neo4j, write: Callable[[str, Path], None]) -> None:
    assert run(["load", path, home.address]) == 0


if __name__ == "__main__":
    main(sys.argv[1])
