"""What a graph knows of one thing, why two things are joined, and why a name of a text is not in the graph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from kg.corpus import FILE_NAME, Corpus
from kg.errors import GraphError
from kg.extract.candidates import Candidate, candidates
from kg.extract.classifier import Classifier, Floats, load_classifier
from kg.extract.cues import RELATION_KEYS
from kg.extract.findings import Finding, decided, judged
from kg.extract.reading import Reading, reading
from kg.finding import named, the_named
from kg.lexicon import Lexicon, load_lexicon
from kg.link.merges import RULES
from kg.link.names import stands_in
from kg.model import Edge, Node, Paper
from kg.read import read, shortened
from kg.store import KnowledgeGraph
from kg.text import fold_word, normal_form, plain, words


@dataclass(frozen=True, slots=True)
class Claim:
    """An edge with the labels of what it joins and the title of the paper that makes it, empty for the lexicon."""

    edge: Edge
    subject: str
    object: str
    paper: str


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A node that is joined to another by one relation, and how many papers say so."""

    node: Node
    papers: int


@dataclass(frozen=True, slots=True)
class Card:
    """One node, how many papers speak of it, its neighbours by relation, and the quoted claims about it, surest first.

    A relation that points to the node is written `relation of`, such as `uses of` for the papers that use it.
    """

    node: Node
    papers: int
    neighbours: dict[str, list[Neighbour]]
    claims: list[Claim]


def card(graph: KnowledgeGraph, name: str) -> Card:
    """The card of the node that bears a name or id; GraphError if none does, or several, which are then listed."""
    node = the_named(graph, name)
    edges = [edge for edge in graph.edges() if node.id in (edge.subject, edge.object)]
    gathered: dict[str, dict[str, set[str]]] = {}
    for edge in edges:
        outward = edge.subject == node.id
        relation = edge.relation if outward else f"{edge.relation} of"
        papers = gathered.setdefault(relation, {}).setdefault(edge.object if outward else edge.subject, set())
        papers.update({edge.paper} - {"", node.id})
    neighbours = {relation: _ranked(graph, found) for relation, found in sorted(gathered.items())}
    quoted = sorted((edge for edge in edges if edge.evidence), key=lambda edge: -edge.score)
    claims = {(edge.paper, edge.evidence): _claim(graph, edge) for edge in reversed(quoted)}
    speaking = {edge.paper for edge in edges} - {""}
    return Card(node, len(speaking), neighbours, list(reversed(claims.values())))


def _ranked(graph: KnowledgeGraph, found: dict[str, set[str]]) -> list[Neighbour]:
    ranked = [Neighbour(graph.node(id), len(papers)) for id, papers in found.items()]
    return sorted(ranked, key=lambda one: (-one.papers, one.node.label.casefold(), one.node.id))


def _claim(graph: KnowledgeGraph, edge: Edge) -> Claim:
    title = graph.node(edge.paper).label if edge.paper else ""
    return Claim(edge, graph.node(edge.subject).label, graph.node(edge.object).label, title)


def between(graph: KnowledgeGraph, first: str, second: str) -> tuple[list[Node], list[Claim]]:
    """The nodes that bear both names, and every edge between what the one and what the other names.

    Raises GraphError if a name is nothing's, or if nothing joins them.
    """
    ones, others = named(graph, first), named(graph, second)
    ends = {(one.id, other.id) for one in ones for other in others}
    ends |= {(other, one) for one, other in ends}
    claims = [_claim(graph, edge) for edge in graph.edges() if (edge.subject, edge.object) in ends]
    same = [node for node in ones if node in others]
    if not claims and not same:
        raise GraphError(f"{graph.path}: no edge joins {first!r} ({', '.join(node.id for node in ones)}) and "
                         f"{second!r} ({', '.join(node.id for node in others)})")
    return same, claims


@dataclass(frozen=True, slots=True)
class Merged:
    """A name that led to a node: how many papers use it, the rule that joined it, and ids of a few of the papers."""

    name: str
    papers: int
    rule: str
    reason: str
    examples: tuple[str, ...]


