"""Time, memory and size of each export of a graph, beside the writers of networkx and rdflib in the same run.

`python -m benchmarks.exports NAME.kg` prints one line a writer. Each runs in processes of their own. Seconds are those
of the processor, since a machine may be busy with other things, for a graph that is in memory before the clock starts,
ours as theirs; of three runs the fastest. Memory is what writing needs on top of what was there: ours reads the graph
from the disk while it writes, as `kg export` does, the others hold it.
"""

import inspect
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from exports import EXPORTERS
from exports.claims import property_graph
from exports.columns import node_row
from exports.layout import marks
from kg.description import about
from kg.store import KnowledgeGraph

LONG_SECONDS = 10
AT_LEAST = {("graphml", "networkx GraphML"): 2.5, ("gexf", "networkx GEXF"): 2.5, ("turtle", "rdflib Turtle"): 10.0}


class Cost(NamedTuple):
    """What one writer took: seconds, MiB on top of what was there before, MiB on the disk."""

    seconds: float
    memory_mib: float
    size_mib: float


def ours(name: str, graph: KnowledgeGraph, held: bool) -> Callable[[Path], None]:
    nodes, edges, write = graph.nodes(), graph.edges(), EXPORTERS[name]
    if held:
        nodes, edges = list(nodes), list(edges)
    if "about" in inspect.signature(write).parameters:
        write = partial(write, about=about(graph.manifest))  # type: ignore[call-arg]
    return lambda path: write(nodes, edges, path)


def networkx_graph(graph: KnowledgeGraph, listed: Callable[[tuple[str, ...]], Any] = "; ".join) -> Any:
    """What our GraphML and GEXF hold, as networkx holds it: one edge a claim, every attribute, places and sizes."""
    import networkx

    whole = property_graph(graph.nodes(), graph.edges())
    found = networkx.MultiDiGraph()
    for node, mark in marks(whole.nodes, whole.node_count, whole.ends):
        row = {name: listed(value) if isinstance(value, tuple) else value for name, value in node_row(node).items()}
        found.add_node(node.id, label=node.label, x=mark.x, y=mark.y, size=mark.size, r=mark.rgb[0], g=mark.rgb[1],
                       b=mark.rgb[2], **row)
    for number, claim in enumerate(whole.claims()):
        found.add_edge(claim.subject, claim.object, number, relation=claim.relation, papers=listed(claim.papers),
                       support=len(claim.papers), confidence=claim.confidence, evidence=claim.evidence,
                       weight=float(len(claim.papers) or 1))
    return found


def networkx_graphml(graph: KnowledgeGraph) -> Callable[[Path], None]:
    import networkx

    held = networkx_graph(graph)
    return lambda path: networkx.write_graphml(held, path)


def networkx_gexf(graph: KnowledgeGraph) -> Callable[[Path], None]:
    import networkx

    held = networkx_graph(graph)
    return lambda path: networkx.write_gexf(held, path)


def networkx_json(graph: KnowledgeGraph) -> Callable[[Path], None]:
    import json

    import networkx

    held = networkx_graph(graph, list)
    return lambda path: path.write_text(json.dumps(networkx.node_link_data(held, edges="edges")))


def rdflib_turtle(graph: KnowledgeGraph) -> Callable[[Path], None]:
    held = graph.to_rdflib()
    return lambda path: held.serialize(path, format="turtle", encoding="utf-8") and None


OTHERS: dict[str, Callable[[KnowledgeGraph], Callable[[Path], None]]] = {
    "networkx GraphML": networkx_graphml, "networkx GEXF": networkx_gexf, "networkx JSON": networkx_json,
    "rdflib Turtle": rdflib_turtle,
}


def measured(name: str, folder: Path) -> Cost:
    """The cost of a writer: three runs for its time, or one that is long, and one for its memory."""
    runs = [_in_a_process(name, folder, True)]
    while len(runs) < 3 and runs[0].seconds < LONG_SECONDS:
        runs.append(_in_a_process(name, folder, True))
    memory = _in_a_process(name, folder, False).memory_mib if name in EXPORTERS else runs[0].memory_mib
    return Cost(min(run.seconds for run in runs), memory, runs[0].size_mib)


def _in_a_process(name: str, folder: Path, held: bool) -> Cost:
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(name, folder, held, sending))
    process.start()
    sending.close()
    cost: Cost = receiving.recv()
    process.join()
    return cost


def _measure(name: str, folder: Path, held: bool, answer: Connection) -> None:
    graph = KnowledgeGraph.open(folder)
    write = ours(name, graph, held) if name in EXPORTERS else OTHERS[name](graph)
    before = _peak_mib()
    with tempfile.TemporaryDirectory() as place:
        target = Path(place) / "graph"
        started = time.process_time()
        write(target)
        seconds = time.process_time() - started
        memory = _peak_mib() - before
        files = target.rglob("*") if target.is_dir() else [target]
        answer.send(Cost(seconds, memory, sum(file.stat().st_size for file in files) / (1 << 20)))


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(arguments: list[str]) -> int:
    """Print what each writer takes; 1 where one of ours is not as much faster as it is to be, 2 without a graph."""
    folder, *only = (*map(Path, arguments[:1]), *arguments[1:]) or (Path(),)
    if not (folder / "manifest.json").is_file():
        print("usage: python -m benchmarks.exports NAME.kg [WRITER...]   (kg build makes NAME.kg of icml2026.jsonl.xz)")
        return 2
    print(f"{'':18}{'seconds':>9}{'memory MiB':>12}{'size MiB':>10}")
    costs = {}
    for name in only or (*EXPORTERS, *OTHERS):
        costs[name] = cost = measured(name, folder)
        print(f"{name:18}{cost.seconds:9.2f}{cost.memory_mib:12.0f}{cost.size_mib:10.1f}", flush=True)
    slow = 0
    for (mine, other), factor in AT_LEAST.items():
        if mine in costs and other in costs:
            ratio = costs[other].seconds / costs[mine].seconds
            slow += ratio < factor
            print(f"{mine} is {ratio:.1f} times as fast as {other}, at least {factor:g} wanted")
    return min(slow, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
