"""Builds that are killed at random moments: what a reader then gets, and what the next build makes.

`python -m benchmarks.killed_build LIST` takes 2,000 papers of a list. For each of 50 kills it lets a graph of the first
200 of them grow to all, ends that with `kill -9` at a moment somewhere in the time that a build takes, and then

- asks the graph, which must be the old one, or the new one if the kill came late;
- waits for the worker processes, which must end on their own;
- builds again, which must give the store, the claims and the manifest of a build that nobody disturbed, byte for byte.

It prints a line a kill and what came out, and fails if any of it is not so.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from pyoxigraph import Store

import kg
from kg.codec import encode_paper

PAPERS, FIRST, KILLS = 2000, 200, 50
_COUNT = "SELECT (COUNT(?p) AS ?papers) { ?p a kg:Paper }"
_BUILD = """
import sys, kg
step = open(sys.argv[3], "w")
def tell(name, done, total):
    step.seek(0); step.write(f"{name:20}"); step.flush()
kg.build(sys.argv[1], sys.argv[2], progress=tell)
"""


def lists(source: Path, folder: Path, papers: int, first: int) -> tuple[Path, Path]:
    """Two lists of papers of a source: the first few, and all that are asked for."""
    found = (item for item in kg.read.read(source) if isinstance(item, kg.Paper))
    lines = [encode_paper(paper) for paper in islice(found, papers)]
    few, whole = folder / "list.few.jsonl", folder / "list.jsonl"
    few.write_text("".join(f"{line}\n" for line in lines[:first]))
    whole.write_text("".join(f"{line}\n" for line in lines))
    return few, whole


def bytes_of(graph: Path) -> str:
    """A digest of all that a graph says: its quads in order, its claims, its manifest but for a folder's name."""
    manifest = json.loads((graph / "manifest.json").read_bytes())
    folder = graph / "graph" / manifest.pop("graph")
    state = hashlib.sha256(json.dumps(manifest, sort_keys=True).encode())
    state.update((folder / "claims.jsonl").read_bytes())
    for quad in sorted(map(str, Store.read_only(str(folder / "store")))):
        state.update(quad.encode())
    return state.hexdigest()


def start(source: Path, graph: Path, step: Path) -> subprocess.Popen[bytes]:
    """A build in a process group of its own, which tells in a file what step it is at."""
    step.write_text("start")
    return subprocess.Popen([sys.executable, "-c", _BUILD, source, graph, step], start_new_session=True)


def orphans_end(group: int, within_s: float = 20.0) -> bool:
    """Whether all processes of a group are gone, after some waiting."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    return False


def answered(graph: Path) -> int:
    """How many papers the graph says that it has, in SPARQL and line by line."""
    opened = kg.KnowledgeGraph.open(graph)
    papers = opened.sparql(_COUNT).rows[0][0]
    assert papers == sum(node.type == "Paper" for node in opened.nodes())
    assert isinstance(papers, int)
    return papers


def killed(source: Path, old: Path, after_s: float, wanted: str) -> Iterator[object]:
    """Let a copy of a graph grow, kill that, and say at what step it was and what came of it."""
    with tempfile.TemporaryDirectory(dir=old.parent) as folder:
        graph, step = Path(folder) / "x.kg", Path(folder) / "step"
        shutil.copytree(old, graph)
        process = start(source, graph, step)
        with suppress(subprocess.TimeoutExpired):
            process.wait(after_s)
        process.kill()
        process.wait()
        yield f"{after_s:.2f} s"
        yield step.read_text().strip() or "start" if process.returncode else "done"
        yield answered(graph)
        yield "ended" if orphans_end(process.pid) else "LEFT BEHIND"
        started = time.monotonic()
        kg.build(source, graph)
        yield f"{time.monotonic() - started:.1f} s"
        yield "right" if bytes_of(graph) == wanted else "WRONG"
        yield ",".join(sorted(path.name for path in graph.iterdir()))


def main() -> None:
    """Kill builds, print a table, and exit with 1 if a reader, a worker or a next build did not do as it must."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    for name, default in (("kills", KILLS), ("papers", PAPERS), ("first", FIRST), ("seed", 7)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        few, whole = lists(given.source, Path(folder), given.papers, given.first)
        old, fresh = Path(folder) / "old.kg", Path(folder) / "fresh.kg"
        kg.build(few, old)
        shutil.copytree(old, fresh)
        started = time.monotonic()
        start(whole, fresh, Path(folder) / "step").wait()
        lasts_s, wanted, right = time.monotonic() - started, bytes_of(fresh), {answered(old), answered(fresh)}
        print(f"a build of {given.papers:,} papers onto {given.first:,} takes {lasts_s:.1f} s undisturbed", flush=True)
        print("kill  after     step        papers  workers  next build  bytes", flush=True)
        steps: Counter[str] = Counter()
        bad = 0
        for number in range(1, given.kills + 1):
            row = list(killed(whole, old, rng.uniform(0, lasts_s), wanted))
            after, step, papers, workers, seconds, outcome, names = row
            print(f"{number:4}  {after:8}  {step:10}  {papers:6}  {workers:7}  {seconds:>10}  {outcome}", flush=True)
            steps[str(step)] += 1
            good = papers in right and workers == "ended" and outcome == "right"
            bad += not (good and names == "corpus.sqlite,graph,manifest.json")
    print(f"{given.kills} kills, {bad} with something wrong; at {dict(sorted(steps.items()))}")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
