"""Which names led to a node, and by what rule each did."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kg.link.names import Profile, is_acronym
from kg.link.resolve import GIVEN, Key
from kg.link.things import Thing, well_written
from kg.text import normal_form

# rule -> what it says of a name; {} is the detail
RULES: Mapping[str, str] = {
    "curation": "curation: {}",
    "lexicon": "the lexicon has it as a name of {}",
    "spelled out": "papers spell out {} so",
    "corpus": "nearly all papers that spell it out mean {}",
    "model": "a spelling of the same family, version, size and tuning",
    "plain": "plain words for it",
    "paper": "papers use it for the same thing",
}


@dataclass(frozen=True, slots=True)
class Merge:
    """A name that leads to a node, how many papers use it, and the rule that joins it to the node's own name."""

    node: str
    name: str
    rule: str
    detail: str
    papers: int


def merges(things: Iterable[Thing], ids: Mapping[int, str], labels: Mapping[str, str]) -> Iterator[Merge]:
    """The names of each thing that are more than spellings of its label, sorted; `ids` by `id()` of the thing."""
    for thing in things:
        if thing.type not in GIVEN and thing.type != "Repository":
            node = ids[id(thing)]
            yield from _merges(thing, node, labels[node])


def _merges(thing: Thing, node: str, label: str) -> Iterator[Merge]:
    own = normal_form(label)
    found: dict[tuple[str, str, str], Counter[str]] = {}
    for part in thing.parts:
        line = thing.because.get(part.key, "")
        for profile, papers in part.members.items():
            for form in profile.forms or (profile.name,):
                key = normal_form(form)
                if line or key != own:
                    rule, detail = ("curation", line) if line else _rule(part.key, profile, form)
                    found.setdefault((key, rule, detail), Counter())[form] += papers
    for (_, rule, detail), forms in sorted(found.items()):
        best = min(well_written(forms) or forms, key=lambda form: (-forms[form], form))
        yield Merge(node, best, rule, detail, forms.total())


def _rule(key: Key, profile: Profile, form: str) -> tuple[str, str]:
    spelled = normal_form(form)
    if key.entry and spelled in map(normal_form, key.entry.forms):
        return "lexicon", key.entry.name
    if profile.long and spelled in (normal_form(profile.long), normal_form(profile.short)):
        return "spelled out", profile.short
    if profile.type == "Model":
        return "model", ""
    if len(profile.forms) == 1 and is_acronym(form) and spelled != key.value:
        return "corpus", key.entry.name if key.entry else key.value
    return ("paper", "") if profile.forms[1:] else ("plain", "")
