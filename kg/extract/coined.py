"""The names that a paper gives to what it introduces, by the words and marks around them."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kg.extract.reading import TOGETHER, Reading, reading
from kg.model import Document

# A name of one or a few words with a capital inside, a digit, or all capitals.
_NAME = r"[A-Z0-9α-ωΑ-Ω][\w+*²³^@.'’]*(?:[-–/+][\w+*@²³]+)*"
_NAMES = rf"{_NAME}(?:[ -](?:{_NAME}|of|for|with|and|via|in|to|the|by))*?"
_PRESENT = (
    r"(?:propos|introduc|present|develop|design|releas|devis|contribut|construct|creat|describ|build|curat|establish)"
    r"(?:e|es|ed|ing|s|t|d)?|built"
)
_CUES = [
    re.compile(rf"\b(?:we|paper|work|study|article|authors)\b(?: \w+){{0,3}}? (?:{_PRESENT})\s+(?:the |a |an |our )?({_NAME})"),
    re.compile(rf"\b(?:called|named|termed|dubbed|coined|denoted(?: as| by)?|namely|refer(?:red)? to as|abbreviated as|"
               rf"term|which we call|we call|we name|named as|termed as|dubbed as)\s+(?:the |\"|“|‘|')?({_NAME}(?: {_NAME})*)"),
    re.compile(rf"\b(?:{_PRESENT})\s[^.;:]{{3,140}}?[(,—–-]\s?(?:i\.e\.,? )?\"?({_NAME})\"?\s?[),—–]"),
    re.compile(rf"(?:^|[.;]\s+)({_NAME})(?: is| are)? (?:a |an |the first |the )(?:\w+[- ]){{0,6}}?"
               r"(?:framework|method|algorithm|approach|benchmark|dataset|model|system|architecture|library|suite|family|"
               r"paradigm|strategy|technique|pipeline|optimizer|toolkit|mechanism|objective)\b"),
]
_TITLE = re.compile(r"^\s*([^:\n]{2,60}?)\s*:\s+\S")
_DULL = frozenset(
    "we our the this a an it these in to our while however here based experiments extensive empirically theoretically "
    "specifically first second third finally moreover furthermore additionally code results given across unlike".split()
)


def coined(documents: Iterable[Document]) -> Iterator[Document]:
    """Documents with a mention for each name that stands where papers name what they introduce."""
    for document in documents:
        text = reading(document.paper)
        found = tuple(text.mention(start, end, "", by) for start, end, by in coined_names(text))
        yield Document(document.paper, document.mentions + found, document.links, document.relations, document.results)


@lru_cache(maxsize=2 * TOGETHER)
def coined_names(text: Reading) -> list[tuple[int, int, str]]:
    """(start, end, which cue) of every such name, half-open plain spans, in order."""
    found: dict[tuple[int, int], str] = {}
    for number, cue in enumerate(_CUES):
        for match in cue.finditer(text.text):
            _keep(found, text.text, *match.span(1), f"coined:cue{number}")
    title = _TITLE.match(text.text[:text.title_end])
    if title and len(title.group(1).split()) <= 5:
        _keep(found, text.text, *title.span(1), "coined:title")
    for start, end in text.plain.emphasis:
        word = text.word_span(start, end)
        start, end = text.words[word[0]][0] if word[0] < len(text.words) else start, _word_end(text.text, end)
        if end - start <= 80 and any(sign.isupper() for sign in text.text[start:end]):
            _keep(found, text.text, start, end, "coined:bold")
    return [(start, end, by) for (start, end), by in sorted(found.items())]


def _word_end(text: str, end: int) -> int:
    while end < len(text) and (text[end].isalnum() or (text[end] in "-+" and text[end + 1:end + 2].isalnum())):
        end += 1
    return end


def _keep(found: dict[tuple[int, int], str], text: str, start: int, end: int, by: str) -> None:
    while end > start and text[end - 1] in ".,;:-'’":
        end -= 1
    if end - start > 1 and text[start:end].lower() not in _DULL:
        found.setdefault((start, end), by)
