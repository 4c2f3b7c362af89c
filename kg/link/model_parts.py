"""The version, size and tuning in a model's name, and what all spellings of the name have in common."""

import re
import unicodedata

_SIZE = re.compile(r"(?<![\d.a-zA-Z])(?:\d+x)?\d+(?:\.\d+)?[BM](?:-A\d+(?:\.\d+)?B)?(?![A-Za-z])", re.IGNORECASE)
_VERSION = re.compile(r"(?<!\d)(?<!\d\.)[vV]?\d+(?:\.\d+)*[a-z]?(?![\w.]\d)")
_TUNING = re.compile(
    r"(?<![A-Za-z])(?:instruct|chat|base|it|sft|thinking|reasoning|preview|distill(?:ed)?|aligned|dev|schnell|rl|dpo)(?![a-z])",
    re.IGNORECASE)


def model_parts(name: str, family: str = "") -> dict[str, str]:
    """What a model's name says of its version, size and tuning; each only where it says so.

    >>> model_parts("Qwen2.5-VL-3B-Instruct", "Qwen")
    {'version': '2.5', 'size': '3B', 'tuning': 'Instruct'}
    >>> model_parts("GPT-4o", "GPT"), model_parts("Mixtral 8x7B", "Mixtral"), model_parts("T5", "T5")
    ({'version': '4o'}, {'size': '8x7B'}, {})
    >>> model_parts("DINOv3", "DINO"), model_parts("FLUX.1-dev", "FLUX"), model_parts("π0.5", "π0")
    ({'version': '3'}, {'version': '1', 'tuning': 'dev'}, {'version': '0.5'})
    """
    rest = name[len(family):] if family and name.casefold().startswith(family.casefold()) else name
    if rest.startswith(".") and (number := re.search(r"\d+$", family)):
        rest = number.group() + rest
    parts = {}
    size = _SIZE.search(rest) or re.search(r"(?<=\D)\d+(?:\.\d+)?B\b", rest)
    without = rest[:size.start()] + " " + rest[size.end():] if size else rest
    tuning = _TUNING.search(without)
    if version := _VERSION.search(without):
        parts["version"] = version.group().lstrip("vV")
    if size:
        parts["size"] = size.group()
    if tuning:
        parts["tuning"] = tuning.group()
    return parts


_PART = re.compile(r"a\d+(?:\.\d+)*b\b|\d+(?:\.\d+)*[a-z]*(?:x\d+[a-z]*)?|[^\W\d_]+")
_SIZE_ONLY = re.compile(r"a?\d+(?:\.\d+)*[bmx]?")
_MAKERS = frozenset("alibaba anthropic bytedance deepmind google gpt ibm meta microsoft nvidia openai xai".split())
_HEADS = frozenset("backbone backbones checkpoint checkpoints embeddings family families model models series".split())


def model_key(name: str, family: str = "") -> str:
    """The key under which spellings of one model's name fall together, in whatever order its parts stand.

    The family is understood where a name leaves it out or has its initials, a maker or "model" is no part, `v2` is 2
    and 3.0 is 3. Empty for what is nothing but a size or a number.

    >>> model_key("Claude Sonnet 4.5", "Claude") == model_key("claude-4.5-sonnet", "Claude")
    True
    >>> model_key("SD v1.5", "Stable Diffusion"), model_key("LLaMA2-7B model", "Llama"), model_key("8B", "Llama")
    ('1.5 diffusion stable', '2 7b llama', '')
    """
    stem = _parts(family)
    parts = _parts(name)
    initials = "".join(sign for sign in family if sign.isupper()).casefold() or "".join(part[0] for part in stem)
    while len(parts) > 1 and parts[-1] in _HEADS:
        parts.pop()
    if len(parts) > 1 and parts[0] in _MAKERS and parts[0] not in stem:
        parts = parts[1:]
    if all(map(_SIZE_ONLY.fullmatch, parts)):
        return ""
    if len(initials) > 1 and parts and parts[0] == initials:
        parts = parts[1:]
    return " ".join(sorted({*parts, *(part for part in stem if part.isalpha())}))


def _parts(name: str) -> list[str]:
    text = unicodedata.normalize("NFKC", name).casefold().replace("×", "x")
    return [_plain(part) for part in _PART.findall(re.sub(r"\bv(?=\d)|(?<=[a-z])v(?=\d)", " ", text))]


def _plain(part: str) -> str:
    return re.sub(r"(?:\.0)+$", "", part)
