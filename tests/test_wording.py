"""Graphs with less of the papers' words: what is left is true, and no format holds more."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_exports_html import texts

import kg
from cli.main import run
from exports import EXPORTERS, SUFFIXES
from kg.model import Edge, Node
from kg.wording import shortened, with_short_quotes, without_abstracts

ABSTRACT = "Rivers are long.\nWe propose Zwirnfisch, which beats the older Garnfisch by two points on every river."
SENTENCE = ABSTRACT[17:]
TEXT = f"On Fish\n\n{ABSTRACT}"
START = TEXT.index(SENTENCE)


def said(word: str, relation: str = "uses") -> Edge:
    at = TEXT.index(word)
    return Edge("paper/f", relation, f"method/{word.lower()}", "paper/f", SENTENCE, START, len(TEXT), at,
                at + len(word))


NODES = [Node("method/garnfisch", "Method", "Garnfisch"), Node("method/zwirnfisch", "Method", "Zwirnfisch"),
         Node("paper/f", "Paper", "On Fish", (), {"abstract": ABSTRACT, "year": 2026})]
EDGES = [said("Zwirnfisch", "introduces"), said("Garnfisch")]


def test_a_paper_without_its_abstract_keeps_all_else() -> None:
    *others, paper = without_abstracts(NODES)
    assert others == NODES[:2]
    assert paper == Node("paper/f", "Paper", "On Fish", (), {"year": 2026})


def test_less_words_is_a_sequence_to_go_through_again() -> None:
    short = with_short_quotes(EDGES, 30)
    assert len(short) == 2
    assert list(short) == list(short) == [short[0], short[1]] == short[:] == [shortened(edge, 30) for edge in EDGES]


@pytest.mark.parametrize(("characters", "quote"), [
    (len(SENTENCE), SENTENCE), (30, "the older Garnfisch by two"), (10, "Garnfisch"), (9, "Garnfisch"), (8, ""),
    (0, "")])
def test_a_quote_is_cut_around_what_it_names_at_words(characters: int, quote: str) -> None:
    assert shortened(said("Garnfisch"), characters).evidence == quote


@given(st.text("ab  \n", min_size=1, max_size=40), st.integers(0, 60), st.integers(0, 40), st.integers(0, 9),
       st.integers(0, 45))
def test_whatever_is_cut_it_stands_where_it_says_and_names_the_object(
    quote: str, offset: int, at: int, length: int, characters: int
) -> None:
    edge = Edge("paper/1", "uses", "method/a", "paper/1", quote, offset, offset + len(quote), offset + at,
                offset + at + length)
    short = shortened(edge, characters)
    text = "x" * offset + quote
    assert len(short.evidence) <= characters or short == edge
    assert len(short.evidence) <= characters
    if short.evidence:
        assert text[short.start:short.end] == short.evidence
        if short != edge:
            assert short.start <= edge.mention_start < edge.mention_end <= short.end
    else:
        assert (short.start, short.end) == (edge.start, edge.end)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wording")
    papers = [{"id": "f", "title": "On Fish", "abstract": (
        "Rivers are long and winding. We propose Zwirnfisch, a method which trains Llama-3.1-8B with GRPO and then"
        " beats the older DPO by two points on GSM8K, MATH-500 and every other benchmark that we have tried."
        " Code is at https://github.com/example-invented/zwirnfisch.")}]
    (folder / "fish.jsonl").write_text("".join(json.dumps(paper) + "\n" for paper in papers), "utf-8")
    kg.build(folder / "fish.jsonl", folder / "fish.kg")
    return folder / "fish.kg"


def written(graph: Path, target: Path, *options: str) -> str:
    """All text of an export, in one line; what a page holds packed is unpacked."""
    assert run(["export", str(graph), str(target), *options]) == 0
    files = sorted(file for file in target.rglob("*") if file.is_file()) if target.is_dir() else [target]
    return " ".join(" ".join(text_of(file) for file in files).split())


def text_of(file: Path) -> str:
    if file.suffix == ".parquet":
        import pyarrow.parquet
        return str(pyarrow.parquet.read_table(file).to_pylist())
    text = file.read_text("utf-8")
    return text + str(texts(text, 0)) if file.suffix == ".html" else text


WORDS = ("Rivers are long", "every other benchmark")  # of a sentence that nothing quotes, and of the end of a long one


@pytest.mark.parametrize("suffix", sorted(set(SUFFIXES) - {".htm", ".owl"}))
def test_no_format_holds_more_of_the_words_than_is_asked_for(suffix: str, graph: Path, tmp_path: Path) -> None:
    whole = written(graph, tmp_path / f"whole{suffix}")
    assert all(word in whole for word in WORDS), "else this test finds nothing"
    short = written(graph, tmp_path / f"short{suffix}", "--no-abstracts", "--quote-characters", "40")
    assert not any(word in short for word in WORDS)
    assert re.search("with GRPO", short), "a short quote stays"
    none = written(graph, tmp_path / f"none{suffix}", "--no-abstracts", "--quote-characters", "0")
    assert "with GRPO" not in none
    assert "On Fish" in none
    bare = written(graph, tmp_path / f"bare{suffix}", "--no-abstracts", "--no-evidence")
    assert "with GRPO" not in bare
    assert "GRPO" in bare


def test_without_abstracts_quotes_are_short_unless_more_is_asked_for(graph: Path, tmp_path: Path) -> None:
    def longest(*options: str) -> int:
        text = written(graph, tmp_path / "g.nt", *options)
        return max(map(len, re.findall(r'oa#exact> "(.*?)" \.', text)))

    assert longest() > 120
    assert longest("--no-abstracts") <= 100
    assert longest("--no-abstracts", "--quote-characters", "1000") == longest()
    assert longest("--quote-characters", "60") <= 60


def test_every_format_is_in_this_test() -> None:
    assert {SUFFIXES[suffix] for suffix in set(SUFFIXES) - {".htm", ".owl"}} == set(EXPORTERS)
