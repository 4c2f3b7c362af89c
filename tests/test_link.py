"""One thing is one node, two things are two, and every edge quotes the words that say it."""

import dataclasses
import random
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invented import LEXICON, document, documents

from kg.lexicon import Entry, Lexicon
from kg.link import derived_title, link
from kg.link.apart import kept_apart
from kg.link.names import spelled_out
from kg.link.plain_names import names_nothing, taken_for
from kg.model import Document, Edge, Entity, Link, Mention, Node, Paper, Relation
from kg.schema import ATTRIBUTES, RELATIONS


def graph(*abstracts: str, lexicon: Lexicon = LEXICON) -> tuple[dict[str, Node], list[Edge]]:
    nodes, edges = link(documents(*abstracts), lexicon)
    assert len({node.id for node in nodes}) == len(nodes)
    return {node.id: node for node in nodes}, edges


def labels(nodes: dict[str, Node], type: str = "Method") -> list[str]:
    return sorted(node.label for node in nodes.values() if node.type == type)


def victories(*docs: Document) -> set[tuple[str, str]]:
    return {(edge.subject, edge.object) for edge in link(docs, LEXICON)[1] if edge.relation == "outperforms"}


def triples(edges: list[Edge]) -> set[tuple[str, str, str]]:
    return {(edge.subject, edge.relation, edge.object) for edge in edges}


class TestOneThing:
    """What is one thing is one node."""

    def test_spellings_are_one(self) -> None:
        nodes, _ = graph("Uses Method Mixture-of-Experts.", "Uses Method mixture of experts.", "Uses Method MoE.")
        assert labels(nodes) == ["Mixture-of-Experts"]
        assert nodes["method/mixture-of-experts"].aliases == ("mixture of experts", "MoE")

    def test_long_form_here_and_there(self) -> None:
        nodes, _ = graph("Uses Method FOO (fast online optimization).", "Uses Method Fast Online Optimisation.")
        assert len(labels(nodes)) == 1

    def test_corpus_spells_out_an_acronym(self) -> None:
        spelled = "Uses Method FOO (fast online optimization)."
        assert labels(graph(spelled, spelled, "Uses Method FOO.")[0]) == ["FOO"]

    def test_one_paper_that_only_uses_it_is_not_enough(self) -> None:
        assert len(labels(graph("Uses Method FOO (fast online optimization).", "Uses Method FOO.")[0])) == 2

    def test_what_one_paper_introduces_another_names(self) -> None:
        nodes, edges = graph("Introduces Method FOO (fast online optimization).", "Uses Method FOO.")
        assert labels(nodes) == ["FOO"]
        assert ("paper/p1", "uses", "method/foo") in triples(edges)

    def test_most_frequent_name_is_the_label(self) -> None:
        nodes, _ = graph("Uses Method Fooing.", "Uses Method fooing.", "Uses Method fooing.")
        assert labels(nodes) == ["fooing"]
        assert nodes["method/fooing"].aliases == ("Fooing",)

    def test_lexicon_names_by_any_alias(self) -> None:
        nodes, _ = graph("Uses Method Group Relative Policy Optimisation.", "Uses Method GRPO.")
        assert "GRPO" in labels(nodes) and len(labels(nodes)) == 3  # and its two wider terms

    def test_kin_wording_of_a_lexicon_name(self) -> None:
        nodes, _ = graph("Uses Method GRPO (group-relative policy optimizing).", "Uses Method GRPO.")
        assert labels(nodes) == ["GRPO", "Machine learning", "Reinforcement learning"]
        assert "group-relative policy optimizing" in nodes["method/grpo"].aliases


