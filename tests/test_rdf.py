"""Nodes and edges to RDF and back: nothing lost, nothing that a strict parser refuses."""

import re
from dataclasses import replace
from decimal import Decimal
from importlib.resources import files

import pyoxigraph
import pytest
import rdflib
from hostile_graph import TEXTS, hostile
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, RdfFormat, Store
from rdflib import OWL, RDF, RDFS, SKOS

from kg.errors import GraphError
from kg.model import Edge, Node
from kg.rdf import clean, clean_edge, clean_node, digest, edge_key, plain_decimal, quads
from kg.rdf_reading import local_id, nodes_and_edges
from kg.schema import ATTRIBUTES, NODE_TYPES, ONTOLOGY, PREFIXES, RELATIONS, iri
from kg.vocabulary import term

VALUES = {str: "a text", int: 2026, bool: True, tuple: ("b", "a")}


def every_kind() -> tuple[list[Node], list[Edge]]:
    """A node of each type with all its attributes, and an edge of each relation between types that may have it."""
    nodes = [Node(f"{name.lower()}/x", name, f"An x of {name}", ("second", "first"),
                  {key: VALUES[kind] for key, kind in ATTRIBUTES[name].items()}) for name in NODE_TYPES]
    nodes = [replace(node, attributes={**node.attributes, "value": "29.40", "low": "1e2"}) if node.type == "Result"
             else node for node in nodes]
    edges = [Edge(f"{min(subjects).lower()}/x", relation, f"{min(objects).lower()}/x", "paper/x", "Its words.",
                  3, 12, 4, 9, 0.75, "rule") for relation, (subjects, objects) in RELATIONS.items()]
    return sorted(nodes, key=lambda node: node.id), sorted(edges, key=edge_key)


