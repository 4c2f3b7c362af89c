"""What each candidate is to its paper, and how sure: logistic regression, then trees over its verdicts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from itertools import chain

import numpy as np
import numpy.typing as npt

from kg.extract.cues import RELATION_KEYS, Feature, Known

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Row = dict[Feature, float]
Company = list[tuple[list[int], list[int]]]
KINDS_OF_OBJECT = ("Method", "Benchmark", "Model")
# Where the regression gives a relation less, the trees are not asked: that lost none of 7,343 held-out verdicts.
HOPELESS = 0.04


@dataclass(frozen=True, slots=True)
class Trees:
    """Boosted trees of a relation as bits: each test that a row fails rules out leaves, the first left is the row's.

    (Lucchese et al. 2015.) `test_feature` and `test_threshold` are the distinct tests; `test` and `ruled_out`, shape
    (nodes of a tree, trees), say which test a node makes and which leaves are out where it fails.
    """

    test_feature: npt.NDArray[np.int32]
    test_threshold: Floats
    test: npt.NDArray[np.int64]
    ruled_out: npt.NDArray[np.uint16]
    leaf_value: Floats

    def log_odds(self, rows: Floats) -> Floats:
        """Summed leaf values, one a row."""
        columns = np.ascontiguousarray(rows.T)
        failed = (~(columns[self.test_feature] <= self.test_threshold[:, None])).astype(np.uint16)
        out = np.zeros((self.test.shape[1], len(rows)), np.uint16)
        for test, ruled_out in zip(self.test, self.ruled_out, strict=True):
            out |= failed[test] * ruled_out[:, None]
        places = _FIRST_LEFT[out] + _LEAVES * np.arange(len(out))[:, None]
        summed: Floats = np.ascontiguousarray(self.leaf_value[places].T).sum(axis=1)
        return summed


_LEAVES = 16
_FIRST_LEFT = np.log2(~np.arange(1 << _LEAVES) & np.arange(1, (1 << _LEAVES) + 1)).astype(np.uint8)


def trees_of(nodes: Mapping[str, npt.NDArray[np.generic]]) -> tuple[Trees, ...]:
    """The trees of each relation from nodes: feature, threshold, left and right child (a leaf is its own), value."""
    columns = [nodes[key].tolist() for key in ("feature", "threshold", "left", "right", "value")]
    roots, relations = nodes["roots"], nodes["relation"]
    return tuple(_trees(roots[relations == relation].tolist(), *columns) for relation in range(len(RELATION_KEYS)))


def _trees(
    roots: list[int], feature: list[int], threshold: list[float], left: list[int], right: list[int], value: list[float],
) -> Trees:
    tests: dict[tuple[int, float], int] = {}
    steps: list[list[tuple[int, int]]] = []
    values = np.zeros((len(roots), _LEAVES))
    for tree, root in enumerate(roots):
        leaves: list[int] = []
        inner = list(_in_order(root, left, right, leaves))
        values[tree, :len(leaves)] = [value[leaf] for leaf in leaves]
        steps.append([
            (tests.setdefault((feature[node], threshold[node]), len(tests)), (1 << behind) - (1 << before))
            for node, before, behind in inner
        ])
    width = max(map(len, steps))
    padded = np.array([made + [(0, 0)] * (width - len(made)) for made in steps])
    return Trees(
        np.array([feature for feature, _ in tests], np.int32), np.array([threshold for _, threshold in tests]),
        np.ascontiguousarray(padded[:, :, 0].T), np.ascontiguousarray(padded[:, :, 1].T.astype(np.uint16)),
        values.ravel(),
    )


def _in_order(node: int, left: list[int], right: list[int], leaves: list[int]) -> Iterator[tuple[int, int, int]]:
    """(inner node, first, behind the last of the leaves on its left), the leaves gathered from left to right."""
    if left[node] == node:
        leaves.append(node)
        return
    before = len(leaves)
    yield from _in_order(left[node], left, right, leaves)
    yield node, before, len(leaves)
    yield from _in_order(right[node], left, right, leaves)


@dataclass(frozen=True, slots=True)
class Classifier:
    """The shipped classifier: `known` gives for a feature its row of `weights` (features, relations and kinds).

    `dense_place` is for each row of `weights` the column that trees see it in, or -1; `dense` is how many they see.
    """

    known: Known
    weights: Floats
    bias: Floats
    dense: int
    dense_place: npt.NDArray[np.int64]
    trees: tuple[Trees, ...]
    thresholds: Floats
    calibration_from: Floats
    calibration_to: Floats

    def linear(self, rows: list[Row]) -> tuple[Floats, Floats]:
        """Probabilities of the logistic regression (rows, relations) and log odds of the kinds (rows, kinds).

        The features of the rows are those that `known` gives.
        """
        return self._linear(*_flat(rows))

    def _linear(self, counts: Ints, places: Ints, values: Floats) -> tuple[Floats, Floats]:
        starts = np.cumsum(counts) - counts
        logits = np.add.reduceat(self.weights[places] * values[:, None], starts) + self.bias
        return sigmoid(logits[:, :len(RELATION_KEYS)]), logits[:, len(RELATION_KEYS):]

    def probabilities(self, papers: Sequence[tuple[list[Row], Company]]) -> list[tuple[Floats, Floats]]:
        """For each paper the uncalibrated probabilities of its candidates (rows, relations), log odds of their kinds.

        A paper is what `candidate_features` and what `companions` say of its candidates.
        """
        rows = [row for theirs, _ in papers for row in theirs]
        if not rows:
            return [(np.zeros((0, len(RELATION_KEYS))), np.zeros((0, len(KINDS_OF_OBJECT)))) for _ in papers]
        flat = _flat(rows)
        linear, kinds = self._linear(*flat)
        ends = np.cumsum([len(theirs) for theirs, _ in papers])[:-1]
        beside = [standing(part, company) for part, (_, company) in zip(np.split(linear, ends), papers, strict=True)]
        table = np.hstack([self._dense(*flat), np.vstack(beside)])
        verdicts = linear.copy()
        for relation, trees in enumerate(self.trees):
            hopeful = np.flatnonzero(linear[:, relation] >= HOPELESS)
            verdicts[hopeful, relation] = sigmoid(trees.log_odds(table[hopeful]))
        return list(zip(np.split(verdicts, ends), np.split(kinds, ends), strict=True))

    def _dense(self, counts: Ints, places: Ints, values: Floats) -> Floats:
        """The features that trees see, shape (rows, dense)."""
        table = np.zeros((len(counts), self.dense))
        at = self.dense_place[places]
        table[np.repeat(np.arange(len(counts)), counts)[at >= 0], at[at >= 0]] = values[at >= 0]
        return table

    def calibrated(self, relation: int, probability: float) -> float:
        """The share of candidates with such a probability that annotators marked so."""
        return float(np.interp(probability, self.calibration_from[relation], self.calibration_to[relation]))


def _flat(rows: list[Row]) -> tuple[Ints, Ints, Floats]:
    """How many features each row has, and all features and values one row after the other."""
    counts = np.array([len(row) for row in rows], np.int64)
    return (counts, np.fromiter(chain.from_iterable(rows), np.int64, counts.sum()),
            np.fromiter(chain.from_iterable(row.values() for row in rows), np.float64, counts.sum()))


def standing(linear: Floats, company: Company) -> Floats:
    """For each candidate of a paper the log odds of the linear model, and how they compare with those of the others."""
    clipped = np.clip(linear, 1e-5, 1 - 1e-5)
    rank = np.minimum((linear[None, :, :] > linear[:, None, :]).sum(axis=1), 9)
    listed, beside = np.zeros(linear.shape), np.zeros(linear.shape)
    for at, (in_list, in_sentence) in enumerate(company):
        if in_list:
            listed[at] = linear[in_list].mean(axis=0)
        if in_sentence:
            beside[at] = linear[in_sentence].max(axis=0)
    total = np.broadcast_to(linear.sum(axis=0), linear.shape)
    lead = linear - linear.max(axis=0, initial=0)
    return np.hstack([np.log(clipped / (1 - clipped)), lead, rank, total, listed, beside])


def sigmoid(values: Floats) -> Floats:
    """The logistic function."""
    result: Floats = 1 / (1 + np.exp(-values))
    return result


@cache
def load_classifier() -> Classifier:
    """The shipped classifier."""
    with as_file(files("kg.data").joinpath("classifier.npz")) as path, np.load(path) as data:
        names = bytes(data["vocabulary"]).decode().split("\0")
        dense = tuple(bytes(data["dense"]).decode().split("\0"))
        places = {name: at for at, name in enumerate(dict.fromkeys((*names, *dense)))}
        weights = np.zeros((len(places), len(RELATION_KEYS) + len(KINDS_OF_OBJECT)))
        weights[:len(names)] = np.hstack([data["weights"], data["kind_weights"]])
        dense_place = np.full(len(weights), -1)
        dense_place[[places[name] for name in dense]] = np.arange(len(dense))
        return Classifier(
            Known(places.get), weights, np.concatenate([data["bias"], data["kind_bias"]]), len(dense), dense_place,
            trees_of(data), data["thresholds"], data["calibration_from"], data["calibration_to"],
        )
