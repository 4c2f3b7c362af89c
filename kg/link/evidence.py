"""What the whole corpus shows: in which ways an acronym is spelled out, by how many papers, and who introduces it."""

from collections import Counter
from dataclasses import dataclass, field

from kg.link.names import Profile
from kg.text import normal_form

# An acronym that stands alone is read as the corpus spells it out if so many papers do and nearly all in one way.
_PAPERS, _SHARE = 2, 0.8


@dataclass(frozen=True)
class Evidence:
    """Counts of papers; each table's first key is (type, normal form of the acronym or name)."""

    spelled: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    introduced: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)

    def add(self, profile: Profile, papers: int, introducing: int) -> None:
        """Count a profile that so many papers show, so many of which introduce the thing."""
        if not profile.long:
            return
        place, long = (profile.type, normal_form(profile.short)), normal_form(profile.long)
        self.spelled.setdefault(place, Counter())[long] += papers
        if introducing:
            self.introduced.setdefault(place, Counter())[long] += introducing

    def long_form(self, type: str, name: str) -> str | None:
        """The normal form of what a bare acronym stands for in this corpus; None where it does not say.

        It says so if at least two papers spell it out and four in five the same way, or if one paper introduces it
        and nobody spells it out in another way.
        """
        place = (type, normal_form(name))
        spelled = self.spelled.get(place)
        if not spelled:
            return None
        long, papers = min(spelled.items(), key=lambda item: (-item[1], item[0]))
        total = spelled.total()
        if total >= _PAPERS and papers >= _SHARE * total:
            return long
        return long if len(spelled) == 1 and place in self.introduced else None
