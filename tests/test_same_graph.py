"""The same canonical N-Quads, whatever order, split, removal, workers, hash seed; and curation undone."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import invented
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kg.extract
from kg.model import Edge, Node
from kg.pipeline import build, remove
from kg.rdf import quads
from kg.store import KnowledgeGraph

SENTENCES = st.sampled_from([
    "Introduces Method FOO (fast online optimization).", "Uses Method FOO.", "Uses Method FOO (free of oracles).",
    "Introduces Method FOO.", "Introduces Method PRISM.", "Uses Method PRISM.", "Uses Method naive GRPO.",
    "Uses Method GRPO.", "Compares Method group relative policy optimisation.", "Uses Method prior methods.",
    "Evaluates Benchmark MATH.", "Evaluates Benchmark MATH-500.", "Runs Model Llama-3-8B.",
    "Runs Model llama 3 8B model.", "Solves Task zig zag.", "Uses Method Foo Bar.", "Trains Benchmark c4.",
    "Measures Metric rate.",
    "Reports 1.5% recall on MATH by FOO gained over GRPO."])
LISTS = st.lists(st.lists(SENTENCES, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=6,
                 unique=True)  # two papers of one text are one
CURATION = """
- merge: [GRPO, Foo Bar]
  reason: a
- retype: "Task: zig zag"
  to: Method
  reason: b
- drop: c4
  reason: c
- wider: MATH
  to: Sums
  reason: d
- alias: Llama-3-8B
  names: [herd]
  reason: e
"""
UNDONE = CURATION + """
- split: GRPO
  names: [Foo Bar]
  reason: f
"""


def canonical(nodes: Sequence[Node], edges: Sequence[Edge]) -> bytes:
    return "".join(f"{quad} .\n" for quad in sorted(map(str, quads(nodes, edges)))).encode()


@pytest.fixture(autouse=True)
def _tiny_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kg.extract, "extract", invented.extract)
    monkeypatch.setattr(kg.extract, "fingerprint", invented.fingerprint)


def content(directory: Path) -> bytes:
    graph = KnowledgeGraph.open(directory)
    return canonical(graph.nodes(), graph.edges())


def files_of(place: Path, texts: Sequence[str]) -> list[Path]:
    files = [place / f"{number}.jsonl" for number in range(len(texts))]
    for number, (file, text) in enumerate(zip(files, texts, strict=True)):
        file.write_text(json.dumps({"id": f"p{number}", "abstract": text}))
    return files


def curation_file(place: Path, text: str) -> Path:
    (place / "c.yaml").write_text(text)
    return place / "c.yaml"


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LISTS, st.data())
def test_order_split_removal_and_curation(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], data: st.DataObject
) -> None:
    place = tmp_path_factory.mktemp("graphs")
    files, lines = files_of(place, texts), curation_file(place, CURATION)
    build(files, place / "whole.kg", curation_files=[lines], workers=1)
    whole = content(place / "whole.kg")
    order = data.draw(st.permutations(files))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(files)), max_size=3)))
    parts = [order[start:end] for start, end in zip([0, *cuts], [*cuts, len(order)], strict=True) if start < end]
    for number, part in enumerate(parts):
        build(part, place / "parts.kg", workers=1,
              curation_files=[lines] if number == len(parts) - 1 else [])
    assert content(place / "parts.kg") == whole
    leaving = data.draw(st.lists(st.sampled_from(range(len(files))), min_size=1, unique=True))
    remove(place / "parts.kg", [f"p{number}" for number in leaving], workers=1)
    build([file for file in order if file in {files[number] for number in leaving}], place / "parts.kg", workers=1)
    assert content(place / "parts.kg") == whole


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LISTS)
def test_merge_then_split(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    place = tmp_path_factory.mktemp("graphs")
    files = files_of(place, [*texts, "Uses Method GRPO. Uses Method Foo Bar."])
    others = "\n".join(CURATION.splitlines()[3:])
    build(files, place / "never.kg", curation_files=[curation_file(place, others)])
    build(files, place / "undone.kg", curation_files=[curation_file(place, CURATION)])
    assert content(place / "undone.kg") != content(place / "never.kg")
    build([], place / "undone.kg", curation_files=[curation_file(place, UNDONE)])
    assert content(place / "undone.kg") == content(place / "never.kg")


SCRIPT = """
import sys, invented, kg.extract
from pathlib import Path
from kg.pipeline import build
from kg.rdf import quads
from kg.store import KnowledgeGraph
kg.extract.extract, kg.extract.fingerprint = invented.extract, invented.fingerprint
place, workers = Path(sys.argv[1]), int(sys.argv[2])
sources = sorted(place.glob("*.jsonl"), reverse=workers == 2)
for part in ((sources,) if workers < 4 else (sources[::2], sources[1::2])):
    build(part, place / f"{workers}.kg", workers=workers, curation_files=[place / "c.yaml"])
graph = KnowledgeGraph.open(place / f"{workers}.kg")
sys.stdout.write("".join(f"{quad} .\\n" for quad in sorted(map(str, quads(graph.nodes(), graph.edges())))))
"""


def test_workers_and_hash_seed(tmp_path: Path) -> None:
    abstracts = [f"Paper {n}. Introduces Method Foo{n % 7}A. Uses Method GRPO. Evaluates Benchmark Bar{n % 5}."
                 f" Uses Method FOO (fast online optimi{'zs'[n % 2]}ation). Runs Model Llama-{n % 3}-8B."
                 for n in range(300)]
    for number in range(3):
        rows = ({"id": f"p{n}", "abstract": abstracts[n]} for n in range(number, 300, 3))
        (tmp_path / f"{number}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    curation_file(tmp_path, CURATION)
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1])])
    outputs = [
        subprocess.run([sys.executable, "-c", SCRIPT, tmp_path, workers], check=True, capture_output=True,
                       env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}).stdout
        for workers, seed in (("1", "0"), ("2", "1"), ("4", "2"))]
    assert len(outputs[0]) > 100_000 and outputs[0] == outputs[1] == outputs[2]
