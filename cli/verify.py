"""The command that holds a graph against what every graph must keep."""

from dataclasses import asdict
from pathlib import Path

import click

from cli.build import workers_option
from cli.output import counted, give, give_json, one_line, progress, say
from cli.query import graph_argument


@click.command()
@graph_argument
@click.option("--shapes/--no-shapes", default=True, show_default=True,
              help="Whether the SHACL shapes are held against it, too, which takes most of the time.")
@click.option("--json", "as_json", is_flag=True, help="The violations as a JSON list.")
@workers_option
@click.pass_context
def verify(context: click.Context, graph: Path, shapes: bool, as_json: bool, workers: int | None) -> None:
    """Check a graph: each quote and number again in its paper's text, ends, types, ids, names kept apart, SHACL shapes.

    Prints a line for each violation; the exit code is 1 where there is one.

    \b
    Example:
      kg verify papers.kg
    """
    import kg

    opened = kg.KnowledgeGraph.open(graph)
    with progress() as tell:
        found = list(kg.verify.violations(opened, shapes, workers, tell))
    if as_json:
        give_json([asdict(violation) for violation in found])
    else:
        for violation in found:
            give(one_line(str(violation)))
    checked = f"{counted(len(opened.nodes()), 'node')} and {counted(len(opened.edges()), 'edge')}"
    say(f"{graph}: {checked} checked, {counted(len(found), 'violation')}")
    context.exit(1 if found else 0)
