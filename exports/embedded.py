"""The whole graph as the page's script reads it: columns of numbers and texts, which `exports.packing` makes small."""

from collections.abc import Mapping, Sequence
from typing import Any

from kg.model import Attribute, Edge, Node
from kg.schema import DERIVED, ENTITY_TYPES, NODE_TYPES, RELATIONS


def embedded_graph(nodes: Sequence[Node], edges: Sequence[Edge], size: Mapping[str, float]) -> dict[str, Any]:
    """Nodes and edges as columns: ends are places in the columns of nodes, spans are places in the paper's abstract.

    Spans count UTF-16 units, as a browser's strings do. A quote is kept where the abstract does not hold it (it stands
    in the title, say); spans of its edge then count from its beginning. An edge with an end that is no node is left
    out and counted in `dangling`.
    """
    place = {node.id: number for number, node in enumerate(nodes)}
    whole = [edge for edge in edges if edge.subject in place and edge.object in place]
    return {
        "types": NODE_TYPES, "entityTypes": ENTITY_TYPES, "relations": tuple(RELATIONS), "derived": DERIVED,
        "nodes": _node_columns(nodes, size),
        "edges": _edge_columns(whole, place, {node.id: node for node in nodes if node.type == "Paper"}),
        "dangling": len(edges) - len(whole),
    }


def paper_of(edge: Edge, place: Mapping[str, int]) -> str:
    """The id of the paper node that makes the claim, or nothing where no paper of the graph does."""
    for candidate in (edge.paper, f"paper/{edge.paper}", edge.subject):
        if candidate.startswith("paper/") and candidate in place:
            return candidate
    return ""


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


def _edge_columns(edges: Sequence[Edge], place: Mapping[str, int], papers: Mapping[str, Node]) -> dict[str, Any]:
    relation_number = {name: number for number, name in enumerate(RELATIONS)}
    steps = sorted({edge.by for edge in edges})
    step_number = {name: number for number, name in enumerate(steps)}
    makers = [paper_of(edge, place) for edge in edges]
    spans, quotes = _spans_and_quotes(edges, makers, papers)
    return {
        "subject": [place[edge.subject] for edge in edges],
        "relation": [relation_number[edge.relation] for edge in edges],
        "object": [place[edge.object] for edge in edges],
        "paper": [place.get(maker, -1) for maker in makers],
        **{name: [span[number] for span in spans] for number, name in enumerate(
            ("start", "end", "mentionStart", "mentionEnd"))},
        "score": [round(edge.score, 3) for edge in edges],
        "step": [step_number[edge.by] for edge in edges],
        "steps": steps,
        "quotes": quotes,
    }


def _spans_and_quotes(
    edges: Sequence[Edge], makers: Sequence[str], papers: Mapping[str, Node],
) -> tuple[list[tuple[int, ...]], dict[str, str]]:
    """Each edge's sentence and mention in the abstract, and by edge number the quotes that no abstract holds."""
    abstracts = {paper.id: str(paper.attributes.get("abstract", "")) for paper in papers.values()}
    wide = {paper for paper, text in abstracts.items() if not text.isascii() and max(text) > "\uffff"}
    origins = _origins(edges, makers, papers, abstracts)
    spans: list[tuple[int, ...]] = []
    quotes: dict[str, str] = {}
    for number, (edge, maker) in enumerate(zip(edges, makers, strict=True)):
        abstract, origin = abstracts.get(maker, ""), origins.get(maker, 0)
        if _holds(abstract, edge, origin):
            spans.append(_spans(abstract, edge, origin, maker in wide))
        else:
            spans.append(_spans(edge.evidence, edge, edge.start, True))
            quotes[str(number)] = edge.evidence
    return spans, quotes


def _origins(
    edges: Sequence[Edge], makers: Sequence[str], papers: Mapping[str, Node], abstracts: Mapping[str, str],
) -> dict[str, int]:
    """Where each paper's abstract begins in the text that its edges' offsets count into.

    That is behind its title and a blank line, or 0 where the title is derived. A label may be the title with its
    markup taken off, so a quote that does not fit moves the origin to where the abstract holds that quote.
    """
    origins = {paper.id: 0 if paper.attributes.get("titleDerived") else len(paper.label) + 2
               for paper in papers.values()}
    settled: set[str] = set()
    for edge, maker in zip(edges, makers, strict=True):
        if maker in settled or not edge.evidence:
            continue
        at = edge.start - origins[maker] if maker in origins and _holds(abstracts[maker], edge, origins[maker]) else (
            abstracts.get(maker, "").find(edge.evidence))
        if at >= 0:
            origins[maker] = edge.start - at
            settled.add(maker)
    return origins


def _holds(abstract: str, edge: Edge, origin: int) -> bool:
    """Whether the abstract has the edge's quote at its span; an edge that quotes nothing is held by any."""
    start = edge.start - origin
    return not edge.evidence or (start >= 0 and abstract.startswith(edge.evidence, start))


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
