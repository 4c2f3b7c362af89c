"""Which known methods an introduced method is a kind of, as its name or the words beside it say."""

import re
from collections.abc import Iterator

from kg.extract.candidates import Candidate
from kg.extract.reading import Reading
from kg.lexicon import Entry, Lexicon
from kg.text import normal_form

_SAID = re.compile(
    r"\b(?:variants?|extensions?|generali[sz]ations?|adaptations?|version|modification|improvement|instance|form) of (?:the )?"
    r"|\bextend(?:s|ing)? |\bgenerali[sz](?:es|ing) |\bbuil(?:ds|t|ding) (?:up)?on ",
    re.IGNORECASE,
)


def named_variants(introduced: Candidate, text: Reading, lexicon: Lexicon) -> tuple[str, ...]:
    """Names of the methods whose names are a part of an introduced method's own, sorted."""
    found = {name for form in introduced.forms(text) for name in _inside_name(form, introduced.long, text, lexicon)}
    own = {form.casefold() for form in introduced.forms(text)}
    return tuple(sorted(name for name in found if name.casefold() not in own))


def _inside_name(form: str, long: str, text: Reading, lexicon: Lexicon) -> set[str]:
    """Acronyms of known methods that a coined name ends with ("AGRPO") or has as a part ("DAG-MoE").

    Where the paper spells its name out, the known method's own words must be in it: PICACO is no ACO. Where it does not,
    letters run together count only behind a small letter ("DrGRPO") or for four letters and more ("AGRPO"), and none
    where other words of the paper begin with them ("CRL-Foo, a curriculum reinforcement learning framework").
    """
    found = set()
    parts = re.split(r"[-–_ /]", form)
    for part in parts:
        for cut in range(len(part) - 2):
            tail = part[cut:].removesuffix("s")
            if sum(sign.isupper() for sign in tail) < 2 or len(tail) < 3 or not (cut or len(parts) > 1):
                continue
            entry = lexicon.find(tail, "Method")
            if entry is None or tail not in entry.forms:
                continue
            apart = cut == 0 or part[cut - 1].islower() or (len(tail) > 3 and cut < 3)
            if _spelled_in(entry, long) if long and _long_forms(entry) else apart and not _is_other(tail, entry, text):
                found.add(entry.name)
            break
    return found


def _is_other(acronym: str, entry: Entry, text: Reading) -> bool:
    """Whether words in a row that an acronym stands for are in the paper, and none that the entry knows."""
    letters, initials = acronym.lower(), "".join(word[:1].lower() or " " for word in text.forms)
    said, at = set(), initials.find(letters)
    while at >= 0 and len(letters) > 2:
        said.add(normal_form(text.phrase(at, at + len(letters))))
        at = initials.find(letters, at + 1)
    return bool(said) and said.isdisjoint(map(normal_form, entry.forms))


def _long_forms(entry: Entry) -> list[str]:
    return [form for form in entry.forms if " " in form]


def _spelled_in(entry: Entry, long: str) -> bool:
    said = normal_form(long)
    return any(normal_form(form) in said for form in entry.forms)


def said_variants(
    text: Reading, introduced: list[Candidate], others: list[Candidate]
) -> Iterator[tuple[Candidate, Candidate, tuple[int, int]]]:
    """(introduced, what it is a variant of, place of that) where "a variant of", "extends" and the like stand between.

    The introduced one is the last that its sentence names before those words.
    """
    places = sorted((span, at) for at, candidate in enumerate(introduced) for span in candidate.spans)
    for other in others:
        for first, last in sorted(other.spans):
            start, sentence = text.words[first][0], text.word_sentences[first]
            said = text.text[max(text.sentences[sentence][0], start - 40):start]
            ends = [match.end() for match in _SAID.finditer(said)]
            before = [at for span, at in places if span[1] <= first and text.word_sentences[span[0]] == sentence]
            if ends and len(said) - ends[-1] < 2 and before and introduced[before[-1]] is not other:
                yield introduced[before[-1]], other, (first, last)
