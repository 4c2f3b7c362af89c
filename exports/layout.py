"""Where nodes stand, how large they are and in which colour: the same in every picture of a graph."""

import gc
import math
import random
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, NamedTuple

import igraph
import numpy as np
from numpy.typing import NDArray

from kg.model import Edge, Node

Point = tuple[float, float]
Points = NDArray[np.float64]

# Okabe and Ito's palette (2008) with Tol's dark tones beside it: told apart with every common colour blindness.
TYPE_COLOURS: Mapping[str, str] = MappingProxyType({
    "Paper": "#b8b8b8",
    "Method": "#d55e00",
    "Benchmark": "#0072b2",
    "Model": "#009e73",
    "ModelFamily": "#004d3b",
    "Task": "#cc79a7",
    "Metric": "#e69f00",
    "Result": "#f0e442",
    "Author": "#56b4e9",
    "Venue": "#332288",
    "Repository": "#661100",
})

_RGB = {kind: (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:], 16))
        for kind, colour in TYPE_COLOURS.items()}
SPACING = 50.0  # each node has about the square of it, in pixels of the page and units of Gephi
LARGE = 300  # nodes; a part this large is drawn by its communities
HUB = 50  # neighbours; a node with more, such as the venue of all papers, pulls each of them less
ROUNDS, STEPS = 5, 10  # how often forces act on a large part, and for how many steps at a time
VAST, FEW_ROUNDS = 10_000, 2  # nodes; of a part this large only communities can be seen, so fewer rounds will do
INSIDE = 4  # how much more an edge pulls inside a community


class Mark(NamedTuple):
    """How a node is drawn: the place of its middle, its diameter, its colour."""

    x: float
    y: float
    size: float
    colour: str
    rgb: tuple[int, int, int]


def size(node: Node, degree: int, count: int = 1) -> float:
    """The diameter of a node among so many: it grows with the square root of its degree; what a result says is small.

    In a large picture the nodes of many neighbours are larger still, so that they can be seen in it.
    """
    if node.type == "Result":
        return 5.0
    scale = 1 + max(0.0, math.log10(count / LARGE))
    return round(min(8.0 + 2.5 * scale * math.sqrt(degree), 80.0 * scale), 1)


def marks(nodes: Iterable[Node], count: int, ends: "array[int]") -> Iterator[tuple[Node, Mark]]:
    """Each node with its mark; `ends` are the numbers of both ends of each edge, in the order of the nodes."""
    points = placed(count, ends)
    degree = np.bincount(np.array(ends, np.int64), minlength=count).tolist()
    for node, (x, y), neighbours in zip(nodes, points, degree, strict=True):
        yield node, Mark(x, y, size(node, neighbours, count), TYPE_COLOURS[node.type], _RGB[node.type])


def unmarked(nodes: Iterable[Node], count: int, ends: "array[int]") -> Iterator[tuple[Node, Mark]]:
    """Each node with an empty mark, for formats without a picture."""
    nothing = Mark(0.0, 0.0, 0.0, "", (0, 0, 0))
    return ((node, nothing) for node in nodes)


def degrees(edges: Iterable[Edge]) -> Counter[str]:
    """How many (relation, neighbour) pairs each node id has; a claim of several papers counts once."""
    claims = {(edge.subject, edge.relation, edge.object) for edge in edges}
    return Counter(end for subject, _, obj in claims for end in (subject, obj))


def layout(nodes: Sequence[Node], edges: Iterable[Edge]) -> dict[str, Point]:
    """Node id to (x, y), around (0, 0): connected parts drawn by forces, the largest in the middle.

    The same for the same nodes and edges, in whatever order they come. Edges to unknown nodes are left out.
    """
    ids = sorted({node.id for node in nodes})
    number = {node_id: index for index, node_id in enumerate(ids)}
    ends = array("i")
    for edge in edges:
        if edge.subject in number and edge.object in number:
            ends.extend((number[edge.subject], number[edge.object]))
    return dict(zip(ids, placed(len(ids), ends), strict=True))


def placed(count: int, ends: "array[int]") -> list[Point]:
    """As `layout`, for nodes given by their numbers; `ends` holds the two ends of each edge, one after another."""
    pairs = np.sort(np.array(ends, np.int64).reshape(-1, 2), axis=1)
    codes = np.unique(pairs[:, 0] * max(count, 1) + pairs[:, 1])
    graph = igraph.Graph(n=count, edges=np.stack(np.divmod(codes, max(count, 1)), axis=1).astype(np.int32))
    membership = np.array(igraph.GraphBase.connected_components(graph), np.int64)
    parts = np.split(np.argsort(membership, kind="stable"), np.bincount(membership).cumsum()[:-1])
    with seeded(), _uncollected():
        drawn = [(part, _drawn(graph if len(parts) == 1 else graph.induced_subgraph(part.tolist())))
                 for part in parts if len(part)]
        return _pack(drawn, count)


