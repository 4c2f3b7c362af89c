"""From a path or standard input to lines of text: decompressed, decoded, newlines made one kind, as a stream."""

import bz2
import codecs
import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from kg.errors import InputError

HEAD_SIZE = 1 << 16
_CONTROL = bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 27}) + b"\x7f"
_CONTROL_SHARE = 0.05  # a text may hold a stray control character; compressed or compiled data holds them everywhere

_UNPACKERS: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"\xfd7zXZ\x00": lzma.open,
    b"BZh": bz2.open,
}
_FOREIGN = {
    b"%PDF": "a PDF, not a list of papers: give its titles and abstracts as text, JSON, CSV or BibTeX",
    b"PK\x03\x04": "a zip archive or an office document: unpack it, or save the list as text or CSV",
    b"\x28\xb5\x2f\xfd": "compressed with zstd: decompress it first, or use gzip or xz",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive: unpack it first",
    b"SQLite format 3": "a database: export the list as text, JSON, CSV or BibTeX",
    b"\xd0\xcf\x11\xe0": "an office document: save the list as text or CSV",
}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),  # before UTF-16, whose mark is a part of it
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """An opened source: `lines` can be gone through once, each ends in a line feed (the last may not).

    `head` is the beginning of the text, for telling the format. `undecoded` fills up, while lines are read, with the
    numbers of lines that were not in the encoding of the rest.
    """

    path: str
    head: str
    lines: Iterator[str]
    encoding: str = "utf-8"
    undecoded: list[int] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The file's own name, without folders, so that a graph does not depend on where its list lay."""
        return "stdin" if self.path == "-" else Path(self.path).name


class _Joined(io.RawIOBase):
    """A stream that gives back the bytes that were taken from it for a look, then the rest."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._head[:len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(data):]
        buffer[:len(data)] = data
        return len(data)


def open_source(path: str, stdin: BinaryIO | None = None) -> Source:
    """The source at a path, or standard input for `-`; raises InputError where no text can be had from it."""
    try:
        head, stream = _peeked(_stream(path, stdin))
        for magic, unpack in _UNPACKERS.items():
            if head.startswith(magic):
                head, stream = _peeked(unpack(stream))
                break
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise InputError(path, _complaint(error)) from error
    _check(path, head)
    encoding = next((name for mark, name in _BOMS if head.startswith(mark)), "utf-8")
    undecoded: list[int] = []
    lines = _guarded(path, _lines(stream, encoding, undecoded))
    return Source(path, head.decode(encoding, "replace"), lines, encoding, undecoded)


def _stream(path: str, stdin: BinaryIO | None) -> BinaryIO:
    if path == "-":
        return stdin if stdin is not None else sys.stdin.buffer
    if Path(path).is_dir():
        raise InputError(path, "is a folder: name the files in it")
    return Path(path).open("rb")


def _complaint(error: Exception) -> str:
    """What to tell about a failed read: one line, with what to do."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, PermissionError):
        return "may not be read: check its permissions"
    if isinstance(error, OSError) and error.errno is not None:
        return f"cannot be read: {error.strerror}"
    return "the compressed data is damaged or cut off: fetch or pack the file again"


def _peeked(stream: BinaryIO) -> tuple[bytes, io.BufferedReader]:
    """The first bytes of a stream, and a stream that still has them."""
    head = b""
    while len(head) < HEAD_SIZE and (more := stream.read(HEAD_SIZE - len(head))):
        head += more
    return head, io.BufferedReader(_Joined(head, stream), HEAD_SIZE)


def _check(path: str, head: bytes) -> None:
    if not head.strip():
        raise InputError(path, "is empty: expected a list of papers")
    for magic, complaint in _FOREIGN.items():
        if head.startswith(magic):
            raise InputError(path, complaint)
    if head.startswith(tuple(mark for mark, _ in _BOMS)):
        return
    controls = len(head) - len(head.translate(None, _CONTROL))
    if controls > max(1, _CONTROL_SHARE * len(head)):
        raise InputError(path, "is binary, not text: give a list as text, JSON, CSV or BibTeX (UTF-16 needs its mark)")


def _lines(stream: io.BufferedReader, encoding: str, undecoded: list[int]) -> Iterator[str]:
    """Decoded lines; a line that is not UTF-8 is taken for Windows-1252, which every byte of old files fits."""
    if encoding in ("utf-16", "utf-32"):
        yield from io.TextIOWrapper(stream, encoding, errors="replace", newline=None)
        return
    for number, raw in enumerate(stream, 1):
        if number == 1:
            raw = raw.removeprefix(codecs.BOM_UTF8)
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            undecoded.append(number)
            line = raw.decode("cp1252", "replace")
        if "\r" not in line:
            yield line
        else:
            yield from io.StringIO(line, newline=None)


def _guarded(path: str, lines: Iterator[str]) -> Iterator[str]:
    """The same lines; what goes wrong on the disk or in compressed data on the way is an InputError."""
    number = 0
    try:
        for number, line in enumerate(lines, 1):  # noqa: B007 - the error names the last good line
            yield line
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise InputError(path, _complaint(error), number or None) from error
