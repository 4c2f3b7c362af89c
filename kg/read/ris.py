"""RIS, as reference managers and publishers write it."""

import re
from collections.abc import Iterator

from kg.read.items import Item, Note
from kg.read.opening import Source
from kg.read.record import papers_of

_TAG = re.compile(r"\ufeff?([A-Z][A-Z0-9])\s{0,2}-(?:\s|$)(.*)")
# The field that each tag fills; where two tags fill one field the earlier tag of this table wins.
_FIELDS = {
    "TI": "title", "T1": "title", "CT": "title", "BT": "title",
    "AB": "abstract", "N2": "abstract",
    "PY": "year", "Y1": "year", "DA": "year",
    "T2": "venue", "JF": "venue", "JO": "venue", "JA": "venue", "C3": "venue",
    "AU": "authors", "A1": "authors",
    "UR": "url", "DO": "doi", "ID": "id", "AN": "id",
}
_RANK = {tag: rank for rank, tag in enumerate(_FIELDS)}

Tags = dict[str, list[str]]


def read_ris(source: Source) -> Iterator[Item]:
    """The papers of an RIS file; a record whose end mark `ER` is missing ends where the next begins, with a note."""
    tags: Tags = {}
    start, last = 0, ""
    for number, line in enumerate(source.lines, 1):
        found = _TAG.match(line)
        if found is None:
            if last and line.strip():
                tags[last][-1] += "\n" + line.strip()
            continue
        tag, value = found.group(1), found.group(2).strip()
        if tag in ("TY", "ER") and tags:
            if tag == "TY":
                yield Note(source.path, number, "no end mark before this record, the one above ends here")
            yield from papers_of(_record(tags), source, start)
            tags, last = {}, ""
        if tag == "TY" or not tags:
            start = number
        if tag != "ER":
            tags.setdefault(tag, []).append(value)
            last = tag
    if tags:
        yield Note(source.path, start, "no end mark behind the last record")
        yield from papers_of(_record(tags), source, start)


def _record(tags: Tags) -> dict[str, object]:
    record: dict[str, object] = {}
    for tag in sorted((tag for tag in tags if tag in _FIELDS), key=_RANK.__getitem__):
        values = [value for value in tags[tag] if value]
        if values:
            record.setdefault(_FIELDS[tag], values if _FIELDS[tag] == "authors" else values[0])
    return record
