"""`kg load` without the real servers: what a store is sent, and what is told of whatever goes wrong."""

import base64
import builtins
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hostile_graph import hostile
from pyoxigraph import RdfFormat, Store, parse

from cli.main import run
from exports import triplestore
from exports.bolt import _keep_unique
from exports.triplestore import load_sparql
from kg.errors import ExportError
from kg.rdf import quads

PAGE = b"<html><style>p {}</style><p>It is\n &quot;so&quot;</p></html>"


@dataclass
class Asked:
    """What a stand-in for a store was asked, and how it answers: by a status and headers."""

    answer: Callable[["Asked", BaseHTTPRequestHandler], tuple[int, dict[str, str]]]
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    address: str = ""

    def kinds(self) -> list[str]:
        """Method, place and media type of each request."""
        return [" ".join((method, where, headers["Content-Type"])) for method, where, headers, _ in self.requests]


@pytest.fixture
def store() -> Iterator[Callable[..., Asked]]:
    servers: list[ThreadingHTTPServer] = []

    def start(answer: Callable[[Asked, BaseHTTPRequestHandler], tuple[int, dict[str, str]]]) -> Asked:
        asked = Asked(answer)

        class Handler(BaseHTTPRequestHandler):
            def handle_one(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                asked.requests.append((self.command, self.path, dict(self.headers), body))
                status, headers = asked.answer(asked, self)
                if status == 0:  # goes away
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(PAGE if status > 299 else b"")

            do_POST = do_PUT = do_GET = handle_one

            def log_message(self, *words: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        asked.address = f"http://127.0.0.1:{server.server_port}/ds"
        return asked

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def takes_all(asked: Asked, request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str]]:
    return 200, {}


def takes_updates(asked: Asked, request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str]]:
    return (204 if request.headers["Content-Type"] == "application/sparql-update" else 415), {}


def always(status: int, **headers: str) -> Callable[[Asked, BaseHTTPRequestHandler], tuple[int, dict[str, str]]]:
    return lambda asked, request: (status, headers)


def sent(asked: Asked) -> set[str]:
    """All triples that a store was sent, as they were written."""
    bodies = b"".join(body for method, _, _, body in asked.requests)
    return {line for line in bodies.decode().split("\n") if line.endswith(" .")}


def test_a_store_is_sent_every_triple_in_chunks(store: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triplestore, "TRIPLES_A_REQUEST", 100)
    asked = store(takes_all)
    wanted = list(quads(*hostile()))
    assert load_sparql(*hostile(), asked.address) == (len(wanted), asked.address)
    assert set(asked.kinds()) == {"POST /ds?default application/n-triples"}
    assert len(asked.requests) == 1 + -(-len(wanted) // 100)
    assert sent(asked) == {f"{quad.subject} {quad.predicate} {quad.object} ." for quad in wanted}


@pytest.mark.parametrize(("update", "first"), [(False, "PUT /ds?graph=http%3A%2F%2Fx%2Fg%23a application/n-triples"),
                                               (True, "POST /ds application/sparql-update")])
def test_replace_empties_the_named_graph_first(store: Callable[..., Asked], update: bool, first: str) -> None:
    asked = store(takes_all)
    load_sparql(*hostile(), asked.address, named_graph="http://x/g#a", replace=True, update=update)
    assert asked.kinds()[1] == first
    assert asked.requests[1][3] == (b"CLEAR SILENT GRAPH <http://x/g#a>" if update else b"")


def test_less_of_the_papers_words_is_sent_where_that_is_asked_for(
    store: Callable[..., Asked], example: Path
) -> None:
    asked = store(takes_all)
    assert run(["load", str(example), asked.address, "--no-abstracts", "--quote-characters", "30"]) == 0
    quotes = [quad.object.value for quad in parse("\n".join(sent(asked)), RdfFormat.N_TRIPLES)
              if quad.predicate.value.endswith("#exact")]
    assert 10 < max(map(len, quotes)) <= 30
    assert not any("dc/terms/abstract" in line for line in sent(asked))


def test_updates_are_used_where_graphs_are_not_taken(store: Callable[..., Asked]) -> None:
    asked = store(takes_updates)
    load_sparql(*hostile(), asked.address, named_graph="http://x/g")
    assert asked.kinds()[:3] == ["POST /ds?graph=http%3A%2F%2Fx%2Fg application/n-triples",
                                 *["POST /ds application/sparql-update"] * 2]
    assert sent(asked) == {f"{quad.subject} {quad.predicate} {quad.object} ." for quad in quads(*hostile())}
    read = Store()
    for _, _, _, body in asked.requests[1:]:
        read.update(body.decode())
    assert {quad.graph_name.value for quad in read} == {"http://x/g"}
    assert len(read) == len(list(quads(*hostile())))


def test_an_address_for_updates_is_sent_nothing_else(store: Callable[..., Asked]) -> None:
    asked = store(takes_all)
    load_sparql(*hostile(), f"{asked.address}/statements")
    assert set(asked.kinds()) == {"POST /ds/statements application/sparql-update"}


@pytest.mark.parametrize(("user", "password", "header"), [
    ("ü", "p:w", "Basic " + base64.b64encode("ü:p:w".encode()).decode()), (None, "token", "Bearer token"),
    (None, None, None)])
def test_credentials_are_sent_as_a_header(store: Callable[..., Asked], user: str | None, password: str | None,
                                          header: str | None) -> None:
    asked = store(takes_all)
    load_sparql(*hostile(), asked.address, user, password)
    assert len(asked.requests) > 1
    assert {headers.get("Authorization") for _, _, headers, _ in asked.requests[1:]} == {header}


def test_a_store_that_wants_digests_gets_them(store: Callable[..., Asked]) -> None:
    def answer(asked: Asked, request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str]]:
        given = request.headers["Authorization"] or ""  # Virtuoso asks for a digest only who sends nothing
        return (200, {}) if given.startswith('Digest username="dba"') else (401, {} if given else {
            "WWW-Authenticate": 'Digest realm="SPARQL", nonce="1", qop="auth", algorithm="MD5"'})

    asked = store(answer)
    assert load_sparql(*hostile(), asked.address, "dba", "dba")[0] == len(list(quads(*hostile())))


