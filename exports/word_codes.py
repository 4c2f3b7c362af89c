"""Abstracts as bytes in which a frequent word takes one or two: compressed they are a third smaller than plain text."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

# 0x00-0x7F stand for themselves; then words of one byte, words of two, and 0xFF before a UTF-16 unit or an end.
FIRST_WORD, FIRST_PAIR, ESCAPE = 0x80, 0xB8, 0xFF
ONE_BYTE_WORDS = FIRST_PAIR - FIRST_WORD
MOST_WORDS = ONE_BYTE_WORDS + (ESCAPE - FIRST_PAIR) * 256
LEAST_USES = 3
END = bytes((ESCAPE, 0, 0))  # U+0000 itself is written as itself
_PIECES = re.compile(r" ?[A-Za-z]{2,}|[\s\S]")


def frequent_words(texts: Iterable[str]) -> list[str]:
    """The words to give codes, most frequent first, many with the blank before them."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(piece for piece in _PIECES.findall(text) if len(piece) > 1)
    used = [word for word, count in counts.items() if count >= LEAST_USES]
    return sorted(used, key=lambda word: (-counts[word], word))[:MOST_WORDS]


def codes(words: Sequence[str]) -> dict[str, bytes]:
    """The bytes of each word, by its place."""
    return {word: bytes((FIRST_WORD + place,)) if place < ONE_BYTE_WORDS else
            bytes((FIRST_PAIR + (place - ONE_BYTE_WORDS) // 256, (place - ONE_BYTE_WORDS) % 256))
            for place, word in enumerate(words)}


def coded(text: str, code: Mapping[str, bytes]) -> bytes:
    """A text in these codes, with its end.

    >>> coded("a cat, é", codes([" cat"])).hex(" ")
    '61 80 2c 20 ff e9 00 ff 00 00'
    """
    return b"".join(code.get(piece) or _spelled(piece) for piece in _PIECES.findall(text)) + END


def _spelled(piece: str) -> bytes:
    if piece.isascii():
        return piece.encode("ascii")
    units = piece.encode("utf-16-le", "surrogatepass")
    return b"".join(bytes((ESCAPE,)) + units[at : at + 2] for at in range(0, len(units), 2))
