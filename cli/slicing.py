"""The options that take a part of a graph: one list for every command that has them."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kg.schema import NODE_TYPES, RELATIONS

if TYPE_CHECKING:
    from kg.model import Edge, Node
    from kg.slices import Slice
    from kg.store import KnowledgeGraph

QUERY_SECONDS = 60
QUOTE_CHARACTERS = 100  # with --no-abstracts: some words around a name, from which no abstract can be put together


def slice_options(query: bool = True) -> list[click.Parameter]:
    """The options; without --query for a command that has a query of its own."""
    options = [
        click.Option(["--around"], multiple=True, metavar="NAME",
                     help="Only what is near this thing; may be repeated."),
        click.Option(["--hops"], type=click.IntRange(0), metavar="N",
                     help="How many edges away from it.  [default: 1]"),
        click.Option(["--type", "types"], multiple=True, metavar="TYPE",
                     type=click.Choice(NODE_TYPES, case_sensitive=False),
                     help="Only nodes of this type; may be repeated."),
        click.Option(["--relation", "relations"], multiple=True, metavar="RELATION",
                     type=click.Choice(tuple(RELATIONS), case_sensitive=False),
                     help="Only edges of this relation; may be repeated."),
        click.Option(["--year", "years"], metavar="YEARS", callback=_years,
                     help="Only papers of these years and what they say: 2025, 2024..2026, 2024.. or ..2025."),
        click.Option(["--min-confidence"], type=click.FloatRange(0, 1), default=0.0, metavar="X",
                     help="Only edges that are as sure as this, 0 to 1."),
        click.Option(["--min-support"], type=click.IntRange(0), default=0, metavar="N",
                     help="Only edges that so many papers of the part support."),
    ]
    if query:
        options.append(click.Option(["--query"], default="", metavar="CONSTRUCT...",
                                    help="Only the edges that the triples of this query name."))
    return list(options)


def wording_options() -> list[click.Parameter]:
    """The options that leave papers' own words out."""
    return [
        click.Option(["--no-abstracts"], is_flag=True, help="Papers without their abstracts."),
        click.Option(["--quote-characters"], type=click.IntRange(0), metavar="N",
                     help="Quotes of at most so many characters: the words around what is named."
                          f"  [default: {QUOTE_CHARACTERS} with --no-abstracts, else all]"),
    ]


def most_characters(no_abstracts: bool, quote_characters: int | None) -> int | None:
    """How long quotes may be by the options; None for as long as they are."""
    return QUOTE_CHARACTERS if no_abstracts and quote_characters is None else quote_characters


def worded(
    nodes: "Sequence[Node]", edges: "Sequence[Edge]", no_abstracts: bool, quote_characters: int | None
) -> "tuple[Sequence[Node], Sequence[Edge]]":
    """The nodes and edges with as much of the papers' words as is asked for."""
    from kg.wording import with_short_quotes, without_abstracts

    return (without_abstracts(nodes) if no_abstracts else nodes,
            edges if quote_characters is None else with_short_quotes(edges, quote_characters))


def _years(context: click.Context, option: click.Parameter, value: str | None) -> object:
    from kg.slices import years

    try:
        return None if value is None else years(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def is_sliced(wanted: Mapping[str, Any]) -> bool:
    """Whether any of the options was given."""
    return any(wanted.values())


def part(graph: "KnowledgeGraph", wanted: Mapping[str, Any]) -> "tuple[Sequence[Node], Sequence[Edge]]":
    """The nodes and edges that the options ask for; without any, all of them."""
    if wanted["hops"] is not None and not wanted["around"]:
        raise click.UsageError("--hops counts from the thing that --around names: give it, too")
    if not is_sliced(wanted):
        return graph.nodes(), graph.edges()
    from kg.slices import part_of

    return part_of(graph, wanted_slice(wanted), QUERY_SECONDS)


def wanted_slice(wanted: Mapping[str, Any]) -> "Slice":
    """The slice that the options ask for."""
    from kg.slices import Slice

    return Slice(**{**wanted, "hops": 1 if wanted["hops"] is None else wanted["hops"]})


@contextmanager
def part_opened(graph: "KnowledgeGraph", wanted: Mapping[str, Any]) -> "Iterator[KnowledgeGraph]":
    """The graph, or a graph of the part that the options ask for, which is there for the block alone."""
    if not is_sliced(wanted):
        yield graph
        return
    from kg.store import KnowledgeGraph, write_store

    nodes, edges = part(graph, wanted)
    with tempfile.TemporaryDirectory() as folder:
        write_store(Path(folder), nodes, edges, {"base": graph.manifest["base"]})
        yield KnowledgeGraph.open(folder)


def joined(edges: "Iterable[Edge]") -> int:
    """How many edges a graph shows: what several papers say of the same two is one."""
    return sum(1 for _ in groupby(edges, attrgetter("subject", "relation", "object")))
