"""Markup to plain text with offsets kept, sentences, words, normal forms: pure functions over strings."""

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_SYMBOLS = {
    "times": "×", "ell": "ℓ", "sim": "~", "approx": "≈", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥",
    "to": "→", "rightarrow": "→", "infty": "∞", "cdot": "·", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ",
    "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ",
    "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Pi": "Π", "Sigma": "Σ",
    "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "star": "*", "ast": "*", "dots": "…", "ldots": "…", "percent": "%",
    "textasciitilde": "~", "neq": "≠", "ne": "≠", "mid": "|", "textendash": "–", "textemdash": "—", "circ": "°",
    "quad": " ", "qquad": " ", "newline": " ", "log": "log", "min": "min", "max": "max", "exp": "exp", "text": "",
}
_STYLES = frozenset((
    "textbf textit textsc texttt textrm textsf textsuperscript textsubscript emph underline mathbf mathbb mathcal "
    "mathrm mathsf mathit mathfrak mathscr boldsymbol bm bf it sc tt rm sf em bfseries itshape operatorname mbox hbox "
    "tilde hat bar widetilde widehat overline vec xspace left right displaystyle textstyle url small large bigl bigr "
    "big Big mathop ensuremath textnormal textup"
).split(" "))
_TAGS = (
    "p|b|i|u|em|strong|sub|sup|br|span|a|title|sec|italic|bold|div|tt|code|small|ul|ol|li|scp|monospace|"
    "inline-formula|tex-math|mml:[a-z]+|abstract|strike|underline|font"
)
_MARKUP = re.compile(
    rf"""
      (?P<cite>\\(?:cite[a-z]*|ref|label|footnote|vspace|hspace)\*?(?:\[[^\]]*\])?\{{[^{{}}]*\}})
    | (?P<href>\\href\{{[^{{}}]*\}})
    | (?P<accent>\\[`'^"~=.uvHcdbr](?:\{{[A-Za-z]\}}|(?<=[`'^"~=.])[A-Za-z]))
    | (?P<command>\\[A-Za-z]+(?:[ ](?=[A-Za-z]))?)
    | (?P<escaped>\\[%&_#$\{{\}}])
    | (?P<spacing>\\[,;!:\ ()\[\]])
    | (?P<newline>\\\\)
    | (?P<braces>[{{}}])
    | (?P<tag></?(?:jats:)?(?:{_TAGS})\b[^<>]*>)
    | (?P<entity>&(?:[A-Za-z]{{2,8}}|\#\d{{1,6}}|\#x[0-9A-Fa-f]{{1,5}});)
    | (?P<strong>\*\*|__(?=\w)|(?<=\w)__)
    | (?P<quote>``|''|`)
    | (?P<nothing>[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff])
    | (?P<tie>(?<=\w)~(?=[A-Za-z\\]))
    """,
    re.VERBOSE,
)
_MATHS = re.compile(r"\$\$?(?=[^\s$])([^$]{1,160}?)(?<=[^\s\\$])\$\$?(?!\d)")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,120}?)(?<=[^\s*])\*(?![\w*])")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|\\(?:textbf|textsc|texttt|emph|textit)\{([^{}]+)\}")
_SUSPECT = re.compile(r"[\\${}<&*`~\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]|''|__")


