"""The manifest of a graph: what names the folder that is current, and says what the graph was made of."""

import json
from pathlib import Path
from typing import Any

from kg.errors import GraphError

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


def damaged(path: Path, reason: str) -> GraphError:
    """The error that tells of a graph that cannot be read."""
    return GraphError(f"{path} is damaged: {' '.join(reason.split())}; build it again")
