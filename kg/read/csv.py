"""CSV and TSV with a header line."""

import csv
from collections.abc import Iterator
from itertools import chain

from kg.errors import InputError
from kg.read.items import Item, Skipped, shortened
from kg.read.opening import Source
from kg.read.record import KNOWN_NAMES, field_name, papers_of

_DELIMITERS = (",", "\t", ";", "|")
_FIELD_LIMIT = 1 << 24  # characters of one field; the default of Python's csv is 128 kB


def columns_of(header: str) -> tuple[str, list[str]]:
    """The delimiter and the column names of a header line: the delimiter that shows most fields that we know.

    >>> columns_of("id;title;abstract")
    (';', ['id', 'title', 'abstract'])
    """
    rows = []
    for delimiter in _DELIMITERS:
        try:
            rows.append((delimiter, next(csv.reader([header], delimiter=delimiter), [])))
        except csv.Error:
            continue
    return max(rows, key=lambda row: len(known_columns(row[1])), default=(",", []))


def known_columns(columns: list[str]) -> list[str]:
    """The fields that columns name, such as `title` and `year`."""
    return sorted({KNOWN_NAMES[name] for column in columns if (name := field_name(column)) in KNOWN_NAMES})


def read_csv(source: Source) -> Iterator[Item]:
    """The papers of a table, one a row, columns told by the header; delimiters are comma, tab, semicolon or bar.

    Raises InputError where the header has neither a title nor an abstract. Rows that have more cells than the header
    are skipped.
    """
    csv.field_size_limit(_FIELD_LIMIT)
    lines = (line.replace("\0", " ") for line in source.lines)
    header = next((line for line in lines if line.strip()), "")
    delimiter, columns = columns_of(header)
    if not {"title", "abstract"} & set(known_columns(columns)):
        raise InputError(source.path, "the table's first line names no column title or abstract", 1)
    rows = csv.reader(chain([header], lines), delimiter=delimiter)
    try:
        next(rows)
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) > len(columns) and any(cell.strip() for cell in row[len(columns):]):
                yield Skipped(source.path, rows.line_num, "a row with more cells than the header", shortened(row[0]))
            else:
                yield from papers_of(dict(zip(columns, row, strict=False)), source, rows.line_num)
    except csv.Error as error:
        raise InputError(source.path, f"is no table that can be read: {error}", rows.line_num) from error
