"""Linear-chain CRFs as CRFsuite wrote them, read and decoded many texts at a time."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
_FEATURE = np.dtype([("type", "<u4"), ("source", "<u4"), ("label", "<u4"), ("weight", "<f8")])
_STATE, _TRANSITION = 0, 1
_IMPOSSIBLE = -1e4
_ROOM = 20_000  # words
_STEPS_OF_SCALE = 8  # so many products of potentials stay within what a float holds


@dataclass(frozen=True, eq=False, slots=True)
class Crfs:
    """Several CRFs over the same attributes; each has the labels 0 … n of its own, and all are padded to one number.

    `vocabulary` maps an attribute to its row of `weights` (attributes, CRFs * labels), whose last row is zeros.
    `transitions`, shape (CRFs, labels, labels), are weights from label to label. `missing` is 0 for a label, and a
    weight that rules it out for what only fills up.
    """

    labels: tuple[tuple[str, ...], ...]
    vocabulary: Mapping[str, int]
    weights: Floats
    transitions: Floats
    missing: Floats

    def decoded(self, scores: Sequence[Floats]) -> Iterator[list[tuple[list[str], Floats]]]:
        """For each text, for each CRF: the labels of its best path, and the probability of "O" at each place.

        `scores` holds for each text, none empty, the summed weights of its attributes, shape (places, CRFs * labels).
        """
        for alike in _in_room(scores):
            yield from self._decoded(alike)

    def _decoded(self, scores: Sequence[Floats]) -> Iterator[list[tuple[list[str], Floats]]]:
        lengths = np.array([len(one) for one in scores])
        forward, backward = self._aligned(scores, lengths)
        outside = self._outside(forward, backward, lengths)
        paths = self._best_paths(forward, lengths)
        for text, length in enumerate(lengths):
            yield [([names[label] for label in paths[:length, crf, text].tolist()], outside[:length, crf, text])
                   for crf, names in enumerate(self.labels)]

    def _aligned(self, scores: Sequence[Floats], lengths: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """The scores from the first place on and from the last place back, shape (places, CRFs, labels, texts)."""
        crfs, labels, _ = self.transitions.shape
        together = max(2, len(scores))  # the sums of one alone would differ in their last bits
        forward = np.zeros((lengths.max(), crfs * labels, together))
        backward = np.zeros(forward.shape)
        for at, (one, length) in enumerate(zip(scores, lengths, strict=True)):
            one = one + self.missing
            forward[:length, :, at], backward[:length, :, at] = one, one[::-1]
        shape = (len(forward), crfs, labels, -1)
        return forward.reshape(shape), backward.reshape(shape)

    def _outside(self, forward: Floats, backward: Floats, lengths: npt.NDArray[np.int64]) -> Floats:
        """The probability of "O", shape (places, CRFs, texts), by the sums over all paths to and from each place."""
        crfs = len(self.labels)
        potentials = np.concatenate([forward, backward], axis=1)
        potentials = np.exp(potentials - potentials.max(axis=2, keepdims=True))
        steps = np.exp(np.concatenate([self.transitions.transpose(0, 2, 1), self.transitions]))
        sums = np.ones(potentials.shape)
        for at in range(1, len(sums)):
            np.einsum("cij,cjt->cit", steps, sums[at - 1] * potentials[at - 1], out=sums[at])
            if at % _STEPS_OF_SCALE == 0:
                sums[at] /= sums[at].sum(axis=1, keepdims=True)
        to, back = sums[:, :crfs] * potentials[:, :crfs], sums[:, crfs:]
        for text, length in enumerate(lengths):
            to[:length, :, :, text] *= back[length - 1::-1, :, :, text]
        own = np.stack([to[:, crf, names.index("O")] for crf, names in enumerate(self.labels)], axis=1)
        outside: Floats = own / to.sum(axis=2)
        return outside

    def _best_paths(self, scores: Floats, lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The labels of the best path (Viterbi), shape (places, CRFs, texts)."""
        best = np.empty(scores.shape)
        best[0] = scores[0]
        steps = np.ascontiguousarray(self.transitions.transpose(1, 0, 2))[..., None]
        for at in range(1, len(scores)):
            reached = best[at - 1].transpose(1, 0, 2)[:, :, None, :] + steps
            np.add(reached.max(axis=0), scores[at], out=best[at])
        paths = np.empty((len(scores), scores.shape[1], scores.shape[3]), np.int64)
        crfs = np.arange(scores.shape[1])[:, None]
        label = best[-1].argmax(axis=1)
        paths[-1] = label
        to = self.transitions.transpose(0, 2, 1)
        for at in range(len(scores) - 2, -1, -1):
            ending = lengths == at + 1
            came = (best[at] + to[crfs, label].transpose(0, 2, 1)).argmax(axis=1)
            label = np.where(ending, best[at].argmax(axis=1), came)
            paths[at] = label
        return paths


def _in_room(scores: Sequence[Floats]) -> Iterator[Sequence[Floats]]:
    """The texts in order, in runs that need little room when all are filled up to the longest."""
    first = longest = 0
    for at, one in enumerate(scores):
        longest = max(longest, len(one))
        if at > first and longest * (at + 1 - first) > _ROOM:
            yield scores[first:at]
            first, longest = at, len(one)
    if len(scores):
        yield scores[first:]


def crfs_of(models: Sequence[bytes]) -> Crfs:
    """The CRFs in files of CRFsuite, the labels of the shorter ones filled up with impossible ones."""
    labels = [tuple(_names(model, 32)) for model in models]
    names = [_names(model, 36) for model in models]
    vocabulary = {name: at for at, name in enumerate(dict.fromkeys(chain(*names)))}
    most = max(map(len, labels))
    weights = np.zeros((len(vocabulary) + 1, len(models), most))
    transitions = np.zeros((len(models), most, most))
    missing = np.zeros((len(models), most))
    for crf, model in enumerate(models):
        features = _features(model)
        missing[crf, len(labels[crf]):] = _IMPOSSIBLE
        moves, states = features[features["type"] == _TRANSITION], features[features["type"] == _STATE]
        transitions[crf, moves["source"], moves["label"]] = moves["weight"]
        rows = np.array([vocabulary[name] for name in names[crf]])
        weights[rows[states["source"]], crf, states["label"]] = states["weight"]
    return Crfs(tuple(labels), vocabulary, weights.reshape(len(weights), -1), transitions, missing.ravel())


def _features(model: bytes) -> npt.NDArray[np.void]:
    (start,) = struct.unpack_from("<I", model, 28)
    size, _ = struct.unpack_from("<II", model, start + 4)
    return np.frombuffer(model, _FEATURE, (size - 12) // _FEATURE.itemsize, start + 12)


def _names(model: bytes, pointer: int) -> list[str]:
    """The strings of the table whose place stands at `pointer`, in the order of their numbers."""
    (start,) = struct.unpack_from("<I", model, pointer)
    count, places = struct.unpack_from("<II", model, start + 16)
    names = []
    for place in struct.unpack_from(f"<{count}I", model, start + places):
        (length,) = struct.unpack_from("<I", model, start + place + 4)
        names.append(model[start + place + 8:start + place + 7 + length].decode())
    return names
