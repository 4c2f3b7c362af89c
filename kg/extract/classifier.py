"""What each candidate is to its paper, and how sure that is: logistic regression and boosted trees, averaged."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np
import numpy.typing as npt

from kg.extract.cues import RELATION_KEYS

Floats = npt.NDArray[np.float64]
Company = list[tuple[list[int], list[int]]]
KINDS_OF_OBJECT = ("Method", "Benchmark", "Model")
CANDIDATE_FLOOR = 0.02


@dataclass(frozen=True, slots=True)
class Trees:
    """Boosted trees of all relations as bits: each test that a row fails rules out leaves, the first left is the row's.

    (Lucchese et al. 2015.) `test_feature` and `test_threshold` are the distinct tests; `test` and `ruled_out`, shape
    (nodes of a tree, trees), say which test a node makes and which leaves are out where it fails.
    """

    test_feature: npt.NDArray[np.int32]
    test_threshold: Floats
    test: npt.NDArray[np.int64]
    ruled_out: npt.NDArray[np.uint16]
    leaf_value: Floats
    relation: npt.NDArray[np.int32]

    def log_odds(self, rows: Floats) -> Floats:
        """Summed leaf values, shape (rows, relations)."""
        columns = np.ascontiguousarray(rows.T)
        failed = (~(columns[self.test_feature] <= self.test_threshold[:, None])).astype(np.uint16)
        out = np.zeros((self.test.shape[1], len(rows)), np.uint16)
        for test, ruled_out in zip(self.test, self.ruled_out, strict=True):
            out |= failed[test] * ruled_out[:, None]
        places = _FIRST_LEFT[out] + _LEAVES * np.arange(len(out))[:, None]
        values = np.ascontiguousarray(self.leaf_value[places].T)
        summed = np.zeros((len(rows), len(RELATION_KEYS)))
        for relation in range(len(RELATION_KEYS)):
            summed[:, relation] = values[:, self.relation == relation].sum(axis=1)
        return summed


_LEAVES = 16
_FIRST_LEFT = np.log2(~np.arange(1 << _LEAVES) & np.arange(1, (1 << _LEAVES) + 1)).astype(np.uint8)


def trees_of(nodes: Mapping[str, npt.NDArray[np.generic]]) -> Trees:
    """Trees from their nodes: feature, threshold, left and right child (a leaf is its own), value; roots, relations."""
    feature, threshold, left, right, value, roots = (
        nodes[key].tolist() for key in ("feature", "threshold", "left", "right", "value", "roots")
    )
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
        values.ravel(), nodes["relation"].astype(np.int32),
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
    """The shipped classifier: `vocabulary` maps a feature to its row of `weights` (features, relations)."""

    vocabulary: Mapping[str, int]
    weights: Floats
    bias: Floats
    kind_weights: Floats
    kind_bias: Floats
    dense: tuple[str, ...]
    trees: Trees
    thresholds: Floats
    calibration_from: Floats
    calibration_to: Floats

    def linear(self, rows: list[dict[str, float]]) -> tuple[Floats, Floats]:
        """Probabilities of the logistic regression (rows, relations) and log odds of the kinds (rows, kinds)."""
        logits = np.tile(self.bias, (len(rows), 1))
        kinds = np.tile(self.kind_bias, (len(rows), 1))
        for at, row in enumerate(rows):
            known = [(index, value) for name, value in row.items() if (index := self.vocabulary.get(name)) is not None]
            if known:
                indices = np.array([index for index, _ in known])
                values = np.array([value for _, value in known])
                logits[at] += values @ self.weights[indices]
                kinds[at] += values @ self.kind_weights[indices]
        return sigmoid(logits), kinds

    def probabilities(self, rows: list[dict[str, float]], company: Company) -> tuple[Floats, Floats]:
        """Uncalibrated probabilities of one paper's candidates (rows, relations) and log odds of their kinds.

        `company` is what `features.companions` says of the same candidates.
        """
        linear, kinds = self.linear(rows)
        hopeful = np.flatnonzero(linear.max(axis=1) >= CANDIDATE_FLOOR)
        mixed = linear / 2
        if len(hopeful):
            table = dense_rows([rows[at] for at in hopeful], self.dense, linear, hopeful, company)
            mixed[hopeful] += sigmoid(self.trees.log_odds(table)) / 2
        return mixed, kinds

    def calibrated(self, relation: int, probability: float) -> float:
        """The share of candidates with such a probability that annotators marked so."""
        return float(np.interp(probability, self.calibration_from[relation], self.calibration_to[relation]))


def dense_rows(
    rows: list[dict[str, float]], names: tuple[str, ...], linear: Floats, chosen: npt.NDArray[np.int64],
    company: Company,
) -> Floats:
    """The table that the trees read: chosen features, log odds of the linear model, and how they compare in the paper.

    `linear` holds all candidates of the paper, `chosen` the indices of those that `rows` describe.
    """
    table = np.zeros((len(rows), len(names)))
    places = _places(names)
    for at, row in enumerate(rows):
        for name, value in row.items():
            place = places.get(name)
            if place is not None:
                table[at, place] = value
    clipped = np.clip(linear[chosen], 1e-5, 1 - 1e-5)
    lead = linear[chosen] - linear.max(axis=0)
    rank = np.minimum((linear[None, :, :] > linear[chosen][:, None, :]).sum(axis=1), 9)
    total = np.broadcast_to(linear.sum(axis=0), lead.shape)
    listed, beside = np.zeros(lead.shape), np.zeros(lead.shape)
    for at, index in enumerate(chosen):
        in_list, in_sentence = company[index]
        if in_list:
            listed[at] = linear[in_list].mean(axis=0)
        if in_sentence:
            beside[at] = linear[in_sentence].max(axis=0)
    return np.hstack([table, np.log(clipped / (1 - clipped)), lead, rank, total, listed, beside])


@cache
def _places(names: tuple[str, ...]) -> dict[str, int]:
    return {name: at for at, name in enumerate(names)}


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
        trees = trees_of(data)
        weights, kind_weights = data["weights"].astype(np.float64), data["kind_weights"].astype(np.float64)
        return Classifier(
            {name: at for at, name in enumerate(names)}, weights, data["bias"], kind_weights, data["kind_bias"],
            dense, trees, data["thresholds"], data["calibration_from"], data["calibration_to"],
        )
