"""What people say of the graph is carried out, can be undone, and is told of where it has no effect."""

import json
from pathlib import Path

import invented
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invented import LEXICON, documents

import kg.extract
from kg.errors import CurationError
from kg.link import Curation, Told, link, replayed
from kg.link.curation import read_lines
from kg.model import Edge, Node
from kg.pipeline import build, remove
from kg.rdf import quads
from kg.store import KnowledgeGraph

TEXTS = (
    "Introduces Method FOO (fast online optimization). Evaluates Benchmark MATH-500. Solves Task routing.",
    "Uses Method Foonet. Uses Method GRPO. Evaluates Benchmark Bars.",
    "Uses Method PID (partial information decomposition). Runs Model Llama-3-8B. Uses Method routing.",
    "Introduces Method Foonets < GRPO. Uses Method PID. Reports 3.5% recall on MATH-500 by Foonets gained over GRPO.",
)


def curation(text: str) -> Curation:
    return replayed([("c.yaml", text)])


def curated(text: str, *abstracts: str) -> tuple[dict[str, Node], set[tuple[str, str, str]], list[str]]:
    told = Told()
    nodes, edges = link(documents(*(abstracts or TEXTS)), LEXICON, curation=curation(text), told=told)
    ids = {node.id for node in nodes}
    assert len(ids) == len(nodes)
    assert all(edge.subject in ids and edge.object in ids for edge in edges)
    return {node.id: node for node in nodes}, {(e.subject, e.relation, e.object) for e in edges}, list(told.stale)


def canonical(nodes: list[Node], edges: list[Edge]) -> bytes:
    return "\n".join(sorted(map(str, quads(nodes, edges)))).encode()


def plain_graph(*abstracts: str) -> bytes:
    return canonical(*link(documents(*(abstracts or TEXTS)), LEXICON))


def graph_of(text: str, *abstracts: str) -> bytes:
    return canonical(*link(documents(*(abstracts or TEXTS)), LEXICON, curation=curation(text)))


