"""What a build reads, known again by the digest of its bytes; and the digest of our own code, for what that reads."""

import hashlib
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import BinaryIO

_CODE = (".py", ".tsv", ".npz", ".xz")


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or standard input as a stream in memory; `sha256` is empty where it cannot be read."""

    place: str | Path
    name: str
    sha256: str
    stream: BinaryIO | None = None


def source(place: str | Path, stdin: BinaryIO | None) -> Source:
    """A source by its path, or `-` for standard input, which is read whole."""
    if str(place) == "-":
        data = stdin.read() if stdin else b""
        return Source(place, "stdin", hashlib.sha256(data).hexdigest(), io.BytesIO(data) if stdin else None)
    try:
        with Path(place).open("rb") as file:
            return Source(place, Path(place).name, hashlib.file_digest(file, "sha256").hexdigest())
    except OSError:
        return Source(place, Path(place).name, "")


def as_read(sources: Iterable[Source], format: str | None) -> list[list[str]]:
    """What tells that sources were read already, in the same way, by the same code."""
    return sorted([one.name, one.sha256, format or "", code_digest()] for one in sources)


@cache
def code_digest() -> str:
    """Twelve hex digits that change when anything in our code, our lexicon or our models does."""
    state = hashlib.sha256()
    for name, item in sorted(_files(files("kg"), "")):
        state.update(name.encode() + b"\0" + item.read_bytes())
    return state.hexdigest()[:12]


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _files(item, f"{path}{item.name}/")
        elif item.name.endswith(_CODE):
            yield f"{path}{item.name}", item
