"""Train the two taggers; with folds, so that each annotated paper can be tagged by one that never saw it."""

import lzma
import sys
from multiprocessing import Pool
from pathlib import Path

import pycrfsuite

from kg.extract.tagger import TAGGERS, features
from kg.lexicon import load_lexicon
from training.annotated import as_before_reading, bio, load

FOLDS = 5


def train(rows, labels, target: Path) -> None:
    trainer = pycrfsuite.Trainer(verbose=False)
    for row, row_labels in zip(rows, labels, strict=True):
        trainer.append(pycrfsuite.ItemSequence(row), row_labels)
    trainer.set_params({"c1": 0.06, "c2": 0.08, "max_iterations": 90, "feature.minfreq": 2})
    trainer.train(str(target))


def _fold(train_stem: str, name: str, number: int | None, work: Path) -> None:
    """Train one tagger on all papers but those of one fold (None: on all)."""
    papers = load(Path(train_stem))
    lexicon = as_before_reading(load_lexicon(), papers)
    kept = [paper for at, paper in enumerate(papers) if number is None or at % FOLDS != number]
    labels = [bio(paper, name == "required") for paper in kept]
    train([features(paper.text, lexicon) for paper in kept], labels,
          work / (f"{name}.crf" if number is None else f"{name}-{number}.crf"))


def main(train_stem: str, work: Path, data: Path) -> None:
    work.mkdir(parents=True, exist_ok=True)
    jobs = [(train_stem, name, number, work) for name in TAGGERS for number in (*range(FOLDS), None)]
    with Pool(2) as pool:
        pool.starmap(_fold, jobs, chunksize=1)
    for name in TAGGERS:
        (data / f"tagger-{name}.crf.xz").write_bytes(lzma.compress((work / f"{name}.crf").read_bytes(), preset=9))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
