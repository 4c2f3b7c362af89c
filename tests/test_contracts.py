"""What every reader, step and exporter must keep: a new line in READERS, EXTRACTORS or EXPORTERS is tested at once."""

import importlib
import inspect
import multiprocessing
import os
import random
import resource
import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hostile_graph import hostile

from exports import EXPORTERS, SUFFIXES, format_of
from kg.errors import ExportError, InputError
from kg.extract import EXTRACTORS, extract
from kg.extract.reading import TOGETHER
from kg.lexicon import load_lexicon
from kg.model import Document, Paper
from kg.read import READERS, read

ABSTRACT = ("We propose Zanderfisch, a method that trains Llama-3.1-8B with GRPO. On GSM8K it reaches 81.5% accuracy, "
            "2.5 points more than DPO. Code is at https://github.com/example-invented/zanderfisch.")
# One paper as each format holds it; a new reader brings its own.
SAMPLES = {
    "text": f"Zanderfisch: Reasoning Upstream\n{ABSTRACT}\n",
    "jsonl": f'{{"id": "z1", "title": "Zanderfisch: Reasoning Upstream", "abstract": "{ABSTRACT}"}}\n',
    "json": f'[{{"id": "z1", "title": "Zanderfisch: Reasoning Upstream", "abstract": "{ABSTRACT}"}}]\n',
    "bibtex": f"@inproceedings{{z1, title = {{Zanderfisch: Reasoning Upstream}}, abstract = {{{ABSTRACT}}}}}\n",
    "csv": f'id,title,abstract\nz1,Zanderfisch: Reasoning Upstream,"{ABSTRACT}"\n',
    "ris": f"TY  - CONF\nID  - z1\nTI  - Zanderfisch: Reasoning Upstream\nAB  - {ABSTRACT}\nER  - \n",
}
HOSTILE = ("", " ", "...", "\x00", "🙂" * 40, "ש" * 300, "a" * 5000, "<script>alert(1)</script> & <b>x</b>",
           r"\textbf{" * 30, "$" * 99, "**" * 99, "We propose", "We propose X (", "https://github. com/", "0.1% " * 200,
           "(A) (B) (A) (B).", "one\r\ntwo\u2028three", '"; DROP TABLE x; --', "GRPO" * 50, "GRPO, GRPO-GRPO")
PAPERS = [Paper(f"h{number}", "", text) for number, text in enumerate(HOSTILE)]
PAPERS += [Paper(f"t{number}", text, ABSTRACT) for number, text in enumerate(HOSTILE)]


def named_alike(registry: Mapping[str, Callable[..., object]], name: str, package: str, verb: str) -> None:
    """The key, the file and the function of a plug are one word, and the function says what it does."""
    module = importlib.import_module(f"{package}.{name}")
    assert registry[name] is getattr(module, f"{verb}{name}")
    assert inspect.getdoc(registry[name])


@pytest.mark.parametrize("name", READERS)
def test_a_reader_is_one_word(name: str) -> None:
    named_alike(READERS, name, "kg.read", "read_")


