"""Every number that a paper reports as a finding, with what it measures, where, of what, and against what."""

from collections.abc import Iterable, Iterator

from kg.extract.number_classifier import Floats, load_number_classifier
from kg.extract.number_features import kind_hints, number_features
from kg.extract.numbers import Number, number_lists, numbers
from kg.extract.reading import Reading, reading
from kg.extract.result_metrics import metrics_of
from kg.extract.result_slots import Place, assigned, baseline_of, introduced, method_of, own_benchmark, places, sole
from kg.lexicon import Lexicon
from kg.model import Document, Result

CUT = -0.6


def results(documents: Iterable[Document], lexicon: Lexicon) -> Iterator[Document]:
    """Documents with a result for each number of a paper that reports a finding, in the order of the text."""
    for document in documents:
        text = reading(document.paper)
        found = tuple(_results(text, document, lexicon))
        yield Document(document.paper, document.mentions, document.links, document.relations, document.results + found)


def _results(text: Reading, document: Document, lexicon: Lexicon) -> Iterator[Result]:
    everything = numbers(text.text)
    if not everything:
        return
    odds = _agreed(text, everything, load_number_classifier().log_odds(number_features(text, everything)))
    named = _name_spans(text, document)
    kept = [at for at, number in enumerate(everything) if odds[at, 0] > CUT and not _is_in_name(number, named)]
    found = [everything[at] for at in kept]
    hints = kind_hints(text, everything)
    kinds = [hints[at][0] for at in kept]
    metrics = metrics_of(text, document, lexicon, found, kinds)
    benchmarks = _with_sole(assigned(text, found, places(text, document, ("Benchmark",), lexicon), False), kinds,
                            own_benchmark(text, document))
    models = [name or sole(document, ("introduces", "usesModel"), ("Model", "ModelFamily"))
              for name in assigned(text, found, places(text, document, ("Model", "ModelFamily"), lexicon), True)]
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


def _with_sole(answer: list[str | None], kinds: list[str], name: str | None) -> list[str | None]:
    """Absolute numbers without a benchmark stand on the paper's only one."""
    return [
        known or (name if kind in ("absolute", "correlation") else None)
        for known, kind in zip(answer, kinds, strict=True)
    ]


def _rivals(text: Reading, document: Document) -> list[Place]:
    compared = {one.object for one in document.relations if one.predicate == "comparesWith"}
    return [place for place in places(text, document, ("Method", "Model", "ModelFamily")) if place.entity in compared]
