"""What an acronym stands for: the wordings of each long form, and the sense that the corpus gives a bare acronym."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.link.evidence import Evidence, Place
from kg.link.names import Profile, kin, same_words
from kg.text import normal_form

# An acronym that stands alone is read as the corpus spells it out if so many papers do and nearly all in one way;
# more of them are needed where the lexicon knows it in another sense.
_PAPERS, _SHARE, _AGAINST_LEXICON = 2, 0.8, 4

Introduced = Mapping[Place, Container[str]]  # normal forms of the long forms under which papers introduce a thing
Forms = Mapping[str, tuple[Counter[str], str]]  # normal form of a long form -> its texts, the lexicon's value


@dataclass(frozen=True, slots=True)
class Sense:
    """What an acronym stands for: the value under which its wordings fall together, and how many papers say so."""

    value: str
    papers: int
    long: str


@dataclass(frozen=True)
class Senses:
    """Acronyms of a corpus: the senses of each, and long form -> value of the sense that it words.

    `wordings` has that for long forms that stand without an acronym, where all papers mean one sense by them.
    """

    senses: Mapping[Place, Sequence[Sense]] = field(default_factory=dict)
    values: Mapping[tuple[str, str, str], str] = field(default_factory=dict)
    wordings: Mapping[Place, str] = field(default_factory=dict)
    evidence: Evidence = field(default_factory=Evidence)

    def value(self, profile: Profile) -> str:
        """The value of the sense that a profile spells out."""
        own = normal_form(profile.long)
        return self.values.get((profile.type, normal_form(profile.short), own), own)

    def of(self, type: str, name: str, against_lexicon: bool = False) -> Sense | None:
        """What a bare acronym stands for in this corpus; None where that does not say.

        It says so if at least two papers spell it out and four in five the same way, or if one paper introduces it
        and nobody spells it out in another way.
        """
        place = (type, normal_form(name))
        found = self.senses.get(place, ())
        if not found:
            return None
        first, total = found[0], sum(sense.papers for sense in found)
        if total >= (_AGAINST_LEXICON if against_lexicon else _PAPERS) and first.papers >= _SHARE * total:
            return first
        alone = len(found) == 1 and self.evidence.introducers(place) == 1 and place in self.evidence.introduced
        return first if alone and not against_lexicon else None


def senses(spelled: Iterable[tuple[Profile, str, int]], evidence: Evidence) -> Senses:
    """The senses that profiles spell out, each with the lexicon's value for it, or empty, and its papers.

    Long forms of one acronym that are wordings of one another, or that the lexicon knows as one thing, are one sense,
    under the lexicon's value, else that of the wording that most papers use. What two papers introduce is one thing
    only if its words are the same.
    """
    worded: dict[Place, dict[str, tuple[Counter[str], str]]] = {}
    for profile, value, papers in spelled:
        forms = worded.setdefault((profile.type, normal_form(profile.short)), {})
        counts, known = forms.get(normal_form(profile.long), (Counter(), ""))
        counts[profile.long] += papers
        forms[normal_form(profile.long)] = counts, max(known, value)
    found: dict[Place, list[Sense]] = {}
    values: dict[tuple[str, str, str], str] = {}
    worded_as: dict[Place, set[str]] = {}
    for place, forms in worded.items():
        for sense, members in _gathered(forms, evidence.introduced.get(place, ())):
            found.setdefault(place, []).append(sense)
            for member in members:
                values[(*place, member)] = sense.value
                worded_as.setdefault((place[0], member), set()).add(sense.value)
        found[place].sort(key=lambda sense: (-sense.papers, sense.value))
    wordings = {place: min(meant) for place, meant in worded_as.items() if len(meant) == 1}
    return Senses(found, values, wordings, evidence)


def _gathered(forms: Forms, introduced: Container[str]) -> list[tuple[Sense, list[str]]]:
    """Each sense with its long forms: what most papers write, and then each wording of what is already there."""
    ranked = sorted(forms, key=lambda form: (not forms[form][1], -forms[form][0].total(), form))
    groups: list[list[str]] = []
    for form in ranked:
        home = next((group for group in groups if all(_same(forms, introduced, one, form) for one in group)), None)
        if home is None:
            groups.append([form])
        else:
            home.append(form)
    return [(Sense(forms[group[0]][1] or group[0], sum(forms[form][0].total() for form in group),
                   _text(forms[group[0]][0])), group) for group in groups]


def _same(forms: Forms, introduced: Container[str], one: str, other: str) -> bool:
    (texts, value), (other_texts, other_value) = forms[one], forms[other]
    if value and other_value:
        return value == other_value
    strict = one in introduced and other in introduced
    return (same_words if strict else kin)(_text(texts), _text(other_texts))


def _text(counts: Counter[str]) -> str:
    return min(counts, key=lambda text: (-counts[text], text))
