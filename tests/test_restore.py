"""Graphs read back from each format that holds them: the same again, whatever the texts; clear errors otherwise."""

import io
import json
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from hostile_graph import hostile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.main import run
from exports import EXPORTERS
from exports.graphml import write_graphml
from exports.graphml_flavours import FLAVOURS
from kg.errors import InputError
from kg.model import Attribute, Edge, Node
from kg.rdf import clean_edge, clean_node, digest, edge_key
from kg.restore import ENDINGS, RESTORERS, restored
from kg.schema import ATTRIBUTES, RELATIONS
from kg.store import KnowledgeGraph
from kg.swap import write_store

Graph = tuple[list[Node], list[Edge]]
RDF = ("jsonld", "nquads", "ntriples", "rdfxml", "trig", "turtle")
WRITERS: dict[str, tuple[str, Callable[..., None]]] = {
    **{format: (format, EXPORTERS[format]) for format in RESTORERS if format != "graphml"},
    **{f"graphml {flavour}": ("graphml", partial(write_graphml, flavour=flavour)) for flavour in FLAVOURS},
}


def once_more(form: str, graph: Graph, folder: Path) -> tuple[Graph, bytes, bytes]:
    """What a format gives back of a graph, its file, and the file that is written of what came back."""
    format, write = WRITERS[form]
    first, second = folder / "first", folder / "second"
    write(*graph, first)
    with first.open("rb") as file:
        back = restored(file, str(first), format)
    write(*back, second)
    return back, first.read_bytes(), second.read_bytes()


@pytest.mark.parametrize("form", WRITERS)
def test_a_hostile_graph_comes_back(form: str, tmp_path: Path) -> None:
    nodes, edges = hostile()
    back, first, second = once_more(form, (nodes, edges), tmp_path)
    assert len(back[0]) == len(nodes)
    if form not in RDF:  # what it holds, less than everything, is there again; RDF sorts by ids before they are cleaned
        assert first == second
    else:
        assert back[0] == sorted(map(clean_node, nodes), key=lambda node: node.id)
        assert back[1] == sorted(map(clean_edge, edges), key=edge_key)


TEXT = st.text(st.characters(codec=None), max_size=12) | st.sampled_from(
    ['"', "'", "\\", "]]>", "<!--", "&amp;", "\r\n", "\t", "\x00", "\x1f", "\ud800", "\U0010ffff", "‮", "`}) x",
     "; DROP", "a\u0301", "[\"a\"]", "null", "1e400", "true", "<b>", "_:x", "@en", "^^", "#", "%41", "%", ""])
NAME = st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_categories=("Cc", "Cs", "Zs")), min_size=1,
               max_size=8)


def values(kind: type) -> st.SearchStrategy[Attribute]:
    if kind is int:
        return st.integers(-(2**31), 2**31 - 1)
    if kind is bool:
        return st.booleans()
    return st.lists(TEXT, min_size=1, max_size=3).map(tuple) if kind is tuple else TEXT


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    names = draw(st.lists(NAME, min_size=2, max_size=6, unique=True))
    types = [draw(st.sampled_from(sorted(ATTRIBUTES))) for _ in names]
    nodes = [Node(f"{kind.lower()}/{name}", kind, draw(TEXT), tuple(draw(st.lists(TEXT, max_size=3, unique=True))),
                  {attribute: draw(values(of)) for attribute, of in ATTRIBUTES[kind].items() if draw(st.booleans())})
             for name, kind in zip(names, types, strict=True)]
    possible = [(one.id, relation, other.id) for one, other in product(nodes, nodes)
                for relation, (before, behind) in RELATIONS.items() if one.type in before and other.type in behind]
    papers = [node.id for node in nodes if node.type == "Paper"]
    edges = []
    for claim in draw(st.lists(st.sampled_from(possible), max_size=5)) if possible else []:
        place = draw(st.integers(0, 10**6))
        edges.append(Edge(*claim, draw(st.sampled_from([*papers, ""])), draw(TEXT), place, place + 9, place + 1,
                          place + 3, draw(st.floats(0, 1)), draw(TEXT)))
    return nodes, list({digest(edge): edge for edge in edges}.values())  # one claim has one score


