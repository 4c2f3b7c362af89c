"""What follows from a paper's claims for the things that it introduces: on what they were evaluated, and so on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kg.model import Edge
from kg.schema import NODE_TYPES, RELATIONS

# claim of the paper -> what it says of each method or model that the paper introduces
_FOLLOWS = {"evaluatesOn": "evaluatedOn", "usesModel": "appliedTo", "addresses": "usedFor", "uses": "buildsOn",
            "comparesWith": "comparedWith"}
_TYPES = {name.lower(): name for name in NODE_TYPES}


def derived_edges(
    claims: Iterable[Edge], gains: Iterable[tuple[str, Edge]], named_at: Mapping[str, Sequence[int]]
) -> Iterator[Edge]:
    """Edges from what a paper introduces to what it evaluates on, uses, addresses and compares with.

    Of several things that a paper introduces a claim is about those that its sentence names, else about the chief one,
    the surest; `named_at` says where in the text each is named.
    `claims` are the paper's own edges. It outperforms what a comparison says it does, and the baseline of a reported
    gain; `gains` are those, each with the id of the method that gained, or empty where the words leave it to be the one
    thing that the paper introduces. Each edge quotes the claim that it follows from, and is as sure as the less sure of
    the two.
    """
    claims = list(claims)
    introduced = [edge for edge in claims if edge.relation == "introduces"]
    gained = [(method, edge) for method, edge in gains if method or len(introduced) == 1]
    chief = min(introduced, key=lambda edge: (-edge.score, edge.mention_start, edge.object), default=None)
    for claim in claims:
        named = [own for own in introduced if any(claim.start <= at < claim.end for at in named_at.get(own.object, ()))]
        for own in named or ([chief] if chief else []):
            if claim.relation in _FOLLOWS:
                yield from _derived(own, claim, _FOLLOWS[claim.relation])
            if claim.relation == "comparesWith" and "outperform" in claim.by:
                yield from _derived(own, claim, "outperforms")
    for own in introduced:
        for method, claim in gained:
            if method in ("", own.object):
                yield from _derived(own, claim, "outperforms")


def _derived(own: Edge, claim: Edge, relation: str) -> Iterator[Edge]:
    subjects, objects = RELATIONS[relation]
    if own.object != claim.object and _type(own.object) in subjects and _type(claim.object) in objects:
        yield replace(claim, subject=own.object, relation=relation, score=min(own.score, claim.score), by="derived")


def _type(node: str) -> str:
    return _TYPES[node.partition("/")[0]]
