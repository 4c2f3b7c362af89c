"""What holds for every reader, and what each format has of its own."""

import json
import random
from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.model import Paper
from kg.read import READERS, Note, Skipped, read
from kg.read.items import Item

FOG = "Planning with noisy maps is brittle. We propose FogWalk (FW), a planner that halves failures on GridMaze."
MOTH = "Optimisers forget. MothSGD keeps a short memory of gradients and reaches 71.2% on TinyPlants; é, β & <b>."

# The same two papers in every format, and a record that is no paper; a new reader needs its sample here.
SAMPLES = {
    "text": f"Title: FogWalk\nAbstract: {FOG}\nYear: 2025\nDOI: 10.1234/fog\n\nTitle: MothSGD\nAbstract: {MOTH}\n",
    "jsonl": "\n".join([json.dumps({"title": "FogWalk", "abstract": FOG, "year": 2025, "doi": "10.1234/fog"}),
                        '{"id": "broken"',
                        json.dumps({"id": "m1", "title": "MothSGD", "summary": MOTH})]),
    "json": json.dumps([{"title": "FogWalk", "abstract": FOG, "year": "2025", "DOI": "10.1234/fog"}, None,
                        {"title": "MothSGD", "abstract": MOTH}], indent=1),
    "bibtex": f"@article{{f1, title={{{{FogWalk}}}}, abstract={{{FOG}}}, year=2025, doi={{10.1234/fog}}}}\n"
              f"@proceedings{{v1, title={{All of it}}}}\n@misc{{m1, title=\"MothSGD\", abstract={{{MOTH}}}}}\n",
    "csv": f'Title,Abstract,Year,DOI\r\nFogWalk,"{FOG}",2025,10.1234/fog\r\n,,1999,\r\nMothSGD,"{MOTH}",,\r\n',
    "ris": f"TY  - JOUR\nTI  - FogWalk\nAB  - {FOG}\nPY  - 2025\nDO  - 10.1234/FOG\nER  - \n\n"
           f"TY  - JOUR\nAU  - Nobody\nER  - \nTY  - CONF\nT1  - MothSGD\nN2  - {MOTH}\nER  - \n",
}


def items(data: str | bytes, format: str | None = None) -> list[Item]:
    return list(read("-", format, BytesIO(data.encode() if isinstance(data, str) else data)))


def papers(data: str | bytes, format: str | None = None) -> list[Paper]:
    return [item for item in items(data, format) if isinstance(item, Paper)]


def test_every_reader_has_a_sample() -> None:
    assert set(SAMPLES) == set(READERS)


@pytest.mark.parametrize("name", READERS)
def test_each_reader_reads_its_sample_and_its_format_is_detected(name: str) -> None:
    for format in (name, None):
        found = papers(SAMPLES[name], format)
        assert [(p.title, p.abstract, p.year) for p in found] == [("FogWalk", FOG, 2025), ("MothSGD", MOTH, None)]
        assert (found[0].id, found[0].doi) == ("10.1234/fog", "10.1234/fog")
        assert {p.source for p in found} == {"stdin"}


@pytest.mark.parametrize("name", [name for name in READERS if name != "text"])
def test_each_reader_names_the_record_that_it_skips(name: str) -> None:
    [skipped] = [item for item in items(SAMPLES[name]) if isinstance(item, Skipped)]
    assert skipped.source == "-" and skipped.reason and skipped.record
    assert (skipped.line > 0) == (name != "json")
    assert str(skipped).startswith("-") and skipped.reason in str(skipped)


@pytest.mark.parametrize("name", READERS)
def test_each_reader_gives_the_same_papers_twice(name: str) -> None:
    assert items(SAMPLES[name]) == items(SAMPLES[name])


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.binary(max_size=300), seed=st.integers(0, 10**6))
def test_readers_raise_nothing_but_input_errors(name: str, data: bytes, seed: int) -> None:
    """Random bytes, and the reader's own sample cut, doubled and sprinkled with them."""
    chance = random.Random(seed)
    sample = SAMPLES[name].encode()
    start, end = sorted(chance.randrange(len(sample)) for _ in range(2))
    for mixture in (data, sample[:start] + data + sample[end:], sample[start:end] * 2 + data, data + sample[end:]):
        try:
            for item in read("-", name, BytesIO(mixture)):
                if isinstance(item, Paper):
                    assert item.id and (item.title or item.abstract)
                    item.text.encode()
        except InputError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=40, deadline=None)
