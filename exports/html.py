"""The page: one file that shows the graph in a browser and asks the network for nothing."""

import base64
import hashlib
import html
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from math import sqrt
from pathlib import Path
from string import Template
from typing import Any

from exports.embedded import embedded_graph
from exports.layout import TYPE_COLOURS, Point
from exports.overview import Tie, communities, overview, papers_by_node, places
from exports.packing import parts, script_json
from exports.writing import replacing
from kg.model import Edge, Node

SCRIPTS = ("reading.js", "graph.js", "paths.js", "search.js", "text.js", "arrange.js", "draw.js", "view.js",
           "claims.js", "results.js", "panel.js", "table.js", "save.js", "address.js", "legend.js", "hits.js",
           "controls.js", "keys.js", "page.js", "start.js")
VIS_NETWORK = "lib/vis-9.1.2/vis-network.min.js"
SHAPES = {
    "Paper": "square", "Method": "dot", "Benchmark": "diamond", "Model": "triangle", "ModelFamily": "triangleDown",
    "Task": "hexagon", "Metric": "star", "Result": "dot", "Author": "dot", "Venue": "square", "Repository": "square",
}
LOOKS = {
    "physics": False,
    "layout": {"improvedLayout": False, "randomSeed": 1},
    "nodes": {"shape": "dot", "borderWidth": 1},
    "edges": {"smooth": False},
    "interaction": {"hover": True, "multiselect": True, "hideEdgesOnDrag": True, "keyboard": False},
    "groups": {kind: {"shape": SHAPES[kind], "color": colour} for kind, colour in TYPE_COLOURS.items()},
}


def write_html(nodes: Sequence[Node], edges: Sequence[Edge], path: Path) -> None:
    """The whole graph as one HTML file, opening on its most telling part; ExportError where it cannot be written."""
    page = page_of(nodes, edges)
    with replacing(path) as file:
        file.write(page.encode("utf-8"))


def page_of(nodes: Sequence[Node], edges: Sequence[Edge]) -> str:
    """The text of the page. Only scripts whose digests its policy names can run in it, and nothing can be loaded."""
    nodes = sorted(nodes, key=lambda node: node.id)
    edges = sorted(edges, key=lambda edge: (edge.subject, edge.relation, edge.object, edge.paper, edge.start, edge.end,
                                            edge.mention_start, edge.mention_end, edge.by))
    papers = papers_by_node(nodes, edges)
    sizes = {node.id: round(sqrt(len(papers.get(node.id, ()))), 1) for node in nodes}
    shown, ties = overview(nodes, edges, papers)
    points, groups = places(shown, ties), communities(shown, ties)
    programs = {
        "vis": _package_text("pyvis", VIS_NETWORK),
        "script": "\n".join(_template(name) for name in SCRIPTS),
        "style": _template("page.css"),
    }
    return Template(_template("page.html")).substitute(
        programs, policy=html.escape(_policy(programs)), title=html.escape(page_title(nodes)),
        network=script_json(network_data(shown, ties, points, groups, sizes)),
        data="\n".join(f'<script type="text/plain" id="{name}">{text}</script>'
                       for name, text in parts(embedded_graph(nodes, edges, sizes))),
    )


def page_title(nodes: Sequence[Node]) -> str:
    """What the page is headed: the venue and year that all papers share, if they do, and how many papers there are."""
    papers = [node for node in nodes if node.type == "Paper"]
    shared = [values.pop() for name in ("venue", "year") if len(values := {
        str(paper.attributes.get(name, "")).strip() for paper in papers}) == 1]
    name = " ".join(value for value in shared if value)
    count = f"{len(papers):,} paper{'' if len(papers) == 1 else 's'}"
    return f"{name}: knowledge graph of {count}" if name else f"Knowledge graph of {count}"


def network_data(
    shown: Sequence[Node], ties: Sequence[Tie], points: Mapping[str, Point], groups: Mapping[str, int],
    sizes: Mapping[str, float],
) -> dict[str, Any]:
    """What vis-network draws first, built by pyvis: nodes with their places, edges, and the options for all drawing."""
    from pyvis.network import Network  # slow to import, and of no use to other exports

    network = Network(directed=False)
    for node in shown:
        x, y = points[node.id]
        network.add_node(node.id, label=node.label or node.id, shape=SHAPES[node.type], color=TYPE_COLOURS[node.type],
                         group=node.type, size=sizes[node.id], x=x, y=y, community=groups[node.id])
    for tie in ties:
        network.add_edge(tie.source, tie.target, papers=tie.papers)
    network.set_options(json.dumps(LOOKS))
    drawn, lines, _, _, _, options = network.get_network_data()
    return {"nodes": drawn, "edges": lines, "options": json.loads(options), "colours": dict(TYPE_COLOURS),
            "shapes": SHAPES}


def _policy(programs: Mapping[str, str]) -> str:
    scripts = " ".join(_digest(programs[name]) for name in ("vis", "script"))
    return (f"default-src 'none'; script-src {scripts}; style-src {_digest(programs['style'])}; img-src data: blob:; "
            "base-uri 'none'; form-action 'none'")


def _digest(text: str) -> str:
    """A script's or style's digest as a content security policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _template(name: str) -> str:
    return _package_text("exports", f"template/{name}")


def _package_text(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text(encoding="utf-8").replace("\r\n", "\n")
