"""The build: the same graph whatever the order and the split, and nothing half-written whatever goes wrong."""

import errno
import io
import itertools
import json
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import invented
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kg.extract
from kg.claims import Row, line
from kg.corpus import Corpus
from kg.errors import CurationError, GraphError, InputError, LexiconError
from kg.pipeline import build, remove
from kg.store import KnowledgeGraph


@pytest.fixture(autouse=True)
def _tiny_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kg.extract, "extract", invented.extract)
    monkeypatch.setattr(kg.extract, "fingerprint", invented.fingerprint)


def a_list(path: Path, abstracts: Sequence[str], first: int = 0) -> Path:
    rows = ({"id": f"p{number}", "abstract": abstract} for number, abstract in enumerate(abstracts, first))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def abstracts(count: int, start: int = 0) -> list[str]:
    return [f"Paper number {n} is here. Introduces Method Foo{n % 7}. Uses Method GRPO. Evaluates Benchmark Bar{n % 5}."
            for n in range(start, start + count)]


def content(directory: Path) -> tuple[object, ...]:
    graph = KnowledgeGraph.open(directory)
    return tuple(graph.nodes()), tuple(graph.edges())


def everything(directory: Path) -> dict[str, bytes]:
    files = (path for path in sorted(directory.rglob("*")) if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in files}


class TestBuild:
    """A graph is made, added to, and told of."""

    def test_report_and_manifest(self, tmp_path: Path) -> None:
        source = tmp_path / "list.jsonl"
        rows = [*({"id": n, "abstract": text} for n, text in enumerate(abstracts(3))),
                {"id": "again", "abstract": abstracts(1)[0]}]
        source.write_text("".join(json.dumps(row) + "\n" for row in rows) + "{broken\n")
        steps: list[str] = []
        report = build([source], tmp_path / "x.kg", progress=lambda step, done, total: steps.append(step))
        assert (report.read, report.kept, report.duplicates, report.papers, report.extracted) == (4, 3, 1, 3, 3)
        assert [(skip.line, skip.reason) for skip in report.skipped] == [(5, "not JSON")]
        nodes, edges = content(tmp_path / "x.kg")
        claims = {(edge.subject, edge.relation, edge.object) for edge in edges}  # type: ignore[attr-defined]
        assert (report.nodes, report.edges) == (len(nodes), len(claims)) and report.seconds > 0  # type: ignore[arg-type]
        assert list(dict.fromkeys(steps)) == ["read", "extract", "names", "link", "store"]
        manifest = json.loads((tmp_path / "x.kg" / "manifest.json").read_text())
        assert manifest["counts"] == {"papers": 3, "nodes": report.nodes, "edges": report.edges, "claims": len(edges)}  # type: ignore[arg-type]
        assert [entry["name"] for entry in manifest["inputs"]] == ["list.jsonl"]
        assert len(manifest["inputs"][0]["sha256"]) == 64
        assert str(tmp_path) not in json.dumps(manifest)
        assert sorted(p.name for p in tmp_path.iterdir()) == ["list.jsonl", "x.kg"]
        assert sorted(p.name for p in (tmp_path / "x.kg").iterdir()) == ["corpus.sqlite", "graph", "manifest.json"]

    def test_only_new_papers_are_extracted(self, tmp_path: Path) -> None:
        build(a_list(tmp_path / "a.jsonl", abstracts(5)), tmp_path / "x.kg")
        report = build([a_list(tmp_path / "b.jsonl", abstracts(3, 4), 4)], tmp_path / "x.kg")
        assert (report.extracted, report.papers, report.kept) == (2, 7, 3)

    def test_another_lexicon_extracts_all_again(self, tmp_path: Path) -> None:
        source = a_list(tmp_path / "a.jsonl", abstracts(5))
        build(source, tmp_path / "x.kg")
        words = tmp_path / "mine.tsv"
        words.write_text("type\tname\taliases\nMethod\tMy own\tFoo1\n")
        report = build([], tmp_path / "x.kg", lexicon_files=[words])
        assert report.extracted == 5
        assert "My own" in {node.label for node in KnowledgeGraph.open(tmp_path / "x.kg").nodes()}
        with pytest.raises(GraphError, match="another lexicon"):
            remove(tmp_path / "x.kg", ["p1"])

    def test_standard_input(self, tmp_path: Path) -> None:
        data = a_list(tmp_path / "stdin", abstracts(3)).read_bytes()
        build(["-"], tmp_path / "x.kg", stdin=io.BytesIO(data))
        build(tmp_path / "stdin", tmp_path / "y.kg")
        assert (tmp_path / "x.kg/manifest.json").read_bytes() == (tmp_path / "y.kg/manifest.json").read_bytes()

    @pytest.mark.parametrize("workers", [1, 2, 4])
    def test_workers_are_no_matter(self, tmp_path: Path, workers: int) -> None:
        source = a_list(tmp_path / "a.jsonl", abstracts(400))
        build(source, tmp_path / "x.kg", workers=workers)
        build(source, tmp_path / "y.kg", workers=1)
        assert content(tmp_path / "x.kg") == content(tmp_path / "y.kg")
        assert (tmp_path / "x.kg/manifest.json").read_bytes() == (tmp_path / "y.kg/manifest.json").read_bytes()

    def test_remove_is_as_if_it_never_was(self, tmp_path: Path) -> None:
        texts = [*abstracts(4), "Uses Method Onlyhere. Solves Task only here."]
        build(a_list(tmp_path / "a.jsonl", texts[:4]), tmp_path / "x.kg")
        without = content(tmp_path / "x.kg")
        build(a_list(tmp_path / "b.jsonl", texts[4:], 4), tmp_path / "x.kg")
        whole = content(tmp_path / "x.kg")
        assert remove(tmp_path / "x.kg", ["paper/p4"]) == 1
        assert content(tmp_path / "x.kg") == without != whole
        build(tmp_path / "b.jsonl", tmp_path / "x.kg")
        assert content(tmp_path / "x.kg") == whole

    def test_confidence_is_kept_when_removing(self, tmp_path: Path) -> None:
        texts = [f"{text} Reports 3.5% recall on Bar{n}." for n, text in enumerate(abstracts(3))]
        build(a_list(tmp_path / "a.jsonl", texts), tmp_path / "x.kg", min_confidence=0.85)
        remove(tmp_path / "x.kg", ["p0"])
        assert not [node for node in KnowledgeGraph.open(tmp_path / "x.kg").nodes() if node.type == "Result"]

    def test_a_reader_keeps_the_graph_that_it_opened(self, tmp_path: Path) -> None:
        build(a_list(tmp_path / "a.jsonl", abstracts(3)), tmp_path / "x.kg")
        before = KnowledgeGraph.open(tmp_path / "x.kg")
        with Corpus.open(tmp_path / "x.kg" / "corpus.sqlite") as corpus:
            papers = corpus.papers()
            next(papers)
            build(a_list(tmp_path / "b.jsonl", abstracts(3, 3), 3), tmp_path / "x.kg")
            assert len(list(papers)) == 2
        assert "paper/p5" not in {node.id for node in before.nodes()}


