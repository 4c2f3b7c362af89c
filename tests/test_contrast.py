"""Texts that say a relation, beside texts that only seem to: denied, put off, others', words of another meaning."""

import csv
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kg.evaluate import RELATIONS, annotation, fold
from kg.extract import extract
from kg.extract.negation import denial
from kg.extract.reading import reading
from kg.lexicon import load_lexicon
from kg.model import Paper

SET = Path(__file__).with_name("contrast.tsv")
FALSE_EDGES_AT_MOST = 0.02
FOUND_AT_LEAST = 0.75


@cache
def pairs() -> list[dict[str, str]]:
    with SET.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def found(column: str) -> list[dict[str, Any]]:
    papers = [Paper(f"{column}-{at}", "", pair[column]) for at, pair in enumerate(pairs())]
    return [annotation(document) for document in extract(papers, load_lexicon())]


def claimed(column: str, relation_held: bool) -> list[str]:
    """The pairs whose text does, or does not, give the relation to the name."""
    return [f"{pair['kind']}: {pair['relation']} {pair['name']}: {pair[column]}"
            for pair, paper in zip(pairs(), found(column), strict=True) if _claims(paper, pair) == relation_held]


def _claims(paper: dict[str, Any], pair: dict[str, str]) -> bool:
    labels = [label for entity in paper[pair["relation"]] for label in (entity["name"], *entity["aliases"])]
    return fold(pair["name"]) in map(fold, labels)


def test_the_set_is_large_and_varied() -> None:
    kinds = {kind: [pair for pair in pairs() if pair["kind"] == kind] for kind in {pair["kind"] for pair in pairs()}}
    assert len(pairs()) >= 160 and len(kinds) >= 25 and min(map(len, kinds.values())) >= 4
    assert {pair["relation"] for pair in pairs()} == set(RELATIONS)
    texts = [pair[column] for pair in pairs() for column in ("says", "seems")]
    assert len(set(texts)) == len(texts)
    assert all(fold(pair["name"]) in fold(pair["says"]) for pair in pairs())


def test_few_edges_where_a_text_only_seems_to_say_so() -> None:
    false = claimed("seems", relation_held=True)
    assert len(false) <= FALSE_EDGES_AT_MOST * len(pairs()), "\n".join(false)


def test_most_edges_where_a_text_says_so() -> None:
    missed = claimed("says", relation_held=False)
    print(f"found {len(pairs()) - len(missed)} of {len(pairs())}; missed:", *missed, sep="\n")
    assert len(missed) <= (1 - FOUND_AT_LEAST) * len(pairs()), "\n".join(missed)


@pytest.mark.parametrize(("sentence", "cue"), [
    ("Unlike @, GRPO needs no critic.", "unlike"),
    ("Unlike DPO, @ needs no critic.", ""),
    ("We align models without RLHF or @.", "without"),
    ("We align models without RLHF, @, or PPO.", "without"),
    ("Unlike PPO, @ and RLOO need no critic.", ""),
    ("Unlike PPO, RLOO and @ need no critic.", ""),
    ("We align models without RLHF, PPO, or @.", "without"),
    ("Without loss of accuracy, we use @.", ""),
    ("Without fine-tuning, @ is applied to all layers.", ""),
    ("We use not only PPO but also @.", ""),
    ("Our proof covers not only @ but also PPO.", ""),
    ("We use @ instead of PPO.", ""),
    ("Instead of PPO, we use @.", ""),
    ("A @-free recipe is enough.", "free"),
    ("@ was proposed by others to save memory.", "by others"),
    ("@ is proposed in this paper to save memory.", ""),
    ("We leave @ to future work.", "leave"),
    ("The method outperforms strong baselines such as @.", ""),
    ("The method outperforms @.", "outperform"),
    ("The method trained with @ outperforms PPO.", ""),
    ("MMLU shaped the field. @ did too. We test on GSM8K.", "background"),
    ("@ is evaluated in depth. Experiments agree.", "background"),
    ("We are not done. @ is evaluated in depth.", ""),
    ("@ is evaluated in depth. All runs agree.", ""),
    ("The test does not require the expensive @.", "does not use"),
])
def test_scope_of_denial(sentence: str, cue: str) -> None:
    text = reading(Paper("p", "", sentence.replace("@", "DPO" if "DPO" not in sentence else "GRPO")))
    start = len(sentence.split("@")[0])
    assert denial(text, *text.word_span(start, start + 3)) == cue


@pytest.mark.parametrize(("abstract", "relation"), [
    ("We introduce SQuAD, a dataset of questions on articles. Strong readers are far below people.", "introduces"),
    ("We evaluate readers on SQuAD, a dataset of questions on articles. They are far below people.", "evaluates_on"),
    ("We fine-tune readers on SQuAD and study how their style spreads. Lists multiply.", "trains_on"),
    ("We fine-tune readers on SQuAD. Results on SQuAD improve by two points in F1.", "evaluates_on"),
])
def test_what_is_said_outright_decides(abstract: str, relation: str) -> None:
    (document,) = extract([Paper("p", "", abstract)], load_lexicon())
    paper = annotation(document)
    assert [key for key in RELATIONS if any(entity["name"] == "SQuAD" for entity in paper[key])] == [relation]
