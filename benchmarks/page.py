"""The page of a graph, measured in Chromium without a network, beside pyvis's own of the nodes it shows first.

`python -m benchmarks.page GRAPH...` prints a table: size of the file, time from opening it to the first drawing, to
where it can be used and to the first answer of a search, how long searches take, the memory of the tab.
"""

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import kg
from benchmarks.browser import headless
from exports.html import write_html
from exports.overview import Tie, overview, papers_by_node
from kg.model import Node

SEARCHES = ("g", "gr", "grpo", "llama 3.1", "reinforcement learning", "image", "zzzz", "a")
LIMIT_S = 60.0
# Marks when a page of pyvis has drawn for the first time; runs before the page's own scripts.
PYVIS_MARK = """
const watch = setInterval(() => {
  if (!window.network?.on) return;
  clearInterval(watch);
  window.network.once("afterDrawing", () => performance.mark("drawn"));
}, 5);
"""
SEARCH = """
const field = document.getElementById("search"), [query] = arguments;
field.value = query;
const before = performance.now();
field.dispatchEvent(new Event("input"));
return [performance.now() - before, performance.now(), document.querySelectorAll("#hits [data-node]").length];
"""


def measured(graph: Path) -> Iterator[dict[str, Any]]:
    """A row for our page of a graph, and one for pyvis's page of the nodes that ours shows first."""
    opened = kg.KnowledgeGraph.open(graph)
    nodes, edges = opened.nodes(), opened.edges()
    shown, ties = overview(nodes, edges, papers_by_node(nodes, edges))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        started = time.perf_counter()
        write_html(nodes, edges, page)
        seconds = time.perf_counter() - started
        yield {"graph": graph.stem, "page": "ours", "nodes": len(nodes), "edges": len(edges), "written_s": seconds,
               **in_browser(page, searched)}
        seconds = write_pyvis(shown, ties, page)
        yield {"graph": graph.stem, "page": "pyvis", "nodes": len(shown), "edges": len(ties), "written_s": seconds,
               **in_browser(page, lambda driver: {})}


def write_pyvis(shown: Sequence[Node], ties: Sequence[Tie], path: Path) -> float:
    """Writes pyvis's own page, as its users get it, with the program in the file; gives the seconds that it took."""
    from pyvis.network import Network

    started = time.perf_counter()
    network = Network(cdn_resources="in_line")
    for node in shown:
        network.add_node(node.id, label=node.label)
    for tie in ties:
        network.add_edge(tie.source, tie.target, value=tie.papers)
    path.write_text(network.generate_html(), encoding="utf-8")
    return time.perf_counter() - started


def in_browser(page: Path, then: Callable[[Any], Mapping[str, Any]]) -> dict[str, Any]:
    """What a fresh browser measures of a page: size, first drawing, memory, and what `then` finds."""
    with headless() as driver:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PYVIS_MARK})
        driver.execute_cdp_cmd("Performance.enable", {})
        driver.set_page_load_timeout(LIMIT_S)
        driver.get(page.as_uri())
        drawn = marked(driver, "drawn")
        found = dict(then(driver)) if drawn is not None else {}
        driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        metrics = {one["name"]: one["value"] for one in driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]}
        return {"size_mb": page.stat().st_size / 1e6, "drawn_s": drawn, "heap_mb": metrics["JSHeapUsedSize"] / 1e6,
                "tab_mb": largest_renderer_mb(driver), "requests": foreign_requests(driver), **found}


def searched(driver: Any) -> dict[str, Any]:
    """When the page could be used, when its first search was answered, and how long searches take."""
    ready = marked(driver, "ready")
    answers = [driver.execute_script(SEARCH, query) for query in SEARCHES]
    return {"ready_s": ready, "first_answer_s": answers[0][1] / 1000,
            "search_ms": statistics.median(took for took, _, _ in answers),
            "slowest_search_ms": max(took for took, _, _ in answers)}


def marked(driver: Any, name: str) -> float | None:
    """Seconds from opening the page to a mark; None where it is not set in time."""
    end = time.monotonic() + LIMIT_S
    while time.monotonic() < end:
        if (at := driver.execute_script("return performance.getEntriesByName(arguments[0])[0]?.startTime", name)):
            return float(at) / 1000
        time.sleep(0.02)
    return None


def largest_renderer_mb(driver: Any) -> float:
    """The resident memory of the tab's process: the largest renderer below the driver's browser."""
    profile = driver.capabilities["chrome"]["userDataDir"]
    sizes = [0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if profile in (line := (process / "cmdline").read_text()) and "--type=renderer" in line:
                sizes.append(int((process / "statm").read_text().split()[1]) * 4096)
        except OSError:
            continue
    return max(sizes) / 1e6


def foreign_requests(driver: Any) -> int:
    """How many requests left the page for another place than its file."""
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    return sum(message["method"] == "Network.requestWillBeSent"
               and message["params"]["request"]["url"].startswith(("http:", "https:")) for message in messages)


def main(graphs: Sequence[str] = ()) -> None:
    """Prints a line of tab-separated values for each page; without graphs, for that of the example list."""
    if not graphs:
        with tempfile.TemporaryDirectory() as folder:
            kg.build("examples/example.txt", Path(folder) / "example.kg")
            main([f"{folder}/example.kg"])
        return
    columns = ("graph", "page", "nodes", "edges", "written_s", "size_mb", "drawn_s", "ready_s", "first_answer_s",
               "search_ms", "slowest_search_ms", "heap_mb", "tab_mb", "requests")
    print(*columns, sep="\t")
    for graph in graphs:
        for row in measured(Path(graph)):
            print(*(f"{value:.2f}" if isinstance(value := row.get(name, ""), float) else value for name in columns),
                  sep="\t", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
