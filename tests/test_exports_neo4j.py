"""The folder for Neo4j's importer: its CSV read as Neo4j reads it, its script run with a stand-in for neo4j-admin."""

import csv
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hostile_graph import hostile

from exports.columns import claims, clean, clean_id
from exports.neo4j import write_neo4j
from exports.property_graph import relationship_type
from kg.errors import ExportError
from kg.model import Edge, Node
from kg.schema import RELATIONS


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("neo4j") / "deep" / "neo4j"
    write_neo4j(*hostile(), path)
    return path


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    header = (folder / f"{name}-header.csv").read_text(encoding="utf-8").rstrip("\n").split(",")
    csv.field_size_limit(10**7)
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [dict(zip(header, row, strict=True)) for row in csv.reader(file)]


def test_each_label_has_its_nodes_with_typed_columns(written: Path) -> None:
    nodes, _ = hostile()
    papers = {row["id:ID"]: row for row in rows(written, "nodes-Paper")}
    assert set(papers) == {clean_id(node.id) for node in nodes if node.type == "Paper"}
    assert set(papers["paper/lists/2"]) == {"id:ID", "name:string", "abstract:string", "identifiers:string[]",
                                            "titleDerived:boolean", "venue:string", "year:int"}
    for node in nodes:
        if node.type == "Paper" and node.attributes:
            row = papers[clean_id(node.id)]
            assert row["name:string"] == clean(node.label)
            assert row["abstract:string"] == clean(str(node.attributes["abstract"]))
            assert row["identifiers:string[]"].split("\x1f") == [clean(str(node.attributes["abstract"])), "x,y"]
            assert (row["year:int"], row["titleDerived:boolean"]) == (
                str(node.attributes["year"]), "true" if node.attributes["titleDerived"] else "false")


def test_missing_is_unquoted_and_empty_is_quoted(written: Path) -> None:
    lines = (written / "nodes-Paper.csv").read_text(encoding="utf-8").split("\n")
    assert '"paper/none","A paper of which nothing else is known",,,,,' in lines
    empty = next(line for line in lines if line.startswith('"paper/empty/13"'))
    assert empty == '"paper/empty/13","","","\x1fx,y",false,"",2013'


def test_each_relationship_type_has_its_claims(written: Path) -> None:
    found = claims(*hostile())
    read = [(row[":START_ID"], relation, row[":END_ID"], row["papers:string[]"], int(row["support:int"]),
             float(row["confidence:double"]), row["evidence:string"])
            for relation in sorted({claim.relation for claim in found})
            for row in rows(written, f"edges-{relationship_type(relation)}")]
    assert sorted(read) == sorted((claim.subject, claim.relation, claim.object, "\x1f".join(claim.papers),
                                   len(claim.papers), claim.confidence, claim.evidence) for claim in found)


def test_relationship_types_are_distinct_and_need_no_quoting() -> None:
    names = [relationship_type(relation) for relation in RELATIONS]
    assert len(set(names)) == len(names)
    assert all(name.replace("_", "A").isalpha() and name == name.upper() for name in names)


