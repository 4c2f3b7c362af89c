"""A name and the words that say what it is are one thing: "TallBench, a broad benchmark" introduces one benchmark."""

import re
from collections.abc import Iterator

from kg.extract.candidates import Candidate
from kg.extract.reading import Reading

_BEHIND = re.compile(
    r"[\s,:)\]—–\"”’-]*(?:(?:which|that)\s)?(?:is\s|as\s)?(?:an?|the|our)\s(?:[\w-]+\s){0,3}", re.IGNORECASE)
_BEFORE = re.compile(
    r"[\s,:(\[—–\"“‘-]*(?:(?:that|which) we (?:call|name|term)|called|named|termed|dubbed|namely|i\.e\.)?[\s,\"“‘(]*")


def same_thing(text: Reading, introduced: list[Candidate]) -> Iterator[tuple[Candidate, Candidate]]:
    """(named, described) for each described candidate that stands beside the name of another, as what that is."""
    named = [candidate for candidate in introduced if not _is_described(text, candidate)]
    for described in introduced:
        if _is_described(text, described):
            for candidate in named:
                if any(_beside(text, a, b) for a in candidate.spans for b in described.spans):
                    yield candidate, described
                    break


def _is_described(text: Reading, candidate: Candidate) -> bool:
    """Whether a candidate is a phrase of plain words, not a name."""
    if candidate.short:
        return False
    name = candidate.name(text)
    return " " in name and not any(
        sum(sign.isupper() for sign in word) > 1 or (word[:1].isupper() and number > 0)
        for number, word in enumerate(name.split()) if word not in ("LLM", "AI", "3D", "2D", "ML", "RL", "GPU")
    )


def _beside(text: Reading, name: tuple[int, int], phrase: tuple[int, int]) -> bool:
    if name[1] <= phrase[0] <= name[1] + 8:
        between = text.text[text.words[name[1] - 1][1]:text.words[phrase[0]][0]]
        return _BEHIND.fullmatch(between) is not None
    if phrase[1] <= name[0] <= phrase[1] + 6:
        between = text.text[text.words[phrase[1] - 1][1]:text.words[name[0]][0]]
        return _BEFORE.fullmatch(between) is not None
    return False