@pytest.mark.parametrize("name", READERS)
def test_a_reader_gives_the_paper_of_its_sample(name: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(SAMPLES[name], "utf-8")
    for given in (None, name):  # told from the content, and named
        (paper,) = read(path, given)
        assert isinstance(paper, Paper)
        assert (paper.title, paper.abstract) == ("Zanderfisch: Reasoning Upstream", ABSTRACT)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("content", [b"", b"\n\n", b"\x00\x01\x02" * 99, b"%PDF-1.7 x"],
                         ids=["empty", "blank", "binary", "pdf"])
def test_a_reader_refuses_what_is_no_list(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(content)
    with pytest.raises(InputError, match="list") as caught:
        list(read(path, name))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", EXTRACTORS)
def test_a_step_is_one_word(name: str) -> None:
    named_alike(EXTRACTORS, name, "kg.extract", "")


@pytest.mark.parametrize("name", EXTRACTORS)
def test_a_step_gives_the_same_documents_with_more_in_them(name: str) -> None:
    before = list(extract_until(name))
    lexicon = load_lexicon()
    after = list(EXTRACTORS[name](before, lexicon))
    assert [document.paper for document in after] == PAPERS
    assert after == list(EXTRACTORS[name](before, lexicon))
    for old, new in zip(before, after, strict=True):
        for layer in ("mentions", "links", "relations", "results"):
            assert getattr(new, layer)[:len(getattr(old, layer))] == getattr(old, layer)
    assert after != before, "this step found nothing in any paper"


def extract_until(name: str) -> list[Document]:
    """The documents that a step gets: with what the steps before it have found."""
    documents = [Document(paper) for paper in PAPERS]
    for other, step in EXTRACTORS.items():
        if other == name:
            break
        documents = list(step(documents, load_lexicon()))
    return documents


@pytest.mark.parametrize("name", EXTRACTORS)
def test_a_step_takes_few_documents_at_a_time(name: str) -> None:
    given, taken = extract_until(name) * (TOGETHER + 1), []

    def documents():  # type: ignore[no-untyped-def]
        for document in given:
            taken.append(document)
            yield document

    next(EXTRACTORS[name](documents(), load_lexicon()))
    assert len(taken) <= TOGETHER < len(given)


def test_whatever_is_found_stands_in_the_text() -> None:
    for document in extract(PAPERS, load_lexicon()):
        text = document.paper.text
        for relation in document.relations:
            assert 0 <= relation.start < relation.end <= len(text)
            assert relation.mention is None or relation.mention in document.mentions or (
                text[relation.mention.start:relation.mention.end] == relation.mention.text)
        for result in document.results:
            assert 0 <= result.sentence_start <= result.start < result.end <= result.sentence_end <= len(text)


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_exporter_is_one_word_with_an_ending(name: str) -> None:
    named_alike(EXPORTERS, name, "exports", "write_")
    assert name in {format_of(Path(f"graph{suffix}")) for suffix in SUFFIXES}


def contents(path: Path) -> dict[str, bytes]:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return {str(file.relative_to(path)): file.read_bytes() for file in files if file.is_file()}


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_export_is_the_same_bytes_in_any_order(name: str, tmp_path: Path) -> None:
    nodes, edges = hostile()
    EXPORTERS[name](nodes, edges, tmp_path / "a")
    shuffled = random.Random(1)
    EXPORTERS[name](shuffled.sample(nodes, len(nodes)), shuffled.sample(edges, len(edges)), tmp_path / "b")
    assert any(contents(tmp_path / "a").values())
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_export_of_nothing_is_written(name: str, tmp_path: Path) -> None:
    EXPORTERS[name]([], [], tmp_path / "a")
    assert contents(tmp_path / "a")


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_export_that_fails_leaves_what_was_there(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    nodes, edges = hostile()
    with pytest.raises(ExportError) as caught:
        EXPORTERS[name](nodes, edges, tmp_path / "file" / "graph")
    assert "\n" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_export_cut_off_on_the_way_leaves_the_old_one(name: str, tmp_path: Path) -> None:
    nodes, edges = hostile()
    EXPORTERS[name](nodes, edges, tmp_path / "a")
    before = contents(tmp_path / "a")
    broken = [*edges, replace(edges[0], subject=None)]  # type: ignore[arg-type]
    with pytest.raises((TypeError, AttributeError, ValueError, KeyError)):
        EXPORTERS[name](nodes, broken, tmp_path / "a")
    assert contents(tmp_path / "a") == before
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def written_with_little_room(name: str, path: Path, at_the_limit: signal.Handlers) -> int:
    """Export the hostile graph in a process of its own whose files may have 1,000 bytes; its exit code."""
    def write() -> None:
        signal.signal(signal.SIGXFSZ, at_the_limit)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        try:
            EXPORTERS[name](*hostile(), path)
        except ExportError as error:
            os._exit(7 if str(path) in str(error) and len(str(error).splitlines()) == 1 else 8)

    process = multiprocessing.get_context("fork").Process(target=write)
    process.start()
    process.join(60)
    return process.exitcode or 0


@pytest.mark.parametrize(("at_the_limit", "code"), [(signal.SIG_DFL, -signal.SIGXFSZ), (signal.SIG_IGN, 7)],
                         ids=["killed", "full disk"])
@pytest.mark.parametrize("name", EXPORTERS)
def test_an_export_that_cannot_be_written_to_its_end_leaves_the_old_one(
    name: str, at_the_limit: signal.Handlers, code: int, tmp_path: Path
) -> None:
    """At the limit the system kills the process, or writing fails as on a full disk."""
    EXPORTERS[name](*hostile(), tmp_path / "a")
    before = contents(tmp_path / "a")
    assert written_with_little_room(name, tmp_path / "a", at_the_limit) == code
    assert contents(tmp_path / "a") == before
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert written_with_little_room(name, tmp_path / "b", at_the_limit) == code
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
