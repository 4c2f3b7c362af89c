"""The page: what its bytes say, and what a browser without a network makes of it."""

import base64
import gzip
import hashlib
import html
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hostile_graph import hostile

from exports.embedded import COMPRESS_OVER_BYTES, embedded_graph, packed
from exports.html import page_title, write_html
from exports.overview import NODES_SHOWN, PAPERS_SHOWN_UP_TO, overview
from kg.errors import ExportError
from kg.model import Edge, Node

ABSTRACT = "We study 😀 tuning. We propose Foxtrot, a variant of Polka. Foxtrot reaches 71.5 accuracy on Barn-500."
ATTACKS = {
    "script": "<script>window.pwned = 1</script>",
    "closing": "</script><script>window.pwned = 2</script>",
    "spaced": "</script ><script >window.pwned = 6</script ><!--<script ",
    "image": '"><img src=x onerror="window.pwned = 3">',
    "comment": "<!--<script>",
    "template": "${window.pwned = 4} {{window.pwned = 4}} $title $graph",
    "bidi": "\u202eevil\u202c \u2066inner\u2069",
    "null": "nul\x00l \ud83e half",
    "long": "word " * 2000,
    "emoji": "👩‍🔬 🦊 \U0001f9ea",
}


def quoted(
    subject: str,
    relation: str,
    target: str,
    sentence: str,
    mention: str,
    paper: str = "paper/fox",
    text: str = "Foxes\n\n" + ABSTRACT,
) -> Edge:
    start = text.index(sentence)
    at = text.index(mention, start)
    return Edge(
        subject, relation, target, paper, sentence, start, start + len(sentence), at, at + len(mention), 0.9, "cues"
    )


def foxes() -> tuple[list[Node], list[Edge]]:
    """One paper whose findings stand behind an emoji, two more that repeat its claim, a link that is none."""
    nodes = [
        Node(
            "paper/fox",
            "Paper",
            "Foxes",
            attributes={"abstract": ABSTRACT, "year": 2026, "venue": "Den", "arxiv": "2601.00001"},
        ),
        Node(
            "paper/b", "Paper", "Second", attributes={"year": 2025, "venue": "Den", "url": "javascript:window.pwned=5"}
        ),
        Node("paper/c", "Paper", "Third", attributes={"year": 2024, "venue": "Den"}),
        Node("method/foxtrot", "Method", "Foxtrot", ("FXT",)),
        Node("method/polka", "Method", "Polka"),
        Node("benchmark/barn-500", "Benchmark", "Barn-500"),
        Node("metric/accuracy", "Metric", "accuracy"),
        Node("result/1", "Result", "71.5", attributes={"value": "71.5", "kind": "absolute"}),
    ]
    proposing, reaching = "We propose Foxtrot, a variant of Polka.", "Foxtrot reaches 71.5 accuracy on Barn-500."
    edges = [
        quoted("paper/fox", "introduces", "method/foxtrot", proposing, "Foxtrot"),
        quoted("method/foxtrot", "variantOf", "method/polka", proposing, "Polka"),
        quoted("paper/fox", "evaluatesOn", "benchmark/barn-500", reaching, "Barn-500"),
        quoted("paper/fox", "reports", "result/1", reaching, "71.5"),
        quoted("result/1", "onBenchmark", "benchmark/barn-500", reaching, "Barn-500"),
        quoted("result/1", "inMetric", "metric/accuracy", reaching, "accuracy"),
        quoted("result/1", "ofMethod", "method/foxtrot", reaching, "Foxtrot"),
        *(
            Edge("method/foxtrot", "variantOf", "method/polka", paper, "Foxtrot varies Polka.", by="cues")
            for paper in ("paper/b", "paper/c")
        ),
        *(Edge(paper, "uses", "method/foxtrot", paper, "With Foxtrot.") for paper in ("paper/b", "paper/c")),
    ]
    return nodes, edges


def attacks() -> tuple[list[Node], list[Edge]]:
    nodes = [
        Node(
            f"{kind.lower()}/{name}",
            kind,
            text,
            (text,),
            {"abstract": text, "url": f"javascript:{name}"} if kind == "Paper" else {},
        )
        for name, text in ATTACKS.items()
        for kind in ("Paper", "Method")
    ]
    edges = [
        Edge(f"paper/{name}", "uses", f"method/{name}", f"paper/{name}", text, 0, len(text), 0, len(text), by=text[:40])
        for name, text in ATTACKS.items()
    ]
    return nodes, edges


