"""Who may import whom: lower rows only, checked in the source of every module."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROWS = (  # from the top; what stands in one row never imports one another
    "cli",
    "exports",
    "kg",
    "kg.verify",
    "kg.pipeline kg.evaluate kg.explain kg.review",
    "kg.slices kg.wording kg.shacl",
    "kg.building kg.finding kg.sources",
    "kg.read kg.restore kg.extract kg.link kg.corpus kg.store kg.engines",
    "kg.swap",
    "kg.difference",
    "kg.claims kg.manifest kg.description kg.rdf_reading",
    "kg.codec kg.rdf kg.sparql",
    "kg.lexicon kg.identity kg.vocabulary kg.queries",
    "kg.model",
    "kg.errors kg.schema kg.sorting kg.text kg.data",
)
HEIGHT = {part: height for height, row in enumerate(reversed(ROWS)) for part in row.split()}
UPWARD = {("kg.store", "exports.notebook")}  # graph.show() in a notebook, loaded when it is called
OF_KG_TO_EXPORTS = {"kg.errors", "kg.schema", "kg.model", "kg.rdf", "kg.description"}
MODULES = sorted(path for top in ("kg", "exports", "cli") for path in (ROOT / top).rglob("*.py"))
READS_ENVIRONMENT = {"environ", "environb", "getenv", "getenvb"}


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def part_of(module: str) -> str:
    """The part of the house that a module belongs to: `kg.read` for `kg.read.bibtex`, `exports` for all of it."""
    names = module.split(".")
    return ".".join(names[:2] if names[0] == "kg" else names[:1])


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module of ours that a source imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are written in full"
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if node.module == "kg" and whole in HEIGHT else str(node.module)


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_go_down(path: Path) -> None:
    part = part_of(module_name(path))
    assert part in HEIGHT, f"{part} stands in no row of ROWS"
    for module in imported(ast.parse(path.read_text("utf-8"))):
        other = part_of(module)
        if (module_name(path), module) in UPWARD:
            continue
        if other.split(".")[0] not in ("kg", "exports", "cli", "tests", "training", "benchmarks") or other == part:
            continue
        assert other in HEIGHT, f"{module} is imported, and is no part of the house"
        assert HEIGHT[other] < HEIGHT[part], f"{part} must not import {module}"
        assert part != "exports" or other in OF_KG_TO_EXPORTS, f"exports must not import {module}"


@pytest.mark.parametrize("path", [path for path in MODULES if not path.is_relative_to(ROOT / "cli")], ids=module_name)
def test_the_library_never_prints_and_never_reads_the_environment(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not (isinstance(node, ast.Name) and node.id == "print"), f"line {node.lineno} prints"
        reads = isinstance(node, ast.Attribute) and node.attr in READS_ENVIRONMENT
        assert not reads, f"line {node.lineno} reads the environment"


@pytest.mark.parametrize("source", ["import kg.link", "from kg.link import link", "from kg import link",
                                    "import kg.link.titles"])
def test_every_way_to_import_is_seen(source: str) -> None:
    assert {part_of(module) for module in imported(ast.parse(f"def f():\n    {source}"))} == {"kg.link"}