class TestAcronyms:
    """An acronym is what its papers spell out, in whatever wording, and else what nearly all papers mean by it."""

    def test_wordings_of_one_long_form_are_one(self) -> None:
        nodes, _ = graph("Introduces Method FOO (fast online optimization).",
                         "Uses Method FOO (fast online optimizers).", "Uses Method FOO.")
        assert labels(nodes) == ["FOO"]

    def test_another_wording_without_the_acronym(self) -> None:
        nodes, _ = graph(*["Uses Method FOO (fast online optimization)."] * 2,
                         "Uses Method FOO (fast online optimizer).", "Uses Method fast online optimizers.")
        assert labels(nodes) == ["FOO"]

    def test_what_two_papers_introduce_in_other_words_is_two(self) -> None:
        nodes, _ = graph("Introduces Method FGPO (fast group policy optimization).",
                         "Introduces Method FGPO (fast guided policy optimization).")
        assert len(labels(nodes)) == 2

    def test_one_name_that_two_papers_coin_is_two_things(self) -> None:
        nodes, edges = graph("Introduces Method PRISM.", "Introduces Method PRISM.", "Uses Method PRISM.")
        introduced = {edge.object for edge in edges if edge.relation == "introduces"}
        assert len(introduced) == 2 and ("paper/p2", "uses", "method/prism") in triples(edges)
        assert "method/prism" not in introduced and labels(nodes) == ["PRISM"] * 3
        spelled = "Introduces Method PRISM (precise router in sparse models)."
        _, edges = graph(spelled, "Introduces Method PRISM.", "Uses Method PRISM.")
        assert len({edge.object for edge in edges}) == 3

    def test_one_name_that_one_paper_coins_is_one_thing(self) -> None:
        for others in ("Uses Method PRISM.", "Compares Method Prism."):
            assert labels(graph("Introduces Method PRISM.", others)[0]) == ["PRISM"]
        twice = [document("Introduces Method PRISM.", id, title="One title") for id in ("a", "b")]
        assert len({edge.object for edge in link(twice, LEXICON)[1] if edge.relation == "introduces"}) == 1
        described = "Introduces Method sparse routing."
        assert labels(graph(described, described)[0]) == ["sparse routing"]

    def test_capitals_have_no_plural(self) -> None:
        nodes, _ = graph("Introduces Method KREPE.", "Introduces Method KREPES.", "Uses Method KREPEs.")
        assert labels(nodes) == ["KREPE", "KREPES"]

    def test_corpus_leads_to_the_lexicon(self) -> None:
        spelled = "Uses Method GRP (group relative policy optimization)."
        nodes, edges = graph(spelled, spelled, "Uses Method GRP.")
        assert ("paper/p2", "uses", "method/grpo") in triples(edges) and "method/grp" not in nodes

    def test_many_papers_overrule_the_lexicon(self) -> None:
        spelled = "Uses Method PID (partial information decomposition)."
        for papers, target in ((1, "method/pid-controller"), (4, "method/pid")):
            _, edges = graph(*[spelled] * papers, "Uses Method PID.")
            assert (f"paper/p{papers}", "uses", target) in triples(edges)

    def test_plural_of_an_acronym_is_no_other_one(self) -> None:
        lexicon = Lexicon([Entry("Method", "sparse autoencoder", ("SAE",))])
        other = "Uses Method SAES (simulation aware evolutionary search)."
        nodes, _ = graph(other, "Uses Method SAEs.", lexicon=lexicon)
        assert labels(nodes) == ["simulation aware evolutionary search", "sparse autoencoder"]

    def test_two_names_that_only_differ_in_a_hyphen_spell_out_nothing(self) -> None:
        assert spelled_out(("LLaDA-1.5", "LLaDA1.5")) == ("", "")

    def test_a_label_with_its_acronym_behind_it(self) -> None:
        (doc,) = documents("Measures Metric attack success rate. Reports 1.5% attack success rate ASR on MATH.")
        assert labels({node.id: node for node in link([doc], LEXICON)[0]}, "Metric") == ["attack success rate"]


