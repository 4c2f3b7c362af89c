"""Train the classifier of candidates from annotated papers and write it as one file of arrays.

A candidate is *required*, *optional* or *wrong* for each relation; optional ones are left out, as the measure counts
them neither way. The linear model sees every feature; the trees see its held-out probabilities, the steps' figures and
how the candidate stands among those of its paper. Folds are by paper, the taggers' folds too, so no figure that a model
learns from was made by a model that had seen the paper.
"""

import sys
from multiprocessing import Pool
from pathlib import Path

import lightgbm
import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from kg.extract.candidates import candidates
from kg.extract.classifier import KINDS_OF_OBJECT, standing
from kg.extract.crf import crfs_of
from kg.extract.cues import RELATION_KEYS
from kg.extract.features import candidate_features, companions
from kg.extract.tagger import TAGGERS, tagged_spans
from kg.lexicon import load_lexicon
from training.annotated import as_before_reading, fold, load
from training.tagger import FOLDS

DENSE = ("by ", "sum ", "mean ", "lead ", "only ", "n ", "first place", "last place", "length", "covered", "another",
         "lex=", "acronym", "coined look", "lower", "digit", "unknown", "words", "pair", "model", "family", "part=",
         "first ", "cue", "in title", "title start", "coordinated", "in paren", "corpus ",
         "list ", "before a", "behind a", "nest ", "said ")
TREES = {"objective": "binary", "learning_rate": 0.03, "num_leaves": 16, "min_data_in_leaf": 18,
         "feature_fraction": 0.2, "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 5, "verbose": -1,
         "num_threads": 1, "seed": 1, "deterministic": True, "force_row_wise": True}
ROUNDS = 300
# Phrases that overlap make a doubtful task costlier than its own probability says.
MARGINS = {"tasks": 1.38}
RELATIONS = range(len(RELATION_KEYS))


def gather(papers, work: Path, held_out: bool, lexicon):
    """Per paper (paper, candidates, features); tagged by the fold's taggers, or by the final ones."""
    sets = [crfs_of([(work / (f"{name}-{number}.crf" if held_out else f"{name}.crf")).read_bytes() for name in TAGGERS])
            for number in range(FOLDS if held_out else 1)]
    for at, paper in enumerate(papers):
        spans = next(tagged_spans([paper.text], lexicon, sets[at % len(sets)]))
        found = candidates(paper.text, lexicon, spans)
        yield paper, found, candidate_features(paper.text, found)


def keys_of(text, candidate) -> set[str]:
    forms = [*candidate.forms(text), *(form for entry in candidate.entries.values() for form in entry.forms)]
    return {fold(form) for form in forms}


def truth(paper, candidate):
    """(per relation 1 required, 0 wrong, -1 optional; the type where a relation leaves it open, else None)."""
    keys, verdicts, kind = keys_of(paper.text, candidate), np.zeros(len(RELATION_KEYS)), None
    for item in paper.items:
        if item.keys & keys:
            at = RELATION_KEYS.index(item.relation)
            if not item.optional:
                verdicts[at] = 1
                if item.type in KINDS_OF_OBJECT:
                    kind = item.type
            elif verdicts[at] == 0:
                verdicts[at] = -1
    return verdicts, kind


def _logistic(strength=0.15):
    return LogisticRegression(C=strength, solver="liblinear", max_iter=300)


def main(train_stem: str, work: Path, target: Path) -> None:
    papers = load(Path(train_stem))
    gathered = list(gather(papers, work, True, as_before_reading(load_lexicon(), papers)))
    rows = [row for _, _, features_of in gathered for row in features_of]
    paper_of = np.array([at for at, (_, found, _) in enumerate(gathered) for _ in found])
    told = [truth(paper, candidate) for paper, found, _ in gathered for candidate in found]
    wanted = np.array([verdicts for verdicts, _ in told])
    vectorizer = DictVectorizer()
    table = vectorizer.fit_transform(rows)
    kept = np.flatnonzero(np.bincount(table.indices, minlength=table.shape[1]) >= 3)
    names = np.array(vectorizer.feature_names_)[kept]
    table = table[:, kept]

    linear = np.zeros(wanted.shape)
    weights, bias = np.zeros((len(kept), len(RELATION_KEYS))), np.zeros(len(RELATION_KEYS))
    with Pool(2) as pool:
        fits = pool.starmap(_linear, [(table, wanted[:, relation], paper_of) for relation in RELATIONS], chunksize=1)
    for relation, (held_out, coefficients, intercept) in enumerate(fits):
        linear[:, relation], weights[:, relation], bias[relation] = held_out, coefficients, intercept

    counts = np.asarray((table != 0).sum(0)).ravel()
    dense = tuple(name for name, count in zip(names, counts, strict=True) if count >= 40 and name.startswith(DENSE))
    places = {name: at for at, name in enumerate(names)}
    beside = np.vstack([standing(linear[paper_of == number], companions(paper.text, found))
                        for number, (paper, found, _) in enumerate(gathered) if found])
    grown = np.hstack([table[:, [places[name] for name in dense]].toarray(), beside])
    with Pool(2) as pool:
        jobs = [(grown, wanted[:, relation], paper_of) for relation in RELATIONS]
        grown_trees = pool.starmap(_boosted, jobs, chunksize=1)
    boosted = np.array([held_out for held_out, _ in grown_trees]).T
    forests = [forest for _, forest in grown_trees]
    kinds = np.array([KINDS_OF_OBJECT.index(kind) if kind else -1 for _, kind in told])
    kind_weights, kind_bias = np.zeros((len(kept), len(KINDS_OF_OBJECT))), np.zeros(len(KINDS_OF_OBJECT))
    for kind in range(len(KINDS_OF_OBJECT)):
        model = _logistic(0.5).fit(table[kinds >= 0], kinds[kinds >= 0] == kind)
        kind_weights[:, kind], kind_bias[kind] = model.coef_[0], model.intercept_[0]

    used = np.abs(weights).max(axis=1) > 0.01
    calibration_from, calibration_to = _calibration(boosted, wanted)
    np.savez_compressed(
        target, vocabulary=np.frombuffer("\0".join(names[used]).encode(), np.uint8),
        dense=np.frombuffer("\0".join(dense).encode(), np.uint8),
        weights=weights[used].astype(np.float16), bias=bias, kind_weights=kind_weights[used].astype(np.float16),
        kind_bias=kind_bias, thresholds=_thresholds(boosted, wanted), calibration_from=calibration_from,
        calibration_to=calibration_to, **_arrays(forests),
    )
    np.savez(work / "held_out.npz", wanted=wanted, linear=linear, boosted=boosted)


