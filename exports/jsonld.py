"""RDF as JSON-LD 1.1 with its context in the file, so that no reader has to fetch one."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, NamedNode

from exports.writing import replacing_text
from kg.description import About, with_description
from kg.model import Edge, Node
from kg.rdf import Description, Pair, descriptions
from kg.schema import BASE, PREFIXES, RELATIONS

RDF_TYPE = PREFIXES["rdf"] + "type"
STRING = PREFIXES["xsd"] + "string"
# property -> what its values are, where they are not plain texts; a value of another type says so itself
VALUE_TYPES = {
    **{f"kg:{name}": "@id" for name in RELATIONS},
    "dcterms:creator": "@id", "skos:broader": "@id", "schema:codeRepository": "@id",
    "rdf:subject": "@id", "rdf:predicate": "@id", "rdf:object": "@id", "prov:wasDerivedFrom": "@id",
    "kg:year": "xsd:integer", "dcterms:issued": "xsd:gYear", "kg:titleDerived": "xsd:boolean",
    "oa:start": "xsd:integer", "oa:end": "xsd:integer",
    "kg:mentionStart": "xsd:integer", "kg:mentionEnd": "xsd:integer",
    "kg:confidence": "xsd:decimal", "mls:hasValue": "xsd:decimal", "kg:lowValue": "xsd:decimal",
}
CONTEXT = {**PREFIXES, **{name: {"@id": name, "@type": kind} for name, kind in VALUE_TYPES.items()}}


def write_jsonld(nodes: Sequence[Node], edges: Sequence[Edge], path: Path, base: str = BASE,
                 evidence: bool = True, about: About | None = None) -> None:
    """Writes the graph as JSON-LD, one thing a line; without `evidence` the plain triples alone.

    What is known `about` the graph is described behind it.
    """
    things = with_description(descriptions(nodes, edges, base, evidence), about, base)
    with replacing_text(path) as file:
        file.write(f'{{"@context": {json.dumps(CONTEXT)},\n"@graph": [')
        for number, thing in enumerate(things):
            file.write(",\n" if number else "\n")
            file.write(_encode(_object(thing)))
        file.write("\n]}\n")


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _object(described: Description) -> dict[str, Any]:
    """One thing as a JSON object: a property with one value has it as it is, with several a list."""
    subject, pairs = described
    thing: dict[str, Any] = {"@id": subject.value}
    for name, value in _properties(pairs):
        if name not in thing:
            thing[name] = value
        elif isinstance(thing[name], list):
            thing[name].append(value)
        else:
            thing[name] = [thing[name], value]
    return thing


def _properties(pairs: Iterable[Pair]) -> Iterator[tuple[str, Any]]:
    for predicate, value in pairs:
        if predicate.value == RDF_TYPE:
            yield "@type", _value(value, "@id")
        else:
            name = _short(predicate.value)
            yield name, _value(value, VALUE_TYPES.get(name))


def _value(value: Any, expected: str | None) -> Any:
    if isinstance(value, NamedNode):
        return _short(value.value) if expected == "@id" else {"@id": _short(value.value)}
    assert isinstance(value, Literal)
    if value.datatype.value == STRING:
        return value.value  # no property of plain texts is in VALUE_TYPES
    kind = _short(value.datatype.value)
    return value.value if kind == expected else {"@value": value.value, "@type": kind}


@lru_cache(1 << 16)
def _short(address: str) -> str:
    """An IRI of the vocabularies by its prefix; any other as it is."""
    for prefix, namespace in PREFIXES.items():
        if address.startswith(namespace):
            return f"{prefix}:{address[len(namespace):]}"
    return address
