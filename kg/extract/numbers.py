"""Where numbers stand in a text: their values, units, hedges and ranges, whatever they count."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\w.])\.\d+"
_POINTS = r"(?:%|percentage|percent|absolute|normalized|accuracy|success|F1|BLEU|ROUGE|average|score|Elo|mAP|mIoU|AUC|AUROC|win[- ]rate)"
_UNITS = re.compile(
    rf"""
      (?P<points>(?:[ -]?{_POINTS}){{0,2}}[ -](?:points?|pts?)\b(?![ ]clouds?\b)|[ ]?(?:pp|ppt|pts?|p\.p\.|%p)\b)
    | (?P<percent>[ ]?%|[ -]?percent\b|[ ]per[ ]cent\b)
    | (?P<times>[ ]?(?:×|✕|✖)(?![ ]?\$?\d)|[ ]?[xX](?![\w×])|[- ]?fold\b|[ -]times\b)
    | (?P<k>[kK](?![\w-]))
    | (?P<scale>[ -](?:thousand|million|billion|trillion)\b)
    | (?P<word>[ -]?(?:ms|milliseconds?|μs|seconds?|secs?|s|minutes?|mins?|hours?|days?|weeks?|months?|GB|MB|KB|TB|GiB|MiB|FPS|fps|dB|
        Hz|kHz|MHz|kW|mW|W|mJ|J|kWh|mm|cm|km|°C|(?:tokens|requests|frames|samples|images|queries)(?:/|[ ]per[ ])(?:s|sec|second)|tokens/request|
        [KMGT]bps|megapixels?)(?![\w-]))
    """,
    re.VERBOSE,
)
_SIGN = r"[+−–-]?"
_NUMBER = re.compile(rf"(?=[\d×+−±$€£¥.-])(?P<times>(?<!\w)× ?(?=\d))?(?P<sign>(?<![\w.)\]])(?:[+−-]|± ?))?(?P<currency>[$€£¥])?(?P<digits>{_DIGITS})")
_RANGE = re.compile(r" ?(?:-{1,3}|[–—−~∼]|\\textasciitilde) ?\$?|(?: up)? to (?:about |around |nearly |over )?\+?\$?")
_TO_NUMBER = re.compile(r" ?(?:-{1,3}|[–—−~∼]|\\textasciitilde) ?\$?\d")
_WORDS_OF_HEDGE = (
    "up to an average of|up to|upto|nearly|almost|about|around|approximately|approx\\.|roughly|over|more than|greater than|less than|"
    "fewer than|at least|at most|under|below|above|as low as|as high as|as much as|as little as|as many as|as few as|close to|"
    "exceeding|approaching|merely|only|just|beyond|within|well over|well above|an estimated|estimated|some|better than"
)
_HEDGE = re.compile(rf"(?:\b(?P<words>{_WORDS_OF_HEDGE})(?: an?| the)?(?: average(?: of)?| additional| mere| overall)? ?|(?P<sign>[~≈<>≤≥∼～≲≳]) ?)[($+]*$",
                    re.IGNORECASE)
_LISTED = re.compile(r"^ ?(?:/|,|, and|and|or|&|vs\.?|versus|→|, or|->) ?[+−-]?(?:up to )?$")
_BARE_LIST = re.compile(r"[\s,/&]*(?:and|or)?\s*(?:up to |by |over |about |~)?")
_FROM = re.compile(r"\bfrom (?:about |around |nearly |over |only |just |a |an |approximately |roughly )?[$~≈+−-]*$", re.IGNORECASE)
_RANGING = re.compile(r"\b(?:rang\w+|vary\w*|varies|span\w*|anywhere|improvements?|gains?|savings?|reductions?) from $|"
                      r"\bfrom \S+ up to ", re.IGNORECASE)
_EXPONENT = re.compile(r"\d ?[×x] ?10[-−–]?$")
_POWER = re.compile(r" ?[×x] ?10(?![.\d]|\s?%)")  # "7.5 × 10^-13"
_DIMENSIONS = re.compile(r"[$ ]{0,2}[×x][$ ]{0,2}\d+(?![\d.]*[%×x])")  # "256 × 256", but not "1.3×-1.6×"
_DIMENSIONS_BEFORE = re.compile(r"\d[$ ]{0,2}[×x][$ ]{0,2}$")
_OF_TOTAL = re.compile(r"\d/$")  # "0.46/1", "4/5 tasks"
_COMPARED = tuple("<>≈~±×≤≥∼")
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_INSIDE_NAME = re.compile(r"[\w@^_\\]$|(?<![%×\dx])/$|(?<!\dx)(?<=[^\W\d_])[-–.:]$|\d[:.]$")
_GLUED = re.compile(r"^(?:[^\W\d_]|_|\^|[-–](?!(?:point|fold|times|percent|\d|million|billion|second|hour|minute)))")


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a plain text: [start, end) is its digits (both ends of a range), [left, right) with sign, unit and hedge.

    `unit` is None where none is printed. `low` is the lower end of a range. `own_unit` is False where the unit is that
    of the last number of a list ("3.2/2.4 points").
    """

    start: int
    end: int
    left: int
    right: int
    value: Decimal
    unit: str | None = None
    low: Decimal | None = None
    hedge: str = ""
    sign: str = ""
    own_unit: bool = True


