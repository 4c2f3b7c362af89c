"""Writing whole or not at all: what is written lies beside its target until it is done."""

import errno
import io
import os
import secrets
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from kg.errors import ExportError

BUFFER_BYTES = 1 << 20
_OPEN_FILES = "/proc/self/fd"


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A binary file that takes the place of `path` when the block ends, and leaves no trace when it fails.

    An OSError (full disk, missing folder, no permission) becomes an ExportError of one line. A target that is no
    regular file, such as /dev/stdout or a named pipe, is written to as it is.
    """
    target = path.resolve()
    with _named_failures(path):
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
            return
        with _part(target.parent) as part:
            yield part.file
            part.put_on_disk()
            part.keep(target)


@contextmanager
def replacing_text(path: Path) -> Iterator[TextIO]:
    """As `replacing`, for text: UTF-8 and newlines as written, whatever the locale or system."""
    with replacing(path) as file, as_text(file) as text:
        yield text


@contextmanager
def as_text(file: BinaryIO) -> Iterator[TextIO]:
    """A binary file as one of text, UTF-8 and newlines as written; it stays open."""
    text = io.TextIOWrapper(cast(io.BufferedWriter, file), encoding="utf-8", newline="")
    try:
        yield text
        text.flush()
    finally:
        with suppress(OSError):
            text.detach()


@contextmanager
def replacing_files(path: Path, names: Sequence[str]) -> Iterator[list[BinaryIO]]:
    """Binary files of these names that move into the folder `path` when the block ends, and leave no trace on failure.

    The folder and those above it are made. Other files that it holds already stay as they are.
    """
    with _named_failures(path), ExitStack() as stack:
        path.parent.mkdir(parents=True, exist_ok=True)
        target = path.resolve()
        parts = [stack.enter_context(_part(target.parent)) for _ in names]
        yield [part.file for part in parts]
        for part in parts:
            part.put_on_disk()
        target.mkdir(exist_ok=True)
        for name, part in zip(names, parts, strict=True):
            part.keep(target / name)


@dataclass
class _Part:
    """A file that is being written: without a name where there can be such files, so that no kill leaves anything."""

    folder: Path
    file: BinaryIO
    name: Path | None

    def put_on_disk(self) -> None:
        """Write what is still in memory; only here does a full disk show for certain."""
        self.file.flush()
        os.fsync(self.file.fileno())

    def keep(self, target: Path) -> None:
        """Put the file in the place of the target."""
        if target.exists():
            os.fchmod(self.file.fileno(), stat.S_IMODE(target.stat().st_mode))
        if self.name is None:
            self.name = _free_name(self.folder)
            number = self.file.fileno()
            os.link(f"{_OPEN_FILES}/{number}", self.name, src_dir_fd=number)  # any number makes it follow the link
        self.name.replace(target)


@contextmanager
def _part(folder: Path) -> Iterator[_Part]:
    part = _opened(folder)
    try:
        yield part
    finally:
        with suppress(OSError):
            part.file.close()
        if part.name is not None:
            with suppress(OSError):
                part.name.unlink(missing_ok=True)


def _opened(folder: Path) -> _Part:
    if hasattr(os, "O_TMPFILE") and Path(_OPEN_FILES).is_dir():
        with suppress(OSError):  # no such files on this disk; what else is wrong shows below
            number = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
            return _Part(folder, os.fdopen(number, "wb", BUFFER_BYTES), None)
    name = _free_name(folder)
    return _Part(folder, name.open("xb", buffering=BUFFER_BYTES), name)


def _free_name(folder: Path) -> Path:
    return folder / f".{secrets.token_hex(6)}.part"


@contextmanager
def _named_failures(path: Path) -> Iterator[None]:
    """Turns an OSError of the block into an ExportError that names the path and the reason."""
    try:
        yield
    except OSError as error:
        raise ExportError(f"{path}: cannot be written: {_reason(error, path)}") from error


def _reason(error: OSError, path: Path) -> str:
    if error.errno == errno.ENOSPC:
        return "the disk is full; what was there before is unchanged"
    if error.errno == errno.ENOENT:
        return f"there is no folder {path.parent}; make it first"
    return (error.strerror or str(error)).lower()
