"""Commands that write a graph for other programs, and show it in a browser."""

import inspect
import shutil
import sys
import tempfile
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.output import counted, say
from cli.query import graph_argument
from kg.errors import ExportError

if TYPE_CHECKING:
    from exports import Exporter
    from kg.store import KnowledgeGraph


@click.command()
@graph_argument
@click.argument("target", metavar="TARGET")
@click.option("--format", "-f", help="The format.  [default: told from how TARGET ends]")
@click.option("--base", metavar="IRI", help="What stands before ids in IRIs (RDF formats).")
@click.option("--no-evidence", is_flag=True, help="Only plain triples, without quotes and confidence (RDF formats).")
def export(graph: Path, target: str, format: str | None, base: str | None, no_evidence: bool) -> None:
    """Write a graph for another program.

    TARGET's ending names the format: .gexf (Gephi), .graphml, .ttl, .nt, .nq, .trig, .jsonld, .rdf, .html; a folder
    whose name ends in neo4j gets CSV files and import.sh for Neo4j. With --format, - is standard output.

    \b
    Examples:
      kg export papers.kg papers.gexf
      kg export papers.kg out/neo4j/
      kg export papers.kg - --format ntriples | gzip > papers.nt.gz
    """
    import kg
    from exports import exporter_for

    if target == "-" and format is None:
        raise ExportError("-: name the format of what goes to standard output with --format")
    write = exporter_for(Path(target), format)
    options = _options(write, {"base": base, "evidence": False if no_evidence else None})
    opened = kg.KnowledgeGraph.open(graph)
    if target == "-":
        _to_stdout(write, opened, options)
        return
    write(opened.nodes(), opened.edges(), Path(target), **options)
    say(f"{target}: {counted(len(opened.nodes()), 'node')}, {counted(len(opened.edges()), 'edge')}")


def _options(write: "Exporter", given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given; ExportError for one that the format does not have."""
    chosen = {name: value for name, value in given.items() if value is not None}
    for name in chosen:
        if name not in inspect.signature(write).parameters:
            raise ExportError(f"--{'no-evidence' if name == 'evidence' else name} is for RDF formats only")
    return chosen


def _to_stdout(write: "Exporter", graph: "KnowledgeGraph", options: Mapping[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph"
        write(graph.nodes(), graph.edges(), path, **options)
        if path.is_dir():
            raise ExportError("-: this format is a folder of files; name a folder to put them in")
        with path.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)


@click.command()
@graph_argument
@click.argument("page", required=False, type=click.Path(path_type=Path), metavar="[PAGE.html]")
@click.option("--no-open", is_flag=True, help="Only write the page.")
def view(graph: Path, page: Path | None, no_open: bool) -> None:
    """Write the interactive page beside the graph and open it in the browser.

    The page is one file that needs no network and no server. It is opened only where there is a terminal.

    \b
    Example:
      kg view papers.kg
    """
    import kg
    from exports import EXPORTERS

    target = page or graph.resolve().with_suffix(".html")
    opened = kg.KnowledgeGraph.open(graph)
    EXPORTERS["html"](opened.nodes(), opened.edges(), target)
    click.echo(str(target))
    if not no_open and sys.stdout.isatty():
        webbrowser.open(target.resolve().as_uri())
