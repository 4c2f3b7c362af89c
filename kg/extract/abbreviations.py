"""Abbreviations and what they stand for, by Schwartz and Hearst (2003), with the pair written either way round."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kg.extract.reading import TOGETHER, Reading, reading
from kg.model import Document, Mention

_PARENTHESIS = re.compile(r"[(\[]\s*([^()\[\]]{2,90}?)\s*[)\]]")
_SHORT = re.compile(r"(?=.*[A-Za-zα-ωΑ-Ω])[\w][\w.&/+*^τ-]*(?: [\w][\w.+*-]*)?$")
_SMALL = frozenset("a an and as at by for from in into of on or the to via with".split())
_HEADS = frozenset(
    "algorithm algorithms approach approaches area criterion dataset framework function index law loss mechanism "
    "method methodology methods metric metrics model models module modules policy principle problem problems procedure "
    "process protocol scheme score simulator software strategy system systems task technique techniques test tool "
    "toolkit".split()
)
_STOP = frozenset("e.g i.e etc resp see and or the fig figure section sec eq left right top bottom ours".split())


def abbreviations(documents: Iterable[Document]) -> Iterator[Document]:
    """Documents with a mention for each side of every "long form (SF)" and "SF (long form)"."""
    for document in documents:
        text = reading(document.paper)
        found = tuple(mention for pair in abbreviation_pairs(text) for mention in _mentions(text, pair))
        yield Document(document.paper, document.mentions + found, document.links, document.relations, document.results)


def _mentions(text: Reading, pair: tuple[tuple[int, int], tuple[int, int]]) -> Iterator[Mention]:
    long, short = pair
    yield text.mention(*long, "", "abbreviations:long")
    yield text.mention(*short, "", "abbreviations:short")


@lru_cache(maxsize=2 * TOGETHER)
def abbreviation_pairs(text: Reading) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """((long start, end), (short start, end)), half-open plain spans, in order of the text."""
    pairs = []
    for match in _PARENTHESIS.finditer(text.text):
        inner = re.split(r"[;,:]| or | i\.e\.", match.group(1))[0].strip(" '\"“”’‘")
        start = text.text.index(inner, match.start(1)) if inner else -1
        if start < 0:
            continue
        pair = _long_before(text.text, match.start(), inner, start) or _long_inside(text.text, match, inner, start)
        if pair:
            pairs.append(pair)
    return pairs


def _long_before(text: str, opening: int, short: str, start: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
    if not _is_short(short):
        return None
    letters = sum(sign.isalnum() for sign in short)
    before = text[max(0, opening - 240):opening].rstrip(" '\"“”’‘")
    cut = max(before.rfind(sign) for sign in (". ", "; ", ": ", ") ", "), ", "\n\n", "? "))
    window = before[cut + 1:]
    tokens = list(re.finditer(r"\S+", window))
    if not tokens:
        return None
    window_start = tokens[max(0, len(tokens) - min(letters + 6, letters * 2 + 2))].start()
    key = short[:-1] if short.endswith("s") and len(short) > 2 and short[-2].isupper() else short
    at = best_long_form(key, window[window_start:])
    if at is None:
        return None
    base = opening - (len(text[:opening]) - len(text[:opening].rstrip(" '\"“”’‘"))) - len(window)
    return (base + window_start + at, base + _long_end(key, window, window_start + at)), (start, start + len(short))


def _long_end(short: str, window: str, start: int) -> int:
    """Where the long form ends: before a last word such as "method" where the words before it spell the short form."""
    before, _, last = window.rpartition(" ")
    spelled = last in _HEADS and start < len(before) and _by_initials(_letters(short), before[start:]) == 0
    return len(before) if spelled else len(window)


def _long_inside(
    text: str, match: re.Match[str], inner: str, start: int
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    before = re.search(r"([\w][\w.&/+*-]*)\s*['\"”’]?\s*$", text[max(0, match.start() - 30):match.start()])
    if before is None or len(inner.split()) < 2 or not _is_short(before.group(1)):
        return None
    short = before.group(1)
    if best_long_form(short, inner) != 0:
        return None
    short_start = max(0, match.start() - 30) + before.start(1)
    return (start, start + len(inner)), (short_start, short_start + len(short))


def _is_short(text: str) -> bool:
    if not 2 <= len(text) <= 16 or not _SHORT.match(text) or text.lower().strip(".") in _STOP:
        return False
    return (any(sign.isupper() for sign in text) and not text[0].isdigit()) or (text.isalpha() and len(text) < 6)


def best_long_form(short: str, window: str) -> int | None:
    """The offset in `window` at which the words that `short` stands for begin; None where its letters do not fit.

    Words whose initials spell the letters go first, so "Energy Efficiency" is not cut to "Efficiency"; else letters are
    matched from right to left, the first of them at the start of a word.

    >>> best_long_form("MoE", "use the Mixture-of-Experts")
    8
    >>> best_long_form("EE", "the Energy Efficiency")
    4
    """
    letters, lower = _letters(short), window.lower()
    at = _by_initials(letters, lower)
    if at is None:
        at = _by_letters(letters, lower)
    if at is None:
        return None
    start = lower.rfind(" ", 0, at) + 1
    start += lower[start] in "(\"'“‘"
    long = window[start:].strip()
    words_in_long = len(re.findall(r"[\w]+", long))
    if not long or words_in_long > min(len(letters) + 5, len(letters) * 2) + 1:
        return None
    if short.lower() in lower[start:].split():
        return None
    if len(long) <= len(short) or (words_in_long == 1 and not any(sign.isupper() for sign in short[1:])):
        return None
    return start


def _letters(short: str) -> str:
    return "".join(sign for sign in short.lower() if sign.isalnum())


def _by_initials(letters: str, window: str) -> int | None:
    """The offset of the last words whose initials spell the letters, small words between them or not."""
    left = len(letters)
    for word in reversed(list(re.finditer(r"[^\W_]+", window.lower()))):
        if word.group()[0] == letters[left - 1]:
            left -= 1
        elif word.group() not in _SMALL or left == len(letters):
            return None
        if not left:
            return word.start()
    return None


def _by_letters(letters: str, lower: str) -> int | None:
    """The offset of the word in which the first letter is found, after all others from right to left."""
    at = len(lower)
    for position in range(len(letters) - 1, -1, -1):
        at -= 1
        while at >= 0 and (
            lower[at] != letters[position] or (position == 0 and at > 0 and lower[at - 1].isalnum())
        ):
            at -= 1
        if at < 0:
            return None
    return at
