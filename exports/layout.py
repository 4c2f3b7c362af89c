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
    "Paper": "#999999",
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

SPACING = 60.0  # about one node's share of the side of the picture, in pixels of the page and units of Gephi


def size(node: Node, degree: int) -> float:
    """The diameter of a node: it grows with the square root of its degree; what a result says is small."""
    if node.type == "Result":
        return 4.0
    return round(min(6.0 + 2.0 * math.sqrt(degree), 80.0), 1)


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
                    if edge.subject != edge.object and edge.subject in number and edge.object in number})
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
    """The points of one connected part, communities first and then the nodes within them, one node a SPACING square."""
    if graph.vcount() < 3:
        return [(SPACING * index, 0.0) for index in range(graph.vcount())]
    start = _communities_apart(graph) if graph.vcount() > 200 else None
    drawn = graph.layout_fruchterman_reingold(seed=start, niter=300 if start is None else 150,
                                              grid=graph.vcount() > 1000)
    return _scaled([(x, y) for x, y in drawn])


def _communities_apart(graph: igraph.Graph) -> list[Point]:
    """First points: each node near the middle of its community, communities placed by the edges between them."""
    member = graph.community_multilevel().membership
    coarse = graph.copy()
    coarse.es["weight"] = 1
    coarse.contract_vertices(member)
    coarse.simplify(combine_edges="sum")
    middles = coarse.layout_fruchterman_reingold(weights="weight", niter=500)
    spread = math.sqrt(graph.vcount())
    within = random.Random(2)
    return [(middles[group][0] * spread / 4 + within.uniform(-1, 1) * spread / 8,
             middles[group][1] * spread / 4 + within.uniform(-1, 1) * spread / 8) for group in member]


def _scaled(points: list[Point]) -> list[Point]:
    """The points around their middle, at a scale that gives each its SPACING square on average."""
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    distances = sorted(math.hypot(x - middle_x, y - middle_y) for x, y in points)
    usual = distances[len(distances) * 9 // 10] or 1.0
    scale = SPACING * math.sqrt(len(points) / math.pi) / usual
    return [((x - middle_x) * scale, (y - middle_y) * scale) for x, y in points]


def _pack(parts: list[tuple[list[int], list[Point]]]) -> dict[int, Point]:
    """Every part's points moved to a place of its own: the largest in the middle, the others on rings around it."""
    places: dict[int, Point] = {}
    ring = angle = thickness = 0.0
    for part, points in sorted(parts, key=lambda item: (-len(item[0]), item[0])):
        radius = max(math.hypot(x, y) for x, y in points) + SPACING
        if not places:
            ring, centre = radius, (0.0, 0.0)
        else:
            step = 2 * math.asin(min(1.0, radius / (ring + radius)))
            if angle + step > 2 * math.pi:
                ring, angle, thickness = ring + thickness, 0.0, 0.0
                step = 2 * math.asin(min(1.0, radius / (ring + radius)))
            thickness = max(thickness, 2 * radius)
            middle = angle + step / 2
            centre = ((ring + radius) * math.cos(middle), (ring + radius) * math.sin(middle))
            angle += step
        for index, (x, y) in zip(part, points, strict=True):
            places[index] = (round(centre[0] + x, 1), round(centre[1] + y, 1))
    return places