@contextmanager
def seeded() -> Iterator[None]:
    """Give igraph random numbers that are the same each time, then its usual ones again."""
    igraph.set_random_number_generator(random.Random(1))
    try:
        yield
    finally:
        igraph.set_random_number_generator(random)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep Python from looking for cycles: igraph's many short lists would set off a search of the whole memory."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _drawn(graph: igraph.Graph) -> Points:
    """The points of one connected part around (0, 0), about one node a SPACING square."""
    if graph.vcount() < 3:
        return np.array([(SPACING * (index - (graph.vcount() - 1) / 2), 0.0) for index in range(graph.vcount())])
    if graph.vcount() < LARGE:
        return _centred(_by_forces(graph, niter=500))
    return _drawn_by_groups(graph) * SPACING


def _drawn_by_groups(graph: igraph.Graph) -> Points:
    """The points of a large part, communities beside one another, about one node a unit square.

    Forces act between near nodes only, and pull a large part into one clump, in which they are slow to compute; so
    they act for a few steps at a time, and between these the points are spread evenly again.
    """
    ends = np.array(graph.get_edgelist(), np.int64)
    pulls = np.minimum(1.0, HUB / np.array(graph.degree())[ends].max(axis=1))
    group = np.array(graph.community_leiden("modularity", weights=pulls.tolist(), n_iterations=1).membership)
    points = _filled(_groups_apart(group, group[ends], pulls))
    pulls = np.where(group[ends[:, 0]] == group[ends[:, 1]], INSIDE * pulls, pulls)
    weights = (0.1 * pulls / pulls.mean()).tolist()
    for number in range(1, (ROUNDS if len(points) < VAST else FEW_ROUNDS) + 1):
        points = _filled(_by_forces(graph, weights=weights, seed=points.tolist(), niter=STEPS, grid=True,
                                    start_temp=math.sqrt(len(points)) / 10 / number))
    return points


def _groups_apart(group: NDArray[np.int64], ends: NDArray[np.int64], pulls: NDArray[np.float64]) -> Points:
    """First points: each node near the middle of its group, groups placed by the edges between them."""
    count = int(group.max()) + 1
    between = ends[:, 0] != ends[:, 1]
    pairs = np.sort(ends[between], axis=1)
    codes, which = np.unique(pairs[:, 0] * count + pairs[:, 1], return_inverse=True)
    coarse = igraph.Graph(n=count, edges=np.stack(np.divmod(codes, count), axis=1).astype(np.int32))
    middles = _by_forces(coarse, weights=np.bincount(which, pulls[between]).tolist(), niter=500)
    points: Points = middles[group] + np.random.default_rng(2).uniform(-1, 1, (len(group), 2))
    return points


def _by_forces(graph: igraph.Graph, **options: Any) -> Points:
    """Fruchterman and Reingold's layout, as numbers without igraph's own wrapping of each point."""
    return np.array(igraph.GraphBase.layout_fruchterman_reingold(graph, **options))


def _centred(points: Points) -> Points:
    """The points around their middle, at a scale that gives each its SPACING square."""
    centred = points - points.mean(axis=0)
    mean = float(np.hypot(*centred.T).mean())
    # a disc's mean radius is 2/3 of its radius
    scaled: Points = centred * (SPACING * math.sqrt(len(points) / math.pi) / (mean * 1.5 or 1.0))
    return scaled


def _filled(points: Points) -> Points:
    """The points around their middle, moved along their radius until they fill a disc evenly, one a unit square."""
    centred = points - points.mean(axis=0)
    radius = np.hypot(*centred.T)
    rank = np.empty(len(points))
    rank[np.argsort(radius, kind="stable")] = np.arange(len(points))
    stretch = np.sqrt((rank + 0.5) / math.pi) / np.where(radius > 0, radius, 1.0)
    filled: Points = centred * stretch[:, None]
    return filled


def _pack(parts: Sequence[tuple[NDArray[np.int64], Points]], count: int) -> list[Point]:
    """Every part's points moved to a place of its own: the largest in the middle, the others close around it."""
    rim = [0.0] * max(8, round(2.7 * math.sqrt(count)))  # how far out each sector of the circle is taken
    places = np.zeros((count, 2))
    for part, points in sorted(parts, key=lambda item: (-len(item[0]), int(item[0][0]))):
        places[part] = points + _free_place(rim, float(np.hypot(*points.T).max()) + SPACING / 2)
    # + 0.0: no minus before a zero
    return [(x, y) for x, y in (places.round(1) + 0.0).tolist()]


def _free_place(rim: list[float], radius: float) -> Point:
    """The middle of the nearest free place for a disc, which it takes from `rim`."""
    if not any(rim):
        rim[:] = [radius] * len(rim)
        return 0.0, 0.0
    first = rim.index(min(rim))
    width = math.ceil(2 * math.asin(radius / (rim[first] + radius)) * len(rim) / math.tau)
    taken = [(first + step) % len(rim) for step in range(width)]
    distance = max(rim[sector] for sector in taken) + radius
    for sector in taken:
        rim[sector] = distance + radius
    angle = (first + width / 2) * math.tau / len(rim)
    return distance * math.cos(angle), distance * math.sin(angle)
