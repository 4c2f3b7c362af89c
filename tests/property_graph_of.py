"""What a server of property graphs has to hold for given nodes and edges, and what it does hold."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from neo4j import Driver, GraphDatabase, Session

from exports.columns import clean, clean_id
from kg.model import Edge, Node

Found = dict[Any, Any]


def expected(nodes: Iterable[Node], edges: Iterable[Edge]) -> tuple[Found, Found]:
    """The labels and properties of each node by id; the properties of each relationship by start, type and end."""
    def claim(edge: Edge) -> tuple[str, str, str]:
        return edge.subject, edge.relation, edge.object

    held = {clean_id(node.id): ([node.type], properties(node)) for node in nodes}
    ordered = sorted(edges, key=lambda edge: (*claim(edge), edge.paper, edge.start, edge.end, edge.evidence))
    related = {(clean_id(start), re.sub("([A-Z])", r"_\1", relation).upper(), clean_id(end)): said(list(group))
               for (start, relation, end), group in groupby(ordered, claim)}
    return held, related


def properties(node: Node) -> Found:
    own = {f"kg_{name}" if name in ("kind", "size", "source") else name: value
           for name, value in node.attributes.items()}
    given = {"name": node.label, "aliases": node.aliases, **own}
    # Neo4j's importer cannot tell a list of one empty text from no list, so that none of the ways gives one
    return {name: [clean(item) for item in value] if isinstance(value, tuple) else
            clean(value) if isinstance(value, str) else value
            for name, value in given.items() if value not in ((), ("",))}


def said(edges: list[Edge]) -> Found:
    papers = [clean_id(paper) for paper in sorted({edge.paper for edge in edges} - {""})]
    evidence = next((clean(edge.evidence) for edge in edges if edge.evidence), "")
    given = {"support": len(papers), "confidence": float(max(edge.score for edge in edges)), "papers": papers,
             "evidence": evidence}
    return {name: value for name, value in given.items() if value not in ("", [])}


def held(address: str, **options: Any) -> tuple[Found, Found]:
    """The same, as the server has it; fails where it has one twice."""
    with GraphDatabase.driver(address, **options) as driver, driver.session() as session:
        nodes = rows(session, "MATCH (n) RETURN n.id, labels(n), properties(n)")
        related = rows(session, "MATCH (a)-[r]->(b) RETURN a.id, type(r), b.id, properties(r)")
    found = {id: (labels, {name: value for name, value in values.items() if name != "id"})
             for id, labels, values in nodes}
    between = {(start, kind, end): values for start, kind, end, values in related}
    assert (len(found), len(between)) == (len(nodes), len(related))
    return found, between


def rows(session: Session, query: str) -> list[list[Any]]:
    return [list(record.values()) for record in session.run(query)]


def emptied(driver: Driver) -> None:
    """Leaves nothing in the server, neither nodes nor constraints."""
    with driver.session() as session:
        session.run("MATCH (n) DETACH DELETE n").consume()
        for name, in rows(session, "SHOW CONSTRAINTS YIELD name RETURN name"):
            session.run(f"DROP CONSTRAINT {name}").consume()


def types(found: Found) -> Found:
    """What `==` does not tell apart: 1, 1.0 and True."""
    return {key: {name: type(value) for name, value in (values[1] if isinstance(values, tuple) else values).items()}
            for key, values in found.items()}
