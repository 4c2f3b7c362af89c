"""The ontology, its shapes and their page: complete, true to what is written, and never apart."""

import runpy
from functools import cache
from importlib.resources import files
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat
from rdflib import OWL, RDF, RDFS, SKOS
from test_rdf import every_kind

from cli.main import run
from kg.description import About, with_description
from kg.model import Node
from kg.rdf import descriptions, quads_of
from kg.schema import ONTOLOGY, PREFIXES
from kg.vocabulary import term

ROOT = Path(__file__).parent.parent
WHOLE = About("05fe", inputs=(("list.txt", "00ff"),))
PART = About("05fe", inputs=(("list.txt", "00ff"),), part="a part", part_key="x", issued="2026-01-31")


@cache
def shipped(name: str) -> rdflib.Graph:
    return rdflib.Graph().parse(data=(files("kg.data") / name).read_text("utf-8"), format="turtle")


def written(about: About) -> list[Quad]:
    """All that a graph may hold, and what it says of itself."""
    nodes, edges = every_kind()
    nodes = [node if node.id != "paper/x" else Node(node.id, node.type, node.label, node.aliases, {
        **node.attributes, "source": "list.txt"}) for node in nodes]
    nodes = [node if node.id != "result/x" else Node(node.id, node.type, node.label, node.aliases, {
        **node.attributes, "kind": "gain", "low": "20"}) for node in nodes]
    nodes.append(Node("paper/y", "Paper", "y", ("b", "a"), {"identifiers": ("b", "a")}))
    return list(quads_of(with_description(descriptions(nodes, edges), about)))


def test_the_page_is_what_its_script_makes_of_the_ontology() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "ontology.py"))["page"]()
    assert (ROOT / "docs" / "ontology.md").read_text("utf-8") == made, "run: python docs/ontology.py"
    assert "| `kg:outperforms` | `kg:Method`, `kg:Model` |" in made
    assert "| `mls:hasValue` | 1 | `xsd:decimal` |" in made


def test_every_term_of_others_that_is_written_says_how_it_is_used() -> None:
    ontology = shipped("ontology.ttl")
    used = {quad.predicate.value for about in (WHOLE, PART) for quad in written(about)}
    used |= {quad.object.value for about in (WHOLE, PART) for quad in written(about)
             if quad.predicate == term("rdf:type")}
    others = {name for name in used if not name.startswith(ONTOLOGY)}
    assert len(others) > 50
    noted = {str(subject) for subject in ontology.subjects(SKOS.scopeNote) if not str(subject).startswith(ONTOLOGY)}
    assert noted == others


def test_every_term_of_ours_is_in_the_page_with_what_it_is() -> None:
    page, ontology = (ROOT / "docs" / "ontology.md").read_text("utf-8"), shipped("ontology.ttl")
    ours = {one for kind in (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty)
            for one in ontology.subjects(RDF.type, kind) if isinstance(one, rdflib.URIRef)}
    assert len(ours) > 50
    for one in ours:
        assert ontology.value(one, RDFS.isDefinedBy) == rdflib.URIRef(ONTOLOGY.rstrip("#"))
        assert f"\n| `kg:{one.removeprefix(ONTOLOGY)}` | " in page
        assert str(ontology.value(one, SKOS.definition)) in page


@pytest.mark.parametrize("namespace", [
    "http://purl.org/spar/fabio/", "https://schema.org/", "http://www.w3.org/ns/mls#", "http://www.w3.org/ns/dcat#",
    "http://www.w3.org/2004/02/skos/core#", "http://www.w3.org/ns/prov#", "http://www.w3.org/ns/oa#",
    "https://linkedpaperswithcode.com/class/", "https://linkedpaperswithcode.com/property/"])
def test_what_is_ours_is_placed_among_what_others_have(namespace: str) -> None:
    ways = (RDFS.subClassOf, RDFS.subPropertyOf, SKOS.closeMatch, SKOS.relatedMatch, OWL.inverseOf)
    found = [other for subject, way, other in shipped("ontology.ttl") if way in ways and subject.startswith(ONTOLOGY)]
    assert any(str(other).startswith(namespace) for other in found)


def test_prefixes_are_those_of_the_exports() -> None:
    for name in ("ontology.ttl", "shapes.ttl"):
        for prefix, namespace in shipped(name).namespaces():
            assert PREFIXES.get(prefix, str(namespace)) == str(namespace)


def fits(quads: list[Quad]) -> tuple[bool, str]:
    pyshacl = pytest.importorskip("pyshacl", reason="pyshacl is not installed")
    data = rdflib.Graph().parse(data=pyoxigraph.serialize(quads, format=RdfFormat.N_TRIPLES), format="nt")
    conforms, _, report = pyshacl.validate(data, shacl_graph=shipped("shapes.ttl"), meta_shacl=True)
    return conforms, report


@pytest.mark.parametrize("about", [WHOLE, PART], ids=["whole", "part"])
def test_what_a_graph_says_of_itself_fits_the_shapes(about: About) -> None:
    assert fits(written(about)) == (True, "Validation Report\nConforms: True\n")


@pytest.mark.parametrize(("predicate", "value", "complaint"), [
    ("void:triples", Literal("many"), "void:triples"), ("dcterms:license", Literal("mine"), "dcterms:license"),
    ("dcterms:issued", Literal("today"), "dcterms:issued"), ("prov:wasGeneratedBy", None, "OrConstraint"),
    ("dcterms:title", None, "dcterms:title")])
def test_a_wrong_description_does_not_fit(predicate: str, value: Literal | None, complaint: str) -> None:
    dataset, said = NamedNode(WHOLE.address()), written(WHOLE)
    wrong = [quad for quad in said if not (quad.subject == dataset and quad.predicate == term(predicate))]
    wrong += [Quad(dataset, term(predicate), value)] if value else []
    conforms, report = fits(wrong)
    assert not conforms
    assert complaint in report


def test_the_command_prints_what_is_shipped(capsys: pytest.CaptureFixture[str]) -> None:
    for options, name in (([], "ontology.ttl"), (["--shapes"], "shapes.ttl")):
        assert run(["ontology", *options]) == 0
        assert capsys.readouterr().out == (files("kg.data") / name).read_text("utf-8")
