"""Train the classifier of numbers from annotated papers: is a number reported, and as what kind of result."""

import sys
from pathlib import Path

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from kg.extract.number_features import number_features
from kg.extract.numbers import Number, numbers
from kg.schema import RESULT_KINDS
from kg.text import plain
from training.annotated import Annotated, load

FOLDS, REPORTED, KIND = 5, 2.0, 1.0


def verdicts(paper: Annotated, found: list[Number]) -> list[dict | None]:
    """The annotated result of each number, None where there is none."""
    told: list[dict | None] = [None] * len(found)
    for result in sorted(paper.gold.get("results") or [], key=lambda one: bool(one.get("optional"))):
        evidence = plain(result.get("evidence") or "").text
        begin = paper.text.text.find(evidence) if evidence else -1
        fitting = [
            (not (begin >= 0 and begin <= number.start < begin + len(evidence)), number.unit != result.get("unit"), at)
            for at, number in enumerate(found)
            if told[at] is None and result.get("value") is not None
            and abs(float(number.value) - result["value"]) < 1e-9
        ]
        if fitting:
            told[min(fitting)[2]] = result
    return told


def examples(stem: Path):
    """(feature rows, reported 1/0/-1 for optional, kind index or -1, number of the paper), one a number."""
    rows, reported, kinds, papers = [], [], [], []
    for number, paper in enumerate(load(stem)):
        found = numbers(paper.text.text)
        rows += number_features(paper.text, found)
        for result in verdicts(paper, found):
            reported.append(0 if result is None else -1 if result.get("optional") else 1)
            kinds.append(RESULT_KINDS.index(result["kind"]) if result else -1)
            papers.append(number)
    return rows, np.array(reported), np.array(kinds), np.array(papers)


def _fit(table, wanted, strength):
    model = LogisticRegression(C=strength, max_iter=2000, solver="liblinear", random_state=0).fit(table, wanted)
    return model.coef_[0], float(model.intercept_[0])


def _all_weights(table, reported, kinds):
    columns = [_fit(table[reported >= 0], reported[reported >= 0] == 1, REPORTED)]
    columns += [_fit(table[kinds >= 0], kinds[kinds >= 0] == kind, KIND) for kind in range(len(RESULT_KINDS))]
    return np.array([weights for weights, _ in columns]).T, np.array([bias for _, bias in columns])


def main(train_stem: str, target: Path) -> None:
    rows, reported, kinds, papers = examples(Path(train_stem))
    vectorizer = DictVectorizer()
    table = vectorizer.fit_transform([dict.fromkeys(row, 1.0) for row in rows])
    kept = np.flatnonzero(np.asarray((table != 0).sum(0)).ravel() >= 2)
    table, names = table[:, kept], np.array(vectorizer.feature_names_)[kept]
    held_out = np.zeros((len(rows), 1 + len(RESULT_KINDS)))
    for fold in range(FOLDS):
        out = papers % FOLDS == fold
        weights, bias = _all_weights(table[~out], reported[~out], kinds[~out])
        held_out[out] = table[out] @ weights + bias
    known, true = reported >= 0, reported == 1
    for cut in (-1.0, -0.5, 0.0, 0.5):
        said = held_out[:, 0] > cut
        f1 = 2 * (said & true).sum() / (true.sum() + (said & known).sum())
        print(cut, "reported F1", round(f1, 4), file=sys.stderr)
    right = held_out[true, 1:].argmax(axis=1) == kinds[true]
    print("kind", round(right.mean(), 4), file=sys.stderr)
    weights, bias = _all_weights(table, reported, kinds)
    used = np.abs(weights).max(axis=1) > 0.005
    np.savez_compressed(target, vocabulary=np.frombuffer("\0".join(names[used]).encode(), np.uint8),
                        weights=weights[used].astype(np.float16), bias=bias)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
