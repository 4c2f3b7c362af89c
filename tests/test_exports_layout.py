"""Where nodes stand and how they look: the same each time, apart from one another, in colours that all can tell."""

import math
import random
from itertools import combinations

import pytest

from exports.layout import SPACING, TYPE_COLOURS, degrees, layout, size
from kg.model import Edge, Node
from kg.schema import NODE_TYPES

# Machado, Oliveira and Fernandes (2009), severity 1, in linear RGB
SEEN_BY = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopes": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopes": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopes": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def scattered(count: int, seed: int = 1) -> tuple[list[Node], list[Edge]]:
    """Papers that use methods of their own field, two fields that hardly meet, and some lone nodes."""
    chance = random.Random(seed)
    nodes = [Node(f"paper/{i}", "Paper", str(i)) for i in range(count)]
    nodes += [Node(f"method/{field}/{i}", "Method", str(i)) for field in (0, 1) for i in range(count // 4)]
    edges = [Edge(f"paper/{i}", "uses", f"method/{i % 2}/{chance.randrange(count // 4)}", f"paper/{i}")
             for i in range(count - 10) for _ in range(3)]
    return nodes, [*edges, Edge("paper/0", "uses", "method/1/0")]


@pytest.mark.parametrize("count", [5, 40, 800])
def test_the_same_in_whatever_order_and_every_time(count: int) -> None:
    nodes, edges = scattered(count) if count > 5 else ([Node(f"method/{i}", "Method", "") for i in range(5)], [])
    random.seed(5)
    first = layout(nodes, edges)
    random.seed(6)
    assert layout(nodes[::-1], edges[::-1]) == first
    assert set(first) == {node.id for node in nodes}


@pytest.mark.parametrize("count", [40, 800])
def test_nodes_do_not_stand_on_one_another(count: int) -> None:
    places = sorted(layout(*scattered(count)).values())
    assert len(set(places)) == len(places)
    nearest = sorted(min(math.dist(a, b) for b in places if a != b) for a in places)
    assert nearest[len(nearest) // 2] > SPACING / 5


def test_the_picture_has_about_a_square_for_each_node() -> None:
    places = layout(*scattered(800)).values()
    radius = max(math.hypot(*place) for place in places)
    assert 0.5 < math.pi * radius**2 / (len(places) * SPACING**2) < 4


def test_fields_that_hardly_meet_stand_apart() -> None:
    nodes, edges = scattered(800)
    places = layout(nodes, edges)
    middles = []
    for field in (0, 1):
        members = [places[node.id] for node in nodes if node.id.startswith(f"method/{field}/")]
        middles.append([sum(axis) / len(members) for axis in zip(*members, strict=True)])
    assert math.dist(*middles) > 0.5 * max(math.hypot(*place) for place in places.values())


def test_edges_to_unknown_nodes_and_to_oneself_are_left_out() -> None:
    nodes = [Node("method/a", "Method", "a"), Node("method/b", "Method", "b")]
    edges = [Edge("method/a", "broader", "method/a"), Edge("method/a", "broader", "method/gone")]
    assert layout(nodes, edges) == layout(nodes, [])
    assert layout([], []) == {}


def test_a_claim_of_several_papers_counts_once_in_the_degree() -> None:
    edges = [Edge("method/a", "buildsOn", "method/b", f"paper/{i}") for i in range(3)]
    edges += [Edge("method/a", "outperforms", "method/b", "paper/1")]
    assert degrees(edges) == {"method/a": 2, "method/b": 2}


def test_size_grows_with_the_degree_up_to_a_limit() -> None:
    sizes = [size(Node("method/a", "Method", "a"), degree) for degree in (0, 1, 10, 100, 10**4, 10**6)]
    assert sizes == sorted(sizes)
    assert 0 < sizes[0] < sizes[3] < sizes[5] == 80


def lab(colour: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """The colour as eyes with this matrix see it, in CIE L*a*b* (D65)."""
    linear = [(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
              for c in (value / 255 for value in bytes.fromhex(colour[1:]))]
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in matrix)
    x, y, z = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
               (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_types_are_told_apart_by_colour_whatever_the_eyes(eyes: str) -> None:
    assert set(TYPE_COLOURS) == set(NODE_TYPES)
    seen = {name: lab(colour, SEEN_BY[eyes]) for name, colour in TYPE_COLOURS.items()}
    distance, pair = min((math.dist(seen[a], seen[b]), (a, b)) for a, b in combinations(seen, 2))
    assert distance > 12, pair