@dataclass(frozen=True, slots=True)
class Plain:
    """A text without its markup, and where each of its characters stood.

    `text[i]` stood at `starts[i]` of the source and ended at `ends[i]`. `emphasis` are the half-open spans of `text`
    that the source set in bold or italics.
    """

    text: str
    starts: list[int] | None
    ends: list[int] | None
    emphasis: tuple[tuple[int, int], ...] = ()

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open span of the source that [start, end) of the plain text was made from."""
        if self.starts is None or self.ends is None or start >= end:
            return start, end
        return self.starts[start], self.ends[end - 1]

    def plain_start(self, source_offset: int) -> int:
        """The first plain offset whose character stood at or behind an offset of the source."""
        return source_offset if self.starts is None else bisect_left(self.starts, source_offset)


@lru_cache(maxsize=64)
def plain(source: str) -> Plain:
    r"""The text that a reader sees, without LaTeX, Markdown and HTML, every character's place kept.

    >>> plain("We propose \\textbf{P}erturbation with $k$ heads, 5\\% of $\\alpha$ & **C**o.").text
    'We propose Perturbation with k heads, 5% of α & Co.'
    """
    if not _SUSPECT.search(source):
        return Plain(source, None, None)
    dropped, maths = _math_marks(source)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def copy(start: int, end: int) -> None:
        if dropped and not dropped.isdisjoint(range(start, end)):
            for at in range(start, end):
                if at not in dropped:
                    emit(source[at], at, at + 1)
        elif start < end:
            pieces.append(source[start:end])
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))

    def emit(text: str, start: int, end: int) -> None:
        pieces.append(text)
        starts.extend([start] * len(text))
        ends.extend([end] * len(text))

    position = 0
    for match in _MARKUP.finditer(source):
        copy(position, match.start())
        kind = match.lastgroup or ""
        replacement = _REPLACE[kind](match.group(), maths, match.start())
        if replacement:
            emit(replacement, match.start(), match.end())
        position = match.end()
    copy(position, len(source))
    text = "".join(pieces)
    whole = Plain(text, starts, ends)
    spans = []
    for match in _BOLD.finditer(source):
        group = 1 if match.group(1) is not None else 2
        first, last = whole.plain_start(match.start(group)), whole.plain_start(match.end(group))
        if first < last:
            spans.append((first, last))
    return Plain(text, starts, ends, tuple(spans))


def _math_marks(source: str) -> tuple[set[int], set[int]]:
    """Offsets of characters to drop (dollars, lone emphasis stars, ^ and _ in maths) and offsets that lie in maths."""
    dropped: set[int] = set()
    maths: set[int] = set()
    if "$" in source:
        for match in _MATHS.finditer(source):
            inner = range(match.start(1), match.end(1))
            maths.update(inner)
            dropped.update(range(match.start(), match.start(1)), range(match.end(1), match.end()))
            dropped.update(at for at in inner if source[at] in "^_" and source[at - 1] != "\\")
    if "*" in source:
        for match in _EMPHASIS.finditer(source):
            dropped.update((match.start(), match.end() - 1))
    return dropped, maths


def _command(text: str, maths: set[int], at: int) -> str:
    name = text[1:].rstrip()
    if name in _STYLES:
        return ""
    return _SYMBOLS.get(name, name) + ("" if at in maths else text[1 + len(name):])


def _accent(text: str, maths: set[int], at: int) -> str:
    letter = text.strip("{}")[-1]
    marks = {"`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
             "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "r": "\u030a"}
    return unicodedata.normalize("NFC", letter + marks[text[1]])


_REPLACE: dict[str, Callable[[str, set[int], int], str]] = {
    "cite": lambda text, maths, at: "",
    "href": lambda text, maths, at: "",
    "accent": _accent,
    "command": _command,
    "escaped": lambda text, maths, at: text[1],
    "spacing": lambda text, maths, at: " " if text[1] == " " else "",
    "newline": lambda text, maths, at: " ",
    "braces": lambda text, maths, at: "",
    "tag": lambda text, maths, at: " " if re.match(r"</?(?:jats:)?(?:p|br|div|sec|li)\b", text) else "",
    "entity": lambda text, maths, at: html.unescape(text),
    "strong": lambda text, maths, at: "",
    "quote": lambda text, maths, at: '"' if len(text) == 2 else "",
    "nothing": lambda text, maths, at: "",
    "tie": lambda text, maths, at: " ",
}

_WORD = re.compile(r"https?://\S+|[^\W\d_]+(?:['’](?:s|t|re|ve|ll)\b)?|\d+(?:[.,]\d+)*|[^\w\s]|_")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|vs|cf|resp|Fig|Eq|Sec|Tab|Dr|No|approx|w\.r\.t|a\.k\.a|i\.i\.d|etc|St|Prof|Mr|Ms)"
    r"|\b[A-Z])\.$"
)
_BOUNDARY = re.compile(r"[.!?][\"”’')\]]*(?=\s+[\"“‘'(\[]*[A-Z0-9\u0370-\u03ff\\$*$])|\n{2,}")


def words(text: str) -> list[tuple[int, int]]:
    """The half-open spans of words, numbers and single signs.

    >>> [ "Qwen2.5-VL"[a:b] for a, b in words("Qwen2.5-VL") ]
    ['Qwen', '2.5', '-', 'VL']
    """
    return [match.span() for match in _WORD.finditer(text)]


@lru_cache(maxsize=64)
def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The half-open spans of the sentences of a plain text, outer blanks left out.

    A full stop ends a sentence before a capital letter or digit, not after "e.g.", "et al.", initials and the like; a
    blank line always does.

    >>> [ "A, e.g. B. See C."[a:b] for a, b in sentences("A, e.g. B. See C.") ]
    ['A, e.g. B. See C.']
    """
    spans, start = [], 0
    for match in _BOUNDARY.finditer(text):
        end = match.end() if match.group()[0] != "\n" else match.start()
        if match.group()[0] == "." and _ABBREVIATED.search(text[max(start, match.start() - 8):match.start() + 1]):
            continue
        spans.append((start, end))
        start = match.end()
    spans.append((start, len(text)))
    return tuple(trimmed for span in spans if (trimmed := _trim(text, *span)))


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None