@pytest.mark.parametrize("form", WRITERS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=graphs())
def test_any_graph_comes_back(form: str, tmp_path: Path, graph: Graph) -> None:
    (nodes, edges), first, second = once_more(form, graph, tmp_path)
    if form not in RDF:
        assert first == second
    else:
        assert nodes == sorted(map(clean_node, graph[0]), key=lambda node: node.id)
        assert sorted(set(map(edge_key, edges))) == sorted(set(map(edge_key, map(clean_edge, graph[1]))))


BOMB = b'<?xml version="1.0"?><!DOCTYPE graphml [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><graphml>&b;</graphml>'


@pytest.mark.parametrize(("content", "ending", "reason"), [
    (BOMB, ".graphml", "document type"),
    (BOMB.replace(b"graphml", b"gexf"), ".gexf", "document type"),
    (BOMB, ".rdf", "document type"),
    (b"<graphml><node", ".graphml", "is no XML"),
    (b"<graphml/>", ".graphml", "no node of a graph of papers"),
    (b'<graphml><node id="a"><data key="type">Person</data></node></graphml>', ".graphml", "no type of ours"),
    (b"{", ".json", "is no JSON"),
    (b"[]", ".json", "no JSON object"),
    (b'{"nodes": [{"id": 1}], "edges": []}', ".json", "without id"),
    (b'{"nodes": [{"id": "paper/1", "type": "Paper", "year": "soon"}], "edges": []}', ".json", "is no int"),
    (b'{"nodes": [{"id": "task/1", "type": "Task"}], "edges": [{"source": "a", "target": "b", "relation": "eats"}]}',
     ".json", "no relation of ours"),
    (b"<a> <b> .", ".nt", "is not"),
    (b"@prefix : <x> .", ".ttl", "no node of a graph of papers"),
    (b"x", ".doc", "no format is told by this ending"),
    (b"\xff\xfe\x00", ".jsonld", ""),
])
def test_what_is_not_ours_is_one_clear_error(content: bytes, ending: str, reason: str) -> None:
    with pytest.raises(InputError) as raised:
        restored(io.BytesIO(content), f"strange{ending}")
    assert str(raised.value).startswith(f"strange{ending}")
    assert reason in str(raised.value)
    assert "\n" not in str(raised.value)


def test_every_restorer_has_an_ending() -> None:
    assert set(ENDINGS.values()) == set(RESTORERS)


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    nodes, edges = hostile()
    write_store(tmp_path / "x.kg", nodes, edges, {"papers": 1})
    return tmp_path / "x.kg"


def test_an_imported_graph_is_the_same(graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", str(graph), str(tmp_path / "x.nq")]) == 0
    assert run(["import", str(tmp_path / "x.nq"), "-o", str(tmp_path / "y.kg")]) == 0
    assert "edges imported" in capsys.readouterr().err
    one, other = KnowledgeGraph.open(graph), KnowledgeGraph.open(tmp_path / "y.kg")
    assert list(one.nodes()) == list(other.nodes())
    assert list(one.edges()) == list(other.edges())


def test_an_import_leaves_a_built_graph_alone(graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", str(graph), str(tmp_path / "x.json")]) == 0
    (graph / "corpus.sqlite").write_bytes(b"")
    before = json.loads((graph / "manifest.json").read_text("utf-8"))
    capsys.readouterr()
    assert run(["import", str(tmp_path / "x.json"), "-o", str(graph)]) == 1
    assert "holds papers" in capsys.readouterr().err
    assert json.loads((graph / "manifest.json").read_text("utf-8")) == before


def test_a_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(tmp_path / "none.ttl"), "-o", str(tmp_path / "y.kg")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "y.kg").exists()
