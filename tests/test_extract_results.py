"""Reported numbers: which are results, of what kind, with what in their slots, and where they stand."""

import re
from decimal import Decimal

import pytest

from kg.extract.metric_phrases import metric_phrases
from kg.extract.numbers import number_lists, numbers
from kg.extract.result_kinds import kind_hint
from kg.extract.results import results
from kg.lexicon import Entry, Lexicon
from kg.model import Document, Entity, Link, Mention, Paper, Relation, Result

ALMOST_EMPTY = Lexicon([Entry("Method", "Quuxification")])
PREDICATES = {"Method": "introduces", "Benchmark": "evaluatesOn", "Model": "usesModel", "Metric": "measures"}


def document(text: str, title: str = "", rivals: tuple[str, ...] = (), **names: tuple[str, ...]) -> Document:
    """A document whose text names entities of the given types wherever the names stand."""
    paper = Paper("p", title, text)
    links, relations = [], []
    for kind, forms in names.items():
        for form in forms:
            entity = Entity(kind, form)
            found = [Mention(m.start(), m.end(), kind, form) for m in re.finditer(re.escape(form), paper.text)]
            assert found, f"{form} does not stand in the text"
            links += [Link(mention, entity) for mention in found]
            predicate = "comparesWith" if form in rivals else PREDICATES[kind]
            relations.append(Relation(None, predicate, entity, found[0], 0, len(paper.text)))
    return Document(paper, tuple(link.mention for link in links), tuple(links), tuple(relations))


def found_in(text: str, **names: tuple[str, ...]) -> list[Result]:
    return list(next(results([document(text, **names)], ALMOST_EMPTY)).results)


def said(found: list[Result]) -> list[tuple[str, str | None, str]]:
    return [(str(one.value), one.unit, one.kind) for one in found]


@pytest.mark.parametrize(("text", "expected"), [
    ("it gains 12.5% over it", [("12.5", "%", None)]),
    ("a 1.6-2.1x gain", [("2.1", "x", "1.6")]),
    ("14−65× faster", [("65", "x", "14")]),
    ("by 2.86% to 21.88% on", [("21.88", "%", "2.86")]),
    ("17--22% of them", [("22", "%", "17")]),
    ("from 54.3 to 57.0", [("54.3", None, None), ("57.0", None, None)]),
    ("ranging from 37% to 64%", [("64", "%", "37")]),
    ("by 4.7× to 6.4× on A and B, respectively", [("4.7", "x", None), ("6.4", "x", None)]),
    ("3.2/2.4 points", [("3.2", "points", None), ("2.4", "points", None)]),
    ("12 million tokens", [("12000000", None, None)]),
    ("1,250 items", [("1250", None, None)]),
    ("a 4-fold cut and 3 times fewer", [("4", "x", None), ("3", "x", None)]),
    ("with p<7.5 × 10-13 here", []),
    ("GPT-4, F1, Qwen2.5-7B, Pass@1, 3D, 8-bit, 128x128, top-1, x86", []),
    ("only 0.46/1 of it", [("0.46", None, None)]),
    ("costs $0.01 each and 30 ms", [("0.01", "$", None), ("30", "ms", None)]),
])
def test_numbers_of_a_text(text: str, expected: list[tuple[str, str | None, str | None]]) -> None:
    read = [(format(one.value, "f"), one.unit, None if one.low is None else str(one.low)) for one in numbers(text)]
    assert read == expected


def test_hedges_are_kept_and_are_no_part_of_the_number() -> None:
    text = "gains of up to 5%, nearly 40% and ~7%"
    found = [(one.hedge, text[one.start:one.end]) for one in numbers(text)]
    assert found == [("up to", "5"), ("nearly", "40"), ("~", "7")]


def test_lists_hold_numbers_of_one_unit_with_nothing_else_between() -> None:
    text = "13%, 14% and 15% at 2x"
    assert number_lists(text, numbers(text), range(4)) == [[0, 1, 2], [3]]


