"""The page: what its bytes say."""

import base64
import gzip
import hashlib
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hostile_graph import hostile
from page_graphs import ABSTRACT, attacks, foxes, many_papers, quoted

from exports.embedded import embedded_graph
from exports.html import page_title, write_html
from exports.overview import NODES_SHOWN, PAPERS_SHOWN_UP_TO, overview, papers_by_node, telling_nodes
from exports.packing import NUMBER_COLUMNS, PAPERS_A_PART, number_bytes
from exports.word_codes import ESCAPE, FIRST_PAIR, FIRST_WORD, ONE_BYTE_WORDS
from kg.errors import ExportError
from kg.model import Edge, Node


class Tags(HTMLParser):
    """The elements of a page with their attributes, and the text of each script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.texts.append((tag, ""))

    def handle_data(self, data: str) -> None:
        if self.texts:
            self.texts[-1] = (self.texts[-1][0], self.texts[-1][1] + data)

    def handle_endtag(self, tag: str) -> None:
        self.texts.append(("", ""))

    def inside(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]


def written(graph: tuple[list[Node], list[Edge]], path: Path) -> str:
    write_html(*graph, path)
    return path.read_text(encoding="utf-8")


def embedded(page: str, name: str) -> Any:
    found = re.search(rf'<script type="(?:application/json|text/plain)" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1] if found[1].startswith("{") else gzip.decompress(base64.b64decode(found[1])))


def texts(page: str, number: int) -> list[str]:
    """The texts of a part, read as the page's script reads them."""
    words = embedded(page, "words")
    found = re.search(rf'id="texts-{number}">(.*?)</script>', page)
    assert found
    data, pieces, read = gzip.decompress(base64.b64decode(found[1])), list[str](), list[str]()
    at = 0
    while at < len(data):
        byte, rest = data[at], data[at + 1 : at + 3]
        at += 1 if byte < FIRST_PAIR else 2 if byte < ESCAPE else 3
        if byte < FIRST_WORD:
            pieces.append(chr(byte))
        elif byte < ESCAPE:
            place = byte - FIRST_WORD if byte < FIRST_PAIR else ONE_BYTE_WORDS + (byte - FIRST_PAIR) * 256 + rest[0]
            pieces.append(words[place])
        elif rest != b"\0\0":
            pieces.append(rest.decode("utf-16-le", "surrogatepass"))
        else:
            read.append("".join(pieces).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass"))
            pieces.clear()
    return read


def columns(graph: tuple[list[Node], list[Edge]]) -> dict[str, Any]:
    return embedded_graph(*graph, {node.id: 1.0 for node in graph[0]})


def test_same_bytes_in_any_order(tmp_path: Path) -> None:
    nodes, edges = many_papers(90)
    first = written((nodes, edges), tmp_path / "a.html")
    random.Random(4).shuffle(nodes)
    random.Random(5).shuffle(edges)
    assert written((nodes, edges), tmp_path / "b.html") == first


def test_same_bytes_under_another_hash_seed(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from page_graphs import *; from exports.html import write_html; "
        "write_html(*many_papers(90), pathlib.Path(sys.argv[1]))"
    )
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / seed)],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_loads_nothing_and_names_its_language(tmp_path: Path) -> None:
    page = written(foxes(), tmp_path / "page.html")
    tags = Tags(page).tags
    assert page.startswith("<!doctype html>")
    assert ("html", {"lang": "en"}) in tags
    assert {tag for tag, _ in tags} & {"img", "link", "iframe", "object", "embed", "base"} == set()
    assert [
        value
        for _, attributes in tags
        for name, value in attributes.items()
        if name in ("src", "href", "srcset", "action")
    ] == ["#table-view"]
    assert not re.search(r"@import|url\(", "".join(Tags(page).inside("style")))