class TestModels:
    """A model is one however its name is written; versions, sizes and tunings are others, of one family."""

    @pytest.mark.parametrize(("one", "other"), [
        ("Llama-3.1-8B", "llama 3.1 8b"), ("Llama-2", "Llama 2"), ("Llama 3.0", "Llama-3"), ("Llama-v2", "Llama 2"),
        ("Qwen2.5-VL-7B-Instruct", "Qwen-2.5-VL-7B Instruct"), ("Llama Sonnet 4.5", "Llama-4.5-Sonnet"),
        ("Llama-3-8B model", "Llama 3 8B"), ("Llama-3×8B", "Llama-3x8B"),
    ])
    def test_spellings(self, one: str, other: str) -> None:
        assert len(labels(graph(f"Runs Model {one}.", f"Runs Model {other}.")[0], "Model")) == 1

    @pytest.mark.parametrize(("one", "other"), [
        ("Llama-2", "Llama-3"), ("Llama-3-8B", "Llama-3-70B"), ("Llama-3-8B", "Llama-3-8B-Instruct"),
        ("Llama-3", "Llama-3.1"), ("Qwen3-30B", "Qwen3-30B-A3B"), ("Qwen3", "Qwen3-VL"), ("Llama-3-1B", "Llama-1-3B"),
    ])
    def test_versions_sizes_and_tunings(self, one: str, other: str) -> None:
        nodes, edges = graph(f"Runs Model {one}.", f"Runs Model {other}.")
        assert len(labels(nodes, "Model")) == 2 and len(labels(nodes, "ModelFamily")) == 1
        assert len([edge for edge in edges if edge.relation == "memberOf"]) == 2

    def test_a_family_that_only_the_name_tells(self) -> None:
        lexicon = Lexicon([Entry("ModelFamily", "Pythia", match="case"), Entry("ModelFamily", "Code Pythia")])
        nodes, edges = graph("Runs Model Pythia-2.8B. Runs Model Code Pythia 7B. Runs Model Pythias-1B.",
                             lexicon=lexicon)
        assert {edge[::2] for edge in triples(edges) if edge[1] == "memberOf"} == {
            ("model/pythia-2.8b", "modelfamily/pythia"), ("model/code-pythia-7b", "modelfamily/code-pythia")}
        assert nodes["model/pythia-2.8b"].attributes == {"size": "2.8B"}

    def test_a_mere_size_is_no_model(self) -> None:
        nodes, edges = graph("Runs Model 8B. Runs Model 30B-A3B.")
        assert not labels(nodes, "Model") and not edges


class TestPlainNames:
    """Words that only say what kind a thing is, and names that name nothing."""

    def test_a_coined_name_with_its_kind(self) -> None:
        nodes, _ = graph("Introduces Method FooNet framework.", "Uses Method FooNet.", "Uses Method GRPO algorithm.")
        assert {"method/foonet", "method/grpo"} <= nodes.keys() and "method/foonet-framework" not in nodes

    def test_kinds_that_make_another_thing(self) -> None:
        nodes, _ = graph("Uses Method ReLU network.", "Uses Method ReLU.", "Uses Method graph framework.")
        assert labels(nodes) == ["ReLU", "ReLU network", "graph framework"]

    def test_names_that_name_nothing_are_no_nodes(self) -> None:
        nodes, edges = graph("Introduces Method two-stage framework. Compares Method prior methods. "
                             "Measures Metric rate. Evaluates Benchmark 2025. Uses Method FooNet.")
        assert [node.id for node in nodes.values() if node.type != "Paper"] == ["method/foonet"]
        assert triples(edges) == {("paper/p0", "uses", "method/foonet")}

    def test_a_word_that_only_compares_makes_no_other_thing(self) -> None:
        nodes, _ = graph("Uses Method naive GRPO.", "Compares Method vanilla FooNet.", "Uses Method FooNet.")
        assert {"method/grpo", "method/foonet"} <= nodes.keys()
        assert not [label for label in labels(nodes) if "na" in label.split()[0]]

    def test_a_wrong_long_form_that_many_papers_use(self) -> None:
        lexicon = Lexicon([Entry("Method", "DPO", ("Direct Preference Optimization",))])
        nodes, _ = graph("Uses Method DPO (direct policy optimization).", "Uses Method direct policy optimization.",
                         lexicon=lexicon)
        assert labels(nodes) == ["DPO", "direct policy optimization"]

    def test_a_metric_is_no_benchmark(self) -> None:
        lexicon = Lexicon([Entry("Metric", "MSE", ("mean squared error",)), Entry("Benchmark", "MATH")])
        nodes, edges = graph("Evaluates Benchmark MSE. Evaluates Benchmark MATH.", lexicon=lexicon)
        assert triples(edges) == {("paper/p0", "measures", "metric/mse"), ("paper/p0", "evaluatesOn", "benchmark/math")}
        assert "benchmark/mse" not in nodes

    def test_what_a_plain_name_is_taken_for(self) -> None:
        lexicon = Lexicon([Entry("Metric", "attack success rate"), Entry("Task", "reasoning")])
        nodes, _ = graph("Measures Metric attack success.", "Solves Task reasoning capabilities.", lexicon=lexicon)
        assert {"metric/attack-success-rate", "task/reasoning"} <= nodes.keys()

    def test_every_name_that_the_table_points_to_names_something(self) -> None:
        rows = files("kg.data").joinpath("plain_names.tsv").read_text("utf-8").splitlines()[1:]
        assert len(rows) > 100
        for kind, name, thing in (row.split("\t") for row in rows):
            assert not thing or not (names_nothing(kind, thing) or taken_for(kind, thing)), f"{kind} {name}: {thing}"


