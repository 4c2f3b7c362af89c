"""KGX's two tables, nodes.tsv and edges.tsv, as the Biolink community exchanges knowledge graphs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from exports.claims import PropertyGraph, property_graph
from exports.columns import cells, clean, clean_id, node_row
from exports.writing import as_text, replacing_files
from kg.model import Edge, Node
from kg.schema import BASE, iri

_BREAKS = re.compile("[\t\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_EDGE_HEADER = ("id", "subject", "predicate", "object", "category", "relation", "knowledge_level", "agent_type",
                "primary_knowledge_source", "publications", "support", "confidence", "evidence")
_SOURCE = "infores:paperkg"


def write_kgx(nodes: Iterable[Node], edges: Iterable[Edge], path: Path) -> None:
    """Write a folder with nodes.tsv and edges.tsv in KGX's columns; ids are CURIEs, such as `method:grpo`.

    KGX reads tabs without quotes: a line break or a tab in a text becomes a blank, and a `|` inside a list's text
    becomes `¦`, because it stands between the texts of a list. A prefix stands for the node type's IRIs, as in
    Turtle; `kg:` for our ontology.
    """
    graph = property_graph(nodes, edges)
    with replacing_files(path, ("nodes.tsv", "edges.tsv")) as files:
        for file, rows in zip(files, (_node_rows(graph), _edge_rows(graph)), strict=True):
            with as_text(file) as text:
                text.writelines("\t".join(row) + "\n" for row in rows)


def _node_rows(graph: PropertyGraph) -> Iterator[Sequence[str]]:
    own = [column for column in graph.columns if column.name not in ("type", "aliases")]
    yield ("id", "category", "name", "synonym", "iri", *(column.name for column in own))
    for node in graph.nodes:
        values = {column.name: value for column, value in cells(node_row(node), own)}
        yield (_curie(node.id), f"kg:{node.type}", _cell(clean(node.label)), _cell(node.aliases),
               iri(clean_id(node.id)), *(_cell(values.get(column.name, "")) for column in own))


def _edge_rows(graph: PropertyGraph) -> Iterator[Sequence[str]]:
    yield _EDGE_HEADER
    for number, claim in enumerate(graph.claims()):
        yield (f"edge:{number}", _curie(claim.subject), f"kg:{claim.relation}", _curie(claim.object),
               "biolink:Association", f"kg:{claim.relation}", "not_provided", "text_mining_agent", _SOURCE,
               "|".join(map(_curie, claim.papers)), str(len(claim.papers)), repr(claim.confidence),
               _cell(claim.evidence))


@lru_cache(1 << 16)
def _curie(node_id: str) -> str:
    """The id as a CURIE, percent-encoded as in its IRI.

    >>> _curie("method/q*"), _curie("paper/10.1145/329")
    ('method:q%2A', 'paper:10.1145%2F329')
    """
    return iri(clean_id(node_id)).removeprefix(BASE).replace("/", ":", 1)


def _cell(value: str | tuple[str, ...]) -> str:
    """A text or a list of texts in one cell of one line."""
    if isinstance(value, str):
        return _BREAKS.sub(" ", value)
    return "|".join(_BREAKS.sub(" ", clean(text)).replace("|", "¦") for text in value)
