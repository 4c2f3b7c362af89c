"""When two records are the same paper, which id it has, and how the records become one Paper: pure functions."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kg.model import Paper

# An abstract of so many words is the fingerprint of a paper, whatever title a list gives it.
_TELLING_WORDS = 30
_WORD = re.compile(r"\w+")
_OPENREVIEW = re.compile(r"openreview\.net/(?:forum|pdf)\?id=([\w-]+)|^openreview:([\w-]+)$")


def digest(text: str) -> str:
    """The digest by which texts are compared: 32 hexadecimal digits.

    >>> digest("a")
    'ca978112ca1bbdcafac231b39a23dc4d'
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def normal_doi(doi: str) -> str:
    """A DOI without resolver or prefix, in lower case.

    >>> normal_doi("https://doi.org/10.1145/ABC"), normal_doi("doi: 10.1145/abc")
    ('10.1145/abc', '10.1145/abc')
    """
    return re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", doi.strip().casefold())


def normal_arxiv(arxiv: str) -> str:
    """An arXiv id without prefix, address and version.

    >>> normal_arxiv("arXiv:2401.00001v2"), normal_arxiv("https://arxiv.org/abs/cs/9901001")
    ('2401.00001', 'cs/9901001')
    """
    bare = re.sub(r"^(?:https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)", "", arxiv.strip().casefold())
    return re.sub(r"(?:v\d+)?(?:\.pdf)?$", "", bare)


def identities(paper: Paper) -> tuple[str, ...]:
    """Keys of which two records of one paper share at least one: DOI, arXiv id, OpenReview id, its text.

    An arXiv id inside a DOI of arXiv's own counts. An id that only its list gives does not: lists count from 1.
    """
    doi, arxiv = normal_doi(paper.doi), normal_arxiv(paper.arxiv)
    found = {f"text:{digest(_letters(paper.title) + ' ' + _letters(paper.abstract))}"}
    if doi:
        found.add(f"doi:{doi}")
    if doi.startswith("10.48550/arxiv."):
        arxiv = arxiv or normal_arxiv(doi.removeprefix("10.48550/arxiv."))
    if arxiv:
        found.add(f"arxiv:{arxiv}")
    if len(_WORD.findall(paper.abstract)) >= _TELLING_WORDS:
        found.add(f"abstract:{digest(_letters(paper.abstract))}")
    for place in (paper.url, *paper.identifiers):
        if match := _OPENREVIEW.search(place):
            found.add(f"openreview:{match.group(1) or match.group(2)}")
    return tuple(sorted(found))


def _letters(text: str) -> str:
    return "".join(_WORD.findall(text.casefold()))


def alike(a: Paper, b: Paper) -> bool:
    """Whether two records of the same id in the same source are versions of one paper: by title, or by most words."""
    if a.title and _letters(a.title) == _letters(b.title):
        return True
    ours, theirs = (set(_WORD.findall(paper.abstract.casefold())) for paper in (a, b))
    return len(ours & theirs) * 2 >= len(ours | theirs)


def own_id(paper: Paper) -> tuple[int, str]:
    """The id that a record alone gives its paper, and its rank: 0 a DOI, 1 arXiv, 2 the source's own, 3 a digest."""
    if paper.doi and paper.id == normal_doi(paper.doi):
        return 0, paper.id
    if paper.arxiv and normal_arxiv(paper.arxiv) == normal_arxiv(paper.id):
        return 1, paper.id
    return (2 if any(name.startswith("source:") for name in paper.identifiers) else 3), paper.id


def merged(paper_id: str, records: Sequence[Paper]) -> Paper:
    """One paper from the records of it, whatever their order: the fullest text, every id, the first of what differs.

    Title and abstract come from one record, so that what was extracted from its text fits. Records that have a title
    come first, then longer abstracts, then the alphabet.
    """
    ranked = sorted(records, key=lambda p: (not p.title, not p.abstract, -len(p.abstract), repr(p)))
    first = ranked[0]

    def filled(name: str) -> object:
        return next((value for paper in ranked if (value := getattr(paper, name))), getattr(first, name))

    values = {name: filled(name) for name in ("year", "venue", "authors", "url", "doi", "arxiv")}
    identifiers = tuple(sorted({name for paper in records for name in paper.identifiers}))
    source = "; ".join(sorted({paper.source for paper in records if paper.source}))
    return replace(first, id=paper_id, identifiers=identifiers, source=source, **values)  # type: ignore[arg-type]


def components(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The connected components of a graph given by its edges, each sorted, in order of their least member.

    >>> components([(1, 4), (2, 3), (4, 7)])
    [[1, 4, 7], [2, 3]]
    """
    parent: dict[int, int] = {}

    def root(number: int) -> int:
        parent.setdefault(number, number)
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    for a, b in pairs:
        low, high = sorted((root(a), root(b)))
        parent[high] = low
    groups: dict[int, list[int]] = {}
    for number in sorted(parent):
        groups.setdefault(root(number), []).append(number)
    return [groups[least] for least in sorted(groups)]