def test_the_longest_acronym_and_its_words() -> None:
    forms = ("MoE", "Mixture of Experts", "SMoE", "Sparse Mixture of Experts")
    assert spelled_out(forms) == spelled_out(forms[::-1]) == ("SMoE", "Sparse Mixture of Experts")


class TestTwoThings:
    """What is two things is two nodes."""

    def test_types_stay_apart(self) -> None:
        nodes, _ = graph("Uses Method routing.", "Solves Task routing.")
        assert (labels(nodes), labels(nodes, "Task")) == (["routing"], ["routing"])

    def test_document_beats_lexicon(self) -> None:
        nodes, edges = graph("Uses Method PID (partial information decomposition).", "Uses Method PID.")
        assert labels(nodes) == ["PID controller", "partial information decomposition"]
        assert ("paper/p0", "uses", "method/partial-information-decomposition") in triples(edges)
        assert ("paper/p1", "uses", "method/pid-controller") in triples(edges)
        assert "PID controller" not in nodes["method/partial-information-decomposition"].aliases

    def test_two_papers_introduce_one_acronym(self) -> None:
        nodes, edges = graph("Introduces Method FOO (fast online optimization).",
                             "Introduces Method FOO (free of oracles).", "Uses Method FOO.")
        assert labels(nodes) == ["FOO", "fast online optimization", "free of oracles"]
        assert ("paper/p2", "uses", "method/foo") in triples(edges)

    def test_versions(self) -> None:
        nodes, _ = graph("Evaluates Benchmark MATH.", "Evaluates Benchmark MATH-500.", "Runs Model Llama 2.",
                         "Runs Model Llama 3.")
        assert labels(nodes, "Benchmark") == ["MATH", "MATH-500"]
        assert labels(nodes, "Model") == ["Llama 2", "Llama 3"]
        assert labels(nodes, "ModelFamily") == ["Llama"]

    def test_cannot_link_beats_the_lexicon(self) -> None:
        wrong = dataclasses.replace(LEXICON.find("GRPO"), aliases=("PPO",))  # type: ignore[type-var]
        nodes, _ = graph("Uses Method GRPO.", "Uses Method PPO.", lexicon=Lexicon([wrong]))
        assert {"GRPO", "PPO"} <= set(labels(nodes))
        assert labels(graph("Uses Method PPO.", lexicon=Lexicon([wrong]))[0]) == ["PPO"]

    def test_cannot_link_beats_what_a_document_spells_out(self) -> None:
        spelled = "Uses Method {} (multi head query attention)."
        nodes, edges = graph(*(spelled.format(name) for name in ("MHA", "MQA")))
        assert len(labels(nodes)) == len({edge.object for edge in edges}) == 2

    def test_lexicon_name_that_the_document_does_not_mean(self) -> None:
        text = "PID (partial information decomposition) helps."
        entity = Entity("Method", "PID controller", ("PID", "partial information decomposition"))
        doc = Document(Paper("p", "T", text), relations=(Relation(None, "uses", entity, None, 3, 48),))
        nodes, _ = link([doc], LEXICON)
        assert [node.label for node in nodes if node.type == "Method"] == ["partial information decomposition"]

    def test_cannot_link_names_every_pair_both_ways(self) -> None:
        table = kept_apart()
        assert len(table) > 50
        assert all(name in table[other] and name != other for name, others in table.items() for other in others)

    def test_labels_that_make_one_id(self) -> None:
        nodes, edges = graph("Uses Method Bob's net.", "Uses Method Bob s net.", "Uses Method A*B.")
        assert len(labels(nodes)) == len({edge.object for edge in edges if edge.relation == "uses"}) == 3

    def test_labels_without_a_letter(self) -> None:
        nodes, _ = graph("Uses Method ∅.", "Uses Method ∞.")
        assert labels(nodes) == ["∅", "∞"]
        assert "method/" not in graph("Uses Method ∅.")[0]


