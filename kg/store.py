"""The graph on disk: an Oxigraph store swapped in at once, asked in SPARQL, and given to networkx and rdflib.

In a graph's folder, `manifest.json` names the folder in `graph/` that is current. That folder holds the store and
`claims.jsonl`, the same nodes and edges as JSON lines, which is read ten times as fast as the store. It is never
changed once the manifest names it; a new one is built beside it, and the old one removed afterwards.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cached_property
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from pyoxigraph import RdfFormat, Store, serialize

from kg.errors import GraphError
from kg.model import Edge, Node
from kg.rdf import clean_edge, clean_node, edge_key, quads
from kg.schema import BASE, PREFIXES
from kg.sparql import Answer, ask

if TYPE_CHECKING:
    import networkx
    import rdflib

    from exports.notebook import Frame

FORMAT = "paperkg graph"
FORMAT_VERSION = 1
BATCH_QUADS = 200_000  # more needs more memory, fewer more time
EDGE_FIELDS = tuple(field.name for field in fields(Edge))
_fields = attrgetter(*EDGE_FIELDS)
MANIFEST, GRAPHS, CLAIMS, STORE = "manifest.json", "graph", "claims.jsonl", "store"


class KnowledgeGraph:
    """A graph on disk, for reading; `open` gives one. It stays what it was when opened, also while a new one is built.

    Nodes and edges are read at their first use and kept.
    """

    def __init__(self, path: Path, manifest: dict[str, Any], store: Store, claims: TextIO) -> None:
        self.path, self.manifest, self._store, self._claims = path, manifest, store, claims

    @classmethod
    def open(cls, path: str | Path) -> "KnowledgeGraph":
        """The graph in a folder such as `x.kg`; GraphError where it is missing, not ours, or damaged."""
        path = Path(path)
        manifest = read_manifest(path)
        folder = path / GRAPHS / manifest["graph"]
        if not (folder / STORE).is_dir():
            raise _damaged(path, f"{GRAPHS}/{manifest['graph']} is missing")
        try:
            store = Store.read_only(str(folder / STORE))
            claims = (folder / CLAIMS).open(encoding="utf-8", newline="\n")
        except (OSError, ValueError, RuntimeError) as error:
            raise _damaged(path, str(error)) from error
        return cls(path, manifest, store, claims)

    @cached_property
    def _read(self) -> tuple[list[Node], list[Edge]]:
        try:
            with self._claims:
                return _read_claims(self._claims)
        except (OSError, ValueError, TypeError) as error:
            raise _damaged(self.path, f"{CLAIMS}: {error}") from error

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

    def nodes(self) -> list[Node]:
        """All nodes, by id."""
        return self._read[0]

    def edges(self) -> list[Edge]:
        """All edges, by subject, relation, object, paper and place."""
        return self._read[1]

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
            claim = dict(zip(EDGE_FIELDS, _fields(edge), strict=True))
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
    """Makes these nodes and edges the graph of a folder, all at once: who reads sees the old graph or the new one.

    `manifest` is kept in `manifest.json`, with the format's name and version; its "base", where given, stands before
    ids in IRIs. A full disk or a folder that cannot be written to raises GraphError and leaves the old graph.
    """
    nodes = sorted(map(clean_node, nodes), key=lambda node: node.id)
    edges = sorted(map(clean_edge, edges), key=edge_key)
    lines = [*map(_node_line, nodes), *map(_edge_line, edges)]
    base = manifest.get("base", BASE)
    name = _free_name(directory, _digest([base, *lines]))
    folder = directory / GRAPHS / name
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _write_durably(folder / CLAIMS, lines)
        _fill(folder / STORE, nodes, edges, base)
        _write_manifest(directory, manifest | {"base": base, "graph": name})
    except (OSError, RuntimeError) as error:
        _discard(directory, folder)
        raise GraphError(f"{directory}: the graph cannot be written: {_reason(error)}") from error
    except BaseException:
        _discard(directory, folder)
        raise
    _remove_others(directory / GRAPHS, name)


def _write_manifest(directory: Path, manifest: dict[str, Any]) -> None:
    whole = {"format": FORMAT, "formatVersion": FORMAT_VERSION, **manifest}
    part = directory / f"{MANIFEST}.part"
    _write_durably(part, [json.dumps(whole, ensure_ascii=False, indent=2, sort_keys=True)])
    part.replace(directory / MANIFEST)


def _discard(directory: Path, folder: Path) -> None:
    """Removes what a failed build has made, and the folders above it where they hold nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        (directory / f"{MANIFEST}.part").unlink(missing_ok=True)
        folder.parent.rmdir()
        directory.rmdir()


def _reason(error: Exception) -> str:
    if "No space left" in str(error):
        return "the disk is full"
    return (getattr(error, "strerror", None) or str(error)).lower()


def _free_name(directory: Path, digest: str) -> str:
    """A name in `graph/` that is not the current one, which a reader may hold open."""
    try:
        current = read_manifest(directory)["graph"]
    except GraphError:
        current = None
    return digest if digest != current else f"{digest}-2"


def _digest(lines: list[str]) -> str:
    state = hashlib.blake2b(digest_size=8)
    for line in lines:
        state.update(line.encode() + b"\n")
    return state.hexdigest()


def _fill(folder: Path, nodes: Sequence[Node], edges: Sequence[Edge], base: str) -> None:
    store = Store(str(folder))
    waiting = quads(nodes, edges, base)
    while batch := list(islice(waiting, BATCH_QUADS)):
        store.bulk_extend(batch)
    store.flush()


def _write_durably(path: Path, lines: Sequence[str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(f"{line}\n" for line in lines)
        file.flush()
        os.fsync(file.fileno())


def _remove_others(graphs: Path, current: str) -> None:
    for folder in graphs.iterdir():
        if folder.name != current:
            shutil.rmtree(folder, ignore_errors=True)


def _node_line(node: Node) -> str:
    return json.dumps([node.id, node.type, node.label, node.aliases, dict(sorted(node.attributes.items()))],
                      ensure_ascii=False)


def _edge_line(edge: Edge) -> str:
    return json.dumps(_fields(edge), ensure_ascii=False)


def _read_claims(file: TextIO) -> tuple[list[Node], list[Edge]]:
    """Nodes (five fields a line) and edges (eleven) as `write_store` put them, in their order."""
    nodes: list[Node] = []
    edges: list[Edge] = []
    same: dict[str, str] = {}  # sentences and ids stand in many edges: one text each
    for row in map(json.loads, file):
        if len(row) == 5:
            id, node_type, label, aliases, attributes = row
            lists = {name: tuple(value) for name, value in attributes.items() if isinstance(value, list)}
            nodes.append(Node(id, node_type, label, tuple(aliases), attributes | lists))
        else:
            values: Iterable[Any] = (same.setdefault(v, v) if isinstance(v, str) else v for v in row)
            edges.append(Edge(*values))
    return nodes, edges


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _damaged(path: Path, reason: str) -> GraphError:
    return GraphError(f"{path} is damaged: {' '.join(reason.split())}; build it again")