def test_policy_names_exactly_the_scripts_of_the_page(tmp_path: Path) -> None:
    parsed = Tags(written(attacks(), tmp_path / "page.html"))
    policy = next(
        attributes["content"]
        for tag, attributes in parsed.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy
    programs = [text for text in parsed.inside("script") if text.startswith(("'use", '"use', "/", "!"))]
    digests = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in programs]
    assert len(digests) == 2
    assert f"script-src {' '.join(digests)};" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("graph", [attacks, hostile], ids=["attacks", "hostile"])
def test_texts_never_become_markup(graph: Callable[[], tuple[list[Node], list[Edge]]], tmp_path: Path) -> None:
    plain, attacked = Tags(written(foxes(), tmp_path / "plain.html")), Tags(written(graph(), tmp_path / "page.html"))
    assert [tag for tag, _ in attacked.tags] == [tag for tag, _ in plain.tags]


def test_every_node_is_embedded_as_it_is(tmp_path: Path) -> None:
    nodes, edges = hostile()
    data = embedded(written((nodes, edges), tmp_path / "page.html"), "names")
    ordered = sorted(nodes, key=lambda node: node.id)
    assert data["nodes"]["label"] == [node.label for node in ordered]
    assert [written or node.id for written, node in zip(data["nodes"]["id"], ordered, strict=True)] == [
        node.id for node in ordered]
    assert len(columns((nodes, edges))["edges"]["subject"]) == len(edges)


def quotes_as_a_browser_cuts_them(nodes: list[Node], edges: list[Edge]) -> list[tuple[str, str]]:
    """Sentence and mention of each edge, by the embedded spans, counted in UTF-16 units."""
    data = embedded_graph(nodes, edges, {node.id: 1.0 for node in nodes})["edges"]
    found = []
    for number in range(len(edges)):
        kept = data["quotes"].get(str(number))
        paper = nodes[data["paper"][number]]
        units = (kept or str(paper.attributes.get("abstract", ""))).encode("utf-16-le")
        start, end, mention_start, mention_end = (
            2 * data[name][number] for name in ("start", "end", "mentionStart", "mentionEnd")
        )
        found.append((units[start:end].decode("utf-16-le"), units[mention_start:mention_end].decode("utf-16-le")))
    return found


def test_spans_fit_behind_an_emoji() -> None:
    nodes, edges = foxes()
    edges = [edge for edge in edges if edge.paper == "paper/fox"]
    assert quotes_as_a_browser_cuts_them(nodes, edges) == [
        (edge.evidence, ("Foxes\n\n" + ABSTRACT)[edge.mention_start : edge.mention_end]) for edge in edges
    ]


@pytest.mark.parametrize(
    ("label", "title", "derived"),
    [("Own title", "Own title", False), ("Clean title", "\\textbf{Clean} title", False), ("Derived title", "", True)],
)
def test_spans_fit_whatever_the_label_made_of_the_title(label: str, title: str, derived: bool) -> None:
    text = f"{title}\n\n{ABSTRACT}" if title else ABSTRACT
    paper = Node(
        "paper/x", "Paper", label, attributes={"abstract": ABSTRACT, **({"titleDerived": True} if derived else {})}
    )
    edge = quoted(
        "paper/x", "introduces", "method/y", "We propose Foxtrot, a variant of Polka.", "Foxtrot", "paper/x", text
    )
    nodes = [paper, Node("method/y", "Method", "Foxtrot")]
    assert quotes_as_a_browser_cuts_them(nodes, [edge]) == [("We propose Foxtrot, a variant of Polka.", "Foxtrot")]
    assert embedded_graph(nodes, [edge], {"paper/x": 1, "method/y": 1})["edges"]["quotes"] == {}


def test_a_quote_from_the_title_is_kept() -> None:
    title = "😀 Foxtrot for all"
    nodes = [Node("paper/x", "Paper", title, attributes={"abstract": ABSTRACT}), Node("method/y", "Method", "Foxtrot")]
    edge = quoted("paper/x", "introduces", "method/y", title, "Foxtrot", "paper/x", f"{title}\n\n{ABSTRACT}")
    assert quotes_as_a_browser_cuts_them(nodes, [edge]) == [(title, "Foxtrot")]


