"""The graph of the example list, and a browser: made once for all tests that look at them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Opened
from hypothesis import settings

import kg
from benchmarks.browser import CHROMIUM, DRIVER, headless
from exports.html import write_html
from kg.model import Edge, Node

ROOT = Path(__file__).parent.parent
# No property is wrong because the machine is busy, and what one run has tried the next one tries, too.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the example's graph; not to be changed."""
    graph = tmp_path_factory.mktemp("example") / "example.kg"
    kg.build(ROOT / "examples" / "example.txt", graph)
    return graph


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """Chromium without a network; skips where it, its driver or Selenium is missing."""
    pytest.importorskip("selenium", reason="selenium is not installed")
    if not CHROMIUM or not DRIVER:
        pytest.skip("no chromium with its driver; on Debian: apt-get install chromium chromium-driver")
    with headless() as browser:
        yield browser


@pytest.fixture(scope="module")
def opened(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Opened]:
    """Gives the page of nodes and edges, opened at what the address says behind #."""
    folder = tmp_path_factory.mktemp("pages")

    def open_page(graph: tuple[list[Node], list[Edge]], fragment: str = "") -> Opened:
        path = folder / "page.html"
        write_html(*graph, path)
        return Opened(driver, path, fragment)

    return open_page
