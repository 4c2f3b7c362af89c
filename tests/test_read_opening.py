"""Opening: encodings, newlines, packed files, standard input, and what is no list at all."""

import bz2
import gzip
import lzma
import tracemalloc
from io import BytesIO
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.model import Paper
from kg.read import Note, read

TEXT = ("ICML 2026 论文列表\n\nWe propose FogWalk, a planner for naïve β-maps – it halves failures.\n\n"
        "MothSGD keeps a short memory of gradients and reaches 71.2% on TinyPlants.\n")
ABSTRACTS = [line for line in TEXT.split("\n") if line][1:]


def abstracts(path: str | Path, stdin: BytesIO | None = None) -> list[str]:
    return [item.abstract for item in read(path, stdin=stdin) if isinstance(item, Paper)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings_and_newlines(encoding: str, newline: str) -> None:
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    data = (mark + TEXT).replace("\n", newline).encode(encoding)
    found = list(read("-", stdin=BytesIO(data)))
    assert [item.abstract for item in found if isinstance(item, Paper)] == ABSTRACTS
    assert {item.venue for item in found if isinstance(item, Paper)} == {"ICML"} and len(found) == 2


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_that_are_not_utf8_are_read_as_windows_1252_with_a_note(newline: str) -> None:
    text = "A naïve “planner” walks the fog of maps.\n\nPlain ASCII follows here, and it is fine.\n"
    data = text.replace("\n", newline)
    *papers, note = read("-", stdin=BytesIO(data.encode("cp1252")))
    assert next(p.abstract for p in papers if isinstance(p, Paper)) == "A naïve “planner” walks the fog of maps."
    assert isinstance(note, Note) and "not UTF-8" in note.reason and note.line == 1


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_packed_files_are_told_by_their_content(pack, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "list.dat"
    path.write_bytes(pack(TEXT.encode()))
    assert abstracts(path) == ABSTRACTS
    assert abstracts("-", BytesIO(pack(TEXT.encode()))) == ABSTRACTS


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_cut_off_packed_files_are_errors(pack, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "list.txt.packed"
    path.write_bytes(pack(TEXT.encode() * 9)[:-30])
    with pytest.raises(InputError, match="damaged or cut off") as caught:
        list(read(path))
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)


def test_damage_late_in_a_packed_file_is_an_error_with_its_place(tmp_path: Path) -> None:
    lines = "".join(f"We study walk number {n} through fog {n * 7919 % 1000003}.\n\n" for n in range(40_000))
    path = tmp_path / "list.txt.xz"
    path.write_bytes(lzma.compress(lines.encode())[:-1000])
    with pytest.raises(InputError, match="damaged or cut off") as caught:
        list(read(path))
    assert caught.value.line is not None and caught.value.line > 1000


def test_a_pipe_that_gives_little_at_a_time() -> None:
    class Trickle(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(min(7, size) if size and size > 0 else 7)

    assert abstracts("-", Trickle(TEXT.encode())) == ABSTRACTS
    assert abstracts("-", Trickle(gzip.compress(TEXT.encode()))) == ABSTRACTS


@pytest.mark.parametrize(("data", "reason"), [
    (b"", "is empty"), (b" \r\n\n ", "is empty"), (gzip.compress(b""), "is empty"),
    (b"%PDF-1.7 and so on", "PDF"), (b"PK\x03\x04....", "zip"), (bytes(range(256)) * 8, "binary"),
    (b"\x7fELF\x02\x01\x01" + b"\0" * 60, "binary"), ("text".encode("utf-16-le") * 40, "binary"),
    (b"<?xml version='1.0'?><a/>", "XML"), (b"[]", "no paper"), (b"ICML 2026 papers\n", "no paper"),
])
def test_what_is_no_list_is_one_clear_line(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(data)
    with pytest.raises(InputError, match=reason) as caught:
        list(read(path))
    assert "\n" not in str(caught.value) and str(caught.value).startswith(f"{path}: ")


def test_formats_that_are_known_and_not_read_are_named(tmp_path: Path) -> None:
    path = tmp_path / "list.yml.gz"
    path.write_bytes(gzip.compress(b"- title: FogWalk\n"))
    with pytest.raises(InputError, match=r"a \.yml file"):
        read(path)
    assert next(iter(read(path, "text")))


def test_missing_files_folders_and_unknown_formats_are_errors_at_the_call(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "none.txt")
    with pytest.raises(InputError, match="is a folder"):
        read(tmp_path)
    with pytest.raises(InputError, match=r"unknown format 'word'.*bibtex"):
        read(tmp_path / "none.txt", "word")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "list.txt"
    path.write_text(TEXT)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError, match="permissions"):
        read(path)


@pytest.mark.parametrize(("name", "content", "title"), [
    ("a.txt", '{"title": "A"}\n{"title": "B"}\n', "A"), ("a.jsonl", '[{"title": "A"}]', "A"),
    ("a.json", '{"title": "A"}\n\n{"title": "B"}', "A"), ("a.txt", "@misc{k, title = {A}}", "A"),
    ("a.jsonl.gz", '{"title": "A"}', "A"), ("a.ndjson", '{"title": "A"}', "A"), ("a.csv", "title\nA\n", "A"),
    ("a.TXT", "id\ttitle\tabstract\n1\tA\tB\n", "A"), ("a.bib", "% none\n@misc{k, title = {A}}", "A"),
    ("noending", "TY  - JOUR\nTI  - A\nER  - \n", "A"),
])
def test_content_tells_the_format_before_the_ending_does(name: str, content: str, title: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(content)
    found = next(item for item in read(path) if isinstance(item, Paper))
    assert (found.title, found.source) == (title, name)


def test_square_brackets_and_braces_of_text_are_no_json() -> None:
    text = b"[1] We propose FogWalk, a planner for fog.\n\n[2] Moths fly to lamps at night."
    assert abstracts("-", BytesIO(text)) == [
        "We propose FogWalk, a planner for fog.", "Moths fly to lamps at night."]


def test_lines_are_read_as_a_stream(tmp_path: Path) -> None:
    path = tmp_path / "list.jsonl.gz"
    with gzip.open(path, "wt") as stream:
        for number in range(5000):
            stream.write(f'{{"id": "{number}", "abstract": "{number} {"fog and moths " * 70}"}}\n')
    tracemalloc.start()
    count = sum(1 for _ in read(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 5000 and peak < 3_000_000  # the text itself is 5 MB
