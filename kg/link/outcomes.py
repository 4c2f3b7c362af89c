"""Result nodes: one reported number each, with a label that a person can read."""

import re
from decimal import Decimal

from kg.model import Attribute, Document, Entity, Node, Result
from kg.schema import slug

_SAID = re.compile(r"(?:speed-?ups?|acceleration|correlation|slowdown)$", re.IGNORECASE)
_SIGN = {"gain": "+", "reduction": "−"}


def result_id(document: Document, result: Result) -> str:
    """The id of a result's node: its paper, where its number stands in it, and what kind it is.

    An abstract may print one number at one place only as two kinds or in two units.
    """
    return f"result/{slug(document.paper.id)}/{result.start}-{result.end}-{result.kind}-{slug(str(result.value))}"


def result_node(document: Document, result: Result, slots: dict[str, Entity]) -> Node:
    """The node of one reported number."""
    values = {"value": str(result.value), "low": None if result.low is None else str(result.low),
              "unit": result.unit, "kind": result.kind, "hedge": result.hedge or None}
    attributes: dict[str, Attribute] = {name: value for name, value in values.items() if value}
    return Node(result_id(document, result), "Result", result_label(result, slots), attributes=attributes)


def result_label(result: Result, slots: dict[str, Entity]) -> str:
    """What a result says in a few words, such as "29.44 win rate on AlpacaEval 2.0" or "+9.75% accuracy over DPO"."""
    words = [_SIGN.get(result.kind, "") + _number(result)]
    if metric := slots.get("metric"):
        words.append(metric.name)
    if result.kind != "absolute" and not (metric and (result.kind in _SIGN or _SAID.search(metric.name))):
        words.append(result.kind)
    for slot, joint in (("benchmark", "on"), ("baseline", "over")):
        if slot in slots:
            words += [joint, slots[slot].name]
    return " ".join(words)


def _number(result: Result) -> str:
    unit = {"%": "%", "x": "x"}.get(result.unit or "", f" {result.unit}" if result.unit else "")
    low = "" if result.low is None else f"{_plain(result.low)}–"
    return f"{low}{_plain(result.value)}{unit}"


def _plain(number: Decimal) -> str:
    return format(number, "f") if number.is_finite() else str(number)
