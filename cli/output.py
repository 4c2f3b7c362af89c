"""How answers are shown: data on standard output, words on standard error, nothing that a terminal would obey."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from kg.pipeline import Progress
    from kg.read import Note, Skipped

SHOWN_SKIPS = 20
# Control characters move a terminal's cursor or change its title; paper text may hold them.
_HARMLESS = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}


def harmless(text: str) -> str:
    r"""The text with control characters replaced, for a person's eyes.

    >>> harmless("a\x1b[31mb")
    'a\ufffd[31mb'
    """
    return text.translate(_HARMLESS)


def one_line(text: str) -> str:
    """The text on one line, control characters replaced."""
    return harmless(" ".join(text.split()))


def say(words: str) -> None:
    """Words for a person, on standard error."""
    click.echo(harmless(words), err=True)


def give(text: str) -> None:
    """Text for a person, on standard output."""
    click.echo(harmless(text))


def give_json(value: object) -> None:
    """A value as JSON for another program, on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "paper"), counted(1200, "paper")
    ('1 paper', '1,200 papers')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def columns(rows: Sequence[Sequence[object]], indent: str = "") -> str:
    """Rows as aligned columns, numbers to the right."""
    cells = [[one_line(f"{cell:,}" if isinstance(cell, int) else str(cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row, texts in zip(rows, cells, strict=True):
        padded = [text.rjust(width) if isinstance(cell, int | float) else text.ljust(width)
                  for cell, text, width in zip(row, texts, widths, strict=True)]
        lines.append(indent + "  ".join(padded).rstrip())
    return "\n".join(lines)


def say_others(others: Sequence["Skipped | Note"]) -> None:
    """Names what was skipped, up to a few, and counts what was changed on reading, cause by cause."""
    from kg.read import Skipped

    skipped = [item for item in others if isinstance(item, Skipped)]
    for item in skipped[:SHOWN_SKIPS]:
        say(str(item))
    if len(skipped) > SHOWN_SKIPS:
        say(f"... and {len(skipped) - SHOWN_SKIPS:,} more skipped")
    notes = [item for item in others if not isinstance(item, Skipped)]
    for reason, count in sorted(Counter(note.reason for note in notes).items()):
        first = next(note for note in notes if note.reason == reason)
        say(f"{first}" + (f" and {count - 1:,} more" if count > 1 else ""))


def reasons(skipped: Sequence["Skipped"]) -> str:
    """How many were skipped and why, for the last line: "2 skipped (not JSON: 1, no text: 1)"."""
    causes = ", ".join(f"{reason}: {count:,}" for reason, count in sorted(Counter(s.reason for s in skipped).items()))
    return f"{len(skipped):,} skipped" + (f" ({causes})" if causes else "")


@contextmanager
def progress() -> Iterator["Progress | None"]:
    """What a build reports to while it runs: bars on standard error if that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    looks: list[Any] = [TextColumn("{task.description:8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()]
    with Progress(*looks, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def tell(step: str, done: int, total: int | None) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=total)
            bars.update(tasks[step], completed=done, total=total)

        yield tell
