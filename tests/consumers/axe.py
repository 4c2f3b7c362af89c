"""Fetch axe-core, which judges how accessible the page is: `python3 tests/consumers/axe.py` (needs npm)."""

import subprocess
import tarfile
import tempfile
from pathlib import Path

PACKAGE, VERSION = "axe-core", "4.14.1"
AXE = Path(__file__).parents[2] / ".cache" / "consumers" / f"axe-{VERSION}.min.js"


def fetch() -> None:
    """Put the program into .cache/consumers/, once."""
    if AXE.exists():
        return
    AXE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", f"{PACKAGE}@{VERSION}", "--pack-destination", folder], check=True,
                       stdout=subprocess.DEVNULL)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as package:
            program = package.extractfile("package/axe.min.js")
            assert program
            part = AXE.with_suffix(".part")
            part.write_bytes(program.read())
            part.replace(AXE)


if __name__ == "__main__":
    fetch()
    print(f"{PACKAGE} {VERSION}: {AXE}")
