"""The graph on disk: an Oxigraph store swapped in at once, asked in SPARQL, and given to networkx and rdflib.

In a graph's folder, `manifest.json` names the folder in `graph/` that is current. That folder holds the store and
`claims.jsonl`, the same nodes and edges as JSON lines, which is read ten times as fast as the store. It is never
changed once the manifest names it; a new one is built beside it, and the old one removed afterwards.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from pyoxigraph import RdfFormat, Store, serialize

from kg.claims import EDGE_FIELDS, Lines, Row, edges_in, is_node, line, nodes_in, row
from kg.errors import GraphError
from kg.model import Edge, Node
from kg.rdf import quads, statement_quads, thing_quads
from kg.schema import BASE, PREFIXES
from kg.sorting import SortedOnDisk
from kg.sparql import Answer, ask

if TYPE_CHECKING:
    import networkx
    import rdflib

    from exports.notebook import Frame

FORMAT = "paperkg graph"
FORMAT_VERSION = 1
BATCH_QUADS = 200_000  # more needs more memory, fewer more time
MANIFEST, GRAPHS, CLAIMS, STORE, PART = "manifest.json", "graph", "claims.jsonl", "store", "part"

T = TypeVar("T")


class KnowledgeGraph:
    """A graph on disk, for reading; `open` gives one.

    It stays what it was when opened, also while a new one is built and takes its place.
    """

    def __init__(self, path: Path, manifest: dict[str, Any], store: Store, claims: BinaryIO) -> None:
        self.path, self.manifest, self._store = path, manifest, store
        self._claims = Lines(claims)

    @classmethod
    def open(cls, path: str | Path) -> "KnowledgeGraph":
        """The graph in a folder such as `x.kg`; GraphError where it is missing, not ours, or damaged."""
        path = Path(path)
        manifest = read_manifest(path)
        while True:
            try:
                return cls._opened(path, manifest)
            except GraphError:
                # Another process may have put a new graph in its place just now, and taken this one away.
                before, manifest = manifest, read_manifest(path)
                if manifest["graph"] == before["graph"]:
                    raise

    @classmethod
    def _opened(cls, path: Path, manifest: dict[str, Any]) -> "KnowledgeGraph":
        folder = path / GRAPHS / manifest["graph"]
        if not (folder / STORE).is_dir():
            raise _damaged(path, f"{GRAPHS}/{manifest['graph']} is missing")
        try:
            return cls(path, manifest, Store.read_only(str(folder / STORE)), (folder / CLAIMS).open("rb"))
        except (OSError, ValueError, RuntimeError) as error:
            raise _damaged(path, str(error)) from error

    @cached_property
    def _by_id(self) -> dict[str, Node]:
        return {node.id: node for node in self.nodes()}

    @cached_property
    def _by_name(self) -> dict[str, list[Node]]:
        names: dict[str, list[Node]] = {}
        for node in self.nodes():
            for name in dict.fromkeys(map(_folded, (node.label, *node.aliases))):
                names.setdefault(name, []).append(node)
        return names

    @cached_property
    def _counts(self) -> tuple[int, int]:
        counts = self.manifest["counts"]
        return counts["nodes"], counts["edges"]

    def _unreadable(self, reason: str) -> GraphError:
        return _damaged(self.path, f"{CLAIMS}: {reason}")

    def nodes(self) -> Sequence[Node]:
        """All nodes, by id.

        They are read from the disk whenever they are gone through, in the same order each time, and not kept: make a
        list of them where they are wanted often and there is room. GraphError, on the way, for a damaged file.
        """
        return nodes_in(self._claims, self._counts[0], self._unreadable)

    def edges(self) -> Sequence[Edge]:
        """All edges, by subject, relation, object, paper and place; read like the nodes."""
        return edges_in(self._claims, *self._counts, self._unreadable)

    def node(self, id: str) -> Node:
        """The node of an id such as `method/grpo`; GraphError where there is none."""
        if id not in self._by_id:
            raise GraphError(f"{self.path}: there is no node {id!r}")
        return self._by_id[id]

    def find(self, name: str) -> list[Node]:
        """The nodes that have this label or alias, whatever its case and spaces; those with it as label come first."""
        folded = _folded(name)
        return sorted(self._by_name.get(folded, ()), key=lambda node: (_folded(node.label) != folded, node.id))

    def sparql(self, query: str, timeout_s: float | None = None) -> Answer:
        """The answer to a SPARQL 1.1 query; the prefixes of `schema.PREFIXES` need no declaration.

        With a time limit the query runs in a process of its own, which is ended when the time is over. Raises
        QueryError for a malformed query, for one that would change the graph or ask another server, and for one that
        ran out of time.
        """
        return ask(self._store, self.path / GRAPHS / self.manifest["graph"] / STORE, query, timeout_s)

    def show(self, height: int = 700) -> "Frame":
        """The interactive page as a notebook's output, which Jupyter and VS Code show in a frame of so many pixels."""
        from exports.notebook import framed  # nothing below needs exports: they are loaded when the page is wanted

        return framed(self.nodes(), self.edges(), height)

    def to_networkx(self) -> "networkx.MultiDiGraph":
        """The graph for networkx: nodes under their ids; an edge's key is its relation and paper.

        Nodes have `type`, `label`, `aliases` and their attributes; edges have the fields of `Edge`. Where one paper
        says the same twice, the later keys end in the place of the words.
        """
        import networkx

        graph = networkx.MultiDiGraph()
        for node in self.nodes():
            graph.add_node(node.id, type=node.type, label=node.label, aliases=node.aliases, **node.attributes)
        for edge in self.edges():
            key = " ".join(filter(None, (edge.relation, edge.paper)))
            if graph.has_edge(edge.subject, edge.object, key):
                key = f"{key} {edge.start}:{edge.end} {edge.mention_start}:{edge.mention_end} {edge.by}".strip()
            claim = {name: getattr(edge, name) for name in EDGE_FIELDS}
            graph.add_edge(claim.pop("subject"), claim.pop("object"), key, **claim)
        return graph

    def to_rdflib(self, evidence: bool = True) -> "rdflib.Graph":
        """The triples for rdflib, with their prefixes; without `evidence` the plain triples only."""
        import rdflib

        graph = rdflib.Graph(bind_namespaces="none")
        for prefix, namespace in PREFIXES.items():
            graph.bind(prefix, namespace)
        base = self.manifest["base"]
        data = serialize(quads(self.nodes(), self.edges(), base, evidence), format=RdfFormat.N_TRIPLES)
        return graph.parse(data=data, format="nt")


