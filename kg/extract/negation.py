"""What a sentence denies of the names in it: negated, replaced, contrasted, put off, or said of others."""

import re
from functools import lru_cache

import numpy as np

from kg.extract.candidates import Candidate
from kg.extract.classifier import Floats
from kg.extract.cue_finder import CueFinder
from kg.extract.cues import RELATION_KEYS
from kg.extract.reading import Reading

_WITH = (
    r"(?: (?:us(?:ing|e of)|relying (?:up)?on|requiring|needing|depending on|resorting to|invoking|access to|"
    r"applying|employing|calling|running|training(?: on)?|the (?:need|use|help) (?:for|of)))?")
_NEED = r"(?: the| any| its| all)? (?:need|necessity|requirement|reliance|dependence|use) (?:for|of|on)"
_OTHERS = (
    r"\b(?:(?:prior|previous|existing|earlier|past|other|many|most|traditional|conventional|classical) "
    r"(?:works?|methods?|approaches|studies|systems|techniques|\w+ers)|others)"
    r"(?: (?:often|typically|mostly|usually|have|has|commonly|either))?")

_WORD = r"\b"
# cue -> words after which a name is denied, and what is listed with it
_BEFORE = {
    "without": rf"\bwithout{_WITH}",
    "no": r"\b(?:(?:with )?no|nor do(?:es)? (?:we|it) (?:need|use|require))",
    "unlike": r"\bunlike(?: in| with)?",
    "instead of": rf"\b(?:instead|in lieu|in place) of{_WITH}",
    "rather than": rf"\brather than{_WITH}(?: with| on| by| through| via)?",
    "in contrast to": r"\b(?:in contrast (?:to|with)|contrary to|as opposed to|(?:differ\w*|depart\w*|distinct) from)",
    "no need for": r"\b(?:(?:eliminat|remov|avoid|bypass|obviat|circumvent|alleviat|sidestep|forgo)\w*"
                   rf"{_NEED}|no need (?:for|of)|no longer (?:need|require)s?)",
    "avoids": r"\b(?:(?:avoid|bypass|obviat|circumvent|sidestep|forgo|forego|abandon|discard|eschew)(?:e?s|ing|e?d)?"
              r"(?: using)?|dispens(?:e|es|ing) with)",
    "does not use": r"\b(?:(?:does not|do not|did not|doesn't|don't|cannot|need not|never|nor) "
                    r"(?:require|need|use|rely (?:up)?on|depend (?:up)?on|involve|employ|assume|resort to|invoke|"
                    r"consider|study|evaluate on|train on)|(?:requir|need|us|involv)e?s? no)",
    "not compared": r"\bnot compared? (?:to|with|against)",
    "replaces": r"\breplac(?:es?|ing)",
    "neither": r"\bneither",
    "free of": r"\bfree (?:of|from)",
    "leave": r"\b(?:leav(?:es?|ing)|defer(?:s|ring)?)"
             r"(?: (?:a |the )?(?:comparison|combination|evaluation|study)\w* (?:to|with|on|of))?",
    "in the style of": r"\b(?:format|style|spirit) of",
    "success of": r"\b(?:inspired|motivated|encouraged) by the (?:\w+ )?"
                  r"(?:success|progress|rise|advances?|achievements?|popularity) of",
    "outperform": r"\b(?:outperform|surpass|exceed|beat)(?:s|ing|ed)?",
    "better than": r"\b(?:(?:better|faster|cheaper|higher|lower|stronger|more accurate) than|superior to|"
                   r"compared (?:to|with))",
    "others use": rf"{_OTHERS} (?:(?:us|rel[iy]|employ|appl|adopt|leverag|evaluat|report|test|train|fine-tun|"
                  r"pre-?train|represent|depend)\w*(?:(?: \w+)? (?:on|by|with))?|based on)",
    "since": r"\b(?:ever since|since the \w+ of)",
}
# cue -> the sentence around a name that stands as @
_AROUND = {
    "free": r"@(?:-based)?-(?:free|less)\b",
    "not used": r"@(?: \w+)? (?:is|are|was|were) (?:not|never|no longer) "
                r"(?:used|needed|required|necessary|applied|involved)",
    "by others": r"@,? (?:(?:was|were|is|had been) )?(?:originally |first |recently )?"
                 r"(?:proposed|introduced|released|developed|collected|presented|coined) (?:by|in) "
                 r"(?!this|our|the present|us\b)",
    "future work": r"@[^.;:]{0,40} (?:to|for|as) future (?:work|research|study|studies)",
    "out of scope": r"@ (?:is|are|lies?) (?:outside|beyond|out of) (?:the|our)",
    "flawed": r"^(?!.*\b(?:we|our|show|find)\b).*@(?:-based)?(?: (?!that|which)\w+)? "
              r"(?:suffers?|fails?|struggles?|lacks?|ignores?|neglects?)\b",
    "saturated": r"@ (?:is|are|has|have) (?:\w+ )?(?:saturat|contaminat)",
    "cited": r"@ (?:et al\b|and [A-Z]\w+ \(\d{4})",
}
# what the paper says before its first words of itself; there a method may still be its subject, not so data and models
_ITSELF = re.compile(r"\b(?:we|our|us|(?:this|the present) (?:paper|work|study|article|report)|experiment\w*|"
                     r"is (?:introduced|proposed|presented))\b", re.IGNORECASE)

