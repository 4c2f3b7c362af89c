"""Our exports opened by the real Gephi, got by `python tests/consumers/fetch.py`; else skipped."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from invented_graph import GRAPHS, Graph
from servers import jars

from exports import EXPORTERS
from exports.columns import claims, clean, clean_id, node_row
from exports.layout import TYPE_COLOURS, degrees, layout, size

HERE = Path(__file__).parent

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
        assert (x, y, drawn) == pytest.approx((*places[node.id], size(node, degree[node.id], len(nodes))), abs=0.01)
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
