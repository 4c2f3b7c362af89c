"""The nouns: what is read, what is found in it, and what the graph is made of. Frozen; each checks itself at birth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from kg.schema import NODE_TYPES, RELATIONS, RESULT_KINDS


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper as its source gave it; `text` is the string that every offset counts into.

    `id` is its DOI, arXiv id or source id, else a digest of its text. `title` is empty where the source has none.
    `identifiers` are all ids that the sources gave it. `source` is the name of the list or file that it came from.
    """

    id: str
    title: str
    abstract: str
    year: int | None = None
    venue: str = ""
    authors: tuple[str, ...] = ()
    url: str = ""
    doi: str = ""
    arxiv: str = ""
    identifiers: tuple[str, ...] = ()
    source: str = ""

    @property
    def text(self) -> str:
        """Title, a blank line, abstract, each as the source wrote it; without a title the abstract alone."""
        return f"{self.title}\n\n{self.abstract}" if self.title else self.abstract


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that name something: the half-open span [start, end) of `paper.text`, and the step that found them.

    `type` is the node type that the step takes it for, or empty where the step does not say.
    """

    start: int
    end: int
    type: str
    text: str
    score: float = 1.0
    by: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing that a document names, under the label that this document's words (or the lexicon) give it.

    `aliases` are the forms in which it stands in the document and the lexicon's other names. `family` is for models.
    `variant_of` are labels of methods that this one is a kind of, where the text or the name says so.
    """

    type: str
    name: str
    aliases: tuple[str, ...] = ()
    variant_of: tuple[str, ...] = ()
    family: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """The entity that a mention names; beside the mention, not in it."""

    mention: Mention
    entity: Entity
    score: float = 1.0
    by: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """What the paper (subject None) or one of its entities has to do with an entity.

    `mention` is where the object is named; [start, end) of `paper.text` is the sentence that says so.
    """

    subject: Entity | None
    predicate: str
    object: Entity
    mention: Mention | None
    start: int
    end: int
    score: float = 1.0
    by: str = ""

    def __post_init__(self) -> None:
        if self.predicate not in RELATIONS:
            raise ValueError(f"unknown relation {self.predicate!r}")


@dataclass(frozen=True, slots=True)
class Result:
    """One reported number with its setting; [start, end) of `paper.text` is the number as printed.

    `low` is the lower end of a range. `hedge` is the word that weakens it ("up to", "nearly"). The slots `metric`,
    `benchmark`, `model`, `method` and `baseline` hold names of entities as the document gives them, or None.
    [sentence_start, sentence_end) is the sentence around it.
    """

    value: Decimal
    unit: str | None
    kind: str
    start: int
    end: int
    sentence_start: int
    sentence_end: int
    low: Decimal | None = None
    hedge: str = ""
    metric: str | None = None
    benchmark: str | None = None
    model: str | None = None
    method: str | None = None
    baseline: str | None = None
    score: float = 1.0
    by: str = ""

    def __post_init__(self) -> None:
        if self.kind not in RESULT_KINDS:
            raise ValueError(f"unknown kind of result {self.kind!r}")


@dataclass(frozen=True, slots=True)
class Document:
    """A paper and what has been found in it so far; a step returns a new one with more in it."""

    paper: Paper
    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
    relations: tuple[Relation, ...] = ()
    results: tuple[Result, ...] = ()

    def __post_init__(self) -> None:
        text = self.paper.text
        for mention in self.mentions:
            if text[mention.start:mention.end] != mention.text:
                raise ValueError(f"mention {mention.text!r} is not at {mention.start}:{mention.end} of {self.paper.id}")


Attribute = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """One thing of the graph; `attributes` are of the fixed set that `schema.ATTRIBUTES` gives its type."""

    id: str
    type: str
    label: str
    aliases: tuple[str, ...] = ()
    attributes: Mapping[str, Attribute] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.type not in NODE_TYPES:
            raise ValueError(f"unknown node type {self.type!r}")


@dataclass(frozen=True, slots=True)
class Edge:
    """One claim, made by one paper or (paper empty) by the lexicon; `subject` and `object` are node ids.

    `evidence` is the quoted sentence, at [start, end) of the paper's text; [mention_start, mention_end) is where the
    object is named in it. Both spans are (0, 0) where nothing is quoted. Several papers may make the same claim:
    each is an edge of its own, and who counts support counts them.
    """

    subject: str
    relation: str
    object: str
    paper: str = ""
    evidence: str = ""
    start: int = 0
    end: int = 0
    mention_start: int = 0
    mention_end: int = 0
    score: float = 1.0
    by: str = ""

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS:
            raise ValueError(f"unknown relation {self.relation!r}")
