"""Which known methods an introduced method is a kind of, as its name or the words beside it say."""

import re

from kg.extract.candidates import Candidate
from kg.extract.reading import Reading
from kg.lexicon import Entry, Lexicon
from kg.text import normal_form

_SAID = re.compile(
    r"\b(?:variants?|extensions?|generali[sz]ations?|adaptations?|version|modification|improvement|instance|form) of (?:the )?"
    r"|\bextend(?:s|ing)? |\bgenerali[sz](?:es|ing) |\bbuil(?:ds|t|ding) (?:up)?on |\bbased on ",
    re.IGNORECASE,
)


def variants_of(text: Reading, introduced: Candidate, others: list[Candidate], lexicon: Lexicon) -> tuple[str, ...]:
    """Names of the methods that an introduced method is a variant of, sorted; empty where nothing says so."""
    found = set()
    for form in introduced.forms(text):
        found.update(_inside_name(form, introduced.long, lexicon))
    found.update(_said_beside(text, introduced, others))
    own = {form.casefold() for form in introduced.forms(text)}
    return tuple(sorted(name for name in found if name.casefold() not in own))


def _inside_name(form: str, long: str, lexicon: Lexicon) -> set[str]:
    """Acronyms of known methods that a coined name ends with ("AGRPO") or has as a part ("DAG-MoE").

    Where the paper spells its name out, the known method's own words must be in it: PICACO is no ACO. Where it does not,
    letters run together count only behind a small letter ("DrGRPO") or for four letters and more ("AGRPO").
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
            if _spelled_in(entry, long) if long and _long_forms(entry) else apart:
                found.add(entry.name)
            break
    return found


def _long_forms(entry: Entry) -> list[str]:
    return [form for form in entry.forms if " " in form]


def _spelled_in(entry: Entry, long: str) -> bool:
    said = normal_form(long)
    return any(normal_form(form) in said for form in entry.forms)


def _said_beside(text: Reading, introduced: Candidate, others: list[Candidate]) -> set[str]:
    """Methods named right behind "a variant of", "extends" and the like, in a sentence that names the introduced one."""
    sentences = {text.word_sentences[first] for first, _ in introduced.spans}
    found = set()
    for other in others:
        if other is introduced:
            continue
        for first, _ in sorted(other.spans):
            sentence = text.word_sentences[first]
            start = text.words[first][0]
            said = text.text[max(text.sentences[sentence][0], start - 40):start]
            match = next(reversed(list(_SAID.finditer(said))), None)
            if sentence in sentences and match and len(said) - match.end() < 2:
                entry = other.entries.get("Method")
                found.add(entry.name if entry else other.name(text))
    return found
