"""The graph into a running triple store: by SPARQL 1.1 Graph Store Protocol, or by SPARQL 1.1 Update."""

import base64
import html
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from itertools import islice
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from pyoxigraph import NamedNode, Quad, RdfFormat, serialize

from kg.errors import ExportError
from kg.model import Edge, Node
from kg.rdf import quads
from kg.schema import BASE

TRIPLES_A_REQUEST = 50_000
TRIPLES_AN_UPDATE = 1_000  # Virtuoso compiles each update and refuses long ones
SECONDS = 120  # for the answer to one request
UNFIT = (400, 404, 405, 406, 415, 500, 501)  # how servers say that an address is not for this
UPDATES_ONLY, QUERIES = ("update", "statements"), ("sparql", "query")  # how addresses end

Tell = Callable[[str, int, int | None], None]  # what is loaded, how many are done, of how many
Send = Callable[[str, str, bytes, str], None]  # method, address, body, media type


@dataclass(frozen=True)
class Way:
    """How triples get into a store: as they are to an address of graphs, or as updates."""

    send: Send
    address: str
    graph: str | None  # the IRI of a named graph, or None for the default graph
    by_update: bool

    def add(self, triples: bytes) -> None:
        """Adds triples, in N-Triples."""
        if self.by_update:
            self._update(f"INSERT DATA {{ {self._in_graph(triples.decode())} }}".encode())
        else:
            self._put("POST", triples)

    def ask(self) -> None:
        """Changes nothing; fails where the server does not take this way."""
        if self.by_update:
            nothing = "<urn:x-nothing> <urn:x-nothing> <urn:x-nothing>"  # Virtuoso takes no empty update
            self._update(f"DELETE DATA {{ {self._in_graph(nothing)} }}".encode())
        else:
            self._put("POST", b"")

    def empty(self) -> None:
        """Leaves nothing in the graph."""
        if self.by_update:
            self._update(f"CLEAR SILENT GRAPH <{self.graph}>".encode() if self.graph else b"CLEAR DEFAULT")
        else:
            self._put("PUT", b"")

    def _in_graph(self, triples: str) -> str:
        return f"GRAPH <{self.graph}> {{\n{triples}}}" if self.graph else f"\n{triples}"

    def _put(self, method: str, triples: bytes) -> None:
        where = f"graph={quote(self.graph, safe='')}" if self.graph else "default"
        self.send(method, with_query(self.address, where), triples, "application/n-triples")

    def _update(self, text: bytes) -> None:
        self.send("POST", self.address, text, "application/sparql-update")


class Refused(ExportError):
    """A request that the server did not carry out; `status` is what it answered."""

    def __init__(self, words: str, status: int, wants_digest: bool = False) -> None:
        super().__init__(words)
        self.status, self.wants_digest = status, wants_digest


def load_sparql(nodes: Sequence[Node], edges: Sequence[Edge], address: str, user: str | None = None,
                password: str | None = None, named_graph: str | None = None, update: bool = False,
                replace: bool = False, base: str = BASE, evidence: bool = True,
                tell: Tell | None = None) -> tuple[int, str]:
    """Adds the triples of the graph to a store; gives their number and the address that took them.

    The address is that of its graphs (Graph Store Protocol) or one for SPARQL Update, which is tried where it takes no
    graphs, and alone with `update`. The triples go to the default graph or a named one; with `replace`, nothing else
    is in it then. What is there already is not there twice. Without a user the password is a bearer token.
    ExportError in one line for whatever the server has against it.
    """
    if named_graph is not None:
        _check_iri(named_graph)
    way = _way(_sender(address, user, password), address, named_graph, update)
    if replace:
        way.empty()
    done = 0
    size = TRIPLES_AN_UPDATE if way.by_update else TRIPLES_A_REQUEST
    for batch in _batches(quads(nodes, edges, base, evidence), size):
        try:
            way.add(serialize(batch, format=RdfFormat.N_TRIPLES) or b"")
        except ExportError as error:
            raise ExportError(f"{error}; {done:,} triples are in; run the same command again when that is mended") \
                from error
        done += len(batch)
        if tell is not None:
            tell("triples", done, None)
    return done, way.address


def _batches(triples: Iterable[Quad], size: int) -> Iterator[list[Quad]]:
    waiting = iter(triples)
    while batch := list(islice(waiting, size)):
        yield batch


def _check_iri(named_graph: str) -> None:
    try:
        NamedNode(named_graph)
    except ValueError as error:
        raise ExportError(f"{named_graph!r} cannot be the name of a graph: {error}") from error


