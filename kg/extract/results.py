"""Every number that a paper reports as a finding, with what it measures, where, of what, and against what."""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from kg.extract.number_classifier import Floats, load_number_classifier
from kg.extract.number_features import kind_hints, number_features
from kg.extract.numbers import Number, number_lists, numbers
from kg.extract.reading import Reading, reading
from kg.extract.result_metrics import metrics_of
from kg.extract.result_slots import (
    Place,
    assigned,
    baseline_of,
    introduced,
    is_of_others,
    method_of,
    own_benchmark,
    places,
    sole,
)
from kg.lexicon import Lexicon
from kg.model import Document, Result

CUT = -0.6
_POWER = re.compile(r"(\d{1,4})\s?\^\s?\{?(-?\d{1,2})\}?")
_MODELS = ("Model", "ModelFamily")


def results(documents: Iterable[Document], lexicon: Lexicon) -> Iterator[Document]:
    """Documents with a result for each number of a paper that reports a finding, in the order of the text."""
    for document in documents:
        text = reading(document.paper)
        found, bare = _reported(text, document)
        whole = _with_slots(text, document, lexicon, found, bare) if found else ()
        yield replace(document, results=(*document.results, *whole))


def _reported(text: Reading, document: Document) -> tuple[list[Number], list[Result]]:
    """The numbers that the paper reports, and for each its result without slots."""
    everything = numbers(text.text)
    if not everything:
        return [], []
    odds = _agreed(text, everything, load_number_classifier().log_odds(number_features(text, everything)))
    named = [text.plain_span(link.mention) for link in document.links]
    kinds = kind_hints(text, everything)
    kept = [at for at, number in enumerate(everything) if odds[at] > CUT and not _is_in_name(number, named)]
    return [everything[at] for at in kept], [_bare(text, everything[at], kinds[at][0], odds[at]) for at in kept]


def _bare(text: Reading, number: Number, kind: str, odds: float) -> Result:
    sentence = text.sentences[text.sentence_at(number.start)]
    start, end = text.plain.source_span(number.start, number.end)
    return Result(
        _value(number, text.paper.text[start:end]), number.unit, kind, start, end,
        *text.plain.source_span(*sentence), low=number.low, hedge=number.hedge,
        score=round(1 / (1 + math.exp(-odds)), 3), by="results",
    )


def _value(number: Number, printed: str) -> Decimal:
    """A number's value; the plain text has "103" for 10^3."""
    power = _POWER.fullmatch(printed)
    return Decimal(power[1]) ** int(power[2]) if power else number.value


def _agreed(text: Reading, found: list[Number], odds: Floats) -> list[float]:
    """Log odds with those of a list's numbers averaged, as a list reports all or nothing."""
    for run in number_lists(text.text, found, range(len(found))):
        odds[run] = odds[run].mean()
    return [float(one) for one in odds]


def _is_in_name(number: Number, named: list[tuple[int, int]]) -> bool:
    return number.unit is None and any(start <= number.start and number.end <= end for start, end in named)


def _with_slots(
    text: Reading, document: Document, lexicon: Lexicon, found: list[Number], bare: list[Result]
) -> Iterator[Result]:
    kinds = [result.kind for result in bare]
    metrics = metrics_of(text, document, lexicon, found, kinds)
    benchmarks = assigned(text, found, places(text, document, ("Benchmark",), lexicon), False)
    models = assigned(text, found, places(text, document, _MODELS, lexicon), True)
    own_model = sole(document, ("introduces", "usesModel"), _MODELS)
    about = own_benchmark(text, document)
    methods, own, rivals = places(text, document, ("Method",)), introduced(document, "Method"), _rivals(text, document)
    for number, result, metric, benchmark, model in zip(found, bare, metrics, benchmarks, models, strict=True):
        if benchmark is None and result.kind in ("absolute", "correlation"):
            benchmark = about
        if model is None and own_model and not is_of_others(text, number, own_model):
            model = own_model
        yield replace(result, metric=metric, benchmark=benchmark, model=model,
                      method=method_of(text, number, methods, own), baseline=baseline_of(text, number, rivals))


def _rivals(text: Reading, document: Document) -> list[Place]:
    compared = {one.object for one in document.relations if one.predicate == "comparesWith"}
    return [place for place in places(text, document, ("Method", *_MODELS)) if place.entity in compared]
