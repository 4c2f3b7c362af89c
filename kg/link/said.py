"""What one paper says, as the nodes and edges that it adds to the graph."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kg.link.derived import derived_edges
from kg.link.names import Names, Profile, given, names
from kg.link.outcomes import result_id, result_node
from kg.link.recast import recast
from kg.link.titles import derived_title
from kg.model import Attribute, Document, Edge, Entity, Node, Relation, Result
from kg.schema import RELATIONS, node_id
from kg.text import plain

_SLOT_RELATIONS = {"method": "ofMethod", "model": "withModel", "benchmark": "onBenchmark", "metric": "inMetric",
                   "baseline": "relativeTo"}


def nodes_and_edges(document: Document, ids: Mapping[Profile, str]) -> Iterator[Node | Edge]:
    """The node of a paper and those of its results, then every edge that it states or that follows from these.

    `ids` are the nodes of what papers name. Raises ValueError for a relation that `schema.RELATIONS` does not allow
    between the types of its ends.
    """
    paper = _Paper.of(document, ids)
    yield from paper.nodes()
    yield from paper.edges()


@dataclass(frozen=True, slots=True)
class _Paper:
    """One document on its way into the graph: what it names, and the node ids of that."""

    document: Document
    names: Names
    ids: Mapping[Profile, str]
    id: str

    @classmethod
    def of(cls, document: Document, ids: Mapping[Profile, str]) -> "_Paper":
        return cls(document, names(document), ids, node_id("Paper", document.paper.id))

    def node(self, entity: Entity) -> str:
        return self.ids[self.names.profiles[entity]]

    def nodes(self) -> list[Node]:
        """The paper and its results, each once."""
        paper = self.document.paper
        derived = not paper.title
        label = derived_title(self.document) if derived else " ".join(plain(paper.title).text.split())
        values = {"abstract": paper.abstract, "year": paper.year, "venue": paper.venue, "url": paper.url,
                  "doi": paper.doi, "arxiv": paper.arxiv, "titleDerived": derived or None,
                  "identifiers": paper.identifiers, "source": paper.source}
        attributes: dict[str, Attribute] = {name: value for name, value in values.items() if value}
        own = Node(self.id, "Paper", label or paper.id, attributes=attributes)
        return [own, *{node.id: node for node in self._result_nodes()}.values()]

    def _result_nodes(self) -> Iterator[Node]:
        for result, slots in zip(self.document.results, self.names.slots, strict=True):
            yield result_node(self.document, result, slots)

    def edges(self) -> list[Edge]:
        """What the paper says, each claim once, with the surest of the sentences that say it; and what follows."""
        claims = [*self._relation_edges(), *self._variant_edges(), *self._result_edges(), *self._given_edges()]
        stated = _surest(filter(None, map(recast, claims)))
        named_at: dict[str, list[int]] = {}
        for link in self.document.links:
            if link.entity in self.names.profiles:
                named_at.setdefault(self.node(link.entity), []).append(link.mention.start)
        return _surest([*stated, *derived_edges(stated, self._gains(stated), named_at)])

    def _relation_edges(self) -> Iterator[Edge]:
        for relation in self.document.relations:
            subject = self.id if relation.subject is None else self.node(relation.subject)
            edge = self._claim(subject, relation.predicate, relation.object, relation)
            self._check(relation)
            if edge.subject != edge.object:
                yield edge

    def _check(self, relation: Relation) -> None:
        subjects, objects = RELATIONS[relation.predicate]
        profiles = self.names.profiles
        subject = "Paper" if relation.subject is None else profiles[relation.subject].type
        if subject not in subjects or profiles[relation.object].type not in objects:
            raise ValueError(f"{self.id}: {relation.predicate} cannot join {subject} and "
                             f"{profiles[relation.object].type} {relation.object.name!r}")

    def _claim(self, subject: str, predicate: str, object: Entity, relation: Relation) -> Edge:
        mention = relation.mention
        start, end = (mention.start, mention.end) if mention else (0, 0)
        return Edge(subject, predicate, self.node(object), self.id, self._quote(relation.start, relation.end),
                    relation.start, relation.end, start, end, relation.score, relation.by)

    def _quote(self, start: int, end: int) -> str:
        return self.document.paper.text[start:end]

    def _variant_edges(self) -> Iterator[Edge]:
        """What a method is a variant of, quoted from the sentence that names the method."""
        told = {(self.node(r.subject), self.node(r.object)) for r in self.document.relations
                if r.subject is not None and r.predicate == "variantOf"}
        for relation in self.document.relations:
            for wider in self.names.variants.get(relation.object, ()):
                ends = self.node(relation.object), self.node(wider)
                if ends[0] != ends[1] and ends not in told and self.names.profiles[relation.object].type == "Method":
                    yield self._claim(ends[0], "variantOf", wider, relation)

    def _result_edges(self) -> Iterator[Edge]:
        for result, slots in zip(self.document.results, self.names.slots, strict=True):
            node = result_id(self.document, result)
            yield self._result_edge(self.id, "reports", node, result, (result.start, result.end))
            for slot, entity in slots.items():
                at = self._named_in(entity, result)
                yield self._result_edge(node, _SLOT_RELATIONS[slot], self.node(entity), result, at)

    def _result_edge(self, subject: str, relation: str, object: str, result: Result, at: tuple[int, int]) -> Edge:
        start, end = result.sentence_start, result.sentence_end
        quote = self._quote(start, end)
        return Edge(subject, relation, object, self.id, quote, start, end, *at, result.score, result.by)

    def _named_in(self, entity: Entity, result: Result) -> tuple[int, int]:
        """Where the sentence of a result names an entity, nearest to the number; (0, 0) where it does not."""
        spans = [(link.mention.start, link.mention.end) for link in self.document.links if link.entity == entity
                 and result.sentence_start <= link.mention.start and link.mention.end <= result.sentence_end]
        if spans:
            return min(spans, key=lambda span: (abs(span[0] - result.start), span))
        return self._standing_in(entity, result.sentence_start, result.sentence_end)

    def _standing_in(self, entity: Entity, start: int, end: int) -> tuple[int, int]:
        text = self.document.paper.text
        for form in sorted(self.names.profiles[entity].forms, key=lambda form: (-len(form), form)):
            at = text.find(form, start, end)
            if at >= 0:
                return at, at + len(form)
        return 0, 0

    def _given_edges(self) -> Iterator[Edge]:
        for entity in given(self.document):
            relation = "hasAuthor" if entity.type == "Author" else "publishedIn"
            yield Edge(self.id, relation, self.node(entity), self.id, by="source")

    def _gains(self, results: Iterable[Edge]) -> Iterator[tuple[str, Edge]]:
        """The edge from each reported gain to its baseline, with the method that gained, or an empty text."""
        kinds = {result_id(self.document, result): result.kind for result in self.document.results}
        edges = list(results)
        methods = {edge.subject: edge.object for edge in edges if edge.relation == "ofMethod"}
        for edge in edges:
            if edge.relation == "relativeTo" and kinds[edge.subject] == "gain":
                yield methods.get(edge.subject, ""), edge


def _surest(edges: Iterable[Edge]) -> list[Edge]:
    """One edge for each claim: the one with the highest score, of equal ones the first in the text."""
    best: dict[tuple[str, str, str], Edge] = {}
    for edge in edges:
        claim = edge.subject, edge.relation, edge.object
        if claim not in best or _rank(edge) < _rank(best[claim]):
            best[claim] = edge
    return list(best.values())


def _rank(edge: Edge) -> tuple[float, int, int, str]:
    return -edge.score, edge.start, edge.mention_start, edge.by
