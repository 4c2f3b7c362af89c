"""The graph on disk: an Oxigraph store swapped in at once, asked in SPARQL, and given to networkx and rdflib.

In a graph's folder, `manifest.json` names the folder in `graph/` that is current. That folder holds the store and
`claims.jsonl`, the same nodes and edges as JSON lines, which is read ten times as fast as the store. It is never
changed once the manifest names it; a new one is built beside it, and the old one removed afterwards, or by the build
after that where somebody still reads it.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from pyoxigraph import RdfFormat, Store, serialize

from kg.claims import EDGE_FIELDS, Lines, edges_in, nodes_in
from kg.description import about, description_quads
from kg.errors import GraphError
from kg.manifest import CLAIMS, GRAPHS, STORE, claims_in, damaged, hold, read_manifest
from kg.model import Edge, Node
from kg.rdf import quads
from kg.schema import PREFIXES
from kg.sparql import Answer, ask
from kg.swap import write_store

if TYPE_CHECKING:
    import networkx
    import rdflib

    from exports.notebook import Frame

__all__ = ["KnowledgeGraph", "read_manifest", "write_store"]


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
        while True:
            manifest = read_manifest(path)
            opened: KnowledgeGraph | GraphError
            try:
                opened = cls._opened(path, manifest)
            except GraphError as error:
                opened = error
            # Another process may have put a new graph in its place meanwhile, and be taking this one away.
            if read_manifest(path)["graph"] == manifest["graph"]:
                break
        if isinstance(opened, GraphError):
            raise opened
        return opened

    @classmethod
    def _opened(cls, path: Path, manifest: dict[str, Any]) -> "KnowledgeGraph":
        folder = path / GRAPHS / manifest["graph"]
        if not (folder / STORE).is_dir():
            raise damaged(path, f"{GRAPHS}/{manifest['graph']} is missing")
        try:
            claims = (folder / CLAIMS).open("rb")
            hold(claims)
            return cls(path, manifest, Store.read_only(str(folder / STORE)), claims)
        except (OSError, ValueError, RuntimeError) as error:
            raise damaged(path, str(error)) from error

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
        return self.manifest["counts"]["nodes"], claims_in(self.manifest)

    def _unreadable(self, reason: str) -> GraphError:
        return damaged(self.path, f"{CLAIMS}: {reason}")

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

    def description(self, licence: str = "", issued: str = "") -> Answer:
        """What the graph says of itself, as its RDF exports do: VoID with counts, DCAT, and PROV of how it was made.

        The licence is an IRI or a name of SPDX's, the day such as 2026-01-31. All of the graph is gone through for it.
        """
        known = about(self.manifest, licence=licence, issued=issued)
        said = description_quads(self.nodes(), self.edges(), known, self.manifest["base"])
        return Answer("construct", serialize(said, format=RdfFormat.N_TRIPLES) or b"")

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


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