@pytest.mark.parametrize(("status", "told"), [
    (401, "{}: wants a user and a password: give --user, and the password in KG_PASSWORD or --password-file"),
    (403, "{}: this user may not write there (403)"),
    (404, "{}: there is nothing of that name on the server (404)"),
    (405, '{}: takes neither graphs (405 It is "so") nor SPARQL Update (405 It is "so"); give the address for one of'
          " them"),
    (503, '{}: 503 It is "so"'),
])
def test_what_a_store_refuses_is_told_in_one_line(store: Callable[..., Asked], status: int, told: str) -> None:
    asked = store(always(status))
    with pytest.raises(ExportError) as caught:
        load_sparql(*hostile(), asked.address)
    assert str(caught.value) == told.format(asked.address)


def test_a_wrong_password_is_told_of(store: Callable[..., Asked]) -> None:
    asked = store(always(401, **{"WWW-Authenticate": 'Basic realm="x"'}))
    with pytest.raises(ExportError, match=r"/ds: the user or the password is wrong$"):
        load_sparql(*hostile(), asked.address, "me", "wrong")


def test_a_store_that_has_moved_is_not_followed(store: Callable[..., Asked]) -> None:
    asked = store(always(302, Location="http://127.0.0.1:1/there"))
    with pytest.raises(ExportError, match=r"/ds: has moved; give the address http://127\.0\.0\.1:1/there$"):
        load_sparql(*hostile(), asked.address)
    assert len(asked.requests) == 1


def test_a_store_that_goes_away_is_told_of(store: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triplestore, "TRIPLES_A_REQUEST", 100)
    asked = store(lambda asked, request: (0 if len(asked.requests) > 3 else 200, {}))
    with pytest.raises(ExportError, match=r"/ds: the server went away; 200 triples are in; run the same command again"):
        load_sparql(*hostile(), asked.address)


def test_a_store_that_does_not_answer_is_told_of(store: Callable[..., Asked], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triplestore, "SECONDS", 0.2)

    def slow(asked: Asked, request: BaseHTTPRequestHandler) -> tuple[int, dict[str, str]]:
        time.sleep(1)
        return 0, {}

    with pytest.raises(ExportError, match=r"/ds: no answer in 0\.2 seconds$"):
        load_sparql(*hostile(), store(slow).address)


@pytest.mark.parametrize(("address", "code", "told"), [
    ("http://127.0.0.1:1/ds", 1, "kg: http://127.0.0.1:1/ds: no server answers there: connection refused\n"),
    ("bolt://127.0.0.1:1", 1, "kg: bolt://127.0.0.1:1: no Neo4j or Memgraph answers there: connection refused\n"),
    ("http://me:secret@127.0.0.1/", 1, "kg: the address holds a user; give it with --user, and the password as"
                                       " --help says\n"),
    ("localhost:7687", 1, "kg: localhost:7687: no server is known by such an address; it begins with bolt://, neo4j://,"
                          " http:// or https://\n"),
])
def test_no_server_is_told_in_one_line(example: Path, address: str, code: int, told: str,
                                       capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["load", str(example), address]) == code
    assert capsys.readouterr().err == told


@pytest.mark.parametrize(("address", "option"), [
    ("bolt://127.0.0.1:1", "--update"), ("bolt://127.0.0.1:1", "--named-graph=http://x"),
    ("http://127.0.0.1:1", "--database=x")])
def test_an_option_of_the_other_kind_is_a_wrong_call(example: Path, address: str, option: str,
                                                     capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["load", str(example), address, option]) == 2
    assert f"{option.partition('=')[0]} is only for" in capsys.readouterr().err


def test_a_missing_driver_is_told_with_what_installs_it(example: Path, monkeypatch: pytest.MonkeyPatch,
                                                        capsys: pytest.CaptureFixture[str]) -> None:
    imported = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == "neo4j":
            raise ImportError(name)
        return imported(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert run(["load", str(example), "bolt://127.0.0.1:1"]) == 1
    assert capsys.readouterr().err == "kg: the driver for Neo4j is not installed: pip install 'paperkg[neo4j]'\n"


def test_a_graph_with_no_good_name_is_refused(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["load", str(example), "http://127.0.0.1:1", "--named-graph", "no iri"]) == 1
    assert "'no iri' cannot be the name of a graph" in capsys.readouterr().err


def test_memgraph_gets_its_own_constraint_and_may_have_it_already() -> None:
    from neo4j.exceptions import ClientError

    class MemgraphError(ClientError):
        code = "Memgraph.ClientError.MemgraphError.MemgraphError"  # type: ignore[assignment]

    asked = []

    class Session:
        def run(self, statement: str) -> "Session":
            asked.append(statement)
            if "IF NOT EXISTS" in statement:
                raise MemgraphError("mismatched input 'IF'")
            if "ASSERT" in statement:
                raise MemgraphError("Constraint already exists.")
            return self

        def consume(self) -> None:
            pass

    _keep_unique(Session(), "Paper")  # type: ignore[arg-type]
    assert asked[1:] == ["CREATE INDEX ON :Paper(id)", "CREATE CONSTRAINT ON (n:Paper) ASSERT n.id IS UNIQUE"]