class TestActions:
    """Each action does what it says."""

    def test_merge(self) -> None:
        nodes, edges, stale = curated("- merge: [FOO, foo net]\n  reason: the same")
        assert nodes["method/foo"].aliases == ("fast online optimization", "Foonet", "Foonets")
        assert "method/foonet" not in nodes and not stale
        assert {("paper/p1", "uses", "method/foo"), ("paper/p3", "introduces", "method/foo"),
                ("method/foo", "variantOf", "method/grpo")} <= edges

    def test_merge_across_types(self) -> None:
        nodes, edges, _ = curated("- merge: [Task: routing, Method: routing]\n  reason: no technique")
        assert "method/routing" not in nodes and ("paper/p2", "addresses", "task/routing") in edges

    def test_merge_of_lexicon_names_keeps_both_ones_wider_terms(self) -> None:
        nodes, edges, _ = curated("- merge: [FOO, GRPO]\n  reason: the same")
        assert ("method/foo", "broader", "method/reinforcement-learning") in edges
        assert "Group Relative Policy Optimization" in nodes["method/foo"].aliases and "method/grpo" not in nodes

    def test_split_by_what_papers_spell(self) -> None:
        wrong = "- merge: [PID controller, PID]\n  reason: an error\n"
        nodes, edges, _ = curated(wrong.replace("PID]", "partial information decomposition]"))
        assert "method/partial-information-decomposition" not in nodes
        both = "Uses Method Barnet.", "Uses Method Bar net (bar network)."
        nodes, edges, stale = curated("- split: Barnet\n  names: [bar network]\n  reason: another", *both)
        assert {"method/barnet", "method/bar-net"} <= nodes.keys() and not stale
        assert {("paper/p0", "uses", "method/barnet"), ("paper/p1", "uses", "method/bar-net")} <= edges

    def test_split_off_an_alias_of_the_lexicon(self) -> None:
        texts = "Uses Method MoE.", "Uses Method mixture of experts."
        nodes, edges, _ = curated("- split: Mixture-of-Experts\n  names: MoE\n  reason: no", *texts)
        assert "MoE" not in nodes["method/mixture-of-experts"].aliases
        assert {("paper/p0", "uses", "method/moe"), ("paper/p1", "uses", "method/mixture-of-experts")} <= edges

    def test_rename(self) -> None:
        nodes, edges, _ = curated("- rename: FOO\n  to: Fast Online Optimizer\n  reason: clearer\n"
                                  "- drop: fast online optimizer\n  reason: to see that the new name leads there")
        assert "method/foo" not in nodes and "method/fast-online-optimizer" not in nodes
        nodes, edges, _ = curated("- rename: FOO\n  to: Fast Online Optimizer\n  reason: clearer")
        assert nodes["method/fast-online-optimizer"].aliases == ("fast online optimization", "FOO")
        assert ("paper/p0", "introduces", "method/fast-online-optimizer") in edges

    def test_retype(self) -> None:
        nodes, edges, _ = curated("- retype: GRPO\n  to: Benchmark\n  reason: only a test")
        assert "method/grpo" not in nodes and ("paper/p1", "evaluatesOn", "benchmark/grpo") in edges
        assert not [edge for edge in edges if edge[1] == "variantOf"]

    def test_retype_joins_what_is_there(self) -> None:
        nodes, edges, _ = curated("- retype: 'Method: routing'\n  to: Task\n  reason: no technique")
        assert "method/routing" not in nodes and ("paper/p2", "addresses", "task/routing") in edges

    def test_drop(self) -> None:
        nodes, edges, _ = curated("- drop: GRPO\n  reason: not of interest")
        assert "method/grpo" not in nodes and ("paper/p1", "uses", "method/foonet") in edges

    def test_alias(self) -> None:
        nodes, edges, stale = curated("- alias: FOO\n  names: [Foonet, The Foo]\n  reason: both")
        assert set(nodes["method/foo"].aliases) == {"fast online optimization", "Foonet", "Foonets", "The Foo"}
        assert ("paper/p1", "uses", "method/foo") in edges and not stale

    @pytest.mark.parametrize(("name", "to", "edge"), [
        ("FOO", "GRPO", ("method/foo", "broader", "method/grpo")),
        ("FOO", "Task: routing", ("method/foo", "broader", "task/routing")),
        ("Bars", "Foos", ("benchmark/bars", "partOf", "benchmark/foos")),
        ("Llama-3-8B", "Herd", ("model/llama-3-8b", "memberOf", "modelfamily/herd")),
    ])
    def test_wider(self, name: str, to: str, edge: tuple[str, str, str]) -> None:
        nodes, edges, stale = curated(f"- wider: '{name}'\n  to: '{to}'\n  reason: it is")
        assert edge in edges and edge[2] in nodes and not stale

    def test_apart(self) -> None:
        texts = "Uses Method FOO (fast online optimization).", "Uses Method FOP (fast online optimization)."
        assert [node.type for node in curated("", *texts)[0].values()].count("Method") == 1
        _, edges, _ = curated("- apart: [FOO, FOP]\n  reason: not the same", *texts)
        assert {("paper/p0", "uses", "method/foo"), ("paper/p1", "uses", "method/fop")} <= edges

    def test_lines_are_carried_out_in_their_order(self) -> None:
        nodes, _, _ = curated("- merge: [FOO, Foonet]\n  reason: a\n- rename: Foonets\n  to: Bazzer\n  reason: b\n"
                              "- alias: bazzer\n  names: Zap\n  reason: c")
        assert "Zap" in nodes["method/bazzer"].aliases


