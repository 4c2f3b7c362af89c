"""Papers on disk: one row of finds a text, one id a paper, whatever the order in which records came."""

import dataclasses
import random
import sqlite3
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invented import document

from kg.codec import decode_document, decode_paper, encode_document, encode_paper
from kg.corpus import Corpus
from kg.engines.local import ordered_map
from kg.errors import GraphError, KGError
from kg.identity import digest, merged
from kg.model import Document, Entity, Link, Mention, Paper, Relation, Result

LONG = " ".join(f"word{number}" for number in range(40))


def corpus_of(place: Path, *papers: Paper) -> Corpus:
    corpus = Corpus.create(place / "corpus.sqlite")
    corpus.add(papers)
    return corpus


def ids(corpus: Corpus) -> list[str]:
    return [paper.id for paper in corpus.papers()]


class TestCodec:
    """What is kept comes back equal."""

    def test_paper(self) -> None:
        paper = Paper("x", "T\ud800 <b>", "A\x00\n", 2026, "V", ("B, C", "D"), "u", "10.1/x", "1", ("source:x",), "l")
        assert decode_paper(encode_paper(paper)) == paper
        assert decode_paper(encode_paper(Paper("", "", ""))) == Paper("", "", "")

    def test_document(self) -> None:
        paper = Paper("x", "", "Foo scores 29.40 on Bar at https://a. b.")
        foo, bar = Mention(0, 3, "Method", "Foo", 0.1 + 0.2, "s"), Mention(20, 23, "Benchmark", "Bar", 1.0, "")
        stray = Mention(27, 39, "Repository", "https://a.b", 1.0, "repaired")
        method, bench = Entity("Method", "Foo", ("foo",), ("F",)), Entity("Benchmark", "Bar", family="B")
        results = (Result(Decimal("29.40"), None, "absolute", 11, 16, 0, 41, Decimal("1E+2"), "up to", model="M",
                          score=1 / 3),)
        doc = Document(paper, (foo, bar, foo), (Link(foo, method, 0.7, "l"), Link(stray, bench)),
                       (Relation(None, "uses", method, None, 0, 41, 0.5, "r"),
                        Relation(method, "evaluatedOn", bench, stray, 0, 41)), results)
        back = decode_document(encode_document(doc), paper)
        assert back == doc
        assert str(back.results[0].value) == "29.40" and str(back.results[0].low) == "1E+2"

    def test_finds_of_a_made_paper(self) -> None:
        doc = document("Introduces Method FOO (fast online optimization). Reports 3.50% recall on BAR by FOO.")
        assert doc.relations and doc.results and decode_document(encode_document(doc), doc.paper) == doc


