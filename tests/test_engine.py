"""The local engine's processes: none outlives the one that started them, however that ends."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kg.engines.local import ordered_map

pytestmark = pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps to list processes with")

# Hands out numbers to two slow workers, and tells in a file when the first result is there.
MAPPING = """
import sys, time
from pathlib import Path
from kg.engines.local import ordered_map

def slowly(batch):
    time.sleep(0.05)
    return batch

for number in ordered_map(slowly, range(1_000_000), 2, batch=8):
    if number == 100:
        Path(sys.argv[1]).write_text("there")
"""


@pytest.mark.parametrize(("ending", "whole_group"), [
    (signal.SIGKILL, False), (signal.SIGTERM, False), (signal.SIGINT, True), (signal.SIGINT, False)])
def test_no_worker_is_left_behind(tmp_path: Path, ending: signal.Signals, whole_group: bool) -> None:
    path = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    process = subprocess.Popen([sys.executable, "-c", MAPPING, tmp_path / "told"], start_new_session=True, env=path,
                               stderr=subprocess.DEVNULL)
    assert waited(lambda: (tmp_path / "told").exists())
    assert len(members(process.pid)) == 3
    (os.killpg if whole_group else os.kill)(process.pid, ending)
    assert process.wait(20) != 0
    assert waited(lambda: not members(process.pid))


def test_reading_waits_for_the_workers() -> None:
    read = []
    with_results = ordered_map(_as_it_is, (read.append(number) or number for number in range(10_000)), 2, batch=10)
    for number in with_results:
        assert len(read) <= max(128, number + 1) + 10 * 7, "at most three batches a worker, and the one handed out"
    assert len(read) == 10_000


def _as_it_is(batch: list[int]) -> list[int]:
    return batch


def members(group: int) -> list[int]:
    """The processes of a group that have not ended."""
    rows = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    found = (row.split() for row in rows.splitlines())
    return [int(pid) for pid, of, state in found if int(of) == group and not state.startswith("Z")]


def waited(done, within_s: float = 30.0) -> bool:  # type: ignore[no-untyped-def]
    until = time.monotonic() + within_s
    while not done() and time.monotonic() < until:
        time.sleep(0.05)
    return bool(done())
