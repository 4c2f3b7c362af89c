"""GEXF read back by readers that are not ours, and checked against the format's own schema."""

import os
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest
from hostile_graph import hostile
from lxml import etree

from exports.columns import claims, clean, clean_id, node_row
from exports.gexf import write_gexf
from exports.layout import layout
from kg.errors import ExportError
from kg.model import Edge, Node

GEXF = "{http://gexf.net/1.3}"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gexf") / "hostile.gexf"
    write_gexf(*hostile(), path)
    return path


def test_schema_of_gexf_accepts_a_hostile_graph(written: Path) -> None:
    schema = etree.XMLSchema(etree.parse(Path(__file__).parent / "schemas" / "gexf.xsd"))
    schema.assertValid(etree.parse(written))


def test_networkx_reads_every_node_with_its_attributes(written: Path) -> None:
    nodes, _ = hostile()
    graph = nx.read_gexf(written)
    assert set(graph) == {clean_id(node.id) for node in nodes}
    for node in nodes:
        read = graph.nodes[clean_id(node.id)]
        assert read["label"] == clean(node.label)
        for name, value in node_row(node).items():
            if not isinstance(value, tuple):
                assert read[name] == (clean(value) if isinstance(value, str) else value)


def test_networkx_reads_every_claim_once_with_its_attributes(written: Path) -> None:
    graph = nx.read_gexf(written)
    found = claims(*hostile())
    read = {(s, data["relation"], o): data for s, o, data in graph.edges(data=True)}
    assert graph.number_of_edges() == len(found) == len(read)
    for claim in found:
        data = read[claim.subject, claim.relation, claim.object]
        assert (data["support"], data["confidence"], data["weight"]) == (
            len(claim.papers), claim.confidence, max(1, len(claim.papers)))
        assert data.get("evidence", "") == claim.evidence


def test_edge_ids_are_unique_and_parallel_relations_have_their_kind(written: Path) -> None:
    edges = etree.parse(written).findall(f".//{GEXF}edge")
    assert len({edge.get("id") for edge in edges}) == len(edges)
    kinds = {edge.get("kind") for edge in edges
             if edge.get("source") == "paper/quotes/0" and edge.get("target") == "method/quotes"}
    assert kinds == {"uses", "introduces", "comparesWith"}


def test_list_items_stay_apart_whatever_is_in_them(tmp_path: Path) -> None:
    node = Node("method/a", "Method", "a", ("a, b", "c|d]", 'e"f\\', "g\nh"))
    write_gexf([node], [], tmp_path / "a.gexf")
    value = etree.parse(tmp_path / "a.gexf").find(f".//{GEXF}attvalue[@for='aliases']").get("value")
    assert value == '["a, b", "c|d]", "e\\"f\\\\", "g\nh"]'


def test_declared_types_hold_all_values(tmp_path: Path) -> None:
    nodes = [Node("paper/1", "Paper", "x", (), {"year": 2017, "venue": "ICML", "doi": True, "url": 2**40}),
             Node("paper/2", "Paper", "y", (), {"year": "2017a", "venue": ("A", "B"), "doi": 1, "url": 3}),
             Node("paper/3", "Paper", "z", (), {"arxiv": 2**70, "titleDerived": False})]
    write_gexf(nodes, [], tmp_path / "a.gexf")
    declared = {attribute.get("id"): attribute.get("type")
                for attribute in etree.parse(tmp_path / "a.gexf").iter(f"{GEXF}attribute")}
    assert {name: declared[name] for name in ("year", "venue", "doi", "url", "arxiv", "titleDerived")} == {
        "year": "string", "venue": "liststring", "doi": "string", "url": "long", "arxiv": "string",
        "titleDerived": "boolean"}


def test_position_size_and_colour_are_written(written: Path) -> None:
    nodes, edges = hostile()
    places = layout(nodes, edges)
    for element in etree.parse(written).iter(f"{GEXF}node"):
        position = element.find(f"{GEXF}position")
        assert float(element.find(f"{GEXF}size").get("value")) > 0
        assert element.find(f"{GEXF}color").get("r") is not None
        if element.get("id") in places:
            assert (float(position.get("x")), float(position.get("y"))) == places[element.get("id")]


def test_an_edge_without_a_node_is_named_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.gexf"
    path.write_text("old")
    nodes = [Node("paper/1", "Paper", "x")]
    with pytest.raises(ExportError, match="paper/1 uses method/gone has no node 'method/gone'"):
        write_gexf(nodes, [Edge("paper/1", "uses", "method/gone")], path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_two_nodes_with_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="two nodes have the id 'paper/1'"):
        write_gexf([Node("paper/1", "Paper", "x"), Node("paper/1", "Paper", "y")], [], tmp_path / "a.gexf")


@pytest.mark.parametrize("form", ["gexf", "graphml"])
def test_same_bytes_whatever_the_order_and_the_hash_seed(form: str, tmp_path: Path) -> None:
    script = ("import sys; from pathlib import Path; from hostile_graph import hostile; from exports import EXPORTERS;"
              "n, e = hostile(); step = int(sys.argv[3]);"
              "EXPORTERS[sys.argv[1]](n[::step], e[::step], Path(sys.argv[2]))")
    here = Path(__file__).parent
    written = []
    for seed, step in (("1", "1"), ("2", "-1")):
        path = tmp_path / seed
        subprocess.run([sys.executable, "-c", script, form, str(path), step], check=True,
                       env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{here}{os.pathsep}{here.parent}"})
        written.append(path.read_bytes())
    assert written[0] == written[1]
