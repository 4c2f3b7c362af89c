"""What a paper says so plainly of a name that no classifier needs to guess: its own contribution, its training data."""

import re

import numpy as np

from kg.extract.candidates import Candidate
from kg.extract.classifier import Floats
from kg.extract.cues import RELATION_KEYS, sentence_cues
from kg.extract.reading import Reading

# the sentence around a name that stands as @
_INTRODUCES = re.compile(
    r"\b(?:we|this (?:paper|work|study)) (?:\w+ly )?(?:introduce|propose|present|release|develop)s?:? "
    r"@(?:,| \(|[.:]| that | which | an? |–|—)", re.IGNORECASE)
_TRAINS_ON = re.compile(
    r"\b(?:pre-?train|fine-?tun|train|instruction-tun)\w* "
    r"(?:(?:(?!improv|perform|achiev|evaluat|test|baseline|outperform)\w+ ){0,3}on|using|with)(?: the)? @",
    re.IGNORECASE)
_HARDWARE = re.compile(
    r"\b(?:GPUs?|FPGAs?|NPUs?|TPUs?|CPUs?|NVIDIA|[AHV]100|[AH][28]00|B200|RTX|Jetson|MI\d{3}X?|L40S?|A6000|Ascend|Snapdragon|iPhone)\b")
_CUT_OFF = re.compile(r"@\s?(?:\d+|[kK])$")  # Recall@10
_PLAINLY_SAID = 0.9
# How often what is said outright was right, in annotated papers and in others that were read.
PRECISION = {"introduces": 481 / 485, "trains_on": 25 / 28}
_INTRODUCED, _EVALUATED, _TRAINED, _RAN, _MEASURED = map(
    RELATION_KEYS.index, ("introduces", "evaluates_on", "trains_on", "uses_model", "metrics"))


def as_said(text: Reading, found: list[Candidate], probabilities: Floats, thresholds: Floats) -> Floats:
    """Probabilities (candidates, relations) moved to the relation that a text says outright.

    "We introduce X, a ..." is an introduction, whatever the classifier thinks. What passes for evaluation data and
    stands only behind "trained on" is training data.
    Hardware is neither data nor a model, and what ends with "@10" is a metric if anything.
    """
    moved = probabilities.copy()
    hopeful = np.any(probabilities >= thresholds, axis=1)
    for at, row in enumerate(probabilities):
        name = found[at].name(text) if hopeful[at] else ""
        if _HARDWARE.search(name):
            moved[at, [_EVALUATED, _TRAINED, _RAN]] = 0.0
        elif _CUT_OFF.search(name):
            moved[at, :_MEASURED] = moved[at, _MEASURED + 1:] = 0.0
        elif _behind_a_verb(text, found[at]) and any(map(_INTRODUCES.search, _places(text, found[at]))):
            moved[at] = 0.0
            moved[at, _INTRODUCED] = max(row.max(), _PLAINLY_SAID)
        elif row[_EVALUATED] >= thresholds[_EVALUATED] and all(map(_TRAINS_ON.search, _places(text, found[at]))):
            moved[at, _EVALUATED] = 0.0
            moved[at, _TRAINED] = max(row[_EVALUATED], thresholds[_TRAINED])
    return moved


def _behind_a_verb(text: Reading, candidate: Candidate) -> bool:
    """Whether a word that may introduce something stands right before one of the candidate's places."""
    return any(
        cue in ("propose", "release") and 0 < text.words[first][0] - end < 3
        for first, _ in candidate.spans for cue, _, end in sentence_cues(text)[text.word_sentences[first]]
    )


def _places(text: Reading, candidate: Candidate) -> list[str]:
    """The sentences around the candidate's places, the name as @; those of the title are left out."""
    spans = [(text.words[first][0], text.words[last - 1][1], text.word_sentences[first])
             for first, last in sorted(candidate.spans)]
    return [text.text[text.sentences[at][0]:start] + "@" + text.text[end:text.sentences[at][1]]
            for start, end, at in spans if start >= text.title_end] or [""]
