"""From papers to documents: each step is a generator, documents in, documents out, same number, same order."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files

from kg.extract.findings import findings
from kg.extract.repositories import repositories
from kg.extract.results import results
from kg.lexicon import Lexicon
from kg.model import Document, Paper

Step = Callable[[Iterable[Document], Lexicon], Iterator[Document]]

EXTRACTORS: dict[str, Step] = {
    "findings": findings,
    "results": results,
    "repositories": repositories,
}


def extract(papers: Iterable[Paper], lexicon: Lexicon) -> Iterator[Document]:
    """One document a paper, in the order of the papers, with what every step found; some papers are read ahead."""
    documents: Iterator[Document] = (Document(paper) for paper in papers)
    for step in EXTRACTORS.values():
        documents = step(documents, lexicon)
    return documents


@cache
def fingerprint(lexicon: Lexicon) -> str:
    """Twelve hex digits that change when the lexicon, a shipped model or a step's code does."""
    digest = hashlib.sha256(lexicon.digest.encode())
    for package in ("kg.data", "kg.extract"):
        for item in sorted(files(package).iterdir(), key=lambda item: item.name):
            if item.name.endswith((".py", ".xz", ".npz")):
                digest.update(item.name.encode() + item.read_bytes())
    digest.update(files("kg").joinpath("text.py").read_bytes())
    return digest.hexdigest()[:12]
