"""Likely duplicates of a graph, and the curation lines that would merge them."""

import json
from collections import Counter
from collections.abc import Sequence

import yaml

from kg.corpus import FILE_NAME, Corpus
from kg.link import replayed
from kg.link.apart import Apart, kept_apart
from kg.link.likely import Likely, likely_pairs
from kg.model import Node
from kg.store import KnowledgeGraph


def merge_candidates(graph: KnowledgeGraph) -> list[Likely]:
    """Pairs of nodes that may be one thing, likeliest first; none that the shipped table or curation keeps apart."""
    return likely_pairs(graph.nodes(), graph.edges(), apart_in(graph))


def apart_in(graph: KnowledgeGraph) -> Apart:
    """The names that a graph keeps apart: those of the shipped table and of its own curation."""
    if not (graph.path / FILE_NAME).exists():
        return kept_apart()
    with Corpus.open(graph.path / FILE_NAME) as corpus:
        files = json.loads(corpus.settings().get("curation", "[]"))
    return replayed([(name, text) for name, text in files]).apart


def curation_lines(graph: KnowledgeGraph, pairs: Sequence[Likely]) -> str:
    """Pairs as entries of a curation file: each a merge into the first, with the evidence as its reason."""
    shared = Counter((node.type, node.label) for node in graph.nodes())
    lines = [{"merge": [_name(node, shared) for node in (pair.one, pair.other)], "reason": "; ".join(pair.evidence)}
             for pair in pairs]
    text: str = yaml.safe_dump(lines, allow_unicode=True, sort_keys=False, width=1000) if lines else ""
    return text


def _name(node: Node, shared: Counter[tuple[str, str]]) -> str:
    """How a curation line names a node: by type and label, by id where that is not clear."""
    return f"{node.type}: {node.label}" if shared[node.type, node.label] == 1 else node.id
