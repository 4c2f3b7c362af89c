"""Names that must never be one thing, whatever any rule says: read from `data/cannot_link.tsv`."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files

from kg.text import normal_form


@lru_cache(maxsize=1)
def kept_apart() -> Mapping[str, frozenset[str]]:
    """Normal form of a name -> normal forms of the names that it must never be merged with."""
    text = files("kg.data").joinpath("cannot_link.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:] if line.strip() and not line.startswith("#")]
    found: dict[str, set[str]] = {}
    for row in rows:
        one, other = map(normal_form, row[:2])
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {name: frozenset(others) for name, others in found.items()}


def must_part(label: str, others: Iterable[str]) -> bool:
    """Whether a label must not be merged with one of the others.

    >>> must_part("GRPO", ["Proximal Policy Optimization", "PPO"]), must_part("GRPO", ["grpo"])
    (True, False)
    """
    return not kept_apart().get(normal_form(label), frozenset()).isdisjoint(map(normal_form, others))
