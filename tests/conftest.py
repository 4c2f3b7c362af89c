"""The graph of the example list, built once for all tests that look at it."""

from pathlib import Path

import pytest

import kg

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the example's graph; not to be changed."""
    graph = tmp_path_factory.mktemp("example") / "example.kg"
    kg.build(ROOT / "examples" / "example.txt", graph)
    return graph
