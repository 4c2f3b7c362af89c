"""Where the next state of a graph is made: a folder of its own that is swapped in when all is well."""

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg.corpus import FILE_NAME, Corpus
from kg.errors import CurationError, GraphError

if sys.platform != "win32":
    import fcntl

_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
_UNWRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO)
_LEFT = "left.sqlite"


@contextmanager
def next_state(directory: Path) -> Iterator[tuple[Corpus, Path]]:
    """A copy of a graph's corpus to change, and the folder to write the graph to; swapped in when the block ends.

    That folder is the graph's own where there is one, else a hidden one beside it that becomes it. What was found in
    papers outlives an interrupted process and an error of curation: the next build takes it over. Whatever else goes
    wrong, the disk is as it was before.

    Raises GraphError if another process is changing the graph, if what is there is no graph of ours, or if the disk is
    full.
    """
    with _disk_errors(directory):
        exists = _check_place(directory)
        work = directory / "building" if exists else directory.with_name(f".{directory.name}.building")
        with _only_writer(directory, work.with_name(f"{work.name}.lock")):
            if _check_place(directory) != exists:
                raise GraphError(f"{directory}: another process has just made it; run this again to add to it")
            with _tidied(work):
                with _copied(directory if exists else None, work) as corpus:
                    yield corpus, directory if exists else work
                    corpus.settle()
                _swap_in(work, directory, exists)


def _check_place(directory: Path) -> bool:
    """Whether there is a graph of ours; raises GraphError if there is anything else, or no folder to put one in."""
    if not directory.parent.is_dir():
        raise GraphError(f"{directory}: there is no folder {directory.parent}: make it first")
    if not os.path.lexists(directory):
        return False
    if not (directory / FILE_NAME).is_file():
        raise GraphError(f"{directory}: is no graph of ours, so it was left as it is: name another place")
    Corpus.open(directory / FILE_NAME).close()
    return True


@contextmanager
def _only_writer(directory: Path, lock: Path) -> Iterator[None]:
    """Hold a lock that goes when this process does; its file is there only while it is held."""
    if sys.platform == "win32":
        yield
        return
    file = lock.open("w")
    try:
        # Not inherited by worker processes, so it never outlives this one.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Who waited for a lock that was being given up holds a file that is gone.
        if not lock.exists() or not os.path.samestat(os.fstat(file.fileno()), lock.stat()):
            raise BlockingIOError
    except (BlockingIOError, PermissionError) as error:
        file.close()
        raise GraphError(f"{directory}: another process is changing this graph: wait until it is done") from error
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()
        file.close()


@contextmanager
def _tidied(work: Path) -> Iterator[None]:
    """Remove the folder on any error but one of curation; what was found by then is kept, as on interruption."""
    try:
        yield
    except CurationError:
        raise
    except Exception:
        shutil.rmtree(work, ignore_errors=True)
        raise


def _copied(graph: Path | None, work: Path) -> Corpus:
    """The corpus of a graph, or an empty one, in a folder of its own, with what an interrupted build had found."""
    path, left = work / FILE_NAME, work / _LEFT
    work.mkdir(exist_ok=True)
    if path.exists() and not left.exists():
        with suppress(GraphError):
            Corpus.open(path).close()  # takes in its journal
        path.replace(left)
    for name in work.iterdir():
        if name != left:
            shutil.rmtree(name) if name.is_dir() else name.unlink()
    if graph:
        shutil.copyfile(graph / FILE_NAME, path)
    corpus = Corpus.open(path) if graph else Corpus.create(path)
    if left.exists():
        with suppress(GraphError):
            corpus.take_over(left)
        left.unlink()
    return corpus


def _swap_in(work: Path, directory: Path, exists: bool) -> None:
    with (work / FILE_NAME).open("r+b") as file:
        os.fsync(file.fileno())
    if not exists:
        work.rename(directory)
        return
    (work / FILE_NAME).replace(directory / FILE_NAME)
    shutil.rmtree(work, ignore_errors=True)


@contextmanager
def _disk_errors(directory: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, GraphError) as error:
        if _is_full(error):
            raise GraphError(f"{directory}: the disk is full: make room and run this again") from error
        if isinstance(error, sqlite3.Error) or getattr(error, "errno", None) in _UNWRITABLE:
            raise GraphError(f"{directory}: {' '.join(str(error).split())}") from error
        raise


def _is_full(error: Exception) -> bool:
    text = str(error).casefold()
    return getattr(error, "errno", None) in _NO_SPACE or "no space left" in text or "disk is full" in text