class TestUndoing:
    """What curation does can be taken back."""

    @pytest.mark.parametrize("names", ["FOO, Foonet", "Foonet, FOO", "GRPO, FOO", "FOO, GRPO, Foonet",
                                       "Benchmark: Bars, FOO", "PID controller, partial information decomposition"])
    def test_merge_then_split_gives_back_the_same_graph(self, names: str) -> None:
        others = names.split(", ", 1)[1]
        merged = f"- merge: [{names}]\n  reason: a\n"
        assert graph_of(merged) != plain_graph()
        first = names.split(", ")[0]
        assert graph_of(f"{merged}- split: '{first}'\n  names: [{others}]\n  reason: b") == plain_graph()

    def test_split_then_merge(self) -> None:
        texts = "Uses Method MoE.", "Uses Method mixture of experts."
        split = "- split: Mixture-of-Experts\n  names: MoE\n  reason: no\n"
        assert graph_of(split, *texts) != plain_graph(*texts)
        assert graph_of(split + "- merge: [Mixture-of-Experts, MoE]\n  reason: yes", *texts) == plain_graph(*texts)

    def test_no_lines(self) -> None:
        assert graph_of("") == graph_of("[]") == graph_of("# nothing") == plain_graph()


NAMES = st.sampled_from(["FOO", "Foonet", "Foo net", "GRPO", "MoE", "mixture of experts", "Bar", "PID"])
LONGS = st.sampled_from(["", " (fast online optimization)", " (partial information decomposition)"])
SENTENCES = st.builds("{} {}{}.".format, st.sampled_from(["Uses Method", "Introduces Method", "Evaluates Benchmark"]),
                      NAMES, LONGS)
ABSTRACTS = st.lists(SENTENCES, min_size=1, max_size=4).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(st.lists(ABSTRACTS, min_size=1, max_size=6), st.data())
def test_any_merge_then_split_gives_back_the_same_graph(abstracts: list[str], data: st.DataObject) -> None:
    nodes, edges = link(documents(*abstracts), LEXICON)
    things = [node.id for node in nodes if node.type in ("Method", "Benchmark")]
    merged = data.draw(st.lists(st.sampled_from(things), min_size=2, max_size=4, unique=True)) if things[1:] else things
    if len(merged) < 2:
        return
    lines = (f"- merge: {json.dumps(merged)}\n  reason: a\n"
             f"- split: {merged[0]}\n  names: {json.dumps(merged[1:])}\n  reason: b")
    assert graph_of(lines, *abstracts) == canonical(nodes, edges)


@settings(max_examples=60, deadline=None)
@given(st.lists(ABSTRACTS, min_size=1, max_size=6), st.data())
def test_curation_does_not_look_at_the_order_of_papers(abstracts: list[str], data: st.DataObject) -> None:
    text = "- merge: [Foonet, Bar]\n  reason: a\n- alias: GRPO\n  names: [MoE]\n  reason: b\n" \
           "- retype: Benchmark/FOO\n  to: Method\n  reason: c"
    docs = documents(*abstracts)
    try:
        expected = link(docs, LEXICON, curation=curation(text))
    except CurationError:
        with pytest.raises(CurationError):
            link(data.draw(st.permutations(docs)), LEXICON, curation=curation(text))
        return
    assert link(data.draw(st.permutations(docs)), LEXICON, curation=curation(text)) == expected


