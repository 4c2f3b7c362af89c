"""The text list: what is an abstract, a title, the list's title, a heading."""

from io import BytesIO
from pathlib import Path

import pytest

from kg.model import Paper
from kg.read import Note, Skipped, read
from kg.read.headings import is_authors, is_title, list_heading

ONE = ("Planning with noisy maps is brittle. We propose FogWalk (FW), a planner that reweights uncertain cells by "
       "their visit counts, and show on GridMaze that it halves the failures of A* at equal cost.")
TWO = ("Optimisers forget. MothSGD keeps a short memory of gradients that were large once - and reaches 71.2% on "
       "TinyPlants, 3.1 points above SGD. Code: https://example.org/moth")


def papers(text: str, format: str | None = "text") -> list[Paper]:
    return [item for item in read("-", format, BytesIO(text.encode())) if isinstance(item, Paper)]


def skips(text: str) -> list[Skipped]:
    return [item for item in read("-", "text", BytesIO(text.encode())) if isinstance(item, Skipped)]


def test_a_list_with_its_title_gives_venue_and_year_to_each_abstract() -> None:
    found = papers(f"ICML 2026 论文列表\n\n{ONE}\n\n{TWO}\n", None)
    assert [(p.title, p.abstract, p.venue, p.year) for p in found] == [("", ONE, "ICML", 2026), ("", TWO, "ICML", 2026)]


@pytest.mark.parametrize(("line", "venue", "year"), [
    ("ICML 2026 论文列表", "ICML", "2026"),
    ("ICML2026论文", "ICML", "2026"),
    ("# NeurIPS'25 accepted papers", "NeurIPS", "2025"),
    ("Liste der Beiträge, ACL 2024", "ACL", "2024"),
    ("2023年 NLPConf 論文一覧", "", "2023"),
    ("List of papers: ", "", ""),
    ("FogConf 2031", "FogConf", "2031"),
    ("Список статей ICLR 2025", "ICLR", "2025"),
])
def test_titles_of_lists_in_any_language(line: str, venue: str, year: str) -> None:
    expected = {key: value for key, value in (("venue", venue), ("year", year)) if value}
    assert list_heading(line) == expected


@pytest.mark.parametrize("line", [
    "FogWalk: Planning with Noisy Maps", "ImageNet 2012 Revisited: What Did We Learn?", ONE,
    "Findings of the WXT 2025 Shared Task on Weather", "An ICML 2026 abstract that is running text goes on and ends.",
])
def test_titles_of_papers_and_abstracts_are_no_titles_of_lists(line: str) -> None:
    assert list_heading(line) is None


def test_first_abstract_is_read_where_the_list_has_no_title() -> None:
    found = papers(f"{ONE}\n\n{TWO}")
    assert [(p.abstract, p.venue, p.year) for p in found] == [(ONE, "", None), (TWO, "", None)]


def test_lists_put_behind_one_another_keep_their_own_venue() -> None:
    found = papers(f"ICML 2026 papers\n\n{ONE}\n\nACL 2024\n{TWO}\n")
    assert [(p.abstract, p.venue, p.year) for p in found] == [(ONE, "ICML", 2026), (TWO, "ACL", 2024)]


@pytest.mark.parametrize("joint", ["\n", "\n\n"])
def test_a_short_line_above_an_abstract_is_its_title(joint: str) -> None:
    first, second = "FogWalk: Planning with Noisy Maps", "Is a Moth All You Need?"
    found = papers(f"{first}{joint}{ONE}\n\n{second}{joint}{TWO}\n")
    assert [(p.title, p.abstract) for p in found] == [(first, ONE), (second, TWO)]
    assert found[0].text == f"{first}\n\n{ONE}"


def test_a_row_of_names_below_a_title_is_its_authors() -> None:
    for joint in ("\n", "\n\n"):
        [found] = papers(f"FogWalk: Planning with Noisy Maps{joint}Ada M. Byron, Jan van Dam and Li Wei{joint}{ONE}\n")
        assert (found.title, found.abstract) == ("FogWalk: Planning with Noisy Maps", ONE)
        assert found.authors == ("Ada M. Byron", "Jan van Dam", "Li Wei")


def test_one_name_alone_is_an_author_where_the_list_has_authors() -> None:
    listed = papers(f"FogWalk\n\nAda Byron, Li Wei\n\n{ONE}\n\nMothSGD\n\nJan van Dam\n\n{TWO}\n")
    assert [(p.title, p.authors) for p in listed] == [
        ("FogWalk", ("Ada Byron", "Li Wei")), ("MothSGD", ("Jan van Dam",))]
    [unlisted] = papers(f"Oral Papers\n\nOwl Nets\n\n{TWO}\n")
    assert (unlisted.title, unlisted.authors) == ("Owl Nets", ())


def wrapped(text: str, width: int = 72) -> str:
    import textwrap
    return textwrap.fill(text, width)


def test_a_wrapped_abstract_is_one_and_its_first_line_no_title() -> None:
    found = papers(f"{wrapped(ONE)}\n\n{wrapped(TWO, 60)}\n")
    assert [(p.title, p.abstract) for p in found] == [("", ONE), ("", TWO)]


def test_a_title_above_a_wrapped_abstract_is_seen() -> None:
    [found] = papers(f"FogWalk: planning with noisy maps\n{wrapped(ONE)}\n")
    assert (found.title, found.abstract) == ("FogWalk: planning with noisy maps", ONE)


def test_a_compound_broken_at_its_hyphen_is_joined() -> None:
    [found] = papers("We study state-of-the-\nart planners, pre-\nand post-training, on maps not yet drawn.\n")
    assert "state-of-the-art planners, pre- and post-training" in found.abstract