def triples_of(address: str, nodes: list[Node], edges: list[Edge]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for quad in quads(nodes, edges):
        if quad.subject.value == address:
            found.setdefault(quad.predicate.value, []).append(str(quad.object))
    return found


def test_every_field_comes_back() -> None:
    assert nodes_and_edges(quads(*every_kind())) == every_kind()


def test_every_field_comes_back_from_a_store_and_in_any_order() -> None:
    written = list(quads(*every_kind()))
    store = Store()
    store.extend(written)
    assert nodes_and_edges(store) == every_kind()
    assert nodes_and_edges(written[::-1]) == every_kind()


def test_hostile_texts_come_back_but_for_what_no_file_can_hold() -> None:
    nodes, edges = nodes_and_edges(quads(*hostile()))
    assert nodes == sorted(map(clean_node, hostile()[0]), key=lambda node: node.id)
    assert edges == sorted(map(clean_edge, hostile()[1]), key=edge_key)
    assert clean_node(hostile()[0][0]) == hostile()[0][0]


words = st.text(max_size=12)
ids = st.text(min_size=1, max_size=12).map(clean)


@given(label=words, aliases=st.lists(words, max_size=4), identifiers=st.lists(words, max_size=3),
       year=st.integers(-10**6, 10**6), derived=st.booleans(), abstract=words, id=ids)
def test_any_paper_comes_back(label: str, aliases: list[str], identifiers: list[str], year: int, derived: bool,
                              abstract: str, id: str) -> None:
    attributes = {"year": year, "titleDerived": derived, "abstract": abstract}
    node = Node(f"paper/{id}", "Paper", label, tuple(aliases),
                attributes | ({"identifiers": tuple(identifiers)} if identifiers else {}))
    store = Store()
    store.extend(quads([node], []))
    assert nodes_and_edges(store) == ([clean_node(node)], [])


@given(st.lists(st.builds(
    Edge, ids.map("paper/{}".format), st.sampled_from(["uses", "broader"]), ids.map("method/{}".format),
    st.one_of(st.just(""), ids.map("paper/{}".format)), words.map(clean), st.integers(1, 9**9), st.integers(1, 9**9),
    st.integers(0, 9**9), st.integers(1, 9**9), st.floats(0, 1), words.map(clean)), max_size=4, unique_by=digest))
def test_any_edges_come_back(edges: list[Edge]) -> None:
    store = Store()
    store.extend(quads([], edges))
    assert nodes_and_edges(store) == ([], sorted(edges, key=edge_key))


def test_each_subject_stands_together_and_each_triple_once() -> None:
    written = list(quads(*hostile()))
    subjects = [quad.subject for quad in written]
    assert len(dict.fromkeys(subjects)) == sum(a != b for a, b in zip(subjects, [None, *subjects], strict=False))
    assert len(set(written)) == len(written)
    assert all(isinstance(quad.subject, NamedNode) for quad in written), "no blank nodes"


@given(st.text(max_size=30))
def test_any_id_is_an_iri_that_the_strictest_parser_takes_and_gives_back(id: str) -> None:
    node = Node(f"method/{id}", "Method", "x")
    address = next(quads([node], [])).subject.value
    line = f"<{address}> <{address}> <{address}> ."
    assert next(iter(pyoxigraph.parse(line, RdfFormat.N_TRIPLES))).subject.value == address
    assert re.fullmatch(r"https://w3id\.org/paperkg/id/method/[A-Za-z0-9._~%-]*", address)
    assert local_id(address) == f"method/{clean(id)}"


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_ids_stay_apart(name: str) -> None:
    others = {iri(clean(f"method/{text}")) for key, text in TEXTS.items() if key != name}
    assert iri(clean(f"method/{TEXTS[name]}")) not in others


def test_a_label_is_skos_and_rdfs_and_an_aliases_list_leaves_it_out() -> None:
    node = Node("method/dpo", "Method", "DPO", ("Direct Preference Optimization", "DPO"))
    found = triples_of(iri("method/dpo"), [node], [])
    assert found[PREFIXES["skos"] + "prefLabel"] == found[PREFIXES["rdfs"] + "label"] == ['"DPO"']
    assert found[PREFIXES["skos"] + "altLabel"] == ['"Direct Preference Optimization"']
    assert nodes_and_edges(quads([node], [])) == ([node], [])


def test_a_paper_has_the_terms_that_others_know() -> None:
    paper = Node("paper/1", "Paper", "On Things", (), {"abstract": "We do.", "year": 2026, "doi": "10.1/x",
                                                       "arxiv": "2601.1", "venue": "ICML"})
    found = triples_of(iri("paper/1"), [paper], [Edge("paper/1", "hasAuthor", "author/ada", "paper/1")])
    assert {key: found[term(key).value] for key in
            ("dcterms:title", "dcterms:abstract", "dcterms:issued", "kg:year", "bibo:doi", "fabio:hasArXivId")} == {
        "dcterms:title": ['"On Things"'], "dcterms:abstract": ['"We do."'],
        "dcterms:issued": [f'"2026"^^<{PREFIXES["xsd"]}gYear>'], "kg:year": [f'"2026"^^<{PREFIXES["xsd"]}integer>'],
        "bibo:doi": ['"10.1/x"'], "fabio:hasArXivId": ['"2601.1"']}
    assert found[term("dcterms:creator").value] == found[term("kg:hasAuthor").value] == [f"<{iri('author/ada')}>"]
    assert set(found[RDF.type.toPython()]) == {
        str(term(name)) for name in ("kg:Paper", "fabio:ConferencePaper", "schema:ScholarlyArticle")}


def test_the_evidence_of_an_edge_says_paper_words_places_and_confidence() -> None:
    edge = Edge("paper/1", "uses", "method/a", "paper/1", "We use A.", 10, 19, 17, 18, 0.9, "classifier")
    found = triples_of(iri(f"statement/{digest(edge)}"), [], [edge])
    integer = f'^^<{PREFIXES["xsd"]}integer>'
    assert {key: found[term(key).value] for key in (
        "rdf:subject", "rdf:predicate", "rdf:object", "prov:wasDerivedFrom", "oa:exact", "oa:start", "oa:end",
        "kg:mentionStart", "kg:mentionEnd", "kg:confidence", "kg:step")} == {
        "rdf:subject": [f"<{iri('paper/1')}>"], "rdf:predicate": [f"<{ONTOLOGY}uses>"],
        "rdf:object": [f"<{iri('method/a')}>"], "prov:wasDerivedFrom": [f"<{iri('paper/1')}>"],
        "oa:exact": ['"We use A."'], "oa:start": [f'"10"{integer}'], "oa:end": [f'"19"{integer}'],
        "kg:mentionStart": [f'"17"{integer}'], "kg:mentionEnd": [f'"18"{integer}'],
        "kg:confidence": [f'"0.9"^^<{PREFIXES["xsd"]}decimal>'], "kg:step": ['"classifier"']}


def test_the_name_of_a_claim_depends_on_its_place_and_not_on_its_score() -> None:
    edge = Edge("paper/1", "uses", "method/a", "paper/1", "We use A.", 10, 19, 17, 18, 0.9, "classifier")
    assert digest(edge) == digest(replace(edge, score=0.1))
    changed = [replace(edge, **{key: value}) for key, value in
               {"subject": "paper/2", "relation": "broader", "object": "method/b", "paper": "", "start": 9, "end": 20,
                "mention_start": 16, "mention_end": 19, "by": "rule"}.items()]
    assert len({digest(edge), *map(digest, changed)}) == 1 + len(changed)


@pytest.mark.parametrize(("printed", "number"), [
    ("29.40", "29.40"), ("1e5", "100000"), ("-0.5", "-0.5"), ("+3", "3"), ("1E-3", "0.001"),
    ("NaN", None), ("inf", None), ("1e999999", None), ("", None)])
def test_printed_numbers_become_plain_decimals(printed: str, number: str | None) -> None:
    assert plain_decimal(printed) == number
    result = Node("result/1", "Result", "r", (), {"value": printed, "low": printed})
    found = triples_of(iri("result/1"), [result], [])
    expected = [f'"{number}"^^<{PREFIXES["xsd"]}decimal>'] if number else None
    assert found.get(term("mls:hasValue").value) == found.get(term("kg:lowValue").value) == expected
    assert nodes_and_edges(quads([result], [])) == ([result], [])


def test_results_answer_to_their_number_in_two_engines() -> None:
    result = Node("result/1", "Result", "r", (), {"value": "93.40"})
    query = "SELECT ?r { ?r <http://www.w3.org/ns/mls#hasValue> ?v FILTER(?v = 93.4) }"
    store, graph = Store(), rdflib.Graph()
    store.extend(quads([result], []))
    graph.parse(data=pyoxigraph.serialize(quads([result], []), format=RdfFormat.N_TRIPLES), format="nt")
    assert len(list(store.query(query))) == len(list(graph.query(query))) == 1
    assert Decimal("93.4") in {value.toPython() for value in graph.objects()}


@pytest.mark.parametrize("score", [0.9, 1, 1 / 3, 1 / 3000, 1e-30, 0.0])
def test_engines_can_compare_a_confidence_however_many_digits_it_has(score: float) -> None:
    edge = Edge("paper/1", "uses", "method/a", score=score)
    store = Store()
    store.extend(quads([], [edge]))
    assert store.query("ASK { ?s kg:confidence ?c FILTER(?c <= 1 && ?c >= 0) }", prefixes={"kg": ONTOLOGY})
    assert nodes_and_edges(store) == ([], [edge])


def test_relations_without_evidence_come_back_as_bare_edges() -> None:
    edges = [Edge("paper/1", "uses", "method/a", "paper/1", "We use A.", 1, 9),
             Edge("paper/1", "uses", "method/a", "paper/2")]
    assert nodes_and_edges(quads([], edges, evidence=False)) == ([], [Edge("paper/1", "uses", "method/a")])


def test_a_statement_that_lacks_an_end_is_an_error() -> None:
    broken = [quad for quad in quads(*every_kind()) if quad.predicate.value != PREFIXES["rdf"] + "object"]
    with pytest.raises(GraphError, match="is a statement without"):
        nodes_and_edges(broken)


@pytest.mark.parametrize("base", ["", "no iri", "https://example.org/x", "relative/", "http://a b/"])
def test_a_base_that_makes_no_iris_is_refused(base: str) -> None:
    with pytest.raises(GraphError, match="cannot stand before the names"):
        next(quads(*every_kind(), base=base))


def test_an_unknown_attribute_is_refused() -> None:
    with pytest.raises(ValueError, match="has no attribute 'colour'"):
        list(quads([Node("method/a", "Method", "A", (), {"colour": "red"})], []))


# --- the ontology and the shapes --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ontology() -> rdflib.Graph:
    return rdflib.Graph().parse(data=(files("kg.data") / "ontology.ttl").read_text("utf-8"), format="turtle")


def ours(terms: set[object]) -> set[str]:
    return {str(term).removeprefix(ONTOLOGY) for term in terms if str(term).startswith(ONTOLOGY)}


def emitted() -> set[str]:
    strange = Node("paper/y", "Paper", "y", ("b", "a"), {"identifiers": ("b", "a")})
    return ours({term.value for quad in quads([*every_kind()[0], strange], every_kind()[1])
                 for term in (quad.predicate, quad.object) if isinstance(term, NamedNode)})


def test_the_ontology_defines_what_is_written_and_nothing_else(ontology: rdflib.Graph) -> None:
    kinds = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty)
    assert ours({subject for kind in kinds for subject in ontology.subjects(RDF.type, kind)}) == emitted()


