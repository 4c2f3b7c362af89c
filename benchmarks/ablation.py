"""What each kind of knowledge is worth: F1 against annotation with one of them taken away, nothing trained anew.

`python -m benchmarks.ablation [STEM]` reads STEM.jsonl and STEM.gold.jsonl, by default ../shared/gold/valid.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

import numpy as np

from kg.evaluate import annotation, load_annotations, score
from kg.extract import extract
from kg.extract.candidates import Candidate
from kg.extract.classifier import KINDS_OF_OBJECT, load_classifier
from kg.extract.cues import RELATION_KEYS
from kg.extract.reading import Reading
from kg.lexicon import Lexicon, load_lexicon
from kg.model import Paper

STEM = Path("../shared/gold/valid")
ROWS = ("entity", "edge", *(f"edge.{key}" for key in RELATION_KEYS if key != "trains_on"), "result.full")
# what a rule takes a candidate for that a step has given a type
BY_TYPE: dict[str, str] = {"Task": "tasks", "Metric": "metrics", "Benchmark": "evaluates_on", "Model": "uses_model",
           "ModelFamily": "uses_model", "Method": "uses"}


def _no_pairs(text: Reading) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return []


def _no_matches(text: Reading, lexicon: Lexicon) -> Iterator[object]:
    return iter(())


def _no_spans(texts: Sequence[Reading], lexicon: Lexicon, crfs: object = None) -> Iterator[list[object]]:
    return ([] for _ in texts)


def _no_counts(keys: object, known: Callable[[str], object]) -> dict[object, float]:
    feature = load_classifier().known.get("corpus unknown")
    return {} if feature is None else {feature: 1.0}


def _judged_by_rules(papers: Sequence[tuple[Reading, list[Candidate]]]) -> Iterator[object]:
    """Verdicts without the classifier: the type that the lexicon, the grammar or a tagger gives, then what is said."""
    findings = import_module("kg.extract.findings")
    thresholds = load_classifier().thresholds
    for text, found in papers:
        claimed = np.zeros((len(found), len(RELATION_KEYS)))
        for at, candidate in enumerate(found):
            steps = [one for evidence in candidate.spans.values() for one in evidence]
            said = next((one.kind for one in steps if one.by == "tagger:required" and one.kind), "")
            kind = next((one.kind for one in steps if one.kind in BY_TYPE and one.probability > 0.5), "")
            relation = said or BY_TYPE.get(kind, "")
            if relation:
                claimed[at, RELATION_KEYS.index(relation)] = 0.9
        undenied = findings.without_denied(text, found, claimed, thresholds)
        kinds = np.zeros((len(found), len(KINDS_OF_OBJECT)))
        yield findings.Judged(claimed, findings.as_said(text, found, undenied, thresholds), kinds)


WITHOUT: dict[str, dict[str, object]] = {
    "everything on": {},
    "lexicon": {"kg.extract.names._matches": _no_matches},
    "abbreviations": {"kg.extract.candidates.abbreviation_pairs": _no_pairs,
                      "kg.extract.tagger.abbreviation_pairs": _no_pairs},
    "taggers": {"kg.extract.findings.tagged_spans": _no_spans},
    "classifier (rules alone)": {"kg.extract.findings.judged": _judged_by_rules},
    "corpora's counts": {"kg.extract.features.corpus_features": _no_counts},
}


def main(stem: Path = STEM) -> None:
    """Print one row a thing left out; says so and ends where there is no annotation."""
    if not stem.with_suffix(".jsonl").exists():
        print(f"{stem}.jsonl is not there: nothing to measure with")
        return
    papers, gold = list(_papers(stem)), load_annotations(f"{stem}.gold.jsonl")
    print(f"{'without':26s}", *(f"{row.removeprefix('edge.'):>13s}" for row in ROWS))
    for name, patches in WITHOUT.items():
        lexicon = Lexicon([]) if name == "lexicon" else load_lexicon()
        table = _table(papers, gold, lexicon, patches)
        print(f"{name:26s}", *(f"{table[row].f1:13.3f}" for row in ROWS), flush=True)


def _papers(stem: Path) -> Iterator[Paper]:
    for name, record in load_annotations(f"{stem}.jsonl").items():
        yield Paper(name, record.get("title") or "", record["abstract"], identifiers=(f"source:{name}",))


def _table(papers: list[Paper], gold: object, lexicon: Lexicon, patches: dict[str, object]):
    with ExitStack() as stack:
        for target, stand_in in patches.items():
            module, _, name = target.rpartition(".")
            stack.enter_context(patch.object(import_module(module), name, stand_in))
        _forget()
        predicted = {found["id"]: found for found in map(annotation, extract(papers, lexicon))}
    return score(gold, predicted)


def _forget() -> None:
    """Nothing that was kept of the same papers may answer for what is left out now."""
    for name, module in list(sys.modules.items()):
        if name.startswith("kg.extract."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and "load" not in value.__name__:
                    value.cache_clear()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
