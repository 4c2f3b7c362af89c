"""The graph as servers of property graphs hold it: nodes by label, relationships by type and labels of their ends."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from exports.columns import Claim, Column, Value, claims, clean, clean_id, in_order, is_present, node_columns, node_row
from exports.columns import text as as_text
from exports.columns import texts as as_texts
from kg.model import Edge, Node

# A value as servers take it: a text, a number, true or false, a list of texts
Property = str | int | float | bool | list[str]
Properties = dict[str, Property]

# What relationships have, each where there is a value
CLAIM_COLUMNS = (Column("papers", "strings"), Column("support", "integer"), Column("confidence", "double"),
                 Column("evidence", "string"))


class NodeGroup(NamedTuple):
    """The nodes of one label, sorted by id, and the columns of their attributes."""

    label: str
    columns: tuple[Column, ...]
    nodes: Sequence[Node]


class ClaimGroup(NamedTuple):
    """The claims that are relationships of one type, from nodes of one label to nodes of one label, sorted."""

    type: str
    start_label: str
    end_label: str
    claims: Sequence[Claim]


def relationship_type(relation: str) -> str:
    """The relation as Cypher spells relationship types.

    >>> relationship_type("comparesWith"), relationship_type("uses")
    ('COMPARES_WITH', 'USES')
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", relation).upper()


def constraint(label: str) -> str:
    """The Cypher that keeps the ids of a label's nodes unique, and finds nodes by them fast.

    >>> constraint("Paper")
    'CREATE CONSTRAINT Paper_id IF NOT EXISTS FOR (n:Paper) REQUIRE n.id IS UNIQUE'
    """
    return f"CREATE CONSTRAINT {label}_id IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE"


def node_groups(nodes: Iterable[Node]) -> list[NodeGroup]:
    """The nodes by label, which is their type; ExportError where two nodes have the same id."""
    by_type = sorted(in_order(nodes), key=attrgetter("type"))
    groups = [(label, list(members)) for label, members in groupby(by_type, attrgetter("type"))]
    return [NodeGroup(label, tuple(column for column in node_columns(members) if column.name != "type"), members)
            for label, members in groups]


def claim_groups(groups: Iterable[NodeGroup], edges: Iterable[Edge]) -> list[ClaimGroup]:
    """The claims of the edges by type and labels of their ends; ExportError names an edge without a node."""
    nodes = [node for group in groups for node in group.nodes]
    label_of = {clean_id(node.id): node.type for node in nodes}

    def place(claim: Claim) -> tuple[str, str, str]:
        return relationship_type(claim.relation), label_of[claim.subject], label_of[claim.object]

    ordered = sorted(claims(nodes, edges), key=place)
    return [ClaimGroup(*where, list(members)) for where, members in groupby(ordered, place)]


def node_properties(node: Node, columns: Sequence[Column]) -> Properties:
    """What a node has on the server: its id, its label as `name`, and what the columns have a value for."""
    return {"id": clean_id(node.id), "name": clean(node.label), **dict(_typed(node, columns))}


def claim_properties(claim: Claim) -> Properties:
    """What a relationship has on the server: its papers, their number, the confidence and the first quote."""
    properties: Properties = {"support": len(claim.papers), "confidence": claim.confidence}
    if claim.papers:
        properties["papers"] = list(claim.papers)
    if claim.evidence:
        properties["evidence"] = claim.evidence
    return properties


def _typed(node: Node, columns: Sequence[Column]) -> Iterator[tuple[str, Property]]:
    row = node_row(node)
    for column in columns:
        value = row.get(column.name)
        # Neo4j's importer cannot tell a list of one empty text from no list; so that every way gives the same: no list
        if value is not None and is_present(value) and value != ("",):
            yield column.name, _as(column.type, value)


def _as(kind: str, value: Value) -> Property:
    if kind == "strings":
        return list(as_texts(value))
    if kind == "string":
        return as_text(value)
    return float(value) if kind == "double" else value  # type: ignore[arg-type,return-value]  # numbers, by the column
