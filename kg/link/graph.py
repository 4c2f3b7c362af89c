"""Documents to the nodes and edges of the graph."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kg.lexicon import Lexicon
from kg.link.curation import Curation
from kg.link.evidence import Evidence
from kg.link.merges import Merge
from kg.link.names import Profile, names
from kg.link.said import nodes_and_edges
from kg.link.vocabulary import Vocabulary, vocabulary
from kg.model import Document, Edge, Node


@dataclass
class Told:
    """What linking has to tell beside the graph: curation lines without effect, and the names that it merged."""

    stale: tuple[str, ...] = ()
    merges: tuple[Merge, ...] = ()


@dataclass(frozen=True)
class Survey:
    """What a corpus shows: how many papers show each profile, and how many of these introduce what it names.

    It grows with the different names of the corpus, not with its papers, and is the same in whatever order these come.
    """

    papers: Counter[Profile] = field(default_factory=Counter)
    introducing: Counter[Profile] = field(default_factory=Counter)

    def add(self, shown: Iterable[tuple[Profile, bool]]) -> None:
        """Take in what one more document shows."""
        for profile, introduces in shown:
            self.papers[profile] += 1
            if introduces:
                self.introducing[profile] += 1

    def vocabulary(self, lexicon: Lexicon, curation: Curation | None = None) -> Vocabulary:
        """The nodes of all things that the corpus names; raises CurationError as `link` does."""
        evidence = Evidence()
        for profile, papers in self.papers.items():
            evidence.add(profile, papers, self.introducing[profile])
        return vocabulary(self.papers, lexicon, evidence, curation)


def shown(document: Document, min_confidence: float = 0.0) -> list[tuple[Profile, bool]]:
    """The profiles that a document shows, each once, and whether it introduces what that names."""
    document = confident(document, min_confidence)
    profiles = names(document).profiles
    introduced = {profiles[r.object] for r in document.relations if r.predicate == "introduces"}
    return [(profile, profile in introduced) for profile in dict.fromkeys(profiles.values())]


def confident(document: Document, least: float) -> Document:
    """The document without what was found with a lower score."""
    if least <= 0:
        return document
    return replace(document, relations=tuple(r for r in document.relations if r.score >= least),
                   results=tuple(r for r in document.results if r.score >= least))


def link(
    documents: Iterable[Document], lexicon: Lexicon, min_confidence: float = 0.0, curation: Curation | None = None,
    told: Told | None = None,
) -> tuple[list[Node], list[Edge]]:
    """The graph of a set of documents: nodes sorted by id, edges by what they say; the order of documents is no matter.

    Everything is in memory; `kg.build` does the same with what is on disk. What was found with a score below
    `min_confidence` is left out. What curation says is carried out last. Lines of it that have no effect, and which
    names were merged, are told in `told`.

    Raises CurationError for a line that contradicts another or that is not clear in this graph, ValueError for a
    relation that `schema.RELATIONS` does not allow between the types of its ends.
    """
    documents = [confident(document, min_confidence) for document in documents]
    survey = Survey()
    for document in documents:
        survey.add(shown(document))
    words = survey.vocabulary(lexicon, curation)
    if told is not None:
        told.stale, told.merges = words.stale, words.merges
    found = [item for document in documents for item in nodes_and_edges(document, words.ids)]
    nodes = [*words.nodes, *(item for item in found if isinstance(item, Node))]
    edges = [*words.edges, *(item for item in found if isinstance(item, Edge))]
    return sorted(nodes, key=lambda node: node.id), sorted(edges, key=_order)


def _order(edge: Edge) -> tuple[str | int, ...]:
    return edge.subject, edge.relation, edge.object, edge.paper, edge.start, edge.mention_start
