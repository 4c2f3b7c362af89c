"""Fetch the real programs that the consumer tests start: `python tests/consumers/fetch.py` (needs Java and Maven)."""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
CACHE = HERE.parents[1] / ".cache" / "consumers"


def fetch(name: str) -> None:
    """Put the jars that NAME.pom.xml names into .cache/consumers/NAME/, once."""
    lib = CACHE / name
    done = lib / ".complete"
    pom = HERE / f"{name}.pom.xml"
    if done.exists() and done.read_text(encoding="utf-8") == pom.read_text(encoding="utf-8"):
        return
    shutil.rmtree(lib, ignore_errors=True)
    subprocess.run(["mvn", "-q", "-B", "-f", str(pom), "dependency:copy-dependencies",
                    f"-DoutputDirectory={lib}", "-DincludeScope=runtime"], check=True)
    done.write_text(pom.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    for program in sys.argv[1:] or sorted(pom.name.removesuffix(".pom.xml") for pom in HERE.glob("*.pom.xml")):
        fetch(program)
        print(f"{program}: {len(list((CACHE / program).glob('*.jar')))} jars in {CACHE / program}")
