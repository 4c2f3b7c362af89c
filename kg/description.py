"""What a graph says of itself in RDF: counts in VoID, a DCAT dataset, and in PROV how it was made.

It stands under names of its own, `dataset/...` and `source/...`, and has none of the classes of the graph, so that who
reads the graph back passes it over. It holds no time of its own making: the same graph says the same of itself.
"""

import hashlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pyoxigraph import Literal, NamedNode, Quad

from kg import vocabulary as terms
from kg.errors import GraphError
from kg.model import Edge, Node
from kg.rdf import Description, Pair, clean, descriptions, quads_of
from kg.schema import BASE, ONTOLOGY, PREFIXES
from kg.vocabulary import term

NO_LICENCE = "http://spdx.org/rdf/terms#noassertion"  # SPDX: nothing is claimed about the licence
SPDX = "http://spdx.org/licenses/"
SOFTWARE = "https://w3id.org/paperkg/software/"
RIGHTS = "Titles, abstracts and quotes are their authors'; the licence is that of the graph made of them."
SUMMARY = "Papers of machine learning with their methods, benchmarks, models, tasks, metrics and results"
_PREFIX_OF = {namespace: prefix for prefix, namespace in PREFIXES.items()}
_SOURCE = term(terms.PROPERTIES.get("source", "kg:source"))


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a graph beside its nodes and edges: its name in IRIs, how it was made, its licence as an IRI.

    `part` says in words which part of the graph is written, and is empty for all of it; `part_key` tells it from other
    parts. `inputs` and `curation` are names and digests of files; `issued` is a day, 2026-01-31, or empty.
    """

    name: str
    version: str = ""
    code: str = ""
    extraction: str = ""
    lexicon: str = ""
    min_confidence: float = 0.0
    inputs: tuple[tuple[str, str], ...] = ()
    curation: tuple[tuple[str, str], ...] = ()
    part: str = ""
    part_key: str = ""
    licence: str = NO_LICENCE
    issued: str = ""

    def address(self, base: str = BASE) -> str:
        """The IRI of the dataset.

        >>> About("05fe").address()
        'https://w3id.org/paperkg/id/dataset/05fe'
        """
        return self.whole(base) + (f"-{_short_digest(self.part_key)}" if self.part_key else "")

    def whole(self, base: str = BASE) -> str:
        """The IRI of the dataset of which this is all or a part."""
        return f"{base}dataset/{self.name}"


def about(manifest: Mapping[str, Any], part: str = "", part_key: str = "", licence: str = "",
          issued: str = "") -> About:
    """What a graph's manifest knows of it; GraphError for a licence that is neither an IRI nor one of SPDX's names."""
    return About(
        str(manifest["graph"]).partition("-")[0], str(manifest.get("version", "")), str(manifest.get("code", "")),
        str(manifest.get("extraction", "")), str(manifest.get("lexicon", "")),
        float(manifest.get("settings", {}).get("minConfidence", 0)), _files(manifest.get("inputs", ())),
        _files(manifest.get("curation", ())), part, part_key, licence_iri(licence), issued)


def licence_iri(licence: str) -> str:
    """The IRI of a licence that is given as such or by its name at SPDX; without one, that nothing is claimed.

    >>> licence_iri("CC-BY-4.0"), licence_iri("https://example.org/terms")
    ('http://spdx.org/licenses/CC-BY-4.0', 'https://example.org/terms')
    """
    address = licence if ":" in licence else SPDX + licence if licence else NO_LICENCE
    try:
        return NamedNode(address).value
    except ValueError as error:
        raise GraphError(f"{licence!r} is no licence: give its address, or its name at spdx.org/licenses") from error


class Counts:
    """How many subjects and triples went by, of which classes and properties, and from which sources."""

    def __init__(self) -> None:
        self.subjects = 0
        self.classes: Counter[NamedNode] = Counter()
        self.properties: Counter[NamedNode] = Counter()
        self.sources: set[str] = set()

    def over(self, described: Iterable[Description]) -> Iterator[Description]:
        """The same, counted on the way."""
        for description in described:
            pairs = description[1]
            self.subjects += 1
            self.properties.update([predicate for predicate, _ in pairs])
            for predicate, value in pairs:
                if predicate == terms.TYPE:
                    self.classes[value] += 1  # type: ignore[index]  # no class is a text
                elif predicate == _SOURCE:
                    self.sources.update(value.value.split("; "))
            yield description


def with_description(described: Iterable[Description], about: About | None, base: str = BASE) -> Iterator[Description]:
    """A graph, and behind it what it says of itself; the graph alone where nothing is known about it."""
    if about is None:
        yield from described
        return
    counts = Counts()
    yield from counts.over(described)
    yield from description(about, counts, base)


def description_quads(
    nodes: Iterable[Node], edges: Iterable[Edge], about: About, base: str = BASE
) -> Iterator[Quad]:
    """What a graph says of itself, alone; all of it is gone through for the counts."""
    counts = Counts()
    deque(counts.over(descriptions(nodes, edges, base)), maxlen=0)
    return quads_of(description(about, counts, base))


def description(about: About, counts: Counts, base: str = BASE) -> Iterator[Description]:
    """What a graph says of itself when all of it has been counted."""
    address = about.address(base)
    yield NamedNode(description_address(about, base)), [
        (terms.TYPE, term("void:DatasetDescription")), (term("foaf:primaryTopic"), NamedNode(address))]
    yield NamedNode(address), [*_dataset(about, counts, base), *_numbers(counts), *_partition_links(address, counts)]
    yield from _partitions(address, counts)
    if about.part_key:
        yield NamedNode(about.whole(base)), [
            (terms.TYPE, term("void:Dataset")), (terms.TYPE, term("prov:Entity")), *_made(about, base)]
    yield from _making(about, counts, base)


def description_address(about: About, base: str = BASE) -> str:
    """The IRI of the description, and of the graph that holds it where a format has named graphs."""
    return f"{about.address(base)}-description"


def _dataset(about: About, counts: Counts, base: str) -> Iterator[Pair]:
    for name in ("void:Dataset", "dcat:Dataset", "prov:Entity"):
        yield terms.TYPE, term(name)
    papers = counts.classes[term("kg:Paper")]
    title = f"Knowledge graph of {papers:,} paper{'' if papers == 1 else 's'}"
    yield terms.TITLE, _text(title)
    yield term("dcterms:description"), _text(f"{SUMMARY}{f'; a part: {about.part}' if about.part else ''}.")
    yield term("dcterms:license"), NamedNode(about.licence)
    yield term("dcterms:rights"), _text(RIGHTS)
    if about.issued:
        yield terms.ISSUED, Literal(about.issued, datatype=term("xsd:date"))
    yield term("dcat:version"), _text(about.address().rpartition("/")[2])
    yield term("dcat:keyword"), _text("machine learning")
    yield term("dcterms:conformsTo"), NamedNode(ONTOLOGY.rstrip("#"))
    yield term("void:uriSpace"), _text(base)
    for namespace in sorted({_split(name)[0] for name in (*counts.classes, *counts.properties)}):
        yield term("void:vocabulary"), NamedNode(namespace)
    for digest in sorted({digest for _, digest in _used(about, counts)}):
        yield term("dcterms:source"), NamedNode(_file_address(digest, base))
    if about.part_key:
        yield term("dcterms:isPartOf"), NamedNode(about.whole(base))
        yield term("prov:wasDerivedFrom"), NamedNode(about.whole(base))
    else:
        yield from _made(about, base)


def _numbers(counts: Counts) -> Iterator[Pair]:
    statements = counts.classes[terms.STATEMENT]
    for name, number in (
        ("triples", counts.properties.total()), ("entities", counts.subjects - statements),
        ("distinctSubjects", counts.subjects), ("classes", len(counts.classes)), ("properties", len(counts.properties)),
    ):
        yield term(f"void:{name}"), _number(number)


def _partition_links(address: str, counts: Counts) -> Iterator[Pair]:
    for kind, counted in (("class", counts.classes), ("property", counts.properties)):
        for name in sorted(counted, key=str):
            yield term(f"void:{kind}Partition"), _partition_name(address, kind, name)


def _partitions(address: str, counts: Counts) -> Iterator[Description]:
    for kind, counted, unit in (("class", counts.classes, "entities"), ("property", counts.properties, "triples")):
        for name in sorted(counted, key=str):
            yield _partition_name(address, kind, name), [
                (terms.TYPE, term("void:Dataset")), (term(f"void:{kind}"), name),
                (term(f"void:{unit}"), _number(counted[name]))]


def _partition_name(address: str, kind: str, name: NamedNode) -> NamedNode:
    namespace, local = _split(name)
    return NamedNode(f"{address}-{kind}-{_PREFIX_OF[namespace]}-{local}")


def _made(about: About, base: str) -> Iterator[Pair]:
    yield term("prov:wasGeneratedBy"), NamedNode(f"{about.whole(base)}-build")


def _making(about: About, counts: Counts, base: str) -> Iterator[Description]:
    """The build, the files that it used, and the program that it was."""
    program = NamedNode(f"{SOFTWARE}{_short_digest(f'{about.version} {about.code}')}")
    files: dict[str, list[str]] = {}
    for name, digest in (*_used(about, counts), *about.curation):
        files.setdefault(digest, []).append(name)
    label, words = _how(about)
    yield NamedNode(f"{about.whole(base)}-build"), [
        (terms.TYPE, term("prov:Activity")), (terms.LABEL, _text(label)), (term("dcterms:description"), _text(words)),
        (term("prov:wasAssociatedWith"), program),
        *((term("prov:used"), NamedNode(_file_address(digest, base))) for digest in sorted(files))]
    for digest, names in sorted(files.items()):
        yield NamedNode(_file_address(digest, base)), [
            (terms.TYPE, term("prov:Entity")), *((terms.TITLE, _text(name)) for name in sorted(set(names))),
            (term("dcterms:identifier"), _text(f"sha256:{digest}"))]
    yield program, [
        (terms.TYPE, term("prov:SoftwareAgent")), (terms.TYPE, term("schema:SoftwareApplication")),
        (term("schema:name"), _text("paperkg")), (term("schema:softwareVersion"), _text(about.version or "unknown")),
        (term("dcterms:identifier"), _text(f"code:{about.code or 'unknown'}"))]


def _how(about: About) -> tuple[str, str]:
    """What made the graph, and how; a graph that was read back knows nothing of its extraction."""
    if not about.extraction:
        return "kg import", "Nodes and edges were taken from a file that kg had exported."
    return "kg build", (
        "Names, claims and numbers were found in titles and abstracts by rules and small trained models, linked over "
        f"all papers, and kept where confidence was at least {about.min_confidence:g} (extraction {about.extraction}, "
        f"lexicon {about.lexicon}).")


def _used(about: About, counts: Counts) -> list[tuple[str, str]]:
    """The inputs from which papers of the graph come: those of papers that were removed do not count."""
    return [(name, digest) for name, digest in about.inputs if clean(name) in counts.sources]


def _files(given: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    return tuple((str(one["name"]), str(one["sha256"])) for one in given)


def _file_address(digest: str, base: str) -> str:
    return f"{base}source/{digest}"


def _short_digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()


def _split(name: NamedNode) -> tuple[str, str]:
    """The namespace and the local name of a term."""
    address = name.value
    at = max(address.rfind("#"), address.rfind("/")) + 1
    return address[:at], address[at:]


def _text(text: str) -> Literal:
    return Literal(clean(text))


def _number(number: int) -> Literal:
    return Literal(str(number), datatype=terms.INTEGER)