def test_every_term_of_the_ontology_has_a_label_and_a_definition(ontology: rdflib.Graph) -> None:
    for name in emitted():
        subject = rdflib.URIRef(ONTOLOGY + name)
        assert len(list(ontology.objects(subject, RDFS.label))) == 1, name
        assert str(ontology.value(subject, SKOS.definition)).endswith("."), name


def members(graph: rdflib.Graph, end: object) -> set[str]:
    union = graph.value(end, OWL.unionOf)
    return ours({end} if union is None else set(graph.items(union)))


def test_relations_join_what_the_schema_says(ontology: rdflib.Graph) -> None:
    for name, (subjects, objects) in RELATIONS.items():
        relation = rdflib.URIRef(ONTOLOGY + name)
        assert members(ontology, ontology.value(relation, RDFS.domain)) == subjects, name
        assert members(ontology, ontology.value(relation, RDFS.range)) == objects, name


def test_classes_that_are_written_beside_ours_are_above_them(ontology: rdflib.Graph) -> None:
    from kg.vocabulary import OTHER_CLASSES
    for name, others in OTHER_CLASSES.items():
        above = {str(parent) for parent in ontology.objects(rdflib.URIRef(ONTOLOGY + name), RDFS.subClassOf)}
        assert {term(other).value for other in others} <= above, name


