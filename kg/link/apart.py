"""Names that must never be one thing, whatever any rule says: `data/cannot_link.tsv`, and a user's own pairs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from kg.text import normal_form

FILE_NAME = "cannot_link.tsv"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names that are kept apart, why, and the file and line that say so."""

    one: str
    other: str
    why: str
    where: str


Apart = Mapping[str, Mapping[str, Pair]]


@lru_cache(maxsize=1)
def shipped_pairs() -> tuple[Pair, ...]:
    """The rows of `data/cannot_link.tsv`."""
    lines = files("kg.data").joinpath(FILE_NAME).read_text("utf-8").splitlines()
    rows = ((number, line.split("\t")) for number, line in enumerate(lines[1:], start=2)
            if line.strip() and not line.startswith("#"))
    return tuple(Pair(row[0], row[1], row[2], f"{FILE_NAME}:{number}") for number, row in rows)


@lru_cache(maxsize=4)
def kept_apart(more: tuple[Pair, ...] = ()) -> Apart:
    """Normal form of a name -> normal forms of the names that it must never be merged with, and who says so."""
    found: dict[str, dict[str, Pair]] = {}
    for pair in (*shipped_pairs(), *more):
        one, other = normal_form(pair.one), normal_form(pair.other)
        found.setdefault(one, {}).setdefault(other, pair)
        found.setdefault(other, {}).setdefault(one, pair)
    return found


def parting(names: Iterable[str], others: Iterable[str], apart: Apart | None = None) -> Pair | None:
    """The pair that keeps one of the names apart from one of the others; None where they may be one thing."""
    table = kept_apart() if apart is None else apart
    theirs = set(map(normal_form, others))
    for name in names:
        kept = table.get(normal_form(name), {})
        if both := sorted(theirs & kept.keys()):
            return kept[both[0]]
    return None


def must_part(label: str, others: Iterable[str], apart: Apart | None = None) -> bool:
    """Whether a label must not be merged with one of the others.

    >>> must_part("GRPO", ["Proximal Policy Optimization", "PPO"]), must_part("GRPO", ["grpo"])
    (True, False)
    """
    table = kept_apart() if apart is None else apart
    kept = table.get(normal_form(label))
    return kept is not None and not kept.keys().isdisjoint(map(normal_form, others))
