"""What an export says of itself: the part that it is, its licence, its day."""

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import click

from cli.slicing import is_sliced, wanted_slice
from kg.errors import ExportError

if TYPE_CHECKING:
    from kg.description import About
    from kg.store import KnowledgeGraph

EPOCH = "SOURCE_DATE_EPOCH"


def describing_options() -> list[click.Parameter]:
    """The options that say what no graph knows of itself."""
    return [
        click.Option(["--license", "--licence", "licence"], default="", metavar="LICENCE",
                     help="The licence that RDF names for the graph: its address, or its name at SPDX (CC-BY-4.0)."),
        click.Option(["--issued"], default="", metavar="DAY", callback=_day,
                     help=f"The day that RDF names for the graph, 2026-01-31.  [default: that of {EPOCH}, else none]"),
    ]


def about_part(
    graph: "KnowledgeGraph", wanted: Mapping[str, Any], licence: str = "", issued: str = "",
    changes: Sequence[str] = (),
) -> "About":
    """What is known of the part of a graph that the options ask for; `changes` say what else is not as in the graph."""
    from kg.description import about
    from kg.slices import described

    asked = wanted_slice(wanted)
    words = [described(asked)] if is_sliced(wanted) else []
    words = [*filter(None, words), *changes]
    return about(graph.manifest, ", ".join(words), repr((asked, *changes)) if words else "", licence,
                 issued or _day_of_epoch())


def _day(context: click.Context, option: click.Parameter, value: str) -> str:
    try:
        return date.fromisoformat(value).isoformat() if value else ""
    except ValueError as error:
        raise click.BadParameter(f"{value!r} is no day such as 2026-01-31") from error


def _day_of_epoch() -> str:
    """The day that the environment gives as seconds since 1970, as reproducible builds do; empty without one."""
    given = os.environ.get(EPOCH, "")
    try:
        return datetime.fromtimestamp(int(given), UTC).date().isoformat() if given else ""
    except (ValueError, OverflowError, OSError) as error:
        raise ExportError(f"{EPOCH} is to be seconds since 1970, not {given!r}") from error
