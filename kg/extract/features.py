"""A candidate as numbers: what steps, words and places say of it, for the classifier."""

import math

from kg.extract.candidates import Candidate
from kg.extract.corpus_names import corpus_features
from kg.extract.cues import KINDS, RELATION_KEYS, name_features, place_features, sentence_cues
from kg.extract.reading import Reading


def candidate_features(text: Reading, found: list[Candidate]) -> list[dict[str, float]]:
    """For each candidate of a text, feature name -> value; names absent are 0."""
    cues = sentence_cues(text)
    covered = _covered(found)
    inside = {at for candidate in found for first, last in candidate.spans for at in range(first, last)}
    around: dict[tuple[int, int], list[str]] = {}
    rows = []
    for candidate in found:
        row: dict[str, float] = dict.fromkeys(name_features(text, candidate), 1.0)
        for number, span in enumerate(sorted(candidate.spans)):
            if span not in around:
                around[span] = list(place_features(text, *span, cues, inside))
            for name in around[span]:
                row[name] = 1.0
            if number == 0:
                row.update(
                    (f"first {name}", 1.0) for name in around[span] if name.startswith(("part", "closest", "gov"))
                )
            if number == 4:
                break
        _counts(text, candidate, covered, row)
        _steps(candidate, row)
        row.update(corpus_features(sorted(candidate.keys)))
        rows.append(row)
    _beside_others(found, rows)
    _nested_names(text, found, rows)
    return rows


def companions(text: Reading, found: list[Candidate]) -> list[tuple[list[int], list[int]]]:
    """For each candidate the indices of those listed with it ("A, B and C"), and of those in its first sentence."""
    places = sorted((span, at) for at, candidate in enumerate(found) for span in candidate.spans)
    listed: list[set[int]] = [set() for _ in found]
    chain: list[int] = []
    reach = -1
    for (first, last), at in places:
        between = text.forms[reach:first] if 0 <= reach <= first else None
        joined = between is not None and 0 < len(between) <= 4 and all(form.lower() in LIST_JOINS for form in between)
        chain = [*chain, at] if joined and text.word_sentences[first] == text.word_sentences[reach - 1] else [at]
        for other in chain[:-1]:
            if other != at:
                listed[other].add(at)
                listed[at].add(other)
        reach = max(reach, last)
    by_sentence: dict[int, set[int]] = {}
    for (first, _), at in places:
        by_sentence.setdefault(text.word_sentences[first], set()).add(at)
    firsts = [text.word_sentences[candidate.first[0]] for candidate in found]
    return [(sorted(listed[at]), sorted(by_sentence[firsts[at]] - {at})) for at in range(len(found))]


def _nested_names(text: Reading, found: list[Candidate], rows: list[dict[str, float]]) -> None:
    """Whether a candidate's words stand inside another's longer name, or hold a shorter one, and how sure that is."""
    sure = [max((row.get(f"by tagger:required={key}", 0.0) for key in RELATION_KEYS), default=0.0) for row in rows]
    forms = [{f" {text.phrase(*span).lower()} " for span in candidate.spans} for candidate in found]
    for at, mine in enumerate(forms):
        for other, theirs in enumerate(forms):
            if other != at and any(one in another and one != another for one in mine for another in theirs):
                rows[at]["nest inside"] = 1.0
                rows[at]["nest inside sure"] = max(rows[at].get("nest inside sure", 0.0), sure[other])
                rows[other]["nest around"] = 1.0
                rows[other]["nest around sure"] = max(rows[other].get("nest around sure", 0.0), sure[at])


LIST_JOINS = frozenset((",", "and", "or", "&", "/", "both", "as", "well", "(", ")"))


def _covered(found: list[Candidate]) -> dict[tuple[int, int], float]:
    """Span -> how sure a tagger is of a longer span of another candidate around it."""
    spans = [(span, max((e.probability for e in evidence if e.by.startswith("tagger")), default=0.0))
             for candidate in found for span, evidence in candidate.spans.items()]
    spans.sort(key=lambda one: (one[0][0], -one[0][1]))
    covered: dict[tuple[int, int], float] = {}
    open_spans: list[tuple[tuple[int, int], float]] = []
    for (first, last), sure in spans:
        open_spans = [one for one in open_spans if one[0][1] > first]
        around = [p for (a, b), p in open_spans if (a, b) != (first, last) and b >= last]
        if around:
            covered[first, last] = max(around)
        open_spans.append(((first, last), sure))
    return covered


def _counts(text: Reading, candidate: Candidate, covered: dict[tuple[int, int], float], row: dict[str, float]) -> None:
    spans = sorted(candidate.spans)
    sentences = {text.word_sentences[first] for first, _ in spans}
    row["n places"] = math.log1p(len(spans))
    row["n sentences"] = math.log1p(len(sentences))
    row["n once"] = float(len(spans) == 1)
    row["first place"] = spans[0][0] / max(1, len(text.words))
    row["last place"] = spans[-1][0] / max(1, len(text.words))
    row["length"] = len(candidate.name(text)) / 30
    row["covered"] = sum(span in covered for span in spans) / len(spans)
    row["covered by surer"] = max((covered[span] for span in spans if span in covered), default=0.0)


def _steps(candidate: Candidate, row: dict[str, float]) -> None:
    total: dict[str, float] = {}
    for evidence in candidate.spans.values():
        for one in evidence:
            name = f"by {one.by}={one.kind}"
            row[name] = max(row.get(name, 0.0), one.probability)
            total[one.by] = total.get(one.by, 0.0) + one.probability
    for by, amount in total.items():
        row[f"sum {by}"] = min(amount, 5.0)
        row[f"mean {by}"] = amount / len(candidate.spans)


def _beside_others(found: list[Candidate], rows: list[dict[str, float]]) -> None:
    """How a candidate stands among those of its paper: its rank and lead for each kind that a tagger gives."""
    for kind in (*(f"by tagger:required={key}" for key in RELATION_KEYS), *(f"by tagger:all={key}" for key in KINDS)):
        best = max((row.get(kind, 0.0) for row in rows), default=0.0)
        count = sum(row.get(kind, 0.0) > 0 for row in rows)
        for row in rows:
            if kind in row:
                row[f"lead {kind}"] = row[kind] - best
                row[f"only {kind}"] = float(count == 1)
    if rows:
        introduced = max(rows, key=lambda row: row.get("by tagger:required=introduces", 0.0))
        for row in rows:
            row["another introduced"] = (
                0.0 if row is introduced else introduced.get("by tagger:required=introduces", 0.0)
            )
