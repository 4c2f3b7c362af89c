"""Names of pretrained models by a grammar: a family's stem, then version, size and tuning ("Qwen2.5-VL-3B-Instruct")."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kg.extract.names import entries_in
from kg.extract.reading import TOGETHER, Reading, reading
from kg.lexicon import Lexicon, is_single_model
from kg.model import Document

_SIZE = r"\d+(?:\.\d+)?[BbMm](?![a-z])|\d+[xX×]\d+(?:\.\d+)?[Bb]|[EA]\d+[Bb]|\d+E"
_VERSION = r"[vVR]?\d{1,2}(?:\.\d+){0,2}[a-z]?(?![\w%])|[Vv]\d+(?:\.\d+)?|R1|r1|4o|4V|V3|\d{4}(?!\w)"
_TUNING = (
    r"VL|Coder|Math|Omni|Audio|Vision|Image|Video|Edit|Instruct|instruct|Chat|chat|Base|base|Distill|Distilled|Large|large|"
    r"Small|small|Tiny|tiny|Mini|mini|nano|Nano|Medium|medium|Huge|Giant|Turbo|turbo|Pro|Flash|Lite|Ultra|Opus|Sonnet|"
    r"Haiku|Thinking|Preview|preview|Guard|Zero|it|pt|hf|Plus|Max|Next|NeoX|Neo|XL|XXL|Scout|Maverick|Exp|Code|Prover|"
    r"Embedding|Reranker|MoE|oss|high|medium|low|Fast|Deep Research|Deep Think|Image|Nemotron"
)
_PART = rf"(?:{_SIZE}|{_VERSION}|(?:{_TUNING})(?![A-Za-z]))"
_TAIL = re.compile(
    rf"(?:(?:{_SIZE}|{_VERSION})|[-_]{_PART}|[-_](?=[A-Z0-9])[A-Za-z0-9.]*[A-Za-z0-9]"
    rf"| (?:{_SIZE}|{_VERSION}|(?:VL|Coder|Turbo|turbo|Pro|Flash|Opus|Sonnet|Haiku|mini|Mini|nano|Nano|Ultra|Large|Lite|"
    rf"Instruct|Chat|Thinking|Preview|Medium|Small|Scout|Maverick|XL|Deep Research)(?![A-Za-z-])))+"
)
_NOT_TAIL = re.compile(r" \d+(?:\.\d+)?[a-z]?$")
_COUNTED = re.compile(r"\s+(?:models|benchmarks|datasets|tasks|languages|layers|families|times|variants|sizes|and \d|of|to \d)")
_SIZES_ASIDE = re.compile(rf"\s?\((?:{_SIZE})(?:(?:\s?[/,]\s?|\s?(?:,|,? and|&) )(?:{_SIZE}))*\)")
_MORE_SIZES = re.compile(rf"(?:\s?/\s?|,\s|\sand\s|,\sand\s)-?((?:{_SIZE}))(?![\w-])")


@dataclass(frozen=True, slots=True)
class ModelName:
    """A model as named in a text: the plain span, its family, and its name as makers write it."""

    start: int
    end: int
    family: str
    name: str
    specific: bool


def model_names(documents: Iterable[Document], lexicon: Lexicon) -> Iterator[Document]:
    """Documents with a mention of type Model for each named model, of type ModelFamily for each bare family name."""
    for document in documents:
        text = reading(document.paper)
        found = tuple(
            text.mention(model.start, model.end, "Model" if model.specific else "ModelFamily", "model_names")
            for model in models_in(text, lexicon)
        )
        yield Document(document.paper, document.mentions + found, document.links, document.relations, document.results)


@lru_cache(maxsize=2 * TOGETHER)
def models_in(text: Reading, lexicon: Lexicon) -> list[ModelName]:
    """Every named model and family, in order; "Llama3B/8B/70B" gives one for each size."""
    found: list[ModelName] = []
    reach = 0
    for first, last, entry in entries_in(text, lexicon):
        start, stem_end = text.words[first][0], _without_possessive(text.text, text.words[last - 1][1])
        if entry.type == "ModelFamily" and start >= reach:
            end = _name_end(text.text, stem_end)
            name = text.text[start:end]
            specific = end > stem_end or _is_checkpoint(name, entry.name) or is_single_model(name, entry.name)
            found.append(ModelName(start, end, entry.name, name, specific))
            found.extend(_other_sizes(text.text, start, end, entry.name))
            reach = found[-1].end
    return found


def _without_possessive(text: str, end: int) -> int:
    return end - 2 if text.endswith(("'s", "’s"), 0, end) else end


def _name_end(text: str, stem_end: int) -> int:
    tail = _TAIL.match(text, stem_end)
    if tail is None:
        return stem_end
    end = tail.end()
    while end > stem_end and text[end - 1] in ".-_ ":
        end -= 1
    spaced = _NOT_TAIL.search(text, stem_end, end)
    if spaced and _COUNTED.match(text, end):
        return spaced.start()
    return end


def _is_checkpoint(name: str, family: str) -> bool:
    return any(sign.isdigit() for sign in name) and name != family


def _other_sizes(text: str, start: int, end: int, family: str) -> Iterator[ModelName]:
    size = re.search(rf"({_SIZE})(?![a-z0-9])", text[start:end])
    listed = None if size else _SIZES_ASIDE.match(text, end)
    for other in re.finditer(_SIZE, listed.group()) if listed else ():
        yield ModelName(end + other.start(), end + other.end(), family, f"{text[start:end]}-{other.group()}", True)
    at = end
    while size and (more := _MORE_SIZES.match(text, at)):
        stem = text[start:start + size.start()]
        name = f"{stem}{more.group(1)}{text[start + size.end():end]}"
        yield ModelName(more.start(1), more.end(1), family, name, True)
        at = more.end()


def model_parts(name: str) -> dict[str, str]:
    """The version, size and tuning in a model's name, each only where the name has it.

    >>> model_parts("Qwen2.5-VL-3B-Instruct")
    {'version': '2.5', 'size': '3B', 'tuning': 'VL-Instruct'}
    """
    parts = {}
    size = re.search(rf"(?<![A-Za-z.\d])(?:{_SIZE})(?![a-z0-9])|(?<=[A-Za-z])\d+(?:\.\d+)?[BM](?![a-z0-9])", name)
    rest = name[:size.start()] + name[size.end():] if size else name
    version = re.search(r"(?<![\d.])[vVR]?\d{1,2}(?:\.\d+){0,2}(?![\d])[a-z]?(?![a-z])|4o", rest)
    tuning = [part for part in re.split(r"[-_ ]", rest) if re.fullmatch(_TUNING, part)]
    if version:
        parts["version"] = version.group()
    if size:
        parts["size"] = size.group()
    if tuning:
        parts["tuning"] = "-".join(tuning)
    return parts
