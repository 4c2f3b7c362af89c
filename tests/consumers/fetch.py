"""Fetch the real programs that the consumer tests start: `python tests/consumers/fetch.py`.

NAME.pom.xml names jars, which need Java and Maven; NAME.package.json names packages of npm, which need Node.
"""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
CACHE = HERE.parents[1] / ".cache" / "consumers"


def fetch(name: str) -> None:
    """Put what NAME.pom.xml or NAME.package.json names into .cache/consumers/NAME/, once."""
    lib = CACHE / name
    done = lib / ".complete"
    pom, package = HERE / f"{name}.pom.xml", HERE / f"{name}.package.json"
    wanted = (pom if pom.exists() else package).read_text(encoding="utf-8")
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    shutil.rmtree(lib, ignore_errors=True)
    if pom.exists():
        subprocess.run(["mvn", "-q", "-B", "-f", str(pom), "dependency:copy-dependencies",
                        f"-DoutputDirectory={lib}", "-DincludeScope=runtime"], check=True)
    else:
        lib.mkdir(parents=True)
        shutil.copy(package, lib / "package.json")
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=lib, check=True)
    done.write_text(wanted, encoding="utf-8")


def programs() -> list[str]:
    """The names of what can be fetched with what is installed here; says what cannot."""
    found = []
    for ending, tool in ((".pom.xml", "mvn"), (".package.json", "npm")):
        names = sorted(file.name.removesuffix(ending) for file in HERE.glob(f"*{ending}"))
        if names and shutil.which(tool) is None:
            print(f"{tool} is not installed: {', '.join(names)} cannot be fetched")
        else:
            found += names
    return found


if __name__ == "__main__":
    for program in sys.argv[1:] or programs():
        fetch(program)
        print(f"{program}: {CACHE / program}")