def shacl(graph: list[pyoxigraph.Quad]) -> tuple[bool, str]:
    pyshacl = pytest.importorskip("pyshacl", reason="pyshacl is not installed")
    data = rdflib.Graph().parse(data=pyoxigraph.serialize(graph, format=RdfFormat.N_TRIPLES), format="nt")
    shapes = (files("kg.data") / "shapes.ttl").read_text("utf-8")
    conforms, _, report = pyshacl.validate(data, shacl_graph=shapes, shacl_graph_format="turtle", meta_shacl=True)
    return conforms, report


def right() -> list[pyoxigraph.Quad]:
    nodes, edges = every_kind()
    nodes = [replace(node, attributes={**node.attributes, "kind": "absolute", "low": "20"}) if node.type == "Result"
             else node for node in nodes]
    return list(quads(nodes, edges))


def test_a_right_graph_fits_the_shapes() -> None:
    assert shacl(right()) == (True, "Validation Report\nConforms: True\n")


@pytest.mark.parametrize(("subject", "predicate", "value", "complaint"), [
    ("method/x", "skos:prefLabel", Literal("another"), "More than 1 values"),
    ("paper/x", "kg:uses", NamedNode(iri("task/x")), "kg:uses"),
    ("paper/x", "kg:year", Literal("MMXXVI"), "kg:year"),
    ("result/x", "kg:kind", Literal("wonder"), "kg:kind"),
    ("result/x", "mls:hasValue", Literal("high"), "mls:hasValue"),
    (f"statement/{digest(every_kind()[1][0])}", "rdf:object", Literal("words"), "rdf:object"),
    (f"statement/{digest(every_kind()[1][0])}", "oa:start", Literal(99), "oa:start"),
])
def test_a_wrong_graph_does_not_fit_the_shapes(subject: str, predicate: str, value: Literal, complaint: str) -> None:
    conforms, report = shacl([*right(), pyoxigraph.Quad(NamedNode(iri(subject)), term(predicate), value)])
    assert not conforms
    assert complaint in report
