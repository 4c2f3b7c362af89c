"""What the JSON formats share: nodes and claims as JSON's own values, one a line."""

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any

from exports.columns import Claim, Value, clean, is_present
from kg.model import Node

encoded = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def attributes(node: Node) -> dict[str, Any]:
    """A node's type, aliases and attributes, by their names in the schema."""
    own = {name: _value(value) for name, value in sorted(node.attributes.items()) if is_present(value)}
    return {"type": node.type, "aliases": _value(node.aliases), **own}


def claim_attributes(claim: Claim) -> dict[str, Any]:
    """What is said of a claim beside its ends."""
    said: dict[str, Any] = {"relation": claim.relation, "papers": claim.papers, "support": len(claim.papers),
                            "confidence": claim.confidence if math.isfinite(claim.confidence) else None}
    return said | {"evidence": claim.evidence} if claim.evidence else said


def separated(texts: Iterable[str]) -> Iterator[str]:
    """The texts with a comma and a line break between them."""
    between = ""
    for text in texts:
        yield between + text
        between = ",\n"


def _value(value: Value) -> Any:
    if isinstance(value, tuple):
        return [clean(text) for text in value]
    return clean(value) if isinstance(value, str) else value