class TestEdges:
    """Every edge says what the words say, and quotes them."""

    TEXT = ("Introduces Method FOO (fast online optimization) < GRPO. Evaluates Benchmark MATH-500. "
            "Runs Model Llama-3.1-8B. Solves Task math reasoning. Uses Method RL. Outperforms Method PPO. "
            "Compares Method MoE. Measures Metric accuracy. "
            "Reports 29.44% accuracy on MATH-500 by FOO. Reports 9.75% accuracy on MATH-500 by FOO gained over MoE.")

    def test_types_and_claims(self) -> None:
        _, edges = graph(self.TEXT)
        foo = "method/foo"
        assert triples(edges) >= {
            ("paper/p0", "introduces", foo), ("paper/p0", "evaluatesOn", "benchmark/math-500"),
            ("paper/p0", "usesModel", "model/llama-3.1-8b"), ("model/llama-3.1-8b", "memberOf", "modelfamily/llama"),
            (foo, "variantOf", "method/grpo"), ("benchmark/math-500", "partOf", "benchmark/math"),
            ("task/mathematical-reasoning", "broader", "task/reasoning"),
            ("method/grpo", "broader", "method/reinforcement-learning"),
            ("method/reinforcement-learning", "broader", "method/machine-learning"),
            (foo, "evaluatedOn", "benchmark/math-500"), (foo, "appliedTo", "model/llama-3.1-8b"),
            (foo, "usedFor", "task/mathematical-reasoning"), (foo, "buildsOn", "method/reinforcement-learning"),
            (foo, "comparedWith", "method/ppo"), (foo, "comparedWith", "method/mixture-of-experts"),
            (foo, "outperforms", "method/ppo"), (foo, "outperforms", "method/mixture-of-experts"),
        }

    def test_comparison_alone_is_no_victory(self) -> None:
        _, edges = graph("Introduces Method FOO. Compares Method PPO.")
        assert "outperforms" not in {edge.relation for edge in edges}

    def test_victory_is_the_gainers_and_over_the_baseline(self) -> None:
        text = "Introduces Method FOO. Introduces Method BAR. Reports 1.5% recall on B1 by FOO gained over MoE."
        assert victories(*documents(text)) == {("method/foo", "method/mixture-of-experts")}
        other = "Introduces Method FOO. Reports 1.5% recall on B1 by BAR gained over MoE."
        assert victories(*documents(other)) == set()
        (doc,) = documents(text)
        fall = dataclasses.replace(doc, results=(dataclasses.replace(doc.results[0], kind="reduction"),))
        assert victories(fall) == set()

    def test_nothing_is_joined_to_itself(self) -> None:
        (doc,) = documents("Introduces Method FOO < Foo. Uses Method FOO.")
        same = Relation(Entity("Method", "FOO"), "variantOf", Entity("Method", "foo"), None, 0, 5)
        _, edges = link([dataclasses.replace(doc, relations=(*doc.relations, same))], LEXICON)
        assert triples(edges) == {("paper/p0", "introduces", "method/foo"), ("paper/p0", "uses", "method/foo")}

    def test_quotes_and_places(self) -> None:
        text = "Noise first. " + self.TEXT
        (doc,) = documents(text)
        nodes, edges = link([doc], LEXICON)
        spoken = [edge for edge in edges if edge.by != "lexicon" and edge.relation != "memberOf"]
        assert len(spoken) > 20
        for edge in spoken:
            assert edge.paper == "paper/p0" and edge.evidence == text[edge.start:edge.end] != ""
        for edge in edges:
            if edge.relation in ("uses", "evaluatesOn", "onBenchmark"):
                assert edge.start <= edge.mention_start < edge.mention_end <= edge.end
                label = next(node for node in nodes if node.id == edge.object)
                assert text[edge.mention_start:edge.mention_end] in (label.label, *label.aliases)

    def test_schema_holds(self) -> None:
        nodes, edges = graph(self.TEXT, "Introduces Model Qwen3-8B. Runs Model Qwen. Uses Method GRPO.")
        for edge in edges:
            subjects, objects = RELATIONS[edge.relation]
            assert nodes[edge.subject].type in subjects and nodes[edge.object].type in objects
        for node in nodes.values():
            assert node.attributes.keys() <= ATTRIBUTES[node.type].keys()
            for name, value in node.attributes.items():
                assert type(value) is ATTRIBUTES[node.type][name]

    def test_a_relation_that_the_schema_forbids(self) -> None:
        with pytest.raises(ValueError, match="paper/p0: uses cannot join Paper and Task 'routing'"):
            graph("Uses Task routing.")

    def test_result_nodes(self) -> None:
        nodes, edges = graph(self.TEXT)
        results = {node.label: node for node in nodes.values() if node.type == "Result"}
        assert set(results) == {"29.44% accuracy on MATH-500", "+9.75% accuracy on MATH-500 over MoE"}
        gain = results["+9.75% accuracy on MATH-500 over MoE"]
        assert gain.attributes == {"value": "9.75", "unit": "%", "kind": "gain"}
        assert triples(edges) >= {
            ("paper/p0", "reports", gain.id), (gain.id, "ofMethod", "method/foo"),
            (gain.id, "inMetric", "metric/accuracy"),
            (gain.id, "onBenchmark", "benchmark/math-500"), (gain.id, "relativeTo", "method/mixture-of-experts")}

    def test_family_that_is_named_itself(self) -> None:
        nodes, edges = graph("Runs Model Llama.")
        assert ("paper/p0", "usesModel", "modelfamily/llama") in triples(edges)
        assert labels(nodes, "Model") == []

    def test_parts_of_model_names(self) -> None:
        nodes, _ = graph("Runs Model Llama-3.1-8B-Instruct.")
        assert nodes["model/llama-3.1-8b-instruct"].attributes == {"version": "3.1", "size": "8B", "tuning": "Instruct"}

    def test_authors_and_venue(self) -> None:
        nodes, edges = link([document("Nothing here.", venue="ICML", authors=("A. B", "Ç. Ö"), year=2026)], LEXICON)
        assert triples(edges) == {("paper/p", "publishedIn", "venue/icml"), ("paper/p", "hasAuthor", "author/a.-b"),
                                  ("paper/p", "hasAuthor", "author/ç.-ö")}
        assert next(n for n in nodes if n.type == "Paper").attributes["year"] == 2026

    def test_repository_spellings_are_one(self) -> None:
        papers = [Paper(id, "T", "Code: here.") for id in ("a", "b")]
        urls = ("https://github.com/A/B", "http://www.github.com/a/b.git/")
        docs = [Document(p, relations=(Relation(None, "hasCode", Entity("Repository", url), None, 3, 8),))
                for p, url in zip(papers, urls, strict=True)]
        nodes, edges = link(docs, LEXICON)
        (repository,) = [node for node in nodes if node.type == "Repository"]
        assert repository.id == "repository/github.com/a/b" and repository.label == "github.com/A/B"
        assert repository.attributes == {"url": "https://github.com/A/B"}
        assert len(edges) == 2

    def test_unsure_finds_are_left_out(self) -> None:
        nodes, edges = link(documents(self.TEXT), LEXICON, min_confidence=0.85)
        assert not [node for node in nodes if node.type == "Result"] and len(edges) > 10
        assert link(documents(self.TEXT), LEXICON, min_confidence=0.95)[1] == []

    def test_hostile_names(self) -> None:
        hostile = document("Uses Method '; DROP\"\n&amp\t{}$ \u202e.", title="<b>\\input{x}</b> & co")
        nodes, edges = link([hostile], LEXICON)
        assert len(nodes) == 2 and len(edges) == 1


