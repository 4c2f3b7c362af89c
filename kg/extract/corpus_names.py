"""What unannotated abstracts show of a name: how many papers have it, what stands around it, what it tends to be."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import as_file, files

import numpy as np
import numpy.typing as npt

from kg.extract.cues import RELATION_KEYS, Feature, Known

SCALE = 200
SIGNS: Mapping[str, tuple[str, ...]] = {
    "for": ("L1=for",), "on": ("L1=on", "L1=across"), "with": ("L1=with", "L1=via", "L1=using", "L1=by", "L1=through"),
    "in": ("L1=in",), "of": ("L1=of",), "than": ("L1=than", "L1=over", "L1=outperforms", "L1=outperforming"),
    "a": ("L1=a", "L1=an"), "our": ("L1=our",), "task behind": ("R1=task", "R1=tasks", "R1=problems", "R1=problem"),
    "benchmark behind": ("R1=benchmark", "R1=benchmarks", "R1=dataset", "R1=datasets", "R1=data"),
    "method behind": ("R1=method", "R1=methods", "R1=algorithm", "R1=algorithms", "R1=approach", "R1=approaches",
                      "R1=framework", "R1=techniques"),
    "model behind": ("R1=model", "R1=models"), "hyphen behind": ("R1=-",), "based behind": ("R12=- based",),
    "propose": ("cue<proposenear",), "outperform": ("cue<outperformnear",), "compare": ("cue<comparenear",),
    "evaluate": ("cue<evaluatenear",), "achieve": ("cue<achievenear",), "such as": ("cue<such asnear",),
    "use": ("cue<usenear",), "study": ("cue<studynear",), "limit": ("cue<limit",), "number": ("cue>numbernear",),
    "coordinated": ("coordinated",), "title": ("in title",), "opening": ("part=opening",),
    "late": ("part=late", "part=last"),
    "lower": ("lower",), "acronym": ("acronym",), "coined": ("coined look",), "often": ("n often",),
}
COLUMNS = (*(f"corpus is {key}" for key in RELATION_KEYS), *(f"corpus {sign}" for sign in SIGNS))


@cache
def _table() -> tuple[dict[str, int], npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    with as_file(files("kg.data").joinpath("corpus_names.npz")) as path, np.load(path) as data:
        keys = bytes(data["keys"]).decode().split("\n")
        return {key: at for at, key in enumerate(keys)}, data["shares"], np.log10(data["papers"].astype(np.float32))


def corpus_features(keys: Iterable[str], known: Known) -> dict[Feature, float]:
    """What the abstracts show of the most frequent of a candidate's keys; `corpus unknown` where they have none."""
    index, _, papers = _table()
    rows = [index[key] for key in keys if key in index]
    return _shown(max(rows, key=lambda at: (papers[at], at)) if rows else None, known)


@lru_cache(maxsize=20_000)
def _shown(row: int | None, known: Known) -> dict[Feature, float]:
    """The features of one row of the table; not to be changed by who asks."""
    found = {"corpus unknown": 1.0}
    if row is not None:
        _, shares, papers = _table()
        found = {name: share / SCALE for name, share in zip(COLUMNS, shares[row].tolist(), strict=True) if share}
        found["corpus papers"] = float(papers[row])
    return {feature: value for name, value in found.items() if (feature := known.get(name)) is not None}
