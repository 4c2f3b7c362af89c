"""Which metric each reported number is a value of: the phrase beside it, the document's, or its neighbour's."""

import re
from itertools import pairwise

from kg.extract.metric_phrases import is_generic, is_measure, loose_phrase, metric_phrases, names_nothing_measured
from kg.extract.numbers import Number, number_lists
from kg.extract.reading import Reading
from kg.extract.result_slots import Place, places
from kg.lexicon import Lexicon
from kg.model import Document

_COMPARED = re.compile(r"\b(?:baseline|outperform|surpass|exceed|over|than|vs|versus|compared)", re.IGNORECASE)
_AMOUNT = re.compile(r"\b(?:tokens?|costs?|latency|(?:run)?time|memory|steps|FLOPs?|hours|calls|parameters)\b", re.IGNORECASE)
_SPENT = re.compile(rf"{_AMOUNT.pattern}|\b(?:counts?|size|budget|length|samples|data)\b", re.IGNORECASE)
_SPED_UP = re.compile(
    rf"{_AMOUNT.pattern}|speed|throughput|efficien|inference|decoding|training|generation|sampling|convergence|compute|computation|TTFT|"
    r"TPOT|QPS|Time|prefill|iterations|evaluations|queries", re.IGNORECASE)
_FACTOR = re.compile(rf"{_SPENT.pattern}|speed|throughput|compression|\b(?:rates?|ratio|factor|score|overhead)\b", re.IGNORECASE)
_BEATS = re.compile(r"\b(?:outperform|surpass|exceed|beat)\w*\b[^,;]{0,80}\bby\b[^,;]{0,20}$", re.IGNORECASE)
_RIGHT_BEHIND = re.compile(r"(?:\W*(?:and|or)?\W*\d[\d.]*(?:x\b)?)*[^,;:.\d]{0,50}")
_NEW_CLAUSE = re.compile(r"[;:]|\)[,;]|,? (?:while|whereas|but|along with)\b|, (?:and )?\w+ing\b|,? and (?:\w+ly )?\w+s\b")
_LONG = 5
_UNNAMED = re.compile(r"^\W*(?:(?:absolute|relative|average|overall|percentage)\s+)*(?:performance|improvements?|gains?|boosts?)\b", re.IGNORECASE)


def metrics_of(
    text: Reading, document: Document, lexicon: Lexicon, found: list[Number], kinds: list[str],
) -> list[str | None]:
    """The metric of each number, None where the text names none beside it."""
    metrics = [place for place in places(text, document, ("Metric",), lexicon) if not is_generic(place.name)]
    others = sorted({text.text[one.start:one.end].casefold()
                     for one in places(text, document, ("Benchmark", "Model", "ModelFamily", "Method"), lexicon)})
    answer = [_own(text, found, at, metrics, others) for at in range(len(found))]
    for run in number_lists(text.text, found, range(len(found))):
        _share_list(text, found, run, metrics, answer)
    for at, number in enumerate(found):
        if at and _ends_change(text, found, at):
            answer[at] = answer[at - 1] or answer[at]
        fitting = [one for one in metrics if _may_be(text, number, kinds[at], one.name)]
        if answer[at] is None:
            answer[at] = _nearest(text, number, fitting, *_window(text, found, at))
        if answer[at] is None and at and _goes_on(text, found, kinds, at):
            answer[at] = _carried(answer[at - 1], text, number, kinds[at], kinds[at - 1] == kinds[at])
        if answer[at] is None:
            answer[at] = _carried(_in_sentence(text, number, fitting, kinds[at]), text, number, kinds[at], False)
        if answer[at] is None:
            answer[at] = _loose(text, found, at, others)
    return answer


def _may_be(text: Reading, number: Number, kind: str, metric: str) -> bool:
    """Whether a number with its unit and kind can be a value of a metric that does not stand right beside it.

    No amount of tokens, time or money is a share, nor is a rival beaten by it, and what is sped up takes time.
    """
    if kind == "absolute" and number.unit == "x":
        return bool(_FACTOR.search(metric))
    if kind == "absolute":
        return number.unit not in ("%", "points") or not _AMOUNT.search(metric)
    if kind == "speedup":
        return bool(_SPED_UP.search(metric))
    return not (_SPENT.search(metric) and _BEATS.search(text.text, max(0, number.left - 120), number.left))


def _carried(metric: str | None, text: Reading, number: Number, kind: str, alike: bool) -> str | None:
    """A metric from farther off if it fits a number: what is gained there is no amount spent, unless that before is."""
    fits = metric and _may_be(text, number, kind, metric) and (alike or kind != "gain" or not _SPENT.search(metric))
    return metric if fits else None


def _window(text: Reading, found: list[Number], at: int) -> tuple[int, int]:
    """The part of a number's sentence between its neighbours."""
    number = found[at]
    start, end = text.sentences[text.sentence_at(number.start)]
    left = max(start, found[at - 1].right if at else 0)
    right = min(end, found[at + 1].left if at + 1 < len(found) else end)
    return min(left, number.left), max(number.right, right)