class TestTrouble:
    """What cannot be read or carried out is one error with its line; what has no effect is told of."""

    @pytest.mark.parametrize(("text", "words"), [
        ("merge: [a, b]", "c.yaml:1: a curation file is a list"),
        ("- merge: [a, b]", "c.yaml:1: say why"),
        ("- merge: [a, b]\n  reason: ' '", "c.yaml:1: say why"),
        ("\n- merge: [a]\n  reason: x", "c.yaml:2: merge takes a list of two or more names"),
        ("- melt: [a]\n  reason: x", "c.yaml:1: an entry has one action: merge, split"),
        ("- drop: a\n  merge: [a, b]\n  reason: x", "c.yaml:1: an entry has one action"),
        ("- drop: a\n  to: b\n  reason: x", "c.yaml:1: drop has no 'to'"),
        ("- drop: [a, b]\n  reason: x", "c.yaml:1: drop takes one name"),
        ("- drop:\n  reason: x", "c.yaml:1: a name is a text"),
        ("- rename: a\n  reason: x", "c.yaml:1: rename needs 'to: ...'"),
        ("- rename: a\n  to: [b, c]\n  reason: x", "c.yaml:1: rename takes one text under 'to'"),
        ("- retype: a\n  to: Thing\n  reason: x", "c.yaml:1: unknown type 'Thing'; one of Method"),
        ("- merge: [Thing: a, b]\n  reason: x", "c.yaml:1: unknown type 'Thing'"),
        ("- apart: [Foo-bar, foo bar]\n  reason: x", "c.yaml:1: two spellings of one name"),
        ("- reason: x\n- drop: Method: a", "c.yaml:2: not YAML: mapping values are not allowed here; put quotes"),
        ("- drop: a\n  reason: x\n  reason: y", "c.yaml:3: 'reason' stands twice"),
        ("- [", "c.yaml:1: not YAML"),
        ("- \x01", "c.yaml: not YAML"),
        ("- just words", "c.yaml:1: an entry is an action and a reason"),
        ("[" * 5000, "c.yaml"),
        ("- drop: &a [*a]\n  reason: x", "c.yaml:1"),
        ("- drop: !!python/object/apply:os.system [ls]\n  reason: x", "nothing in the graph is called 'ls'"),
    ])
    def test_what_is_wrong_and_where(self, text: str, words: str) -> None:
        try:
            told = " ".join(curated(text)[2])
        except CurationError as error:
            told = str(error)
        assert words in told and "\n" not in told

    def test_an_ambiguous_name_lists_its_types(self) -> None:
        with pytest.raises(CurationError, match=r"c.yaml:1: 'routing' names 2 things: 'Method: routing', 'Task: routi"):
            curated("- drop: routing\n  reason: x")

    def test_two_things_of_one_type_and_name_are_told_apart_by_id(self) -> None:
        texts = "Introduces Method FOO (fast online optimization).", "Introduces Method FOO (free of oracles)."
        with pytest.raises(CurationError, match="'method/fast-online-optimization', 'method/free-of-oracles'"):
            curated("- drop: FOO\n  reason: x", *texts)
        nodes, _, _ = curated("- drop: method/free-of-oracles\n  reason: x", *texts)
        assert [node.id for node in nodes.values() if node.type == "Method"] == ["method/foo"]

    def test_a_merge_that_the_shipped_table_forbids(self) -> None:
        with pytest.raises(CurationError, match=r"c.yaml:2: this merge contradicts cannot_link.tsv:2, which keeps"):
            curated("\n- merge: [GRPO, PPO]\n  reason: x")

    def test_a_merge_that_another_line_forbids(self) -> None:
        with pytest.raises(CurationError, match=r"c.yaml:1: this merge contradicts c.yaml:3, .*'Foonet' and 'FOO'"):
            curated("- merge: [FOO, method/foonet]\n  reason: x\n- apart: [Foonet, FOO]\n  reason: y")

    def test_a_merge_by_another_name_is_seen_in_the_graph(self) -> None:
        texts = "Uses Method GRPO.", "Uses Method PPO."
        with pytest.raises(CurationError, match=r"cannot_link\.tsv"):
            curated("- merge: [group-relative policy optimization, PPO]\n  reason: x", *texts)

    def test_a_new_name_that_another_thing_has(self) -> None:
        with pytest.raises(CurationError, match=r"c\.yaml:1: 'foo' is the name of another Method: merge them"):
            curated("- rename: Foonet\n  to: foo\n  reason: x")

    @pytest.mark.parametrize(("text", "words"), [
        ("- merge: [FOO, Nowhere]\n  reason: x", "c.yaml:1: merge: nothing in the graph is called 'Nowhere'"),
        ("- merge: [FOO, foo]\n  reason: x", "c.yaml:1: merge: its names are one thing already"),
        ("- drop: 'Task: FOO'\n  reason: x", "c.yaml:1: drop: nothing in the graph is called 'Task: FOO'"),
        ("- split: FOO\n  names: Foonet\n  reason: x", "c.yaml:1: split: 'FOO' holds nothing else called 'Foonet'"),
        ("- rename: FOO\n  to: FOO\n  reason: x", "c.yaml:1: rename: that is its name already"),
        ("- retype: FOO\n  to: Method\n  reason: x", "c.yaml:1: retype: it is a Method already"),
        ("- alias: GRPO\n  names: Group relative policy optimisation\n  reason: x",
         "c.yaml:1: alias: 'Group relative policy optimisation' is a name of it already"),
        ("- wider: recall\n  to: FOO\n  reason: x", "c.yaml:1: wider: a Metric has no wider term"),
    ])
    def test_lines_without_effect(self, text: str, words: str) -> None:
        assert curated(text)[2] == [words]

    def test_a_paper_is_no_thing_to_curate(self) -> None:
        assert "nothing in the graph" in curated("- drop: paper/p0\n  reason: x")[2][0]


