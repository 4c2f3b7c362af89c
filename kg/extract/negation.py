"""What a sentence denies of the names in it: negated, replaced, contrasted, put off, or said of others."""

import re

from kg.extract.candidates import Candidate
from kg.extract.classifier import Floats
from kg.extract.cues import RELATION_KEYS
from kg.extract.reading import Reading

_OTHERS = (r"\b(?:(?:prior|previous|existing|earlier|past|other) (?:works?|methods?|approaches|studies|systems)|others)"
           r"(?: (?:often|typically|mostly|usually|have|has|commonly|either))?")
_WITH = (r"(?: (?:us(?:ing|e of)|relying (?:up)?on|requiring|needing|depending on|resorting to|invoking|access to|applying|"
         r"employing|calling|running|training(?: on)?|the (?:need|use|help) (?:for|of)))?")

# cue -> words after which a name is denied, and what is listed with it
_BEFORE = {
    "without": rf"\bwithout{_WITH}",
    "unlike": r"\bunlike(?: in| with)?",
    "instead of": rf"\b(?:instead|in lieu|in place) of{_WITH}",
    "rather than": rf"\brather than{_WITH}(?: with| on| by| through| via)?",
    "in contrast to": r"\b(?:in contrast (?:to|with)|contrary to|as opposed to|(?:differ\w*|depart\w*|distinct) from)",
    "no need for": r"\b(?:(?:eliminat|remov|avoid|bypass|obviat|circumvent|alleviat|sidestep|forgo|dispens)\w*(?: with)?"
                   r"(?: the| any| its| all)? (?:need|necessity|requirement|reliance|dependence|dependency|use) (?:for|of|on|to use)"
                   r"|no need (?:for|of)|no longer (?:need|require)s?)",
    "avoids": r"\b(?:avoid|bypass|obviat|circumvent|sidestep|forgo|forego|abandon|discard|eschew)(?:e?s|ing|e?d)?(?: using)?",
    "does not use": r"\b(?:(?:does not|do not|did not|doesn't|don't|cannot|need not|never|nor) (?:require|need|use|rely (?:up)?on|depend (?:up)?on|"
                    r"involve|employ|assume|resort to|invoke|consider|study|evaluate on|train on)|(?:requir|need|us|involv)e?s? no)",
    "not compared": r"\bnot compared? (?:to|with|against)",
    "replaces": r"\breplac(?:es?|ing)",
    "neither": r"\bneither",
    "free of": r"\bfree (?:of|from)",
    "leave": r"\b(?:leav(?:es?|ing)|defer(?:s|ring)?)(?: (?:a |the )?(?:comparison|combination|evaluation|study)\w* (?:to|with|on|of))?",
    "success of": r"\b(?:inspired|motivated|encouraged) by the (?:\w+ )?(?:success|progress|rise|advances?|achievements?|popularity) of",
    "outperform": r"\b(?:outperform|surpass|exceed|beat)(?:s|ing|ed)?",
    "better than": r"\b(?:(?:better|faster|cheaper|higher|lower|stronger|more accurate) than|superior to|compared (?:to|with))",
    "others use": rf"{_OTHERS} (?:us|rel[iy]|employ|appl|adopt|leverag|evaluat|report|test|train|fine-tun|pre-?train)\w*(?: \w+)?(?: on)?",
    "since": r"\b(?:ever since|since the \w+ of)",
}
# cue -> the sentence around a name that stands as @
_AROUND = {
    "free": r"@(?:-based)?-(?:free|less)\b",
    "not used": r"@(?: \w+)? (?:is|are|was|were) (?:not|never|no longer) (?:used|needed|required|necessary|applied|involved)",
    "by others": r"@,? (?:(?:was|were|is|had been) )?(?:originally |first |recently )?(?:proposed|introduced|released|developed|presented|coined)"
                 r" (?:by|in) (?!this|our|the present|us\b)",
    "future work": r"@[^.;:]{0,40} (?:to|for|as) future (?:work|research|study|studies)",
    "flawed": r"^(?!.*\b(?:we|our|show|find)\b).*@(?:-based)?(?: (?!that|which)\w+)? (?:suffers?|fails?|struggles?|lacks?|ignores?|neglects?)\b",
    "saturated": r"@ (?:is|are|has|have) (?:\w+ )?(?:saturat|contaminat)",
    "cited": r"@ (?:et al|and [A-Z]\w+ \(\d{4})",
    "history": r"@ (?:(?:has|have) (?:\w+ )?(?:changed|drawn|shaped|attracted|sparked|revolutioni\w+|transformed|marked)|(?:shaped|marked|sparked) "
               r"|(?:was|were|is|are) (?:reported|said|known) to)|^(?:ever )?since @,|\b(?:makers|release|advent|early days) of @|@ and other \w+ (?:are|have|has) "
               r"|\bdeveloped with @ in mind",
}
# what a cue denies; of the others, only what a paper has itself done
_DONE = ("introduces", "uses", "evaluates_on", "trains_on", "uses_model")
_MEANT = (*_DONE, "tasks", "metrics")
DENIES = dict.fromkeys((*_BEFORE, *_AROUND), _DONE) | dict.fromkeys(
    ("without", "unlike", "instead of", "rather than", "does not use", "neither"), _MEANT) | dict.fromkeys(
    ("leave", "future work", "not compared"), (*_MEANT, "compares_with"))
_BEFORE_FINDERS = [(cue, re.compile(rf"(?:{words})(?=\s)", re.IGNORECASE)) for cue, words in _BEFORE.items()]
_AROUND_FINDERS = [(cue, re.compile(words, re.IGNORECASE)) for cue, words in _AROUND.items()]
_WORDS_BETWEEN = 5
_BREAK = re.compile(
    r"[;:()!?]|\b(?:of|in|on|for|with|by|to|from|at|as|that|which|who|where|when|while|whereas|but|we|our|this|it|its|they|"
    r"is|are|was|were|be|can|than|via|using|then|also|further|instead|only|just|uses?|does|do|has|have|through|during|under)\b",
    re.IGNORECASE)
_LIST_ENDS = re.compile(r"(?:,? n?or|, and)\s$")
_LIST_GOES_ON = re.compile(r"(?:, [\w-]+)*,? n?or\s")
_NOT_ONLY = re.compile(r"\bnot(?: only| just| merely)?\s$", re.IGNORECASE)


def denial(text: Reading, first: int, last: int) -> str:
    """The cue by which its sentence denies words [first, last); empty where none does."""
    start, end = text.words[first][0], text.words[last - 1][1]
    sentence_start, sentence_end = text.sentences[text.word_sentences[first]]
    for cue, finder in _BEFORE_FINDERS:
        if any(_reaches(text.text, match, start, end) for match in finder.finditer(text.text, sentence_start, start)):
            return cue
    marked = text.text[sentence_start:start] + "@" + text.text[end:sentence_end]
    return next((cue for cue, finder in _AROUND_FINDERS if finder.search(marked)), "")


def _reaches(text: str, cue: re.Match[str], start: int, end: int) -> bool:
    """Whether what a cue governs goes on to [start, end): a few words, or a list."""
    between = text[cue.end():start]
    if _NOT_ONLY.search(text, max(0, cue.start() - 11), cue.start()) or _BREAK.search(between):
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
    for at in (probabilities >= thresholds).any(axis=1).nonzero()[0]:
        cues = _denials(text, found[at])
        for column, relation in enumerate(RELATION_KEYS):
            if cues and all(relation in DENIES.get(cue, ()) for cue in cues):
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
