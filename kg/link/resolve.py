"""Which profiles are one thing: by what a document spells out, then the lexicon, then what the corpus shows."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from kg.lexicon import Entry, Lexicon
from kg.link.apart import Apart, kept_apart, must_part
from kg.link.evidence import Evidence
from kg.link.families import family_of
from kg.link.model_parts import model_key
from kg.link.names import Profile, is_acronym, is_coined, kin, name_key, same_words, spells_out
from kg.link.plain_names import names_nothing, taken_for, without_kind, without_praise
from kg.link.senses import Introduced, Senses, senses
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
    entries = {profile: entry_of(profile, lexicon, table, evidence.introduced) for profile in profiles}
    spelled = ((profile, _value(entries[profile]), papers) for profile, papers in profiles.items()
               if profile.long and not _misworded(profile))
    told = senses(spelled, evidence)
    found: dict[Key, dict[Profile, int]] = {}
    for profile, papers in profiles.items():
        found.setdefault(_key(profile, entries[profile], told, evidence, lexicon, table), {})[profile] = papers
    parted: dict[Key, dict[Profile, int]] = {}
    for key, members in found.items():
        for profile, papers in members.items():
            parted.setdefault(_parted(key, profile, members, table), {})[profile] = papers
    return dict(sorted(parted.items(), key=lambda item: (item[0].type, item[0].value, item[0].entry is None)))


def _key(
    profile: Profile, entry: Entry | None, told: Senses, evidence: Evidence, lexicon: Lexicon, apart: Apart
) -> Key:
    """What decides which thing a profile names.

    A long form that the document spells out decides first, so an acronym that the lexicon knows in another sense is no
    bar. For an acronym that stands alone what nearly all papers of the corpus spell out decides, even against the
    lexicon where they are many. Then the lexicon; else the name stands for itself, and where several papers introduce
    something under one name, for what each of them introduces.
    """
    if profile.type in GIVEN:
        return Key(profile.type, slug(profile.name))
    if profile.type == "Repository":
        return Key(profile.type, bare_address(profile.name).casefold())
    if measure := _measure(profile, entry, lexicon):
        return entry_key(measure)
    own = entry_key(entry) if entry else Key(profile.type, own_value(profile, lexicon))
    if profile.long:
        if entry is None and names_nothing(profile.type, profile.long):
            return Key(profile.type, "")
        return own if entry else _of_value(profile, told.value(profile), lexicon, apart)
    if entry is None and profile.origin and own.value:
        several = evidence.introducers((profile.type, name_key(profile.name))) > 1
        return Key(own.type, f"{own.value} of {profile.origin}") if several else own
    if entry is None and (value := told.wordings.get((profile.type, own.value))):
        return _of_value(profile, value, lexicon, apart)
    acronym = _bare_acronym(profile, entry)
    sense = told.of(profile.type, acronym, against_lexicon=entry is not None) if acronym else None
    if sense is None or must_part(acronym, [sense.long], apart):
        return own
    return _of_value(profile, sense.value, lexicon, apart)


def own_value(profile: Profile, lexicon: Lexicon) -> str:
    """The value under which spellings of a profile's own name fall together; empty for what names no thing."""
    if profile.type == "Model":
        family = None if profile.family else family_of(profile.name, lexicon)
        known = "" if names_nothing("Model", profile.name) else model_key(profile.name, profile.family)
        return model_key(profile.name, family.name) if family else known
    if names_nothing(profile.type, profile.name):
        return ""
    name = without_kind(profile.type, profile.name)
    if names_nothing(profile.type, name):
        return ""
    plain = without_praise(profile.type, name)
    return name_key(taken_for(profile.type, name) or (plain if is_coined(plain) else name))


def _bare_acronym(profile: Profile, entry: Entry | None) -> str:
    """The name of a profile that does not say what it stands for; empty where it does."""
    if entry is None:
        return profile.name
    return profile.forms[0] if len(profile.forms) == 1 and is_acronym(profile.forms[0]) else ""


def _of_value(profile: Profile, value: str, lexicon: Lexicon, apart: Apart) -> Key:
    """The key of what the lexicon knows by a normal form, else of that form."""
    known = (entry for entry in lexicon.by_form.get(value, ()) if entry.type == profile.type)
    entry = next(known, None)
    if entry and not must_part(profile.name, entry.forms, apart):
        return entry_key(entry)
    return Key(profile.type, normal_form(profile.name) if must_part(profile.name, [value], apart) else value)


def entry_key(entry: Entry) -> Key:
    """The key of a thing that the lexicon knows."""
    return Key(entry.type, normal_form(entry.name), entry)


def _value(entry: Entry | None) -> str:
    return normal_form(entry.name) if entry else ""


def entry_of(
    profile: Profile, lexicon: Lexicon, apart: Apart, introduced: Introduced
) -> Entry | None:
    """The lexicon's entry of a profile's type that its long form, else its name, else its acronym names; None if none.

    The name may have words around it that make it no other thing. None also where the document spells out the acronym
    as something else than the entry does, and where the lexicon's name must never be merged with the document's.
    """
    bare = without_kind(profile.type, profile.name)
    if meant := _misworded(profile):
        return lexicon.find(meant, profile.type)
    labels = (profile.long, taken_for(profile.type, profile.long), profile.name, taken_for(profile.type, bare), bare,
              without_praise(profile.type, bare), profile.short)
    for label in labels:
        entry = lexicon.find(label, profile.type) if label else None
        if entry and not _contradicts(profile, entry, introduced) and not must_part(profile.name, entry.forms, apart):
            return entry
    return None


def _measure(profile: Profile, entry: Entry | None, lexicon: Lexicon) -> Entry | None:
    """The metric that is taken for a benchmark in a document: "evaluated on MSE" measures it."""
    if profile.type != "Benchmark" or entry:
        return None
    return lexicon.find(profile.long or profile.name, "Metric")


def _misworded(profile: Profile) -> str:
    """The lexicon's name for what a document spells out in words that mean another thing without the acronym."""
    return taken_for(profile.type, f"{profile.long} {profile.short}") if profile.long else ""


def _contradicts(profile: Profile, entry: Entry, introduced: Introduced) -> bool:
    """Whether the document gives an acronym of the entry's a sense that none of the entry's long forms words.

    What papers introduce under long forms of their own is another thing unless the words are the same.
    """
    if not profile.long or normal_form(profile.short) not in map(normal_form, entry.forms):
        return False
    long, place = normal_form(profile.long), (profile.type, normal_form(profile.short))
    acronyms = [form for form in entry.forms if is_acronym(form) and normal_form(form) == place[1]]
    meant = sorted({form for short in (*acronyms, profile.short) for form in entry.forms if spells_out(short, form)})
    worded = same_words if long in introduced.get(place, ()) else kin
    return bool(meant) and not any(normal_form(form) == long or worded(form, profile.long) for form in meant)


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
