"""The whole graph as the page's script reads it: columns of numbers and texts, small when compressed."""

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from typing import Any

from kg.model import Attribute, Edge, Node
from kg.schema import DERIVED, ENTITY_TYPES, NODE_TYPES, RELATIONS

COMPRESS_OVER_BYTES = 400_000


def embedded_graph(nodes: Sequence[Node], edges: Sequence[Edge], size: Mapping[str, float]) -> dict[str, Any]:
    """Nodes and edges as columns; ends of edges are places in the columns of nodes, spans count UTF-16 units.

    A quote is kept only where the paper's text does not hold it at the edge's span. An edge with an end that is
    no node is left out and counted in `dangling`.
    """
    place = {node.id: number for number, node in enumerate(nodes)}
    texts = {node.id: paper_text(node) for node in nodes if node.type == "Paper"}
    whole = [edge for edge in edges if edge.subject in place and edge.object in place]
    return {
        "types": NODE_TYPES, "entityTypes": ENTITY_TYPES, "relations": tuple(RELATIONS), "derived": DERIVED,
        "nodes": _node_columns(nodes, size),
        "edges": _edge_columns(whole, place, texts),
        "dangling": len(edges) - len(whole),
    }


def paper_text(paper: Node) -> str:
    """The text that offsets of a paper's edges count into: its title, where it has its own, and its abstract."""
    abstract = str(paper.attributes.get("abstract", ""))
    return abstract if paper.attributes.get("titleDerived") or not abstract else f"{paper.label}\n\n{abstract}"


def paper_of(edge: Edge, place: Mapping[str, int]) -> str:
    """The id of the paper node that makes the claim, or nothing where no paper of the graph does."""
    for candidate in (edge.paper, f"paper/{edge.paper}", edge.subject):
        if candidate.startswith("paper/") and candidate in place:
            return candidate
    return ""


def script_json(value: object) -> str:
    """JSON that can stand in a script element whatever its texts say: ASCII, with `<`, `>` and `&` escaped.

    >>> script_json({"title": "</script>"})
    '{"title":"\\\\u003c/script\\\\u003e"}'
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def packed(value: object) -> str:
    """The JSON of a value for a script element; a long one is compressed, as `{"gzip": base64}`."""
    text = script_json(value)
    if len(text) <= COMPRESS_OVER_BYTES:
        return text
    small = gzip.compress(text.encode("ascii"), compresslevel=6, mtime=0)
    return script_json({"gzip": base64.b64encode(small).decode("ascii")})


def _node_columns(nodes: Sequence[Node], size: Mapping[str, float]) -> dict[str, Any]:
    return {
        "id": [node.id for node in nodes],
        "type": [NODE_TYPES.index(node.type) for node in nodes],
        "label": [node.label for node in nodes],
        "aliases": [node.aliases for node in nodes],
        "size": [size[node.id] for node in nodes],
        "attributes": [_plain_attributes(node.attributes) for node in nodes],
    }


def _plain_attributes(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    return {name: attributes[name] for name in sorted(attributes) if attributes[name] not in ("", (), None)}


def _edge_columns(edges: Sequence[Edge], place: Mapping[str, int], texts: Mapping[str, str]) -> dict[str, Any]:
    relation_number = {name: number for number, name in enumerate(RELATIONS)}
    steps = sorted({edge.by for edge in edges})
    step_number = {name: number for number, name in enumerate(steps)}
    papers = [paper_of(edge, place) for edge in edges]
    held = [_holds_quote(texts.get(paper, ""), edge) for paper, edge in zip(papers, edges, strict=True)]
    wide = {paper for paper, text in texts.items() if not text.isascii() and max(text) > "\uffff"}
    spans = [
        _spans(texts.get(paper, ""), edge, 0, paper in wide) if fits else _spans(edge.evidence, edge, edge.start, True)
        for paper, edge, fits in zip(papers, edges, held, strict=True)
    ]
    return {
        "subject": [place[edge.subject] for edge in edges],
        "relation": [relation_number[edge.relation] for edge in edges],
        "object": [place[edge.object] for edge in edges],
        "paper": [place.get(paper, -1) for paper in papers],
        **{name: [span[number] for span in spans] for number, name in enumerate(
            ("start", "end", "mentionStart", "mentionEnd"))},
        "score": [round(edge.score, 3) for edge in edges],
        "step": [step_number[edge.by] for edge in edges],
        "steps": steps,
        "quotes": {str(number): edge.evidence for number, edge in enumerate(edges) if edge.evidence and not held[number]},
    }


def _holds_quote(text: str, edge: Edge) -> bool:
    return not edge.evidence or text[edge.start:edge.end] == edge.evidence


def _spans(text: str, edge: Edge, origin: int, wide: bool) -> tuple[int, ...]:
    """Sentence and mention of an edge, counted from `origin`; `wide` texts may hold what takes two UTF-16 units."""
    return (*_span(text, edge.start - origin, edge.end - origin, wide),
            *_span(text, edge.mention_start - origin, edge.mention_end - origin, wide))


def _span(text: str, start: int, end: int, wide: bool) -> tuple[int, int]:
    """The span in the units of a browser's strings; (0, 0) where it leaves the text."""
    if not 0 <= start < end <= len(text):
        return 0, 0
    return (_utf16_length(text[:start]), _utf16_length(text[:end])) if wide else (start, end)


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