def read_manifest(path: Path) -> dict[str, Any]:
    """What `manifest.json` of a graph's folder says; GraphError where the folder is missing, not ours, or damaged."""
    if not path.exists():
        raise GraphError(f"{path}: there is no such graph; make it with kg build")
    if not (path / MANIFEST).is_file():
        raise GraphError(f"{path} is no graph of ours: it has no {MANIFEST}")
    try:
        manifest = json.loads((path / MANIFEST).read_bytes())
    except (OSError, ValueError) as error:
        raise _damaged(path, f"{MANIFEST}: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise GraphError(f"{path} is no graph of ours: its {MANIFEST} is another program's")
    if manifest.get("formatVersion") != FORMAT_VERSION:
        raise GraphError(f"{path} was made by another version of kg; build it again")
    name = manifest.get("graph")
    if not isinstance(name, str) or not name or Path(name).name != name:
        raise _damaged(path, f"{MANIFEST} names no graph")
    return manifest


def write_store(directory: Path, nodes: Iterable[Node], edges: Iterable[Edge], manifest: dict[str, Any]) -> None:
    """Makes these nodes and edges the graph of a folder, as `write_rows` does."""
    items: Iterator[Node | Edge] = chain(nodes, edges)
    write_rows(directory, map(row, items), manifest)


def write_rows(
    directory: Path, rows: Iterable[Row], manifest: dict[str, Any], stored: Callable[[int, int], None] | None = None
) -> tuple[int, int]:
    """Makes what these rows say the graph of a folder, all at once, and gives back how many nodes and edges it has.

    Who reads sees the old graph or the new one. Rows, as `claims.row` makes them, come in any order and are not kept in
    memory. `manifest` is kept in `manifest.json`, with the format's name and version and the counts; its "base", where
    given, stands before ids in IRIs. `stored` is called with how many rows are in the store, and how many there are.

    A full disk or a folder that cannot be written to raises GraphError and leaves the old graph.
    """
    base = manifest.get("base", BASE)
    part = directory / GRAPHS / PART
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        nodes, edges, digest = _write_claims(part / CLAIMS, rows, base)
        with (part / CLAIMS).open("rb") as claims:
            _fill(part / STORE, Lines(claims), (nodes, edges), base, stored)
        name = _free_name(directory, digest)
        folder = directory / GRAPHS / name
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
        counts = manifest.get("counts", {}) | {"nodes": nodes, "edges": edges}
        _write_manifest(directory, manifest | {"base": base, "graph": name, "counts": counts})
    except (OSError, RuntimeError) as error:
        _discard(directory)
        raise GraphError(f"{directory}: the graph cannot be written: {_reason(error)}") from error
    except BaseException:
        _discard(directory)
        raise
    _remove_others(directory / GRAPHS, name)
    return nodes, edges


def _write_claims(path: Path, rows: Iterable[Row], base: str) -> tuple[int, int, str]:
    """Write the lines of rows, sorted; how many are nodes, how many edges, and the digest of base and lines."""
    state = hashlib.blake2b(f"{base}\n".encode(), digest_size=8)
    with TemporaryFile(dir=path.parent) as file:
        nodes: SortedOnDisk[Row] = SortedOnDisk(file, itemgetter(0))
        edges: SortedOnDisk[Row] = SortedOnDisk(file)
        for one in rows:
            (nodes if is_node(one) else edges).add(one)
        _write_durably(path, map(line, chain(nodes, edges)), state)
    return len(nodes), len(edges), state.hexdigest()


def _write_manifest(directory: Path, manifest: dict[str, Any]) -> None:
    whole = {"format": FORMAT, "formatVersion": FORMAT_VERSION, **manifest}
    part = directory / f"{MANIFEST}.part"
    _write_durably(part, [json.dumps(whole, ensure_ascii=False, indent=2, sort_keys=True)])
    part.replace(directory / MANIFEST)


def _discard(directory: Path) -> None:
    """Removes what a failed build has made, and the folders above it where they hold nothing else."""
    with suppress(OSError):
        _remove_others(directory / GRAPHS, _current(directory))
        (directory / f"{MANIFEST}.part").unlink(missing_ok=True)
        (directory / GRAPHS).rmdir()
        directory.rmdir()


def _reason(error: Exception) -> str:
    if "No space left" in str(error):
        return "the disk is full"
    return (getattr(error, "strerror", None) or str(error)).lower()


def _current(directory: Path) -> str | None:
    """The name of the graph that readers are given, None where there is none."""
    try:
        return str(read_manifest(directory)["graph"])
    except GraphError:
        return None


def _free_name(directory: Path, digest: str) -> str:
    """A name in `graph/` that is not the current one, which a reader may hold open."""
    return digest if digest != _current(directory) else f"{digest}-2"


def _fill(
    folder: Path, lines: Lines, counts: tuple[int, int], base: str, stored: Callable[[int, int], None] | None
) -> None:
    store = Store(str(folder))
    nodes, edges = nodes_in(lines, counts[0], GraphError), edges_in(lines, *counts, GraphError)
    done = 0

    def told(items: Iterable[T]) -> Iterator[T]:
        nonlocal done
        for item in items:
            yield item
            done += 1

    waiting = chain(thing_quads(told(nodes), edges, base), statement_quads(told(edges), base))
    while batch := list(islice(waiting, BATCH_QUADS)):
        store.bulk_extend(batch)
        if stored:
            stored(done, sum(counts))
    store.flush()


def _write_durably(path: Path, lines: Iterable[str], state: "hashlib.blake2b | None" = None) -> None:
    with path.open("wb") as file:
        for text in lines:
            data = f"{text}\n".encode()
            file.write(data)
            if state:
                state.update(data)
        file.flush()
        os.fsync(file.fileno())


def _remove_others(graphs: Path, current: str | None) -> None:
    for folder in graphs.iterdir():
        if folder.name != current:
            shutil.rmtree(folder, ignore_errors=True)


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _damaged(path: Path, reason: str) -> GraphError:
    return GraphError(f"{path} is damaged: {' '.join(reason.split())}; build it again")
