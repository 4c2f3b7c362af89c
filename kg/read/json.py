"""JSON: an array of papers, one paper, or what the services send: papers below a key such as `results` or `items`."""

import json
import re
from collections.abc import Iterator, Mapping

from kg.errors import InputError
from kg.read.items import Item, Skipped, shortened
from kg.read.opening import Source
from kg.read.record import KNOWN_NAMES, field_name, papers_of, text_of

_LISTS = ("papers", "results", "data", "items", "works", "notes", "records", "articles", "entries", "publications",
          "recommendedPapers", "references", "citations")
# Where services put the paper inside its record, in the order in which they are looked for.
_INNER = ("content", "data", "paper", "citedPaper", "citingPaper")
_NEXT_RECORD = re.compile(r"(?<=\})\s*,?\s*(?=\{)")
_OPENING = re.compile(r'\s*(?:\{\s*"\w+"\s*:\s*)?\[')
_BLANK = re.compile(r"[\s,\]]*")
_DECODER = json.JSONDecoder()


def read_json(source: Source) -> Iterator[Item]:
    """The papers of a JSON text; where it is broken, those before and behind the break, and the break as skipped."""
    text = "".join(source.lines).strip()
    try:
        yield from papers_of_value(json.loads(text), source, 0)
    except RecursionError:
        raise InputError(source.path, "its JSON is nested too deeply to be a list of papers") from None
    except ValueError:
        yield from _rescued(text, source)


def papers_of_value(value: object, source: Source, line: int) -> Iterator[Item]:
    """The papers in a parsed JSON value; what is no object in a list of papers is skipped."""
    if isinstance(value, list):
        for position, entry in enumerate(value, 1):
            if isinstance(entry, Mapping):
                yield from papers_of(_flat(entry), source, line, f"entry {position}")
            else:
                yield Skipped(source.path, line, "not a JSON object", f"entry {position}: {_shown(entry)}")
    elif not isinstance(value, Mapping):
        yield Skipped(source.path, line, "not a JSON object", _shown(value))
    elif (inner := _list_within(value)) is not None:
        yield from papers_of_value(inner, source, line)
    else:
        yield from papers_of(_flat(value), source, line)


def _shown(value: object) -> str:
    return shortened(text_of(value)) or ("null" if value is None else type(value).__name__)


def _list_within(record: Mapping[str, object]) -> object | None:
    """The list of papers that an object wraps, or the papers of an object whose keys are ids; None for a paper."""
    if _is_paper(_flat(record)):
        return None
    message = record.get("message")  # Crossref's envelope
    for key in _LISTS:
        value = message.get(key) if isinstance(message, Mapping) else record.get(key)
        if isinstance(value, list):
            return value
    if isinstance(message, Mapping):
        return [message]
    entries = [(key, value) for key, value in record.items() if isinstance(value, Mapping) and _is_paper(_flat(value))]
    return [{"id": key, **value} for key, value in entries] if entries and len(entries) == len(record) else None


def _is_paper(record: Mapping[str, object]) -> bool:
    return any(KNOWN_NAMES.get(field_name(str(key))) in ("title", "abstract") for key in record)


def _flat(record: Mapping[str, object]) -> dict[str, object]:
    """The record with what services wrap brought to its top: the inner paper, wrapped ids, the indexed abstract."""
    flat = dict(record)
    for key in _INNER:
        inner = flat.get(key)
        if isinstance(inner, Mapping) and not _is_paper(flat):
            flat |= inner
    flat = {key: value.get("value") if isinstance(value, Mapping) and "value" in value else value
            for key, value in flat.items()}
    for key in ("externalIds", "ids"):
        ids = flat.get(key)
        if isinstance(ids, Mapping):
            flat |= {name: ids[name] for name in ("DOI", "ArXiv", "arxiv") if ids.get(name)}
    if isinstance(flat.get("abstract_inverted_index"), Mapping) and not flat.get("abstract"):
        flat["abstract"] = _from_index(flat["abstract_inverted_index"])
    return flat


def _from_index(index: object) -> str:
    """The abstract that OpenAlex sends as a mapping from each word to its positions."""
    assert isinstance(index, Mapping)
    placed = [(position, str(word)) for word, positions in index.items() if isinstance(positions, list)
              for position in positions if isinstance(position, int)]
    return " ".join(word for _, word in sorted(placed))


def _rescued(text: str, source: Source) -> Iterator[Item]:
    """Every paper that can be parsed out of broken JSON, with one skip for each place where it breaks."""
    opening = _OPENING.match(text)
    at, line, broken = opening.end() if opening else 0, 1, False
    while (start := _blank_end(text, at)) < len(text):
        line += text.count("\n", at, start)
        at = start
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            if not broken or text[at] == "{":
                yield Skipped(source.path, line, "not JSON", shortened(text[at:at + 80]))
            follow = _NEXT_RECORD.search(text, at + 1)
            broken, end = True, follow.end() if follow else len(text)
        else:
            if isinstance(value, Mapping) and (not broken or _is_paper(_flat(value))):
                yield from papers_of_value(value, source, line)
                broken = False
        line += text.count("\n", at, end)
        at = end


def _blank_end(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at
