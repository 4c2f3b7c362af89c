"""The command line: what each command prints and leaves, and that a user's mistake is one line and exit code 1."""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from cli.main import COMMANDS, kg, run

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "example.txt"
PAPER = ("We propose Zander Policy Optimization (ZaPO), a variant of GRPO. With Llama-3.1-8B, ZaPO reaches "
         "81.5% on GSM8K, 2.5 points more than DPO. Code is at https://github.com/example-invented/zanderfisch.")

Captured = pytest.CaptureFixture[str]


def kg_process(*arguments: object, **options: object) -> "subprocess.CompletedProcess[bytes]":
    """The command in a process of its own, as a shell starts it."""
    command = [sys.executable, "-c", "from cli.main import main; main()", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, env=environment, check=False, **options)  # type: ignore[call-overload, no-any-return]


def call(capsys: Captured, *arguments: object) -> str:
    """What a command that must succeed prints as data."""
    capsys.readouterr()
    code = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def fail(capsys: Captured, *arguments: object) -> str:
    """The one line of a command that must end with exit code 1, and prints no data."""
    capsys.readouterr()
    code = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    assert (code, out) == (1, "")
    assert err.startswith("kg: ")
    assert err.count("\n") == 1
    return err


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text(f"DemoConf 2026\n\n{PAPER}\n", "utf-8")
    return path


# Building

