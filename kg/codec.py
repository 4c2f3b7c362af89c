"""Papers and Documents as JSON text and back, without loss: what the corpus keeps and worker processes return."""

import json
from collections.abc import Iterable
from dataclasses import fields
from decimal import Decimal
from typing import Any

from kg.model import Document, Entity, Link, Mention, Paper, Relation, Result

# Raised whenever the shape of the JSON changes: what an older version wrote is extracted again, never misread.
VERSION = 1

_PAPER_FIELDS = tuple(f.name for f in fields(Paper))


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def encode_paper(paper: Paper) -> str:
    """The JSON text of a paper, the same bytes for equal papers; empty fields are left out.

    >>> encode_paper(Paper("10.1/x", "T", "A", year=2026))
    '{"id":"10.1/x","title":"T","abstract":"A","year":2026}'
    """
    values = {name: getattr(paper, name) for name in _PAPER_FIELDS}
    return _dump({name: value for name, value in values.items() if value not in ("", None, ())})


def decode_paper(text: str) -> Paper:
    """The paper that `encode_paper` made this text from."""
    values = {"id": "", "title": "", "abstract": "", **json.loads(text)}
    for name in ("authors", "identifiers"):
        values[name] = tuple(values.get(name, ()))
    return Paper(**values)


class _Table:
    """Values in the order in which they were first asked for, each once, and their places."""

    def __init__(self, values: Iterable[object] = ()) -> None:
        self.places: dict[object, int] = {value: place for place, value in enumerate(values)}

    def place(self, value: object) -> int | None:
        return None if value is None else self.places.setdefault(value, len(self.places))


def encode_document(document: Document) -> str:
    """The JSON text of what was found in a paper; the paper itself is not in it.

    Entities and mentions stand once each and are pointed at by their place. Decimals are text.
    """
    mentions, entities = _Table(dict.fromkeys(document.mentions)), _Table()
    own = [mentions.place(m) for m in document.mentions]
    links = [[mentions.place(k.mention), entities.place(k.entity), k.score, k.by] for k in document.links]
    relations = [[entities.place(r.subject), r.predicate, entities.place(r.object), mentions.place(r.mention),
                  r.start, r.end, r.score, r.by] for r in document.relations]
    return _dump({
        "own": own,
        "mentions": [_mention(m, document.paper.text) for m in mentions.places if isinstance(m, Mention)],
        "entities": [[e.type, e.name, e.aliases, e.variant_of, e.family]
                     for e in entities.places if isinstance(e, Entity)],
        "links": links, "relations": relations, "results": [_result(r) for r in document.results],
    })


def _mention(mention: Mention, text: str) -> list[object]:
    """A mention's fields; its words only where they are not what stands at its span, as in a repaired URL."""
    row: list[object] = [mention.start, mention.end, mention.type, mention.score, mention.by]
    return row if text[mention.start:mention.end] == mention.text else [*row, mention.text]


def _result(result: Result) -> list[object]:
    values = (getattr(result, f.name) for f in fields(Result))
    return [str(value) if isinstance(value, Decimal) else value for value in values]


def decode_document(body: str, paper: Paper) -> Document:
    """The document that `encode_document` made this text from, given the same paper."""
    data, text = json.loads(body), paper.text
    mentions = [Mention(row[0], row[1], row[2], row[5] if len(row) > 5 else text[row[0]:row[1]], row[3], row[4])
                for row in data["mentions"]]
    entities = [Entity(kind, name, tuple(aliases), tuple(variant_of), family)
                for kind, name, aliases, variant_of, family in data["entities"]]

    def at(table: list[Any], place: int | None) -> Any:
        return None if place is None else table[place]

    return Document(
        paper,
        mentions=tuple(mentions[place] for place in data["own"]),
        links=tuple(Link(mentions[m], entities[e], score, by) for m, e, score, by in data["links"]),
        relations=tuple(Relation(at(entities, s), predicate, entities[o], at(mentions, m), *rest)
                        for s, predicate, o, m, *rest in data["relations"]),
        results=tuple(_decode_result(row) for row in data["results"]),
    )


def _decode_result(row: list[Any]) -> Result:
    values = dict(zip((f.name for f in fields(Result)), row, strict=True))
    for name in ("value", "low"):
        values[name] = None if values[name] is None else Decimal(values[name])
    return Result(**values)
