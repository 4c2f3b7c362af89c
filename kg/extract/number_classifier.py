"""Whether a number is a reported finding, and of what kind: six logistic regressions over the words around it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class NumberClassifier:
    """`vocabulary` maps a feature to its row of `weights`; columns are *reported*, then the kinds of results."""

    vocabulary: Mapping[str, int]
    weights: Floats
    bias: Floats

    def log_odds(self, rows: list[list[str]]) -> Floats:
        """Log odds of each number being reported and of each kind, shape (numbers, 1 + kinds)."""
        found = np.tile(self.bias, (len(rows), 1))
        for at, row in enumerate(rows):
            known = sorted({self.vocabulary[name] for name in row if name in self.vocabulary})
            if known:
                found[at] += self.weights[known].sum(axis=0)
        return found


@cache
def load_number_classifier() -> NumberClassifier:
    """The shipped classifier of numbers."""
    with as_file(files("kg.data").joinpath("results.npz")) as path, np.load(path) as data:
        names = bytes(data["vocabulary"]).decode().split("\0")
        weights = data["weights"].astype(np.float64)
        return NumberClassifier({name: at for at, name in enumerate(names)}, weights, data["bias"])
