"""What one document names: each entity with the forms in which it stands there, and the acronym that is spelled out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from kg.model import Document, Entity, Result
from kg.text import normal_form, plain

# slot of a result -> types that may stand in it, the likeliest first
SLOTS = {
    "metric": ("Metric",), "benchmark": ("Benchmark",), "model": ("Model", "ModelFamily"),
    "method": ("Method", "Model", "ModelFamily"), "baseline": ("Method", "Model", "ModelFamily"),
}
_STOP_WORDS = frozenset("a an and as at by for from in into of on or per the to via with".split())
_WORD = re.compile(r"[^\W_]+")
_SURELY = 0.8
_ENDING = re.compile(r"(?<=..)(?:ings?|ed|es|e|s)$")


@dataclass(frozen=True, slots=True)
class Profile:
    """What one document shows of an entity, and all that deciding what it is may look at.

    `type` is the node's type. `short` is the acronym that the document spells out as `long`; both are empty where it
    spells out nothing. `forms` are the names as they stand in its text, without markup, sorted. `origin` tells the
    paper that introduces a thing under a coined name, for others may give that name to other things.
    """

    type: str
    name: str
    short: str = ""
    long: str = ""
    forms: tuple[str, ...] = ()
    family: str = ""
    origin: str = ""


@dataclass(frozen=True)
class Names:
    """All that a document names: entity -> profile, result -> slot -> entity, entity -> what it is a variant of."""

    profiles: dict[Entity, Profile] = field(default_factory=dict)
    slots: list[dict[str, Entity]] = field(default_factory=list)
    variants: dict[Entity, tuple[Entity, ...]] = field(default_factory=dict)


def names(document: Document) -> Names:
    """What a document names in its relations and results, and what its source says of authors, venue and code."""
    found = Names()
    text = plain(document.paper.text).text
    standing: dict[Entity, set[str]] = {}
    for link in document.links:
        standing.setdefault(link.entity, set()).add(_clean(link.mention.text))
    stated = sorted({e for r in document.relations for e in (r.subject, r.object) if e}, key=repr)
    known = stated + sorted(set(standing) - set(stated), key=repr)
    entities = dict.fromkeys(stated)
    for entity in stated:
        found.variants[entity] = tuple(_called(known, label, ("Method",)) for label in entity.variant_of)
    for result in document.results:
        found.slots.append(_filled(result, known))
    entities |= dict.fromkeys(e for targets in found.variants.values() for e in targets)
    entities |= dict.fromkeys(e for slots in found.slots for e in slots.values())
    entities |= dict.fromkeys(Entity("ModelFamily", e.family) for e in list(entities) if e.family)
    entities |= dict.fromkeys(given(document))
    introduced = {r.object for r in document.relations
                  if r.predicate == "introduces" and r.score >= _SURELY and not r.object.family}
    origin = normal_form(document.paper.title) or document.paper.id
    found.profiles.update(
        (entity, _profile(entity, text, standing.get(entity, set()), origin if entity in introduced else ""))
        for entity in entities)
    return found


def given(document: Document) -> Iterator[Entity]:
    """The authors and the venue that the source gives."""
    yield from (Entity("Author", author) for author in document.paper.authors if author.strip())
    if document.paper.venue.strip():
        yield Entity("Venue", document.paper.venue)


def _filled(result: Result, known: list[Entity]) -> dict[str, Entity]:
    named = ((slot, getattr(result, slot), types) for slot, types in SLOTS.items())
    return {slot: _called(known, label, types) for slot, label, types in named if label}


def _called(known: list[Entity], label: str, types: tuple[str, ...]) -> Entity:
    """The entity that a label of this document names: by its name, else by another name, else a new one."""
    label = _without_acronym(label)
    key = normal_form(label)
    ranked = [(normal_form(e.name) != key, types.index(e.type), place, e) for place, e in enumerate(known)
              if e.type in types and (normal_form(e.name) == key or any(normal_form(a) == key for a in e.aliases))]
    return min(ranked)[3] if ranked else Entity(types[0], label)


def _without_acronym(label: str) -> str:
    """A label without the acronym of its own words behind them.

    >>> _without_acronym("attack success rates ASRs"), _without_acronym("top-1 accuracy")
    ('attack success rates', 'top-1 accuracy')
    """
    long, _, short = label.rpartition(" ")
    bare = short.strip("()")
    return long if is_acronym(bare) and spells_out(bare.removesuffix("s"), long) else label


def node_type(entity: Entity) -> str:
    """The type of an entity's node: a model that bears just its family's name is the family."""
    if entity.type == "Model" and entity.family and normal_form(entity.name) == normal_form(entity.family):
        return "ModelFamily"
    return entity.type


def _profile(entity: Entity, text: str, standing: set[str], origin: str) -> Profile:
    forms = standing | {label for label in map(_clean, (entity.name, *entity.aliases)) if stands_in(label, text)}
    ordered = tuple(sorted(form for form in forms if form))
    short, long = spelled_out(ordered)
    name = _clean(entity.name) or entity.name
    return Profile(node_type(entity), name, short, long, ordered, _clean(entity.family),
                   origin if is_coined(name) else "")


@lru_cache(1 << 16)
def _clean(label: str) -> str:
    return " ".join(plain(label).text.split())


def stands_in(label: str, text: str) -> bool:
    """Whether a label stands in a text as words of their own.

    >>> stands_in("PO", "GRPO and PPO"), stands_in("GRPO", "(GRPO)")
    (False, True)
    """
    at = text.find(label) if label else -1
    while at >= 0:
        end = at + len(label)
        if not (at and text[at - 1].isalnum() and label[0].isalnum()) and not (
            end < len(text) and text[end].isalnum() and label[-1].isalnum()
        ):
            return True
        at = text.find(label, at + 1)
    return False


def spelled_out(forms: tuple[str, ...]) -> tuple[str, str]:
    """The acronym among the forms and the form that spells it out; two empty texts where there is no such pair.

    >>> spelled_out(("Direct Preference Optimization", "DPO"))
    ('DPO', 'Direct Preference Optimization')
    """
    pairs = [(short, long) for short in forms if is_acronym(short) for long in forms
             if spells_out(short, long) and normal_form(short) != normal_form(long)]
    return min(pairs, key=lambda p: (-len(p[0]), -len(p[1]), p)) if pairs else ("", "")


def is_acronym(form: str) -> bool:
    """Whether a form can be an acronym: one word of 2 to 12 signs with at least two capitals, or one and a digit.

    >>> [is_acronym(form) for form in ("GRPO", "LoRA", "DoRA+", "sampling", "Direct Preference")]
    [True, True, True, False, False]
    """
    capitals = sum(sign.isupper() for sign in form)
    return 2 <= len(form) <= 12 and " " not in form and capitals + any(sign.isdigit() for sign in form) >= 2


def name_key(name: str) -> str:
    """The normal form of a name, in which the last S of an acronym in capitals is a letter and no plural.

    >>> name_key("KREPES"), name_key("KREPEs"), name_key("KREPE")
    ('krepes', 'krepe', 'krepe')
    """
    key = normal_form(name)
    capitals = len(name) > 3 and name.isalnum() and name.isupper() and name.endswith("S")
    return f"{key}s" if capitals and not key.endswith("s") else key


def is_coined(name: str) -> bool:
    """Whether a name was made up to name one thing: every word of it has a capital, and there are two or more.

    >>> [is_coined(name) for name in ("PRISM", "FooNet", "Context Forcing", "Sampling", "RL fine-tuning")]
    [True, True, True, False, False]
    """
    words = [word for word in name.split() if word.casefold() not in _STOP_WORDS]
    return sum(sign.isupper() for sign in name) > 1 and all(any(map(str.isupper, word)) for word in words)


def spells_out(short: str, long: str) -> bool:
    """Whether the letters of an acronym stand in order in the words of a longer form, the first at its beginning.

    The test of Schwartz and Hearst (2003), with the whole form given.

    >>> spells_out("AGRPO", "Amortized Group Relative Policy Optimization"), spells_out("DPO", "Proximal Policy")
    (True, False)
    """
    letters = [sign for sign in short.casefold() if sign.isalnum()]
    body = long.casefold()
    if (" " not in long.strip() and "-" not in long) or "(" in long or short.casefold() in _WORD.findall(body):
        return False
    at = len(body)
    for letter in reversed(letters[1:]):
        at = body.rfind(letter, 0, at)
        if at <= 0:
            return False
    return bool(letters) and body[0] == letters[0]


def kin(long: str, other: str) -> bool:
    """Whether two long forms are near enough to be wordings of one: they share more than half of their words' stems.

    >>> kin("Low-Rank Adaptation", "low-rank adapters"), kin("partial information decomposition", "a PID controller")
    (True, False)
    """
    ours, theirs = _stems(long), _stems(other)
    return 2 * len(ours & theirs) > len(ours | theirs)


def same_words(long: str, other: str) -> bool:
    """Whether two long forms have the same words, whatever their endings.

    >>> same_words("Low-Rank Adaptation", "low-rank adapters"), same_words("group robust", "group relative")
    (True, False)
    """
    return _stems(long) == _stems(other)


def _stems(label: str) -> set[str]:
    return {_ENDING.sub("", word)[:5] for word in _WORD.findall(label.casefold()) if word not in _STOP_WORDS}
