"""JSON Lines: one JSON object a line."""

import json
from collections.abc import Iterator

from kg.read.items import Item, Skipped, shortened
from kg.read.json import papers_of_value
from kg.read.opening import Source


def read_jsonl(source: Source) -> Iterator[Item]:
    """The papers of JSON Lines, one line at a time; a line that does not parse is skipped, the others are read."""
    for number, line in enumerate(source.lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            yield Skipped(source.path, number, "not JSON", shortened(line))
            continue
        yield from papers_of_value(value, source, number)