SENTENCES = st.sampled_from([
    "Introduces Method FOO (fast online optimization).", "Uses Method FOO.", "Uses Method FOO (free of oracles).",
    "Introduces Method FOO.", "Uses Method GRPO.", "Compares Method group relative policy optimisation.",
    "Evaluates Benchmark MATH.", "Evaluates Benchmark MATH-500.", "Runs Model Llama-3-8B.", "Solves Task foo bar.",
    "Uses Method Foo Bar.", "Trains Benchmark c4.", "Reports 1.5% recall on MATH by FOO gained over GRPO."])
LISTS = st.lists(st.lists(SENTENCES, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=6)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LISTS, st.data())
def test_order_split_and_removal_are_no_matter(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, texts: list[str], data: st.DataObject
) -> None:
    place, graphs = tmp_path_factory.mktemp("graphs"), {}

    def remember(target: Path, rows: Iterable[Row], *_: object) -> tuple[int, int]:
        """In place of a store on disk, so that many graphs can be made in a short time."""
        found = [json.loads(line(row)) for row in rows]
        nodes, edges = (sorted(row for row in found if len(row) == length) for length in (5, 11))
        graphs[target.name.strip(".").removesuffix(".building")] = nodes, edges
        return len(nodes), len(edges)

    monkeypatch.setattr("kg.pipeline.write_rows", remember)
    files = [a_list(place / f"{n}.jsonl", [text], n) for n, text in enumerate(texts)]
    build(files, place / "whole.kg")
    order = data.draw(st.permutations(files))
    cut = data.draw(st.integers(0, len(files)))
    for part in (order[:cut], order[cut:]):
        if part:
            build(part, place / "parts.kg")
    assert graphs["parts.kg"] == graphs["whole.kg"]
    paper = data.draw(st.sampled_from([row[0] for row in graphs["whole.kg"][0] if row[1] == "Paper"]))
    remove(place / "parts.kg", [paper])
    assert graphs["parts.kg"] != graphs["whole.kg"]
    build(files, place / "parts.kg")
    assert graphs["parts.kg"] == graphs["whole.kg"]


