"""Train the two taggers; with folds, so that each annotated paper can be tagged by one that never saw it."""

import lzma
import sys
from pathlib import Path

import pycrfsuite

from kg.extract.tagger import TAGGERS, features
from kg.lexicon import load_lexicon
from training.annotated import bio, load

FOLDS = 5


def train(papers, labels, rows, keep, target: Path, rounds=70):
    trainer = pycrfsuite.Trainer(verbose=False)
    for at, row in enumerate(rows):
        if keep(at):
            trainer.append(pycrfsuite.ItemSequence(row), labels[at])
    trainer.set_params({"c1": 0.15, "c2": 0.02, "max_iterations": rounds, "feature.minfreq": 2})
    trainer.train(str(target))


def main(train_stem: str, work: Path, data: Path):
    lexicon = load_lexicon()
    papers = load(Path(train_stem))
    rows = [features(paper.text, lexicon) for paper in papers]
    work.mkdir(parents=True, exist_ok=True)
    for name in TAGGERS:
        labels = [bio(paper, name == "required") for paper in papers]
        for fold in range(FOLDS):
            train(papers, labels, rows, lambda at, fold=fold: at % FOLDS != fold, work / f"{name}-{fold}.crf")
        train(papers, labels, rows, lambda at: True, work / f"{name}.crf")
        (data / f"tagger-{name}.crf.xz").write_bytes(lzma.compress((work / f"{name}.crf").read_bytes(), preset=9))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
