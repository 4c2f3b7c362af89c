"""Commands that ask a graph: SPARQL, questions with a name, and counts."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.describing import about_part
from cli.output import columns, give, harmless, one_line
from cli.slicing import part, part_opened, slice_options
from kg import queries
from kg.errors import QueryError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kg.description import About
    from kg.model import Edge, Node
    from kg.sparql import Answer

graph_argument = click.argument("graph", type=click.Path(path_type=Path), metavar="NAME.kg")
INTEGER_PARAMETERS = ("year",)


def _list_questions(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        for name in queries.names():
            click.echo(f"{name}: {queries.question(name)}")
            for parameter, meaning in queries.parameters(name).items():
                click.echo(f"    --param {parameter}=...  {meaning}")
        context.exit()


@click.command()
@graph_argument
@click.argument("sparql", required=False, metavar="[SPARQL]")
@click.option("--file", "-F", "path", metavar="FILE", help="Take the query from a file, or from standard input for -.")
@click.option("--name", "-n", help="Ask one of the questions that come with kg; --list shows them.")
@click.option("--param", "-p", "values", multiple=True, metavar="NAME=VALUE", help="A value for a named question.")
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_list_questions,
              help="Show the named questions and their parameters.")
@click.option("--json", "form", flag_value="json", help="SPARQL Results JSON (JSON-LD for CONSTRUCT).")
@click.option("--csv", "form", flag_value="csv", help="Comma-separated values.")
@click.option("--tsv", "form", flag_value="tsv", help="Tab-separated values, as SPARQL writes them.")
@click.option("--timeout", "timeout_s", type=click.FloatRange(0), default=60, show_default=True, metavar="SECONDS",
              help="Stop the query after this time; 0 for never.")
def query(
    graph: Path, sparql: str | None, path: str | None, name: str | None, values: tuple[str, ...], form: str | None,
    timeout_s: float, **wanted: Any,
) -> None:
    """Ask a graph, or a part of it, in SPARQL; the usual prefixes need no declaration.

    \b
    Examples:
      kg query papers.kg "SELECT ?name { ?m a kg:Method ; skos:prefLabel ?name }"
      kg query papers.kg --name variants-of --param method=GRPO
      kg query papers.kg --file question.rq --csv > answer.csv
    """
    import kg

    if sum(given is not None for given in (sparql, path, name)) != 1:
        raise click.UsageError("give one of: a SPARQL query, --file FILE, --name NAME")
    if values and name is None:
        raise click.UsageError("--param belongs to a named question: give --name, too")
    text = queries.text(name, **_parameters(values)) if name else sparql if path is None else _read(path)
    with part_opened(kg.KnowledgeGraph.open(graph), wanted) as opened:
        _show(opened.sparql(text or "", timeout_s or None), form)


def _read(path: str) -> str:
    try:
        with click.open_file(path, encoding="utf-8-sig") as file:
            return str(file.read())
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        raise QueryError(f"{path}: the query cannot be read: {reason.lower()}") from error


def _parameters(given: tuple[str, ...]) -> dict[str, str | int]:
    values: dict[str, str | int] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"--param {pair}: write it as NAME=VALUE")
        if name in INTEGER_PARAMETERS and not value.isdecimal():
            raise QueryError(f"{name} must be a number, not {value!r}")
        values[name] = int(value) if name in INTEGER_PARAMETERS else value
    return values


def _show(answer: "Answer", form: str | None) -> None:
    if form is not None:
        click.echo(answer.text("jsonld" if answer.kind == "construct" and form == "json" else form).rstrip("\n"))
    elif answer.kind == "select" and sys.stdout.isatty():
        _show_table(answer)
    else:
        give(answer.text().rstrip("\n"))


def _show_table(answer: "Answer") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*answer.variables)
    for row in answer.rows:
        table.add_row(*(Text(harmless("" if value is None else str(value))) for value in row))
    Console().print(table)
    click.echo(f"{len(answer.rows):,} rows", err=True)


@click.command()
@graph_argument
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--void", "as_void", is_flag=True, help="Instead what RDF exports say of themselves, as Turtle.")
def stats(graph: Path, as_json: bool, as_void: bool, **wanted: Any) -> None:
    """Count papers, nodes and edges, and each by type and relation, of a graph or of a part of it.

    What several papers say of the same two is one edge, and as many claims.

    \b
    Example:
      kg stats papers.kg --json
    """
    from collections import Counter

    import kg

    opened = kg.KnowledgeGraph.open(graph)
    nodes, edges = part(opened, wanted)
    if as_void:
        give(_description(nodes, edges, about_part(opened, wanted)))
        return
    types = Counter(node.type for node in nodes)
    claims = Counter((edge.subject, edge.relation, edge.object) for edge in edges)
    relations = Counter(relation for _, relation, _ in claims)
    counts = {"papers": types["Paper"], "nodes": types.total(), "edges": len(claims), "claims": claims.total()}
    by = {"nodesByType": _by_count(types), "edgesByRelation": _by_count(relations)}
    if as_json:
        click.echo(json.dumps(counts | by, indent=2))
        return
    for name, count in counts.items():
        give(f"{name:8}{count:>10,}")
    for heading, table in (("node types", by["nodesByType"]), ("relations", by["edgesByRelation"])):
        if table:
            give(f"\n{heading}\n" + columns([(one_line(name), count) for name, count in table.items()], "  "))


def _description(nodes: "Sequence[Node]", edges: "Sequence[Edge]", known: "About") -> str:
    from pyoxigraph import RdfFormat, serialize

    from kg.description import description_quads
    from kg.schema import PREFIXES

    said = description_quads(nodes, edges, known)
    return (serialize(said, format=RdfFormat.TURTLE, prefixes=dict(PREFIXES)) or b"").decode().rstrip("\n")


def _by_count(counts: "dict[str, int]") -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))


query.params.extend(slice_options(query=False))
stats.params.extend(slice_options())
