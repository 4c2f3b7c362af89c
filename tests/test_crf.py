"""Our decoding of CRFs beside CRFsuite's own."""

import lzma
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import kg.read
from kg.extract.crf import crfs_of
from kg.extract.cue_finder import CueFinder
from kg.extract.reading import Reading, reading
from kg.extract.tagger import TAGGERS, features, load_taggers, scores, tagged_spans
from kg.lexicon import load_lexicon
from kg.model import Paper

EXAMPLE = Path(__file__).parent.parent / "examples" / "example.txt"


@pytest.fixture(scope="module")
def texts() -> list[Reading]:
    """Abstracts of unlike lengths, one of a single word among them."""
    papers = [item for item in kg.read.read(EXAMPLE) if isinstance(item, Paper)][:6]
    long = Paper("long", "", " ".join(paper.abstract for paper in papers))
    return [reading(paper) for paper in (*papers, Paper("short", "", "GRPO"), long)]


def test_paths_and_probabilities_are_those_of_crfsuite(texts: list[Reading], tmp_path: Path) -> None:
    pycrfsuite = pytest.importorskip("pycrfsuite")
    lexicon, crfs = load_lexicon(), load_taggers()
    decoded = list(crfs.decoded([scores(text, lexicon, crfs) for text in texts]))
    for number, name in enumerate(TAGGERS):
        (tmp_path / name).write_bytes(lzma.decompress(files("kg.data").joinpath(f"tagger-{name}.crf.xz").read_bytes()))
        tagger = pycrfsuite.Tagger()
        tagger.open(str(tmp_path / name))
        for text, ours in zip(texts, decoded, strict=True):
            tagger.set(pycrfsuite.ItemSequence(features(text, lexicon)))
            labels, outside = ours[number]
            assert labels == tagger.tag()
            assert outside == pytest.approx([tagger.marginal("O", at) for at in range(len(text.words))], abs=1e-9)
        assert any(label != "O" for labels, _ in (one[number] for one in decoded) for label in labels)
        tagger.close()


def test_a_crf_of_few_labels_never_gives_those_that_fill_up(tmp_path: Path) -> None:
    pycrfsuite = pytest.importorskip("pycrfsuite")
    models = []
    for labels in (["O", "B-A"], ["O", "B-A", "B-B", "B-C"]):
        trainer = pycrfsuite.Trainer(verbose=False)
        trainer.append(pycrfsuite.ItemSequence([[f"w={label}"] for label in labels]), labels)
        trainer.train(str(tmp_path / "model"))
        models.append((tmp_path / "model").read_bytes())
    crfs = crfs_of(models)
    unlikely = np.zeros((3, 2, 4))
    unlikely[:, 0, :2] = -50.0
    (few, many), = crfs.decoded([unlikely.reshape(3, -1)])
    assert {*few[0]} <= {"O", "B-A"} and {*many[0]} <= {"O", "B-A", "B-B", "B-C"}
    assert np.all((few[1] > 0) & (few[1] < 1))


def test_what_is_decoded_does_not_depend_on_what_is_decoded_with_it(texts: list[Reading]) -> None:
    lexicon = load_lexicon()
    together = list(tagged_spans(texts, lexicon))
    assert together == [next(tagged_spans([text], lexicon)) for text in texts]
    assert together == list(tagged_spans([*texts, *texts], lexicon))[len(texts):]
    assert sum(map(len, together)) > len(texts)


def test_a_text_without_words_has_no_spans(texts: list[Reading]) -> None:
    spans = list(tagged_spans([reading(Paper("empty", "", " ")), texts[0]], load_lexicon()))
    assert spans[0] == [] and spans[1]


def test_cues_of_one_name_do_not_overlap_and_end_with_the_sentence() -> None:
    finder = CueFinder({"use": r"\b(?:us(?:e|es|ing)\b|based on\b)", "number": r"\d+%"})
    text = "based on 12%. reuse, using"
    assert list(finder.found(text, 0, 13)) == [("use", 0, 8), ("number", 9, 12)]
    assert list(finder.found(text, 14, 25)) == []
    assert list(finder.found(text, 14, 26)) == [("use", 21, 26)]
