"""Node-link JSON and Cytoscape's JSON read back by networkx."""

import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hostile_graph import hostile

from exports import EXPORTERS
from exports.columns import claims, clean, clean_id
from exports.layout import TYPE_COLOURS, layout
from kg.model import Edge, Node


@pytest.fixture(scope="module", params=["nodelink", "cytoscape"])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    path = tmp_path_factory.mktemp("json") / "graph"
    EXPORTERS[request.param](*hostile(), path)
    return request.param, json.loads(path.read_bytes(), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


def read(written: tuple[str, dict[str, Any]]) -> nx.MultiDiGraph:
    form, data = written
    return nx.cytoscape_graph(data) if form == "cytoscape" else nx.node_link_graph(data, edges="edges")


def test_networkx_reads_every_node_with_its_attributes(written: tuple[str, dict[str, Any]]) -> None:
    nodes, _ = hostile()
    graph = read(written)
    assert graph.is_directed()
    assert graph.is_multigraph()
    assert set(graph) == {clean_id(node.id) for node in nodes}
    name = "name" if written[0] == "cytoscape" else "label"
    for node in nodes:
        read_node = graph.nodes[clean_id(node.id)]
        assert (read_node[name], read_node["type"]) == (clean(node.label), node.type)
        assert read_node["aliases"] == [clean(alias) for alias in node.aliases]
        for attribute, value in node.attributes.items():
            expected = [clean(text) for text in value] if isinstance(value, tuple) else \
                clean(value) if isinstance(value, str) else value
            own = "kg_size" if (written[0], attribute) == ("cytoscape", "size") else attribute
            assert read_node.get(own) == (expected if value != () else None)


def test_networkx_reads_every_claim_with_its_relation_as_key(written: tuple[str, dict[str, Any]]) -> None:
    graph, found = read(written), claims(*hostile())
    assert graph.number_of_edges() == len(found)
    for claim in found:
        data = graph.edges[claim.subject, claim.object, claim.relation]
        assert (data["papers"], data["support"], data["confidence"], data.get("evidence", "")) == (
            list(claim.papers), len(claim.papers), claim.confidence, claim.evidence)


def test_cytoscape_has_its_own_columns_and_the_picture(tmp_path: Path) -> None:
    nodes, edges = hostile()
    EXPORTERS["cytoscape"](nodes, edges, tmp_path / "a.cyjs")
    elements = json.loads((tmp_path / "a.cyjs").read_bytes())["elements"]
    places = {clean_id(node_id): place for node_id, place in layout(nodes, edges).items()}
    for node in elements["nodes"]:
        if node["data"]["id"] in places and "surrogate" not in node["data"]["id"]:
            assert node["data"]["color"] == TYPE_COLOURS[node["data"]["type"]]
            assert node["data"]["size"] > 0
    assert len({(node["position"]["x"], node["position"]["y"]) for node in elements["nodes"]}) == len(nodes)
    ids = [edge["data"]["id"] for edge in elements["edges"]]
    assert len(set(ids)) == len(ids)
    assert all(edge["data"]["interaction"] == edge["data"]["relation"] for edge in elements["edges"])


def test_a_number_without_a_value_is_null(tmp_path: Path) -> None:
    nodes = [Node("method/a", "Method", "a")]
    EXPORTERS["nodelink"](nodes, [Edge("method/a", "broader", "method/a", score=float("nan"))], tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_bytes())["edges"][0]["confidence"] is None
