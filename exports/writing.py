"""Writing whole or not at all: what is written lies beside its target until it is done."""

import errno
import io
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from kg.errors import ExportError

BUFFER_BYTES = 1 << 20


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
        temporary = target.parent / f".{secrets.token_hex(6)}.part"
        try:
            with temporary.open("xb", buffering=BUFFER_BYTES) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise


@contextmanager
def replacing_text(path: Path) -> Iterator[TextIO]:
    """As `replacing`, for text: UTF-8 and newlines as written, whatever the locale or system."""
    with replacing(path) as file:
        text = io.TextIOWrapper(cast(io.BufferedWriter, file), encoding="utf-8", newline="")
        yield text
        text.flush()
        text.detach()


@contextmanager
def replacing_directory(path: Path) -> Iterator[Path]:
    """A new empty folder whose files move into `path` when the block ends; on failure nothing of it is left.

    Folders on the way to `path` are made. Other files that `path` holds already stay as they are.
    """
    with _named_failures(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        target = path.resolve()
        temporary = target.parent / f".{secrets.token_hex(6)}.part"
        temporary.mkdir()
        try:
            yield temporary
            target.mkdir(exist_ok=True)
            for file in sorted(temporary.iterdir()):
                file.replace(target / file.name)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


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