class TestOnePaper:
    """Records of one paper are one paper with all its ids; others are not."""

    A = Paper("10.1/x", "T", "Short.", doi="10.1/x", identifiers=("doi:10.1/x",), source="a")
    B = Paper("arxiv:2401.00001", "T two", "Other and longer.", doi="https://doi.org/10.1/X", arxiv="2401.00001v1",
              identifiers=("arxiv:2401.00001",), source="b", year=2024)
    C = Paper("arxiv:2401.00001", "T3", LONG, arxiv="2401.00001v3", identifiers=("arxiv:2401.00001",), source="c",
              venue="V")
    D = Paper("7", "", LONG.replace("word0", "Word0 "), identifiers=("source:7",), source="d")

    @pytest.mark.parametrize("seed", range(4))
    def test_chain_of_ids_in_any_order(self, tmp_path: Path, seed: int) -> None:
        records = [self.A, self.B, self.C, self.D]
        random.Random(seed).shuffle(records)
        with corpus_of(tmp_path, *records) as corpus:
            (paper,) = corpus.papers()
        assert paper == Paper("10.1/x", "T3", LONG, 2024, "V", (), "", paper.doi, paper.arxiv, (
            "arxiv:2401.00001", "doi:10.1/x", "source:7"), "a; b; c; d")
        assert paper == merged("10.1/x", [self.A, self.B, self.C, self.D])

    def test_openreview_address(self, tmp_path: Path) -> None:
        one = Paper("1", "T", "x", url="https://openreview.net/forum?id=aB-9_")
        two = Paper("2", "T2", "y", url="https://openreview.net/pdf?id=aB-9_")
        with corpus_of(tmp_path, one, two) as corpus:
            assert ids(corpus) == ["1"]

    def test_lists_that_count_from_one(self, tmp_path: Path) -> None:
        records = [Paper("1", "", f"text of {name}", identifiers=("source:1",), source=name) for name in "ab"]
        with corpus_of(tmp_path, *records) as corpus:
            assert len(corpus) == 2 and all(id.startswith("1-") for id in ids(corpus))
            corpus.remove([ids(corpus)[0]])
            assert ids(corpus) == ["1"]

    def test_same_record_twice(self, tmp_path: Path) -> None:
        with corpus_of(tmp_path, self.A) as corpus:
            added = corpus.add([self.A, self.A, self.B])
            assert (added.read, added.kept, added.replaced, len(corpus)) == (3, 1, 0, 1)

    def test_corrected_record_takes_the_place_of_the_old(self, tmp_path: Path) -> None:
        old = Paper("k", "T", "some words that are here", identifiers=("source:k",), source="list")
        new = dataclasses.replace(old, abstract="some words that are there")
        newer = dataclasses.replace(new, title="", abstract="words that are there now")
        other = dataclasses.replace(old, title="Else", abstract="nothing alike at all")
        with corpus_of(tmp_path, old) as corpus:
            assert corpus.add([new]).replaced == 1
            assert [paper.abstract for paper in corpus.papers()] == [new.abstract]
            assert corpus.add([newer]).replaced == 1
            assert corpus.add([other]).replaced == 0
            assert len(corpus) == 2

    def test_two_versions_in_one_list_are_both_kept(self, tmp_path: Path) -> None:
        old = Paper("k", "", "some words that are here", identifiers=("source:k",), source="list")
        new = dataclasses.replace(old, abstract="some words that are there now")
        with corpus_of(tmp_path, old) as corpus:
            assert corpus.add([old, new]).replaced == 0
            assert [paper.abstract for paper in corpus.papers()] == [new.abstract]
            assert corpus.add([old]).replaced == 0 and corpus.add([new]).replaced == 0

    def test_remove_names_what_is_missing_and_keeps_all(self, tmp_path: Path) -> None:
        with corpus_of(tmp_path, self.A, self.D, Paper("z", "Z", "zz")) as corpus:
            with pytest.raises(GraphError, match="no such paper: nope, nor; nothing was removed"):
                corpus.remove(["z", "nope", "nor"])
            assert len(corpus) == 3
            assert corpus.remove(["paper/10.1/x", "z", "z"]) == 2
            assert ids(corpus) == ["7"]


class TestFinds:
    """What was found is kept by text and by what found it."""

    def test_only_new_changed_and_outdated_wait(self, tmp_path: Path) -> None:
        with corpus_of(tmp_path, Paper("a", "", "one", source="s"), Paper("b", "", "two", source="s")) as corpus:
            def extract(fingerprint: str) -> list[str]:
                waiting = list(corpus.waiting(fingerprint))
                corpus.keep(((digest(p.text), encode_document(Document(p))) for p in waiting), fingerprint)
                return [paper.id for paper in waiting]
            assert extract("f") == ["a", "b"]
            assert extract("f") == []
            corpus.add([Paper("c", "", "three", source="s"), Paper("a", "", "one", source="other")])
            assert extract("f") == ["c"]
            assert extract("g") == ["a", "b", "c"]

    def test_finds_of_a_removed_paper_go_when_settled(self, tmp_path: Path) -> None:
        paper = Paper("a", "", "one")
        with corpus_of(tmp_path, paper) as corpus:
            corpus.keep([(digest("one"), encode_document(Document(paper)))], "f")
            corpus.remove(["a"])
            corpus.settle()
            corpus.add([paper])
            assert list(corpus.waiting("f")) == [paper]

    def test_documents_come_with_the_merged_paper(self, tmp_path: Path) -> None:
        doc = document("Uses Method FOO.", "a")
        with corpus_of(tmp_path, doc.paper, dataclasses.replace(doc.paper, id="b", source="other")) as corpus:
            corpus.keep([(digest(doc.paper.text), encode_document(doc))], "f")
            (back,) = corpus.documents()
        assert back.relations == doc.relations and back.paper.source == "other"

    def test_one_file_is_left(self, tmp_path: Path) -> None:
        with corpus_of(tmp_path, Paper("a", "", "one")) as corpus:
            corpus.settle()
        assert [path.name for path in tmp_path.iterdir()] == ["corpus.sqlite"]
        # Readers of a graph on a read-only disk could not open one that needs a journal beside it.
        (mode,) = sqlite3.connect(tmp_path / "corpus.sqlite").execute("PRAGMA journal_mode").fetchone()
        assert mode == "delete"


