"""Plain text: the list's title, then abstracts apart by blank lines, with or without titles or labels."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kg.read.cleaning import one_line, paragraphs
from kg.read.headings import is_authors, is_person, is_title, list_heading, stands_as_title
from kg.read.items import Item, Note, Skipped, shortened
from kg.read.opening import Source
from kg.read.record import KNOWN_NAMES, field_name, papers_of

Line = tuple[int, str]
Block = list[Line]
Piece = tuple[int, str, str]  # line, kind (short, paragraph, rule, or the field that a label names), text

_RULE = re.compile(r"\s*(?:[-=_*~]\s*){3,}$")
_BULLET = re.compile(r"\s*(?:[-*+•▪●–]\s+|\(?\d{1,5}[.)、]\s+|\[\d{1,5}\]\s+)(?=\S)")
_HASHES = re.compile(r"\s*#{1,6}\s+")
_LABEL = re.compile(
    r"\s*[*_]{0,3}(paper title|title|abstract|summary|authors?|year|date|published|venue|conference|journal|booktitle"
    r"|url|link|pdf|doi|arxiv id|arxiv|id|keywords?|tl;?dr|track|primary area"
    r"|标题|题目|摘要|作者|年份|会议|链接|关键词)"
    r"[*_]{0,3}\s*(?:[:：][*_]{0,3}\s*|(?<=abstract)\s*(?:—\s*|[*_]{0,3}$))", re.I)
_LONG_LINE = 200  # nobody wraps lines so late: a line of this length is a paragraph by itself
_OVERLONG = 12_000  # characters; no abstract is as long, so blank lines are missing


def read_text(source: Source) -> Iterator[Item]:
    """The papers of a text list, one a paragraph, or one a group of labelled paragraphs (`Title: …`, `Abstract: …`).

    A first line that names a conference and a year, or calls itself a list, is the list's title: the papers below take
    venue and year from it. A short line right above an abstract is its title, a row of names below that its authors.
    Other short lines are skipped as headings; in a list of nothing but short lines each is a paper's title.
    """
    listing = _Listing(source)
    for block in _blocks(source.lines):
        for piece in _pieces(block):
            yield from listing.take(piece)
    yield from listing.close()


@dataclass(slots=True)
class _Listing:
    """The papers of a list as its pieces come in: what the list's title gave, and the paper being put together."""

    source: Source
    common: dict[str, object] = field(default_factory=dict)
    record: dict[str, object] = field(default_factory=dict)
    start: int = 0
    labelled: bool = False  # the paper began with a title's label: what has no label belongs to its abstract
    shorts: list[Line] = field(default_factory=list)
    empty: bool = True
    bylines: bool = False  # authors stood below a title in this list: one name alone is an author, then
    opened: bool = False

    def take(self, piece: Piece) -> Iterator[Item]:
        line, kind, text = piece
        if kind == "rule":
            yield from self._finish()
        elif kind == "short":
            yield from self._short(line, text)
        elif kind == "paragraph":
            yield from self._paragraph(line, text)
        else:
            yield from self._field(line, kind, text)

    def close(self) -> Iterator[Item]:
        """What is still open at the end."""
        yield from self._finish()
        if not self.empty:
            yield from self._headings(len(self.shorts))
            return
        for line, text in self.shorts:
            yield from papers_of(self.common | {"title": text}, self.source, line)

    def _short(self, line: int, text: str) -> Iterator[Item]:
        heading = list_heading(text)
        if not heading and not self._untouched():
            heading = None  # what only calls itself a list is one's title at its very beginning alone
        hashed = bool(_HASHES.match(text))
        if heading is not None or hashed:
            yield from self._finish()
        if heading is not None:
            self.common = heading
            self.opened = True
        elif self.labelled and self.record.get("abstract"):
            yield from self._paragraph(line, text)
        else:
            if self.record.get("abstract"):
                yield from self._finish()
            self.shorts.append((line, _after(_HASHES, text)))

    def _untouched(self) -> bool:
        return self.empty and not self.opened and not self.record and not self.shorts

    def _paragraph(self, line: int, text: str) -> Iterator[Item]:
        if self.record and (self.labelled or not self.record.get("abstract")):
            self.record["abstract"] = f"{self.record.get('abstract', '')}\n\n{text}".strip()
            return
        yield from self._finish()
        yield from self._begin(line)
        self.record["abstract"] = text
        if len(text) > _OVERLONG:
            yield Note(self.source.path, line, "a very long paragraph: are blank lines missing between abstracts?",
                       shortened(text))

    def _field(self, line: int, name: str, value: str) -> Iterator[Item]:
        begun = self.record.get("title") or self.record.get("abstract")
        if (name == "title" and begun) or self.record.get(name):
            yield from self._finish()
        if not self.record:
            yield from self._begin(line, untitled=name == "title")
        self.labelled = self.labelled or name == "title"
        self.record[name] = value

    def _begin(self, line: int, untitled: bool = False) -> Iterator[Item]:
        """A new paper, under the short lines right above it."""
        self.start, self.labelled = line, False
        last = self.shorts[-1][1] if len(self.shorts) > 1 else ""
        named = is_authors(last) or (self.bylines and (is_person(last) or last.count(",") > 1))
        taken = 0 if untitled or not self.shorts else 2 if named else 1
        above = self.shorts[len(self.shorts) - taken:]
        yield from self._headings(len(self.shorts) - taken)
        self.shorts = []
        if above:
            self.start, self.record["title"] = above[0]
        if named and taken:
            self.record["authors"], self.bylines = above[1][1], True

    def _finish(self) -> Iterator[Item]:
        if self.record:
            self.empty = False
            yield from papers_of(self.common | self.record, self.source, self.start)
        self.record, self.labelled = {}, False

    def _headings(self, count: int) -> Iterator[Item]:
        reason = "a short line without an abstract, taken for a heading"
        for line, text in self.shorts[:count]:
            yield Skipped(self.source.path, line, reason, shortened(text))