def _linear(table, wanted, paper_of):
    """(held-out probabilities, weights, bias) of the logistic regression of one relation."""
    known, held_out = wanted >= 0, np.zeros(len(wanted))
    for number in range(FOLDS):
        out = paper_of % FOLDS == number
        held_out[out] = _logistic().fit(table[known & ~out], wanted[known & ~out]).predict_proba(table[out])[:, 1]
    model = _logistic().fit(table[known], wanted[known])
    return held_out, model.coef_[0], model.intercept_[0]


def _boosted(grown, wanted, paper_of):
    """(held-out probabilities, the trees) of one relation."""
    known, held_out = wanted >= 0, np.zeros(len(wanted))
    for number in range(FOLDS):
        out = paper_of % FOLDS == number
        data = lightgbm.Dataset(grown[known & ~out], wanted[known & ~out])
        held_out[out] = lightgbm.train(TREES, data, ROUNDS).predict(grown[out])
    forest = lightgbm.train(TREES, lightgbm.Dataset(grown[known], wanted[known]), ROUNDS)
    return held_out, forest.dump_model()["tree_info"]


def _thresholds(boosted, wanted):
    """Per relation the probability above which its F1 over annotated candidates is highest, drawn toward 0.42."""
    chosen = []
    for relation in RELATIONS:
        known = wanted[:, relation] >= 0
        truth_of, probability = wanted[known, relation] == 1, boosted[known, relation]
        scores = {cut: 2 * (truth_of & (probability >= cut)).sum() / (truth_of.sum() + (probability >= cut).sum() + 1)
                  for cut in np.arange(0.25, 0.6, 0.025)}
        best = max(scores, key=lambda cut: (scores[cut], -abs(cut - 0.42)))
        trust = min(1.0, truth_of.sum() / 400)
        chosen.append(MARGINS.get(RELATION_KEYS[relation], 1.0) * (trust * best + (1 - trust) * 0.42))
    return np.array(chosen)


def _calibration(boosted, wanted):
    """Isotonic regression on held-out probabilities, at 41 points, per relation."""
    points = np.linspace(0, 1, 41)
    lines = []
    for relation in RELATIONS:
        known = wanted[:, relation] >= 0
        fitted = IsotonicRegression(y_min=0.01, y_max=0.99, out_of_bounds="clip")
        fitted.fit(boosted[known, relation], wanted[known, relation])
        smooth = np.convolve(np.pad(fitted.predict(points), 2, mode="edge"), np.ones(5) / 5, mode="valid")
        lines.append(np.maximum.accumulate(smooth))
    return np.tile(points, (len(lines), 1)), np.array(lines)


def _arrays(forests):
    """All trees as flat arrays; a leaf points at itself."""
    feature, threshold, left, right, value, roots, relation_of = [], [], [], [], [], [], []
    deepest = 0

    def add(node, depth):
        nonlocal deepest
        deepest = max(deepest, depth)
        at = len(feature)
        feature.append(node.get("split_feature", 0))
        threshold.append(node.get("threshold", 0.0))
        value.append(node.get("leaf_value", 0.0))
        left.append(at)
        right.append(at)
        if "left_child" in node:
            left[at] = add(node["left_child"], depth + 1)
            right[at] = add(node["right_child"], depth + 1)
        return at

    for relation, forest in enumerate(forests):
        for tree in forest:
            roots.append(add(tree["tree_structure"], 0))
            relation_of.append(relation)
    return {"feature": np.array(feature, np.int16), "threshold": np.array(threshold, np.float64),
            "left": np.array(left, np.int32), "right": np.array(right, np.int32), "value": np.array(value, np.float32),
            "roots": np.array(roots, np.int32), "relation": np.array(relation_of, np.int8), "depth": np.array(deepest)}


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
