"""Chromium without a window and without a network."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
FLAGS = ("headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-sync",
         "disable-background-networking", "disable-component-update", "window-size=1400,900",
         "host-resolver-rules=MAP * ~NOTFOUND", "enable-precise-memory-info", "disable-ipc-flooding-protection")


@contextmanager
def headless() -> Iterator[Any]:
    """A Selenium driver that logs the console and all requests; RuntimeError without Chromium and its driver."""
    if not CHROMIUM or not DRIVER:
        raise RuntimeError("no chromium with its driver; on Debian: apt-get install chromium chromium-driver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in (*FLAGS, f"user-data-dir={profile}"):
            options.add_argument(f"--{flag}")
        browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        try:
            yield browser
        finally:
            browser.quit()
