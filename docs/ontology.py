"""Writes docs/ontology.md from the ontology and the shapes that are shipped: python docs/ontology.py."""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rdflib import OWL, RDF, RDFS, SH, SKOS, BNode, Graph, Literal, URIRef
from rdflib.term import Node

ROOT = Path(__file__).parent.parent
DATA, PAGE = ROOT / "kg" / "data", ROOT / "docs" / "ontology.md"
SECTION = re.compile(r"^# --- (.*?) -*$", re.MULTILINE)
ABOVE, NEAR = (RDFS.subClassOf, RDFS.subPropertyOf), (SKOS.closeMatch, SKOS.relatedMatch)
INTRODUCTION = """# The ontology

How a graph looks in RDF. This page is made from `kg/data/ontology.ttl` and `kg/data/shapes.ttl`, which `kg ontology`
and `kg ontology --shapes` print.

{description}

Each thing has an address such as `https://w3id.org/paperkg/id/method/grpo`: its type, then its name, percent-encoded.
`--base` puts another beginning before them. A claim is a plain triple, so that a query is short, and an `rdf:Statement`
with the paper, its words and their place, for whoever asks why:

```turtle
paper:1234 kg:uses method:grpo .
statement:15ba77313985c90755af a rdf:Statement ;
    rdf:subject paper:1234 ; rdf:predicate kg:uses ; rdf:object method:grpo ;
    prov:wasDerivedFrom paper:1234 ;
    oa:exact "We train it with GRPO." ; oa:start 310 ; oa:end 332 ;
    kg:mentionStart 327 ; kg:mentionEnd 331 ;
    kg:confidence 0.97 ; kg:step "classifier" .
```

A statement's address depends on all of it but the quote and the confidence; where `--quote-characters` shortens a
quote, its place is another, and so is the address.
"""


def page() -> str:
    """The page, as it is to be."""
    text = (DATA / "ontology.ttl").read_text("utf-8")
    ontology = Graph().parse(data=text, format="turtle")
    about = next(ontology.subjects(RDF.type, OWL.Ontology))
    parts = [INTRODUCTION.format(description=ontology.value(about, URIRef("http://purl.org/dc/terms/description")))]
    parts.append(table("prefix namespace", sorted((f"`{name}:`", f"`{space}`") for name, space in named(text).items())))
    _, *rest = SECTION.split(text)
    for title, body in zip(rest[::2], rest[1::2], strict=True):
        subjects = [ontology.namespace_manager.expand_curie(name) for name in re.findall(r"^(\w+:\w+) ", body, re.M)]
        parts.append(f"## {title[0].upper()}{title[1:]}\n")
        parts.append(section(ontology, subjects))
    return "\n".join([*parts, *shapes(Graph().parse(DATA / "shapes.ttl"))])


def named(text: str) -> dict[str, str]:
    return dict(re.findall(r"^@prefix (\w+): <(.*)> \.$", text, re.MULTILINE))


def section(graph: Graph, subjects: list[URIRef]) -> str:
    """The table of one kind of terms."""
    if (subjects[0], RDF.type, None) not in graph:
        return table("term used", ((code(graph, one), str(graph.value(one, SKOS.scopeNote))) for one in subjects))
    if (subjects[0], RDF.type, OWL.Class) in graph:
        return table("class is within near",
                     ((code(graph, one), meaning(graph, one), listed(graph, one, ABOVE), listed(graph, one, NEAR))
                      for one in subjects))
    return table("property from to is within near",
                 ((code(graph, one), ends(graph, one, RDFS.domain), ends(graph, one, RDFS.range), meaning(graph, one),
                   listed(graph, one, ABOVE), near(graph, one)) for one in subjects))


def meaning(graph: Graph, subject: Node) -> str:
    return " ".join(str(value) for name in (SKOS.definition, SKOS.scopeNote) for value in graph.objects(subject, name))


def near(graph: Graph, subject: Node) -> str:
    inverse = [f"the other way round {code(graph, one)}" for one in graph.objects(subject, OWL.inverseOf)]
    return ", ".join(filter(None, [listed(graph, subject, NEAR), *inverse]))


def listed(graph: Graph, subject: Node, properties: Iterable[URIRef]) -> str:
    found = sorted(code(graph, value) for name in properties for value in graph.objects(subject, name))
    return ", ".join(found)


def ends(graph: Graph, subject: Node, end: URIRef) -> str:
    value = graph.value(subject, end)
    union = graph.value(value, OWL.unionOf) if isinstance(value, BNode) else None
    if value is None:
        return ""
    return ", ".join(code(graph, one) for one in (graph.items(union) if union else [value]))


def code(graph: Graph, term: Node | None) -> str:
    assert isinstance(term, URIRef | Literal)
    return f"`{term.n3(graph.namespace_manager)}`"


def shapes(graph: Graph) -> Iterator[str]:
    """The section of the shapes: a table a node shape."""
    yield "## Shapes\n\nWhat a graph must hold to, in SHACL, for any tool that checks it.\n"
    for shape in sorted(graph.subjects(RDF.type, SH.NodeShape), key=str):
        of = graph.value(shape, SH.targetClass) or graph.value(shape, SH.targetSubjectsOf)
        kind = "every" if (shape, SH.targetClass, None) in graph else "what has a"
        rules = sorted(rule(graph, one) for one in graph.objects(shape, SH.property))
        yield f"**{str(shape).rpartition('#')[2]}**, {kind} {code(graph, of)}:\n"
        yield table("property number value", rules)


def rule(graph: Graph, constraint: Node) -> tuple[str, str, str]:
    path = graph.value(constraint, SH.path)
    inverse = graph.value(path, SH.inversePath)
    name = f"the other way round {code(graph, inverse)}" if inverse else code(graph, path)
    least, most = (graph.value(constraint, end) for end in (SH.minCount, SH.maxCount))
    return name, span(least, most), "; ".join(demands(graph, constraint))


def span(least: Node | None, most: Node | None) -> str:
    if most is None:
        return f"{least} or more" if least else "any"
    return str(most) if least == most else f"{least or 0} to {most}"


def demands(graph: Graph, constraint: Node) -> Iterator[str]:
    for name, words in (
        (SH["class"], "a {}"), (SH.datatype, "{}"), (SH.nodeKind, "{}"), (SH.minInclusive, "at least {}"),
        (SH.maxInclusive, "at most {}"), (SH.lessThan, "less than {}"), (SH.lessThanOrEquals, "not more than {}"),
    ):
        for value in graph.objects(constraint, name):
            yield words.format(str(value) if isinstance(value, Literal) else code(graph, value))
    for head in graph.objects(constraint, SH["or"]):
        yield "a " + " or ".join(code(graph, graph.value(one, SH["class"])) for one in graph.items(head))
    for head in graph.objects(constraint, SH["in"]):
        yield "one of " + ", ".join(code(graph, one) for one in graph.items(head))


def table(heads: str, rows: Iterable[tuple[str, ...]]) -> str:
    """A table in Markdown, columns without any value left out."""
    kept = list(rows)
    filled = [number for number, _ in enumerate(heads.split()) if any(row[number] for row in kept)]
    lines = [heads.split(), ["---"] * len(heads.split()), *([cell.replace("|", r"\|") for cell in row] for row in kept)]
    return "".join("| " + " | ".join(line[number] for number in filled) + " |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(PAGE, file=sys.stderr)
