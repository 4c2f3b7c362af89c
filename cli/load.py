"""The command that puts a graph into a running server."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.output import counted, progress, say
from cli.query import graph_argument
from cli.slicing import most_characters, part, slice_options, worded, wording_options
from kg.errors import ExportError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kg.model import Edge, Node

BOLT = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
HTTP = ("http", "https")
OF_BOLT, OF_HTTP = ("database",), ("named_graph", "update", "base", "no_evidence")


@click.command()
@graph_argument
@click.argument("address", metavar="ADDRESS")
@click.option("--user", "-u", metavar="NAME", help="Who loads; also from KG_USER or NEO4J_USERNAME.")
@click.option("--password", metavar="PASSWORD", help="Seen by all on this machine: better in KG_PASSWORD or"
              " NEO4J_PASSWORD, or in a file.")
@click.option("--password-file", type=click.Path(path_type=Path), metavar="FILE",
              help="A file with the password alone.")
@click.option("--replace", is_flag=True, help="Also remove what an earlier load left and this graph has not. In a"
              " triple store: empty the default graph, or the named one, first.")
@click.option("--database", metavar="NAME", help="The database of the server.  [default: its own]  (Neo4j)")
@click.option("--named-graph", metavar="IRI", help="The graph to add to.  [default: the default graph]"
              "  (triple stores)")
@click.option("--update", is_flag=True, help="Only by SPARQL Update.  (triple stores)")
@click.option("--base", metavar="IRI", help="What stands before ids in IRIs.  (triple stores)")
@click.option("--no-evidence", is_flag=True, help="Only plain triples, without quotes and confidence.  (triple stores)")
def load(graph: Path, address: str, user: str | None, password: str | None, password_file: Path | None,
         replace: bool, database: str | None, named_graph: str | None, update: bool, base: str | None,
         no_evidence: bool, no_abstracts: bool, quote_characters: int | None, **wanted: Any) -> None:
    """Put a graph, or a part of it, into a running server.

    ADDRESS is bolt:// or neo4j:// (with +s for TLS) for Neo4j and Memgraph, or http:// or https:// for a triple store:
    its address for graphs (SPARQL 1.1 Graph Store Protocol) or for SPARQL Update. A second load changes nothing, and a
    load that was cut off is made whole by the same command. What is there already stays, unless --replace is given.

    \b
    Addresses of triple stores:
      Fuseki      http://localhost:3030/DATASET
      GraphDB     http://localhost:7200/repositories/NAME/rdf-graphs/service
      Virtuoso    http://localhost:8890/sparql-graph-crud-auth   with --named-graph
      QLever      http://localhost:7019                          with its access token as password
      Neptune     https://ENDPOINT:8182/sparql

    \b
    Examples:
      NEO4J_PASSWORD=secret kg load papers.kg bolt://localhost:7687
      kg load papers.kg neo4j+s://example.org --user me --password-file secret.txt --database papers --replace
      kg load papers.kg http://localhost:3030/papers --named-graph https://example.org/papers
    """
    import kg

    scheme = address.partition("://")[0].lower()
    given = {"database": database, "named_graph": named_graph, "update": update, "base": base,
             "no_evidence": no_evidence}
    _check(address, scheme, given)
    opened = kg.KnowledgeGraph.open(graph)
    nodes, edges = worded(*part(opened, wanted), no_abstracts, most_characters(no_abstracts, quote_characters))
    names = ("KG", "NEO4J") if scheme in BOLT else ("KG",)
    who = {"user": user or _variable(f"{names[0]}_USER", *(f"{name}_USERNAME" for name in names[1:])),
           "password": password or _from_file(password_file) or _variable(*(f"{name}_PASSWORD" for name in names)),
           "replace": replace}
    if scheme in BOLT:
        _into_neo4j(nodes, edges, address, database=database, **who)
        return
    _into_triplestore(nodes, edges, address, named_graph=named_graph, update=update, evidence=not no_evidence,
                      base=base or opened.manifest["base"], **who)


def _check(address: str, scheme: str, given: dict[str, Any]) -> None:
    if scheme not in (*BOLT, *HTTP):
        raise ExportError(f"{address}: no server is known by such an address; it begins with bolt://, neo4j://, "
                          "http:// or https://")
    for name in OF_HTTP if scheme in BOLT else OF_BOLT:
        if given[name]:
            kind = "triple stores" if scheme in BOLT else "Neo4j"
            raise click.UsageError(f"--{name.replace('_', '-')} is only for {kind}")


def _variable(*names: str) -> str | None:
    """The first of these variables of the environment that says anything."""
    return next(filter(None, map(os.environ.get, names)), None)


def _from_file(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        return path.read_text("utf-8").strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        raise ExportError(f"{path}: the password cannot be read: {reason.lower()}") from error


def _into_neo4j(nodes: "Sequence[Node]", edges: "Sequence[Edge]", address: str, **options: Any) -> None:
    from exports.bolt import load_bolt

    with progress() as tell:
        done = load_bolt(nodes, edges, address, tell=tell, **options)
    removed = f", {done.removed:,} removed" if options["replace"] else ""
    say(f"{address}: {counted(done.nodes, 'node')}, {counted(done.relationships, 'relationship')}{removed}")


def _into_triplestore(nodes: "Sequence[Node]", edges: "Sequence[Edge]", address: str, **options: Any) -> None:
    from exports.triplestore import load_sparql

    with progress() as tell:
        triples, taken_by = load_sparql(nodes, edges, address, tell=tell, **options)
    say(f"{taken_by}: {counted(triples, 'triple')}")


load.params.extend((*wording_options(), *slice_options()))
