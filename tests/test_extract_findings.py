"""What the words beside a name say: appositions, variants, hidden links, plain introductions. Invented papers."""

import pytest

from kg.evaluate import annotation
from kg.extract import extract
from kg.extract.names import entries_in
from kg.extract.reading import reading
from kg.lexicon import load_lexicon
from kg.link.derived import derived_edges
from kg.model import Document, Edge, Paper


def read(abstract: str, title: str = "") -> Document:
    return next(extract([Paper("p", title, abstract)], load_lexicon()))


def introduced(document: Document) -> list[dict[str, object]]:
    found: list[dict[str, object]] = annotation(document)["introduces"]
    return found


def test_a_phrase_that_says_what_a_name_is_belongs_to_it() -> None:
    document = read("Agents forget. To bridge this gap, we introduce TallowBench, a comprehensive benchmark "
                    "that tests memory. TallowBench holds tasks from games. We evaluate GPT-4o on TallowBench.")
    found = introduced(document)
    assert [entity["name"] for entity in found] == ["TallowBench"]


def test_what_we_propose_outright_is_introduced() -> None:
    found = introduced(read("We propose Zanderfisch, a variant of GRPO that trains Llama-3.1-8B."))
    assert [entity["name"] for entity in found] == ["Zanderfisch"]


def test_a_variant_is_told_by_the_words_between_and_quoted_from_them() -> None:
    document = read("Rollouts are costly. We propose Zanderfisch, a variant of GRPO that saves rollouts. "
                    "Zanderfisch is evaluated on GSM8K.")
    told = [relation for relation in document.relations if relation.predicate == "variantOf"]
    assert [(r.subject.name if r.subject else "", r.object.name) for r in told] == [("Zanderfisch", "GRPO")]
    assert "variant of GRPO" in document.paper.text[told[0].start:told[0].end]


@pytest.mark.parametrize(("abstract", "wider"), [
    ("We propose Quillback Group Relative Policy Optimization (QGRPO), a new objective for reasoning.", ["GRPO"]),
    ("We propose Plural In-Context Alignment with Correlation Optimization (PICACO), a new method.", []),
    ("We propose Quill-MoE, a new sparse architecture for language models.", ["Mixture-of-Experts"]),
])
def test_a_known_method_inside_a_coined_name(abstract: str, wider: list[str]) -> None:
    assert introduced(read(abstract))[0]["variant_of"] == wider


def test_digits_behind_a_slash_are_a_second_name() -> None:
    text = reading(Paper("p", "", "We evaluate on CIFAR-10/100 and on MATH-500."))
    assert [entry.name for *_, entry in entries_in(text, load_lexicon())] == ["CIFAR-10", "CIFAR-100", "MATH-500"]


@pytest.mark.parametrize(("abstract", "url"), [
    (r"Code is \href{https://github.com/example-invented/tench}{here}.", "https://github.com/example-invented/tench"),
    ("See https://github. com/example-invented/tench.", "https://github.com/example-invented/tench"),
    ("The demo is at https://tench.example.org. The data follow.", "https://tench.example.org"),
])
def test_links_are_found_where_text_hides_or_breaks_them(abstract: str, url: str) -> None:
    document = read(abstract)
    assert annotation(document)["code"] == [url]
    mention = next(r.mention for r in document.relations if r.predicate == "hasCode")
    assert mention is not None and document.paper.text[mention.start:mention.end] == mention.text


def test_a_word_is_not_cut_off_a_name_that_it_begins() -> None:
    names = [str(entity["name"]) for entity in introduced(read("We propose Any2Tench, a latent diffusion framework."))]
    assert names == ["Any2Tench"]


def test_a_claim_is_about_what_its_sentence_names_else_about_the_chief_thing() -> None:
    own = [Edge("paper/p", "introduces", "method/chief", "p", score=0.9),
           Edge("paper/p", "introduces", "method/part", "p", score=0.5)]
    claims = [Edge("paper/p", "evaluatesOn", "benchmark/one", "p", "", 0, 10),
              Edge("paper/p", "evaluatesOn", "benchmark/two", "p", "", 10, 20)]
    found = {(e.subject, e.object) for e in derived_edges([*own, *claims], [], {"method/part": [12]})}
    assert found == {("method/chief", "benchmark/one"), ("method/part", "benchmark/two")}


def test_hardware_is_neither_data_nor_a_model_and_a_cut_off_makes_a_metric() -> None:
    document = read("We evaluate Zanderfisch on NVIDIA DGX Spark, RTX PRO 6000 GPUs and Flickr30k, "
                    "reaching 12.8 IR@1 and 17.8 TR@1 on Flickr30k with Llama-3.1-8B.")
    named = {(relation.predicate, relation.object.name) for relation in document.relations}
    assert ("evaluatesOn", "Flickr30K") in named
    assert not any("NVIDIA" in name or "RTX" in name for _, name in named)
    assert {predicate for predicate, name in named if "@" in name} <= {"measures"}


def test_a_possessive_is_no_part_of_a_name() -> None:
    document = read("We compare GPT-4's answers with MASt3R's features, which Llama's lack.")
    assert {relation.object.name for relation in document.relations if relation.object.type == "Model"} >= {"GPT-4"}
    assert not any(relation.object.name.endswith("'s") for relation in document.relations)


def test_what_is_trained_on_is_as_sure_as_such_words_are() -> None:
    told = {(r.predicate, r.object.name): r.score for r in read(
        "We propose FooNet. Trained on SWE-Gym, FooNet is evaluated on GSM8K. After training, FooNet improves "
        "performance on HumanEval.").relations}
    assert told["trainsOn", "SWE-Gym"] > 0.8
    assert ("trainsOn", "HumanEval") not in told


def test_an_acronym_that_the_paper_spells_otherwise_makes_no_variant() -> None:
    document = read("We propose CRL-Foo, a curriculum reinforcement learning framework for tuning prompts.")
    (found,) = [r.object for r in document.relations if r.object.name == "CRL-Foo"]
    assert found.variant_of == ()
    (found,) = [r.object for r in read("We propose Foo-DPO, which tunes prompts.").relations
                if r.object.name == "Foo-DPO"]
    assert found.variant_of == ("DPO",)


def test_a_model_with_a_word_of_its_own_is_another_than_its_family() -> None:
    found = {r.object.name: r.object.family for r in read(
        "We evaluate InstructBLIP, BLIP and Meta Llama on VQAv2.").relations if r.predicate == "usesModel"}
    assert found["InstructBLIP"] == "BLIP"
    assert {"BLIP", "Llama"} <= found.keys()