class TestTitles:
    """A paper without a title gets one of its own words."""

    @staticmethod
    def titled(sentence: str, name: str, *aliases: str) -> str:
        start = sentence.index(name)
        mention = Mention(start, start + len(name), "Method", name)
        relation = Relation(None, "introduces", Entity("Method", name, aliases), mention, 0, len(sentence))
        links = (Link(mention, relation.object),)
        return derived_title(Document(Paper("p", "", sentence), (mention,), links, (relation,)))

    @pytest.mark.parametrize(("sentence", "name", "title"), [
        ("We introduce Verbalized Sampling (VS), a simple, training-free prompting strategy to circumvent collapse.",
         "Verbalized Sampling", "Verbalized Sampling: a simple, training-free prompting strategy"),
        ("We propose a novel bilevel framework called FooNet, which learns.", "FooNet",
         "FooNet: a novel bilevel framework"),
        ("BarBench is a benchmark of hard bars that spans ten bars.", "BarBench", "BarBench: a benchmark of hard bars"),
        ("In this paper, we present FooNet.", "FooNet", "FooNet"),
    ])
    def test_name_and_what_it_is(self, sentence: str, name: str, title: str) -> None:
        assert self.titled(sentence, name) == title

    def test_long_form_where_nothing_else_is_said(self) -> None:
        sentence = "We propose AGRPO (Amortized Group Relative Policy Optimization)."
        title = self.titled(sentence, "AGRPO", "Amortized Group Relative Policy Optimization")
        assert title == "AGRPO: Amortized Group Relative Policy Optimization"

    def test_first_clause_where_nothing_is_introduced(self) -> None:
        text = "Scaling laws describe how loss falls as models and data grow in size over time. More."
        assert derived_title(Document(Paper("p", "", text))) == (
            "Scaling laws describe how loss falls as models and data grow…")

    def test_marked_as_derived(self) -> None:
        nodes, _ = link([document("Uses Method x.", "a"), document("Uses Method x.", "b", title="Given")], LEXICON)
        papers = {node.id: node for node in nodes if node.type == "Paper"}
        assert papers["paper/a"].attributes["titleDerived"] is True
        assert "titleDerived" not in papers["paper/b"].attributes and papers["paper/b"].label == "Given"


