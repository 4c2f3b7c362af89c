"""Which format a source is in: by what stands at its beginning, then by its ending."""

import json
import re
from pathlib import PurePath

from kg.errors import InputError
from kg.read.csv import columns_of, known_columns

ENDINGS = {
    ".txt": "text", ".text": "text", ".md": "text", ".markdown": "text", ".jsonl": "jsonl", ".ndjson": "jsonl",
    ".json": "json", ".bib": "bibtex", ".bibtex": "bibtex", ".csv": "csv", ".tsv": "csv", ".ris": "ris",
}
_PACKED = (".gz", ".xz", ".bz2")
_BIBTEX = re.compile(r"^[ \t]*@[ \t]*(?:(?:string|preamble|comment)\b|\w+[ \t]*[{(]\s*[^\s,{}=\"]*\s*,)", re.M | re.I)
_RIS = re.compile(r"^TY {0,2}- ?\w", re.M)
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*(?:[\[{\"\]]|null\b))")
_XML = re.compile(r"\s*<(?:\?xml|!doctype|html\b|feed\b|rss\b|TEI\b)", re.I)
_FOREIGN_ENDINGS = (".xml", ".html", ".htm", ".yaml", ".yml", ".tex", ".enl")


def detected(path: str, head: str) -> str:
    """The name of the format of a source, from the beginning of its text and its path; `text` where nothing tells.

    Raises InputError for formats that are known and not read.
    """
    ending = _ending(path)
    if _XML.match(head) or ending in _FOREIGN_ENDINGS:
        kind = "XML or HTML" if _XML.match(head) else f"a {ending} file"
        raise InputError(path, f"is {kind}, which is not read: give text, JSON, CSV, BibTeX or RIS")
    if _JSON.match(head):
        return _json_kind(head, ending)
    if _RIS.search(head[:4000]):
        return "ris"
    if _BIBTEX.search(head):
        return "bibtex"
    if ending in ENDINGS and ENDINGS[ending] != "text":
        return ENDINGS[ending]
    return "csv" if _is_table(head) else "text"


def _ending(path: str) -> str:
    endings = [ending.lower() for ending in PurePath(path).suffixes]
    while endings and endings[-1] in _PACKED:
        endings.pop()
    return endings[-1] if endings else ""


def _json_kind(head: str, ending: str) -> str:
    """JSON Lines where the first line is an object, or begins as one and the next line or the ending says so."""
    lines = [line.strip() for line in head.split("\n") if line.strip()][:2]
    if not lines[0].startswith("{") or lines[0][-1] in "[{,":
        return "json"
    if len(lines) == 2 and lines[1].startswith("{"):
        return "jsonl"
    if ending in (".jsonl", ".ndjson"):
        return "jsonl"
    return "jsonl" if len(lines) == 2 and _parses(lines[0]) else "json"


def _parses(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _is_table(head: str) -> bool:
    """Whether the first line is a header: several columns, a title or abstract among them, none of them a sentence."""
    first = next((line for line in head.split("\n") if line.strip()), "")
    _, columns = columns_of(first)
    known = known_columns(columns)
    return len(known) > 1 and bool({"title", "abstract"} & set(known)) and all(len(column) < 60 for column in columns)
