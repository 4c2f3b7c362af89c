"""The figures by which extraction is judged: checked by hand, against the annotators' own scorer, and by their laws."""

import importlib.util
import json
import random
from pathlib import Path
from typing import Any

import pytest
from invented import document

from kg.evaluate import Figures, annotation, fold, read_annotations, score, wilson

GOLD = Path(__file__).parents[2] / "shared" / "gold"


def paper(**keys: Any) -> dict[str, dict[str, Any]]:
    return {"p": {"id": "p", **keys}}


def entity(name: str, *aliases: str, type: str = "Method", **more: Any) -> dict[str, Any]:
    return {"type": type, "name": name, "aliases": list(aliases), **more}


class TestAnnotation:
    """A document in the format of the annotation."""

    DOC = document("Introduces Method FOO (fast online optimization) < GRPO. Runs Model Llama-3-8B. Solves Task sums. "
                   "Uses Method FOO. Reports 29.40% recall on BAR by FOO. Reports 3% recall on BAR.", "000-01")

    def test_keys_and_entities(self) -> None:
        found = annotation(self.DOC)
        assert list(found) == ["id", "introduces", "uses", "compares_with", "evaluates_on", "trains_on", "uses_model",
                               "tasks", "metrics", "results", "code", "title_hint"]
        assert found["id"] == "000-01"
        assert found["introduces"] == [{"type": "Method", "name": "FOO", "aliases": ["fast online optimization"],
                                        "variant_of": ["GRPO"]}]
        assert found["uses_model"] == [{"type": "Model", "name": "Llama-3-8B", "aliases": [], "family": "Llama"}]
        assert found["tasks"] == [{"type": "Task", "name": "sums", "aliases": []}]
        json.dumps(found)

    def test_results(self) -> None:
        first, second = annotation(self.DOC)["results"]
        assert first == {"value": 29.4, "unit": "%", "kind": "absolute", "metric": "recall", "benchmark": "BAR",
                         "model": None, "method": "FOO", "baseline": None,
                         "evidence": "Reports 29.40% recall on BAR by FOO."}
        assert second["value"] == 3 and isinstance(second["value"], int)

    def test_evidence_is_short_and_holds_the_number(self) -> None:
        words = " ".join(f"w{n}" for n in range(40))
        long = f"{words} Reports 7.5% recall on BAR."
        for text in (long, f"Reports 7.5% recall on BAR. {words}"):
            (result,) = annotation(document(text))["results"]
            assert "7.5%" in result["evidence"] and len(result["evidence"].split()) <= 25
            assert result["evidence"] in text

    def test_title_hint_only_without_title(self) -> None:
        assert "title_hint" not in annotation(document("Uses Method x.", title="Given"))
        assert annotation(document("Uses Method x.", title="Given", id="10.1/x"))["id"] == "10.1/x"

    def test_code_once(self) -> None:
        from kg.model import Document, Entity, Paper, Relation
        relation = Relation(None, "hasCode", Entity("Repository", "https://github.com/a/b"), None, 0, 4)
        assert annotation(Document(Paper("p", "T", "text"), relations=(relation, relation)))["code"] == [
            "https://github.com/a/b"]


