"""Whether a number is a reported finding: a logistic regression over the words around it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class NumberClassifier:
    """`vocabulary` maps a feature to its place in `weights`."""

    vocabulary: Mapping[str, int]
    weights: Floats
    bias: float

    def log_odds(self, rows: list[list[str]]) -> Floats:
        """Log odds of each number being reported, from its features."""
        known = [sorted({self.vocabulary[name] for name in row if name in self.vocabulary}) for row in rows]
        return np.array([self.bias + float(self.weights[places].sum()) for places in known])


@cache
def load_number_classifier() -> NumberClassifier:
    """The shipped classifier of numbers."""
    with as_file(files("kg.data").joinpath("results.npz")) as path, np.load(path) as data:
        names = bytes(data["vocabulary"]).decode().split("\0")
        weights = data["weights"].astype(np.float64)
        return NumberClassifier({name: at for at, name in enumerate(names)}, weights, float(data["bias"]))
