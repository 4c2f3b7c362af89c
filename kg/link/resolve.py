"""Which profiles are one thing: by what a document spells out, then the lexicon, then what the corpus shows."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from kg.lexicon import Entry, Lexicon
from kg.link.apart import Apart, kept_apart, must_part
from kg.link.evidence import Evidence
from kg.link.names import Profile, kin, spells_out
from kg.schema import slug
from kg.text import normal_form

# Things that the source names in a field of its own: nothing but that name says who they are.
GIVEN = ("Author", "Venue")


@dataclass(frozen=True, slots=True)
class Key:
    """What two profiles have in common that name one thing. `entry` is the lexicon's, where it is one of its things."""

    type: str
    value: str
    entry: Entry | None = None


@dataclass
class Cluster:
    """All profiles of one thing: counts of the papers that call it so, and the forms in which it stands anywhere."""

    key: Key
    names: Counter[str] = field(default_factory=Counter)
    long_forms: Counter[str] = field(default_factory=Counter)
    forms: set[str] = field(default_factory=set)
    families: Counter[str] = field(default_factory=Counter)
    members: Mapping[Profile, int] = field(default_factory=dict)

    @classmethod
    def of(cls, key: Key, members: Mapping[Profile, int]) -> "Cluster":
        """The cluster of a key and its profiles, each with the number of its papers."""
        cluster = cls(key, members=members)
        for profile, papers in members.items():
            cluster.add(profile, papers)
        return cluster

    def lose(self, profiles: Container[Profile]) -> None:
        """Give away profiles, and what only they say."""
        rest = {profile: papers for profile, papers in self.members.items() if profile not in profiles}
        if len(rest) < len(self.members):
            left = Cluster.of(self.key, rest)
            self.names, self.long_forms, self.forms = left.names, left.long_forms, left.forms
            self.families, self.members = left.families, rest

    def add(self, profile: Profile, papers: int) -> None:
        """Take in a profile that so many papers show."""
        # A name from the lexicon, in a sense that the document does not mean, is no name of this thing.
        foreign = profile.long and self.key.entry is None and profile.name not in profile.forms
        self.names[profile.long if foreign else profile.name] += papers
        if profile.long:
            self.long_forms[profile.long] += papers
        self.forms.update(profile.forms, () if foreign else (profile.name,))
        if profile.family:
            self.families[profile.family] += papers


def clusters(
    profiles: Mapping[Profile, int], lexicon: Lexicon, evidence: Evidence, apart: Apart | None = None
) -> dict[Key, dict[Profile, int]]:
    """The profiles by the thing that they name, each with the number of its papers; things in order of their keys.

    What `apart` says is kept apart, else what the shipped table says.
    """
    table = kept_apart() if apart is None else apart
    found: dict[Key, dict[Profile, int]] = {}
    for profile, papers in profiles.items():
        found.setdefault(key_of(profile, lexicon, evidence, table), {})[profile] = papers
    parted: dict[Key, dict[Profile, int]] = {}
    for key, members in found.items():
        for profile, papers in members.items():
            parted.setdefault(_parted(key, profile, members, table), {})[profile] = papers
    return dict(sorted(parted.items(), key=lambda item: (item[0].type, item[0].value, item[0].entry is None)))


def key_of(profile: Profile, lexicon: Lexicon, evidence: Evidence, apart: Apart | None = None) -> Key:
    """What decides which thing a profile names.

    A long form that the document spells out decides first, so an acronym that the lexicon knows in another sense is no
    bar. Then the lexicon, then what the corpus spells out; else the name stands for itself.
    """
    if profile.type in GIVEN:
        return Key(profile.type, slug(profile.name))
    if profile.type == "Repository":
        return Key(profile.type, bare_address(profile.name).casefold())
    entry = entry_of(profile, lexicon, apart)
    if entry:
        return Key(profile.type, normal_form(entry.name), entry)
    long = normal_form(profile.long) if profile.long else evidence.long_form(profile.type, profile.name)
    if long is None or must_part(profile.name, [long], apart):
        return Key(profile.type, normal_form(profile.name))
    return Key(profile.type, long)


def entry_of(profile: Profile, lexicon: Lexicon, apart: Apart | None = None) -> Entry | None:
    """The lexicon's entry of a profile's type that its long form, else its name, else its acronym names; None if none.

    None also where the document spells out the acronym as something else than the entry does, and where the lexicon's
    name must never be merged with the document's.
    """
    for label in (profile.long, profile.name, profile.short):
        entry = lexicon.find(label, profile.type) if label else None
        if entry and not _contradicts(profile, entry) and not must_part(profile.name, entry.forms, apart):
            return entry
    return None


def _contradicts(profile: Profile, entry: Entry) -> bool:
    """Whether the document gives an acronym of the entry's a sense that none of the entry's long forms is kin to."""
    if not profile.long or normal_form(profile.short) not in map(normal_form, entry.forms):
        return False
    senses = [form for form in entry.forms if spells_out(profile.short, form)]
    return bool(senses) and not any(
        normal_form(form) == normal_form(profile.long) or kin(form, profile.long) for form in senses)


def bare_address(url: str) -> str:
    """An address without scheme, `www.`, `.git` and closing slash.

    >>> bare_address("https://www.github.com/a/B.git/")
    'github.com/a/B'
    """
    bare = url.strip().split("://", 1)[-1].removeprefix("www.")
    return bare.rstrip("/").removesuffix(".git").rstrip("/")


def _parted(key: Key, profile: Profile, members: Iterable[Profile], apart: Apart) -> Key:
    """The key itself, or the profile's own name where the thing bears two names that must never be one."""
    own = normal_form(profile.name)
    others = apart.get(own)
    if not others or own == key.value or others.keys().isdisjoint(normal_form(other.name) for other in members):
        return key
    return Key(key.type, own)