_DONE = ("introduces", "uses", "evaluates_on", "trains_on", "uses_model")
_MEANT = (*_DONE, "tasks", "metrics")
DENIES = dict.fromkeys((*_BEFORE, *_AROUND), _DONE) | dict.fromkeys(
    ("without", "unlike", "instead of", "rather than", "does not use", "neither", "out of scope"), _MEANT
) | dict.fromkeys(("leave", "future work", "not compared"), (*_MEANT, "compares_with")) | {
    "background": ("evaluates_on", "trains_on", "uses_model")}

_BEFORE_FINDER = CueFinder({cue: rf"\b(?:{words.removeprefix(_WORD)})(?=\s)" for cue, words in _BEFORE.items()})
_ORDER = {cue: at for at, cue in enumerate(_BEFORE)}
_AROUND_FINDERS = [(cue, re.compile(words, re.IGNORECASE)) for cue, words in _AROUND.items()]
_WORDS_BETWEEN = 5
_BREAK = re.compile(
    r"[;:()!?]|\b(?:of|in|on|for|with|by|to|from|at|as|that|which|who|where|when|while|whereas|but|we|our|this|it|its|"
    r"they|is|are|was|were|be|can|than|via|using|then|also|further|instead|only|just|uses?|does|do|has|have|through|"
    r"during|under)\b", re.IGNORECASE)
_LIST_ENDS = re.compile(r"(?:,? n?or|, and)\s$")
_LIST_GOES_ON = re.compile(r"(?:, [\w-]+)*,? n?or\s")
_NOT_ONLY = re.compile(r"\bnot(?: only| just| merely)?\s$", re.IGNORECASE)


def denial(text: Reading, first: int, last: int) -> str:
    """The cue by which its sentence denies words [first, last); empty where none does.

    "background" where the sentence stands before the first one in which the paper speaks of itself.
    """
    start, end = text.words[first][0], text.words[last - 1][1]
    sentence = text.word_sentences[first]
    for cue, cue_start, cue_end in _cues(text)[sentence]:
        if cue_end < start and _reaches(text.text, cue_start, cue_end, start, end):
            return cue
    sentence_start, sentence_end = text.sentences[sentence]
    marked = text.text[sentence_start:start] + "@" + text.text[end:sentence_end]
    around = next((cue for cue, finder in _AROUND_FINDERS if finder.search(marked)), "")
    in_background = start >= text.title_end and sentence < _own_sentence(text)
    return around or ("background" if in_background else "")


@lru_cache(maxsize=8)
def _own_sentence(text: Reading) -> int:
    """The index of the first sentence of the abstract in which the paper speaks of itself; 0 where none does."""
    return next((at for at, (start, end) in enumerate(text.sentences)
                 if start >= text.title_end and _ITSELF.search(text.text, start, end)), 0)


@lru_cache(maxsize=8)
def _cues(text: Reading) -> list[list[tuple[str, int, int]]]:
    """For each sentence (cue, start, end) of all words that deny what stands behind them, in the order of the cues."""
    return [sorted(_BEFORE_FINDER.found(text.lower, *span), key=lambda found: _ORDER[found[0]])
            for span in text.sentences]


def _reaches(text: str, cue_start: int, cue_end: int, start: int, end: int) -> bool:
    """Whether what a cue governs goes on to [start, end): a few words, or a list."""
    between = text[cue_end:start]
    if _NOT_ONLY.search(text, max(0, cue_start - 11), cue_start) or _BREAK.search(between):
        return False
    if "," not in between:
        return len(between.split()) <= _WORDS_BETWEEN
    in_list = _LIST_ENDS.search(between) or _LIST_GOES_ON.match(text, end)
    return bool(in_list) and len(between.split()) < 4 * _WORDS_BETWEEN


def without_denied(text: Reading, found: list[Candidate], probabilities: Floats, thresholds: Floats) -> Floats:
    """Probabilities (candidates, relations) with 0 for every relation that all places of a candidate deny.

    Candidates that no relation's threshold admits stay as they are.
    """
    kept = probabilities.copy()
    for at in np.flatnonzero((probabilities >= thresholds).any(axis=1)):
        cues = _denials(text, found[at])
        for column, relation in enumerate(RELATION_KEYS if cues else ()):
            if all(relation in DENIES[cue] for cue in cues):
                kept[at, column] = 0.0
    return kept


def _denials(text: Reading, candidate: Candidate) -> list[str]:
    """The cue of each place, none if one place is undenied."""
    cues = []
    for span in sorted(candidate.spans):
        cues.append(denial(text, *span))
        if not cues[-1]:
            return []
    return cues
