"""Where nodes stand, how large they are and in which colour: the same in every picture of a graph."""

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType

import igraph

from kg.model import Edge, Node

Point = tuple[float, float]

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

SPACING = 50.0  # each node has about the square of it, in pixels of the page and units of Gephi
LARGE = 300  # nodes; a part this large is drawn by its communities
HUB = 50  # neighbours; a node with more, such as the venue of all papers, pulls each of them less
INSIDE = 4  # how much more an edge pulls inside a community


def size(node: Node, degree: int) -> float:
    """The diameter of a node: it grows with the square root of its degree; what a result says is small."""
    if node.type == "Result":
        return 5.0
    return round(min(8.0 + 2.5 * math.sqrt(degree), 80.0), 1)


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
    pairs = sorted({tuple(sorted((number[edge.subject], number[edge.object]))) for edge in edges
                    if edge.subject in number and edge.object in number})
    graph = igraph.Graph(n=len(ids), edges=pairs)
    with _seeded():
        points = _pack([(part, _drawn(graph.induced_subgraph(part))) for part in graph.connected_components()])
    return {ids[index]: points[index] for index in range(len(ids))}


@contextmanager
def _seeded() -> Iterator[None]:
    """Give igraph random numbers that are the same each time, then its usual ones again."""
    igraph.set_random_number_generator(random.Random(1))
    try:
        yield
    finally:
        igraph.set_random_number_generator(random)


def _drawn(graph: igraph.Graph) -> list[Point]:
    """The points of one connected part around (0, 0), about one node a SPACING square."""
    if graph.vcount() < 3:
        return [(SPACING * (index - (graph.vcount() - 1) / 2), 0.0) for index in range(graph.vcount())]
    if graph.vcount() < LARGE:
        return _centred(graph.layout_fruchterman_reingold(niter=500))
    return [(x * SPACING, y * SPACING) for x, y in _drawn_by_groups(graph)]


def _drawn_by_groups(graph: igraph.Graph) -> list[Point]:
    """The points of a large part, communities beside one another, about one node a unit square.

    Forces act between near nodes only, and pull a large part into one clump, in which they are slow to compute; so
    they act for a few steps at a time, and between these the points are spread evenly again.
    """
    degree = graph.degree()
    graph.es["pull"] = [min(1.0, HUB / max(degree[one], degree[other])) for one, other in graph.get_edgelist()]
    group = graph.community_multilevel(weights="pull").membership
    pulls = [edge["pull"] * (INSIDE if group[edge.source] == group[edge.target] else 1) for edge in graph.es]
    usual = sum(pulls) / len(pulls)
    points = _filled(_groups_apart(graph, group))
    for number in range(1, 6):
        points = _filled(graph.layout_fruchterman_reingold(
            weights=[0.1 * pull / usual for pull in pulls], seed=points, niter=10, grid=True,
            start_temp=math.sqrt(len(points)) / 10 / number))
    return points


def _groups_apart(graph: igraph.Graph, group: list[int]) -> list[Point]:
    """First points: each node near the middle of its group, groups placed by the edges between them."""
    coarse = graph.copy()
    coarse.contract_vertices(group)
    coarse.simplify(combine_edges="sum")
    middles = coarse.layout_fruchterman_reingold(weights="pull", niter=500)
    within = random.Random(2)
    return [(middles[number][0] + within.uniform(-1, 1), middles[number][1] + within.uniform(-1, 1))
            for number in group]


def _centred(points: Iterable[Sequence[float]]) -> list[Point]:
    """The points around their middle, at a scale that gives each its SPACING square."""
    xs, ys = zip(*points, strict=True)
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    mean = sum(math.hypot(x - middle_x, y - middle_y) for x, y in zip(xs, ys, strict=True)) / len(xs)
    scale = SPACING * math.sqrt(len(xs) / math.pi) / (mean * 1.5 or 1.0)  # a disc's mean radius is 2/3 of its radius
    return [((x - middle_x) * scale, (y - middle_y) * scale) for x, y in zip(xs, ys, strict=True)]


def _filled(points: Iterable[Sequence[float]]) -> list[Point]:
    """The points around their middle, moved along their radius until they fill a disc evenly, one a unit square."""
    filled = _centred(points)
    order = sorted(range(len(filled)), key=lambda index: (math.hypot(*filled[index]), index))
    for rank, index in enumerate(order):
        x, y = filled[index]
        stretch = math.sqrt((rank + 0.5) / math.pi) / (math.hypot(x, y) or 1.0)
        filled[index] = (x * stretch, y * stretch)
    return filled


def _pack(parts: list[tuple[list[int], list[Point]]]) -> dict[int, Point]:
    """Every part's points moved to a place of its own: the largest in the middle, the others close around it."""
    count = sum(len(part) for part, _ in parts)
    rim = [0.0] * max(8, round(2.7 * math.sqrt(count)))  # how far out each sector of the circle is taken
    places: dict[int, Point] = {}
    for part, points in sorted(parts, key=lambda item: (-len(item[0]), item[0])):
        centre_x, centre_y = _free_place(rim, max(math.hypot(x, y) for x, y in points) + SPACING / 2)
        for index, (x, y) in zip(part, points, strict=True):
            places[index] = (round(centre_x + x, 1), round(centre_y + y, 1))
    return places


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
