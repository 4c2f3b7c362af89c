"""Graphs for the tests of real programs: hostile ones, and one as large as a test has time for."""

from collections.abc import Sequence

from hostile_graph import hostile

from kg.model import Edge, Node

Graph = tuple[Sequence[Node], Sequence[Edge]]


def many() -> Graph:
    """3,000 papers that each say something of six of 500 methods and 100 benchmarks."""
    nodes = [Node(f"paper/{i}", "Paper", f"Paper {i}", (), {"year": 2000 + i % 26}) for i in range(3000)]
    nodes += [Node(f"method/{i}", "Method", f"Method {i}", (f"M{i}", f"the {i}th")) for i in range(500)]
    nodes += [Node(f"benchmark/{i}", "Benchmark", f"Benchmark {i}") for i in range(100)]
    edges = [Edge(f"paper/{i}", ("uses", "introduces")[k % 2], f"method/{(i * i + k // 2) % 500}", f"paper/{i}", "We.")
             for i in range(3000) for k in range(4)]
    edges += [Edge(f"paper/{i}", "evaluatesOn", f"benchmark/{(i + k) % 100}", f"paper/{i}") for i in range(3000)
              for k in range(2)]
    edges += [Edge(f"method/{i % 500}", "evaluatedOn", f"benchmark/{i % 100}", f"paper/{i}") for i in range(3000)]
    return nodes, edges


GRAPHS = {"hostile": hostile, "many": many}
