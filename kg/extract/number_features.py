"""What the words around a number say about whether a paper reports it, and as what."""

import re
from functools import lru_cache

from kg.extract.metric_phrases import is_measure
from kg.extract.numbers import Number, number_lists
from kg.extract.reading import Reading
from kg.extract.result_kinds import carried_hint, kind_hint

_TOKEN = re.compile(r"[^\W\d_]+(?:['’]s)?|\d+|[^\w\s]")
_CUES = {
    "gain": r"improv\w*|increas\w*|gains?|gained|boost\w*|rais\w*|enhanc\w*|uplift|rise\w*|higher|better|larger|more|additional|extra|grow\w*|greater|longer|lift\w*",
    "beat": r"outperform\w*|surpass\w*|exceed\w*|over|beat\w*|better|ahead|advantage|superior\w*|win\w*|above",
    "cut": r"reduc\w*|decreas\w*|drop\w*|lower\w*|fewer|less|sav\w*|cut\w*|shrink\w*|smaller|declin\w*|degrad\w*|loss|los\w+|shorter|shorten\w*|compress\w*|remov\w*|mitigat\w*|eliminat\w*|prun\w*|below|worse|fall\w*|minimi\w+|within|behind|underperform\w*",
    "fast": r"speed\w*|faster|fast|accelerat\w*|throughput|latency|slow\w*|quick\w*|runtime|time|efficien\w*",
    "reach": r"achiev\w*|reach\w*|attain\w*|obtain\w*|scor\w+|yield\w*|report\w*|retain\w*|maintain\w*|preserv\w*|remain\w*|solv\w*|average\w*|up|down",
    "correlate": r"correlat\w*|pearson|spearman|kendall|r|rho|ρ|τ|agreement",
    "setting": r"dataset\w*|comprising|contain\w*|consist\w*|across|samples?|examples?|tasks?|images?|languages?|models?|parameters?|tokens?|settings?|stages?|steps?|gpus?|using|only|context|ratio|budget|sparsity",
    "metric": r"accurac\w*|rates?|f|precision|recall|auc|auroc|map|miou|bleu|rouge|perplexity|score\w*|pass|success|error|mse|mae|rmse|psnr|ssim|fid",
    "versus": r"compared|than|relative|versus|vs|baseline\w*|from|to",
}
_CUE = {name: re.compile(rf"(?:{pattern})\Z") for name, pattern in _CUES.items()}
_NEAR, _FAR = 8, 25
_MEASURE_BEFORE = re.compile(
    r"([\w@-]+)(?:\s*\([\w@-]+\))?(?:\s+(?:of|is|are|at|to|from|reaching|below|above|about|around|only|by|over|up|a|an|average|nearly)\b"
    r"|\s*[=:≈~<>≤≥($+])*\s*$")
_MEASURE_BEHIND = re.compile(r"\s*(?:(?:average|mean|absolute|relative|overall|median|higher|lower|fewer|less|more)\s+)*([\w@-]+)")
_P_VALUE = re.compile(r"\bp\s*[<=≤]\s*$")


def number_features(text: Reading, found: list[Number]) -> list[list[str]]:
    """One list of feature names for each number of a text."""
    hints = kind_hints(text, found)
    return [[*_features(text, found, at), *_hinted(found[at], hints[at])] for at in range(len(found))]


def kind_hints(text: Reading, found: list[Number]) -> list[tuple[str, bool]]:
    """The kind that the words beside each number name, and whether it is taken over from the number before it."""
    answer: list[tuple[str, bool]] = []
    for run in number_lists(text.text, found, range(len(found))):
        first, last = found[run[0]], found[run[-1]]
        start, end = text.sentences[text.sentence_at(first.start)]
        after = next((one.left for one in found[run[-1] + 1:run[-1] + 4] if one.unit), end)
        own = kind_hint(
            text.text[start : max(start, first.left)], last, text.text[last.right : max(last.right, min(end, after))]
        )
        hint = own
        if run[0] and first.unit == found[run[0] - 1].unit and found[run[0] - 1].start >= start:
            hint = carried_hint(text.text[found[run[0] - 1].right:first.left], own, answer[-1][0])
            if not hint and first.unit == "x" and answer[-1][0] == "speedup":
                hint = "speedup"
        answer += [(hint or "absolute", hint != own)] * len(run)
    return answer