class TestTrouble:
    """Each trouble is one clear error, and the disk is as it was."""

    @pytest.fixture
    def old(self, tmp_path: Path) -> Path:
        build(a_list(tmp_path / "old.jsonl", abstracts(3)), tmp_path / "x.kg")
        return tmp_path / "x.kg"

    @pytest.mark.parametrize("name", ["x.kg", "new.kg"])
    def test_bad_sources(self, tmp_path: Path, old: Path, name: str) -> None:
        good = a_list(tmp_path / "good.jsonl", abstracts(2, 5), 5)
        (tmp_path / "empty").write_text("")
        (tmp_path / "binary").write_bytes(bytes(range(256)) * 9)
        before = everything(tmp_path)
        for bad in (tmp_path / "missing", tmp_path / "empty", tmp_path / "binary", tmp_path):
            with pytest.raises(InputError):
                build([good, bad], tmp_path / name)
            assert everything(tmp_path) == before

    def test_bad_lexicon(self, tmp_path: Path, old: Path) -> None:
        before = everything(tmp_path)
        with pytest.raises(LexiconError):
            build([], old, lexicon_files=[tmp_path / "none.tsv"])
        assert everything(tmp_path) == before

    def test_something_else_is_in_the_way(self, tmp_path: Path) -> None:
        source = a_list(tmp_path / "a.jsonl", abstracts(1))
        (tmp_path / "file.kg").write_text("mine")
        (tmp_path / "dir.kg").mkdir()
        (tmp_path / "dir.kg" / "thesis.txt").write_text("mine")
        (tmp_path / "foreign.kg").mkdir()
        (tmp_path / "foreign.kg" / "corpus.sqlite").write_text("mine")
        (tmp_path / "dangling.kg").symlink_to(tmp_path / "nowhere")
        before = everything(tmp_path)
        for name in ("file.kg", "dir.kg", "foreign.kg", "dangling.kg"):
            with pytest.raises(GraphError):
                build([source], tmp_path / name)
            with pytest.raises(GraphError):
                remove(tmp_path / name, ["p0"])
        with pytest.raises(GraphError, match="there is no folder"):
            build([source], tmp_path / "no" / "x.kg")
        with pytest.raises(GraphError, match="no such graph"):
            remove(tmp_path / "never.kg", ["p0"])
        assert everything(tmp_path) == before

    def test_disk_fills_up_in_any_write(self, tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        source = a_list(tmp_path / "a.jsonl", abstracts(3, 5), 5)
        before, graph = everything(tmp_path), content(old)
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        for place in ("kg.pipeline.write_rows", "kg.building.shutil.copyfile", "kg.pipeline.shown"):
            with monkeypatch.context() as broken:
                broken.setattr(place, _raising(full))
                with pytest.raises(GraphError, match="the disk is full"):
                    build([source], old)
            assert everything(tmp_path) == before
        with monkeypatch.context() as broken:
            broken.setattr("kg.pipeline.write_rows", _raising(full))
            with pytest.raises(GraphError, match="the disk is full"):
                build([source], tmp_path / "new.kg")
        assert everything(tmp_path) == before and content(old) == graph

    def test_a_really_full_disk(self, tmp_path: Path) -> None:
        small = tmp_path / "small"
        small.mkdir()
        mounted = shutil.which("mount") and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=900k", "tmpfs", small], capture_output=True, check=False).returncode
        if not mounted:
            pytest.skip("mounting a small disk needs root")
        try:
            source = a_list(tmp_path / "a.jsonl", abstracts(3000))
            with pytest.raises(GraphError, match="the disk is full"):
                build([source], small / "x.kg")
            assert list(small.iterdir()) == []
        finally:
            subprocess.run(["umount", small], check=True)

    def test_the_second_writer_is_told(self, tmp_path: Path, old: Path) -> None:
        source = a_list(tmp_path / "more.jsonl", abstracts(2, 9), 9)
        for directory in (old, tmp_path / "new.kg"):
            with held(directory):
                started = time.monotonic()
                with pytest.raises(GraphError, match="another process is changing this graph"):
                    build([source], directory)
                assert time.monotonic() - started < 10
                if directory == old:
                    assert len(content(old)[0]) > 3
            assert build([source], directory).kept == 2

    def test_interrupted_build_goes_on(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        source = a_list(tmp_path / "a.jsonl", abstracts(300))
        extracted = itertools.count()

        def interrupted(papers, lexicon):  # type: ignore[no-untyped-def]
            for document in invented.extract(papers, lexicon):
                if next(extracted) == 200:
                    raise KeyboardInterrupt
                yield document

        with monkeypatch.context() as stopped:
            stopped.setattr(kg.extract, "extract", interrupted)
            with pytest.raises(KeyboardInterrupt):
                build(source, tmp_path / "x.kg", workers=1)
        assert not (tmp_path / "x.kg").exists()
        report = build(source, tmp_path / "x.kg")
        assert 100 <= report.extracted <= 150
        build(source, tmp_path / "y.kg")
        assert content(tmp_path / "x.kg") == content(tmp_path / "y.kg")
        assert sorted(p.name for p in tmp_path.iterdir()) == ["a.jsonl", "x.kg", "y.kg"]

    def test_an_error_of_curation_costs_no_extraction(self, tmp_path: Path) -> None:
        source = a_list(tmp_path / "a.jsonl", abstracts(40))
        (tmp_path / "c.yaml").write_text("- drop: routing\n  reason: two things of this name\n")
        texts = ["A first. Introduces Method routing.", "Another. Solves Task routing."]
        again = a_list(tmp_path / "b.jsonl", texts, 40)
        with pytest.raises(CurationError):
            build([source, again], tmp_path / "x.kg", curation_files=[tmp_path / "c.yaml"])
        assert not (tmp_path / "x.kg").exists()
        report = build([source, again], tmp_path / "x.kg")
        assert (report.papers, report.extracted) == (42, 0)

    def test_an_interrupted_build_leaves_no_papers_to_another(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        wrong = a_list(tmp_path / "wrong.jsonl", abstracts(5))
        right = a_list(tmp_path / "right.jsonl", abstracts(2, 50), 50)
        with monkeypatch.context() as stopped:
            stopped.setattr("kg.pipeline.shown", _raising(KeyboardInterrupt()))
            with pytest.raises(KeyboardInterrupt):
                build(wrong, tmp_path / "x.kg")
        assert build(right, tmp_path / "x.kg").papers == 2

    def test_killed_at_random_moments(self, tmp_path: Path, old: Path) -> None:
        source = a_list(tmp_path / "a.jsonl", abstracts(600, 3), 3)
        fresh = tmp_path / "fresh.kg"
        build([tmp_path / "old.jsonl", source], fresh)
        before, after = content(old), content(fresh)
        rng = random.Random(7)
        for _ in range(6):
            process = multiprocessing.get_context("fork").Process(target=_build_quietly, args=(source, old))
            process.start()
            time.sleep(rng.uniform(0.0, 0.5))
            os.kill(process.pid or 0, signal.SIGKILL)
            process.join()
            assert content(old) in (before, after)
        build([source], old)
        assert content(old) == after
        assert sorted(p.name for p in old.iterdir()) == ["corpus.sqlite", "graph", "manifest.json"]


def test_hash_seed_is_no_matter(tmp_path: Path) -> None:
    source = a_list(tmp_path / "a.jsonl", [*abstracts(20), "Uses Method FOO (free of oracles)."])
    script = ("import sys, invented, kg.extract; from kg.pipeline import build;"
              "kg.extract.extract, kg.extract.fingerprint = invented.extract, invented.fingerprint;"
              "build(sys.argv[1], sys.argv[2])")
    for seed in ("0", "1", "2"):
        path = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
        subprocess.run([sys.executable, "-c", script, source, tmp_path / f"{seed}.kg"], check=True,
                       env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path})
    assert content(tmp_path / "0.kg") == content(tmp_path / "1.kg") == content(tmp_path / "2.kg")
    claims = [next((tmp_path / f"{seed}.kg").rglob("claims.jsonl")).read_bytes() for seed in "012"]
    assert claims[0] == claims[1] == claims[2]


def _raising(error: BaseException):  # type: ignore[no-untyped-def]
    def fail(*_: object, **__: object) -> None:
        raise error
    return fail


def _build_quietly(source: Path, directory: Path) -> None:
    build([source], directory, workers=2)


class held:
    """While it lasts, another process builds a graph."""

    def __init__(self, directory: Path) -> None:
        self.context = multiprocessing.get_context("fork")
        self.ready, self.done = self.context.Event(), self.context.Event()
        self.process = self.context.Process(target=self._hold, args=(directory,))

    def _hold(self, directory: Path) -> None:
        from kg.building import next_state
        with next_state(directory):
            self.ready.set()
            self.done.wait(20)
            raise GraphError("given up")

    def __enter__(self) -> None:
        self.process.start()
        assert self.ready.wait(20)

    def __exit__(self, *_: object) -> None:
        self.done.set()
        self.process.join()


class TestNothingToDo:
    """The same sources again leave the graph alone; whatever could change it does not."""

    @pytest.fixture
    def built(self, tmp_path: Path) -> Path:
        build(a_list(tmp_path / "a.jsonl", abstracts(3)), tmp_path / "x.kg")
        return tmp_path / "x.kg"

    def test_the_graph_stays_as_it_was(self, tmp_path: Path, built: Path) -> None:
        before = everything(built)
        report = build(tmp_path / "a.jsonl", built)
        assert (report.unchanged, report.read, report.papers, report.edges) == (True, 0, 3, len(content(built)[1]))
        assert everything(built) == before
        assert build(a_list(tmp_path / "b.jsonl", abstracts(3)), built).unchanged is False

    def test_what_could_change_it_is_done(self, tmp_path: Path, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        source = tmp_path / "a.jsonl"
        words, lines = tmp_path / "mine.tsv", tmp_path / "curation.yaml"
        words.write_text("type\tname\taliases\nMethod\tMy own\tFoo1\n")
        lines.write_text("- drop: GRPO\n  reason: no matter\n- drop: Nothing\n  reason: stale\n")
        for options in ({"lexicon_files": [words]}, {}, {"min_confidence": 0.95}, {}, {"curation_files": [lines]}):
            report = build(source, built, **options)  # type: ignore[arg-type]
            assert not report.unchanged and report.read == 3
            again = build(source, built, **options)  # type: ignore[arg-type]
            assert again.unchanged and again.stale == report.stale
        assert report.stale and build(source, built).replayed == ("curation.yaml",)
        assert not build([], built).unchanged
        with monkeypatch.context() as other:
            other.setattr("kg.sources.code_digest", lambda: "another")
            other.setattr("kg.pipeline.code_digest", lambda: "another")
            assert not build(source, built).unchanged

    def test_a_removed_paper_comes_back(self, tmp_path: Path, built: Path) -> None:
        before = content(built)
        remove(built, ["p1"])
        assert not build(tmp_path / "a.jsonl", built).unchanged
        assert content(built) == before

    def test_an_earlier_version_of_a_list_comes_back(self, tmp_path: Path, built: Path) -> None:
        before, first = content(built), (tmp_path / "a.jsonl").read_bytes()
        a_list(tmp_path / "a.jsonl", [f"{text} Uses Method Newer." for text in abstracts(3)])
        assert build(tmp_path / "a.jsonl", built).replaced == 3
        (tmp_path / "a.jsonl").write_bytes(first)
        assert build(tmp_path / "a.jsonl", built).replaced == 3
        assert content(built) == before

    def test_a_graph_newer_than_its_corpus_is_built_again(self, tmp_path: Path, built: Path) -> None:
        """A build that is killed between the two swaps leaves this."""
        old, before = (built / "corpus.sqlite").read_bytes(), content(built)
        build(a_list(tmp_path / "b.jsonl", abstracts(3, 3), 3), built)
        (built / "corpus.sqlite").write_bytes(old)
        assert not build(tmp_path / "a.jsonl", built).unchanged
        assert content(built) == before

    def test_standard_input_twice(self, tmp_path: Path) -> None:
        data = a_list(tmp_path / "stdin", abstracts(3)).read_bytes()
        assert not build(["-"], tmp_path / "x.kg", stdin=io.BytesIO(data)).unchanged
        assert build(["-"], tmp_path / "x.kg", stdin=io.BytesIO(data)).unchanged
