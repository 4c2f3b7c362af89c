"""The embedded graph as texts for script elements: names to search at once, numbers as bytes, papers' texts in parts.

The page opens with the names and numbers; a part with abstracts is unpacked when one of its papers is looked at.
"""

import base64
import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy

from exports.word_codes import coded, codes, frequent_words
from kg.schema import node_id

PAPERS_A_PART = 400
NUMBER_COLUMNS = ("subject", "relation", "object", "paper", "start", "end", "mentionStart", "mentionEnd", "score",
                  "step")
SCORE_UNIT = 100  # as many decimals as the page shows


def script_json(value: object) -> str:
    """JSON that can stand in a script element whatever its texts say: ASCII, with `<`, `>` and `&` escaped.

    >>> script_json({"title": "</script>"})
    '{"title":"\\\\u003c/script\\\\u003e"}'
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def packed(data: bytes) -> str:
    """Bytes as the text of a script element: compressed, in base 64, the same each time."""
    return base64.b64encode(gzip.compress(data, compresslevel=9, mtime=0)).decode("ascii")


def parts(graph: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The id and text of each script element that holds a piece of what `embedded_graph` gave."""
    nodes, edges = graph["nodes"], graph["edges"]
    kinds = [graph["types"][number] for number in nodes["type"]]
    abstracts = [attributes.get("abstract", "") for attributes in nodes["attributes"]]
    others = [{name: value for name, value in attributes.items() if name != "abstract"}
              for attributes in nodes["attributes"]]
    names = {
        **{name: graph[name] for name in ("types", "entityTypes", "relations", "derived")},
        "nodes": {**nodes, "id": list(map(_id_unless_plain, nodes["id"], kinds, nodes["label"])), "attributes": others},
        "steps": edges["steps"], "scoreUnit": SCORE_UNIT, "papersAPart": PAPERS_A_PART,
        "columns": NUMBER_COLUMNS, "quoted": [int(number) for number in edges["quotes"]],
    }
    yield "names", packed(_json(names))
    yield "numbers", packed(number_bytes(edges))
    papers = [number for number, kind in enumerate(kinds) if kind == "Paper"]
    words = frequent_words(abstracts)
    yield "words", packed(_json(words))
    yield from _text_parts(papers, abstracts, edges, codes(words))


def number_bytes(edges: Mapping[str, Any]) -> bytes:
    """Each column of numbers as four rows of bytes, lowest first; alike bytes side by side compress well.

    Subjects are written as steps from the one before, papers as their distance from the subject, places in a sentence
    as their distance from where it starts, a mention's end as its length: small numbers, many of them 0.
    """
    columns = {name: numpy.array(edges[name], dtype="float64" if name == "score" else "int64")
               for name in NUMBER_COLUMNS}
    columns["score"] = numpy.rint(columns["score"] * SCORE_UNIT).astype("int64")
    columns["paper"] -= columns["subject"]
    columns["subject"] = numpy.diff(columns["subject"], prepend=0)
    columns["mentionEnd"] -= columns["mentionStart"]
    for name in ("end", "mentionStart"):
        columns[name] -= columns["start"]
    return b"".join(columns[name].astype("<i4").view("u1").reshape(-1, 4).T.tobytes() for name in NUMBER_COLUMNS)


def _id_unless_plain(written: str, kind: str, label: str) -> str | int:
    """0 where the page can tell the id from its type and label, as it can for labels in ASCII."""
    return 0 if label.isascii() and written == node_id(kind, label) else written


def _text_parts(
    papers: Sequence[int], abstracts: Sequence[str], edges: Mapping[str, Any], code: Mapping[str, bytes],
) -> Iterator[tuple[str, str]]:
    """Abstracts of papers in their order; then by edge the quotes that none holds. Those of no paper come last."""
    place = {paper: number for number, paper in enumerate(papers)}
    count = -(-len(papers) // PAPERS_A_PART)
    quotes: list[list[str]] = [[] for _ in range(count + 1)]
    for edge, quote in edges["quotes"].items():
        paper = place.get(edges["paper"][int(edge)])
        quotes[count if paper is None else paper // PAPERS_A_PART] += [edge, quote]
    for number in range(count + 1):
        some = [abstracts[paper] for paper in papers[number * PAPERS_A_PART : (number + 1) * PAPERS_A_PART]]
        yield f"texts-{number}", packed(b"".join(coded(text, code) for text in (*some, *quotes[number])))


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")
