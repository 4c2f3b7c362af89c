"""The verdict: which candidates a paper introduces, uses, compares with, evaluates on, with their sentences."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from kg.extract.appositions import same_thing
from kg.extract.candidates import Candidate, candidates
from kg.extract.classifier import KINDS_OF_OBJECT, Floats, load_classifier
from kg.extract.cues import RELATION_KEYS, sentence_cues
from kg.extract.features import candidate_features, companions
from kg.extract.negation import without_denied
from kg.extract.plain_words import PRECISION, as_said
from kg.extract.reading import TOGETHER, Reading, reading
from kg.extract.tagger import tagged_spans
from kg.extract.variants import named_variants, said_variants
from kg.lexicon import Lexicon
from kg.model import Document, Entity, Link, Relation

PREDICATES = {
    "introduces": "introduces", "uses": "uses", "compares_with": "comparesWith", "evaluates_on": "evaluatesOn",
    "trains_on": "trainsOn", "uses_model": "usesModel", "tasks": "addresses", "metrics": "measures",
}
_TYPES = {"uses": "Method", "evaluates_on": "Benchmark", "trains_on": "Benchmark", "uses_model": "Model",
          "tasks": "Task", "metrics": "Metric"}
_USES, _TASKS, _USES_MODEL, _COMPARES = map(RELATION_KEYS.index, ("uses", "tasks", "uses_model", "compares_with"))
_BOTH = {_USES: _TASKS, _TASKS: _USES, _USES_MODEL: _COMPARES}
_SAYING = {
    "introduces": ("propose", "release", "named"), "uses": ("use", "study", "train"),
    "compares_with": ("outperform", "compare", "unlike"), "evaluates_on": ("evaluate", "achieve", "such as"),
    "trains_on": ("train", "use"), "uses_model": ("evaluate", "train", "use", "achieve"),
    "tasks": ("task", "study", "evaluate", "achieve"), "metrics": ("achieve", "number", "outperform"),
}
_IDLE_END = re.compile(r"(?<=\w)\s(?:tasks?)$")


@dataclass(frozen=True, slots=True)
class Finding:
    """A candidate with the relation and type that the classifier gives it, and the calibrated probability."""

    candidate: Candidate
    relation: str
    type: str
    probability: float


@dataclass(frozen=True, slots=True)
class Judged:
    """Probabilities (candidates, relations) by the classifier, and after what the text denies or says outright; log
    odds of the kinds."""

    claimed: Floats
    probabilities: Floats
    kinds: Floats


SaidVariant = tuple[Finding, Finding, tuple[int, int]]


def findings(documents: Iterable[Document], lexicon: Lexicon) -> Iterator[Document]:
    """Documents with mentions, links and relations for what their papers name and what it is to them."""
    waiting = iter(documents)
    while together := list(islice(waiting, TOGETHER)):
        texts = [reading(document.paper) for document in together]
        tagged = zip(texts, tagged_spans(texts, lexicon), strict=True)
        found = [(text, candidates(text, lexicon, spans)) for text, spans in tagged]
        for document, (text, theirs), verdict in zip(together, found, judged(found), strict=True):
            yield _with_findings(document, text, decided(text, theirs, verdict), lexicon)


def _with_findings(document: Document, text: Reading, kept: list[Finding], lexicon: Lexicon) -> Document:
    said = list(_said_variants(text, kept))
    found = [(finding, _entity(text, finding, said, lexicon)) for finding in kept]
    entities = {id(finding.candidate): entity for finding, entity in found if entity.type == "Method"}
    links = tuple(link for finding, entity in found for link in _links(text, finding, entity))
    relations = tuple(_relation(text, finding, entity) for finding, entity in found)
    relations += tuple(_variant(text, one, entities) for one in said)
    return Document(document.paper, tuple(link.mention for link in links), links, relations, document.results)


def judged(papers: Sequence[tuple[Reading, list[Candidate]]]) -> Iterator[Judged]:
    """What the classifier, and what is denied or said outright, makes of the candidates of each paper."""
    classifier = load_classifier()
    features = [(candidate_features(text, found, classifier.known), companions(text, found)) for text, found in papers]
    for (text, found), (claimed, kinds) in zip(papers, classifier.probabilities(features), strict=True):
        undenied = without_denied(text, found, claimed, classifier.thresholds)
        yield Judged(claimed, as_said(text, found, undenied, classifier.thresholds), kinds)


def decided(text: Reading, found: list[Candidate], verdict: Judged) -> list[Finding]:
    """The candidates that are taken for something of the paper, in the order of their first places.

    Of candidates whose places overlap the surer one is kept; another stays where it has a place of its own. What is
    taken for one of `_BOTH` is the other too, where that is likely enough by itself: continual learning is a task and
    a way to solve it.
    """
    classifier = load_classifier()
    best = (verdict.probabilities - classifier.thresholds).argmax(axis=1).tolist()
    probabilities = verdict.probabilities.tolist()
    sure = [(probabilities[at][relation], at, relation) for at, relation in enumerate(best)]
    taken: set[int] = set()
    kept = []
    for probability, at, relation in sorted(sure, key=lambda one: (-one[0], one[1])):
        if probability < classifier.thresholds[relation]:
            continue
        places = [span for span in found[at].spans if taken.isdisjoint(range(*span))]
        if places:
            taken.update(word for span in found[at].spans for word in range(*span))
            also = _BOTH.get(relation, relation)
            kept.append((at, relation))
            if also != relation and probabilities[at][also] >= classifier.thresholds[also]:
                kept.append((at, also))
    return _joined(text, [_finding(found[at], relation, at, verdict) for at, relation in sorted(kept)])


def _finding(candidate: Candidate, relation: int, at: int, verdict: Judged) -> Finding:
    key = RELATION_KEYS[relation]
    kind = _TYPES.get(key) or KINDS_OF_OBJECT[int(verdict.kinds[at].argmax())]
    confidence = load_classifier().calibrated(relation, float(verdict.probabilities[at, relation]))
    if verdict.probabilities[at, relation] > verdict.claimed[at, relation]:
        confidence = max(confidence, PRECISION.get(key, 0.0))
    return Finding(candidate, key, kind, round(confidence, 3))


def _joined(text: Reading, kept: list[Finding]) -> list[Finding]:
    """The findings with what only describes an introduced name made a part of it."""
    dropped: set[int] = set()
    introduced = [finding.candidate for finding in kept if finding.relation == "introduces"]
    for named, described in same_thing(text, introduced):
        named.short = named.short or named.name(text)
        for span, evidence in described.spans.items():
            named.spans.setdefault(span, []).extend(evidence)
        dropped.add(id(described))
    return [finding for finding in kept if id(finding.candidate) not in dropped]


def _entity(text: Reading, finding: Finding, said: list[SaidVariant], lexicon: Lexicon) -> Entity:
    candidate, name = finding.candidate, finding.candidate.name(text)
    forms = candidate.forms(text)
    node_type, family = finding.type, ""
    entry = candidate.entries.get("ModelFamily" if node_type == "Model" else node_type)
    if node_type == "Model":
        family = next((model.family for model in candidate.models), entry.name if entry else "")
        specific = next((model for model in candidate.models if model.specific), None)
        if specific:
            name = specific.name
        elif candidate.models and finding.relation != "introduces":
            name = family
        forms = sorted({*forms, *(model.name for model in candidate.models)})
    elif entry is not None:
        name = entry.name
        forms = sorted({*forms, *entry.forms})
    elif node_type == "Task":
        name = _IDLE_END.sub("", name)
    variants: set[str] = set()
    if node_type == "Method" and finding.relation == "introduces":
        variants.update(named_variants(candidate, text, lexicon))
        variants.update(_method_name(text, one[1].candidate) for one in said if one[0] is finding)
    return Entity(node_type, name, tuple(form for form in forms if form != name), tuple(sorted(variants)), family)


def _method_name(text: Reading, candidate: Candidate) -> str:
    entry = candidate.entries.get("Method")
    return entry.name if entry else candidate.name(text)


def _said_variants(text: Reading, decided: list[Finding]) -> Iterator[SaidVariant]:
    methods = {id(finding.candidate): finding for finding in decided if finding.type == "Method"}
    introduced = [finding.candidate for finding in methods.values() if finding.relation == "introduces"]
    seen = set()
    for variant, other, place in said_variants(text, introduced, [finding.candidate for finding in methods.values()]):
        if (id(variant), id(other)) not in seen:
            seen.add((id(variant), id(other)))
            yield methods[id(variant)], methods[id(other)], place


def _variant(text: Reading, said: SaidVariant, entities: dict[int, Entity]) -> Relation:
    variant, other, (first, last) = said
    mention = text.mention(*text.characters(first, last), "Method", "variants", other.probability)
    start, end = text.plain.source_span(*text.sentences[text.word_sentences[first]])
    score = min(variant.probability, other.probability)
    return Relation(entities[id(variant.candidate)], "variantOf", entities[id(other.candidate)], mention, start, end,
                    score, "variants")


def _links(text: Reading, finding: Finding, entity: Entity) -> Iterator[Link]:
    for first, last in sorted(finding.candidate.spans):
        start, end = text.words[first][0], text.words[last - 1][1]
        steps = sorted({one.by.split(":")[0] for one in finding.candidate.spans[first, last]}) or ["repeated"]
        mention = text.mention(start, end, entity.type, "+".join(steps), finding.probability)
        yield Link(mention, entity, finding.probability, "findings")


def _relation(text: Reading, finding: Finding, entity: Entity) -> Relation:
    (first, last), cue = _telling_place(text, finding)
    mention = text.mention(text.words[first][0], text.words[last - 1][1], entity.type, cue, finding.probability)
    sentence = text.sentences[text.word_sentences[first]]
    start, end = text.plain.source_span(*sentence)
    by = f"classifier:{cue}" if cue else "classifier"
    return Relation(None, PREDICATES[finding.relation], entity, mention, start, end, finding.probability, by)


def _telling_place(text: Reading, finding: Finding) -> tuple[tuple[int, int], str]:
    """The place whose sentence says most plainly what the relation claims, and the cue that says it."""
    spans = sorted(finding.candidate.spans)
    said = [{cue for cue, _, _ in cues} for cues in sentence_cues(text)]
    for cue in _SAYING[finding.relation]:
        for span in spans:
            sentence = text.word_sentences[span[0]]
            if text.sentences[sentence][0] >= text.title_end and cue in said[sentence]:
                return span, cue
    in_abstract = [span for span in spans if text.words[span[0]][0] >= text.title_end]
    return (in_abstract or spans)[0], ""