def test_dangling_edges_are_counted_not_drawn() -> None:
    data = embedded_graph(
        [Node("method/a", "Method", "A")], [Edge("method/a", "broader", "method/gone")], {"method/a": 1}
    )
    assert (data["dangling"], data["edges"]["subject"]) == (1, [])


def test_numbers_come_back_as_they_were() -> None:
    edges = columns(many_papers(70))["edges"] | {"score": [0.123] * len(columns(many_papers(70))["edges"]["subject"])}
    count = len(edges["subject"])
    data = number_bytes(edges)
    read = {}
    for place, name in enumerate(NUMBER_COLUMNS):
        rows = [data[(4 * place + row) * count :][:count] for row in range(4)]
        read[name] = [int.from_bytes(bytes(some), "little", signed=True) for some in zip(*rows, strict=True)]
    subjects = list(accumulate(read["subject"]))
    assert subjects == edges["subject"]
    assert [distance + subject for distance, subject in zip(read["paper"], subjects, strict=True)] == edges["paper"]
    assert read["object"] == edges["object"]
    assert set(read["score"]) == {12}


def test_abstracts_stand_in_parts_with_the_quotes_of_their_papers(tmp_path: Path) -> None:
    nodes, edges = many_papers(PAPERS_A_PART + 1)
    nodes[0] = replace(nodes[0], attributes={"abstract": "Known words and 😀 and \x00"})
    title = Node("paper/9999", "Paper", "A title", attributes={"abstract": "An abstract."})
    said = [Edge("paper/9999", "uses", "method/m0", "paper/9999", "A title", 0, 7, 2, 7),
            Edge("method/m0", "broader", "method/m1", "", "said nowhere", 0, 12)]
    page = written(([*nodes, title], [*edges, *said]), tmp_path / "page.html")
    first, second, none = (texts(page, number) for number in range(3))
    assert first == ["Known words and 😀 and \x00"] + [""] * (PAPERS_A_PART - 1)
    assert second[:2] == ["", "An abstract."]
    assert [*second[3::2], *none[1::2]] == ["A title", "said nowhere"]
    assert embedded(page, "names")["quoted"] == sorted(map(int, [*second[2::2], *none[::2]]))


def test_any_first_few_nodes_have_some_of_each_type() -> None:
    methods, _ = many_papers(0)
    methods = [Node(f"method/{n}", "Method", str(n)) for n in range(500)]
    benchmarks = [Node(f"benchmark/{n}", "Benchmark", str(n)) for n in range(5)]
    papers = {node.id: {str(n) for n in range(9 if node.type == "Method" else 2)} for node in (*methods, *benchmarks)}
    shown = telling_nodes([*methods, *benchmarks], papers, set())
    assert sum(node.type == "Benchmark" for node in shown[:16]) == 5
    assert len(shown) == NODES_SHOWN


def test_short_list_shows_its_papers_long_list_folds_them() -> None:
    short, long = many_papers(PAPERS_SHOWN_UP_TO), many_papers(5 * NODES_SHOWN)
    shown, _ = overview(*short, papers_by_node(*short))
    assert sum(node.type == "Paper" for node in shown) == PAPERS_SHOWN_UP_TO
    shown, ties = overview(*long, papers_by_node(*long))
    assert {node.type for node in shown} == {"Method"}
    assert len(shown) == NODES_SHOWN
    assert shown[0].id == "method/m0"
    assert 0 < len(ties) <= 3 * NODES_SHOWN


def test_title_says_what_all_papers_share() -> None:
    nodes, _ = foxes()
    assert page_title(nodes) == "Den: knowledge graph of 3 papers"
    assert page_title(nodes[:1]) == "Den 2026: knowledge graph of 1 paper"
    assert page_title([]) == "Knowledge graph of 0 papers"


def test_missing_folder_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="no folder"):
        write_html(*foxes(), tmp_path / "gone" / "page.html")
