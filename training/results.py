"""Train the classifier of numbers from annotated papers: is a number reported as a finding."""

import sys
from pathlib import Path

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from kg.extract.number_features import number_features
from kg.extract.numbers import Number, numbers
from kg.text import plain
from training.annotated import Annotated, load

FOLDS, STRENGTH = 5, 2.0


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
    """(feature rows, reported 1/0 or -1 for optional, number of the paper), one a number."""
    rows, reported, papers = [], [], []
    for at, paper in enumerate(load(stem)):
        found = numbers(paper.text.text)
        rows += number_features(paper.text, found)
        reported += [0 if one is None else -1 if one.get("optional") else 1 for one in verdicts(paper, found)]
        papers += [at] * len(found)
    return rows, np.array(reported), np.array(papers)


def fit(table, reported):
    """(weights, bias) of the logistic regression; optional results are left out."""
    known = reported >= 0
    model = LogisticRegression(C=STRENGTH, max_iter=2000, solver="liblinear", random_state=0)
    model.fit(table[known], reported[known] == 1)
    return model.coef_[0], float(model.intercept_[0])


def main(train_stem: str, target: Path) -> None:
    rows, reported, papers = examples(Path(train_stem))
    vectorizer = DictVectorizer()
    table = vectorizer.fit_transform([dict.fromkeys(row, 1.0) for row in rows])
    kept = np.flatnonzero(np.asarray((table != 0).sum(0)).ravel() >= 2)
    table, names = table[:, kept], np.array(vectorizer.feature_names_)[kept]
    held_out = np.zeros(len(rows))
    for fold in range(FOLDS):
        out = papers % FOLDS == fold
        weights, bias = fit(table[~out], reported[~out])
        held_out[out] = table[out] @ weights + bias
    known, true = reported >= 0, reported == 1
    for cut in (-1.0, -0.6, -0.3, 0.0, 0.5):
        said = held_out > cut
        f1 = 2 * (said & true).sum() / (true.sum() + (said & known).sum())
        print(cut, "held out F1", round(f1, 4), file=sys.stderr)
    weights, bias = fit(table, reported)
    used = np.abs(weights) > 0.005
    np.savez_compressed(target, vocabulary=np.frombuffer("\0".join(names[used]).encode(), np.uint8),
                        weights=weights[used].astype(np.float16), bias=np.array(bias))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
