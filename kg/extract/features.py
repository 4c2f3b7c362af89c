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
                row.update((f"first {name}", 1.0) for name in around[span] if name.startswith(("part", "closest", "gov")))
            if number == 4:
                break
        _counts(text, candidate, covered, row)
        _steps(candidate, row)
        row.update(corpus_features(sorted(candidate.keys)))
        rows.append(row)
    _beside_others(found, rows)
    return rows


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
            row["another introduced"] = 0.0 if row is introduced else introduced.get("by tagger:required=introduces", 0.0)
