"""What the whole corpus shows of who introduces what: under which long forms, and how many things of one name."""

from collections import Counter
from dataclasses import dataclass, field

from kg.link.names import Profile, name_key
from kg.text import normal_form

Place = tuple[str, str]  # type, normal form of an acronym or name


@dataclass(frozen=True)
class Evidence:
    """Who introduces what: place -> normal form of a long form -> papers; and place -> papers that say none."""

    introduced: dict[Place, Counter[str]] = field(default_factory=dict)
    origins: dict[Place, set[str]] = field(default_factory=dict)

    def add(self, profile: Profile, papers: int, introducing: int) -> None:
        """Count a profile that so many papers show, so many of which introduce the thing."""
        if not introducing:
            return
        if profile.long:
            place = (profile.type, normal_form(profile.short))
            self.introduced.setdefault(place, Counter())[normal_form(profile.long)] += introducing
        elif profile.origin:
            self.origins.setdefault((profile.type, name_key(profile.name)), set()).add(profile.origin)

    def introducers(self, place: Place) -> int:
        """How many things papers introduce under a name."""
        return len(self.origins.get(place, ())) + len(self.introduced.get(place, ()))