@given(text=st.text(alphabet="@{}\"#=,;:[]()<>\\$%&-*.\n\t aAbé1ØTYERIABtitle", max_size=120))
def test_readers_survive_their_own_punctuation(name: str, text: str) -> None:
    try:
        list(read("-", name, BytesIO(text.encode())))
    except InputError as error:
        assert "\n" not in str(error)


# JSON and JSON Lines


@pytest.mark.parametrize("wrap", [
    lambda p: p, lambda p: [p], lambda p: {"papers": [p]}, lambda p: {"data": [p]},
    lambda p: {"results": [p], "meta": {}}, lambda p: {"message": {"items": [p]}},
    lambda p: {"data": [{"citedPaper": p}]}, lambda p: {"p7": {**p, "id": "p7"}},
])
def test_envelopes_of_json(wrap) -> None:  # type: ignore[no-untyped-def]
    [found] = papers(json.dumps(wrap({"id": "p7", "title": "FogWalk", "abstract": FOG})))
    assert (found.id, found.title, found.abstract, found.identifiers) == ("p7", "FogWalk", FOG, ("source:p7",))


def test_wrapped_values_of_openreview() -> None:
    note = {"id": "aB3", "forum": "aB3", "content": {
        "title": {"value": "FogWalk"}, "abstract": {"value": FOG}, "TL;DR": {"value": "Fog."},
        "pdf": {"value": "/pdf/x"},
        "authors": {"value": ["Ada Byron", "Jan van Dam"]}, "venue": {"value": "ICLR 2025 poster"}}}
    [found] = papers(json.dumps({"notes": [note], "count": 1}))
    assert (found.id, found.title, found.abstract, found.url) == ("aB3", "FogWalk", FOG, "")
    assert (found.authors, found.venue, found.year) == (("Ada Byron", "Jan van Dam"), "ICLR", 2025)


def test_indexed_abstract_of_openalex() -> None:
    work = {"id": "https://openalex.org/W1", "display_name": "FogWalk", "publication_year": 2025,
            "abstract_inverted_index": {"fog": [1, 4], "The": [0], "is": [2], "not": [3]},
            "authorships": [{"author": {"display_name": "Ada Byron"}}],
            "primary_location": {"source": {"display_name": "MapConf"}}}
    [found] = papers(json.dumps({"results": [work]}))
    assert (found.abstract, found.authors, found.venue) == ("The fog is not fog", ("Ada Byron",), "MapConf")


@pytest.mark.parametrize("fields", [
    {"authors": ["Ada Byron", "Jan van Dam"]}, {"authors": "Ada Byron and Jan van Dam"},
    {"author": "Byron, Ada and van Dam, Jan"}, {"Authors": "Ada Byron; Jan van Dam"},
    {"author_names": "Ada Byron, Jan van Dam"}, {"authors": "Byron, Ada; van Dam, Jan"},
    {"authors": [{"name": "Ada Byron"}, {"given": "Jan", "non-dropping-particle": "van", "family": "Dam"}]},
    {"creators": [{"firstName": "Ada", "lastName": "Byron", "creatorType": "author"}, {"name": "Jan van Dam"},
                  {"name": "An Editor", "creatorType": "editor"}]},
])
def test_authors_in_all_shapes(fields: dict[str, object]) -> None:
    [found] = papers(json.dumps({"title": "FogWalk", **fields}))
    assert found.authors == ("Ada Byron", "Jan van Dam")


@pytest.mark.parametrize(("fields", "year"), [
    ({"year": 2025}, 2025), ({"year": "2025"}, 2025), ({"publication_year": 2025.0}, 2025),
    ({"date": "2025-03-01"}, 2025), ({"published": "1 March 2025"}, 2025), ({"issued": {"date-parts": [[2025]]}}, 2025),
    ({"year": None}, None),
    ({"issued": {"date-parts": [[None]]}}, None), ({"year": ""}, None),
])
def test_years_in_all_shapes(fields: dict[str, object], year: int | None) -> None:
    [found] = items(json.dumps({"title": "F", **fields}))
    assert isinstance(found, Paper) and found.year == year


@pytest.mark.parametrize("year", [20255, "to appear", -3, "1066"])
def test_what_is_no_year_is_ignored_with_a_note(year: object) -> None:
    note, paper = items(json.dumps({"title": "FogWalk", "year": year}))
    assert isinstance(paper, Paper) and paper.year is None
    assert isinstance(note, Note) and note.reason == "not a year, ignored" and str(year) in note.record


