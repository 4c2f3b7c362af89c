"""Every spelling of a well-known thing leads to its one node, and what only looks like it does not."""

import itertools
import json
import lzma
import re
from pathlib import Path

import pytest
from invented import documents

from benchmarks.spellings import SPELLINGS, ids_of, spelled
from kg.extract import extract
from kg.lexicon import load_lexicon
from kg.link import link
from kg.model import Paper

ICML = Path(__file__).parents[2] / "shared" / "corpora" / "icml2026.jsonl.xz"

SAME = {
    "method/dpo": ("DPO", "DPO's", "Direct Preference Optimization", "direct preference optimisation",
                   "Direct-Preference Optimization", "vanilla DPO", "DPO algorithm", "DPOs"),
    "method/grpo": ("GRPO", "GRPO’s", "Group Relative Policy Optimization", "group-relative policy optimisation",
                    "GRPO algorithm", "naive GRPO", "Group Relative Policy Optimizations"),
    "method/mixture-of-experts": ("MoE", "MoEs", "Mixture-of-Experts", "mixture of experts", "Mixture of Expert",
                                  "Mixtures of Experts", "Mixture–of–Experts", "mixture‑of‑experts"),
    "method/speculative-decoding": ("speculative decoding", "Speculative-Decoding", "speculative sampling",
                                    "draft-then-verify", "draft-and-verify", "Speculative decodings"),
    "method/reinforcement-learning": ("RL", "reinforcement learning", "Reinforcement-Learning"),
    "method/gaussian-process": ("GP", "Gaussian processes", "Gaussian Process"),
    "method/k-means": ("k-means", "K-Means", "k-means clustering", "$k$-means"),
    "method/lora": ("LoRA", "LORA", "Low-Rank Adaptation", "low-rank adaptations"),
    "benchmark/cifar-10": ("CIFAR-10", "CIFAR10", "Cifar 10"),
    "benchmark/alpacaeval-2.0": ("AlpacaEval 2.0", "AlpacaEval-2", "AlpacaEval v2"),
    "benchmark/τ-bench": ("τ-bench", "tau-bench", "$\\tau$-bench"),
}
OTHERS = (
    ("Benchmark", "MATH", "MATH-500"), ("Benchmark", "AlpacaEval", "AlpacaEval 2.0"),
    ("Benchmark", "GPQA", "GPQA Diamond"), ("Benchmark", "SWE-bench", "SWE-bench Lite"),
    ("Benchmark", "ARC", "ARC-AGI"), ("Benchmark", "CIFAR-10", "CIFAR-100"),
    ("Benchmark", "ImageNet", "ImageNet-1K"), ("Method", "GRPO", "Dr. GRPO"), ("Method", "LoRA", "QLoRA"),
    ("Method", "C", "C++"), ("Method", "A-search", "A*-search"), ("Method", "PPO", "DPO"),
    ("Method", "FlashAttention", "FlashAttention-2"), ("Method", "speculative decoding", "self-speculative decoding"),
    ("Method", "Mixture-of-Experts", "sparse Mixture-of-Experts"),
)


@pytest.mark.parametrize("node", SAME)
def test_spellings_are_one(node: str) -> None:
    verb = {"method": "Uses Method", "benchmark": "Evaluates Benchmark"}[node.partition("/")[0]]
    _, edges = link(documents(*(f"{verb} {name}." for name in SAME[node])), load_lexicon())
    assert {edge.object for edge in edges if edge.paper} == {node}


@pytest.mark.parametrize(("kind", "one", "other"), OTHERS)
def test_what_looks_alike_is_two(kind: str, one: str, other: str) -> None:
    verb = {"Method": "Uses", "Benchmark": "Evaluates"}[kind]
    _, edges = link(documents(f"{verb} {kind} {one}.", f"{verb} {kind} {other}."), load_lexicon())
    assert len({edge.object for edge in edges if edge.paper}) == 2


def test_versions_are_parts_of_the_whole() -> None:
    _, edges = link(documents("Evaluates Benchmark AlpacaEval 2.0. Evaluates Benchmark MATH-500."), load_lexicon())
    assert {(edge.subject, edge.object) for edge in edges if edge.relation == "partOf"} == {
        ("benchmark/alpacaeval-2.0", "benchmark/alpacaeval"), ("benchmark/math-500", "benchmark/math")}


@pytest.mark.skipif(not ICML.exists(), reason="the list of ICML 2026 is not here")
def test_spellings_in_real_abstracts() -> None:
    pattern = re.compile("|".join(SPELLINGS.values()), re.IGNORECASE)
    with lzma.open(ICML, "rt", encoding="utf-8") as lines:
        rows = (row for row in map(json.loads, lines) if pattern.search(row["abstract"]))
        papers = [Paper(str(row["id"]), row["title"], row["abstract"]) for row in itertools.islice(rows, 60)]
    found = list(extract(papers, load_lexicon()))
    for node, leads in spelled(found, ids_of(found, load_lexicon())).items():
        assert sum(count for (lead, _), count in leads.items() if lead == node) >= 5
        stray = {text for lead, text in leads if lead not in ("", node) and re.fullmatch(SPELLINGS[node], text, re.I)}
        assert not stray, f"{node}: {stray} lead elsewhere"