class TestOpening:
    """What is no corpus of ours is said so in one line."""

    def test_missing(self, tmp_path: Path) -> None:
        with pytest.raises(GraphError, match="no graph here"):
            Corpus.open(tmp_path / "corpus.sqlite")

    def test_foreign_database(self, tmp_path: Path) -> None:
        path = tmp_path / "corpus.sqlite"
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE record (x)")
        other.close()
        with pytest.raises(GraphError, match="not a corpus of kg"):
            Corpus.open(path)

    def test_damaged(self, tmp_path: Path) -> None:
        path = tmp_path / "corpus.sqlite"
        path.write_bytes(b"no database at all" * 100)
        with pytest.raises(GraphError, match="not a database"):
            Corpus.open(path)

    def test_later_format(self, tmp_path: Path) -> None:
        corpus_of(tmp_path).close()
        other = sqlite3.connect(tmp_path / "corpus.sqlite")
        other.execute("PRAGMA user_version = 99")
        other.close()
        with pytest.raises(GraphError, match="format 99"):
            Corpus.open(tmp_path / "corpus.sqlite")


PAPERS = st.builds(
    lambda id, text, doi, arxiv, source: Paper(
        id, "", text, doi=doi, arxiv=arxiv, source=source, identifiers=(f"source:{id}",)),
    st.sampled_from("12"), st.sampled_from(["text a", "text b", "other c", LONG, LONG.upper()]),
    st.sampled_from(["", "", "10.1/x", "10.1/y"]), st.sampled_from(["", "", "2401.00001", "2401.00001v2"]),
    st.sampled_from("mn"))


@settings(max_examples=60, deadline=None)
@given(st.lists(PAPERS, max_size=8), st.randoms(use_true_random=False))
def test_order_of_records_is_no_matter(
    tmp_path_factory: pytest.TempPathFactory, papers: list[Paper], mix: random.Random
) -> None:
    mixed, place = list(papers), tmp_path_factory.mktemp
    mix.shuffle(mixed)
    with corpus_of(place("one"), *papers) as one, corpus_of(place("two"), *mixed) as two:
        assert list(one.papers()) == list(two.papers())
        assert len({paper.id for paper in one.papers()}) == len(one)


def doubled(batch: list[int]) -> list[int]:
    return [2 * number for number in batch]


def dying(batch: list[int]) -> list[int]:
    import os
    os._exit(3)


class TestEngine:
    """Results come in order from any number of processes."""

    @pytest.mark.parametrize("workers", [1, 2, 4])
    def test_order(self, workers: int) -> None:
        assert list(ordered_map(doubled, range(1000), workers, batch=7)) == [2 * number for number in range(1000)]

    def test_few_items_need_no_process(self) -> None:
        here: list[int] = []
        assert list(ordered_map(lambda batch: here.extend(batch) or batch, range(10), 4)) == list(range(10)) == here

    def test_an_error_comes_through(self) -> None:
        with pytest.raises(ZeroDivisionError):
            list(ordered_map(divided, range(1000), 2))

    def test_a_dead_worker_is_told_of(self) -> None:
        with pytest.raises(KGError, match="worker process was killed"):
            list(ordered_map(dying, range(1000), 2))

    def test_input_is_not_read_far_ahead(self) -> None:
        taken: list[int] = []
        results = ordered_map(doubled, (taken.append(n) or n for n in range(100_000)), 2)
        next(results)
        results.close()
        assert len(taken) < 1000


def divided(batch: list[int]) -> list[float]:
    return [1 / (number - 500) for number in batch]
