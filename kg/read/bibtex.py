"""BibTeX and BibLaTeX, read with bibtexparser; titles and names decoded with pylatexenc."""

import logging
import re
from collections.abc import Iterator, Mapping

from bibtexparser.library import Library
from bibtexparser.model import Block, DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock
from bibtexparser.splitter import Splitter
from pylatexenc.latex2text import LatexNodes2Text

from kg.read.items import Item, Note, Skipped, shortened
from kg.read.opening import Source
from kg.read.record import papers_of

# A volume that holds papers, or a bag of fields for others, is no paper itself.
_VOLUMES = frozenset(("proceedings", "mvproceedings", "collection", "mvcollection", "periodical", "set", "xdata"))
_INHERITED = ("year", "date", "booktitle", "journal", "journaltitle", "eventtitle")
_VENUES = ("booktitle", "journal", "journaltitle", "eventtitle", "series", "school", "institution")
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_PART = re.compile(r"[\s#]*[^\s#]")
_DELIMITER = re.compile(r'(?<!\\)[{}"]')
_STRAY_ENTRY = re.compile(r"^[ \t]*@[ \t]*(?!(?:comment|string|preamble)\b)\w+[ \t]*[{(].*", re.M | re.I)
_LATEX = LatexNodes2Text(math_mode="verbatim", keep_comments=True)
_LATEX_SIGNS = re.compile(r"[\\{}~]|--|``|''")
_MATHS = re.compile(r"(\$[^$]+\$)")

Fields = dict[str, str]


def read_bibtex(source: Source) -> Iterator[Item]:
    """The papers of a BibTeX library, entry by entry; entries that share a key are all kept.

    `@string` names are put in, fields that `crossref` or `xdata` names give are inherited. A name without a
    `@string` stays as it is written, with a note. Volumes (`@proceedings`) and broken entries are skipped.
    """
    library = _parsed("".join(source.lines))
    strings = {string.key.casefold(): _unwrapped(string.value, {}, []) for string in library.strings}
    entries: list[tuple[Entry, int, Fields]] = []
    for block in library.blocks:
        entry = _entry_of(block)
        line = (block.start_line or 0) + 1
        if entry is None:
            yield from _unread(block, source, line)
            continue
        if isinstance(block, DuplicateFieldKeyBlock):
            yield Note(source.path, line, "a field stands twice, the first is taken", entry.key)
        unknown: list[str] = []
        entries.append((entry, line, _fields(entry, strings, unknown)))
        for name in unknown:
            yield Note(source.path, line, "no @string of this name, kept as it is", f"{entry.key}: {name}")
    parents = {entry.key.casefold(): fields for entry, _, fields in reversed(entries)}
    for entry, line, fields in entries:
        if entry.entry_type.casefold() in _VOLUMES:
            yield Skipped(source.path, line, "a volume, not a paper", entry.key)
        else:
            yield from papers_of(_record(entry.key, _inherited(fields, parents)), source, line)


def _parsed(text: str) -> Library:
    """The blocks of a library, values still as written; bibtexparser's own log lines are kept from the terminal."""
    log = logging.getLogger("bibtexparser")
    level = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        return Splitter(text).split()
    finally:
        log.setLevel(level)


def _entry_of(block: Block) -> Entry | None:
    twice = isinstance(block, (DuplicateBlockKeyBlock, DuplicateFieldKeyBlock))
    inner = getattr(block, "ignore_error_block", block) if twice else block
    return inner if isinstance(inner, Entry) else None


def _unread(block: Block, source: Source, line: int) -> Iterator[Item]:
    """One skip for an entry that failed to parse, and for each that was taken for a comment."""
    raw = block.raw or ""
    if isinstance(block, ParsingFailedBlock):
        yield Skipped(source.path, line, "a BibTeX entry that does not parse", shortened(raw[:200]))
        return
    if type(block).__name__ == "ImplicitComment":
        for found in _STRAY_ENTRY.finditer(raw):
            at = line + raw.count("\n", 0, found.start())
            yield Skipped(source.path, at, "a BibTeX entry that does not parse", shortened(found.group()[:200]))


def _fields(entry: Entry, strings: Mapping[str, str], unknown: list[str]) -> Fields:
    fields: Fields = {}
    for field in entry.fields:
        missing: list[str] = []
        value = _unwrapped(str(field.value), strings, missing)
        name = field.key.casefold()
        if value.strip() and fields.setdefault(name, value) == value and name != "month":
            unknown += missing
    return fields