def test_labelled_paragraphs() -> None:
    found = papers(f"""Title: FogWalk: Planning with
  Noisy Maps
Authors: Byron, Ada; Dam, Jan
Year: 2025
Venue: MapConf
DOI: https://doi.org/10.1234/FOG.1
URL: https://example.org/fog
Abstract: {ONE}

A second paragraph of it. It has two sentences.

Title: MothSGD

Abstract:
{TWO}
Keywords: moths
""")
    fog, moth = found
    assert (fog.title, fog.authors) == ("FogWalk: Planning with Noisy Maps", ("Ada Byron", "Jan Dam"))
    assert (fog.year, fog.venue, fog.doi, fog.url) == (2025, "MapConf", "10.1234/fog.1", "https://example.org/fog")
    assert fog.abstract == f"{ONE}\n\nA second paragraph of it. It has two sentences."
    assert (moth.title, moth.abstract) == ("MothSGD", TWO)


def test_labels_in_bold_and_in_chinese() -> None:
    [one] = papers(f"**Title:** FogWalk\n**Abstract**: {ONE}\n")
    [two] = papers(f"标题：FogWalk\n摘要：{ONE}\n")
    assert (one.title, one.abstract) == (two.title, two.abstract) == ("FogWalk", ONE)


def test_titles_without_label_above_labelled_abstracts() -> None:
    found = papers(f"FogWalk\n\nAbstract: {ONE}\n\nMothSGD\n\nAbstract: {TWO}\n")
    assert [(p.title, p.abstract) for p in found] == [("FogWalk", ONE), ("MothSGD", TWO)]


@pytest.mark.parametrize("mark", ["- ", "* ", "• ", "{}. ", "[{}] ", "({}) "])
@pytest.mark.parametrize("joint", ["\n", "\n\n"])
def test_bullets_and_numbers_are_taken_off(mark: str, joint: str) -> None:
    found = papers(joint.join([mark.format(1) + ONE, mark.format(2) + TWO]))
    assert [p.abstract for p in found] == [ONE, TWO]


def test_dashes_and_numbers_within_an_abstract_stay() -> None:
    text = "We find 3 things: - one, 2. two, and # three. 2.5 million maps - all hand-drawn - are released with it."
    assert [p.abstract for p in papers(text)] == [text]


def test_markdown_headings_are_titles() -> None:
    found = papers(f"# MapConf 2025\n\n## FogWalk\n\n{ONE}\n\n## MothSGD\n{TWO}\n")
    assert [(p.title, p.abstract, p.venue) for p in found] == [("FogWalk", ONE, "MapConf"), ("MothSGD", TWO, "MapConf")]


def test_headings_between_papers_are_skipped_by_name() -> None:
    text = f"{ONE}\n\nOral presentations\n\nMothSGD\n\n{TWO}\n\nThe end\n"
    assert [(p.title, p.abstract) for p in papers(text)] == [("", ONE), ("MothSGD", TWO)]
    assert [(s.line, s.record) for s in skips(text)] == [(3, "Oral presentations"), (9, "The end")]


def test_a_list_of_nothing_but_titles_is_papers_with_titles() -> None:
    titles = ["FogWalk: Planning with Noisy Maps", "MothSGD", "Is a Moth All You Need?", "Tea Leaves", "Owls at Noon"]
    for text in ("\n\n".join(titles), "\n".join(titles), "\n".join(f"{n}. {t}" for n, t in enumerate(titles, 1))):
        assert [(p.title, p.abstract) for p in papers(text)] == [(title, "") for title in titles]


def test_one_long_abstract_a_line_without_blank_lines() -> None:
    lines = [f"{ONE} This is abstract {number}." for number in range(5)]
    assert [p.abstract for p in papers("\n".join(lines))] == lines


@pytest.mark.parametrize("mark", ["", "- "])
def test_one_labelled_line_does_not_swallow_a_list_without_blank_lines(mark: str) -> None:
    lines = [f"{ONE} This is abstract {number}." for number in range(5)]
    text = "\n".join(f"{mark}{'Abstract: ' if number == 2 else ''}{line}" for number, line in enumerate(lines))
    assert [p.abstract for p in papers(text)] == lines


def test_a_paragraph_of_a_whole_list_is_remarked_on() -> None:
    items = list(read("-", "text", BytesIO((ONE * 200).encode())))
    assert [item.reason for item in items if isinstance(item, Note)] == [
        "a very long paragraph: are blank lines missing between abstracts?"]


def test_control_characters_become_blanks() -> None:
    [found] = papers("We align\x00models\x08with\x1fpeople and\ufeff find that they\x0bagree on \x93most\x94 things.")
    assert found.abstract == "We align models with people and find that they agree on “most” things."


def test_names_and_titles_are_told_apart() -> None:
    assert is_authors("Ada M. Byron¹, Jan van Dam*, and Li Wei")
    assert not is_authors("Scaling Laws, Data Quality, and the Limits of Transfer in Models")
    assert is_title("Why Do Moths Fly? A Study of Light vs. Dark")
    assert not is_title("We propose a thing.")


SEEDS = sorted((Path(__file__).parents[2] / "shared" / "seeds").glob("*.txt"))


@pytest.mark.skipif(not SEEDS, reason="the lists in ../shared/seeds are not here")
def test_seeds() -> None:
    for path in SEEDS:
        items = list(read(path))
        paragraphs = path.read_text(encoding="utf-8").strip().split("\n\n")[1:]
        assert [item.abstract for item in items if isinstance(item, Paper)] == paragraphs
        assert {(p.venue, p.year, p.title) for p in items if isinstance(p, Paper)} == {("ICML", 2026, "")}
        assert len(items) == len(paragraphs)
    assert sum(len(list(read(path))) for path in SEEDS) == 38
