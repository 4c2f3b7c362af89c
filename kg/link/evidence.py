"""What the whole corpus shows of who introduces what: under which long forms an acronym is introduced."""

from collections import Counter
from dataclasses import dataclass, field

from kg.link.names import Profile
from kg.text import normal_form


@dataclass(frozen=True)
class Evidence:
    """(type, normal form of an acronym) -> normal form of a long form -> papers that introduce a thing of that name."""

    introduced: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)

    def add(self, profile: Profile, papers: int, introducing: int) -> None:
        """Count a profile that so many papers show, so many of which introduce the thing."""
        if profile.long and introducing:
            place = (profile.type, normal_form(profile.short))
            self.introduced.setdefault(place, Counter())[normal_form(profile.long)] += introducing
