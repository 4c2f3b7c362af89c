"""Where a paper's code or project page is: URLs, repaired where the text broke them."""

import re
from collections.abc import Iterable, Iterator

from kg.extract.reading import Reading, reading
from kg.lexicon import Lexicon
from kg.model import Document, Entity, Link, Mention, Relation

_HOST = (
    r"github\s?\.\s?com|gitlab\s?\.\s?com|huggingface\s?\.\s?co|[\w-]+\s?\.\s?github\s?\.\s?io|anonymous\.4open\.science|"
    r"bitbucket\.org|zenodo\.org|sites\.google\.com|codeberg\.org|osf\.io|modelscope\.cn|kaggle\.com|pypi\.org"
)
_REST = r"/\s?[^\s<>\"'(){}\[\]|\\^`]"
_URL = re.compile(
    rf"https?\s?:\s?//\s?(?:www\.)?(?:(?:{_HOST})|[\w~-]+(?:\.[\w-]+)+)(?::\d+)?(?:{_REST}*)?"
    rf"|(?<![\w./@])(?:www\.)?(?:{_HOST})(?:{_REST}+)?"
)
# Links whose target a reader does not see: they are looked for in the source as it is.
_HIDDEN = re.compile(r"\\href\{\s*(https?://[^{}\s]+?)\s*\}|<a\s[^<>]*?href=[\"'](https?://[^\"'<>\s]+)", re.IGNORECASE)
_NOT_CODE = re.compile(r"^https?://(?:www\.)?(?:doi\.org|dx\.doi\.org|arxiv\.org|creativecommons\.org|openreview\.net|aclanthology\.org)")


def repositories(documents: Iterable[Document], lexicon: Lexicon) -> Iterator[Document]:
    """Documents with a `hasCode` relation for each URL of code, data or a project page."""
    for document in documents:
        text = reading(document.paper)
        found = tuple(_relations(text))
        links = tuple(Link(one.mention, one.object, 1.0, "repositories") for one in found if one.mention)
        mentions = tuple(link.mention for link in links)
        yield Document(document.paper, document.mentions + mentions, document.links + links,
                       document.relations + found, document.results)


def _relations(text: Reading) -> Iterator[Relation]:
    found = {url.rstrip("/").casefold(): (text.plain.source_span(start, end), start, url)
             for start, end, url in urls(text.text)}
    source = text.paper.text
    for match in _HIDDEN.finditer(source):
        url = match.group(match.lastindex or 0)
        if not _NOT_CODE.match(url):
            place = min(text.plain.plain_start(match.start()), max(0, len(text.text) - 1))
            found.setdefault(url.rstrip("/").casefold(), (match.span(match.lastindex or 0), place, url))
    for (start, end), place, url in sorted(found.values()):
        mention = Mention(start, end, "Repository", source[start:end], 1.0, "repositories")
        sentence = text.plain.source_span(*text.sentences[text.sentence_at(place)])
        yield Relation(None, "hasCode", Entity("Repository", url), mention, *sentence, 1.0, "repositories")


def urls(text: str) -> list[tuple[int, int, str]]:
    """(start, end, repaired URL) of each URL of code or a project page, each URL once.

    >>> urls("Code: https://github. com/a/b.")
    [(6, 29, 'https://github.com/a/b')]
    """
    found: dict[str, tuple[int, int, str]] = {}
    for match in _URL.finditer(text):
        end = match.end()
        while text[end - 1] in ".,;:!?*~_ ’”":
            end -= 1
        if end <= match.start() + 8:
            continue
        raw = re.sub(r"\s+", "", text[match.start():end])
        url = raw if raw.startswith("http") else f"https://{raw}"
        if not _NOT_CODE.match(url) and "." in url:
            found.setdefault(url.rstrip("/").casefold(), (match.start(), end, url))
    return sorted(found.values())
