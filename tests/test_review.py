"""Likely duplicates are listed with what speaks for them, and merges are told of with their rule."""

import json
from pathlib import Path

import invented
import pytest
from invented import LEXICON, documents

import kg
import kg.extract
from cli.main import run
from kg.link import link
from kg.link.likely import Likely, likely_pairs


def pairs(*abstracts: str) -> dict[tuple[str, str], Likely]:
    nodes, edges = link(documents(*abstracts), LEXICON)
    return {(pair.one.label, pair.other.label): pair for pair in likely_pairs(nodes, edges)}


class TestPairs:
    """What is proposed, and what never is."""

    @pytest.mark.parametrize(("one", "other", "evidence"), [
        ("detection of errors", "error detection", "the same words"),
        ("zigzag modeling", "zigzag models", "with other endings"),
        ("kernel-based regression", "kernel regression", "with other endings"),
        ("visual contrastive decoding", "VCD", "spells out 'VCD'"),
        ("molecular representation learning", "moleculer representation learning", "letters are the same"),
    ])
    def test_proposed(self, one: str, other: str, evidence: str) -> None:
        found = pairs(f"Uses Method {one}.", f"Uses Method {other}.")
        (pair,) = found.values()
        assert {pair.one.label, pair.other.label} == {one, other}
        assert evidence in pair.evidence[0] and 0 < pair.score <= 1

    @pytest.mark.parametrize("texts", [
        ("Uses Method self-supervised learning.", "Uses Method semi-supervised learning."),  # by the table
        ("Uses Method ZM-1 (Zigzag Machine).", "Uses Method ZM-2 (Zigzag Machine)."),  # versions
        ("Runs Model Llama-3-8B.", "Runs Model Llama-3-70B."),
        ("Introduces Method error detection.", "Introduces Method detection of errors."),  # two papers' own
        ("Uses Method error detection.", "Solves Task detection of errors."),  # types
        ("Introduces Method diffusion modeling < diffusion-models.", "Uses Method diffusion models."),  # a variant
        ("Uses Method FooNet.", "Uses Method BarNet."),
    ])
    def test_never_proposed(self, texts: tuple[str, str]) -> None:
        assert not pairs(*texts)

    def test_company_speaks_for_a_pair_and_one_paper_with_both_against_it(self) -> None:
        company = " Evaluates Benchmark Bars. Uses Method GRPO. Uses Method PPO."
        apart = "Uses Method error detection.", "Uses Method detection of errors."
        (alone,), (beside,) = pairs(*apart).values(), pairs(*(text + company for text in apart)).values()
        assert beside.score > alone.score and beside.evidence[1] == "papers name both beside Bars, GRPO, PPO"
        both = pairs(*apart, " ".join(apart))
        assert not both or next(iter(both.values())).score < alone.score

    def test_order_of_papers_is_no_matter(self) -> None:
        texts = [f"Uses Method {name}." for name in ("error detection", "detection of errors", "detecting errors")]
        assert list(pairs(*texts).values()) == list(pairs(*texts[::-1]).values())


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kg.extract, "extract", invented.extract)
    monkeypatch.setattr(kg.extract, "fingerprint", invented.fingerprint)
    texts = ("Introduces Method PRISM. Uses Method zigzag modeling. Introduces Method FOO (fast online optimization).",
             "Introduces Method PRISM. Uses Method zigzag models. Uses Method Foos. Uses Method \x1b[31mtick: 'tock'.",
             "Uses Method tick: 'tock' \x1b[31ms. Uses Method FooMap. Uses Method PPO. Uses Method PRISM.",
             "Uses Method foo maps. Uses Method proximal policy optimization."
             " Uses Method FOO (fast online optimizing).")
    rows = [json.dumps({"id": f"p{n}", "title": f"Title {n}", "abstract": text}) for n, text in enumerate(texts)]
    (tmp_path / "list.jsonl").write_text("\n".join(rows))
    kg.build(tmp_path / "list.jsonl", tmp_path / "x.kg")
    return tmp_path / "x.kg"


def test_yaml_is_ready_for_a_build(graph: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["merge-candidates", str(graph), "--yaml", "--min-score", "0.1"]) == 0
    lines = graph.parent / "c.yaml"
    lines.write_text(capfd.readouterr().out)
    before = {node.label for node in kg.KnowledgeGraph.open(graph).nodes()}
    assert {"zigzag modeling", "zigzag models"} < before
    assert kg.build([], graph, curation_files=[lines]).stale == ()
    after = {node.label for node in kg.KnowledgeGraph.open(graph).nodes()}
    assert not {"zigzag modeling", "zigzag models"} <= after
    assert run(["merge-candidates", str(graph), "--min-score", "0.1"]) == 0
    assert "zigzag" not in capfd.readouterr().out


def test_pairs_that_curation_keeps_apart_are_not_listed(graph: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = graph.parent / "c.yaml"
    lines.write_text("- apart: [zigzag modeling, zigzag models]\n  reason: only here\n")
    kg.build([], graph, curation_files=[lines])
    assert run(["merge-candidates", str(graph), "--json"]) == 0
    assert "zigzag" not in capfd.readouterr().out


def test_table_and_json(graph: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["merge-candidates", str(graph), "--type", "Method", "--limit", "1"]) == 0
    (row,) = capfd.readouterr().out.splitlines()
    assert "zigzag modeling" in row and "the same words" in row
    assert run(["merge-candidates", str(graph), "--json"]) == 0
    first = json.loads(capfd.readouterr().out)[0]
    assert {node["type"] for node in first["nodes"]} == {"Method"} and first["evidence"]
    assert run(["merge-candidates", str(graph), "--type", "Task"]) == 0
    assert "no two things" in capfd.readouterr().err


def test_why_of_one_thing(graph: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def told(*arguments: str) -> str:
        assert run(["why", str(graph), *arguments]) == 0
        return capfd.readouterr().out

    assert "papers spell out FOO so\n  fast online optimization  1 paper  paper/p0" in told("FOO")
    assert "spelled: Foos\n" in told("FOO")
    merged = json.loads(told("FOO", "--json"))["merged"]
    assert {"name": "fast online optimizing", "papers": 1, "rule": "spelled out", "reason": "papers spell out FOO so",
            "examples": ["paper/p3"]} in merged
    assert "the lexicon has it as a name of PPO\n  proximal policy optimization" in told("PPO")
    assert "no other name was merged into it" in told("zigzag models")
    lines = graph.parent / "c.yaml"
    lines.write_text("- merge: [PPO, zigzag models]\n  reason: only a test\n")
    kg.build([], graph, curation_files=[lines])
    assert "curation: c.yaml:1: only a test\n  zigzag models  1 paper  paper/p1" in told("PPO")
    assert run(["why", str(graph), "nowhere"]) == 1
