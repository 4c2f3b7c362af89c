"""Strings of sources made safe and even: no control characters, newlines only between paragraphs."""

import re

# C1 controls are, in practice, Windows-1252 bytes that some program took for Latin-1: HTML reads them so, and so do we.
_SAFE: dict[int, str] = {
    **dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, 0xFFFE, 0xFFFF), " "),
    **{code: bytes([code]).decode("cp1252", "replace").replace("\ufffd", " ") for code in range(0x80, 0xA0)},
    **dict.fromkeys((0x2028, 0x2029), "\n"),
    0xFEFF: "",
}
_UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NEWLINE = re.compile(r"\r\n?|\n")
_PARAGRAPH_END = re.compile(r"\n{2,}")
# A line broken behind the hyphen of a compound; "pre-\nand post-training" is none.
_BROKEN_COMPOUND = re.compile(r"(?<=[^\W\d_]-)\n(?!(?:and|or|to)\b)(?=[a-z])")


def safe(text: str) -> str:
    """The text without control characters (a blank each) and lone surrogates (U+FFFD each)."""
    if not _UNSAFE.search(text):
        return text
    return _SURROGATE.sub("\ufffd", text.translate(_SAFE))


def paragraphs(text: str) -> str:
    """The text with the lines of a paragraph joined and one empty line between paragraphs, stripped.

    >>> paragraphs(" We align a state-of-the-\\nart model\\nto tasks. \\n\\n\\n Code is out.")
    'We align a state-of-the-art model to tasks.\\n\\nCode is out.'
    """
    text = safe(text).strip()
    if "\n" not in text and "\r" not in text:
        return text
    lines = "\n".join(line.strip() for line in _NEWLINE.split(text))
    return "\n\n".join(_BROKEN_COMPOUND.sub("", part).replace("\n", " ") for part in _PARAGRAPH_END.split(lines))


def one_line(text: str) -> str:
    """The text on one line: every run of white space is one blank, stripped."""
    return " ".join(safe(text).split())
