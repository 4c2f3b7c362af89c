"""What each candidate is to its paper, and how sure that is: logistic regression and boosted trees, averaged."""

from collections.abc import Mapping
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
    """Boosted trees of all relations as flat arrays: node -> feature, threshold, children, value; leaves are their own child."""

    feature: npt.NDArray[np.int32]
    threshold: Floats
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    value: Floats
    roots: npt.NDArray[np.int32]
    relation: npt.NDArray[np.int32]
    depth: int

    def log_odds(self, rows: Floats) -> Floats:
        """Summed leaf values, shape (rows, relations)."""
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        line = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            at = np.where(rows[line, self.feature[at]] <= self.threshold[at], self.left[at], self.right[at])
        summed = np.zeros((len(rows), len(RELATION_KEYS)))
        values = self.value[at]
        for relation in range(len(RELATION_KEYS)):
            summed[:, relation] = values[:, self.relation == relation].sum(axis=1)
        return summed


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
        hopeful = np.flatnonzero(linear.max(axis=1) >= CANDIDATE_FLOOR) if len(rows) else []
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
        trees = Trees(
            data["feature"].astype(np.int32), data["threshold"].astype(np.float64), data["left"].astype(np.int32),
            data["right"].astype(np.int32), data["value"].astype(np.float64), data["roots"].astype(np.int32),
            data["relation"].astype(np.int32), int(data["depth"]),
        )
        weights, kind_weights = data["weights"].astype(np.float64), data["kind_weights"].astype(np.float64)
        return Classifier(
            {name: at for at, name in enumerate(names)}, weights, data["bias"], kind_weights, data["kind_bias"],
            dense, trees, data["thresholds"], data["calibration_from"], data["calibration_to"],
        )
