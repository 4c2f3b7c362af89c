"""The terms that a graph uses in RDF, ours and those of other vocabularies."""

from collections.abc import Mapping
from functools import lru_cache

from pyoxigraph import NamedNode

from kg.schema import NODE_TYPES, PREFIXES, RELATIONS


@lru_cache
def term(name: str) -> NamedNode:
    """The vocabulary term of a prefixed name.

    >>> term("skos:prefLabel").value
    'http://www.w3.org/2004/02/skos/core#prefLabel'
    """
    prefix, _, local = name.partition(":")
    return NamedNode(PREFIXES[prefix] + local)


# node type -> the classes of other vocabularies that a plain query may ask for; our own class comes first
OTHER_CLASSES: Mapping[str, tuple[str, ...]] = {
    "Paper": ("schema:ScholarlyArticle",), "Method": ("mls:Algorithm", "skos:Concept"),
    "Benchmark": ("mls:Dataset", "dcat:Dataset"), "Model": ("mls:Model",), "ModelFamily": ("skos:Concept",),
    "Task": ("skos:Concept",), "Metric": ("mls:EvaluationMeasure",), "Result": ("mls:ModelEvaluation",),
    "Author": ("foaf:Person",), "Venue": ("bibo:Conference",), "Repository": ("schema:SoftwareSourceCode",),
}
# attribute -> its property; one that is not named here is a property of our own of the same name
PROPERTIES: Mapping[str, str] = {
    "abstract": "dcterms:abstract", "url": "schema:url", "doi": "bibo:doi", "arxiv": "fabio:hasArXivId",
    "identifiers": "dcterms:identifier", "value": "kg:printedValue", "low": "kg:printedLow",
}
# attribute -> the property of the number that the printed text stands for
NUMBERS: Mapping[str, str] = {"value": "mls:hasValue", "low": "kg:lowValue"}
# relation -> the well-known property that says the same
ALSO: Mapping[str, str] = {
    "hasAuthor": "dcterms:creator", "broader": "skos:broader", "hasCode": "schema:codeRepository",
}

TYPE, PREF_LABEL, LABEL = term("rdf:type"), term("skos:prefLabel"), term("rdfs:label")
ALT_LABEL, ALIAS_ORDER, IDENTIFIER_ORDER = term("skos:altLabel"), term("kg:aliasOrder"), term("kg:identifierOrder")
TITLE, ISSUED = term("dcterms:title"), term("dcterms:issued")
STATEMENT, SUBJECT, PREDICATE, OBJECT = (term(f"rdf:{n}") for n in ("Statement", "subject", "predicate", "object"))
PAPER, QUOTE, START, END = term("prov:wasDerivedFrom"), term("oa:exact"), term("oa:start"), term("oa:end")
MENTION_START, MENTION_END = term("kg:mentionStart"), term("kg:mentionEnd")
CONFIDENCE, STEP = term("kg:confidence"), term("kg:step")
INTEGER, DECIMAL, DOUBLE, BOOLEAN, YEAR = (
    term(f"xsd:{n}") for n in ("integer", "decimal", "double", "boolean", "gYear"))

RELATION_TERMS = {name: term(f"kg:{name}") for name in RELATIONS}
RELATION_OF = {node.value: name for name, node in RELATION_TERMS.items()}
TYPE_OF = {term(f"kg:{name}").value: name for name in NODE_TYPES}
