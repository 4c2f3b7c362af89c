"""Count, over unannotated abstracts, in how many papers each candidate's name stands, what stands around it, and what
the linear model takes it for. Annotated papers are left out, so that no count knows an annotated answer."""

import json
import lzma
import sys
from collections import defaultdict
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from kg.extract.candidates import candidates
from kg.extract.classifier import load_classifier
from kg.extract.corpus_names import COLUMNS, SCALE, SIGNS
from kg.extract.cues import RELATION_KEYS
from kg.extract.features import candidate_features
from kg.extract.reading import reading
from kg.lexicon import load_lexicon
from kg.model import Paper

MIN_PAPERS = 3


def _letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())[:200]


def _observed(record: tuple[str, str]):
    text = reading(Paper("x", record[0], record[1]))
    found = candidates(text, load_lexicon())
    rows = candidate_features(text, found)
    if not rows:
        return []
    linear, _ = load_classifier().linear(candidate_features(text, found, load_classifier().known))
    seen = []
    for candidate, row, shares in zip(found, rows, linear, strict=True):
        signs = [float(any(name in row for name in names)) for names in SIGNS.values()]
        seen.append((sorted(candidate.keys), np.concatenate([shares, signs]).astype(np.float32)))
    return seen


def main(annotated: Path, target: str, sources: list[str], every: int) -> None:
    known = set()
    for path in sorted(annotated.glob("*.jsonl")):
        if "gold" not in path.name:
            known |= {_letters(json.loads(line)["abstract"]) for line in path.read_text("utf-8").splitlines()}
    records = {}
    for source in sources:
        with lzma.open(source, "rt", encoding="utf-8") as lines:
            for line in lines:
                paper = json.loads(line)
                key = _letters(paper.get("abstract") or "")
                if key and key not in known:
                    records.setdefault(key, (paper.get("title") or "", paper["abstract"]))
    chosen = [records[key] for key in sorted(records)][::every]
    papers: dict[str, int] = defaultdict(int)
    sums: dict[str, np.ndarray] = {}
    with Pool(2) as pool:
        for number, seen in enumerate(pool.imap(_observed, chosen, chunksize=64)):
            if number % 2000 == 0:
                print(number, len(chosen), file=sys.stderr, flush=True)
            for keys, values in seen:
                for key in keys:
                    papers[key] += 1
                    sums[key] = sums[key] + values if key in sums else values
    kept = sorted(key for key, count in papers.items() if count >= MIN_PAPERS and len(key) <= 60)
    shares = np.array([np.round(sums[key] / papers[key] * SCALE) for key in kept]).clip(0, 255).astype(np.uint8)
    counts = np.array([papers[key] for key in kept], np.int32)
    np.savez_compressed(target, keys=np.frombuffer("\n".join(kept).encode(), np.uint8), shares=shares, papers=counts)
    print(len(chosen), "abstracts", len(kept), "names", len(RELATION_KEYS), file=sys.stderr)


def forget(target: str) -> None:
    """Write a table that knows no name: what the first classifier is trained with."""
    np.savez_compressed(target, keys=np.frombuffer(b"-", np.uint8), shares=np.zeros((1, len(COLUMNS)), np.uint8),
                        papers=np.ones(1, np.int32))


if __name__ == "__main__":
    forget(sys.argv[2]) if len(sys.argv) == 3 else main(Path(sys.argv[1]), sys.argv[2], sys.argv[4:], int(sys.argv[3]))