class TestBuild:
    """A graph remembers its curation."""

    @pytest.fixture(autouse=True)
    def tiny_language(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kg.extract, "extract", invented.extract)
        monkeypatch.setattr(kg.extract, "fingerprint", invented.fingerprint)

    def test_replayed_until_another_is_given(self, tmp_path: Path) -> None:
        source, lines, target = tmp_path / "a.jsonl", tmp_path / "c.yaml", tmp_path / "x.kg"
        rows = [{"id": f"p{n}", "abstract": text} for n, text in enumerate(TEXTS)]
        source.write_text("".join(json.dumps(row) + "\n" for row in rows))
        lines.write_text("- merge: [FOO, Foonet]\n  reason: é\n- drop: Nowhere\n  reason: x")
        report = build(source, target, curation_files=[lines])
        assert report.stale == (f"{lines}:3: drop: nothing in the graph is called 'Nowhere'",)
        assert report.replayed == ()
        lines.unlink()

        def methods() -> set[str]:
            return {node.id for node in KnowledgeGraph.open(target).nodes() if node.type == "Method"}

        assert "method/foonet" not in methods()
        again = build([], target)
        assert again.replayed == ("c.yaml",)
        assert again.stale == ("c.yaml:3: drop: nothing in the graph is called 'Nowhere'",)
        remove(target, ["p2"])
        assert "method/foonet" not in methods()
        (entry,) = json.loads((target / "manifest.json").read_text())["curation"]
        assert entry["name"] == "c.yaml" and len(entry["sha256"]) == 64
        empty = tmp_path / "none.yaml"
        empty.write_text("")
        assert build([], target, curation_files=[empty]).replayed == ()
        assert "method/foonet" in methods()

    @pytest.mark.parametrize("bad", ["missing", "folder", "latin1", "wrong"])
    def test_what_cannot_be_read_changes_nothing(self, tmp_path: Path, bad: str) -> None:
        (tmp_path / "folder").mkdir()
        (tmp_path / "latin1").write_bytes(b"- drop: \xe9\n")
        (tmp_path / "wrong").write_text("- drop: x")
        (tmp_path / "a.txt").write_text("Uses Method FOO. " * 9)
        with pytest.raises(CurationError, match=bad):
            build(tmp_path / "a.txt", tmp_path / "x.kg", curation_files=[tmp_path / bad])
        assert not (tmp_path / "x.kg").exists()


def test_lines_know_their_place() -> None:
    text = "# kept in git\n\n- drop: 1e5\n  reason: no\n\n- drop: No\n  reason: |\n    two\n    lines\n"
    lines = list(read_lines(text, "my/c.yaml"))
    assert [(line.names[0].label, line.where, line.reason) for line in lines] == [
        ("1e5", "my/c.yaml:3", "no"), ("No", "my/c.yaml:6", "two lines")]