def run_script(folder: Path, admin: str, *arguments: str, cwd: Path) -> list[str]:
    """The arguments that import.sh gives to neo4j-admin, and where it runs it."""
    done = subprocess.run([str(folder / "import.sh"), *arguments], env={**os.environ, "NEO4J_ADMIN": admin}, cwd=cwd,
                          check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def stand_in(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text('#!/bin/sh\npwd\nprintf "%s\\n" "$@"\n')
    path.chmod(0o755)
    return path


def test_script_names_every_file_once(written: Path, tmp_path: Path) -> None:
    where, *arguments = run_script(written, str(stand_in(tmp_path / "admin")), cwd=tmp_path)
    assert Path(where).samefile(written)
    assert arguments[:4] == ["database", "import", "full", "neo4j"]
    assert "--strict=true" in arguments
    named = [name for argument in arguments if argument.startswith(("--nodes=", "--relationships="))
             for name in argument.split("=", 2)[2].split(",")]
    assert sorted(named) == sorted(file.name for file in written.glob("*.csv"))


@pytest.mark.parametrize("call", ["{}/with blank/admin", "sub/admin", "sh {}/sub/admin"])
def test_script_calls_a_path_with_blanks_a_relative_one_and_a_command(written: Path, tmp_path: Path, call: str) -> None:
    for folder in ("with blank", "sub"):
        stand_in(tmp_path / folder / "admin")
    admin = call.format(tmp_path)
    assert "import" in run_script(written, admin, cwd=tmp_path)


def test_a_row_that_the_importer_has_no_room_for_gets_it(tmp_path: Path) -> None:
    write_neo4j([Node("paper/a", "Paper", "a", (), {"abstract": "è" * 3_000_000})], [], tmp_path / "neo4j")
    admin = stand_in(tmp_path / "sub" / "admin")
    option = next(one for one in run_script(tmp_path / "neo4j", str(admin), cwd=tmp_path) if "buffer" in one)
    longest = max(map(len, (tmp_path / "neo4j" / "nodes-Paper.csv").read_bytes().splitlines()))
    assert int(option.removeprefix("--read-buffer-size=")) > longest


def test_options_of_the_user_are_passed_on(written: Path, tmp_path: Path) -> None:
    admin = str(stand_in(tmp_path / "admin"))
    arguments = run_script(written, admin, "--overwrite-destination", "--strict=false", cwd=tmp_path)
    assert arguments[-2:] == ["--overwrite-destination", "--strict=false"]
    assert "--strict=true" not in arguments


def test_an_older_export_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "neo4j"
    write_neo4j(*hostile(), path)
    (path / "import.report").touch()
    write_neo4j([Node("method/a", "Method", "a")], [], path)
    assert sorted(file.name for file in path.iterdir()) == [
        "README.txt", "import.sh", "nodes-Method-header.csv", "nodes-Method.csv", "style.grass"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_with_other_files_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(ExportError, match=r"holds thesis\.tex"):
        write_neo4j([Node("method/a", "Method", "a")], [], tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "neo4j").write_text("x")
    with pytest.raises(ExportError, match="is a file"):
        write_neo4j([], [], tmp_path / "neo4j")


def test_failing_midway_leaves_the_old_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "neo4j"
    write_neo4j([Node("method/a", "Method", "a")], [], path)
    before = {file.name: file.read_bytes() for file in path.iterdir()}

    def full(name: str, groups: Sequence[object], folder: Path) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("exports.neo4j._write_edges", full)
    with pytest.raises(ExportError, match="the disk is full"):
        write_neo4j(*hostile(), path)
    assert {file.name: file.read_bytes() for file in path.iterdir()} == before
    assert list(tmp_path.iterdir()) == [path]


def test_failing_at_the_last_step_leaves_the_old_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "neo4j"
    write_neo4j([Node("method/a", "Method", "a")], [], path)
    before = {file.name: file.read_bytes() for file in path.iterdir()}

    def failing(number: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.fsync", failing)
    with pytest.raises(ExportError, match="input/output error"):
        write_neo4j(*hostile(), path)
    assert {file.name: file.read_bytes() for file in path.iterdir()} == before
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_the_new_graph_has_no_use_for_are_gone(tmp_path: Path) -> None:
    path = tmp_path / "neo4j"
    write_neo4j(*hostile(), path)
    write_neo4j([Node("method/a", "Method", "a")], [], path)
    assert sorted(file.name for file in path.iterdir()) == [
        "README.txt", "import.sh", "nodes-Method-header.csv", "nodes-Method.csv", "style.grass"]
    assert (path / "import.sh").stat().st_mode & 0o111


def test_an_edge_without_a_node_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="method/a broader method/gone has no node"):
        write_neo4j([Node("method/a", "Method", "a")], [Edge("method/a", "broader", "method/gone")], tmp_path / "x")
    assert list(tmp_path.iterdir()) == []
