"""What becomes one node: the clusters that a thing is made of, its label, its id and its other names."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kg.identity import digest
from kg.link.model_parts import model_parts
from kg.link.resolve import Cluster, Key, bare_address
from kg.model import Attribute, Node
from kg.schema import node_id, slug
from kg.text import normal_form


@dataclass(eq=False)
class Thing:
    """Clusters that are one node, the first of which leads, and what curation says of it.

    `label` and `aliases` are what curation calls it, `lost` the normal forms that it took away, `because` the curation
    line that brought a cluster here.
    """

    parts: list[Cluster]
    type: str
    label: str = ""
    aliases: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)
    because: dict[Key, str] = field(default_factory=dict)

    @classmethod
    def of(cls, cluster: Cluster) -> "Thing":
        """The thing that one cluster is."""
        return cls([cluster], cluster.key.type)

    @property
    def key(self) -> Key:
        """The key of the leading cluster."""
        return self.parts[0].key

    def counts(self, what: str) -> Counter[str]:
        """How many papers use each of its `names`, `long_forms` or `families`."""
        if len(self.parts) == 1:
            counts: Counter[str] = getattr(self.parts[0], what)
            return counts
        return sum((getattr(part, what) for part in self.parts), Counter())

    def own_label(self) -> str:
        """What curation, else the lexicon, else most papers call it."""
        if self.label:
            return self.label
        if self.key.entry:
            return self.key.entry.name
        label = most_frequent(self.parts[0].names)
        return bare_address(label) if self.type == "Repository" else _singular(label)

    def other_names(self, label: str) -> tuple[str, ...]:
        """Every other name under which it stands in a paper, in the lexicon or in curation, by the alphabet."""
        if self.type == "Repository":
            return ()
        names = set(self.aliases)
        for part in self.parts:
            known = set(part.names) | set(part.long_forms) | set(part.key.entry.own_forms if part.key.entry else ())
            names |= known | {form for form in part.forms if not _describes(form, label, known)}
        if self.lost:
            names = {name for name in names if normal_form(name) not in self.lost}
        return tuple(sorted(set(well_written(names)) - {label, ""}, key=lambda name: (name.casefold(), name)))

    def written_well(self, label: str) -> str:
        """The label as it stands somewhere without what markup has broken."""
        letters = _letters(label)
        same = {form for part in self.parts for form in (*part.forms, label) if _letters(form) == letters}
        return min(well_written(same), key=lambda form: (form != label, form), default=label)

    def attributes(self, label: str) -> dict[str, Attribute]:
        """What its label says of a model; the address of a repository."""
        if self.type == "Model":
            families = self.counts("families")
            return dict(model_parts(label, most_frequent(families) if families else ""))
        if self.type == "Repository":
            return {"url": most_frequent(self.counts("names"))}
        return {}


def _describes(form: str, label: str, known: Iterable[str]) -> bool:
    """Whether a form only says what a coined name is: "training-free framework" beside "FooNet" is no other name."""
    coined = " " not in label and any(sign.isupper() or sign.isdigit() for sign in label[1:])
    return coined and " " in form and form == form.casefold() and normal_form(form) not in map(normal_form, known)


_ODD = re.compile(r"[$\\{}~^]|\s[-‐‑–—]|[-‐‑–—]\s|--|(?<![\w.])[A-Za-z]\s(?=[a-z])")
_PLURAL_ACRONYM = re.compile(r"[A-Z][A-Z0-9-]*[A-Z0-9]s")


def _singular(label: str) -> str:
    """An acronym without the s of its plural.

    >>> _singular("LRMs"), _singular("SAES"), _singular("GANs")
    ('LRM', 'SAES', 'GAN')
    """
    return label[:-1] if _PLURAL_ACRONYM.fullmatch(label) else label


def well_written(names: Iterable[str]) -> list[str]:
    """The names without those that markup or a line's end has broken, where the same is written well, too; no numbers.

    >>> well_written({"KL divergence", "KL) divergence", "R einforcement L earning", "reinforcement learning", "2025"})
    ['KL divergence', 'reinforcement learning']
    """
    spellings: dict[str, list[str]] = {}
    for name in sorted(names):
        letters = _letters(name)
        if letters and not letters.isdigit():
            spellings.setdefault(letters, []).append(name)
    return sorted(name for same in spellings.values()
                  for name in [one for one in same if not _is_odd(one)] or same[:1])


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


def _is_odd(name: str) -> bool:
    return name.count("(") != name.count(")") or name.count("[") != name.count("]") or bool(_ODD.search(name))


def most_frequent(counts: Counter[str]) -> str:
    """The label that most papers use; of several the shortest, then the first of the alphabet."""
    return min(counts, key=lambda label: (-counts[label], len(label), label))


def nodes_of(things: Sequence[Thing]) -> list[Node]:
    """A node for each thing, in their order, its id made of its label.

    Things of one label are told apart by what it stands for in each, so that an acronym of two senses is two nodes
    labelled by their long forms, and one that the lexicon has for another thing is left to that; where that does not
    help, by a digest.
    """
    labels = [thing.own_label() for thing in things]
    known = {(thing.type, normal_form(form)) for thing in things if thing.key.entry for form in thing.key.entry.forms}
    taken = (at for at, label in enumerate(labels) if (things[at].type, normal_form(label)) in known)
    for at in dict.fromkeys((*_sharing(things, labels), *taken)):
        thing = things[at]
        if not thing.label and not thing.key.entry and (long_forms := thing.counts("long_forms")):
            labels[at] = thing.written_well(most_frequent(long_forms))
    late = set(_sharing(things, labels, but_first=True))
    nodes = []
    for at, (thing, label) in enumerate(zip(things, labels, strict=True)):
        id = node_id(thing.type, label)
        if at in late or not slug(label):
            id = f"{id}-{digest(thing.key.value)[:8]}"
        nodes.append(Node(id, thing.type, label, thing.other_names(label), thing.attributes(label)))
    return nodes


def _sharing(things: Sequence[Thing], labels: Sequence[str], but_first: bool = False) -> Iterator[int]:
    """Things whose labels make an id that others make too; with `but_first` not the first of each, the lexicon's."""
    by_id: dict[str, list[int]] = {}
    for at, thing in enumerate(things):
        by_id.setdefault(node_id(thing.type, labels[at]), []).append(at)
    for group in by_id.values():
        if len(group) > 1:
            ranked = sorted(group, key=lambda at: (things[at].key.entry is None, things[at].key.value))
            yield from ranked[1:] if but_first else ranked