@pytest.mark.parametrize(("left", "number", "right", "kind"), [
    ("cuts latency by ", "30%", " overall", "reduction"),
    ("improves recall by ", "3%", ".", "gain"),
    ("is ", "2x", " faster", "speedup"),
    ("needs ", "5x", " fewer samples", "reduction"),
    ("with ", "4x", " higher throughput", "speedup"),
    ("throughput improved by ", "8.4%", ".", "gain"),
    ("raises it from ", "12.5", " to", ""),
    ("a Spearman correlation of ", "0.89", "", "correlation"),
    ("a ", "4.8%", " accuracy drop", "reduction"),
    ("performance gains of up to ", "5.4%", " while reducing cost", "gain"),
    ("reducing token costs ", "6x", " relative to it", "reduction"),
    ("outperforms other compression methods by ", "16.7%", " overall", "gain"),
    ("at a ", "60%", " compression ratio", ""),
    ("reducing the average failure rate up to ", "10x", ".", "reduction"),
    ("reduces planning overhead by up to ", "242x", ".", "reduction"),
    ("reduces memory, and keeps ", "86.9%", " size retention", ""),
])
def test_kinds_by_the_words_beside_a_number(left: str, number: str, right: str, kind: str) -> None:
    assert kind_hint(left, numbers(number)[0], right) in ({kind} if kind else {"", "absolute"})


@pytest.mark.parametrize(("left", "right", "phrase"), [
    ("with a ", " success rate on A", "success rate"),
    ("a hit rate of ", " in all", "hit rate"),
    ("reduces reasoning chain length by ", ".", "reasoning chain length"),
    ("needs ", " fewer training steps", "training steps"),
    ("a ", " accuracy drop", "accuracy"),
    ("shows a ", " reduction in Harm Score", "Harm Score"),
    ("reduces the number of required items by ", "", "number of required items"),
    ("a ", " reduction in mean squared error", "mean squared error"),
    ("achieves over ", " computational savings", "computational cost"),
    ("with a Foo Success Rate (FSR) of ", "", "Foo Success Rate (FSR)"),
    ("up to ", " speedup in the mixed scenario", "speedup"),
    ("up to ", " speedup in backward passes", "backward passes speed"),
    ("cuts down peak memory by ", "", "memory"),
    ("the Pass-to-Fail (P2F) rate of only ", "", "Pass-to-Fail rate"),
    ("with a ", " smaller model", "model size"),
    ("reducing magnitude and phase errors by ", "", "phase error"),
])
def test_metric_phrases(left: str, right: str, phrase: str) -> None:
    assert metric_phrases(left, right)[0] == phrase


def test_bare_performance_names_no_metric() -> None:
    (one,) = found_in("Experiments show that our method achieves an average performance improvement of 7.4%.")
    assert (one.metric, one.kind) == (None, "gain")


def test_a_win_its_rival_and_the_difference_are_three_results() -> None:
    found = found_in(
        "FooPO achieves a 29.44% win rate on BarEval, outperforming SelfBaz (19.69%) by 9.75%.",
        Method=("FooPO", "SelfBaz"), Benchmark=("BarEval",), Metric=("win rate",), rivals=("SelfBaz",),
    )
    assert said(found) == [("29.44", "%", "absolute"), ("19.69", "%", "absolute"), ("9.75", "%", "gain")]
    assert {one.metric for one in found} == {"win rate"}
    assert found[0].benchmark == "BarEval"
    assert (found[1].method, found[2].baseline) == ("SelfBaz", "SelfBaz")


def test_lists_of_numbers_pair_with_lists_of_names() -> None:
    found = found_in("We obtain accuracy gains of +59.4% and +69.7% on Foodown and Bardoku.",
                     Benchmark=("Foodown", "Bardoku"))
    assert [(str(one.value), one.benchmark, one.kind) for one in found] == [
        ("59.4", "Foodown", "gain"), ("69.7", "Bardoku", "gain")]
    found = found_in("It improves accuracy by 6.4% on FooC3 and 4.3% on BarQA.", Benchmark=("FooC3", "BarQA"))
    assert [one.benchmark for one in found] == ["FooC3", "BarQA"]
    assert {one.metric for one in found} == {"accuracy"}


def test_models_named_with_their_numbers_in_brackets() -> None:
    found = found_in("On FooEval, Bar-8B reaches 37.1% accuracy, outperforming Baz-5 (35.1%).",
                     Benchmark=("FooEval",), Model=("Bar-8B", "Baz-5"))
    assert [(str(one.value), one.model) for one in found] == [("37.1", "Bar-8B"), ("35.1", "Baz-5")]


