"""The real Neo4j and Jena Fuseki, started for tests on this machine only; skipped where they were not fetched."""

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

CACHE = Path(__file__).parent.parent / ".cache" / "consumers"
_OPENS = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in ("java.nio", "sun.nio.ch")]
UP_SECONDS = 90


def jars(program: str) -> str:
    """The class path of a fetched program; skips the test where it or Java is missing."""
    if shutil.which("java") is None:
        pytest.skip(f"no Java here: {program} cannot be started")
    if not (CACHE / program / ".complete").exists():
        pytest.skip(f"{program} is not in {CACHE}: run python tests/consumers/fetch.py {program}")
    return str(CACHE / program / "*")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def process(command: list[str], log: Path, is_up: Callable[[], bool]) -> Iterator[subprocess.Popen[bytes]]:
    """A server while the block runs, from when it is up; ended by force."""
    with log.open("wb") as output:
        running = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        until = time.monotonic() + UP_SECONDS
        while not is_up():
            assert running.poll() is None, log.read_text("utf-8", "replace")[-2000:]
            assert time.monotonic() < until, f"not up: {log.read_text('utf-8', 'replace')[-2000:]}"
            time.sleep(0.2)
        yield running
    finally:
        running.kill()
        running.wait(30)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except OSError:
        return False


class Neo4j:
    """A home of a Neo4j server: ports, and whether it wants the password "a-long-secret" of the user neo4j."""

    password = "a-long-secret"

    def __init__(self, home: Path, auth: bool = False, heap: str = "512m") -> None:
        self.home, self.auth, self.classes = home, auth, jars("neo4j")
        self.bolt, self.http = free_port(), free_port()
        self.address = f"bolt://127.0.0.1:{self.bolt}"
        self.environment = {**os.environ, "NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")}
        (home / "conf").mkdir(parents=True)
        (home / "conf" / "neo4j.conf").write_text("\n".join((
            "server.default_listen_address=127.0.0.1", f"dbms.security.auth_enabled={str(auth).lower()}",
            "dbms.usage_report.enabled=false", f"server.memory.heap.max_size={heap}",
            "server.memory.pagecache.size=128m", f"server.bolt.listen_address=127.0.0.1:{self.bolt}",
            f"server.http.listen_address=127.0.0.1:{self.http}", "")))
        self.admin = home / "neo4j-admin"
        self.admin.write_text(f"#!/bin/sh\nexec java -cp '{self.classes}' org.neo4j.cli.AdminTool \"$@\"\n")
        self.admin.chmod(0o755)
        if auth:
            self.run(str(self.admin), "dbms", "set-initial-password", self.password)

    def run(self, *command: str) -> str:
        """What a command prints in the environment of this home; it has to succeed."""
        done = subprocess.run(command, env=self.environment | {"NEO4J_ADMIN": str(self.admin)}, capture_output=True,
                              text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout + done.stderr

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[bytes]]:
        command = ["java", *_OPENS, "-cp", self.classes, "org.neo4j.server.CommunityEntryPoint",
                   f"--home-dir={self.home}", f"--config-dir={self.home / 'conf'}"]
        with process(command, self.home / "console.log", lambda: answers(f"http://127.0.0.1:{self.http}/")) as server:
            yield server


@contextmanager
def fuseki(folder: Path, *options: str) -> Iterator[str]:
    """The address of the data set of a new Fuseki server, in memory, while the block runs."""
    port = free_port()
    command = ["java", "-Xmx1g", "-cp", jars("fuseki"), "org.apache.jena.fuseki.main.cmds.FusekiMainCmd", "--mem",
               "--update", "--port", str(port), "--localhost", *options, "/ds"]
    up = f"http://127.0.0.1:{port}/ds?query=ASK%7B%7D"
    with process(command, folder / "fuseki.log", lambda: answers(up) if "--passwd" not in options else listens(port)):
        yield f"http://127.0.0.1:{port}/ds"


def listens(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0
