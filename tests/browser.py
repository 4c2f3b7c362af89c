"""A page opened in a browser without a network."""

import json
from pathlib import Path
from typing import Any


class Opened:
    """A page in the browser: what it shows and what it did."""

    def __init__(self, driver: Any, page: Path, fragment: str = "") -> None:
        self.driver = driver
        driver.get("about:blank")
        self.requests(), driver.get_log("browser")
        self.address = page.as_uri()
        driver.get(self.address + fragment)
        self.wait("document.documentElement.dataset.ready")

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition: str) -> None:
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.driver, 20, 0.02).until(lambda _: self.run(f"return Boolean({condition})"), condition)

    def settled(self) -> None:
        """Wait until what is unpacked on demand stands in the page."""
        self.wait("!document.querySelector('[aria-busy]')")

    def text(self, selector: str) -> str:
        self.settled()
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def texts(self, selector: str) -> list[str]:
        self.settled()
        return list(self.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector))

    def click(self, selector: str) -> None:
        self.run("document.querySelector(arguments[0]).click()", selector)

    def press(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def console(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]
