"""The version, size and tuning in a model's name."""

import re

_SIZE = re.compile(r"(?<![\d.a-zA-Z])(?:\d+x)?\d+(?:\.\d+)?[BM](?:-A\d+(?:\.\d+)?B)?(?![A-Za-z])", re.IGNORECASE)
_VERSION = re.compile(r"(?<![\d.])[vV]?\d+(?:\.\d+)*[a-z]?(?![\w.]\d)")
_TUNING = re.compile(
    r"(?<![A-Za-z])(?:instruct|chat|base|it|sft|thinking|reasoning|preview|distill(?:ed)?|aligned)(?![a-z])",
    re.IGNORECASE)


def model_parts(name: str, family: str = "") -> dict[str, str]:
    """What a model's name says of its version, size and tuning; each only where it says so.

    >>> model_parts("Qwen2.5-VL-3B-Instruct", "Qwen")
    {'version': '2.5', 'size': '3B', 'tuning': 'Instruct'}
    >>> model_parts("GPT-4o", "GPT"), model_parts("Mixtral 8x7B", "Mixtral"), model_parts("T5", "T5")
    ({'version': '4o'}, {'size': '8x7B'}, {})
    """
    rest = name[len(family):] if family and name.casefold().startswith(family.casefold()) else name
    parts = {}
    size = _SIZE.search(rest) or re.search(r"(?<=\D)\d+(?:\.\d+)?B\b", rest)
    without = rest[:size.start()] + " " + rest[size.end():] if size else rest
    tuning = _TUNING.search(without)
    if version := _VERSION.search(without):
        parts["version"] = version.group()
    if size:
        parts["size"] = size.group()
    if tuning:
        parts["tuning"] = tuning.group()
    return parts
