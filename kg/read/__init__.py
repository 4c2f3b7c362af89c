"""Sources of papers read into `Paper`s, one at a time, whatever their format.

A new format is one file with one `read_NAME(source)`, one line in `READERS` and, for its endings, in `detect.ENDINGS`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from kg.errors import InputError
from kg.model import Paper
from kg.read.bibtex import read_bibtex
from kg.read.csv import read_csv
from kg.read.detect import detected
from kg.read.identifiers import digest
from kg.read.items import Item, Note, Skipped, shortened
from kg.read.json import read_json
from kg.read.jsonl import read_jsonl
from kg.read.opening import Source, open_source
from kg.read.ris import read_ris
from kg.read.text import read_text

__all__ = ["READERS", "Item", "Note", "Skipped", "Source", "read", "shortened"]

Reader = Callable[[Source], Iterator[Item]]

READERS: Mapping[str, Reader] = {
    "text": read_text,
    "jsonl": read_jsonl,
    "json": read_json,
    "bibtex": read_bibtex,
    "csv": read_csv,
    "ris": read_ris,
}


def read(source: str | Path, format: str | None = None, stdin: BinaryIO | None = None) -> Iterator[Item]:
    """The papers of a file, or of standard input for `-`, with a `Skipped` for each record that is none.

    `Note`s between them tell what was changed or ignored. The format is told from the content, then from the ending,
    unless `format` names one of `READERS`. Files packed with gzip, xz or bzip2 are read as they are. Raises InputError
    at the call for a source that cannot be opened or is no text, while going through it for one that holds no paper.
    """
    if format is not None and format not in READERS:
        raise InputError(str(source), f"unknown format {format!r}: known are {', '.join(READERS)}")
    opened = open_source(str(source), stdin)
    name = format or detected(opened.path, opened.head)
    return _items(opened, name)


def _items(source: Source, name: str) -> Iterator[Item]:
    count = 0
    for item in _distinct(READERS[name](source), source.path):
        count += not isinstance(item, Note)
        yield item
    if not count:
        raise InputError(source.path, f"holds no paper (read as {name}): check it, or name its format with --format")
    if source.undecoded:
        reason = f"{len(source.undecoded)} lines were not {source.encoding.upper()}, read as Windows-1252"
        yield Note(source.path, source.undecoded[0], reason)


def _distinct(items: Iterator[Item], path: str) -> Iterator[Item]:
    """The same items; a paper with the source id of an earlier one but other text gets a longer id, with a note."""
    texts: dict[str, str] = {}
    for item in items:
        if not isinstance(item, Paper):
            yield item
            continue
        text = digest(item.text)
        earlier = texts.setdefault(item.id, text)
        if earlier == text:
            yield item
        elif item.doi or item.arxiv:
            yield Note(path, 0, "the DOI or arXiv number of an earlier record: they become one paper", item.id)
            yield item
        else:
            yield Note(path, 0, "the id of an earlier record, made distinct", f"{item.id}: {shortened(item.text)}")
            yield replace(item, id=f"{item.id}-{text}")
