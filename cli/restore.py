"""The command that makes a graph from a file that was exported of one."""

import sys
from pathlib import Path

import click

from cli.output import counted, say
from kg.errors import InputError


@click.command("import")
@click.argument("source", metavar="FILE")
@click.option("--output", "-o", required=True, type=click.Path(path_type=Path), metavar="NAME.kg",
              help="The graph: a directory, made if it is not there; a graph that was imported is replaced.")
@click.option("--format", "-f", help="The format.  [default: told from how FILE ends]")
def import_(source: str, output: Path, format: str | None) -> None:
    """Make a graph of a file that kg has exported: RDF in any syntax, GraphML, GEXF, node-link or Cytoscape JSON.

    RDF holds everything. The others hold one edge for all papers that say the same, with the first quote, and no place
    in a paper's text. FILE is - for standard input, with --format.

    \b
    Example:
      kg import papers.ttl -o again.kg
    """
    from kg.corpus import FILE_NAME
    from kg.restore import restored
    from kg.store import write_store

    if (output / FILE_NAME).exists():
        raise InputError(str(output), "holds papers that a build has read; name another graph")
    if source == "-":
        nodes, edges = restored(sys.stdin.buffer, "standard input", format)
    else:
        try:
            with Path(source).open("rb") as file:
                nodes, edges = restored(file, source, format)
        except OSError as error:
            raise InputError(source, (error.strerror or str(error)).lower()) from error
    write_store(output, nodes, edges, {"counts": {"papers": sum(node.type == "Paper" for node in nodes)}})
    say(f"{output}: {counted(len(nodes), 'node')} and {counted(len(edges), 'edge')} imported")