def test_build_makes_a_graph_and_says_what_it_read(papers: Path, tmp_path: Path, capsys: Captured) -> None:
    assert run(["build", str(papers), "-o", str(tmp_path / "x.kg")]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "1 paper read, 1 kept, 0 skipped" in err
    assert (tmp_path / "x.kg" / "manifest.json").exists()


def test_build_adds_to_a_graph_and_rebuilds_without_sources(papers: Path, tmp_path: Path, capsys: Captured) -> None:
    graph = tmp_path / "x.kg"
    call(capsys, "build", papers, "-o", graph)
    call(capsys, "build", EXAMPLE, "-o", graph)
    assert json.loads(call(capsys, "stats", graph, "--json"))["papers"] == 31
    call(capsys, "build", "-o", graph)
    assert json.loads(call(capsys, "stats", graph, "--json"))["papers"] == 31


def test_build_reads_standard_input(tmp_path: Path, capsys: Captured) -> None:
    graph = tmp_path / "x.kg"
    done = kg_process("build", "-", "-o", graph, input=f"DemoConf 2026\n\n{PAPER}\n".encode())
    assert done.returncode == 0, done.stderr
    assert json.loads(call(capsys, "stats", graph, "--json"))["papers"] == 1


def test_a_broken_record_is_named_and_the_others_are_read(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "list.jsonl"
    path.write_text(f'{json.dumps({"id": "a", "abstract": PAPER})}\n{{"id": "b", "abstr\n'
                    f'{json.dumps({"id": "c", "abstract": "Not " + PAPER})}\n', "utf-8")
    assert run(["build", str(path), "-o", str(tmp_path / "x.kg")]) == 0
    err = capsys.readouterr().err
    assert "list.jsonl:2: skipped: " in err
    assert "2 papers read, 2 kept, 1 skipped (" in err
    assert run(["extract", str(path)]) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["a", "c"]
    assert "list.jsonl:2: skipped: " in err
    assert "3 records read, 2 papers kept, 1 skipped (" in err


def test_a_users_lexicon_names_what_ours_does_not(papers: Path, tmp_path: Path, capsys: Captured) -> None:
    lexicon = tmp_path / "mine.tsv"
    lexicon.write_text("type\tname\taliases\nBenchmark\tGrade School Sums\tGSM8K\n", "utf-8")
    call(capsys, "build", papers, "-o", tmp_path / "x.kg", "--lexicon", lexicon)
    assert run(["remove", str(tmp_path / "x.kg"), "nothing", "--lexicon", str(lexicon)]) == 1
    lexicon.write_text("type\tname\nBench\tX\n", "utf-8")
    assert "mine.tsv:2" in fail(capsys, "build", papers, "-o", tmp_path / "y.kg", "--lexicon", lexicon)
    assert not (tmp_path / "y.kg").exists()


def test_remove_takes_a_paper_and_what_only_it_said(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "list.jsonl"
    path.write_text("".join(json.dumps({"id": name, "abstract": text}) + "\n" for name, text in (
        ("a", PAPER), ("b", "We study DPO on Arena-Hard with Qwen2.5-7B."))), "utf-8")
    graph = tmp_path / "x.kg"
    call(capsys, "build", path, "-o", graph)
    assert "ZaPO" in call(capsys, "show", graph, "ZaPO")
    call(capsys, "remove", graph, "a")
    assert json.loads(call(capsys, "stats", graph, "--json"))["papers"] == 1
    assert "nothing is called 'ZaPO'" in fail(capsys, "show", graph, "ZaPO")
    assert "nowhere" in fail(capsys, "remove", graph, "nowhere")


# Extraction and its measure

def test_extract_prints_a_line_a_paper_under_the_id_of_its_source(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "list.jsonl"
    records = [{"id": f"p{number}", "abstract": f"{PAPER} Run {number}."} for number in range(200)]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    one, two = (call(capsys, "extract", path, "--workers", workers) for workers in (1, 2))
    assert one == two
    found = [json.loads(line) for line in one.splitlines()]
    assert [paper["id"] for paper in found] == [record["id"] for record in records]
    assert {"introduces", "uses", "results", "code"} <= found[0].keys()
    assert found[0]["code"] == ["https://github.com/example-invented/zanderfisch"]


def test_evaluate_measures_and_names_errors(tmp_path: Path, capsys: Captured) -> None:
    gold, found = tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
    gold.write_text(json.dumps({"id": "a", "uses": [{"name": "GRPO"}, {"name": "Speculative decoding"}]}) + "\n")
    found.write_text(json.dumps({"id": "a", "uses": [{"name": "GRPO"}, {"name": "DPO"}]}) + "\n")
    assert "0.500" in call(capsys, "evaluate", gold, found)
    told = call(capsys, "evaluate", gold, found, "--errors").splitlines()
    assert [line.split(maxsplit=2) for line in told[-2:]] == [["a", "uses", "missed       Speculative decoding"],
                                                              ["a", "uses", "false alarm  DPO"]]
    table = json.loads(call(capsys, "evaluate", gold, found, "--json"))["rows"]
    assert table["edge"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "hits": 1, "misses": 1, "falseAlarms": 1}
    found.write_text("{}\nnot json\n")
    assert "found.jsonl:1: is no annotation" in fail(capsys, "evaluate", gold, found)
    assert "cannot be read" in fail(capsys, "evaluate", tmp_path / "none", found)


# Asking

def test_query_in_all_its_forms(example: Path, tmp_path: Path, capsys: Captured) -> None:
    query = "SELECT ?name { ?p kg:introduces ?m . ?m skos:prefLabel ?name } ORDER BY ?name"
    names = call(capsys, "query", example, query).split()
    assert names[0] == "name"
    assert {"LeGRPO", "Saltmarsh"} <= set(names)
    assert [row["name"] for row in csv.DictReader(io.StringIO(call(capsys, "query", example, query, "--csv")))][:3]
    assert call(capsys, "query", example, query, "--tsv").startswith("?name\n")
    assert json.loads(call(capsys, "query", example, query, "--json"))["head"]["vars"] == ["name"]
    (tmp_path / "q.rq").write_text(query, "utf-8")
    assert call(capsys, "query", example, "--file", tmp_path / "q.rq").split() == names
    assert kg_process("query", example, "--file", "-", input=query.encode()).stdout.decode().split() == names
    assert call(capsys, "query", example, query, "--timeout", 0).split() == names
    assert call(capsys, "query", example, "ASK { ?p a kg:Paper }") == "true\n"


def test_named_questions(example: Path, capsys: Captured) -> None:
    assert "LeGRPO" in call(capsys, "query", example, "--name", "variants-of", "--param", "method=GRPO")
    assert "LeGRPO" not in call(capsys, "query", example, "--name", "variants-of", "--param", "method=DPO")
    assert call(capsys, "query", example, "--name", "top-methods", "--param", "year=2026").count("\n") > 3
    assert call(capsys, "query", example, "--name", "top-methods", "--param", "year=1999").count("\n") == 1
    assert "variants-of: Which papers introduce a variant" in call(capsys, "query", "--list")
    assert "year must be a number" in fail(capsys, "query", example, "--name", "top-methods", "--param", "year=x")
    assert "there is no query 'x'" in fail(capsys, "query", example, "--name", "x")
    assert "no parameter 'x'" in fail(capsys, "query", example, "--name", "variants-of", "--param", "x=y")


@pytest.mark.parametrize(("query", "told"), [
    ("SELEC ?x", "malformed: line 1"),
    ("INSERT DATA { <a:a> <a:b> <a:c> }", "a query cannot change the graph"),
    ("SELECT * { SERVICE <http://example.org/> { ?s ?p ?o } }", "SERVICE is refused"),
])
def test_a_bad_query_is_one_line(query: str, told: str, example: Path, capsys: Captured) -> None:
    assert told in fail(capsys, "query", example, query)


def test_a_query_ends_when_its_time_is_over(example: Path, capsys: Captured) -> None:
    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?a != ?g) }"
    assert "more than 0.5 s" in fail(capsys, "query", example, endless, "--timeout", 0.5)


def test_stats_count_everything(example: Path, capsys: Captured) -> None:
    counts = json.loads(call(capsys, "stats", example, "--json"))
    assert counts["papers"] == counts["nodesByType"]["Paper"] == 30
    assert counts["nodes"] == sum(counts["nodesByType"].values())
    assert counts["edges"] == sum(counts["edgesByRelation"].values()) <= counts["claims"]
    told = call(capsys, "stats", example)
    assert told.splitlines()[0].split() == ["papers", "30"]
    assert f"{counts['edges']:,}" in told


def test_show_gives_the_card(example: Path, capsys: Captured) -> None:
    card = call(capsys, "show", example, "legrpo")
    assert card.startswith("LeGRPO  (Method, method/legrpo)\n")
    assert "Ledgered Group Relative Policy Optimization" in card
    assert "variantOf\n  GRPO" in card
    assert "introduces of\n" in card
    assert '"We propose Ledgered Group Relative Policy Optimization (LeGRPO), a variant of GRPO' in card
    assert call(capsys, "show", example, "method/legrpo") == card
    assert "perhaps 'LeGRPO'" in fail(capsys, "show", example, "LeGRP")


def test_show_lists_the_choices_where_a_name_is_not_clear(tmp_path: Path, capsys: Captured) -> None:
    from kg.model import Node
    from kg.store import write_store

    write_store(tmp_path, [Node("method/dream", "Method", "Dream"), Node("model/dream", "Model", "Dream")], [], {})
    assert "names 2 things: method/dream, model/dream" in fail(capsys, "show", tmp_path, "dream")
    assert call(capsys, "show", tmp_path, "model/dream").startswith("Dream  (Model, model/dream)")


def test_why_quotes_every_edge_between_two(example: Path, capsys: Captured) -> None:
    told = call(capsys, "why", example, "LeGRPO", "GRPO")
    assert "LeGRPO  variantOf  GRPO\n" in told
    assert '    "We propose Ledgered' in told
    assert "step " in told
    assert "confidence 0." in told
    assert "no edge joins" in fail(capsys, "why", example, "LeGRPO", "Tidewrack")
    assert "both are names of LeGRPO" in call(capsys, "why", example, "LeGRPO",
                                              "Ledgered Group Relative Policy Optimization")


def test_why_not_says_what_stopped_a_name(papers: Path, capsys: Captured) -> None:
    told = call(capsys, "why-not", papers, "ZaPO")
    assert "seen by " in told
    assert "=> kept: introduces" in told
    assert "the text does not hold this name" in call(capsys, "why-not", papers, "Kabeljau")
    assert "=> not a candidate" in call(capsys, "why-not", papers, "reaches")
    assert "=> kept" not in call(capsys, "why-not", papers, "Llama")


def test_control_characters_of_a_paper_do_not_reach_the_terminal(tmp_path: Path, capsys: Captured) -> None:
    from cli.output import columns, give

    give("a\x1b[2Jb\x07")
    assert capsys.readouterr().out == "a\ufffd[2Jb\ufffd\n"
    assert columns([("x\x9b1m\ny", 1)]) == "x\ufffd1m y  1"


# Exports

@pytest.mark.parametrize("target", ["x.gexf", "x.graphml", "x.ttl", "x.nt", "x.nq", "x.trig", "x.jsonld", "x.rdf",
                                    "x.html", "x.json", "x.cyjs", "out/neo4j/", "out/csv", "tsv/", "kgx/",
                                    "x-parquet"])
def test_export_by_ending(target: str, example: Path, tmp_path: Path, capsys: Captured) -> None:
    call(capsys, "export", example, f"{tmp_path}/{target}")
    assert (tmp_path / target).exists()


def test_export_to_standard_output(example: Path, tmp_path: Path, capsys: Captured) -> None:
    call(capsys, "export", example, tmp_path / "x.nt")
    done = kg_process("export", example, "-", "--format", "ntriples")
    assert (done.returncode, done.stdout) == (0, (tmp_path / "x.nt").read_bytes())
    assert "with --format" in fail(capsys, "export", example, "-")
    assert "folder of files" in fail(capsys, "export", example, "-", "--format", "neo4j")


def test_export_options_of_rdf(example: Path, tmp_path: Path, capsys: Captured) -> None:
    call(capsys, "export", example, tmp_path / "x.nt", "--base", "https://example.org/", "--no-evidence")
    text = (tmp_path / "x.nt").read_text("utf-8")
    assert "<https://example.org/method/legrpo>" in text
    assert "oa#exact" not in text
    line = fail(capsys, "export", example, tmp_path / "x.gexf", "--base", "https://example.org/")
    assert "--base is only for jsonld, nquads, ntriples" in line
    assert not (tmp_path / "x.gexf").exists()


def test_an_unknown_format_is_one_line(example: Path, tmp_path: Path, papers: Path, capsys: Captured) -> None:
    assert "no format has this ending" in fail(capsys, "export", example, tmp_path / "x.foo")
    assert "no export format 'foo'" in fail(capsys, "export", example, tmp_path / "x", "--format", "foo")
    assert "unknown format 'foo'" in fail(capsys, "build", papers, "-o", tmp_path / "x.kg", "--format", "foo")
    assert sorted(tmp_path.iterdir()) == [papers]


def test_view_writes_the_page_beside_the_graph(example: Path, tmp_path: Path, capsys: Captured) -> None:
    shutil.copytree(example, tmp_path / "y.kg")
    assert call(capsys, "view", tmp_path / "y.kg", "--no-open") == f"{tmp_path / 'y.html'}\n"
    assert "LeGRPO" in (tmp_path / "y.html").read_text("utf-8")
    call(capsys, "view", tmp_path / "y.kg", tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes() == (tmp_path / "y.html").read_bytes()


# What a user can get wrong

def missing(folder: Path) -> Path:
    return folder / "none.txt"


def empty(folder: Path) -> Path:
    (folder / "empty.txt").write_bytes(b"")
    return folder / "empty.txt"


def binary(folder: Path) -> Path:
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 9)
    return folder / "binary.txt"


def directory(folder: Path) -> Path:
    (folder / "papers").mkdir()
    return folder / "papers"


@pytest.mark.parametrize(("source", "told"), [(missing, "no such file"), (empty, "is empty"), (binary, "is binary"),
                                              (directory, "is a folder")])
@pytest.mark.parametrize("first", [True, False], ids=["alone", "after a good one"])
def test_a_bad_source_is_one_line_and_leaves_nothing(
    source: Callable[[Path], Path], told: str, first: bool, tmp_path: Path, papers: Path, capsys: Captured,
) -> None:
    path = source(tmp_path)
    there = sorted(tmp_path.iterdir())
    line = fail(capsys, "build", *([] if first else [papers]), path, "-o", tmp_path / "x.kg")
    assert told in line
    assert path.name in line
    assert sorted(tmp_path.iterdir()) == there


def test_an_output_that_is_no_graph_is_left_alone(papers: Path, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "mine.kg").mkdir()
    (tmp_path / "mine.kg" / "letter").write_text("dear")
    (tmp_path / "file.kg").write_text("mine")
    for name in ("mine.kg", "file.kg"):
        assert "is no graph of ours" in fail(capsys, "build", papers, "-o", tmp_path / name)
    assert (tmp_path / "mine.kg" / "letter").read_text() == "dear"
    assert (tmp_path / "file.kg").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 3
    for command in (["stats"], ["query", "ASK {}"], ["show", "x"], ["export", str(tmp_path / "x.ttl")], ["view"]):
        assert "is no graph of ours" in fail(capsys, command[0], tmp_path / "mine.kg", *command[1:])
        assert "there is no such graph" in fail(capsys, command[0], tmp_path / "none.kg", *command[1:])


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few kilobytes."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small disk can be made by root only")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def fill(disk: Path) -> None:
    with suppress(OSError), (disk / "filling").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1024))