def test_a_number_belongs_to_none_of_several_names_in_a_row() -> None:
    found = found_in("On FooEval, BarEval and BazEval, our method with Qux-7B and Quux-8B reduces latency by 26%.",
                     Benchmark=("FooEval", "BarEval", "BazEval"), Model=("Qux-7B", "Quux-8B"))
    assert [(one.benchmark, one.model) for one in found] == [(None, None)]


def test_what_is_beaten_or_reached_by_models_at_large_is_not_the_papers_own_model() -> None:
    (one,) = found_in("FooAgent reaches 60.4% accuracy, outperforming larger models (e.g., Bar-70B and Baz-72B).",
                      Model=("Bar-70B",))
    assert one.model is None
    (one,) = found_in("We train Bar-7B. Even advanced models achieve at most 50% accuracy.", Model=("Bar-7B",))
    assert one.model is None


def test_metrics_from_farther_off_fit_the_number() -> None:
    gain, factor = found_in("FooNet improves accuracy by 10% while running 28x faster.", Metric=("accuracy",))
    assert (gain.metric, factor.metric, factor.kind) == ("accuracy", None, "speedup")
    rate, rival = found_in(
        "It keeps the failure rate below 20%, whereas baselines reach 38.3%, while preserving accuracy.",
        Metric=("failure rate", "accuracy"),
    )
    assert (rate.metric, rival.metric) == ("failure rate", "failure rate")
    (lead,) = found_in("With the same token budget, FooNet outperforms BarNet by 7.2%.", Metric=("token budget",))
    assert lead.metric is None


def test_a_power_has_its_own_value() -> None:
    found = found_in("FooNet achieves a speedup of $10^{3}\\times$ over others.")
    assert said(found) == [("1000", "x", "speedup")]


def test_dimensions_are_no_results() -> None:
    found = found_in("At $256\\times256$ and 9 × 9 it reaches an accuracy of 71.5%.")
    assert said(found) == [("71.5", "%", "absolute")]


def test_counts_years_versions_and_list_signs_are_no_results() -> None:
    assert found_in(
        "We study (1) scaling and (2) pruning. In 2024, we trained on 64 GPUs over 26 languages and 7 benchmarks with "
        "GPT-4 and a 7B model at 128k context. The corpus comprises 12,000 samples, collected by 5 annotators."
    ) == []


def test_every_number_stands_at_its_offsets_of_the_raw_text() -> None:
    text = (r"Our method reduces memory usage by up to $\sim$45--50\% and is $4\times$ faster, "
            r"with \textbf{95\%} accuracy. "
            r"It lowers the error rate from 12.50\% to 3.1\%.")
    doc = next(results([document(text, title="A title with $x$")], ALMOST_EMPTY))
    assert [str(one.value) for one in doc.results] == ["50", "4", "95", "12.50", "3.1"]
    for one in doc.results:
        printed = doc.paper.text[one.start:one.end]
        assert one.value in [Decimal(digits) for digits in re.findall(r"\d+(?:\.\d+)?", printed)]
        assert one.sentence_start <= one.start < one.end <= one.sentence_end
    assert (doc.results[0].low, doc.results[1].unit) == (Decimal(45), "x")


def test_texts_without_numbers_and_hostile_ones_give_no_results_and_no_error() -> None:
    for text in ("", "No number here.", "%%% 10^{10^{10}} $$ \\textbf{", "<b>&#37;</b> -- / to to 1", "٣٪ improvement"):
        assert all(isinstance(one, Result) for one in found_in(text))
    assert found_in("No number here.") == []


def test_what_the_document_held_is_kept() -> None:
    before = document("FooPO improves accuracy by 5% over the baseline.", Method=("FooPO",), Metric=("accuracy",))
    (after,) = results([before], ALMOST_EMPTY)
    assert (after.paper, after.links, after.relations, after.mentions) == (
        before.paper, before.links, before.relations, before.mentions)
    assert [(one.metric, one.method, one.by) for one in after.results] == [("accuracy", "FooPO", "results")]
