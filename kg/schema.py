"""Node types, relations and which may join which; prefixes and the one place where ids become IRIs."""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import quote

NODE_TYPES = (
    "Paper", "Method", "Benchmark", "Model", "ModelFamily", "Task", "Metric", "Result",
    "Author", "Venue", "Repository",
)
ENTITY_TYPES = ("Method", "Benchmark", "Model", "ModelFamily", "Task", "Metric")

# relation -> (types that may stand before it, types that may stand behind it)
RELATIONS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = MappingProxyType({
    name: (frozenset(subjects.split()), frozenset(objects.split()))
    for name, subjects, objects in (
        ("introduces", "Paper", "Method Benchmark Model ModelFamily"),
        ("uses", "Paper", "Method"),
        ("comparesWith", "Paper", "Method Benchmark Model ModelFamily"),
        ("evaluatesOn", "Paper", "Benchmark"),
        ("trainsOn", "Paper", "Benchmark"),
        ("usesModel", "Paper", "Model ModelFamily"),
        ("addresses", "Paper", "Task"),
        ("measures", "Paper", "Metric"),
        ("reports", "Paper", "Result"),
        ("ofMethod", "Result", "Method Model ModelFamily"),
        ("withModel", "Result", "Model ModelFamily"),
        ("onBenchmark", "Result", "Benchmark"),
        ("inMetric", "Result", "Metric"),
        ("relativeTo", "Result", "Method Model ModelFamily"),
        ("hasCode", "Paper", "Repository"),
        ("publishedIn", "Paper", "Venue"),
        ("hasAuthor", "Paper", "Author"),
        ("variantOf", "Method", "Method"),
        ("memberOf", "Model", "ModelFamily"),
        ("partOf", "Benchmark", "Benchmark"),
        ("broader", "Method Task", "Method Task"),
        ("evaluatedOn", "Method Model", "Benchmark"),
        ("appliedTo", "Method", "Model ModelFamily"),
        ("usedFor", "Method Model", "Task"),
        ("buildsOn", "Method Model", "Method"),
        ("comparedWith", "Method Model", "Method Model ModelFamily"),
        ("outperforms", "Method Model", "Method Model ModelFamily"),
    )
})

# Relations that follow from what several papers say; never extracted from one sentence.
DERIVED = ("evaluatedOn", "appliedTo", "usedFor", "buildsOn", "comparedWith", "outperforms")

# node type -> attribute -> the Python type of its value (tuple: several texts)
ATTRIBUTES: Mapping[str, Mapping[str, type]] = MappingProxyType({
    "Paper": {"abstract": str, "year": int, "venue": str, "url": str, "doi": str, "arxiv": str,
              "titleDerived": bool, "identifiers": tuple, "source": str},
    "Method": {}, "Benchmark": {}, "Task": {}, "Metric": {}, "Author": {}, "Venue": {},
    "Model": {"version": str, "size": str, "tuning": str},
    "ModelFamily": {},
    "Result": {"value": str, "low": str, "unit": str, "kind": str, "hedge": str},
    "Repository": {"url": str},
})

RESULT_KINDS = ("absolute", "gain", "reduction", "speedup", "correlation")

ONTOLOGY = "https://w3id.org/paperkg/ontology#"
BASE = "https://w3id.org/paperkg/id/"

PREFIXES: Mapping[str, str] = MappingProxyType({
    "kg": ONTOLOGY,
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dcterms": "http://purl.org/dc/terms/",
    "bibo": "http://purl.org/ontology/bibo/",
    "fabio": "http://purl.org/spar/fabio/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "schema": "https://schema.org/",
    "mls": "http://www.w3.org/ns/mls#",
    "dcat": "http://www.w3.org/ns/dcat#",
    "prov": "http://www.w3.org/ns/prov#",
    "oa": "http://www.w3.org/ns/oa#",
    "void": "http://rdfs.org/ns/void#",
})


def slug(label: str) -> str:
    """The part of a node id that stands for a label: lower case, words joined by hyphens, `+ * . /` kept apart.

    Letters and digits of every script stay; what would make two names one (`C` and `C++`, `Q` and `Q*`)
    stays as itself and is percent-encoded when it becomes an IRI.

    >>> slug("Direct Preference Optimization"), slug("C++"), slug("Q*"), slug("GPT-4o")
    ('direct-preference-optimization', 'c++', 'q*', 'gpt-4o')
    """
    text = unicodedata.normalize("NFKC", label).casefold()
    return re.sub(r"[^\w+*./]+", "-", text).replace("_", "-").strip("-")


def node_id(node_type: str, label: str) -> str:
    """The id of the node of a type and label, such as `method/direct-preference-optimization`.

    >>> node_id("ModelFamily", "Llama")
    'modelfamily/llama'
    """
    return f"{node_type.lower()}/{slug(label)}"


def iri(local_id: str, base: str = BASE) -> str:
    """The absolute IRI of a node id: the type's segment, then the rest percent-encoded.

    >>> iri("method/q*"), iri("paper/10.1145/3292500")
    ('https://w3id.org/paperkg/id/method/q%2A', 'https://w3id.org/paperkg/id/paper/10.1145%2F3292500')
    """
    kind, _, rest = local_id.partition("/")
    return f"{base}{quote(kind, safe='')}/{quote(rest, safe='-._~')}"
