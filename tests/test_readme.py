"""README's commands and Python, run as they stand: `...` on a line stands for anything, alone for any lines."""

import doctest
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(README) if name == language]


def commands() -> list[tuple[str, list[str]]]:
    """Every command of the console blocks with the lines that README shows under it."""
    found: list[tuple[str, list[str]]] = []
    for line in "\n".join(blocks("console")).splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line:
            found[-1][1].append(line)
    return found


def pattern(shown: list[str]) -> str:
    lines = (r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n" for line in shown)
    return "".join(lines)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the example list, and `kg` as this Python has it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    command = tmp_path / "bin" / "kg"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from cli.main import main; main()" "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return tmp_path


def test_the_commands_of_the_readme_do_what_it_shows(place: Path) -> None:
    environment = os.environ | {"PATH": f"{place / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    assert len(commands()) > 10
    for command, shown in commands():
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=place, env=environment, text=True,
                              capture_output=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        output = "".join(f"{line}\n" for line in (done.stdout + done.stderr).splitlines() if line.strip())
        assert re.fullmatch(pattern(shown) + r"(?:.*\n)*", output), f"{command}\n{output}"


def test_the_commands_for_servers_are_well_formed() -> None:
    from cli.load import load

    calls = [line.partition("kg load ")[2].split() for line in "".join(blocks("sh")).splitlines()]
    assert len(calls) > 1
    for call in calls:
        assert load.make_context("load", list(call)).params["address"] == call[1]


def test_every_command_is_in_the_readme() -> None:
    from cli.main import COMMANDS

    run = {command.split()[1] for command, _ in commands()}
    assert run | {"load"} == {str(command.name) for command in COMMANDS}


def test_the_python_of_the_readme_does_what_it_shows(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "README", "README.md", 0)
    told: list[str] = []
    results = doctest.DocTestRunner().run(test, out=told.append)
    assert results.attempted > 8
    assert not results.failed, "".join(told)


def test_the_pictures_of_the_readme_are_there() -> None:
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", README)
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).stat().st_size < 400_000
