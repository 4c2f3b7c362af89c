"""The graph into a running Neo4j or Memgraph: over Bolt, in batches, the same however often it is done."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from exports.property_graph import (
    ClaimGroup,
    NodeGroup,
    claim_groups,
    claim_properties,
    constraint,
    node_groups,
    node_properties,
    relationship_type,
)
from kg.errors import ExportError
from kg.model import Edge, Node
from kg.schema import NODE_TYPES, RELATIONS

if TYPE_CHECKING:
    from neo4j import ManagedTransaction, Session

BATCH_ROWS, BATCH_CHARACTERS = 1000, 1_000_000  # a transaction
CONNECT_SECONDS, RETRY_SECONDS = 10, 10

Tell = Callable[[str, int, int | None], None]  # what is loaded, how many are done, of how many
Row = dict[str, Any]


class Loaded(NamedTuple):
    """How many nodes and relationships are in the server now, and how many of an older graph were removed."""

    nodes: int
    relationships: int
    removed: int


def load_bolt(nodes: Sequence[Node], edges: Sequence[Edge], address: str, user: str | None = None,
              password: str | None = None, database: str | None = None, replace: bool = False,
              tell: Tell | None = None) -> Loaded:
    """Makes the graph in the server at an address such as bolt://localhost:7687; gives what is there then.

    The nodes and relationships are those of `write_neo4j`. What is there already is brought up to date, so that a
    load may be done twice, or again after it was cut off. With `replace`, what an earlier load left and this graph has
    not is removed at the end; else it stays. ExportError where the driver is not installed, and in one line for
    whatever the server has against it.
    """
    groups = node_groups(nodes)
    found = claim_groups(groups, edges)
    tell = tell or (lambda step, done, total: None)
    with _session(address, user, password, database) as session:
        for group in groups:
            _keep_unique(session, group.label)
        loaded = _load(session, "nodes", map(_node_batches, groups), sum(len(group.nodes) for group in groups), tell)
        related = _load(session, "relations", map(_claim_batches, found), sum(len(one.claims) for one in found), tell)
        removed = _remove_others(session, groups, found, tell) if replace else 0
    return Loaded(loaded, related, removed)


def _load(session: "Session", step: str, parts: Iterable[Iterator[tuple[str, list[Row]]]], total: int,
          tell: Tell) -> int:
    """Runs each query with its batch, a transaction each; gives the number of rows."""
    done = 0
    tell(step, done, total)
    for part in parts:
        for query, batch in part:
            session.execute_write(_write, query, batch)
            done += len(batch)
            tell(step, done, total)
    return done


def _write(transaction: "ManagedTransaction", query: str, batch: list[Row]) -> None:
    record = transaction.run(query, rows=batch).single(strict=True)
    if record[0] != len(batch):
        raise ExportError("nodes were removed by someone else meanwhile; run the same command again")


def _node_batches(group: NodeGroup) -> Iterator[tuple[str, list[Row]]]:
    query = f"UNWIND $rows AS row MERGE (n:{group.label} {{id: row.id}}) SET n = row RETURN count(*)"
    for batch in _batches(node_properties(node, group.columns) for node in group.nodes):
        yield query, batch


def _claim_batches(group: ClaimGroup) -> Iterator[tuple[str, list[Row]]]:
    query = (f"UNWIND $rows AS row MATCH (a:{group.start_label} {{id: row.start}}) "
             f"MATCH (b:{group.end_label} {{id: row.end}}) MERGE (a)-[r:{group.type}]->(b) "
             "SET r = row.properties RETURN count(*)")
    for batch in _batches({"start": claim.subject, "end": claim.object, "properties": claim_properties(claim)}
                          for claim in group.claims):
        yield query, batch


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    length = 0
    for row in rows:
        batch.append(row)
        length += len(str(row))
        if len(batch) >= BATCH_ROWS or length >= BATCH_CHARACTERS:
            yield batch
            batch, length = [], 0
    if batch:
        yield batch


def _keep_unique(session: "Session", label: str) -> None:
    """Makes the constraint of a label, in Neo4j's words or, where they are not understood, in Memgraph's."""
    from neo4j.exceptions import ClientError

    try:
        session.run(constraint(label)).consume()
    except ClientError as error:
        if str(error.code).startswith("Neo."):
            raise
        for statement in (f"CREATE INDEX ON :{label}(id)", f"CREATE CONSTRAINT ON (n:{label}) ASSERT n.id IS UNIQUE"):
            try:
                session.run(statement).consume()
            except ClientError as known:
                if "already exists" not in str(known):
                    raise


# --- what an older graph left -----------------------------------------------------------------------------------------

def _remove_others(session: "Session", groups: Sequence[NodeGroup], found: Sequence[ClaimGroup], tell: Tell) -> int:
    """Removes the nodes and relationships of ours that are in none of the groups; gives their number."""
    tell("removing", 0, None)
    removed = 0
    for relation, (subjects, objects) in RELATIONS.items():
        for start, end in product(sorted(subjects), sorted(objects)):
            removed += _remove_claims(session, ClaimGroup(relationship_type(relation), start, end, ()), found)
    kept = {group.label: {node_properties(node, ())["id"] for node in group.nodes} for group in groups}
    for label in NODE_TYPES:
        removed += _remove_nodes(session, label, kept.get(label, set()))
    return removed


def _remove_claims(session: "Session", of: ClaimGroup, found: Sequence[ClaimGroup]) -> int:
    kept = {(claim.subject, claim.object) for group in found if group[:3] == of[:3] for claim in group.claims}
    pattern = f"(a:{of.start_label} {{id: row.start}})-[r:{of.type}]->(b:{of.end_label} {{id: row.end}})"
    there = session.run(f"MATCH (a:{of.start_label})-[r:{of.type}]->(b:{of.end_label}) "
                        "WHERE r.support IS NOT NULL RETURN DISTINCT a.id, b.id")
    rows = [{"start": start, "end": end} for start, end in there if (start, end) not in kept]
    return _remove(session, f"UNWIND $rows AS row MATCH {pattern} DELETE r", rows)


def _remove_nodes(session: "Session", label: str, kept: set[Any]) -> int:
    there = session.run(f"MATCH (n:{label}) WHERE n.id STARTS WITH $ours RETURN n.id", ours=f"{label.lower()}/")
    rows = [{"id": id} for id, in there if id not in kept]
    return _remove(session, f"UNWIND $rows AS row MATCH (n:{label} {{id: row.id}}) DETACH DELETE n", rows)


def _remove(session: "Session", query: str, rows: list[Row]) -> int:
    for batch in _batches(rows):
        session.execute_write(_write, f"{query} RETURN count(*)", batch)
    return len(rows)


# --- the connection ---------------------------------------------------------------------------------------------------

@contextmanager
def _session(address: str, user: str | None, password: str | None, database: str | None) -> "Iterator[Session]":
    """A session with the server; whatever goes wrong in the block is an ExportError of one line."""
    try:
        import neo4j
        from neo4j.exceptions import DriverError, Neo4jError
    except ImportError as error:
        raise ExportError("the driver for Neo4j is not installed: pip install 'paperkg[neo4j]'") from error

    logging.getLogger("neo4j").addHandler(logging.NullHandler())  # its hints are not for our users
    auth = (user or "neo4j", password or "") if user or password else None
    connected = False
    try:
        with (
            neo4j.GraphDatabase.driver(address, auth=auth, connection_timeout=CONNECT_SECONDS,
                                       max_transaction_retry_time=RETRY_SECONDS) as driver,
            driver.session(database=database) as session,
        ):
            session.run("RETURN 1").consume()
            connected = True
            yield session
    except (DriverError, Neo4jError, ValueError, OSError) as error:
        raise ExportError(f"{address}: {_reason(error, connected, auth is not None)}") from error


def _reason(error: Exception, connected: bool, with_password: bool) -> str:
    """What went wrong, and what to do about it."""
    from neo4j.exceptions import AuthError, Neo4jError, ServiceUnavailable, SessionExpired

    if isinstance(error, AuthError):
        return ("the user or the password is wrong" if with_password else
                "wants a user and a password: give --user, and the password in NEO4J_PASSWORD or --password-file")
    if isinstance(error, ServiceUnavailable | SessionExpired | OSError):
        return ("the server went away; when it is back, run the same command again" if connected else
                f"no Neo4j or Memgraph answers there: {_first_cause(error)}")
    if isinstance(error, Neo4jError):
        known = {"DatabaseNotFound": "there is no such database", "Unauthorized": "this user may not do that"}
        return known.get(str(error.code).rpartition(".")[2], f"{error.message} ({error.code})")
    return str(error)


def _first_cause(error: BaseException) -> str:
    """Why there is no connection: what the system said, without the driver's way to it."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror.lower()
        cause = cause.__cause__ or cause.__context__
    return "it speaks HTTP; Bolt has a port of its own, often 7687" if "HTTP" in str(error) else str(error)