def merged(graph: KnowledgeGraph, name: str) -> tuple[Node, tuple[str, ...], list[Merged]]:
    """A node, the spellings of its label, and each other name that led to it with the reason, most used first.

    Raises GraphError if nothing bears the name, or if several things do, which are then listed.
    """
    node = the_named(graph, name)
    key = normal_form(node.label)
    spellings = tuple(alias for alias in node.aliases if normal_form(alias) == key)
    naming = sorted({edge.paper for edge in graph.edges() if edge.paper and node.id in (edge.subject, edge.object)})
    with Corpus.open(graph.path / FILE_NAME) as corpus:
        rows = corpus.merges(node.id)
    found = [Merged(form, papers, rule, RULES[rule].format(detail), tuple(_naming(graph, naming, form)))
             for form, rule, detail, papers in rows]
    return node, spellings, found


def _naming(graph: KnowledgeGraph, papers: Sequence[str], form: str) -> Iterator[str]:
    """The first few of papers whose text holds a name."""
    holding = (paper for paper in papers if stands_in(form, plain(_text(graph.node(paper))).text))
    return islice(holding, 3)


def _text(paper: Node) -> str:
    return f"{paper.label}\n\n{paper.attributes.get('abstract', '')}"


@dataclass(frozen=True, slots=True)
class Sight:
    """One step that saw a name, the kind of thing that it took it for (or empty), and the words."""

    step: str
    kind: str
    quote: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a name in a paper: the steps that saw it, and the reason why it was kept or not."""

    name: str
    paper: str
    sights: tuple[Sight, ...]
    reason: str


def why_not(
    source: str | Path, name: str, *, format: str | None = None, lexicon_files: Sequence[Path] = (),
    stdin: BinaryIO | None = None,
) -> Iterator[Verdict]:
    """A verdict for each paper of a source that holds the name; for none that does, one that says so."""
    lexicon = load_lexicon(lexicon_files)
    holding = False
    for item in read(source, format, stdin):
        if isinstance(item, Paper) and _key(name) in "".join(reading(item).folds):
            holding = True
            yield verdict(item, name, lexicon)
    if not holding:
        yield Verdict(name, str(source), (), "the text does not hold this name, in any spelling")


def verdict(paper: Paper, name: str, lexicon: Lexicon) -> Verdict:
    """What became of a name that a paper's text holds."""
    text, key = reading(paper), _key(name)
    found = candidates(text, lexicon)
    title = paper.title or shortened(paper.text)
    at = next((at for at, one in enumerate(found) if key in one.keys), None)
    if at is None:
        return Verdict(name, title, (), _not_a_candidate(text, key, found))
    sights = (Sight(one.by, one.kind, text.phrase(*span)) for span, seen in sorted(found[at].spans.items())
              for one in seen)
    return Verdict(name, title, tuple(dict.fromkeys(sights)), _judged(text, found, at))


def _not_a_candidate(text: Reading, key: str, found: list[Candidate]) -> str:
    longer = sorted({form for one in found if any(key in other for other in one.keys) for form in one.forms(text)})
    within = f"; it stands within {', '.join(map(repr, longer))}, which one did" if longer else ""
    return f"not a candidate: no step took it for a name{within}"


def _judged(text: Reading, found: list[Candidate], at: int) -> str:
    classifier = load_classifier()
    judgement = next(judged([(text, found)]))
    findings = decided(text, found, judgement)
    kept = next((one for one in findings if one.candidate is found[at]), None)
    if kept is not None:
        return f"kept: {kept.relation}, {kept.type}, confidence {kept.probability:.2f}"
    relation, best, needed = _best(classifier, judgement.probabilities[at])
    if best < needed:
        before, sure, enough = _best(classifier, judgement.claimed[at])
        if sure >= enough:
            return f"a candidate, and {RELATION_KEYS[before]} to the classifier ({sure:.2f}), but its sentences deny it"
        return (f"a candidate, but not sure enough: best is {RELATION_KEYS[relation]} at {best:.2f}, "
                f"{needed:.2f} is needed")
    return f"a candidate, but every place of it is covered by {_covering(text, found[at], findings)}"


def _best(classifier: Classifier, row: Floats) -> tuple[int, float, float]:
    """The relation that a candidate comes nearest to having, its probability, and the one that is needed."""
    relation = int((row - classifier.thresholds).argmax())
    return relation, float(row[relation]), float(classifier.thresholds[relation])


def _covering(text: Reading, candidate: Candidate, findings: list[Finding]) -> str:
    places = {word for span in candidate.spans for word in range(*span)}
    names = (one.candidate.name(text) for one in findings
             if any(not places.isdisjoint(range(*span)) for span in one.candidate.spans))
    return ", ".join(map(repr, dict.fromkeys(names))) or "a surer name"


def _key(name: str) -> str:
    return "".join(fold_word(name[start:end]) for start, end in words(name))
