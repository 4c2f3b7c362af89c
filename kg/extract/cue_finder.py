"""Every place of many cues in one pass over a text."""

import re
from collections.abc import Iterator, Mapping


class CueFinder:
    """Finds cues by name; each is a regular expression for text in small letters.

    A pattern that begins with a word is written `\\b(?:...)`: only those are looked for at the starts of words alone.
    """

    def __init__(self, cues: Mapping[str, str]) -> None:
        worded = [pattern.removeprefix(r"\b") for pattern in cues.values() if pattern.startswith(r"\b(?:")]
        others = [pattern for pattern in cues.values() if not pattern.startswith(r"\b(?:")]
        self._any = re.compile("|".join((rf"(?=\b(?:{'|'.join(worded)}))", *(f"(?={pattern})" for pattern in others))))
        self._cues = [(name, re.compile(pattern)) for name, pattern in cues.items()]

    def found(self, text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """(cue, start, end) of every cue in [start, end) of a text in small letters, those of one name not overlapping.

        >>> list(CueFinder({"not": r"\\b(?:not?)\\b", "ten": "10"}).found("no 10, not 10", 0, 13))
        [('not', 0, 2), ('ten', 3, 5), ('not', 7, 10), ('ten', 11, 13)]
        """
        ends: dict[str, int] = {}
        for place in self._any.finditer(text, start, end):
            at = place.start()
            for name, cue in self._cues:
                match = cue.match(text, at, end)
                if match and at >= ends.get(name, 0):
                    ends[name] = match.end()
                    yield name, at, match.end()
