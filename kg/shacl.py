"""The graph held against its SHACL shapes by pyshacl, part by part, so that memory stays flat and all cores work."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from itertools import groupby, islice
from typing import Any

from pyoxigraph import NamedNode, Quad, RdfFormat, serialize

from kg import vocabulary as terms
from kg.engines.local import ordered_map
from kg.errors import GraphError
from kg.model import Edge, Node
from kg.rdf import statement_quads, thing_quads
from kg.rdf_reading import local_id
from kg.schema import BASE, iri

SUBJECTS, STATEMENTS, TOGETHER = 250, 500, 16
Broken = tuple[str, str]


def broken_shapes(
    nodes: Sequence[Node], edges: Sequence[Edge], types: Mapping[str, str], workers: int | None = None
) -> Iterator[Broken]:
    """(id, what is broken) for each result of a validation: nodes in the order of their ids, then statements.

    `types` are those of all nodes. What a part of the graph points to and does not hold stands in it with little more
    than its type. `workers` None means every core. GraphError where pyshacl is not installed.
    """
    if find_spec("pyshacl") is None:
        raise GraphError("SHACL shapes need pyshacl: pip install 'paperkg[verify]', or leave them out with --no-shapes")
    parts = _parts(nodes, edges, types)
    yield from ordered_map(_validated, parts, workers, TOGETHER)


def _parts(nodes: Sequence[Node], edges: Sequence[Edge], types: Mapping[str, str]) -> Iterator[bytes]:
    """The graph as N-Triples, some subjects at a time; parts may be joined."""
    reporting = {edge.object: edge for edge in edges if edge.relation == "reports"}
    by_subject, waiting = _Groups(edges), iter(nodes)
    while some := list(islice(waiting, SUBJECTS)):
        theirs = [edge for node in some for edge in by_subject.of(node.id)]
        reports = [reporting[node.id] for node in some if node.id in reporting]
        others = {edge.object for edge in theirs} | {edge.subject for edge in reports}
        yield _written([*thing_quads(some, theirs), *_relations(reports),
                        *_stand_ins(sorted(others - {node.id for node in some}), types)])
    claims = iter(edges)
    while part := list(islice(claims, STATEMENTS)):
        papers = sorted({edge.paper for edge in part} - {""})
        yield _written([*statement_quads(part), *_stand_ins(papers, types)])


class _Groups:
    """Sorted edges by their subjects, for who asks for the subjects in order."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._groups = groupby(edges, key=lambda edge: edge.subject)
        self._subject, self._group = self._next()

    def _next(self) -> tuple[str, Iterator[Edge]]:
        return next(self._groups, ("", iter(())))

    def of(self, id: str) -> Iterator[Edge]:
        while self._subject and self._subject <= id:
            if self._subject == id:
                yield from self._group
            self._subject, self._group = self._next()


def _relations(edges: Iterable[Edge]) -> Iterator[Quad]:
    for edge in edges:
        yield Quad(_named(edge.subject), terms.RELATION_TERMS[edge.relation], _named(edge.object))


def _stand_ins(ids: Iterable[str], types: Mapping[str, str]) -> Iterator[Quad]:
    """The types of nodes that are pointed to from another part of the graph."""
    for id in ids:
        if id in types:
            yield Quad(_named(id), terms.TYPE, terms.term(f"kg:{types[id]}"))


def _named(id: str) -> NamedNode:
    return NamedNode(iri(id, BASE))


def _written(quads: Iterable[Quad]) -> bytes:
    return serialize((quad.triple for quad in quads), format=RdfFormat.N_TRIPLES) or b""


@cache
def _shapes() -> Any:
    from rdflib import Graph

    return Graph().parse(data=files("kg.data").joinpath("shapes.ttl").read_text("utf-8"), format="turtle")


def _validated(parts: list[bytes]) -> list[Broken]:
    """What is broken in some parts of a graph taken together, by id; nodes that are only pointed to have no label."""
    import pyshacl
    from rdflib import RDF, RDFS, SH, Graph

    data = Graph().parse(data=b"".join(parts), format="nt")
    fine, report, _ = pyshacl.validate(data, shacl_graph=_shapes(), inference="none")
    if fine:
        return []
    own = {*data.subjects(RDFS.label), *data.subjects(RDF.type, RDF.Statement)}
    found = [(report.value(one, SH.focusNode), _what(report, one, SH)) for one in report.subjects(SH.focusNode)]
    return sorted((local_id(str(focus)), what) for focus, what in found if focus in own)


def _what(report: Any, one: Any, sh: Any) -> str:
    """What a validation result says: the path, the constraint, the value."""
    parts = [report.value(one, of) for of in (sh.resultPath, sh.sourceConstraintComponent, sh.value)]
    return " ".join(str(part).rpartition("#")[2] for part in parts if part is not None)