def many_papers(count: int) -> tuple[list[Node], list[Edge]]:
    nodes = [Node(f"paper/{n}", "Paper", f"Paper {n}", attributes={"year": 2000 + n % 20}) for n in range(count)]
    nodes += [Node(f"method/m{n}", "Method", f"Method {n}") for n in range(count)]
    edges = [
        Edge(f"paper/{n}", "uses", f"method/m{m}", f"paper/{n}") for n in range(count) for m in {0, n // 2, n // 3, n}
    ]
    return nodes, edges


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
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found
    value = json.loads(found[1])
    return json.loads(gzip.decompress(base64.b64decode(value["gzip"]))) if "gzip" in value else value


def test_same_bytes_in_any_order(tmp_path: Path) -> None:
    nodes, edges = many_papers(90)
    first = written((nodes, edges), tmp_path / "a.html")
    random.Random(4).shuffle(nodes)
    random.Random(5).shuffle(edges)
    assert written((nodes, edges), tmp_path / "b.html") == first


def test_same_bytes_under_another_hash_seed(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from test_exports_html import *; write_html(*many_papers(90), pathlib.Path(sys.argv[1]))"
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
    programs = [text for text in parsed.inside("script") if not text.startswith("{")]
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
    data = embedded(written((nodes, edges), tmp_path / "page.html"), "graph")
    assert dict(zip(data["nodes"]["id"], data["nodes"]["label"], strict=True)) == {
        node.id: node.label for node in nodes
    }
    assert len(data["edges"]["subject"]) == len(edges)


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


def test_long_json_is_compressed_and_comes_back() -> None:
    value = {"text": "</script>" * COMPRESS_OVER_BYTES}
    assert len(packed(value)) < 100_000
    assert json.loads(gzip.decompress(base64.b64decode(json.loads(packed(value))["gzip"]))) == value
    assert packed({"text": "</script>"}) == '{"text":"\\u003c/script\\u003e"}'


def test_short_list_shows_its_papers_long_list_folds_them() -> None:
    shown, _ = overview(*many_papers(PAPERS_SHOWN_UP_TO))
    assert sum(node.type == "Paper" for node in shown) == PAPERS_SHOWN_UP_TO
    shown, ties = overview(*many_papers(5 * NODES_SHOWN))
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


# --- in a browser

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    if not BROWSER or not DRIVER:
        pytest.skip("no chromium with its driver; on Debian: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in (
        "headless=new",
        "no-sandbox",
        "disable-gpu",
        "disable-quic",
        "no-first-run",
        "disable-sync",
        "disable-background-networking",
        "disable-component-update",
        "window-size=1400,900",
        "host-resolver-rules=MAP * ~NOTFOUND",
        f"user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield browser
    browser.quit()


class Opened:
    """A page in the browser: what it shows and what it did."""

    def __init__(self, driver: Any, page: Path, fragment: str = "") -> None:
        self.driver = driver
        driver.get("about:blank")
        self.requests(), driver.get_log("browser")
        self.address = page.as_uri()
        driver.get(self.address + fragment)
        self.wait("document.documentElement.dataset.ready")

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition: str) -> None:
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.driver, 20, 0.02).until(lambda _: self.run(f"return Boolean({condition})"), condition)

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def texts(self, selector: str) -> list[str]:
        return list(self.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector))

    def click(self, selector: str) -> None:
        self.run("document.querySelector(arguments[0]).click()", selector)

    def type(self, text: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(text).perform()

    def console(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]


@pytest.fixture(scope="module")
def opened(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Opened]:
    folder = tmp_path_factory.mktemp("pages")

    def open_page(graph: tuple[list[Node], list[Edge]], fragment: str = "") -> Opened:
        path = folder / "page.html"
        write_html(*graph, path)
        return Opened(driver, path, fragment)

    return open_page


def test_opens_without_error_or_request(opened: Callable[..., Opened]) -> None:
    page = opened(many_papers(300))
    page.click("#as-table")
    page.click("#home")
    assert page.console() == []
    assert {url.partition("#")[0] for url in page.requests()} <= {page.address}
    assert re.fullmatch(r"Showing \d+ of 600 names and papers", page.text("#status"))
    assert page.run("return document.querySelector('#canvas canvas').width") > 500


def test_search_then_enter_focuses_and_back_returns(opened: Callable[..., Opened]) -> None:
    page = opened(foxes())
    page.type("/fxt")
    assert page.texts("#hits [role=option] .name") == ["Foxtrot FXT"]
    page.type("\ue007")
    assert page.text("#panel h2") == "Foxtrot"
    assert "focus=method%2Ffoxtrot" in page.run("return location.hash")
    page.click("#back")
    page.wait("document.getElementById('panel').hidden")
    assert page.run("return location.hash") == ""
    assert page.console() == []


def test_search_puts_the_whole_name_first_then_beginnings(opened: Callable[..., Opened]) -> None:
    names = ("a polka variant", "Polkas", "Polka", "Depolkaed")
    page = opened(([Node(f"method/{name}", "Method", name) for name in names], []))
    page.type("/polka")
    assert page.texts("#hits .name") == ["Polka", "Polkas", "a polka variant", "Depolkaed"]


def test_search_says_so_when_nothing_is_found(opened: Callable[..., Opened]) -> None:
    page = opened(foxes())
    page.type("/zzz")
    assert page.texts("#hits li") == ["Nothing has this name"]


def test_paper_panel_marks_findings_and_tells_results(opened: Callable[..., Opened]) -> None:
    page = opened(foxes(), "#chosen=paper/fox")
    assert page.text(".abstract") == ABSTRACT
    assert page.texts(".abstract mark") == ["Foxtrot", "71.5", "Barn-500"]
    assert page.texts("#panel tbody tr:first-child td") == ["71.5", "accuracy", "Barn-500", "Foxtrot"]
    assert page.run("return [...document.querySelectorAll('#panel .links a')].map(a => a.href)") == [
        "https://arxiv.org/abs/2601.00001"
    ]


def test_only_web_addresses_become_links(opened: Callable[..., Opened]) -> None:
    page = opened(foxes(), "#chosen=paper/b")
    assert page.texts("#panel .links") == ["javascript:window.pwned=5"]
    assert page.run("return document.querySelectorAll('#panel a').length") == 0


def test_one_claim_of_three_papers_is_one_row_with_their_quotes(opened: Callable[..., Opened]) -> None:
    page = opened(foxes(), "#chosen=method/foxtrot")
    page.click("#panel .items button.quote")
    assert page.texts("#panel section:nth-of-type(2) .row:first-child .note")[:1] == ["×3"]
    assert sorted(page.texts("#panel section:nth-of-type(2) blockquote")) == [
        "Foxtrot varies Polka.",
        "Foxtrot varies Polka.",
        "We propose Foxtrot, a variant of Polka.",
    ]
    assert page.texts("#panel section:nth-of-type(2) blockquote mark") == ["Polka"]


def test_benchmark_panel_has_a_leaderboard(opened: Callable[..., Opened]) -> None:
    page = opened(foxes(), "#chosen=benchmark/barn-500")
    assert "Leaderboard: accuracy" in page.texts("#panel h3")
    assert page.texts("#panel tbody td") == ["71.5", "Foxtrot", "Foxes"]


def test_line_panel_quotes_evidence_with_step_and_confidence(opened: Callable[..., Opened]) -> None:
    page = opened(foxes(), '#chosen=["paper/fox","method/foxtrot"]')
    assert page.text("#panel blockquote") == "We propose Foxtrot, a variant of Polka."
    assert "step cues · confidence 0.90" in page.texts("#panel figcaption .note")


def test_legend_hides_types_and_filters_hide_years(opened: Callable[..., Opened]) -> None:
    page = opened(foxes())
    assert page.text("#status") == "Showing 7 of 7 names and papers"
    page.click("#types [data-type=Method]")
    assert page.text("#status") == "Showing 5 of 5 names and papers"
    page.click("#types [data-type=Method]")
    page.run(
        "const s = document.querySelector('[data-name=to]'); s.value = '2025'; s.dispatchEvent(new Event('change'))"
    )
    assert page.text("#status") == "Showing 4 of 4 names and papers"
    assert "to=2025" in page.run("return location.hash")


def test_expand_hide_and_path(opened: Callable[..., Opened]) -> None:
    page = opened(many_papers(200), '#path=["paper/7","paper/13"]')
    assert page.text("#status") == "A shortest path, 2 steps"
    page = opened(foxes(), "#focus=benchmark/barn-500&chosen=method/foxtrot")
    before = page.text("#status")
    page.click("#panel .buttons button:nth-child(3)")
    assert page.text("#status") != before
    assert page.console() == []


def test_table_copies_csv_and_markdown(opened: Callable[..., Opened]) -> None:
    nodes, edges = foxes()
    page = opened(([*nodes, Node("method/x", "Method", '=1+1,"|')], edges), "#table=true")
    assert page.texts("#table-view tbody tr:first-child td")[:3] == ["Foxtrot", "Method", "3"]
    rows = "sortedRows(tableRows(g, [g.place.get('method/x')]), 0, false)"
    page.run(
        "window.g = null; readGraph(document.getElementById('graph').textContent).then(graph => { window.g = graph; })"
    )
    page.wait("window.g")
    assert page.run(f"return asCsv({rows})").splitlines()[1].startswith('"\'=1+1,""|",Method,0')
    assert page.run(f"return asMarkdown({rows})").splitlines()[2].startswith('| =1+1,"\\| | Method | 0')


@pytest.mark.parametrize("graph", [attacks, hostile], ids=["attacks", "hostile"])
def test_hostile_texts_run_nothing_and_show_as_text(
    graph: Callable[[], tuple[list[Node], list[Edge]]], opened: Callable[..., Opened]
) -> None:
    nodes, edges = graph()
    page = opened((nodes, edges))
    for node in nodes:
        page.run(
            "const chosen = JSON.parse(arguments[0]);"
            "history.pushState(null, '', '#' + new URLSearchParams({ chosen })); dispatchEvent(new Event('popstate'))",
            json.dumps(node.id),
        )
        for button in ("#panel button.quote", "#panel button.main", "#as-table", "#home"):
            page.run("document.querySelector(arguments[0])?.click()", button)
    assert page.run("return window.pwned ?? null") is None
    assert page.run("return document.images.length + document.querySelectorAll('iframe, object, embed').length") == 0
    assert page.run("return document.scripts.length") == 4
    assert page.run("return [...document.querySelectorAll('a')].every(a => /^(https?:|file:)/.test(a.protocol))")
    assert page.console() == []


@pytest.mark.parametrize("name", ["script", "closing", "image", "comment"])
def test_markup_in_a_title_is_read_as_it_is_written(name: str, opened: Callable[..., Opened]) -> None:
    page = opened(attacks(), f"#chosen=paper/{name}")
    assert page.text("#panel h2") == ATTACKS[name]
    assert page.text(".abstract") == ATTACKS[name]
    page.type("/" + ATTACKS[name][:12])
    assert ATTACKS[name] in page.texts("#hits bdi")


def test_saved_pictures_and_graphs_are_well_formed(opened: Callable[..., Opened]) -> None:
    from xml.dom.minidom import parseString

    page = opened(attacks(), "#chosen=paper/script")
    page.run("window.saved = []; window.download = (content, type) => window.saved.push(content)")
    for form in ("svg", "graphml"):
        page.click(f"[data-save={form}]")
    svg, graphml = page.run("return window.saved")
    assert parseString(svg.encode("utf-8")).documentElement.tagName == "svg"
    assert len(parseString(graphml.encode("utf-8")).getElementsByTagName("node")) == 2 * len(ATTACKS)


def test_an_empty_graph_opens(opened: Callable[..., Opened]) -> None:
    page = opened(([], []))
    assert page.text("#status") == "Showing 0 of 0 names and papers"
    assert page.console() == []


def test_works_inside_a_notebooks_frame(opened: Callable[..., Opened], driver: Any, tmp_path: Path) -> None:
    page = written(foxes(), tmp_path / "page.html")
    outer = tmp_path / "notebook.html"
    outer.write_text(
        f'<!doctype html><iframe width=900 height=600 srcdoc="{html.escape(page)}"></iframe>', encoding="utf-8"
    )
    driver.get(outer.as_uri())
    driver.switch_to.frame(0)
    try:
        frame = Opened.__new__(Opened)
        frame.driver = driver
        frame.wait("document.documentElement.dataset.ready")
        frame.click("#types [data-type=Method]")
        assert frame.text("#status") == "Showing 5 of 5 names and papers"
        frame.click("#back")
        assert frame.text("#status") == "Showing 7 of 7 names and papers"
        assert frame.console() == []
    finally:
        driver.switch_to.default_content()
