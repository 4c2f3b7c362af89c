"""Every number that a paper reports as a finding, with what it measures, where, of what, and against what."""

from collections.abc import Iterable, Iterator

from kg.extract.metric_phrases import metric_phrase
from kg.extract.number_classifier import Floats, load_number_classifier
from kg.extract.number_features import number_features
from kg.extract.numbers import Number, numbers
from kg.extract.reading import Reading, reading
from kg.extract.result_slots import Place, assigned, baseline_of, introduced, method_of, number_lists, places
from kg.lexicon import Lexicon
from kg.model import Document, Result
from kg.schema import RESULT_KINDS

CUT = 0.0


def results(documents: Iterable[Document], lexicon: Lexicon) -> Iterator[Document]:
    """Documents with a result for each number of a paper that reports a finding, in the order of the text."""
    for document in documents:
        text = reading(document.paper)
        found = tuple(_results(text, document))
        yield Document(document.paper, document.mentions, document.links, document.relations, document.results + found)


def _results(text: Reading, document: Document) -> Iterator[Result]:
    everything = numbers(text.text)
    if not everything:
        return
    odds = _agreed(text, everything, load_number_classifier().log_odds(number_features(text, everything)))
    named = _name_spans(text, document)
    kept = [at for at, number in enumerate(everything) if odds[at, 0] > CUT and not _is_in_name(number, named)]
    found = [everything[at] for at in kept]
    kinds = [RESULT_KINDS[int(odds[at, 1:].argmax())] for at in kept]
    metrics = _metrics(text, document, found, kinds)
    benchmarks = assigned(text, found, places(text, document, ("Benchmark",)), False)
    benchmarks = _own_benchmark(document, benchmarks, kinds)
    models = assigned(text, found, places(text, document, ("Model", "ModelFamily")), True)
    methods, own = places(text, document, ("Method",)), introduced(document, "Method")
    rivals = _rivals(text, document)
    for place, (at, number, kind) in enumerate(zip(kept, found, kinds, strict=True)):
        baseline = baseline_of(text, number, rivals)
        score = float(1 / (1 + 2.718281828459045 ** -odds[at, 0]))
        yield Result(
            number.value, number.unit, kind, *text.plain.source_span(number.start, number.end),
            *text.plain.source_span(*text.sentences[text.sentence_at(number.start)]), number.low, number.hedge,
            metrics[place], benchmarks[place], models[place], method_of(text, number, methods, own, baseline), baseline,
            round(score, 3), "results",
        )


def _agreed(text: Reading, found: list[Number], odds: Floats) -> Floats:
    """Log odds with those of a list's numbers averaged, as a list reports all or nothing, and of one kind."""
    for run in number_lists(text.text, found, range(len(found))):
        odds[run] = odds[run].mean(axis=0)
    return odds


def _name_spans(text: Reading, document: Document) -> list[tuple[int, int]]:
    return [text.plain_span(link.mention) for link in document.links]


def _is_in_name(number: Number, named: list[tuple[int, int]]) -> bool:
    return number.unit is None and any(start <= number.start and number.end <= end for start, end in named)


def _metrics(text: Reading, document: Document, found: list[Number], kinds: list[str]) -> list[str | None]:
    """The metric of each number: the phrase beside it, else what the number before or behind it in the sentence has."""
    metrics = places(text, document, ("Metric",))
    answer: list[str | None] = []
    for at, number in enumerate(found):
        start, end = text.sentences[text.sentence_at(number.start)]
        left = max(start, found[at - 1].right if at else 0)
        right = min(end, found[at + 1].left if at + 1 < len(found) else end)
        phrase = metric_phrase(text.text[left:number.left], number, text.text[number.right:right], kinds[at])
        answer.append(_metric_name(phrase, metrics) if phrase else _near(number, metrics, left, right))
    for run in number_lists(text.text, found, range(len(found))):
        shared = next((answer[at] for at in reversed(run) if answer[at]), None)
        for at in run:
            answer[at] = answer[at] or shared
    for at in range(1, len(found)):
        if answer[at] is None and _is_same_claim(text, found, kinds, at):
            answer[at] = answer[at - 1]
    return answer


def _is_same_claim(text: Reading, found: list[Number], kinds: list[str], at: int) -> bool:
    one, other = found[at - 1], found[at]
    return (kinds[at - 1] == kinds[at] and one.unit == other.unit
            and text.sentence_at(one.start) == text.sentence_at(other.start))


def _metric_name(phrase: str, metrics: list[Place]) -> str:
    """The document's metric that a phrase names, else the phrase."""
    folded = phrase.casefold()
    for place in metrics:
        for form in (place.entity.name, *place.entity.aliases):
            if form.casefold() in folded and len(form) > 1:
                return place.entity.name
    return phrase


def _near(number: Number, metrics: list[Place], left: int, right: int) -> str | None:
    around = [place for place in metrics if left <= place.start and place.end <= right]
    nearest = min(around, key=lambda one: min(abs(one.start - number.right), abs(number.left - one.end)), default=None)
    return nearest.entity.name if nearest else None


def _own_benchmark(document: Document, answer: list[str | None], kinds: list[str]) -> list[str | None]:
    """In a paper that introduces one benchmark and no method, absolute numbers without another stand on that one."""
    own = introduced(document, "Benchmark")
    if len(own) != 1 or introduced(document, "Method"):
        return answer
    return [name or (own[0].name if kind == "absolute" else None) for name, kind in zip(answer, kinds, strict=True)]


def _rivals(text: Reading, document: Document) -> list[Place]:
    compared = {one.object for one in document.relations if one.predicate == "comparesWith"}
    return [place for place in places(text, document, ("Method", "Model", "ModelFamily")) if place.entity in compared]
