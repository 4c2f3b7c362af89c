"""What a browser without a network makes of the page."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browser import Opened
from hostile_graph import hostile
from page_graphs import ABSTRACT, ATTACKS, attacks, foxes, many_papers

import kg
from exports.notebook import framed
from kg.model import Edge, Node
from kg.schema import node_id

LEFT, UP, RIGHT, DOWN, ENTER, ESCAPE, TAB = "\ue012", "\ue013", "\ue014", "\ue015", "\ue007", "\ue00c", "\ue004"


def test_nothing_that_one_does_asks_the_network_or_fails(opened: Callable[..., Opened]) -> None:
    page = opened(many_papers(300))
    assert re.fullmatch(r"Showing \d+ of 600 names and papers", page.text("#status"))
    assert page.run("return document.querySelector('#canvas canvas').width") > 500
    page.run("window.download = () => {}")
    page.press("/method 7", ENTER)
    for button in ("#panel .main", "#panel .items button.node", "[data-save=png]", "[data-save=svg]",
                   "[data-save=graphml]", "#tools button:nth-of-type(3)", "#types [data-type=Method]", "#as-table",
                   "#home", "#help", "#back", "#forward"):
        page.run("document.querySelector(arguments[0])?.click()", button)
    page.settled()
    assert page.console() == []
    assert {url.partition("#")[0] for url in page.requests()} <= {page.address}


def test_search_then_enter_focuses_and_back_returns(opened: Callable[..., Opened]) -> None:
    page = opened(foxes())
    page.press("/fxt")
    assert page.texts("#hits [role=option] .name") == ["Foxtrot FXT"]
    page.press("\ue007")
    assert page.text("#panel h2") == "Foxtrot"
    assert "focus=method%2Ffoxtrot" in page.run("return location.hash")
    page.click("#back")
    page.wait("document.getElementById('panel').hidden")
    assert page.run("return location.hash") == ""
    assert page.console() == []


def test_search_puts_the_whole_name_first_then_beginnings(opened: Callable[..., Opened]) -> None:
    names = ("a polka variant", "Polkas", "Polka", "Depolkaed")
    page = opened(([Node(f"method/{name}", "Method", name) for name in names], []))
    page.press("/polka")
    assert page.texts("#hits .name") == ["Polka", "Polkas", "a polka variant", "Depolkaed"]


def test_of_many_hits_the_most_supported_come_first(opened: Callable[..., Opened]) -> None:
    nodes, edges = many_papers(400)
    page = opened((nodes, edges))
    page.press("/method")
    support = page.run("return page.graph.support")
    found = [int(number) for number in page.run("return [...byId('hits').children].map(hit => hit.dataset.node)")]
    best = sorted((-support[str(n)] if isinstance(support, dict) else -support[n], n)
                  for n, node in enumerate(sorted(nodes, key=lambda node: node.id)) if node.type == "Method")
    assert found == [number for _, number in best[:30]]


def test_search_says_so_when_nothing_is_found(opened: Callable[..., Opened]) -> None:
    page = opened(foxes())
    page.press("/zzz")
    assert page.texts("#hits li") == ["Nothing has this name"]


def test_paper_panel_marks_findings_and_tells_results(opened: Callable[..., Opened]) -> None:
    page = opened(foxes(), "#chosen=paper/fox")
    assert page.text(".abstract") == ABSTRACT
    assert page.texts(".abstract mark") == ["Foxtrot", "71.5", "Barn-500"]
    assert page.texts("#panel tbody tr:first-child td") == ["71.5", "accuracy", "Barn-500", "Foxtrot"]
    assert page.run("return [...document.querySelectorAll('#panel .links a')].map(a => a.href)") == [
        "https://arxiv.org/abs/2601.00001"
    ]


def test_every_id_comes_back_as_it_was_written(opened: Callable[..., Opened]) -> None:
    labels = ["GPT-4o", "C++", "Q*", "__a__ b_c", "Ünï cöde", "-x-", " a  b ", "A/B.", "", "ſ", "K", "...", "\x1f\x0b"]
    ids = {node_id("Method", label): label for label in labels} | {"method/": "", "method/a/": "A", "method/own": "o"}
    nodes = [Node(name, "Method", label) for name, label in ids.items()]
    nodes += [replace(node, id=f"x{node.id}") for node in hostile()[0]]
    page = opened((nodes, []))
    read = page.run("return page.graph.nodes.id.map(id => [...id].map(c => c.codePointAt(0)))")
    assert ["".join(map(chr, letters)) for letters in read] == sorted(node.id for node in nodes)


def test_every_abstract_comes_back_as_it_was_written(opened: Callable[..., Opened]) -> None:
    texts = [*ATTACKS.values(), ABSTRACT, "", "\ud83e", "".join(map(chr, range(1, 700))), " ".join(["word two"] * 500)]
    nodes = [Node(f"paper/{n:02}", "Paper", "x", attributes={"abstract": text}) for n, text in enumerate(texts)]
    nodes += [Node(f"paper/x{n}", "Paper", "x", attributes={"abstract": "Polkas with foxes, and foxes with polkas."})
              for n in range(500)]
    page = opened((nodes, []))
    page.run("window.all = null; Promise.all(page.graph.papers.map(p => page.graph.abstract(p)))"
             ".then(all => { window.all = all.map(text => [...text].map(c => c.codePointAt(0))) })")
    page.wait("window.all")
    read = page.run("return window.all")
    assert ["".join(map(chr, text)) for text in read[: len(texts)]] == texts
    assert len(read) == len(nodes)


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


def rivals() -> tuple[list[Node], list[Edge]]:
    """Four papers with results on one benchmark, of which the numbers of two methods and of one gain are told."""
    nodes, edges = [Node("benchmark/b", "Benchmark", "Barn"), Node("metric/a", "Metric", "accuracy")], []
    told = (("Foxtrot", "71.5", "absolute"), ("Polka", "80.1", "absolute"), ("Polka", "79", "absolute"),
            ("Waltz", "3.5", "gain"))
    for name in ("Foxtrot", "Polka", "Waltz"):
        nodes += [Node(f"paper/{name}", "Paper", f"{name}: a study"), Node(f"method/{name}", "Method", name)]
    for number, (name, value, kind) in enumerate(told):
        result, paper = f"result/{number}", f"paper/{name}"
        nodes.append(Node(result, "Result", value, attributes={"value": value, "kind": kind, "unit": "%"}))
        edges += [Edge(paper, "reports", result, paper), Edge(result, "onBenchmark", "benchmark/b", paper),
                  Edge(result, "inMetric", "metric/a", paper), Edge(result, "ofMethod", f"method/{name}", paper)]
    return nodes, edges


def test_leaderboard_compares_only_what_can_be_compared_best_first(opened: Callable[..., Opened]) -> None:
    page = opened(rivals(), "#chosen=benchmark/b")
    assert [title for title in page.texts("#panel h3") if "eader" in title or "esults" in title] == [
        "Leaderboard: accuracy, %", "Other results (1)"]
    assert page.texts("#panel .board tbody td") == ["1", "80.1% best of 2", "Polka", "Polka",
                                                    "2", "71.5%", "Foxtrot", "Foxtrot"]
    assert page.texts("#panel table:not(.board) tbody td:first-child") == ["+3.5% gain"]


def test_a_single_result_is_no_leaderboard(opened: Callable[..., Opened]) -> None:
    page = opened(foxes(), "#chosen=benchmark/barn-500")
    assert "Results (1)" in page.texts("#panel h3")
    assert page.texts("#panel tbody td") == ["71.5", "accuracy", "Foxtrot", "Foxes"]


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
    page.click("#panel .buttons button:nth-child(4)")
    assert page.text("#status") != before
    assert page.console() == []


def shown(page: Opened) -> int:
    return int(page.text("#status").split()[1])


def test_collapse_takes_back_an_expansion_and_hides_what_hangs_on_one_node(opened: Callable[..., Opened]) -> None:
    button = "[...document.querySelectorAll('#panel .buttons *')].find(b => b.textContent === arguments[0]).click()"
    page = opened(many_papers(200), "#focus=method/m3&chosen=method/m0")
    before = shown(page)
    page.run(button, "Expand")
    assert shown(page) > before
    page.run(button, "Collapse")
    assert shown(page) == before
    page = opened(foxes(), "#chosen=method/foxtrot")
    page.run(button, "Collapse")
    hidden = 7 - shown(page)
    assert page.texts("#tools button") == [f"Show {hidden} hidden"]
    page.click("#tools button")
    assert shown(page) == 7


def test_pinned_nodes_stay_in_every_view(opened: Callable[..., Opened]) -> None:
    page = opened(many_papers(200), "#focus=method/m3&chosen=method/m3")
    page.press("")
    pin = "[...document.querySelectorAll('#panel .buttons button')].find(b => b.textContent === 'Pin')"
    page.run(f"{pin}.click()")
    assert page.run(f"return {pin}.ariaPressed") == "true"
    page = opened(many_papers(200), '#focus=method/m199&pinned=["method/m3"]')
    page.click("#as-table")
    assert "Method 3" in page.texts("#table-view tbody td:first-child")


def test_arrows_lead_over_the_map_and_enter_opens(opened: Callable[..., Opened]) -> None:
    page = opened(foxes(), "#focus=method/foxtrot")
    page.run("document.querySelector('.vis-network').focus()")
    places = "const at = page.drawing.network.getPositions(); return at[page.cursor][arguments[0]]"
    page.press(RIGHT)
    first = page.text("#spoken")
    assert re.search(r" · (Method|Benchmark|Metric|Paper) · .*joined to \d+$", first)
    x = page.run(places, "x")
    page.press(LEFT)
    assert page.run(places, "x") < x
    page.press(RIGHT, ENTER)
    assert page.text("#panel h2") in page.text("#spoken")
    page.press(ENTER)
    assert "focus=" in page.run("return location.hash")
    page.press(ESCAPE, ESCAPE)
    assert page.run("return location.hash") == ""
    assert page.console() == []


def test_keys_expand_hide_and_pin_the_node_that_arrows_led_to(opened: Callable[..., Opened]) -> None:
    page = opened(foxes())
    page.run("document.querySelector('.vis-network').focus()")
    page.press(DOWN, "h")
    assert shown(page) == 6
    page.press(UP, "p")
    assert "Unpin 1" in page.texts("#tools button")
    page.press("?")
    assert page.run("return document.getElementById('keys').open")
    page.press(ESCAPE)
    assert not page.run("return document.getElementById('keys').open")


def test_back_and_forward_move_through_what_was_shown(opened: Callable[..., Opened]) -> None:
    page = opened(foxes())
    page.press("/fxt", ENTER)
    page.click("#as-table")
    page.click("#back")
    page.wait("!document.getElementById('map').hidden")
    page.click("#forward")
    page.wait("document.getElementById('map').hidden")
    page.press("o")
    page.wait("!document.getElementById('map').hidden")


def test_every_control_shows_that_it_has_the_focus(opened: Callable[..., Opened]) -> None:
    page = opened(foxes(), "#chosen=paper/fox")
    page.run("document.querySelector('#filters').open = true")
    seen = set()
    for _ in range(70):
        page.press(TAB)
        outline = page.run("const e = document.activeElement; return e === document.body ? null :"
                           " [e.tagName + e.id, getComputedStyle(e).outlineStyle, getComputedStyle(e).outlineWidth]")
        if outline:
            seen.add(tuple(outline))
    assert len(seen) > 8
    assert {(style, width) for _, style, width in seen} == {("solid", "2px")}


def test_the_table_leaves_out_columns_that_tell_nothing(opened: Callable[..., Opened]) -> None:
    nodes = [Node(f"method/{name}", "Method", name) for name in "abc"]
    page = opened((nodes, []), "#table=true")
    assert page.texts("#table-view th") == ["Name", "Type", "Papers"]


def test_table_copies_csv_and_markdown(opened: Callable[..., Opened]) -> None:
    nodes, edges = foxes()
    page = opened(([*nodes, Node("method/x", "Method", '=1+1,"|')], edges), "#table=true")
    assert page.texts("#table-view tbody tr:first-child td")[:3] == ["Foxtrot", "Method", "3"]
    rows = "tableRows(g, sortedNodes(g, [g.place.get('method/x')], 0, false))"
    page.run("window.g = null; readGraph().then(graph => { window.g = graph; })")
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
    assert page.run("return document.scripts.length") == 8  # the program, the graph's parts
    assert page.run("return [...document.querySelectorAll('a')].every(a => /^(https?:|file:)/.test(a.protocol))")
    assert page.console() == []


@pytest.mark.parametrize("name", ["script", "closing", "image", "comment"])
def test_markup_in_a_title_is_read_as_it_is_written(name: str, opened: Callable[..., Opened]) -> None:
    page = opened(attacks(), f"#chosen=paper/{name}")
    assert page.text("#panel h2") == ATTACKS[name]
    assert page.text(".abstract") == ATTACKS[name]
    page.press("/" + ATTACKS[name][:12])
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


def test_a_graph_shows_itself_in_a_notebook(example: Path, driver: Any, tmp_path: Path) -> None:
    shown_by_graph = kg.KnowledgeGraph.open(example).show(height=500)
    assert 'height="500"' in shown_by_graph._repr_html_()
    assert len(repr(shown_by_graph)) < 100
    outer = tmp_path / "notebook.html"
    outer.write_text(f"<!doctype html>{shown_by_graph._repr_html_()}", encoding="utf-8")
    driver.get(outer.as_uri())
    driver.switch_to.frame(0)
    try:
        frame = Opened.__new__(Opened)
        frame.driver = driver
        frame.wait("document.documentElement.dataset.ready")
        driver.find_element("id", "search").send_keys("legrpo", ENTER)
        assert frame.text("#panel h2") == "LeGRPO"
        assert frame.console() == []
    finally:
        driver.switch_to.default_content()


def test_works_inside_a_notebooks_frame(opened: Callable[..., Opened], driver: Any, tmp_path: Path) -> None:
    outer = tmp_path / "notebook.html"
    outer.write_text(f"<!doctype html><p>Out[1]:</p>{framed(*foxes())._repr_html_()}", encoding="utf-8")
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
        frame.click("#forward")
        assert frame.text("#status") == "Showing 5 of 5 names and papers"
        assert frame.console() == []
    finally:
        driver.switch_to.default_content()
