"""What kind of result the words beside a number say that it is."""

import re

from kg.extract.numbers import Number

_UP = (
    r"improv\w+|increas\w+|rais(?:e[sd]?|ing)|boost\w*|enhanc\w+|gain\w*|lift\w*|elevat\w+|outperform\w*|surpass\w*|exceed\w*|beat\w*|"
    r"uplift\w*|higher|better|more|larger|greater|longer|extra|additional|↑|uparrow|stronger|grow\w*|ris(?:e[sn]?|ing)|rose|jump\w*|"
    r"advantages?|ahead|overhead|increment\w*|amplif\w+|compounds?|strengthen\w*|outpac\w*|expand\w*"
)
_DOWN = (
    r"reduc\w+|decreas\w+|lower\w*|cut\w*|short(?:er|en\w*)|sav(?:e[sd]?|ings?)|drop\w*|shrink\w*|shrunk|mitigat\w+|eliminat\w+|"
    r"degrad\w+|remov\w+|loss(?:es)?|los(?:es|ing)|fewer|less|smaller|declin\w+|falls?|fell|falling|worse|lags?|behind|below|trails?|compress(?:es|ed|ing)?|compression(?! [a-z]+)|"
    r"saving|prun(?:es|ed)|pruning(?! [a-z]+)|minimi[sz]\w+|downarrow|↓|slash\w*|halv\w+|diminish\w*|underperform\w*|deteriorat\w*|weaken\w*|trims?|slower|gap"
)
_FAST = r"speed-?ups?|speed|speed-up|faster|accelerat\w+|quicker|speeds"
_CUE = re.compile(rf"\b(?:(?P<speedup>{_FAST})|(?P<gain>{_UP})|(?P<reduction>{_DOWN}))(?![\w-])|(?P<arrow>[↑↓])", re.IGNORECASE)
_RATE = re.compile(r"\b(?:throughput|latenc\w+|runtimes?|inference time|training time|wall-clock|(?:\w+ )?speed|Time-to-First-Token|TTFT|TPOT|QPS|tokens/s)\b",
                   re.IGNORECASE)
_HEAD_END = re.compile(
    r"[.;:()—]|,|(?<![\w-])(?:in|on|for|over|with|while|at|across|compared|than|and|by|to|of|under|without|as|when|using|from|relative to|versus|vs|"
    r"or|but|per|which|that|is|are|was|were)(?![\w-])", re.IGNORECASE)
_HEDGES = (r"(?:\b(?:up to|upto|an?|the|average|mean|of|about|around|nearly|almost|approximately|roughly|over|more than|at least|at most|only|"
           r"just|less than|additional|further|as much as|as high as|by|some|impressive|total|remarkable|relative|absolute|another|extra|"
           r"maximum|factor|substantial|significant|notable)\s+|[~≈<>≤≥∼～≲+$({]\s*)*$")
_BY = re.compile(rf"\bby\s+{_HEDGES}", re.IGNORECASE)
_OF = re.compile(rf"\b(\w+)(?:\s+\([^()]*\))?\s+(?:of|is|are|reach\w*|as)\s+{_HEDGES}", re.IGNORECASE)
_FROM_TO = re.compile(rf"\b(?:from|to)\s+{_HEDGES}", re.IGNORECASE)
_DIRECT = re.compile(rf"\b(\w+)\s+{_HEDGES}", re.IGNORECASE)
_OBJECT = re.compile(rf"((?:[\w-]+ ){{2,7}}?){_HEDGES}")
_OF_IN = re.compile(rf"\b(\w+) (?:in|over|on) [^.;,\d]{{1,60}} of\s+{_HEDGES}", re.IGNORECASE)
_BRACKETED = re.compile(rf"((?:improvement|gain|increase|reduction|decrease|drop|degradation|loss|increas\w+|reduc\w+)s?\b[^.;,()\d]{{0,60}}) \({_HEDGES}", re.IGNORECASE)
_EXTRA = re.compile(r"\b(?:extra|additional|further|another)(?:\s+\W*)?$", re.IGNORECASE)
_BOUNDS = frozenset("below within exceeding exceeds exceed more less better speed".split())
_ASIDE = re.compile(r"^\s*\([^()]{1,40}\)|\([A-Z][\w@-]{1,8}\)")
_NEW_CLAIM = re.compile(
    r"\b(?:achiev\w+|reach\w+|attain\w+|with|while|retain\w*|maintain\w*|obtain\w*|scor\w+|from|to|versus|vs|remain\w*|at|preserv\w+|"
    r"yield\w*|only|using|than|against|respectively)\b|[.;]\s", re.IGNORECASE)