@pytest.mark.parametrize(("fields", "expected", "identifiers"), [
    ({"doi": "https://doi.org/10.1234%2FABC", "id": 7}, "10.1234/abc", ("source:7", "doi:10.1234/abc")),
    ({"url": "http://arxiv.org/abs/2401.01234v3", "id": "x"}, "arxiv:2401.01234", ("source:x", "arxiv:2401.01234")),
    ({"arxiv_id": "cs/9901001"}, "arxiv:cs/9901001", ("arxiv:cs/9901001",)),
    ({"doi": "10.48550/arXiv.2401.01234"}, "arxiv:2401.01234", ("arxiv:2401.01234", "doi:10.48550/arxiv.2401.01234")),
    ({"externalIds": {"ArXiv": "2401.01234", "DOI": "10.1/x"}, "paperId": "ab"}, "arxiv:2401.01234",
     ("source:ab", "arxiv:2401.01234")),
    ({"paperId": "ab12"}, "ab12", ("source:ab12",)),
    ({"key": "byron2025"}, "byron2025", ("source:byron2025",)),
])
def test_ids(fields: dict[str, object], expected: str, identifiers: tuple[str, ...]) -> None:
    [found] = papers(json.dumps({"title": "FogWalk", **fields}))
    assert (found.id, found.identifiers) == (expected, identifiers)


def test_an_id_is_minted_from_the_text_whatever_its_blanks_and_case() -> None:
    [one], [two], [other] = (papers(json.dumps({"title": title})) for title in ("Fog  Walk", "FOG WALK", "Fog Walks"))
    assert one.id == two.id != other.id
    assert len(one.id) == 12 and set(one.id) <= set("0123456789abcdef")


def test_two_papers_with_one_source_id_are_both_kept() -> None:
    found = items("\n".join(json.dumps({"id": "1", "abstract": text}) for text in (FOG, MOTH, FOG)))
    first, note, second, repeated = found
    assert isinstance(first, Paper) and isinstance(second, Paper) and isinstance(note, Note)
    assert first.id == "1" and second.id.startswith("1-") and len(second.id) == 14 and repeated == first
    assert first.identifiers == second.identifiers == ("source:1",)


def test_broken_json_lines_are_skipped_with_their_number() -> None:
    lines = ['{"title": "A"}', '{"title": "B"', "", "[1, 2]", '"text"', '{"year": 2020}', "NaN", '{"title": "C"}']
    found = items("\n".join(lines), "jsonl")
    assert [p.title for p in found if isinstance(p, Paper)] == ["A", "C"]
    skipped = [(s.line, s.reason) for s in found if isinstance(s, Skipped)]
    assert (2, "not JSON") in skipped and (6, "neither title nor abstract") in skipped
    assert sorted({line for line, _ in skipped}) == [2, 4, 5, 6, 7]


def test_a_broken_record_of_an_array_does_not_take_the_others_with_it() -> None:
    text = ('{"papers": [\n{"title": "A"},\n{"title": "B", oops},\n'
            '{"title": "C", "authors": [{"name": "X"}]},\n{"title": "D')
    found = items(text)
    assert [p.title for p in found if isinstance(p, Paper)] == ["A", "C"]
    assert [(s.line, s.reason) for s in found if isinstance(s, Skipped)] == [(3, "not JSON"), (5, "not JSON")]


def test_deep_json_is_no_crash() -> None:
    for text in ("[" * 100_000, '{"title": ' * 50_000, '{"title": ' + "[" * 900 + "]" * 900 + "}"):
        for name in ("json", "jsonl"):
            try:
                assert all(isinstance(item, Skipped) for item in items(text, name))
            except InputError as error:
                assert "\n" not in str(error)


def test_hostile_values_are_no_crash() -> None:
    found = papers('{"title": "A\\ud800 \\u0000B", "year": 1e999, "authors": [null, 3, {"name": {"name": 4}}], '
                   '"url": "javascript:alert(1)", "id": NaN, "doi": [], "abstract": {"value": ["p one", "p two"]}}')
    assert [(p.title, p.url, p.authors, p.abstract) for p in found] == [("A\ufffd B", "", (), "p one\n\np two")]


# BibTeX


