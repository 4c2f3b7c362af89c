"""What a graph says of itself: counts that are true, how it was made, and the same words each time."""

import json
from collections import Counter
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Store, parse

import kg
from cli.main import run
from kg.schema import BASE, PREFIXES
from kg.vocabulary import term

OTHERS = ("dataset/", "source/")  # what stands in the names of a description, behind the base
TEXTS = {
    "one": "We propose Zwirnfisch, a method that trains Llama-3.1-8B with GRPO. On GSM8K it reaches 81.5% accuracy.",
    "two": "We propose Garnfisch, a variant of DPO, and evaluate it on MATH-500 and AIME 2024.",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("description")
    for name, text in TEXTS.items():
        line = {"id": name, "title": f"On {name}", "abstract": text, "year": 2025 if name == "one" else 2026}
        (folder / f"{name}.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    kg.build([folder / "one.jsonl", folder / "two.jsonl"], folder / "x.kg")
    return folder / "x.kg"


def exported(graph: Path, target: Path, *options: str) -> list[Quad]:
    assert run(["export", str(graph), str(target), *options]) == 0
    return list(parse(path=target))


def is_of_description(quad: Quad) -> bool:
    return quad.subject.value.startswith((*(BASE + other for other in OTHERS), "https://w3id.org/paperkg/software/"))


def dataset(said: list[Quad]) -> NamedNode:
    (found,) = [quad.object for quad in said if quad.predicate == term("foaf:primaryTopic")]
    return found


def values(said: list[Quad], name: str) -> list[str]:
    """What the dataset has of a property."""
    about = dataset(said)
    return [quad.object.value for quad in said if quad.subject == about and quad.predicate == term(name)]


def asked(said: list[Quad], query: str) -> list[list[str]]:
    store = Store()
    store.extend(said)
    return [[value.value for value in row] for row in store.query(query, prefixes=dict(PREFIXES),
                                                                  use_default_graph_as_union=True)]


def test_the_counts_are_those_of_the_triples_that_are_written(graph: Path, tmp_path: Path) -> None:
    said = exported(graph, tmp_path / "x.ttl")
    about, data = [q for q in said if is_of_description(q)], [q for q in said if not is_of_description(q)]
    assert about and data
    assert values(said, "void:triples") == [str(len(data))]
    assert values(said, "void:distinctSubjects") == [str(len({q.subject for q in data}))]
    assert values(said, "void:entities") == [str(len(list(kg.KnowledgeGraph.open(graph).nodes())))]
    properties = Counter(q.predicate.value for q in data)
    classes = Counter(q.object.value for q in data if q.predicate == term("rdf:type"))
    assert values(said, "void:properties") == [str(len(properties))]
    assert values(said, "void:classes") == [str(len(classes))]
    for kind, unit, counted in (("property", "triples", properties), ("class", "entities", classes)):
        parts = asked(said, f"SELECT ?of ?n {{ ?d void:{kind}Partition ?p . ?p void:{kind} ?of ; void:{unit} ?n }}")
        assert len(counted) > 5
        assert {of: int(number) for of, number in parts} == counted


def test_the_counts_are_those_of_a_part_without_statements(graph: Path, tmp_path: Path) -> None:
    said = exported(graph, tmp_path / "x.nt", "--no-evidence", "--year", "2025")
    data = [q for q in said if not is_of_description(q)]
    assert values(said, "void:triples") == [str(len(data))]
    assert term("rdf:Statement") not in {q.object for q in said}


def test_it_says_how_the_graph_was_made(graph: Path, tmp_path: Path) -> None:
    said = exported(graph, tmp_path / "x.ttl")
    manifest = kg.KnowledgeGraph.open(graph).manifest
    files = asked(said, "SELECT ?title ?id { ?d a dcat:Dataset ; prov:wasGeneratedBy/prov:used ?file ;"
                        " dcterms:source ?file . ?file a prov:Entity ; dcterms:title ?title ; dcterms:identifier ?id }"
                        " ORDER BY ?title")
    assert files == [[one["name"], f"sha256:{one['sha256']}"] for one in manifest["inputs"]]
    assert asked(said, "SELECT ?name ?version ?code { ?build a prov:Activity ; prov:wasAssociatedWith ?p . ?p a"
                       " prov:SoftwareAgent ; schema:name ?name ; schema:softwareVersion ?version ; dcterms:identifier"
                       " ?code }") == [["paperkg", manifest["version"], f"code:{manifest['code']}"]]
    (words,) = asked(said, "SELECT ?words { ?build a prov:Activity ; dcterms:description ?words }")[0]
    assert manifest["lexicon"] in words and manifest["extraction"] in words
    assert values(said, "dcterms:title") == ["Knowledge graph of 2 papers"]
    assert values(said, "dcat:version") == [manifest["graph"]]


def test_a_graph_that_was_read_back_does_not_say_that_it_was_built(graph: Path, tmp_path: Path) -> None:
    built = exported(graph, tmp_path / "x.ttl")
    assert run(["import", str(tmp_path / "x.ttl"), "--output", str(tmp_path / "again.kg")]) == 0
    again = exported(tmp_path / "again.kg", tmp_path / "again.ttl")
    made = "SELECT ?label { ?d a dcat:Dataset ; prov:wasGeneratedBy/rdfs:label ?label }"
    assert (asked(built, made), asked(again, made)) == ([["kg build"]], [["kg import"]])
    assert {quad for quad in built if not is_of_description(quad)} == {
        quad for quad in again if not is_of_description(quad)}
    assert dataset(built) == dataset(again)


def test_a_part_has_a_name_of_its_own_and_says_of_what_it_is_one(graph: Path, tmp_path: Path) -> None:
    whole = dataset(exported(graph, tmp_path / "x.nt"))
    names = {whole}
    for number, options in enumerate((("--year", "2025"), ("--year", "2026"), ("--no-evidence",), ("--no-abstracts",),
                                      ("--no-abstracts", "--quote-characters", "9"), ("--quote-characters", "9"))):
        said = exported(graph, tmp_path / "part.nt", *options)
        names.add(dataset(said))
        assert len(names) == number + 2
        assert values(said, "dcterms:isPartOf") == values(said, "prov:wasDerivedFrom") == [whole.value]
        assert asked(said, f"SELECT ?file {{ <{whole.value}> prov:wasGeneratedBy/prov:used ?file }}")
    said = exported(graph, tmp_path / "part.nt", "--year", "2025", "--no-abstracts")
    assert "a part: year 2025, without abstracts, quotes of at most 100 characters" in values(
        said, "dcterms:description")[0]
    assert len(values(said, "dcterms:source")) == 1, "the other list has no paper of 2025"


def test_the_same_graph_says_the_same_whenever_it_is_asked(
    graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert not values(exported(graph, tmp_path / "x.trig"), "dcterms:issued")
    first = (tmp_path / "x.trig").read_bytes()
    kg.build([graph.parent / "two.jsonl", graph.parent / "one.jsonl"], tmp_path / "again.kg")
    exported(tmp_path / "again.kg", tmp_path / "again.trig")
    assert (tmp_path / "again.trig").read_bytes() == first
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    assert values(exported(graph, tmp_path / "x.trig"), "dcterms:issued") == ["2026-01-01"]
    said = exported(graph, tmp_path / "x.trig", "--issued", "2026-02-03")
    assert Literal("2026-02-03", datatype=term("xsd:date")) in {quad.object for quad in said}


def test_a_paper_that_was_removed_and_its_list_leave_nothing_behind(graph: Path, tmp_path: Path) -> None:
    kg.build([graph.parent / "one.jsonl"], tmp_path / "one.kg")
    exported(tmp_path / "one.kg", tmp_path / "one.nq")
    kg.build([graph.parent / "one.jsonl", graph.parent / "two.jsonl"], tmp_path / "both.kg")
    kg.remove(tmp_path / "both.kg", ["two"])
    exported(tmp_path / "both.kg", tmp_path / "both.nq")
    assert (tmp_path / "both.nq").read_bytes() == (tmp_path / "one.nq").read_bytes()


@pytest.mark.parametrize(("given", "licence"), [
    ((), "http://spdx.org/rdf/terms#noassertion"), (("--license", "CC-BY-4.0"), "http://spdx.org/licenses/CC-BY-4.0"),
    (("--licence", "https://example.org/terms"), "https://example.org/terms")])
def test_the_licence_is_the_one_that_is_given(
    given: tuple[str, ...], licence: str, graph: Path, tmp_path: Path
) -> None:
    assert values(exported(graph, tmp_path / "x.jsonld", *given), "dcterms:license") == [licence]


@pytest.mark.parametrize(("options", "epoch", "words"), [
    (("--license", "no licence"), "", "is no licence"), ((), "today", "SOURCE_DATE_EPOCH is to be seconds")])
def test_what_makes_no_description_is_one_clear_line(
    options: tuple[str, ...], epoch: str, words: str, graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert run(["export", str(graph), str(tmp_path / "x.ttl"), *options]) == 1
    line = capsys.readouterr().err
    assert words in line and line.count("\n") == 1
    assert run(["export", str(graph), str(tmp_path / "x.ttl"), "--issued", "soon"]) == 2
    assert not list(tmp_path.iterdir())


def test_where_graphs_have_names_it_stands_in_one_of_its_own(graph: Path, tmp_path: Path) -> None:
    for name in ("x.nq", "x.trig"):
        said = exported(graph, tmp_path / name)
        names = {quad.graph_name for quad in said if is_of_description(quad)}
        assert names == {quad.subject for quad in said if quad.object == term("void:DatasetDescription")}
        assert not names & {quad.graph_name for quad in said if not is_of_description(quad)}


def test_a_graph_gives_the_description_that_its_exports_hold(graph: Path, tmp_path: Path) -> None:
    said = exported(graph, tmp_path / "x.ttl", "--license", "CC0-1.0")
    answer = kg.KnowledgeGraph.open(graph).description("CC0-1.0")
    assert set(answer.triples) == {quad.triple for quad in said if is_of_description(quad)}


def test_the_counts_can_be_had_alone(graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options in ([], ["--year", "2025"]):
        said = exported(graph, tmp_path / "x.ttl", *options)
        assert run(["stats", str(graph), "--void", *options]) == 0
        alone = parse(capsys.readouterr().out, RdfFormat.TURTLE)
        assert {quad.triple for quad in alone} == {quad.triple for quad in said if is_of_description(quad)}


def test_no_question_to_the_store_finds_it(graph: Path) -> None:
    assert not kg.KnowledgeGraph.open(graph).sparql("ASK { ?d a void:Dataset }").boolean