_KEPT = re.compile(r"\b(?:retention|retained|preserved|preservation)\b", re.IGNORECASE)
_SPED_UP = re.compile(rf"\b(?:{_FAST})\b[^.;\d]*, (?:reaching|achieving|with|of|up to)\W*(?:up to )?\W*$", re.IGNORECASE)
_REACH = 160
_OF_WHAT = re.compile(r"^\s*(?:\([^()]*\)\s*)?(?:of|in) (?:[\w-]+ ?){1,4}")
_CORRELATION = re.compile(r"(?:correlat\w*|spearman\w*|pearson\w*|kendall\w*|ρ|τ|\br|\bR)\b[^.;%]{0,30}$", re.IGNORECASE)


def kind_hint(left: str, number: Number, right: str) -> str:
    """The kind that the words beside a number name, empty where none does.

    `left` is the sentence before the number, `right` the part behind it.
    """
    if number.unit in (None, "%") and number.value <= 1 and not number.sign and _CORRELATION.search(left[-45:]):
        return "correlation"
    said = _behind(_head(right), number, right) or _before(left, number)
    if not said and number.unit == "x" and _SPED_UP.search(left[-_REACH:]):
        return "speedup"
    return said or ("gain" if number.sign == "+" else "")


def carried_hint(between: str, own: str, before: str) -> str:
    """The kind of a number without a hint of its own, whose neighbour before it in the sentence has one."""
    between = between.replace("up to", "")
    return own or (before if len(between) < 110 and not _NEW_CLAIM.search(between) else "")


def _head(right: str) -> str:
    right = _ASIDE.sub("", right)
    end = _HEAD_END.search(right)
    return right[:end.start()] if end else right


def _behind(head: str, number: Number, right: str) -> str:
    """What a phrase such as "accuracy gain", "fewer samples" or "lower latency" behind the number says."""
    if _KEPT.search(head):
        return "absolute"
    cues = list(_CUE.finditer(head))
    if not cues:
        return "speedup" if number.unit == "x" and _RATE.search(head) else ""
    named = _named(cues[-1]) if len(cues) > 1 and head.rstrip().endswith(cues[-1].group()) else _named(cues[0])
    return _as_speed(named, head + " ".join(_OF_WHAT.findall(right[len(head):])), number)


def _before(left: str, number: Number) -> str:
    left = left[-_REACH:]
    by = _BY.search(left)
    if by:
        cues = list(_CUE.finditer(left, 0, by.start()))
        cues = [cue for cue in cues if cue.group().lower() not in ("overhead", "speed")] or cues
        return _as_speed(_named(cues[-1]), left[cues[-1].start():], number) if cues else ""
    if (_FROM_TO.search(left) and not re.search(r"\bup to\s+\W*$", left)) or left.endswith(" the "):
        return "absolute"
    if re.search(r"\bis within\s+\W*$", left):
        return "reduction"
    for pattern in (_OF, _DIRECT, _OF_IN):
        match = pattern.search(left)
        cue = _CUE.fullmatch(match.group(1)) if match else None
        if cue and cue.group().lower() not in _BOUNDS:
            return _as_speed(_named(cue), left[-50:], number)
    beside = _OBJECT.search(left) if number.unit == "x" else _BRACKETED.search(left)
    cues = [cue for cue in _CUE.finditer(left, beside.start(1), beside.end(1)) if not _EXTRA.match(cue.group())] if beside else []
    if cues:
        return _as_speed(_named(cues[-1]), left[-50:], number)
    return "gain" if _EXTRA.search(left) else ""


def _named(cue: re.Match[str]) -> str:
    if cue.lastgroup == "arrow":
        return "gain" if cue.group() == "↑" else "reduction"
    return cue.lastgroup or ""


def _as_speed(kind: str, words: str, number: Number) -> str:
    return "speedup" if number.unit == "x" and kind in ("gain", "reduction") and _RATE.search(words) else kind