@lru_cache(maxsize=200_000)
def fold_word(word: str) -> str:
    """The normal form of one word; empty for a sign that is neither letter, digit, `+` nor `*`.

    >>> fold_word("Policies"), fold_word("LLMs"), fold_word("-")
    ('policy', 'llm', '')
    """
    return normal_form(word) if word[0].isalnum() or word in "+*" else ""


_GREEK = {name: sign for name, sign in _SYMBOLS.items() if len(sign) == 1 and "α" <= sign <= "ω" and len(name) > 2}
_GREEK_WORD = re.compile(r"\b(?:" + "|".join(sorted(_GREEK, key=len, reverse=True)) + r")\b")
_BRITISH = re.compile(r"(?<=[a-z]{2})(?:is(?=(?:e|ed|es|er|ing|ation|ations)\b)|our(?=s?\b))")
_BRITISH_KEPT = re.compile(
    r"\b(?:\w*(?:wise|vise|prise|cise|noise|poise|raise|praise|mise|rise|supervis\w*|revis\w*|precis\w*|advis\w*|"
    r"compris\w*|exercis\w*|surpris\w*|likewise|hour|four|tour|your|our|pour|sour|contour|detour|devis\w*|nois\w*|"
    r"decis\w*|televis\w*|improvis\w*|rais\w*|promis\w*|disguis\w*|denois\w*|prais\w*|pais\w*|bruis\w*|cruis\w*|"
    r"rous\w*|clos\w*|elis\w*))\b"
)


@lru_cache(maxsize=200_000)
def normal_form(label: str) -> str:
    """The key under which spellings of one name fall together: case, markup, hyphens, blanks, plural, Greek, British.

    Digits, `+` and `*` stay, so versions and `C`/`C++` stay apart.

    >>> normal_form("Mixture-of-Experts") == normal_form("mixture of experts"), normal_form("GPT-4o's")
    (True, 'gpt4o')
    >>> normal_form("preference optimisation") == normal_form("Preference Optimizations")
    True
    >>> normal_form("Gaussian processes") == normal_form("Gaussian process")
    True
    """
    text = unicodedata.normalize("NFKC", plain(label).text if _SUSPECT.search(label) else label).casefold()
    text = re.sub(r"['’]s\b", "", text)
    text = _GREEK_WORD.sub(lambda match: _GREEK[match.group()], text)
    if "is" in text or "our" in text:
        text = _american(text)
    text = " ".join(_singular(word) for word in re.split(r"[\s\-‐‑–—_/]+", text))
    key = "".join(sign for sign in text if sign.isalnum() or sign in "+*")
    return key or text.strip() or label.strip()


def _american(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        word = match.group()
        if _BRITISH_KEPT.fullmatch(word):
            return word
        return _BRITISH.sub(lambda part: "iz" if part.group().startswith("is") else "or", word)

    return re.sub(r"[a-z]+", one, text)


_IRREGULAR = {"matrices": "matrix", "indices": "index", "vertices": "vertex", "analyses": "analysis", "biases": "bias",
              "hypotheses": "hypothesis", "equilibria": "equilibrium", "corpora": "corpus"}


def _singular(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    if word.endswith("sses"):
        return word[:-2]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