class TestScore:
    """Counts of small cases, worked out by hand."""

    def test_names_and_aliases_match_both_ways(self) -> None:
        gold = paper(uses=[entity("Mixture-of-Experts", "MoE"), entity("DPO"), entity("PPO")])
        found = paper(uses=[entity("MoE"), entity("Direct Preference Optimization", "dpo"), entity("GRPO")])
        table = score(gold, found)
        assert table["edge.uses"] == Figures(2, 1, 1) == table["edge"] == table["entity.Method"]
        assert table["edge"].precision == table["edge"].recall == pytest.approx(2 / 3)

    def test_optional_counts_neither_way(self) -> None:
        gold = paper(uses=[entity("A1", optional=True), entity("B1")])
        assert score(gold, paper(uses=[entity("A1"), entity("B1")]))["edge"] == Figures(1, 0, 0)
        assert score(gold, paper(uses=[entity("B1"), entity("C1", optional=True)]))["edge"] == Figures(1, 0, 0)

    def test_second_find_of_one_thing_is_no_false_alarm(self) -> None:
        gold = paper(uses=[entity("B1", "B2")])
        assert score(gold, paper(uses=[entity("B1"), entity("B2")]))["edge"] == Figures(1, 0, 0)

    def test_entity_needs_the_type_edge_the_relation(self) -> None:
        gold, found = paper(uses=[entity("Bert")]), paper(uses_model=[entity("Bert", type="Model")])
        assert score(gold, found)["entity"] == Figures(0, 1, 1) == score(gold, found)["edge"]
        table = score(gold, paper(compares_with=[entity("Bert")]))
        assert (table["entity"], table["edge"]) == (Figures(1, 0, 0), Figures(0, 1, 1))

    def test_results(self) -> None:
        gold = paper(results=[{"value": 29.44, "kind": "absolute", "metric": "win rate"}, {"value": 3, "kind": "gain"},
                              {"value": 8, "kind": "gain", "optional": True}])
        found = paper(results=[{"value": 29.44, "kind": "absolute", "metric": None}, {"value": 8, "kind": "gain"},
                               {"value": 29.44, "kind": "absolute", "metric": "Win rates"},
                               {"value": 5, "kind": "gain"}])
        table = score(gold, found)
        assert (table["result.value"], table["result.full"]) == (Figures(1, 1, 2), Figures(1, 1, 2))

    def test_code_and_missing_papers(self) -> None:
        gold = paper(code=["https://github.com/A/b/"]) | {"q": {"id": "q", "code": ["https://x.org"]}}
        assert score(gold, paper(code=["https://github.com/a/b.git", "http://y"]))["code"] == Figures(1, 1, 1)

    def test_nothing_at_all(self) -> None:
        empty = score(paper(), {})["edge"]
        assert (empty.precision, empty.recall, empty.f1) == (0.0, 0.0, 0.0)

    def test_fold(self) -> None:
        assert fold("$\\mathbf{GRPO}$") == "grpo" and fold("LLMs") == "llms" and fold("losses") == "losse"
        assert fold(None) == "" and fold("C++") == "c++" and fold("class") == "class"


class TestWilson:
    """The interval holds the share, is inside [0, 1], and narrows as trials grow."""

    def test_laws(self) -> None:
        for trials in (1, 7, 100, 10_000):
            for hits in range(0, trials + 1, max(1, trials // 7)):
                low, high = wilson(hits, trials)
                assert 0 <= low <= hits / trials <= high <= 1
        assert wilson(0, 0) == (0.0, 1.0)
        widths = [high - low for low, high in (wilson(n // 2, n) for n in (10, 100, 1000))]
        assert widths == sorted(widths, reverse=True)

    def test_figures_of_the_literature(self) -> None:
        low, high = wilson(81, 263)  # Newcombe (1998), table I: 0.2553 to 0.3662
        assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


def _worse(gold: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A prediction made of the annotation itself: things dropped, renamed, moved, added."""
    found: dict[str, Any] = {"id": gold["id"], "code": [url for url in gold["code"] if rng.random() < 0.8]}
    for key in ("introduces", "uses", "compares_with", "evaluates_on", "trains_on", "uses_model", "tasks", "metrics"):
        for one in gold[key]:
            place = key if rng.random() < 0.8 else rng.choice(["uses", "tasks", "introduces"])
            if rng.random() < 0.8:
                names = [one["name"], *one.get("aliases", [])]
                name = rng.choice(names) if rng.random() < 0.9 else rng.choice(names) + " x"
                aliases = names[:rng.randrange(3)]
                found.setdefault(place, []).append({"type": one["type"], "name": name, "aliases": aliases})
    for one in gold["results"]:
        if rng.random() < 0.9:
            value = one["value"] if rng.random() < 0.9 else one["value"] + 1
            metric = rng.choice([one.get("metric"), "x"])
            found.setdefault("results", []).append({**one, "value": value, "metric": metric})
    return found


@pytest.mark.skipif(not GOLD.is_dir(), reason="the annotation is not beside the project")
@pytest.mark.parametrize("name", ["seeds", "dev", "train"])
def test_the_annotators_scorer_agrees(name: str) -> None:
    spec = importlib.util.spec_from_file_location("score", GOLD / "score.py")
    assert spec and spec.loader
    theirs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(theirs)
    with (GOLD / f"{name}.gold.jsonl").open(encoding="utf-8") as lines:
        gold = read_annotations(lines)
    rng = random.Random(5)
    found = {key: _worse(dict(paper), rng) for key, paper in gold.items() if rng.random() < 0.95}
    expected, _ = theirs.score(gold, found)
    figures = score(gold, found)
    assert figures.keys() == expected.keys()
    assert 0.3 < figures["edge"].f1 < 0.95
    for row, got in figures.items():
        want = expected[row]
        assert (round(got.precision, 4), round(got.recall, 4), round(got.f1, 4)) == (
            want["precision"], want["recall"], want["f1"]), row
        assert (got.hits + got.misses, got.hits + got.false_alarms) == (want["gold"], want["predicted"])
