"""What names a paper everywhere: its DOI, its arXiv number, else its id in the source, else a digest of its text."""

import hashlib
import re
import unicodedata
from urllib.parse import unquote

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|^`]+", re.ASCII)
_DOI_URL = re.compile(r"^https?://[^/\s]*/(?:doi/)?(?:abs/|pdf/|full/|epdf/)?(?=10\.\d{4,9}(?:/|%2f))", re.I)
_ARXIV_NUMBER = r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"
_ARXIV = re.compile(rf"(?:arxiv:)?\s*{_ARXIV_NUMBER}", re.I)
_ARXIV_WITHIN = re.compile(
    rf"(?:arxiv\.org/(?:abs|pdf|html|ps)/|arxiv:\s*|10\.48550/arxiv\.|\babs/){_ARXIV_NUMBER}", re.I)


def doi_of(text: str) -> str:
    """The bare DOI in lower case that a DOI field or an address holds, or empty.

    >>> doi_of("https://doi.org/10.1021%2FACS.5b00178"), doi_of("doi:10.1000/X."), doi_of("none")
    ('10.1021/acs.5b00178', '10.1000/x', '')
    """
    found = _DOI.search(unquote(text.replace("\\_", "_")))
    return found.group().rstrip(".,;)").lower() if found else ""


def doi_of_address(url: str) -> str:
    """The DOI that an address is about (`https://doi.org/…`, `https://…/doi/pdf/…`), or empty."""
    return doi_of(url) if _DOI_URL.match(url) else ""


def arxiv_of(text: str) -> str:
    """The arXiv number, without version, that a text is or names, or empty.

    >>> arxiv_of("2401.01234v2"), arxiv_of("arXiv preprint arXiv:2401.01234"), arxiv_of("https://arxiv.org/pdf/cs/9901001")
    ('2401.01234', '2401.01234', 'cs/9901001')
    """
    found = _ARXIV.fullmatch(text.strip()) or _ARXIV_WITHIN.search(text)
    return found.group(1) if found else ""


def digest(text: str) -> str:
    """Twelve hexadecimal digits that stand for a text whatever its case, blanks and compatibility forms."""
    normal = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return hashlib.sha256(normal.encode()).hexdigest()[:12]


def minted_id(doi: str, arxiv: str, given: str, text: str) -> str:
    """The id of a paper: its DOI, arXiv number, id in the source or digest, the first that there is.

    arXiv's own DOIs count as arXiv numbers, so that a preprint is one paper whichever of the two a list has.

    >>> minted_id("10.48550/arxiv.2401.01234", "2401.01234", "x1", "")
    'arxiv:2401.01234'
    """
    if doi and not doi.startswith("10.48550/"):
        return doi
    return f"arxiv:{arxiv}" if arxiv else doi or given or digest(text)


def all_identifiers(doi: str, arxiv: str, given: str) -> tuple[str, ...]:
    """Every id of a paper with its kind before it: the source's own first, then the others sorted.

    >>> all_identifiers("10.1000/x", "2401.01234", "smith2024")
    ('source:smith2024', 'arxiv:2401.01234', 'doi:10.1000/x')
    """
    public = sorted(f"{kind}:{value}" for kind, value in (("doi", doi), ("arxiv", arxiv)) if value)
    return (f"source:{given}", *public) if given else tuple(public)
