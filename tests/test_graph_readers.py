"""Graph files opened by programs that are not ours and not Python: graphology in Node, and Gephi, of a built graph."""

import json
import shutil
import subprocess
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hostile_graph import hostile

from cli.main import run
from exports import EXPORTERS
from exports.columns import EDGE_COLUMNS, claims, clean, clean_id, node_columns, node_row
from exports.layout import TYPE_COLOURS, degrees, layout, size
from kg.model import Edge, Node
from kg.store import KnowledgeGraph

HERE = Path(__file__).parent
CACHE = HERE.parent / ".cache" / "consumers"


def printed(*command: object) -> list[list[Any]]:
    done = subprocess.run(list(map(str, command)), capture_output=True, check=True, timeout=100)
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def built(example: Path) -> tuple[Sequence[Node], Sequence[Edge]]:
    graph = KnowledgeGraph.open(example)
    return list(graph.nodes()), list(graph.edges())


# graphology

@pytest.fixture(params=[(graph, form) for graph in ("hostile", "example") for form in ("gexf", "graphml")],
                ids="-".join)
def read(request: pytest.FixtureRequest, example: Path, tmp_path: Path) -> tuple[Any, str, list[list[Any]]]:
    if shutil.which("node") is None:
        pytest.skip("no Node here: graphology cannot be started")
    if not (CACHE / "graphology" / ".complete").exists():
        pytest.skip(f"graphology is not in {CACHE}: run python tests/consumers/fetch.py graphology")
    name, form = request.param
    graph = hostile() if name == "hostile" else built(example)
    EXPORTERS[form](*graph, tmp_path / f"graph.{form}")
    return graph, form, printed("node", HERE / "consumers" / "graphology.cjs", CACHE / "graphology",
                                tmp_path / f"graph.{form}")


def test_graphology_has_every_node_with_its_label_type_size_and_place(read: tuple[Any, str, list[list[Any]]]) -> None:
    (nodes, edges), _, lines = read
    found = {line[1]: line[2] for line in lines if line[0] == "node"}
    assert set(found) == {clean_id(node.id) for node in nodes}
    places, degree = layout(nodes, edges), degrees(edges)
    for node in nodes:
        data = found[clean_id(node.id)]
        assert (data.get("label", ""), data["type"]) == (clean(node.label), node.type)
        assert (data["x"], data["y"], data["size"]) == (*places[node.id], size(node, degree[node.id], len(nodes)))
        rgb = tuple(bytes.fromhex(TYPE_COLOURS[node.type][1:]))
        assert data["color"] in (TYPE_COLOURS[node.type], "rgb({},{},{})".format(*rgb))
        assert data.get("year") == node.attributes.get("year")


def test_graphology_has_every_claim(read: tuple[Any, str, list[list[Any]]]) -> None:
    graph, form, lines = read
    found = {(source, data["relation"], target): data for kind, _, source, target, data in
             (line for line in lines if line[0] == "edge")}
    expected = claims(*graph)
    assert len(found) == len([line for line in lines if line[0] == "edge"]) == len(expected)
    for claim in expected:
        data = found[claim[:3]]
        assert (data["support"], data["confidence"], data["weight"]) == (
            len(claim.papers), claim.confidence, max(1, len(claim.papers)))
        assert data.get("evidence", "") == claim.evidence
        if form == "graphml":
            assert json.loads(data.get("papers", "[]")) == list(claim.papers)


# Gephi

@pytest.mark.parametrize("form", ["gexf", "graphml"])
def test_gephi_opens_what_kg_exports_without_a_warning_and_counts_what_kg_stats_counts(
    form: str, example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("java") is None or not (CACHE / "gephi" / ".complete").exists():
        pytest.skip(f"no Java, or Gephi is not in {CACHE}: run python tests/consumers/fetch.py gephi")
    assert run(["export", str(example), str(tmp_path / f"x.{form}")]) == 0
    capsys.readouterr()
    assert run(["stats", str(example), "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    lines = printed("java", "-Djava.awt.headless=true", "-cp", CACHE / "gephi" / "*", HERE / "consumers" / "Gephi.java",
                    tmp_path / f"x.{form}")
    assert [line for line in lines if line[0] == "issue" and line[1] != "INFO"] == []
    assert len([line for line in lines if line[0] == "node"]) == counts["nodes"]
    edges = [line for line in lines if line[0] == "edge"]
    assert len(edges) == counts["edges"]
    assert Counter(line[4] for line in edges) == counts["edgesByRelation"]
    java = {"boolean": "Boolean", "integer": "Integer", "long": "Long", "double": "Double", "string": "String",
            "strings": "String[]" if form == "gexf" else "String"}
    nodes, _ = built(example)
    for kind, columns in (("nodeColumn", node_columns(nodes)), ("edgeColumn", EDGE_COLUMNS)):
        declared = {line[1]: line[2] for line in lines if line[0] == kind}
        assert {column.name.lower(): java[column.type] for column in columns}.items() <= declared.items()
    values = {line[1]: line[-1] for line in lines if line[0] == "node"}
    for node in nodes:
        years = {name: value for name, value in node_row(node).items() if name in ("year", "type")}
        assert years.items() <= values[clean_id(node.id)].items()


# Memory

class Streamed:
    """20,000 edges of 40 MB that are made anew whenever they are gone through, as those of a graph on the disk are."""

    def __iter__(self) -> Iterator[Edge]:
        for number in range(20_000):
            paper = f"paper/{number:05}"
            yield Edge(paper, "uses", f"method/{number % 100:02}", paper, f"{number} " + "word " * 400)


@pytest.mark.parametrize("form", ["gexf", "graphml", "csv", "tsv", "kgx", "nodelink", "cytoscape"])
def test_edges_are_never_all_in_memory(form: str, tmp_path: Path) -> None:
    nodes = [Node(f"method/{number:02}", "Method", f"M{number}") for number in range(100)]
    nodes += [Node(f"paper/{number:05}", "Paper", f"P{number}") for number in range(20_000)]
    EXPORTERS[form]([], [], tmp_path / "first")  # what is imported on the way is there now
    tracemalloc.start()
    EXPORTERS[form](nodes, Streamed(), tmp_path / "graph")  # type: ignore[arg-type]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(file.stat().st_size for file in [tmp_path / "graph", *tmp_path.glob("graph/*")]) > 40_000_000
    assert peak < 30_000_000