def _way(send: Send, address: str, graph: str | None, update: bool) -> Way:
    """The first way that the server takes, tried with nothing to add."""
    kind = urlsplit(address).path.rpartition("/")[2]
    ways = [Way(send, address, graph, True)]
    if not update:
        ways.insert(1 if kind in UPDATES_ONLY else 0, Way(send, address, graph, False))
        if kind in QUERIES:  # Fuseki's address for queries alone: that of the data set is above it
            ways.append(Way(send, _above(address), graph, False))
    refusals: list[Refused] = []
    for way in ways:
        try:
            way.ask()
            return way
        except Refused as error:
            if error.status not in UNFIT:
                raise
            refusals.append(error)
    if update or all(error.status == 404 for error in refusals):
        raise refusals[0]
    raise ExportError(f"{address}: takes neither graphs ({_said(refusals[0], address)}) "
                      f"nor SPARQL Update ({_said(refusals[1], address)}); give the address for one of them")


def _said(error: Refused, address: str) -> str:
    return str(error).removeprefix(f"{address}: ")


def with_query(address: str, query: str) -> str:
    """The address with more in its query.

    >>> with_query("http://a/ds", "default"), with_query("http://a/ds?token=x", "default")
    ('http://a/ds?default', 'http://a/ds?token=x&default')
    """
    parts = urlsplit(address)
    return urlunsplit(parts._replace(query="&".join(filter(None, (parts.query, query))), fragment=""))


def _above(address: str) -> str:
    parts = urlsplit(address)
    return urlunsplit(parts._replace(path=parts.path.rpartition("/")[0]))


# --- requests ---------------------------------------------------------------------------------------------------------

class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: a POST would be made a GET on the way, and nothing be loaded."""

    def redirect_request(self, *given: Any, **named: Any) -> None:
        return None


def _sender(address: str, user: str | None, password: str | None) -> Send:
    """What sends a request with these credentials, and raises Refused or ExportError if it is not carried out."""
    parts = urlsplit(address)
    if parts.username is not None:
        raise ExportError("the address holds a user; give it with --user, and the password as --help says")
    if not parts.hostname:
        raise ExportError(f"{address}: names no server")
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    handlers: list[Any] = [urllib.request.ProxyHandler({}), _Stay]
    headers = _authorization(user, password)
    if user and _wants_digest(urllib.request.build_opener(*handlers), address):
        passwords.add_password(None, address, user, password or "")
        handlers.append(urllib.request.HTTPDigestAuthHandler(passwords))
        headers = {}
    opener = urllib.request.build_opener(*handlers)

    def send(method: str, where: str, body: bytes, media_type: str) -> None:
        request = urllib.request.Request(where, body, headers | {"Content-Type": media_type}, method=method)
        with _named_failures(address, bool(user or password)), opener.open(request, timeout=SECONDS) as answer:
            answer.read()

    return send


def _wants_digest(opener: urllib.request.OpenerDirector, address: str) -> bool:
    """Whether the server asks who does not say his name for a digest; Virtuoso does not ask who sends a password."""
    request = urllib.request.Request(address, b"", {"Content-Type": "application/n-triples"}, method="POST")
    try:
        with _named_failures(address, False), opener.open(request, timeout=SECONDS):
            return False
    except Refused as error:
        return error.wants_digest


def _authorization(user: str | None, password: str | None) -> dict[str, str]:
    """The header that tells who asks, sent ahead so that no body goes twice."""
    if user:
        return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password or ''}".encode()).decode()}
    return {"Authorization": f"Bearer {password}"} if password else {}


@contextmanager
def _named_failures(address: str, with_password: bool) -> Iterator[None]:
    """Turns what goes wrong with a request into one line that names the address."""
    try:
        yield
    except urllib.error.HTTPError as error:
        with error:
            digest = (error.headers.get("WWW-Authenticate") or "").lower().startswith("digest")
            raise Refused(f"{address}: {_answer(error, with_password)}", error.code, digest) from error
    except (OSError, HTTPException, ValueError) as error:
        raise ExportError(f"{address}: {_no_answer(error)}") from error


def _answer(error: urllib.error.HTTPError, with_password: bool) -> str:
    """What the server said, for a person."""
    if error.code == 401:
        return ("the user or the password is wrong" if with_password else
                "wants a user and a password: give --user, and the password in KG_PASSWORD or --password-file")
    if error.code == 403:
        return "this user may not write there (403)"
    if error.code == 404:
        return "there is nothing of that name on the server (404)"
    if error.code in (301, 302, 303, 307, 308):
        return f"has moved; give the address {error.headers.get('Location', 'that it has now')}"
    text = html.unescape(re.sub(r"<style.*?</style>|<[^>]*>", " ", error.read(4000).decode("utf-8", "replace")))
    return " ".join(f"{error.code} {text or error.reason}".split())[:200]


def _no_answer(error: Exception) -> str:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return f"no answer in {SECONDS} seconds"
    if isinstance(reason, ConnectionRefusedError):
        return "no server answers there: connection refused"
    if isinstance(reason, ConnectionError | HTTPException):
        return "the server went away"
    return f"no server answers there: {getattr(reason, 'strerror', None) or reason}".lower()