def _own(text: Reading, found: list[Number], at: int, metrics: list[Place], others: list[str]) -> str | None:
    """The phrase beside a number that names a measure, or the document's metric in it where the phrase is long."""
    number = found[at]
    left, right = _window(text, found, at)
    for phrase in metric_phrases(text.text[left:number.left], text.text[number.right:right]):
        if names_nothing_measured(phrase):
            continue
        name = _document_metric(phrase, metrics)
        if name:
            return phrase if len(phrase.split()) <= _LONG else name
        if not any(_is_other(phrase, other) for other in others):
            return phrase
    return None


def _loose(text: Reading, found: list[Number], at: int, others: list[str]) -> str | None:
    """The thing right before a number in parentheses that is no measure by its word, nor a thing that is measured."""
    left, _ = _window(text, found, at)
    phrase = loose_phrase(text.text[left:found[at].left])
    fits = phrase and not names_nothing_measured(phrase) and not any(_holds(phrase, other) for other in others)
    return phrase if fits else None


def _ends_change(text: Reading, found: list[Number], at: int) -> bool:
    """Whether a number is the second of "from 54.3 (X) to 57.0"."""
    between = text.text[found[at - 1].right:found[at].left]
    return bool(
        len(between) < 70
        and re.fullmatch(
            r"(?:[^.;,()]|\([^()]*\))*(?:\b(?<!up )to|→|->)(?: (?:about|around|nearly|over|below|above|only|just|approximately|an?))?[ ~≈$]*",
            between,
        )
    )


def _holds(phrase: str, name: str) -> bool:
    """Whether a folded name stands in a phrase as words of their own."""
    folded, at = phrase.casefold(), -1
    while (at := folded.find(name, at + 1)) >= 0:
        end = at + len(name)
        if not (at and _is_word(folded[at - 1])) and not (end < len(folded) and _is_word(folded[end])):
            return True
    return False


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _is_other(phrase: str, name: str) -> bool:
    """Whether a phrase is about a benchmark, model or method and not about a measure taken with it."""
    return _holds(phrase, name) and (phrase.casefold().endswith(name) or not is_measure(phrase))


def _document_metric(phrase: str, metrics: list[Place]) -> str | None:
    """The document's metric that a phrase names, the longest form first."""
    forms = sorted({(form, one.entity.name) for one in metrics for form in (one.entity.name, *one.entity.aliases)},
                   key=lambda pair: (-len(pair[0]), pair))
    return next((name for form, name in forms if len(form) > 1 and _holds(phrase, form.casefold())), None)


def _nearest(text: Reading, number: Number, metrics: list[Place], left: int, right: int) -> str | None:
    around = [one for one in metrics if left <= one.start and one.end <= right
              and (one.start < number.left or not _NEW_CLAUSE.search(text.text, number.right, one.start))]
    nearest = min(around, key=lambda one: min(abs(one.start - number.right), abs(number.left - one.end)), default=None)
    return nearest.name if nearest else None


def _share_list(
    text: Reading, found: list[Number], run: list[int], metrics: list[Place], answer: list[str | None]
) -> None:
    """Numbers of a list share a metric, unless as many metrics are listed before them ("MSE and MAE by 10% and 9%")."""
    start, _ = text.sentences[text.sentence_at(found[run[0]].start)]
    listed = [one for one in metrics if start <= one.start < found[run[0]].left][-len(run):]
    if (
        1 < len(run) == len(listed)
        and found[run[0]].left - listed[-1].end < 30
        and len({one.name for one in listed}) == len(run)
        and all(
            re.fullmatch(r"\W*(?:and)?\W*", text.text[one.end : other.start])
            for one, other in pairwise(listed)
        )
    ):
        for at, place in zip(run, listed, strict=True):
            answer[at] = place.name
        return
    shared = next((answer[at] for at in (run[-1], *run) if answer[at]), None)
    for at in run:
        answer[at] = answer[at] or shared


def _goes_on(text: Reading, found: list[Number], kinds: list[str], at: int) -> bool:
    """Whether a number goes on with the measure of the one before: same sentence, unit and kind, or compared."""
    one, other = found[at - 1], found[at]
    if one.unit != other.unit or text.sentence_at(one.start) != text.sentence_at(other.start):
        return False
    between = text.text[one.right:other.left]
    if _UNNAMED.match(text.text[other.right:]) and kinds[at - 1] != kinds[at]:
        return False
    return kinds[at - 1] == kinds[at] or (
        kinds[at - 1] == "absolute" and bool(_COMPARED.search(between + text.text[other.right : other.right + 30]))
    )


def _in_sentence(text: Reading, number: Number, metrics: list[Place], kind: str) -> str | None:
    """The metric named last before a number in its sentence, else the first behind it; none for bare "gains"."""
    if kind != "absolute" and _UNNAMED.match(text.text[number.right:]):
        return None
    start, end = text.sentences[text.sentence_at(number.start)]
    before = [one for one in metrics if start <= one.start and one.end <= number.left]
    behind = [one for one in metrics if number.right <= one.start < end
              and _RIGHT_BEHIND.fullmatch(text.text[number.right:one.start])]
    chosen = before[-1:] or behind[:1]
    return chosen[0].name if chosen else None