NAMES = st.sampled_from(["FOO", "Foo", "GRPO", "PPO", "PID", "MoE", "mixture of experts", "fooing", "LoRA", "QLoRA"])
LONGS = st.sampled_from(["", " (fast online optimization)", " (free of oracles)",
                         " (partial information decomposition)",
                         " (Group relative policy optimisation)", " (Fast Online Optimisation)"])
SENTENCES = st.builds("{} Method {}{}.".format, st.sampled_from(["Uses", "Introduces", "Compares"]), NAMES, LONGS)
MODELS = st.sampled_from(["Runs Model Llama-3-8B.", "Runs Model llama 3 8b.", "Evaluates Benchmark MATH-500.",
                          "Evaluates Benchmark math.", "Reports 3.5% accuracy on MATH-500 by FOO gained over PPO."])
ABSTRACTS = st.lists(st.one_of(SENTENCES, MODELS), min_size=1, max_size=5).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(st.lists(ABSTRACTS, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_order_of_documents_is_no_matter(abstracts: list[str], shuffle: random.Random) -> None:
    docs = documents(*abstracts)
    mixed = list(docs)
    shuffle.shuffle(mixed)
    assert link(docs, LEXICON) == link(mixed, LEXICON) == link(iter(mixed), LEXICON)


@settings(max_examples=150, deadline=None)
@given(st.lists(ABSTRACTS, min_size=1, max_size=8))
def test_nothing_is_merged_that_must_stay_apart(abstracts: list[str]) -> None:
    nodes, edges = link(documents(*abstracts), LEXICON)
    ids = {node.id for node in nodes}
    assert len(ids) == len(nodes)
    assert all(edge.subject in ids and edge.object in ids and edge.paper in (ids | {""}) for edge in edges)
    for node in nodes:
        names = {node.label.casefold(), *(alias.casefold() for alias in node.aliases)}
        assert not {"lora", "qlora"} <= names and not {"math", "math-500"} <= names
