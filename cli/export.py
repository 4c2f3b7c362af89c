"""Commands that write a graph for other programs, and show it in a browser."""

import inspect
import shutil
import sys
import tempfile
import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.describing import about_part, describing_options
from cli.output import counted, say
from cli.query import graph_argument
from cli.slicing import joined, most_characters, part, slice_options, worded, wording_options
from kg.errors import ExportError

if TYPE_CHECKING:
    from exports import Exporter
    from kg.model import Edge, Node


@click.command()
@graph_argument
@click.argument("target", metavar="TARGET")
@click.option("--format", "-f", help="The format.  [default: told from how TARGET ends]")
@click.option("--base", metavar="IRI", help="What stands before ids in IRIs (RDF formats).")
@click.option("--no-evidence", is_flag=True, help="RDF formats: only plain triples, without quotes and confidence;"
              " others: without quotes.")
@click.option("--flavour", metavar="FLAVOUR", help="Who is to read a .graphml: gephi, apoc, cytoscape, yed, plain; or a"
              " csv or tsv: data, spreadsheet.  [default: the first]")
def export(
    graph: Path, target: str, format: str | None, base: str | None, no_evidence: bool, flavour: str | None,
    no_abstracts: bool, quote_characters: int | None, licence: str, issued: str, **wanted: Any,
) -> None:
    """Write a graph, or a part of it, for another program.

    TARGET's ending names the format: .gexf (Gephi), .graphml, .json (networkx), .cyjs (Cytoscape), .ttl, .nt, .nq,
    .trig, .jsonld, .rdf, .html. A folder whose name ends in csv, tsv, kgx or parquet gets one file of nodes and one of
    edges; one that ends in neo4j gets what Neo4j's importer takes. With --format, - is standard output.

    \b
    Flavours of .graphml:
      gephi       positions, sizes, colours, an edge type for each relation
      apoc        labels and relationship types as apoc.import.graphml of Neo4j reads them
      cytoscape   the columns name and interaction
      yed         shapes, places and labels
      plain       only what the schema of GraphML allows
    In a csv or tsv of the flavour spreadsheet, text that looks like a formula begins with an apostrophe.

    What is asked for with --around, --type, --relation, --year, --min-confidence, --min-support and --query is
    narrowed by each. What no paper of the part speaks of is left out, and so are nodes without edges, unless --type
    alone asks for them; support counts the papers of the part.

    \b
    Examples:
      kg export papers.kg papers.gexf
      kg export papers.kg near.graphml --around GRPO --hops 2 --year 2025..
      kg export papers.kg methods.json --type Method --relation buildsOn --min-support 2
      kg export papers.kg public.ttl --no-abstracts --quote-characters 60
      kg export papers.kg out/neo4j/
      kg export papers.kg - --format ntriples | gzip > papers.nt.gz
    """
    import kg
    from exports import exporter_for

    if target == "-" and format is None:
        raise ExportError("-: name the format of what goes to standard output with --format")
    write = exporter_for(Path(target), format)
    options = _options(write, {"base": base, "flavour": flavour})
    if no_evidence and _has(write, "evidence"):
        options["evidence"] = False
    elif no_evidence:
        quote_characters = 0
    quote_characters = most_characters(no_abstracts, quote_characters)
    opened = kg.KnowledgeGraph.open(graph)
    if _has(write, "about"):
        changes = _changes(no_evidence, no_abstracts, quote_characters)
        options["about"] = about_part(opened, wanted, licence, issued, changes)
    nodes, edges = worded(*part(opened, wanted), no_abstracts, quote_characters)
    if target == "-":
        _to_stdout(write, nodes, edges, options)
        return
    write(nodes, edges, Path(target), **options)
    say(f"{target}: {counted(sum(1 for _ in nodes), 'node')}, {counted(joined(edges), 'edge')}")


def _options(write: "Exporter", given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given; ExportError for one that the format does not have."""
    from exports import EXPORTERS

    chosen = {name: value for name, value in given.items() if value is not None}
    for name in chosen:
        if not _has(write, name):
            having = ", ".join(form for form, one in EXPORTERS.items() if _has(one, name))
            raise ExportError(f"--{name} is only for {having}")
    return chosen


def _changes(no_evidence: bool, no_abstracts: bool, quote_characters: int | None) -> list[str]:
    """What is not written as the graph has it, in words."""
    said = (("without statements", no_evidence), ("without abstracts", no_abstracts),
            (f"quotes of at most {quote_characters} characters", quote_characters is not None and not no_evidence))
    return [words for words, true in said if true]


def _has(write: "Exporter", option: str) -> bool:
    return option in inspect.signature(write).parameters


def _to_stdout(
    write: "Exporter", nodes: "Sequence[Node]", edges: "Sequence[Edge]", options: Mapping[str, Any]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph"
        write(nodes, edges, path, **options)
        if path.is_dir():
            raise ExportError("-: this format is a folder of files; name a folder to put them in")
        with path.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)


@click.command()
@graph_argument
@click.argument("page", required=False, type=click.Path(path_type=Path), metavar="[PAGE.html]")
@click.option("--no-open", is_flag=True, help="Only write the page.")
def view(graph: Path, page: Path | None, no_open: bool, **wanted: Any) -> None:
    """Write the interactive page of a graph, or of a part, beside the graph and open it in the browser.

    The page is one file that needs no network and no server. It is opened only where there is a terminal.

    \b
    Examples:
      kg view papers.kg
      kg view papers.kg near.html --around GRPO --hops 2
    """
    import kg
    from exports import EXPORTERS

    target = page or graph.resolve().with_suffix(".html")
    EXPORTERS["html"](*part(kg.KnowledgeGraph.open(graph), wanted), target)
    click.echo(str(target))
    if not no_open and sys.stdout.isatty():
        webbrowser.open(target.resolve().as_uri())


export.params.extend((*wording_options(), *describing_options()))
for command in (export, view):
    command.params.extend(slice_options())
