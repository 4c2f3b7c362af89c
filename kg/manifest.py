"""The manifest of a graph: what names the folder that is current, and says what the graph was made of."""

import json
import sys
from pathlib import Path
from typing import Any, BinaryIO

from kg.errors import GraphError

if sys.platform != "win32":
    import fcntl

FORMAT = "paperkg graph"
FORMAT_VERSION = 1
MANIFEST, GRAPHS, CLAIMS, STORE = "manifest.json", "graph", "claims.jsonl", "store"


def read_manifest(path: Path) -> dict[str, Any]:
    """What `manifest.json` of a graph's folder says; GraphError where the folder is missing, not ours, or damaged."""
    if not path.exists():
        raise GraphError(f"{path}: there is no such graph; make it with kg build")
    if not (path / MANIFEST).is_file():
        raise GraphError(f"{path} is no graph of ours: it has no {MANIFEST}")
    try:
        manifest = json.loads((path / MANIFEST).read_bytes())
    except (OSError, ValueError) as error:
        raise damaged(path, f"{MANIFEST}: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise GraphError(f"{path} is no graph of ours: its {MANIFEST} is another program's")
    if manifest.get("formatVersion") != FORMAT_VERSION:
        raise GraphError(f"{path} was made by another version of kg; build it again")
    name = manifest.get("graph")
    if not isinstance(name, str) or not name or Path(name).name != name:
        raise damaged(path, f"{MANIFEST} names no graph")
    return manifest


def claims_in(manifest: dict[str, Any]) -> int:
    """How many claims a graph has; what several papers claim of the same two is one edge."""
    counts = manifest["counts"]
    return int(counts.get("claims", counts["edges"]))


def damaged(path: Path, reason: str) -> GraphError:
    """The error that tells of a graph that cannot be read."""
    return GraphError(f"{path} is damaged: {' '.join(reason.split())}; build it again")


def hold(claims: BinaryIO) -> None:
    """Have a graph's folder stay while this file of it is open, also when another graph takes its place."""
    if sys.platform != "win32":  # where an open file cannot be removed at all
        try:
            fcntl.flock(claims, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return  # a file system without locks: what is open stays readable all the same


def is_held(folder: Path) -> bool:
    """Whether somebody reads the graph in a folder."""
    if sys.platform == "win32":
        return False
    try:
        with (folder / CLAIMS).open("rb") as claims:
            fcntl.flock(claims, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