def _unwrapped(value: str, strings: Mapping[str, str], missing: list[str]) -> str:
    """A value without its braces or quotes, parts that `#` joins put together, names of strings replaced."""
    whole, at = "", 0
    while start := _PART.match(value, at):
        at = start.end() - 1
        if value[at] in '{"':
            end = _closes_at(value, at)
            whole, at = whole + value[at + 1:end], end + 1
            continue
        end = _bare_end(value, at)
        whole, at = whole + _expanded(value[at:end].rstrip(), strings, missing), end
    return whole


def _expanded(word: str, strings: Mapping[str, str], missing: list[str]) -> str:
    name = word.casefold()
    if not word.isdecimal() and name not in strings and name not in _MONTHS:
        missing.append(word)
    return strings.get(name, word)


def _bare_end(value: str, at: int) -> int:
    end = value.find("#", at)
    return len(value) if end < 0 else end


def _closes_at(text: str, at: int = 0) -> int:
    """Where the brace or quote that stands at a place is closed; the text's end where it never is."""
    opening, depth = text[at], 0
    for found in _DELIMITER.finditer(text, at + 1):
        sign = found.group()
        if depth == 0 and sign == ("}" if opening == "{" else '"'):
            return found.start()
        depth = max(0, depth + {"{": 1, "}": -1}.get(sign, 0))
    return len(text)


def _inherited(fields: Fields, parents: Mapping[str, Fields]) -> Fields:
    """The fields with those that its volume has and it lacks; the volume's title is its book title."""
    keys = [key.strip().casefold() for name in ("crossref", "xdata") for key in fields.get(name, "").split(",")]
    for parent in (parents[key] for key in keys if key in parents):
        given = {name: parent[name] for name in _INHERITED if name in parent}
        if "title" in parent:
            given.setdefault("booktitle", parent["title"])
        fields = given | fields
    return fields


def _record(key: str, fields: Fields) -> dict[str, object]:
    """An entry as `papers_of` takes records."""
    archive = fields.get("archiveprefix", fields.get("eprinttype", "")).casefold()
    eprint = fields.get("eprint", "")
    venue = next((fields[name] for name in _VENUES if name in fields), "")
    return {
        "id": key, "title": decoded(fields.get("title", "")), "abstract": fields.get("abstract", ""),
        "year": fields.get("year") or fields.get("date", ""), "venue": decoded(venue),
        "authors": [_author(name) for name in _split_names(fields.get("author", ""))],
        "url": _url(fields), "doi": fields.get("doi", ""),
        "arxiv": fields.get("arxivid") or (eprint if archive in ("", "arxiv") else ""),
    }


def _url(fields: Fields) -> str:
    text = fields.get("url") or fields.get("howpublished") or fields.get("link", "")
    found = re.search(r"https?://[^\s{}]+", text)
    return re.sub(r"\\(?=[_%&#~])", "", found.group()) if found else ""


def _split_names(value: str) -> list[str]:
    """The names that " and " parts, outside braces."""
    names, depth = [""], 0
    for word in re.split(r"(\s+)", value.strip()):
        if depth == 0 and word.casefold() == "and":
            names.append("")
        else:
            names[-1] += word
            depth = max(0, depth + word.count("{") - word.count("}"))
    return [name.strip() for name in names if name.strip()]


def _author(name: str) -> dict[str, str]:
    """A name in parts; one in braces is that of a body and has no parts."""
    if name.startswith("{") and _closes_at(name) == len(name) - 1:
        return {"literal": decoded(name)}
    parts = [decoded(part) for part in re.split(r",(?![^{]*\})", name)]
    if len(parts) == 1:
        return {"literal": parts[0]}
    return {"given": parts[-1], "family": parts[0], "suffix": parts[1] if len(parts) > 2 else ""}


def decoded(text: str) -> str:
    """LaTeX's accents and symbols as the characters that they stand for; mathematics between `$` stays as it is.

    >>> decoded(r'{G}{\\"o}del {LLM}s learn $E^2$ at 50% -- {\\v S}')
    'Gödel LLMs learn $E^2$ at 50% – Š'
    """
    if not _LATEX_SIGNS.search(text):
        return text.strip()
    return "".join(part if part.startswith("$") else _plain(part) for part in _MATHS.split(text)).strip()


def _plain(text: str) -> str:
    ready = re.sub(r"(?<!\\)([%&#])", r"\\\1", text)
    try:
        return str(_LATEX.latex_to_text(ready))
    except Exception:  # its parser has no common error, and a title as it was typed is better than none
        return text.replace("{", "").replace("}", "")
