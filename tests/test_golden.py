"""The whole graph of the example list: as kept in golden/example.tsv, and the same bytes under any hash seed."""

import difflib
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from golden.renew import GOLDEN, ROOT, lines

from exports import EXPORTERS

BUILD = """
import sys
from pathlib import Path
import kg
from exports import EXPORTERS
kg.build(sys.argv[1], sys.argv[2], workers=int(sys.argv[4]))
graph = kg.KnowledgeGraph.open(sys.argv[2])
for name, write in EXPORTERS.items():
    write(graph.nodes(), graph.edges(), Path(sys.argv[3]) / name)
"""


def test_the_graph_of_the_example_is_the_golden_one(example: Path) -> None:
    wanted, got = GOLDEN.read_text("utf-8").split("\n"), [*lines(example), ""]
    changes = list(difflib.unified_diff(wanted, got, "golden", "now", n=0, lineterm=""))
    assert not changes, "\n".join(["the graph has changed; if that is wanted: make golden", *changes[:30]])


@pytest.fixture(scope="module")
def digests(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    return [digests_of(tmp_path_factory.mktemp(f"seed{seed}"), seed, workers) for seed, workers in ((1, 1), (20, 2))]


def digests_of(folder: Path, seed: int, workers: int) -> dict[str, str]:
    """Digests of all files of all exports, made by a process with another hash seed and number of workers."""
    (folder / "out").mkdir()
    arguments = [str(ROOT / "examples" / "example.txt"), str(folder / "example.kg"), str(folder / "out"), str(workers)]
    environment = os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", BUILD, *arguments], check=True, env=environment)
    files = sorted(path for path in (folder / "out").rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.parametrize("name", EXPORTERS)
def test_every_export_has_the_same_bytes_under_any_hash_seed(name: str, digests: list[dict[str, str]]) -> None:
    first, second = ({path: digest for path, digest in all_of.items() if path.startswith(f"out/{name}")}
                     for all_of in digests)
    assert first
    assert first == second
