"""Names that we know and what they name, read from data/*.tsv and from the user's own files."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path

from kg.errors import LexiconError
from kg.text import normal_form

FILES: Mapping[str, str] = {
    "Method": "methods.tsv", "Benchmark": "benchmarks.tsv", "ModelFamily": "models.tsv", "Task": "tasks.tsv",
    "Metric": "metrics.tsv",
}
MATCHES = ("loose", "case", "context")
COLUMNS = ("name", "aliases", "broader", "match", "cues")


@dataclass(frozen=True, slots=True)
class Entry:
    """A name of the field, the type of what it names, its other names, its wider terms, and how strictly it must match.

    `match` is `loose` (any case), `case` (letters as written) or `context` (letters as written, and one of `cues` in
    the same sentence).
    """

    type: str
    name: str
    aliases: tuple[str, ...] = ()
    broader: tuple[str, ...] = ()
    match: str = "loose"
    cues: tuple[str, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        """Every name of the entry, the canonical one first."""
        return (self.name, *self.aliases)

    @property
    def own_forms(self) -> tuple[str, ...]:
        """Its names without those of single models of a family."""
        return self.forms if self.type != "ModelFamily" else tuple(
            form for form in self.forms if form == self.name or not is_single_model(form, self.name))


@lru_cache(maxsize=10_000)
def is_single_model(name: str, family: str) -> bool:
    """Whether a name that leads to a family is that of one model of it, and not another spelling of the family's.

    >>> [is_single_model(name, "BLIP") for name in ("InstructBLIP", "Blip", "BLIP Video", "Bootstrapped pre-training")]
    [True, False, True, False]
    >>> is_single_model("AST", "Audio Spectrogram Transformer")
    False
    """
    initials = "".join(word[0] for word in family.split()).casefold()
    if " " in name:
        return name.casefold().startswith(f"{family.casefold()} ")
    return normal_form(name) not in (normal_form(family), initials)


class Lexicon:
    """All entries, found by any of their names; later entries of one type and name override earlier ones."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        chosen = {(entry.type, normal_form(entry.name)): entry for entry in entries}
        self.entries: tuple[Entry, ...] = tuple(
            sorted(chosen.values(), key=lambda entry: (entry.type, entry.name.casefold(), entry.name))
        )

    @cached_property
    def by_form(self) -> dict[str, tuple[Entry, ...]]:
        """Normal form of a name -> the entries that bear it, those whose canonical name it is first."""
        found: dict[str, list[Entry]] = {}
        for canonical in (True, False):
            for entry in self.entries:
                for form in entry.forms[:1] if canonical else entry.forms[1:]:
                    same = found.setdefault(normal_form(form), [])
                    if entry not in same:
                        same.append(entry)
        return {form: tuple(entries) for form, entries in found.items()}

    def find(self, name: str, type: str | None = None) -> Entry | None:
        """The entry that bears a name (any spelling), of one type if given; None where there is none."""
        for entry in self.by_form.get(normal_form(name), ()):
            if type is None or entry.type == type:
                return entry
        return None

    @cached_property
    def digest(self) -> str:
        """Twelve hex digits that change when any entry does."""
        return hashlib.sha256(repr(self.entries).encode()).hexdigest()[:12]


def load_lexicon(user_files: Sequence[Path] = ()) -> Lexicon:
    """The shipped lexicon, with the entries of the user's own files added or put in place of ours.

    A user's file has the columns of ours and before them `type`. Raises LexiconError with file and line.
    """
    if not user_files:
        return _shipped()
    return Lexicon([*_shipped().entries, *(entry for path in user_files for entry in _user_entries(Path(path)))])


@lru_cache(maxsize=1)
def _shipped() -> Lexicon:
    return Lexicon(
        entry
        for node_type, name in FILES.items()
        for entry in _rows(files("kg.data").joinpath(name).read_text("utf-8"), name, node_type)
    )


def _user_entries(path: Path) -> Iterator[Entry]:
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise LexiconError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LexiconError(f"{path}: not UTF-8 text; save it as UTF-8") from error
    yield from _rows(text, str(path), None)


def _rows(text: str, where: str, node_type: str | None) -> Iterator[Entry]:
    lines = text.splitlines()
    expected = COLUMNS if node_type else ("type", *COLUMNS)
    header = lines[0].split("\t") if lines else []
    if header[: 2 if node_type is None else 1] != list(expected[: 2 if node_type is None else 1]):
        raise LexiconError(f"{where}:1: the first line must name the columns {', '.join(expected)}, separated by tabs")
    for number, line in enumerate(lines[1:], start=2):
        if line.strip() and not line.startswith("#"):
            row = dict(zip(header, line.split("\t"), strict=False))
            yield _entry(row, node_type or row["type"].strip(), f"{where}:{number}")


def _entry(row: Mapping[str, str], node_type: str, where: str) -> Entry:
    def several(column: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in row.get(column, "").split("|") if part.strip())

    name, match = row["name"].strip(), row.get("match", "").strip() or "loose"
    if not name:
        raise LexiconError(f"{where}: a row without a name")
    if node_type not in FILES:
        raise LexiconError(f"{where}: unknown type {node_type!r}; one of {', '.join(FILES)}")
    if match not in MATCHES:
        raise LexiconError(f"{where}: unknown match {match!r}; one of {', '.join(MATCHES)}")
    return Entry(node_type, name, several("aliases"), several("broader"), match, several("cues"))
