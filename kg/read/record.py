"""A record of loosely named fields turned into a paper: the one place that knows what sources call things."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from kg.model import Paper
from kg.read.cleaning import one_line, paragraphs, safe
from kg.read.identifiers import all_identifiers, arxiv_of, doi_of, doi_of_address, minted_id
from kg.read.items import Item, Note, Skipped, shortened
from kg.read.names import authors_of
from kg.read.opening import Source

# What sources call a field, most telling first; names are compared by their letters and digits alone.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "papertitle", "displayname", "articletitle", "标题", "题目"),
    "abstract": ("abstract", "abstracttext", "summary", "abstractnote", "paperabstract", "摘要"),
    "year": ("year", "publicationyear", "pubyear", "年份", "issued", "published", "publicationdate", "date",
             "publisheddate", "publishedat"),
    "venue": ("venue", "conference", "booktitle", "containertitle", "journal", "journaltitle", "journalbook",
              "publicationtitle", "proceedingstitle", "conferencename", "eventtitle", "proceeding", "proceedings",
              "publicationvenue", "primarylocation", "hostvenue", "publication", "会议"),
    "authors": ("authors", "author", "authorships", "creators", "authornames", "authorlist", "作者"),
    "url": ("url", "link", "paperurl", "urlabs", "landingpageurl", "forumurl", "openurllink", "链接", "pdf",
            "pdfurl", "urlpdf", "openaccesspdf"),
    "doi": ("doi",),
    "arxiv": ("arxiv", "arxivid"),
    "id": ("id", "paperid", "forum", "citationkey", "citekey", "key", "uid", "pmid", "corpusid"),
}
_TEXT_WITHIN = ("value", "name", "display_name", "title", "url", "literal", "raw", "source", "text")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# How OpenReview writes a venue: the meeting, its year, and what became of the paper there.
_MEETING = re.compile(
    r"([^\W\d]\S{1,15}) ((?:19|20)\d\d)(?: (?:conference )?(?:(?:withdrawn |desk rejected )?submission|submitted|main"
    r"|poster|oral|regular|spotlight|spotlightposter|notable top \d+%)| conference)?", re.I)
_ARXIV_ID_FIELDS = ("doi", "url", "venue", "id")


def field_name(name: str) -> str:
    """What the names `Publication Year`, `publication_year` and `publicationYear` have in common.

    >>> field_name("Publication_Year")
    'publicationyear'
    """
    return "".join(character for character in name.casefold() if character.isalnum())


KNOWN_NAMES: Mapping[str, str] = {name: field for field, names in FIELDS.items() for name in names}


def papers_of(record: Mapping[str, object], source: Source, line: int, place: str = "") -> Iterator[Item]:
    """The paper that a record is, after notes on what was ignored in it; or what to say of it as skipped.

    `place` says which record it is where neither a line nor an id does.
    """
    values = _known(record)
    title, abstract = one_line(text_of(values["title"])), paragraphs(text_of(values["abstract"], "\n\n"))
    given = one_line(text_of(values["id"]))
    if not title and not abstract:
        yield Skipped(source.path, line, "neither title nor abstract", given or f"{place} {_names_of(record)}".strip())
        return
    name = given or shortened(title or abstract)
    venue, meeting_year = _venue(one_line(text_of(values["venue"])))
    year = year_of(values["year"]) or (None if _says(values["year"]) else meeting_year)
    doi, arxiv = _public_ids(values)
    ignored = (
        ("not a year, ignored", year is None and _says(values["year"]), values["year"]),
        ("not a DOI, ignored", not doi and bool(text_of(values["doi"])), values["doi"]),
    )
    for reason, applies, value in ignored:
        if applies:
            yield Note(source.path, line, reason, f"{name}: {shortened(text_of(value))}")
    plain = Paper("", title, abstract, year, venue, authors_of(values["authors"]), _address(values["url"]),
                  doi, arxiv, all_identifiers(doi, arxiv, given), source.name)
    yield replace(plain, id=minted_id(doi, arxiv, given, plain.text))


def text_of(value: object, joint: str = "", depth: int = 3) -> str:
    """The text that a value holds, wrapped no deeper than `depth`; of a list the first text, or all with a joint."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, (int, float)):
        return _number(value)
    if isinstance(value, list) and depth:
        texts = [text for entry in value if (text := text_of(entry, depth=depth - 1))]
        return joint.join(texts) if joint else "".join(texts[:1])
    if isinstance(value, Mapping) and depth:
        return next((text for key in _TEXT_WITHIN if (text := text_of(value.get(key), depth=depth - 1))), "")
    return ""


def _number(value: int | float) -> str:
    """A number as text; empty for one with too many digits to be any paper's id or year."""
    return str(value) if isinstance(value, float) or abs(value) < 10**40 else ""


def year_of(value: object) -> int | None:
    """The first year from 1900 to 2099 that a value names: 2024, "2024-05-01", {"date-parts": [[2024, 5]]}."""
    if isinstance(value, Mapping):
        value = value.get("date-parts", value.get("year", text_of(value)))
    while isinstance(value, list) and value:
        value = value[0]
    found = _YEAR.search(text_of(value))
    return int(found.group()) if found else None


def _says(value: object) -> bool:
    return bool(text_of(value).strip()) and not isinstance(value, Mapping)


def _venue(text: str) -> tuple[str, int | None]:
    """The venue and the year that its name has: "NeurIPS 2025 poster" is NeurIPS in 2025; other names stay as given."""
    found = _MEETING.fullmatch(text)
    return (found.group(1), int(found.group(2))) if found else (text, None)


def _known(record: Mapping[str, object]) -> dict[str, object]:
    """The values of the fields that we know, by our names for them; None where the record has none."""
    named: dict[str, object] = {}
    for name, value in record.items():
        if value not in (None, "", [], {}):
            named.setdefault(field_name(str(name)), value)
    return {field: next((named[name] for name in names if name in named), None) for field, names in FIELDS.items()}


def _public_ids(values: Mapping[str, object]) -> tuple[str, str]:
    """DOI and arXiv number, from their own fields or from the id, the address and the venue that show them."""
    texts = {field: text_of(values[field]) for field in ("doi", "arxiv", "url", "venue", "id")}
    doi = doi_of(texts["doi"]) or doi_of_address(texts["url"]) or doi_of_address(texts["id"])
    if not doi and re.match(r"(?:doi:\s*)?10\.\d{4,9}/\S+$", texts["id"], re.I):
        doi = doi_of(texts["id"])
    arxiv = arxiv_of(texts["arxiv"]) or next((number for field in _ARXIV_ID_FIELDS
                                              if (number := arxiv_of(texts[field]))), "")
    return doi, arxiv


def _address(value: object) -> str:
    """A web address; other things that stand in such a field (folders, scripts) are none."""
    text = safe(text_of(value)).strip()
    return text if re.fullmatch(r"https?://[^\s<>\"]+", text, re.I) else ""


def _names_of(record: Mapping[str, object]) -> str:
    names = [str(name) for name in record]
    return shortened(f"its fields: {', '.join(names)}") if names else "no fields"
