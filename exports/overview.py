"""What the page shows first: the names that most papers share, and the ties between them that say most."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from math import log2, sqrt

import igraph

from exports.embedded import paper_of
from exports.layout import Point, layout, seeded
from kg.model import Edge, Node
from kg.schema import ENTITY_TYPES

NODES_SHOWN = 180
TIES_PER_NODE = 3
PAPERS_SHOWN_UP_TO = 60
SHARE = {"Method": 44, "Benchmark": 20, "Task": 16, "Model": 7, "ModelFamily": 5, "Metric": 8}  # in a hundred nodes
HIDDEN_TYPES = frozenset({"Result", "Author", "Venue", "Repository"})


@dataclass(frozen=True, slots=True)
class Tie:
    """Two shown nodes that belong together, and how many papers say so."""

    source: str
    target: str
    papers: int


def papers_by_node(nodes: Sequence[Node], edges: Sequence[Edge]) -> dict[str, set[str]]:
    """For each node that is not a paper, the ids of the papers that say something of it."""
    place = {node.id: number for number, node in enumerate(nodes)}
    papers: dict[str, set[str]] = {node.id: set() for node in nodes if node.type != "Paper"}
    for edge in edges:
        paper = paper_of(edge, place)
        for end in (edge.subject, edge.object):
            if paper and end in papers:
                papers[end].add(paper)
    return papers


def overview(
    nodes: Sequence[Node], edges: Sequence[Edge], papers: Mapping[str, set[str]],
) -> tuple[list[Node], list[Tie]]:
    """The nodes to show first, most supported first, and their ties.

    A short list shows its papers, joined to the names that they share. A long one folds them into the ties between
    names: a tie is as strong as the share of their papers that two names have in common.
    """
    introduced = {edge.object for edge in edges if edge.relation == "introduces"}
    shown = telling_nodes(nodes, papers, introduced)
    ids = {node.id for node in shown}
    stated = Counter(tuple(sorted((edge.subject, edge.object))) for edge in edges
                     if edge.subject in ids and edge.object in ids and edge.subject != edge.object)
    if any(node.type == "Paper" for node in shown):
        return shown, [Tie(a, b, count) for (a, b), count in sorted(stated.items())]
    return shown, strongest_ties({node.id: papers[node.id] for node in shown}, stated)


def telling_nodes(nodes: Sequence[Node], papers: Mapping[str, set[str]], introduced: Set[str]) -> list[Node]:
    """Papers, where they are few; then entities by how many papers they have, of equal ones the introduced first.

    The types take turns by their SHARE: of any first few there are enough methods, and some of each other type.
    """
    of_papers = [node for node in nodes if node.type == "Paper"]
    few = of_papers if len(of_papers) <= PAPERS_SHOWN_UP_TO else []
    entities = sorted((node for node in nodes if node.type in ENTITY_TYPES),
                      key=lambda node: (-len(papers[node.id]), node.id not in introduced, node.id))
    seen: Counter[str] = Counter()
    turn: dict[str, float] = {}
    for node in entities:
        turn[node.id] = (seen[node.type] + 0.5) / SHARE[node.type]
        seen[node.type] += 1
    entities.sort(key=lambda node: turn[node.id])  # of equal turns the better supported stays first
    return few + entities[:NODES_SHOWN - len(few)]


def strongest_ties(papers: Mapping[str, set[str]], stated: Mapping[tuple[str, ...], int]) -> list[Tie]:
    """Each node's strongest ties; a pair with an edge of its own counts twice."""
    shared = shared_papers(papers)
    strength = {
        pair: log2(1 + count) * count / sqrt(len(papers[pair[0]]) * len(papers[pair[1]])) * (2 if pair in stated else 1)
        for pair, count in shared.items()
    }
    by_node: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for pair in sorted(strength, key=lambda pair: (-strength[pair], pair)):
        for end in pair:
            by_node[end].append(pair)
    kept = {pair for pairs in by_node.values() for pair in pairs[:TIES_PER_NODE]}
    return [Tie(*pair, shared[pair]) for pair in sorted(kept)]


def communities(shown: Sequence[Node], ties: Sequence[Tie]) -> dict[str, int]:
    """The number of each shown node's community, by Traag, Waltman and van Eck's Leiden method (2019)."""
    number = {node.id: place for place, node in enumerate(shown)}
    graph = igraph.Graph(n=len(shown), edges=[(number[tie.source], number[tie.target]) for tie in ties])
    weights = [log2(1 + tie.papers) for tie in ties]
    with seeded():
        groups = graph.community_leiden("modularity", weights, n_iterations=-1).membership
    return {node.id: group for node, group in zip(shown, groups, strict=True)}


def places(shown: Sequence[Node], ties: Sequence[Tie]) -> dict[str, Point]:
    """Where the shown nodes stand among each other; the page moves communities apart and labels off one another."""
    return layout(shown, [Edge(tie.source, "comparedWith", tie.target) for tie in ties])  # only their ends count


def shared_papers(papers: Mapping[str, Iterable[str]]) -> Counter[tuple[str, str]]:
    """For each two nodes, sorted, how many papers both have."""
    names: dict[str, list[str]] = defaultdict(list)
    for name in sorted(papers):
        for paper in papers[name]:
            names[paper].append(name)
    return Counter(pair for together in names.values() for pair in combinations(together, 2))
