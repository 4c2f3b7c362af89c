"""CSV, TSV, KGX's tables and Parquet read back by csv, pandas, KGX and pyarrow."""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pandas
import pytest
from hostile_graph import hostile

from exports import EXPORTERS
from exports.columns import Value, claims, clean, clean_id, node_row
from kg.errors import ExportError
from kg.model import Node
from kg.schema import BASE, iri

FORMULAS = ["=SUM(A1)", "+1+1", "-2+3", "@cmd", "\t=x", "-0.5", "=", "1-1", "x=1"]


@pytest.fixture(scope="module", params=["csv", "tsv"])
def tables(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the hostile graph, and what the files in it end in."""
    folder = tmp_path_factory.mktemp("tables") / request.param
    EXPORTERS[request.param](*hostile(), folder)
    return folder, request.param


def read(tables: tuple[Path, str], name: str) -> list[dict[str, str]]:
    with (tables[0] / f"{name}.{tables[1]}").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter={"csv": ",", "tsv": "\t"}[tables[1]], strict=True))


def as_cell(value: Value) -> str:
    if isinstance(value, tuple):
        return json.dumps([clean(text) for text in value], ensure_ascii=False) if value else ""
    return clean(value) if isinstance(value, str) else {True: "true", False: "false"}.get(value, str(value)) \
        if isinstance(value, bool) else str(value)


def test_csv_reads_every_node_and_claim(tables: tuple[Path, str]) -> None:
    nodes, edges = hostile()
    rows = {row["id"]: row for row in read(tables, "nodes")}
    assert set(rows) == {clean_id(node.id) for node in nodes}
    for node in nodes:
        row = rows[clean_id(node.id)]
        assert row["label"] == clean(node.label)
        given = node_row(node)
        assert {name: row[name] for name in given} == {name: as_cell(value) for name, value in given.items()}
        assert not any(row[name] for name in row.keys() - given.keys() - {"id", "label"})
    found = claims(nodes, edges)
    assert [(row["source"], row["relation"], row["target"], row["evidence"], int(row["support"]),
             float(row["confidence"]), tuple(json.loads(row["papers"] or "[]"))) for row in read(tables, "edges")] == [
        (*claim[:3], claim.evidence, len(claim.papers), claim.confidence, claim.papers) for claim in found]


def test_pandas_reads_the_same_values(tables: tuple[Path, str]) -> None:
    folder, ending = tables
    frame = pandas.read_csv(folder / f"nodes.{ending}", sep={"csv": ",", "tsv": "\t"}[ending], dtype=str,
                            keep_default_na=False, lineterminator="\n")
    rows = read(tables, "nodes")
    assert frame.to_dict("records") == rows


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_formulas_are_text_as_it_was_or_for_spreadsheets_behind_an_apostrophe(form: str, tmp_path: Path) -> None:
    nodes = [Node(f"method/{number}", "Method", text) for number, text in enumerate(FORMULAS)]
    for flavour in ("data", "spreadsheet"):
        EXPORTERS[form](nodes, [], tmp_path / flavour, flavour=flavour)  # type: ignore[call-arg]
    data, spreadsheet = ([row["label"] for row in read((tmp_path / flavour, form), "nodes")]
                         for flavour in ("data", "spreadsheet"))
    assert data == FORMULAS
    assert spreadsheet == ["'=SUM(A1)", "'+1+1", "'-2+3", "'@cmd", "'\t=x", "-0.5", "'=", "1-1", "x=1"]
    with pytest.raises(ExportError, match="no flavour 'excel'"):
        EXPORTERS[form](nodes, [], tmp_path / "x", flavour="excel")  # type: ignore[call-arg]


# KGX

def kgx_rows(folder: Path, name: str) -> list[dict[str, str]]:
    """As KGX reads: tabs alone, no quotes."""
    lines = (folder / f"{name}.tsv").read_text("utf-8").split("\n")
    assert lines.pop() == ""
    rows = [line.split("\t") for line in lines]
    assert {len(row) for row in rows} == {len(rows[0])}
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


@pytest.fixture(scope="module")
def kgx_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables") / "kgx"
    EXPORTERS["kgx"](*hostile(), folder)
    return folder


def test_kgx_has_the_columns_that_it_documents_for_each_node_and_claim(kgx_folder: Path) -> None:
    nodes, edges = hostile()
    rows = {row["iri"]: row for row in kgx_rows(kgx_folder, "nodes")}
    assert set(rows) == {iri(clean_id(node.id)) for node in nodes}
    assert list(next(iter(rows.values())))[:4] == ["id", "category", "name", "synonym"]
    for node in nodes:
        row = rows[iri(clean_id(node.id))]
        assert row["id"].replace(":", "/", 1) == row["iri"].removeprefix(BASE)
        assert (row["category"], row["name"].split()) == (f"kg:{node.type}", clean(node.label).split())
        assert len(row["synonym"].split("|")) == max(len(node.aliases), 1)
    found = kgx_rows(kgx_folder, "edges")
    assert {"id", "subject", "predicate", "object", "category", "knowledge_level", "agent_type"} <= found[0].keys()
    ends = {row["id"] for row in rows.values()}
    assert all({row["subject"], row["object"], *filter(None, row["publications"].split("|"))} <= ends for row in found)
    assert [(row["predicate"], int(row["support"])) for row in found] == [
        (f"kg:{claim.relation}", len(claim.papers)) for claim in claims(nodes, edges)]


def test_pandas_reads_them_as_kgx_has_it_read_them(kgx_folder: Path) -> None:
    """The call of KGX's own source of TSV, which itself needs the network for the Biolink model."""
    for name in ("nodes", "edges"):
        frame = pandas.read_csv(kgx_folder / f"{name}.tsv", dtype=str, keep_default_na=False, delimiter="\t",
                                lineterminator="\n", quoting=csv.QUOTE_NONE, low_memory=False)
        assert frame.to_dict("records") == kgx_rows(kgx_folder, name)


# Parquet

def test_parquet_has_types_and_every_value(tmp_path: Path) -> None:
    tables = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    nodes, edges = hostile()
    EXPORTERS["parquet"](nodes, edges, tmp_path / "p")
    table = tables.read_table(tmp_path / "p" / "nodes.parquet")
    types = {field.name: str(field.type) for field in table.schema}
    assert (types["year"], types["titleDerived"], types["label"]) == ("int32", "bool", "string")
    assert types["aliases"].startswith("list<")
    rows = {row["id"]: row for row in table.to_pylist()}
    assert set(rows) == {clean_id(node.id) for node in nodes}
    for node in nodes:
        expected: dict[str, Any] = {name: [clean(text) for text in value] if isinstance(value, tuple) else
                                    clean(value) if isinstance(value, str) else value
                                    for name, value in node_row(node).items()}
        assert {name: rows[clean_id(node.id)][name] for name in expected} == expected
        assert rows[clean_id(node.id)]["label"] == clean(node.label)
    found = tables.read_table(tmp_path / "p" / "edges.parquet").to_pylist()
    assert [(row["source"], row["relation"], row["target"], tuple(row["papers"]), row["confidence"],
             row["evidence"] or "", row["support"]) for row in found] == [
        (*claim, len(claim.papers)) for claim in claims(nodes, edges)]


def test_parquet_without_pyarrow_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ExportError, match=r"pip install 'paperkg\[parquet\]'"):
        EXPORTERS["parquet"]([Node("method/a", "Method", "a")], [], tmp_path / "p")
    assert list(tmp_path.iterdir()) == []
