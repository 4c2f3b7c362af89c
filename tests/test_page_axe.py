"""The page under axe-core: nothing serious for who listens, tabs, or sees little."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Opened
from page_graphs import foxes, many_papers

sys.path.append(str(Path(__file__).parent / "consumers"))
from axe import AXE

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
VIEWS = {
    "overview": (lambda: many_papers(200), "", ""),
    "short": (foxes, "", ""),
    "filters": (foxes, "", "document.getElementById('filters').open = true"),
    "focus": (lambda: many_papers(200), "#focus=method/m3&hops=2", ""),
    "paper": (foxes, "#chosen=paper/fox", "document.querySelectorAll('#panel .quote').forEach(b => b.click())"),
    "method": (foxes, "#chosen=method/foxtrot", "document.querySelectorAll('#panel .quote').forEach(b => b.click())"),
    "benchmark": (foxes, "#chosen=benchmark/barn-500", ""),
    "line": (foxes, '#chosen=["paper/fox","method/foxtrot"]', ""),
    "table": (foxes, "#table=true", ""),
    "hits": (foxes, "", "const s = byId('search'); s.value = 'fox'; s.dispatchEvent(new Event('input'))"),
    "menu": (foxes, "", "byId('save').click()"),
    "keys": (foxes, "", "byId('help').click()"),
}


@pytest.fixture(params=["light", "dark", "phone"])
def eyes(request: pytest.FixtureRequest, driver: Any) -> Iterator[str]:
    """The browser as a reader has it: light, dark, or small."""
    dark = "dark" if request.param == "dark" else "light"
    feature = {"name": "prefers-color-scheme", "value": dark}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    if request.param == "phone":
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    yield request.param
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not fetched; make consumers fetches it")
@pytest.mark.parametrize("view", VIEWS)
def test_nothing_serious(view: str, eyes: str, opened: Callable[..., Opened]) -> None:
    graph, fragment, act = VIEWS[view]
    page = opened(graph(), fragment)
    page.run(act)
    page.settled()
    page.run(AXE.read_text(encoding="utf-8") + "; window.axe = axe")
    found = page.driver.execute_async_script(
        "const done = arguments[0]; axe.run(document).then(({ violations }) => done(violations.map(v => ["
        "v.impact, v.id, v.nodes.map(n => n.html + ' ' + n.failureSummary).join('\\n')])))"
    )
    assert [one for one in found if one[0] in ("serious", "critical")] == []


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not fetched; make consumers fetches it")
def test_axe_sees_what_is_wrong(opened: Callable[..., Opened]) -> None:
    page = opened(foxes())
    page.run(AXE.read_text(encoding="utf-8") + "; window.axe = axe")
    page.run("const b = document.createElement('button'); document.body.append(b)")
    found = page.driver.execute_async_script(
        "const done = arguments[0]; axe.run(document).then(({ violations }) => done(violations.map(v => v.id)))")
    assert "button-name" in found
