"""Every RDF export read back by programs that are not ours: the same triples, whatever the labels hold."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from hostile_graph import hostile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import RdfFormat

from exports import EXPORTERS, SUFFIXES, exporter_for
from exports.writing import replacing, replacing_files, replacing_text
from kg.description import About, with_description
from kg.errors import ExportError
from kg.model import Edge, Node
from kg.rdf import clean_edge, clean_node, descriptions, edge_key, quads, quads_of
from kg.rdf_reading import nodes_and_edges

FORMATS = {  # our name -> what pyoxigraph, rdflib and rapper call it
    "turtle": (RdfFormat.TURTLE, "turtle", "turtle"),
    "ntriples": (RdfFormat.N_TRIPLES, "nt", "ntriples"),
    "nquads": (RdfFormat.N_QUADS, "nquads", "nquads"),
    "trig": (RdfFormat.TRIG, "trig", "trig"),
    "rdfxml": (RdfFormat.RDF_XML, "xml", "rdfxml"),
    "jsonld": (RdfFormat.JSON_LD, "json-ld", None),
}


# What no file can hold in the names of files, too
ABOUT = About("05fe", inputs=(("a \x00\ud83e\n.txt", "00ff"),), curation=(("<b> & \"c\".yaml", "11"),), part="a part",
              part_key="x", issued="2026-01-31")


@pytest.fixture(scope="module", params=sorted(FORMATS))
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    path = tmp_path_factory.mktemp("rdf") / f"graph.{request.param}"
    EXPORTERS[request.param](*hostile(), path, about=ABOUT)
    return request.param, path


def as_text(quad: pyoxigraph.Quad) -> tuple[str, str, str]:
    return str(quad.subject), str(quad.predicate), str(quad.object)


@cache
def expected_quads() -> tuple[pyoxigraph.Quad, ...]:
    return tuple(quads_of(with_description(descriptions(*hostile()), ABOUT)))


def expected() -> set[tuple[str, str, str]]:
    return set(map(as_text, expected_quads()))


def test_pyoxigraph_reads_the_same_triples(written: tuple[str, Path]) -> None:
    name, path = written
    found = [as_text(quad) for quad in pyoxigraph.parse(path=path, format=FORMATS[name][0])]
    assert set(found) == expected()
    assert len(found) == len(set(found))


def test_rdflib_reads_the_same_triples(written: tuple[str, Path]) -> None:
    name, path = written
    dataset = rdflib.Dataset(default_union=True).parse(path, format=FORMATS[name][1])
    assert rdflib_triples(dataset) == {tuple(map(pyoxigraph_text, triple)) for triple in expected_terms()}


def rdflib_triples(dataset: rdflib.Dataset) -> set[tuple[tuple[str, str], ...]]:
    return {tuple((str(term), str(getattr(term, "datatype", None) or "")) for term in triple)
            for triple in dataset.triples((None, None, None))}


def expected_terms() -> list[tuple[object, object, object]]:
    return [(quad.subject, quad.predicate, quad.object) for quad in expected_quads()]


def pyoxigraph_text(term: object) -> tuple[str, str]:
    datatype = term.datatype.value if isinstance(term, pyoxigraph.Literal) else ""
    return term.value, "" if datatype.endswith("#string") else datatype  # type: ignore[attr-defined]


def test_rapper_reads_the_same_triples(written: tuple[str, Path]) -> None:
    name, path = written
    if shutil.which("rapper") is None or FORMATS[name][2] is None:
        pytest.skip("needs rapper (Debian raptor2-utils), which reads no JSON-LD")
    done = subprocess.run(["rapper", "-q", "-i", FORMATS[name][2], "-o", "ntriples", str(path), "http://base.example/"],
                          capture_output=True, check=True)
    assert done.stderr == b""
    read = {as_text(quad) for quad in pyoxigraph.parse(done.stdout, RdfFormat.N_TRIPLES)}
    assert read == expected()


def test_a_jsonld_processor_reads_the_same_triples_and_fetches_nothing(tmp_path: Path) -> None:
    jsonld = pytest.importorskip("pyld.jsonld", reason="PyLD is not installed")

    def fetch(address: str, options: object) -> None:
        raise AssertionError(f"asks for {address}")

    EXPORTERS["jsonld"](*hostile(), tmp_path / "g.jsonld", about=ABOUT)  # type: ignore[call-arg]
    written = json.loads((tmp_path / "g.jsonld").read_text("utf-8"))
    lines = jsonld.to_rdf(written, {"format": "application/n-quads", "documentLoader": fetch})
    read = [as_text(quad) for quad in pyoxigraph.parse(lines, RdfFormat.N_QUADS)]
    assert set(read) == expected()
    assert len(read) == len(expected())


def test_our_reader_gives_the_same_nodes_and_edges(written: tuple[str, Path]) -> None:
    name, path = written
    nodes, edges = nodes_and_edges(pyoxigraph.parse(path=path, format=FORMATS[name][0]))
    given_nodes, given_edges = hostile()
    assert nodes == sorted(map(clean_node, given_nodes), key=lambda node: node.id)
    assert edges == sorted(map(clean_edge, given_edges), key=edge_key)


def test_the_order_of_the_input_does_not_show(written: tuple[str, Path], tmp_path: Path) -> None:
    name, path = written
    nodes, edges = hostile()
    EXPORTERS[name](nodes[::-1], edges[::-1], tmp_path / "again", about=ABOUT)  # type: ignore[call-arg]
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


def test_the_hash_seed_does_not_show(written: tuple[str, Path], tmp_path: Path) -> None:
    name, path = written
    program = ("import sys; sys.path[:] = {!r}; from pathlib import Path; from exports import EXPORTERS;"
               "from test_exports_rdf import ABOUT, hostile; EXPORTERS[{!r}](*hostile(), Path({!r}), about=ABOUT)")
    code = program.format([*sys.path, str(Path(__file__).parent)], name, str(tmp_path / "again"))
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": "7"}, check=True)
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


def test_without_evidence_no_statement_and_no_quote_is_written(tmp_path: Path) -> None:
    for name, (form, _, _) in FORMATS.items():
        EXPORTERS[name](*hostile(), tmp_path / name, evidence=False)  # type: ignore[call-arg]
        read = list(pyoxigraph.parse(path=tmp_path / name, format=form))
        assert {q.predicate.value for q in read}.isdisjoint({"http://www.w3.org/ns/oa#exact",
                                                             "http://www.w3.org/1999/02/22-rdf-syntax-ns#subject"})
        assert len(nodes_and_edges(read)[1]) == len({(e.subject, e.relation, e.object) for e in hostile()[1]})


def test_another_base_stands_before_every_id(tmp_path: Path) -> None:
    for name, (form, _, _) in FORMATS.items():
        EXPORTERS[name](*hostile(), tmp_path / name, base="https://example.org/g/",  # type: ignore[call-arg]
                        about=ABOUT)
        read = list(pyoxigraph.parse(path=tmp_path / name, format=form))
        others = [q for q in read if not q.subject.value.startswith("https://example.org/g/")]
        assert {quad.subject.value.rpartition("/")[0] for quad in others} == {"https://w3id.org/paperkg/software"}
        assert nodes_and_edges(read)[0] == nodes_and_edges(quads(*hostile()))[0]


def test_jsonld_carries_its_context_and_asks_for_none(tmp_path: Path) -> None:
    EXPORTERS["jsonld"](*hostile(), tmp_path / "g.jsonld")
    data = json.loads((tmp_path / "g.jsonld").read_text("utf-8"))
    assert isinstance(data["@context"], dict)
    assert all(isinstance(value, (str, dict)) for value in data["@context"].values())
    assert not any("://" in key for thing in data["@graph"] for key in thing), "every property is written short"


def test_a_value_that_is_not_of_its_propertys_usual_type_says_so(tmp_path: Path) -> None:
    edges = [Edge("paper/1", "uses", "method/a", "paper/1", score=score) for score in (1e-30, 0.5)]
    for edge in edges:
        EXPORTERS["jsonld"]([], [edge], tmp_path / "g.jsonld")
        assert nodes_and_edges(pyoxigraph.parse(path=tmp_path / "g.jsonld", format=RdfFormat.JSON_LD)) == ([], [edge])
        read = {as_text(quad) for quad in pyoxigraph.parse(path=tmp_path / "g.jsonld", format=RdfFormat.JSON_LD)}
        assert read == set(map(as_text, quads([], [edge])))


texts = st.text(max_size=8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(id=st.text("-._~%+*/#a0:\\ü 日", max_size=6), label=texts, score=st.floats(0, 1), value=texts,
       base=st.sampled_from(["https://w3id.org/paperkg/id/", "https://example.org/x#", "urn:x:/"]))
def test_any_names_and_values_are_the_same_in_every_text(
    tmp_path: Path, id: str, label: str, score: float, value: str, base: str
) -> None:
    nodes = [Node(f"result/{id}", "Result", label, (value,), {"value": value, "low": "007"}),
             Node(f"paper/{id}", "Paper", value, (), {"year": len(label) - 4, "titleDerived": bool(value)})]
    edges = [Edge(f"paper/{id}", "reports", f"result/{id}", "paper/x", label, 0, 5, score=score, by=value)]
    for name in ("turtle", "ntriples", "nquads", "trig"):
        EXPORTERS[name](nodes, edges, tmp_path / "g", base=base)  # type: ignore[call-arg]
        read = [as_text(quad) for quad in pyoxigraph.parse(path=tmp_path / "g", format=FORMATS[name][0])]
        assert read == list(map(as_text, quads(nodes, edges, base)))


@pytest.mark.parametrize("name", ["turtle", "trig"])
def test_names_are_short_and_none_needs_a_backslash(name: str, tmp_path: Path) -> None:
    nodes = [Node(f"method/{id}", "Method", "x") for id in ("c++", "a.b", "-x", "x.", "~", "q*", "ü")]
    EXPORTERS[name](nodes, [], tmp_path / "g")
    text = (tmp_path / "g").read_text("utf-8")
    assert "\\" not in text
    for short in ("c%2B%2B", "a.b", "q%2A", "%C3%BC"):
        assert f"\nmethod:{short} a kg:Method , mls:Algorithm , skos:Concept ;\n" in text
    assert text.count("<https://w3id.org/paperkg/id/method/") == 1 + 3  # the prefix, and what no short name may hold


def test_rdfxml_is_well_formed_for_a_strict_xml_parser(tmp_path: Path) -> None:
    from lxml import etree

    EXPORTERS["rdfxml"](*hostile(), tmp_path / "g.rdf")
    root = etree.parse(tmp_path / "g.rdf", etree.XMLParser(resolve_entities=False, huge_tree=True)).getroot()
    assert len(root) > len(hostile()[0])


@pytest.mark.parametrize("name", [*sorted(FORMATS)])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_new(name: str, tmp_path: Path) -> None:
    path = tmp_path / "graph"
    path.write_text("old")
    nodes, edges = hostile()
    object.__setattr__(nodes[-1], "attributes", {"nonsense": "x"})
    with pytest.raises(ValueError, match="nonsense"):
        EXPORTERS[name](nodes, edges, path)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("graph", "old")]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("name", [*sorted(FORMATS)])
def test_a_full_disk_is_one_clear_line(name: str) -> None:
    with pytest.raises(ExportError, match="disk is full") as caught:
        EXPORTERS[name](*hostile(), Path("/dev/full"))
    assert "\n" not in str(caught.value)


def test_a_missing_folder_and_a_folder_in_the_way_are_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"there is no folder .*nowhere; make it first"):
        EXPORTERS["turtle"](*hostile(), tmp_path / "nowhere" / "g.ttl")
    with pytest.raises(ExportError, match="is a directory"):
        EXPORTERS["turtle"](*hostile(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_writing_keeps_links_and_permissions(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("old")
    target.chmod(0o640)
    (tmp_path / "link").symlink_to("target")
    with replacing(tmp_path / "link") as file:
        file.write(b"new")
        assert target.read_text() == "old"
    assert (tmp_path / "link").is_symlink()
    assert (target.read_text(), target.stat().st_mode & 0o777) == ("new", 0o640)


def test_text_is_utf8_with_its_newlines_as_they_are(tmp_path: Path) -> None:
    with replacing_text(tmp_path / "t") as file:
        file.write("Łukasz\r\n→\n")
    assert (tmp_path / "t").read_bytes() == "Łukasz\r\n→\n".encode()


def test_an_interrupted_text_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), replacing_text(tmp_path / "t") as file:
        file.write("half")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_filled_at_once_and_keeps_what_is_not_ours(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "out"
    with replacing_files(target, ["a.csv", "b.csv"]) as (one, other):
        one.write(b"1")
        other.write(b"b")
        assert not target.exists()
    (target / "notes.txt").write_text("mine")
    with pytest.raises(ZeroDivisionError), replacing_files(target, ["a.csv"]) as (one,):
        one.write(bytes(1 // 0))
    with replacing_files(target, ["a.csv"]) as (one,):
        one.write(b"2")
    assert sorted((file.name, file.read_text()) for file in target.iterdir()) == [
        ("a.csv", "2"), ("b.csv", "b"), ("notes.txt", "mine")]
    assert [file.name for file in target.parent.iterdir()] == ["out"]


def test_where_files_cannot_be_without_a_name_they_have_one_until_they_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("exports.writing._OPEN_FILES", "/nowhere")
    with replacing(tmp_path / "t") as file:
        file.write(b"whole")
        assert [name.suffix for name in tmp_path.iterdir()] == [".part"]
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "t") as file:
        file.write(bytes(1 // 0))
    assert [(name.name, name.read_bytes()) for name in tmp_path.iterdir()] == [("t", b"whole")]


def test_endings_name_formats_that_exist() -> None:
    assert set(SUFFIXES.values()) == set(EXPORTERS)
    assert exporter_for(Path("X.TTL")) is EXPORTERS["turtle"]
    assert exporter_for(Path("x.txt"), "jsonld") is EXPORTERS["jsonld"]
    with pytest.raises(ExportError, match="no format has this ending"):
        exporter_for(Path("x.docx"))
    with pytest.raises(ExportError, match="no export format 'docx'"):
        exporter_for(Path("x"), "docx")
