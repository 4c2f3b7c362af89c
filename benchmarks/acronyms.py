"""Acronyms and their long forms on the SDU@AAAI-21 set, beside the rule baseline that came with it.

The set marks every acronym of a sentence, with or without its long form. The pairs are what `kg.extract.abbreviations`
finds; an acronym that stands alone is marked by a plain rule (`is_acronym`), chosen on `dev`.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from kg.extract.abbreviations import abbreviation_pairs
from kg.extract.reading import Reading
from kg.model import Paper
from kg.text import Plain

FOLDER = Path("../shared/eval/acronyms")
BASELINE = {"dev": 85.46, "test": 84.09}
FILES = {"dev": "dev.json", "test": "truth.json"}
Span = tuple[int, int, str]
_ROMAN = re.compile("[IVX]+")


def marked(tokens: Sequence[str]) -> set[Span]:
    """(first token, last token, "short" or "long") of every acronym and long form that we find."""
    starts, text = joined(tokens)
    read = Reading(Paper("sentence", "", text), Plain(text, None, None))
    found: set[Span] = set()
    for long, short in abbreviation_pairs(read):
        for (start, end), kind in ((long, "long"), (short, "short")):
            inside = [at for at, place in enumerate(starts) if start <= place < end]
            if inside:
                found.add((inside[0], inside[-1], kind))
    taken = {at for first, last, _ in found for at in range(first, last + 1)}
    return found | {(at, at, "short") for at, token in enumerate(tokens) if at not in taken and is_acronym(token)}


def joined(tokens: Sequence[str]) -> tuple[list[int], str]:
    """Where each token starts in the sentence as it was written: no blanks inside parentheses and around hyphens."""
    starts: list[int] = []
    text = ""
    for before, token in zip(["(", *tokens], tokens, strict=False):
        text += "" if before in "([-" or token in ")]-,." else " "
        starts.append(len(text))
        text += token
    return starts, text


def is_acronym(token: str) -> bool:
    """Whether a token that has no long form is one: two capitals or more, which are half of its letters or more."""
    core = token[:-1] if token.endswith("s") and len(token) > 2 else token
    capitals = sum(sign.isupper() for sign in core)
    return len(token) <= 12 and capitals >= 2 and 2 * capitals >= len(core) and not _ROMAN.fullmatch(token)


def gold_spans(labels: Sequence[str]) -> set[Span]:
    """The spans of BIO labels such as "B-short", "I-long"."""
    found: set[Span] = set()
    for first, label in enumerate(labels):
        if label.startswith("B-"):
            last = first
            while last + 1 < len(labels) and labels[last + 1] == f"I-{label[2:]}":
                last += 1
            found.add((first, last, label[2:]))
    return found


def macro_f1(gold: Sequence[set[Span]], found: Sequence[set[Span]]) -> dict[str, float]:
    """Precision and recall by kind, and F1 of their means over both kinds, as the set's own scorer has it."""
    figures: dict[str, float] = {}
    for kind in ("short", "long"):
        pairs = list(zip(gold, found, strict=True))
        right = sum(span[2] == kind for told, ours in pairs for span in told & ours)
        figures[f"{kind} P"] = right / max(1, sum(span[2] == kind for ours in found for span in ours))
        figures[f"{kind} R"] = right / max(1, sum(span[2] == kind for told in gold for span in told))
    precision = (figures["short P"] + figures["long P"]) / 2
    recall = (figures["short R"] + figures["long R"]) / 2
    figures["macro F1"] = 2 * precision * recall / max(1e-9, precision + recall)
    return figures


def rows(folder: Path = FOLDER, parts: Sequence[str] = ("dev", "test")) -> Iterator[tuple[str, dict[str, float]]]:
    """(part of the set, its figures)."""
    for part in parts:
        sentences = json.loads((folder / FILES[part]).read_text("utf-8"))
        gold = [gold_spans(sentence["labels"]) for sentence in sentences]
        yield part, macro_f1(gold, [marked(sentence["tokens"]) for sentence in sentences])


def main() -> None:
    """Print the figures of both parts of the set."""
    if not FOLDER.exists():
        print(f"skipped: no {FOLDER}")
        return
    for part, figures in rows():
        shown = "  ".join(f"{name} {100 * value:.2f}" for name, value in figures.items())
        print(f"{part}: {shown}  (rule baseline {BASELINE[part]})")


if __name__ == "__main__":
    main()
