"""A new graph in the place of an old one: the store is the same whether it was made anew or carried over."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyoxigraph import Store

from kg import sorting, swap
from kg.model import Edge, Node
from kg.sorting import SortedOnDisk
from kg.store import KnowledgeGraph, write_store

METHODS = [Node(f"method/{name}", "Method", f"M {name}") for name in ("a", "b", "c\"x", "d\\", "é")]
PAPERS = [Node(f"paper/{number}", "Paper", f'Title "{number}", "yes"', (), {"abstract": "A\nB"}) for number in range(4)]
EDGES = [Edge(paper.id, relation, method.id, paper.id, f'We say "{method.label}", "so".', 0, 9, 2, 4, score, "rule")
         for paper in PAPERS for method in METHODS for relation in ("uses", "introduces") for score in (0.5, 0.75)]
EDGES += [Edge(one.id, "variantOf", other.id, paper)
          for one in METHODS for other in METHODS for paper in ("", "paper/1")]
RENAMED = [Node(node.id, node.type, node.label + "!", (node.label,)) for node in METHODS]


def stored(path: Path) -> list[str]:
    return sorted(map(str, Store.read_only(str(next((path / "graph").glob("*/store"))))))


Graph = tuple[list[Node], list[Edge]]
GRAPHS = st.tuples(st.lists(st.sampled_from([*METHODS, *RENAMED, *PAPERS]), unique_by=lambda node: node.id),
                   st.lists(st.sampled_from(EDGES), unique=True, max_size=60))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(GRAPHS, GRAPHS)
def test_a_store_carried_over_is_the_one_made_anew(
    tmp_path_factory: pytest.TempPathFactory, before: Graph, after: Graph
) -> None:
    place = tmp_path_factory.mktemp("graphs")
    write_store(place / "x.kg", *before, {})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swap, "find_difference", lambda *given: _unlimited(*given[:-1], 10**9))
        patch.setattr(swap, "_fill", _must_not)
        write_store(place / "x.kg", *after, {})
    write_store(place / "y.kg", *after, {})
    assert stored(place / "x.kg") == stored(place / "y.kg")
    shutil.rmtree(place)


_unlimited = swap.find_difference


def _must_not(*_: object) -> None:
    raise AssertionError("made anew")


def test_a_small_change_is_carried_over_and_a_large_one_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_store(tmp_path, [*METHODS, *PAPERS], EDGES, {})
    with monkeypatch.context() as patch:
        patch.setattr(swap, "_fill", _must_not)
        write_store(tmp_path, [*RENAMED[:1], *METHODS[1:], *PAPERS], EDGES[:-1], {})
        with pytest.raises(AssertionError, match="made anew"):
            write_store(tmp_path, METHODS, EDGES[:-20], {})
    graph = KnowledgeGraph.open(tmp_path)
    assert (graph.node("method/a").label, len(graph.edges())) == ("M a!", len(EDGES) - 1)
    assert graph.sparql("ASK { <https://w3id.org/paperkg/id/method/a> skos:prefLabel 'M a!' }").boolean


@pytest.mark.parametrize("damage", ["claims", "written", "store"])
def test_what_is_damaged_or_of_another_version_is_made_anew(tmp_path: Path, damage: str) -> None:
    write_store(tmp_path / "x.kg", [*METHODS, *PAPERS], EDGES, {})
    folder = next((tmp_path / "x.kg/graph").iterdir())
    if damage == "claims":
        lines = (folder / "claims.jsonl").read_text("utf-8").splitlines(keepends=True)
        (folder / "claims.jsonl").write_text("".join(lines[1:]), "utf-8")
    elif damage == "written":
        manifest = json.loads((tmp_path / "x.kg/manifest.json").read_text("utf-8"))
        (tmp_path / "x.kg/manifest.json").write_text(json.dumps(manifest | {"written": "before"}))
        Store(str(folder / "store")).clear()
    else:
        (folder / "store/CURRENT").write_text("rubbish")
    write_store(tmp_path / "x.kg", [*METHODS, *PAPERS], EDGES[1:], {})
    write_store(tmp_path / "y.kg", [*METHODS, *PAPERS], EDGES[1:], {})
    assert stored(tmp_path / "x.kg") == stored(tmp_path / "y.kg") != []


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 9), st.text(max_size=3)), max_size=40), st.integers(1, 5))
def test_items_sorted_on_disk_are_those_sorted_in_memory(
    tmp_path_factory: pytest.TempPathFactory, items: Sequence[tuple[int, str]], at_once: int
) -> None:
    with pytest.MonkeyPatch.context() as patch, (tmp_path_factory.mktemp("sorting") / "runs").open("w+b") as file:
        patch.setattr(sorting, "AT_ONCE", at_once)
        patch.setattr(sorting, "_CHUNK", 2)
        plain: SortedOnDisk[tuple[int, str]] = SortedOnDisk(file)
        keyed: SortedOnDisk[tuple[int, str]] = SortedOnDisk(file, lambda item: item[0])
        for item in items:
            plain.add(item)
            keyed.add(item)
        for _ in range(2):
            assert list(plain) == sorted(items)
            assert list(keyed) == sorted(items, key=lambda item: item[0])
        assert len(plain) == len(items)
