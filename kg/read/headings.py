"""What a line of a text list is: the list's title, a paper's title, its authors, or running text."""

import re
from collections.abc import Sequence

_CONFERENCES = (
    "AAAI AACL ACL ACCV AISTATS AKBC ALT ARR BMVC CIKM CLEAR COLING COLM COLT CoNLL CoRL CVPR EACL ECAI ECCV ECIR ECML "
    "EMNLP FAccT FSE ICASSP ICCV ICDE ICDM ICLR ICML ICRA ICSE IJCAI IJCNLP INTERSPEECH IROS JAIR JMLR KDD LREC MICCAI "
    "MIDL MLSys NAACL NeurIPS NIPS NSDI OOPSLA OSDI PLDI RECOMB RecSys RSS SIGGRAPH SIGIR SOSP TACL TMLR TPAMI UAI "
    "USENIX VLDB WACV WSDM WWW"
).split()
_KNOWN = "|".join(sorted(_CONFERENCES, key=len, reverse=True))
_VENUE = re.compile(rf"(?<![A-Za-z0-9])({_KNOWN})(?![A-Za-z])", re.I)
_SPELLED = {name.casefold(): name for name in _CONFERENCES}
# Any other name of capitals right beside a year: "XYZConf 2026", "2026 XYZ".
_CAPITALS = r"([A-Z][A-Za-z&-]*[A-Z][A-Za-z]*)"
_ACRONYM = re.compile(
    rf"(?<![A-Za-z]){_CAPITALS}[ '’-]*(?:19|20)\d\d(?!\d)|(?<!\d)(?:19|20)\d\d[ -]*{_CAPITALS}(?![A-Za-z])")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<=['’])\d\d(?!\d)")
_LIST_WORD = re.compile(
    r"\b(?:papers?|list|accepted|abstracts?|proceedings|publications?|orals?|posters?|spotlights?|bibliography|reading"
    r"|art[íi]c(?:ulos?|les?)|liste|lista|elenco|beitr[äa]ge|aufs[äa]tze|ver[öo]ffentlichungen|artigos?|articoli"
    r"|stat(?:ii|ei)|makaleler|artykuły)\b"
    r"|论文|論文|列表|清单|一覧|リスト|논문|목록|стать|список|доклад|أوراق|قائمة|शोध|לרשימ", re.I)
_FUNCTION_WORD = re.compile(
    r"\b(?:a|an|the|of|in|on|for|to|and|or|with|by|from|that|which|is|are|we|our|this|as|at|its)$", re.I)
_PARTICLES = frozenset("van von der den de del della di da la le dos bin ibn al el ten ter zu und y e".split())
_STOP = re.compile(r"(?<!\bvs)(?<!\b[DM]r)(?<!\bSt)(?<!\b[A-Z])\. [A-Z]")
_TEXT_START = re.compile(r"[^\W_a-z]|[\"“‘'$*\\]")
_BETWEEN_NAMES = re.compile(r"[,;·，、]\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+")
_SMALL = frozenset("about among beyond between through toward towards under using versus within without".split())
_MARKS = re.compile(r"[\d*†‡§¶∗^{}$,]+$")


def list_heading(line: str) -> dict[str, object] | None:
    """Venue and year that a list's title names (as `papers_of` takes them); None for any other line.

    A title names a conference and a year in few words or calls itself a list, in whatever language.

    >>> list_heading("ICML 2026 论文列表"), list_heading("# Papers accepted at NeurIPS'25")
    ({'venue': 'ICML', 'year': '2026'}, {'venue': 'NeurIPS', 'year': '2025'})
    >>> list_heading("ImageNet 2012 Revisited: What Did We Learn From It?") is None
    True
    """
    text = line.strip(" #*_\t=-")
    if not text or len(text) > 120 or text[-1] in ".。" or ":" in text[:-1]:
        return None
    venue, year = _venue(text), _year(text)
    listed = bool(_LIST_WORD.search(text))
    words = len(text.split())
    if not (venue and year and (words <= 4 or (listed and words <= 14))) and not (listed and words <= 4):
        return None
    return {name: value for name, value in (("venue", venue), ("year", year)) if value}


def is_title(line: str) -> bool:
    """Whether a line can be a paper's title: short, no running text, not ending as a sentence does."""
    text = line.strip()
    if not text or len(text) > 250 or len(text.split()) > 40 or not any(letter.isalpha() for letter in text):
        return False
    stops = len(_STOP.findall(text))
    return text[-1] not in ".。,;:，；：" and stops <= (len(text) < 150) and "。" not in text


def stands_as_title(lines: Sequence[str]) -> bool:
    """Whether the first of a paragraph's lines is a title above the text rather than the text's beginning.

    It is where the text below is not wrapped, where the line was ended although the next word had room in it, where it
    is longer than the text is wide, or where it is written as a headline.
    """
    head, below = lines[0].strip(), lines[1].strip()
    if not is_title(head) or not _TEXT_START.match(below) or _FUNCTION_WORD.search(head):
        return False
    text = " ".join(lines[1:]).strip()
    if len(text) < 80 or not (is_sentence(text) or ". " in text):
        return False
    width = max(len(line.strip()) for line in lines[1:])
    room = width - len(head) - len(below.split()[0]) - 1
    return len(below) > 200 or room >= 8 or len(head) > width or _is_headline(head)


def is_authors(line: str) -> bool:
    """Whether a line is a row of people's names.

    >>> is_authors("Ada Lovelace¹, Alan M. Turing and Ludwig van Beethoven")
    True
    """
    names = [name for name in map(str.strip, _BETWEEN_NAMES.split(line.strip(" *_"))) if name]
    return len(names) > 1 and len(line) < 1500 and sum(map(is_person, names)) >= 0.7 * len(names)


def is_person(name: str) -> bool:
    """Whether a few words can be one person's name; many a title of two words can be, too."""
    words = _MARKS.sub("", name).replace("¹", "").replace("²", "").replace("³", "").split()
    capitals = [word for word in words if word.casefold() not in _PARTICLES]
    return 2 <= len(words) <= 5 and 1 <= len(capitals) <= 4 and all(_is_name(word) for word in capitals)


def is_sentence(text: str) -> bool:
    """Whether a text ends as running text does, or is too long to be anything else."""
    return len(text) > 250 or text.rstrip(" \"”’')]*_$")[-1:] in (".", "!", "?", "。", "！", "？", "…")


def _venue(text: str) -> str:
    known = _VENUE.search(text)
    if known:
        return _SPELLED[known.group(1).casefold()]
    other = _ACRONYM.search(text)
    return next((name for name in other.groups() if name), "") if other else ""


def _year(text: str) -> str:
    found = _YEAR.search(text)
    return "" if found is None else found.group() if len(found.group()) == 4 else f"20{found.group()}"


def _is_headline(line: str) -> bool:
    """Whether all long words have capitals, as in headlines."""
    long = [word for word in re.findall(r"[^\W\d_][\w'’-]*", line) if len(word) > 4]
    return len(long) > 1 and all(word[0].isupper() or word in _SMALL for word in long)


def _is_name(word: str) -> bool:
    return re.fullmatch(r"[^\W\d_a-z][^\W\d_]*(?:[-'’.][^\W\d_]*)*", word) is not None and not word[2:].isupper()
