"""What a reader yields beside papers: records that it could not take, and remarks on records that it took."""

from dataclasses import dataclass

from kg.model import Paper


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record of a source that became no paper; `line` is 0 where the format has no lines.

    `reason` is the same text for the same cause, so that skips can be counted by it; `record` is what tells this one
    from others: its id, its first words or the value at fault.

    >>> print(Skipped("list.jsonl", 3, "not JSON", '{"id": 1'))
    list.jsonl:3: skipped: not JSON ({"id": 1)
    """

    source: str
    line: int
    reason: str
    record: str = ""

    def __str__(self) -> str:
        return _sentence(self.source, self.line, f"skipped: {self.reason}", self.record)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a reader changed or ignored in a source; no paper was lost by it. Fields as in `Skipped`."""

    source: str
    line: int
    reason: str
    record: str = ""

    def __str__(self) -> str:
        return _sentence(self.source, self.line, self.reason, self.record)


Item = Paper | Skipped | Note


def _sentence(source: str, line: int, reason: str, record: str) -> str:
    where = f"{source}:{line}" if line else source
    return f"{where}: {reason} ({record})" if record else f"{where}: {reason}"


def shortened(text: str, length: int = 60) -> str:
    """The beginning of a text on one line, for naming a record.

    >>> shortened("one  two\\nthree", 8)
    'one two…'
    """
    line = " ".join(text.split())
    return line if len(line) <= length else line[:length].rstrip() + "…"