def _blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The paragraphs as numbered lines; a line that is a rule is a paragraph of its own."""
    block: Block = []
    for number, line in enumerate(lines, 1):
        rule = _RULE.match(line) is not None
        if line.strip() and not rule:
            block.append((number, line.rstrip()))
            if not _HASHES.match(line) and not (list_heading(line) or (number == 1 and list_heading(line) is not None)):
                continue
        if block:
            yield block
            block = []
        if rule:
            yield [(number, "---")]
    if block:
        yield block


def _pieces(block: Block) -> Iterator[Piece]:
    """A paragraph as pieces: a list without blank lines apart into its entries, labelled lines each with its label."""
    if block[0][1] == "---":
        yield block[0][0], "rule", ""
        return
    for entry in _entries(block):
        labels = [_label(text) for _, text in entry]
        if any(labels):
            yield from _labelled(entry, labels)
        else:
            line, text = entry[0]
            yield from _unlabelled([(line, _after(_BULLET, text)), *entry[1:]])


def _entries(block: Block) -> list[Block]:
    """The entries of a tight list: each bullet begins one, or each line is one."""
    bullets = [place for place, (_, text) in enumerate(block) if _BULLET.match(text)]
    if len(bullets) > 1 and bullets[0] == 0:
        return [block[start:end] for start, end in zip(bullets, [*bullets[1:], len(block)], strict=True)]
    texts = [text.strip() for _, text in block]
    long = len(block) > 3 and sum(len(text) > _LONG_LINE for text in texts) >= 0.9 * len(block)
    titles = len(block) > 4 and all(is_title(text) and not text[0].islower() and not _label(text) for text in texts)
    return [[line] for line in block] if long or titles else [block]


def _unlabelled(block: Block) -> Iterator[Piece]:
    texts = [text for _, text in block]
    line = block[0][0]
    joined = one_line("\n".join(texts))
    if len(block) == 1 and _HASHES.match(texts[0]):
        yield line, "short", texts[0]
    elif len(block) > 1 and is_title(texts[0]) and _is_byline(texts[1:]):
        yield from ((number, "short", text) for number, text in block[:2])
        if len(block) > 2:
            yield block[2][0], "paragraph", paragraphs("\n".join(texts[2:]))
    elif len(block) < 3 and (is_title(joined) or is_authors(joined)):
        yield line, "short", joined
    elif len(block) > 1 and stands_as_title(texts):
        yield line, "short", texts[0]
        yield block[1][0], "paragraph", paragraphs("\n".join(texts[1:]))
    else:
        yield line, "paragraph", paragraphs("\n".join(texts))


def _is_byline(texts: list[str]) -> bool:
    """Whether the first of the lines below a title names its authors; one name does only above running text."""
    return is_authors(texts[0]) or (len(texts) > 1 and is_person(texts[0]) and len(" ".join(texts[1:])) > _LONG_LINE)


def _after(mark: re.Pattern[str], text: str) -> str:
    """The text behind the mark that it begins with, or all of it."""
    found = mark.match(text)
    return text[found.end():] if found else text


def _label(text: str) -> str:
    """The field that a line's label names, `-` for a label of no use to us, empty for a line without one."""
    found = _LABEL.match(_after(_BULLET, text))
    return KNOWN_NAMES.get(field_name(found.group(1)), "-") if found else ""


def _labelled(block: Block, labels: list[str]) -> Iterator[Piece]:
    starts = [place for place, label in enumerate(labels) if label]
    if starts[0] > 0:
        yield from _unlabelled([(block[0][0], _after(_BULLET, block[0][1])), *block[1:starts[0]]])
    for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
        if labels[start] == "-":
            continue
        first = _after(_LABEL, _after(_BULLET, block[start][1]))
        text = "\n".join([first, *(text for _, text in block[start + 1:end])])
        yield block[start][0], labels[start], paragraphs(text)
