"""A title for a paper whose source gives none, of the paper's own words."""

import re

from kg.model import Document, Entity, Relation
from kg.text import normal_form, plain, sentences

MOST_WORDS = 12
SURE = 0.6
# A title that was cut does not end in one of these.
_DANGLING = frozenset("a an and as at by for from in into is of on or the to via with".split())
# Where the words that say what a thing is come to an end.
_END = re.compile(
    r"[;:—–()\[\]]|[.!?](?:\s|$)|,\s(?=(?:which|that|where|and|to|by|for|with|built|trained|based|designed|in|we|it)\b)"
    r"|\s(?=(?:that|which|where|who|whose|to|by|designed|aimed|tailored|built|capable|based|consisting|comprising|using"
    r"|leveraging|spanning|containing|covering|combining)\b)")
_APPOSITION = re.compile(r"^\s*(?:\([^()]*\)\s*)?(?:,|—|–|:|\bis\b|\bas\b)\s*(?=(?:an?|the|our)\s)")
_CALLED = re.compile(
    r"\b((?:an?|the)\s(?:[\w'’/-]+,?\s){0,9}?[\w'’/-]+)\s*(?:,|:|—|–|,?\s(?:called|named|termed|dubbed|coined))?\s*(?:\W*)$")
_PROPOSES = re.compile(r"\b(?:introduce|propose|present|develop|design|we)\b")
_ADVERBIAL = (
    r"(?:(?:to|in|by|based on|motivated by|inspired by|building on|with|towards?|thus|hence|therefore|finally|here)"
    r"\b[^,.;]*,\s*)?")
_OPENING = re.compile(
    rf"^(?:(?:first|second|third)(?:ly)?,\s*)?{_ADVERBIAL}(?:we|this (?:paper|work|study))\s"
    r"(?:(?:\w+ly|therefore|then|thus|also|further|first|next|instead|hence)\s)?\w+\s(?:and\s\w+\s)?", re.IGNORECASE)


def derived_title(document: Document) -> str:
    """A title of a paper's own words: the name that it introduces and what that is, else its first clause.

    At most twelve words after the name; without markup.
    """
    relation = introduced(document)
    if relation is None:
        return first_clause(plain(document.paper.text).text) or document.paper.id
    name = relation.object.name
    gist = _gist(document, relation)
    return f"{name}: {gist}" if gist else _untold(document, relation)


def introduced(document: Document) -> Relation | None:
    """The relation to the chief thing that the paper introduces: the first coined name, else the surest phrase."""
    found = [r for r in document.relations if r.predicate == "introduces" and r.subject is None]
    return min(found, key=_rank, default=None)


def _rank(relation: Relation) -> tuple[bool, int, float, int, str]:
    start = relation.mention.start if relation.mention else relation.start
    coined = _coined(relation)
    return not coined, start if coined else 0, -relation.score, start, relation.object.name


def _coined(relation: Relation) -> bool:
    return relation.score >= SURE and any(sign.isupper() for sign in relation.object.name[1:])


def _gist(document: Document, relation: Relation) -> str:
    """What the words around the name say it is: an apposition, else the noun phrase before, else its long form."""
    source, mention = document.paper.text, relation.mention
    if spelled := _spelled_out(relation.object, source):
        return spelled
    if mention is None:
        return ""
    after = plain(source[mention.end:relation.end]).text
    if apposition := _APPOSITION.match(after):
        return _cut(after[apposition.end():])
    before = plain(source[relation.start:mention.start]).text
    called = _CALLED.search(before)
    return _cut(called.group(1)) if called else ""


def _spelled_out(entity: Entity, source: str) -> str:
    """The long form of a short name, where the source has one in capitals."""
    long = [alias for alias in entity.aliases if alias in source and " " not in entity.name
            and 2 < len(alias.split()) <= MOST_WORDS and alias[0].isupper()
            and sum(word[0].isupper() for word in alias.split()) > len(alias.split()) / 2]
    return max(long, key=lambda alias: (len(alias), alias), default="")


def _cut(words: str) -> str:
    """The words up to where they stop saying what a thing is; nothing if that is too little or too much."""
    end = _END.search(words)
    gist = words[:end.start()] if end else words
    gist = gist.strip(" ,.;:").removeprefix("our ")
    while gist.rpartition(" ")[2].casefold() in _DANGLING:
        gist = gist.rpartition(" ")[0]
    return gist if 2 < len(gist.split()) <= MOST_WORDS and not _PROPOSES.search(gist) else ""


def _untold(document: Document, relation: Relation) -> str:
    """For a name that nothing is said about: the clause that introduces it, name first where it is not in it."""
    name = relation.object.name
    sentence = plain(document.paper.text[relation.start:relation.end]).text
    clause = first_clause(_OPENING.sub("", sentence))
    if not clause:
        return name
    return _capital(clause) if normal_form(name) in normal_form(clause) else f"{name}: {clause}"


def first_clause(text: str) -> str:
    """The first clause of a text, cut to twelve words.

    >>> first_clause("Policies collapse when rewards are sparse, and nobody knows why. More.")
    'Policies collapse when rewards are sparse'
    """
    spans = sentences(text)
    if not spans:
        return ""
    sentence = text[slice(*spans[0])].strip(" .!?")
    clause = re.split(r"[,;:—–]\s", sentence)[0]
    words = (clause if len(clause.split()) >= 4 else sentence).split()
    kept = words[:MOST_WORDS]
    while len(kept) < len(words) and kept[-1].casefold() in _DANGLING:
        kept.pop()
    return _capital(" ".join(kept).rstrip(" ,;:—–") + ("…" if len(kept) < len(words) else ""))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