def _hinted(number: Number, hint: tuple[str, bool]) -> list[str]:
    kind, unit = hint[0], number.unit or "none"
    return [f"hint={kind}", f"hint={kind}|{unit}", f"hint={kind}|{number.sign}", f"hint={kind}|{hint[1]}"]


def _features(text: Reading, found: list[Number], at: int) -> list[str]:
    number = found[at]
    start, end = text.sentences[text.sentence_at(number.start)]
    left = _tokens(text.text[max(start, number.left - 220):number.left])[::-1]
    right = _tokens(text.text[number.right:min(end, number.right + 220)])
    unit = number.unit if number.unit in ("%", "x", "points", "k") else "other" if number.unit else "none"
    row = ["bias", f"unit={unit}", f"sign={number.sign}", f"hedge={number.hedge}", *_shape(number)]
    row += _side(left, "l", unit) + _side(right, "r", unit)
    row.append(f"{unit}|between={left[0] if left else '^'}_{right[0] if right else '$'}")
    row += [
        f"{unit}|{found}"
        for found in _measured(
            text.text[max(start, number.left - 60) : number.left], text.text[number.right : end][:60]
        )
    ]
    row.append(f"parenthesis={_is_inside_brackets(text.text, number)}")
    row.append("title" if number.start < text.title_end else f"{unit}|place={_place(text, number)}")
    if number.start - start < 4 or text.text[number.end : number.end + 1] == ")" == text.text[
        number.left - 1 : number.left
    ].replace("(", ")"):
        row.append("enumeration")
    others = [one for one in found if start <= one.start < end and one is not number]
    row.append(f"{unit}|others={min(3, len(others))}")
    if any(one.unit in ("%", "x", "points") for one in others):
        row.append(f"{unit}|beside a unit")
    return row


def _measured(left: str, right: str) -> list[str]:
    """Whether words for something measured stand right before or behind a number."""
    before, behind = _MEASURE_BEFORE.search(left), _MEASURE_BEHIND.match(right)
    said = [f"measure before={is_measure(before.group(1))}"] if before else []
    said += [f"measure behind={is_measure(behind.group(1))}"] if behind else []
    return [*said, "p-value"] if _P_VALUE.search(left) else said


def _side(tokens: list[str], side: str, unit: str) -> list[str]:
    row = [f"{side}{place}={token}" for place, token in enumerate(tokens[:4])]
    row += [f"{unit}|{side}0={tokens[0]}", f"{side}01={' '.join(tokens[:2])}"] if tokens else [f"{side} end"]
    row += [f"{side}*={token}" for token in sorted(set(tokens[:_NEAR]))]
    nearest: dict[str, int] = {}
    for place, token in enumerate(tokens[:_FAR]):
        for cue in _cues_of(token):
            nearest.setdefault(cue, place)
    for cue, place in nearest.items():
        row += [f"{side}~{cue}", f"{unit}|{side}~{cue}"]
        if place < 4:
            row += [f"{side}!{cue}", f"{unit}|{side}!{cue}"]
    if nearest:
        first = min(nearest, key=lambda cue: (nearest[cue], cue))
        row.append(f"{unit}|{side}first={first}")
    return row


def _shape(number: Number) -> list[str]:
    value = number.value
    decimals = max(0, -int(value.as_tuple().exponent))
    size = "0" if not value else "<1" if value < 1 else str(len(str(int(value))))
    row = [f"decimals={min(3, decimals)}", f"size={size}", f"{size}|{min(1, decimals)}|{number.unit}"]
    if number.low is not None:
        row.append("range")
    if not decimals and 1900 < value < 2100:
        row.append("like a year")
    return row


def _is_inside_brackets(text: str, number: Number) -> bool:
    before = text[max(0, number.left - 60):number.left]
    return before.rfind("(") > before.rfind(")")


def _place(text: Reading, number: Number) -> int:
    return min(3, 4 * number.start // max(1, len(text.text)))


@lru_cache(maxsize=20_000)
def _cues_of(token: str) -> tuple[str, ...]:
    return tuple(name for name, pattern in _CUE.items() if pattern.match(token))


def _tokens(text: str) -> list[str]:
    return ["0" if token.isdigit() else token.lower() for token in _TOKEN.findall(text)]
