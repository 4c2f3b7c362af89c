"""A candidate as numbers: what steps, words and places say of it, for the classifier."""

import math
from bisect import bisect_right
from itertools import accumulate, chain

from kg.extract.candidates import Candidate
from kg.extract.corpus_names import corpus_features
from kg.extract.cues import AS_NAMED, KINDS, RELATION_KEYS, Feature, Known, name_features, place_features
from kg.extract.reading import Reading


def candidate_features(text: Reading, found: list[Candidate], known: Known = AS_NAMED) -> list[dict[Feature, float]]:
    """For each candidate of a text, feature -> value; those absent are 0, and those not `known` are left out."""
    covered = _covered(found)
    inside = {at for candidate in found for first, last in candidate.spans for at in range(first, last)}
    places: dict[tuple[int, int], tuple[list[Feature], list[Feature]]] = {}
    rows, figures = [], []
    for candidate in found:
        shown, spans = candidate.name(text), sorted(candidate.spans)
        present = list(name_features(candidate, shown, known))
        for span in spans[:5]:
            if span not in places:
                places[span] = place_features(text, *span, inside, known)
            present += places[span][0]
        row = dict.fromkeys(chain(present, places[spans[0]][1]), 1.0)
        row.update(corpus_features(sorted(candidate.keys), known))
        rows.append(row)
        figures.append({**_counts(text, spans, shown, covered), **_steps(candidate)})
    _beside_others(figures)
    _nested_names(text, found, figures)
    for row, theirs in zip(rows, figures, strict=True):
        row.update((feature, value) for name, value in theirs.items() if (feature := known.get(name)) is not None)
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
    sure = [max((row.get(kind, 0.0) for kind in _REQUIRED), default=0.0) for row in rows]
    for inner, outer in _nested(text, found):
        rows[inner]["nest inside"] = rows[outer]["nest around"] = 1.0
        rows[inner]["nest inside sure"] = max(rows[inner].get("nest inside sure", 0.0), sure[outer])
        rows[outer]["nest around sure"] = max(rows[outer].get("nest around sure", 0.0), sure[inner])


def _nested(text: Reading, found: list[Candidate]) -> set[tuple[int, int]]:
    """(inner, outer) for every two candidates of which one has a form that holds whole words of a form of the other."""
    forms = sorted({(f" {text.phrase(*span).lower()} ", at) for at, one in enumerate(found) for span in one.spans})
    starts = [0, *accumulate(len(form) + 1 for form, _ in forms)]
    joined = "\0".join(form for form, _ in forms)
    pairs = set()
    for form, inner in forms:
        place = joined.find(form)
        while place >= 0:
            longer, outer = forms[bisect_right(starts, place) - 1]
            if outer != inner and longer != form:
                pairs.add((inner, outer))
            place = joined.find(form, place + 1)
    return pairs


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


def _counts(
    text: Reading, spans: list[tuple[int, int]], shown: str, covered: dict[tuple[int, int], float]
) -> dict[str, float]:
    around = [covered[span] for span in spans if span in covered]
    length = max(1, len(text.words))
    return {
        "n places": math.log1p(len(spans)),
        "n sentences": math.log1p(len({text.word_sentences[first] for first, _ in spans})),
        "n once": float(len(spans) == 1),
        "first place": spans[0][0] / length,
        "last place": spans[-1][0] / length,
        "length": len(shown) / 30,
        "covered": len(around) / len(spans),
        "covered by surer": max(around, default=0.0),
    }


def _steps(candidate: Candidate) -> dict[str, float]:
    row: dict[str, float] = {}
    total: dict[str, float] = {}
    for evidence in candidate.spans.values():
        for one in evidence:
            name = f"by {one.by}={one.kind}"
            row[name] = max(row.get(name, 0.0), one.probability)
            total[one.by] = total.get(one.by, 0.0) + one.probability
    for by, amount in total.items():
        row[f"sum {by}"] = min(amount, 5.0)
        row[f"mean {by}"] = amount / len(candidate.spans)
    return row


_REQUIRED = tuple(f"by tagger:required={key}" for key in RELATION_KEYS)
_TAGGED = (*_REQUIRED, *(f"by tagger:all={key}" for key in KINDS))


def _beside_others(rows: list[dict[str, float]]) -> None:
    """How a candidate stands among those of its paper: its rank and lead for each kind that a tagger gives."""
    for kind in _TAGGED:
        having = [row for row in rows if kind in row]
        best = max((row[kind] for row in having), default=0.0)
        for row in having:
            row[f"lead {kind}"] = row[kind] - best
            row[f"only {kind}"] = float(sum(other[kind] > 0 for other in having) == 1)
    if rows:
        introduced = max(rows, key=lambda row: row.get("by tagger:required=introduces", 0.0))
        for row in rows:
            row["another introduced"] = (
                0.0 if row is introduced else introduced.get("by tagger:required=introduces", 0.0)
            )