def numbers(text: str) -> list[Number]:
    """All numbers of a plain text in their order, without those that are parts of names or words (GPT-4, F1, 7B, 3D).

    >>> [(str(n.value), n.unit, n.low and str(n.low)) for n in numbers("from 54.3 to 57.0, 1.6-2.1x faster, by +3%")]
    [('54.3', None, None), ('57.0', None, None), ('2.1', 'x', '1.6'), ('3', '%', None)]
    """
    return _with_units_of_signed(_with_units_of_lists(text, _with_ranges(text, list(_single(text)))))


def _single(text: str) -> Iterator[Number]:
    for match in _NUMBER.finditer(text):
        start, end = match.span("digits")
        left = match.start()
        before = text[max(0, left - 3):left]
        if (match["times"] and before.rstrip("$ ")[-1:].isdigit()) or _EXPONENT.search(text[max(0, left - 9):start]):
            continue
        if not match["times"] and not match["sign"] and not match["currency"] and _INSIDE_NAME.search(before):
            continue
        if _DIMENSIONS.match(text, end) or _DIMENSIONS_BEFORE.search(text[max(0, left - 8):left]):
            continue
        unit_match = _UNITS.match(text, end)
        kind = unit_match.lastgroup if unit_match else None
        if kind is None and (_POWER.match(text, end) or ("." not in match["digits"] and _OF_TOTAL.search(before))):
            continue
        if kind is None and _GLUED.match(text[end:end + 9]) and not _TO_NUMBER.match(text, end):
            continue
        value, unit, right = Decimal(match["digits"].replace(",", "")), None, end
        if unit_match and kind:
            unit, right = _unit_name(kind, unit_match.group()), unit_match.end()
            if kind == "scale":
                value, unit, end = value.scaleb(_SCALES[unit_match.group()[1:]]), None, right
        if match["currency"] and text[left - 1:left] not in _COMPARED and unit is None:
            unit = match["currency"]
        if match["times"] and unit is None:
            unit = "x"
        hedge = _HEDGE.search(text[max(0, left - 40):left])
        said = (hedge["words"] or hedge["sign"]).lower() if hedge else ""
        yield Number(start, end, left, right, value, unit, None, said, match["sign"] or "")


def _unit_name(kind: str, printed: str) -> str | None:
    named = {"points": "points", "percent": "%", "times": "x", "k": "k", "scale": None}
    return named[kind] if kind in named else printed.strip(" -")


def _with_ranges(text: str, found: list[Number]) -> list[Number]:
    """Numbers with the two ends of each range as one; "from A to B" stays two, unless something ranges so."""
    kept: list[Number] = []
    for number in found:
        last = kept[-1] if kept else None
        if last and _RANGE.fullmatch(text, last.right, number.start) and _is_range(text, last, number):
            kept[-1] = Number(last.start, number.end, last.left, number.right, number.value, number.unit or last.unit,
                              last.value, last.hedge, last.sign)
        else:
            kept.append(number)
    return kept


def _is_range(text: str, low: Number, high: Number) -> bool:
    if (low.unit and high.unit and low.unit != high.unit) or low.value >= high.value or low.low is not None:
        return False
    if " to " not in text[low.right:high.start]:
        return True
    before = text[max(0, low.left - 40):low.left]
    if _FROM.search(before):
        return bool(_RANGING.search(before) or "up to" in text[low.right:high.start])
    return not re.match(r"[^.;]{0,60}\brespectively", text[high.right:high.right + 80])


def _with_units_of_lists(text: str, found: list[Number]) -> list[Number]:
    """Numbers without a unit that stand in a list take the unit of the next one ("33.2 and 26.9 points")."""
    for at in range(len(found) - 2, -1, -1):
        this, following = found[at], found[at + 1]
        if (
            this.unit is None
            and following.low is None
            and following.unit in ("points", "%", "x")
            and _LISTED.match(text[this.right : following.start])
        ):
            found[at] = replace(this, unit=following.unit, own_unit=False)
    return found


def _with_units_of_signed(found: list[Number]) -> list[Number]:
    """Signed numbers without a unit take that of the signed one before ("+0.9 points on A, +2.3 on B")."""
    for at in range(1, len(found)):
        this, before = found[at], found[at - 1]
        if (
            this.unit is None
            and this.sign == "+" == before.sign
            and before.unit == "points"
            and this.left - before.right < 60
        ):
            found[at] = replace(this, unit=before.unit, own_unit=False)
    return found


def number_lists(text: str, found: list[Number], chosen: Sequence[int]) -> list[list[int]]:
    """The chosen indices as runs of numbers with one unit and nothing but list signs between them, most of length one."""
    runs: list[list[int]] = []
    for at in chosen:
        if runs and runs[-1][-1] == at - 1 and found[at - 1].unit == found[at].unit and _BARE_LIST.fullmatch(
                text, found[at - 1].right, found[at].left):
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs
