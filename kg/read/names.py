"""Authors' names from the shapes in which sources write them, as "Given Family"."""

import re
from collections.abc import Mapping

from kg.read.cleaning import one_line

_WHOLE = ("name", "literal", "fullname", "full_name", "display_name", "displayName", "preferredName")
_PARTS = (("given", "family"), ("firstName", "lastName"), ("first_name", "last_name"), ("first", "last"),
          ("forename", "surname"))
_AND = re.compile(r",?\s+(?:and|&)\s+|\s*\n\s*", re.I)
_NOT_NAMES = frozenset(("", "others", "et al", "et al.", "anonymous"))


def authors_of(value: object) -> tuple[str, ...]:
    """The authors that a field's value holds: a list of strings or of mappings, or one string of several names.

    >>> authors_of([{"given": "Ada", "family": "Lovelace"}, "Turing, Alan"])
    ('Ada Lovelace', 'Alan Turing')
    >>> authors_of("Lovelace, Ada and Turing, Alan"), authors_of("Ada Lovelace, Alan Turing, and Grace Hopper")
    (('Ada Lovelace', 'Alan Turing'), ('Ada Lovelace', 'Alan Turing', 'Grace Hopper'))
    """
    entries = _split(value) if isinstance(value, str) else value if isinstance(value, (list, tuple)) else (value,)
    names = [given_first(entry) if isinstance(entry, str) else one_line(_name(entry)) for entry in entries]
    return tuple(dict.fromkeys(name for name in names if name.casefold() not in _NOT_NAMES))


def given_first(name: str) -> str:
    """"Family, Given" and "Family, Jr, Given" turned round; every other name as it is, on one line."""
    parts = [part.strip() for part in one_line(name).strip(" ,;").split(",")]
    if len(parts) == 2 and all(parts):
        return f"{parts[1]} {parts[0]}"
    if len(parts) == 3 and all(parts) and len(parts[1]) <= 4:
        return f"{parts[2]} {parts[0]} {parts[1]}"
    return ", ".join(part for part in parts if part)


def _split(text: str) -> list[str]:
    if ";" in text:
        return text.split(";")
    parts = _AND.split(text.strip())
    if all("," in part for part in parts) and max(part.count(",") for part in parts) == 1:
        one = parts[0].split(",")
        if len(parts) > 1 or not all(len(half.split()) > 1 for half in one):
            return parts  # "Family, Given", once or joined by "and"
    return [name for part in parts for name in part.split(",")]


def _name(entry: object) -> str:
    if not isinstance(entry, Mapping) or str(entry.get("creatorType", "author")) != "author":
        return ""
    for given, family in _PARTS:
        if isinstance(entry.get(family), str):
            return " ".join(part for key in (given, "non-dropping-particle", family, "suffix")
                            if isinstance(part := entry.get(key), str) and part)
    inner = entry.get("author", entry)  # OpenAlex wraps the author once more
    wholes = (inner.get(key) for key in _WHOLE) if isinstance(inner, Mapping) else (inner,)
    return next((name for name in wholes if isinstance(name, str) and name), "")
