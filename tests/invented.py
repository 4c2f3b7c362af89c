"""Invented papers in a tiny language, and a step that understands it: linking and building under test, without models.

A sentence is a verb, a type, a name, and what it is spelled out as:
`Introduces Method FOO (first order optimization). Evaluates Benchmark MATH-500. Reports 29.44% win rate on MATH-500.`
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from kg.lexicon import Entry, Lexicon
from kg.model import Document, Entity, Link, Mention, Paper, Relation, Result

VERBS = {"Introduces": "introduces", "Uses": "uses", "Compares": "comparesWith", "Outperforms": "comparesWith",
         "Evaluates": "evaluatesOn", "Trains": "trainsOn", "Runs": "usesModel", "Solves": "addresses",
         "Measures": "measures"}
SENTENCE = re.compile(
    r"(?P<verb>\w+) (?P<type>\w+) (?P<name>[^.()<>]+?(?:\.\d[^.()<>]*?)?)(?: \((?P<long>[^()]+)\))?"
    r"(?: < (?P<wider>[\w-]+))?\.(?=\s|$)")
REPORT = re.compile(r"Reports (?P<value>[\d.]+)% (?P<metric>[\w ]+) on (?P<benchmark>[\w-]+)(?: by (?P<method>[\w-]+))?"
                    r"(?: gained over (?P<baseline>[\w-]+))?\.(?=\s|$)")
FAMILIES = ("Llama", "Qwen")

LEXICON = Lexicon([
    Entry("Method", "GRPO", ("Group Relative Policy Optimization",), ("Reinforcement learning",)),
    Entry("Method", "PPO", ("Proximal Policy Optimization",), ("Reinforcement learning",)),
    Entry("Method", "PID controller", ("PID", "proportional integral derivative controller")),
    Entry("Method", "Mixture-of-Experts", ("MoE", "mixture of experts")),
    Entry("Method", "Reinforcement learning", ("RL",), ("Machine learning",)),
    Entry("Benchmark", "MATH"),
    Entry("Benchmark", "MATH-500", (), ("MATH",)),
    Entry("ModelFamily", "Llama"),
    Entry("Task", "Mathematical reasoning", ("math reasoning",), ("Reasoning",)),
])


def paper(abstract: str, id: str = "p", title: str = "", **fields: object) -> Paper:
    """A paper whose source gave it an id."""
    return Paper(id, title, abstract, identifiers=(f"source:{id}",), **fields)  # type: ignore[arg-type]


def document(abstract: str, id: str = "p", title: str = "", **fields: object) -> Document:
    """A paper and what its sentences say."""
    return found(paper(abstract, id, title, **fields))


def documents(*abstracts: str) -> list[Document]:
    """A document for each abstract, with ids p0, p1 and so on."""
    return [document(abstract, f"p{number}") for number, abstract in enumerate(abstracts)]


def extract(papers: Iterable[Paper], lexicon: Lexicon) -> Iterator[Document]:
    """What `kg.extract.extract` is, for the tiny language."""
    return map(found, papers)


def fingerprint(lexicon: Lexicon) -> str:
    """What `kg.extract.fingerprint` is, for the tiny language."""
    return f"invented {lexicon.digest}"


def found(paper: Paper) -> Document:
    """What the sentences of a paper say."""
    mentions: list[Mention] = []
    links: list[Link] = []
    relations: list[Relation] = []
    for match in SENTENCE.finditer(paper.text):
        if match["verb"] in VERBS:
            entity, named = _entity(match, paper.text)
            mentions += named
            links += [Link(mention, entity, 0.9, "invented") for mention in named]
            by = "invented:outperforms" if match["verb"] == "Outperforms" else "invented"
            relations.append(Relation(None, VERBS[match["verb"]], entity, named[0], *match.span(), 0.9, by))
    return Document(paper, tuple(mentions), tuple(links), tuple(relations), tuple(_results(paper.text)))


def _entity(match: re.Match[str], text: str) -> tuple[Entity, Sequence[Mention]]:
    spans = [match.span("name")] + ([match.span("long")] if match["long"] else [])
    named = [Mention(*span, match["type"], text[slice(*span)], 0.9, "invented") for span in spans]
    family = next((name for name in FAMILIES if match["name"].startswith(name)), "") if "Model" in match["type"] else ""
    return Entity(match["type"], match["name"], (match["long"],) if match["long"] else (),
                  (match["wider"],) if match["wider"] else (), family), named


def _results(text: str) -> Iterator[Result]:
    for match in REPORT.finditer(text):
        yield Result(Decimal(match["value"]), "%", "gain" if match["baseline"] else "absolute", *match.span("value"),
                     *match.span(), metric=match["metric"], benchmark=match["benchmark"], method=match["method"],
                     baseline=match["baseline"], score=0.8, by="invented")