def test_bibtex_strings_crossrefs_quotes_and_joints() -> None:
    text = r"""
Exported by a program.
@string{mc = "Map Conference"}
@comment{ @article{hidden, title={No}} }
@inproceedings{Fog, title = "The {GPS} and {\"O}zg{\"u}r's {$E^2$} at 50% -- {\v S}", crossref = {Vol},
  author = {Byron, Ada and {\O}rsted, Hans and {The Fog, Moth and Owl Group} and others}, month = jul,
  eprint = {2401.01234v2}, archivePrefix = {arXiv}, url = {https://example.org/a\_b}}
@article(Moth, title = {Moths}, journal = mc # { of } # "2020", year = 2020)
@article{moth, title = {Owls}, journal = NIPS, year = {2021}, note = {x}}
@proceedings{Vol, title = mc, year = {2024}}
"""
    found = items(text)
    fog, moth, owl = (item for item in found if isinstance(item, Paper))
    assert fog.title == "The GPS and Özgür's $E^2$ at 50% – Š"
    assert fog.authors == ("Ada Byron", "Hans Ørsted", "The Fog, Moth and Owl Group")
    assert (fog.id, fog.venue, fog.year, fog.url) == ("arxiv:2401.01234", "Map Conference", 2024, "https://example.org/a_b")
    assert fog.identifiers == ("source:Fog", "arxiv:2401.01234")
    assert (moth.id, moth.venue, moth.year) == ("Moth", "Map Conference of 2020", 2020)
    assert (owl.id, owl.venue, owl.year) == ("moth", "NIPS", 2021)
    rest = [(type(item).__name__, item.line, item.record) for item in found if not isinstance(item, Paper)]
    assert rest == [("Note", 9, "moth: NIPS"), ("Skipped", 10, "Vol")]


def test_bibtex_entries_with_one_key_are_all_kept() -> None:
    found = papers("@misc{k, title={A}}\n@misc{k, title={B}}\n@misc{, title={C}}\n@misc{, title={D}}\n")
    assert [p.title for p in found] == ["A", "B", "C", "D"]
    assert len({p.id for p in found}) == 4 and found[0].id == "k" and found[1].id.startswith("k-")


def test_bibtex_broken_entries_are_skipped_and_the_next_is_read() -> None:
    found = items("@misc{a, title={A}}\n@misc{b, title={B, year=2020\n\n@misc{c, title={C}}\n"
                  "@misc{d title={D}}\n@misc{e, title={E}}\n")
    assert [p.title for p in found if isinstance(p, Paper)] == ["A", "C", "E"]
    assert [s.line for s in found if isinstance(s, Skipped)] == [2, 5]


def test_bibtex_says_nothing_on_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    items("@misc{a, title={A}}\n@misc{b, title={B\n@misc{c, title={C}}\n")
    assert capfd.readouterr() == ("", "")


def test_bibtex_abstract_keeps_its_markup() -> None:
    [found] = papers(r"@misc{a, title={A}, abstract={We use \textbf{X}" "\n   with $k$\n\n  at 50\\%.}}")
    assert found.abstract == "We use \\textbf{X} with $k$\n\nat 50\\%."


# CSV and RIS


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_csv_delimiters_and_quoted_newlines(delimiter: str) -> None:
    rows = [["id", "title", "abstract", "publication year"], ["7", '"Fog, ""Walk"""', '"one;\ntwo"', "2025"]]
    [found] = papers("\n".join(delimiter.join(row) for row in rows))
    assert (found.id, found.title, found.abstract, found.year) == ("7", 'Fog, "Walk"', "one; two", 2025)


def test_csv_rows_with_too_many_cells_are_skipped_with_their_line() -> None:
    found = items("id,title\n1,A\n2,B, and more\n3,C,\n")
    assert [p.title for p in found if isinstance(p, Paper)] == ["A", "C"]
    assert [(s.line, s.record) for s in found if isinstance(s, Skipped)] == [(3, "2")]


def test_csv_without_known_columns_is_an_error() -> None:
    with pytest.raises(InputError, match="title or abstract"):
        items("a,b\n1,2\n", "csv")


def test_ris_without_end_marks_loses_nothing() -> None:
    found = items("TY  - JOUR\nTI  - A\nTY  - JOUR\nTI  - B\nAB  - one\ntwo\nAU  - Byron, Ada\nAU  - Dam, Jan")
    assert [(p.title, p.abstract, p.authors) for p in found if isinstance(p, Paper)] == [
        ("A", "", ()), ("B", "one two", ("Ada Byron", "Jan Dam"))]
    assert sum(isinstance(item, Note) for item in found) == 2