def test_a_full_disk_is_one_line_and_leaves_nothing(full_disk: Path, example: Path, capsys: Captured) -> None:
    assert "disk is full" in fail(capsys, "build", EXAMPLE, "-o", full_disk / "x.kg")
    for target in ("x.ttl", "x.gexf", "x.graphml", "x.html", "neo4j"):
        line = fail(capsys, "export", example, full_disk / target)
        assert "disk is full" in line or "no space left" in line
    assert "disk is full" in fail(capsys, "view", example, full_disk / "x.html")
    assert list(full_disk.iterdir()) == []
    with (full_disk / "out").open("wb") as out:
        fill(full_disk)
        command = [sys.executable, "-c", "from cli.main import main; main()", "extract", str(EXAMPLE)]
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)},
                              check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == b"kg: standard output: the disk is full"
    assert b"Traceback" not in done.stderr


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-c", "from cli.main import main; main()", "extract", str(EXAMPLE)]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)},
                          check=False)
    os.close(writing)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"Broken" not in done.stderr


@pytest.mark.parametrize("arguments", [["nothing"], ["build"], ["build", "x"], ["query", "x.kg"], ["extract"],
                                       ["build", "-o", "none.kg"], ["query", "x.kg", "ASK {}", "--file", "y"],
                                       ["build", "x", "-o", "y", "--workers", "0"],
                                       ["query", "x.kg", "ASK {}", "-p", "a=b"]])
def test_a_wrong_call_is_exit_code_2(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Error: " in err
    assert list(tmp_path.iterdir()) == []


# Help

@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.name))
def test_every_command_has_help_with_an_example(command: "object", capsys: Captured) -> None:
    name = command.name  # type: ignore[attr-defined]
    told = call(capsys, name, "--help")
    assert "Example" in told
    assert f"  kg {name} " in told
    assert max(map(len, told.splitlines())) <= 120


def test_help_names_every_command(capsys: Captured) -> None:
    told = call(capsys, "--help")
    assert all(f"\n  {name} " in told for name in kg.commands)


def test_help_loads_no_heavy_library() -> None:
    program = "import sys, cli.main; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert not {"numpy", "networkx", "rdflib", "pyoxigraph", "igraph", "rich", "pyvis"} & set(done.stdout.split())


def test_version(capsys: Captured) -> None:
    try:
        installed = version("paperkg")
    except PackageNotFoundError:
        pytest.skip("paperkg is not installed: pip install -e .")
    assert call(capsys, "--version") == f"kg {installed}\n"
