"""A folder that Neo4j's bulk importer takes as it is: CSV by label and relationship type, and the command."""

import re
import secrets
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from exports.columns import Claim, Column, cells, claims, clean, clean_id, in_order, node_columns, node_row
from kg.errors import ExportError
from kg.model import Edge, Node

# No text holds it: clean() replaces control characters.
_BETWEEN_ITEMS = "\x1f"
_TYPES = {"boolean": "boolean", "integer": "int", "long": "long", "double": "double", "string": "string",
          "strings": "string[]"}
_EDGE_HEADER = ":START_ID,:END_ID,papers:string[],support:int,confidence:double,evidence:string\n"
_OURS = re.compile(r"(nodes|edges)-\w+(-header)?\.csv|import\.sh|README\.txt|import\.report")


def write_neo4j(nodes: Sequence[Node], edges: Sequence[Edge], path: Path) -> None:
    """Write a folder for `neo4j-admin database import`: CSV files, their header files, import.sh and README.txt.

    A label is a node type; a relationship type is a relation as Neo4j spells them (comparesWith is COMPARES_WITH), one
    relationship a (subject, relation, object) with its papers, their number, the best score and the first quote. Ids
    are unique over all labels. An older export in its place is replaced whole; a folder with other files in it is
    left alone with an ExportError.
    """
    ordered, found = in_order(nodes), claims(nodes, edges)
    with _replacing_export(path) as folder:
        labels = list(_write_nodes(ordered, folder))
        types = list(_write_edges(found, folder))
        _write(folder / "README.txt", [_README.format(nodes=len(ordered), edges=len(found)), *_constraints(labels)])
        _write(folder / "import.sh", _script(labels, types))
        (folder / "import.sh").chmod(0o755)


def relationship_type(relation: str) -> str:
    """The relation as Neo4j spells relationship types.

    >>> relationship_type("comparesWith"), relationship_type("uses")
    ('COMPARES_WITH', 'USES')
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", relation).upper()


def _write_nodes(nodes: Iterable[Node], folder: Path) -> Iterator[str]:
    """Write each type's nodes and their header; give its label."""
    for label, group in groupby(sorted(nodes, key=attrgetter("type")), attrgetter("type")):
        members = list(group)
        columns = [column for column in node_columns(members) if column.name != "type"]
        header = ",".join(["id:ID", "label:string", *(f"{column.name}:{_TYPES[column.type]}" for column in columns)])
        _write(folder / f"nodes-{label}-header.csv", [header + "\n"])
        _write(folder / f"nodes-{label}.csv", (_node_line(node, columns) for node in members))
        yield label


def _write_edges(found: Iterable[Claim], folder: Path) -> Iterator[str]:
    """Write each relation's claims and their header; give its relationship type."""
    for relation, group in groupby(sorted(found, key=attrgetter("relation")), attrgetter("relation")):
        name = relationship_type(relation)
        _write(folder / f"edges-{name}-header.csv", [_EDGE_HEADER])
        _write(folder / f"edges-{name}.csv", (_edge_line(claim) for claim in group))
        yield name


def _write(path: Path, lines: Iterable[str]) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.writelines(lines)


def _node_line(node: Node, columns: Sequence[Column]) -> str:
    values = {column.name: value for column, value in cells(node_row(node), columns)}
    fields = (_field(values[column.name], column.type) if column.name in values else "" for column in columns)
    return ",".join([_quoted(clean_id(node.id)), _quoted(clean(node.label)), *fields]) + "\n"


def _edge_line(claim: Claim) -> str:
    papers = _field(claim.papers, "strings") if claim.papers else ""
    evidence = _quoted(claim.evidence) if claim.evidence else ""
    return (f"{_quoted(claim.subject)},{_quoted(claim.object)},{papers},{len(claim.papers)},{claim.confidence!r},"
            f"{evidence}\n")


def _field(value: str | tuple[str, ...], kind: str) -> str:
    if isinstance(value, tuple):
        return _quoted(_BETWEEN_ITEMS.join(value))
    return _quoted(value) if kind == "string" else value


def _quoted(text: str) -> str:
    """The text as a quoted CSV field: blanks, line breaks and an empty text are kept; a quote is doubled.

    >>> _quoted('say "a", then')
    '"say ""a"", then"'
    """
    return '"' + text.replace('"', '""') + '"'


@contextmanager
def _replacing_export(path: Path) -> Iterator[Path]:
    """A new folder that takes the place of `path` when the block ends; on failure nothing of it is left."""
    target = path.resolve()
    beside = target.parent / f".{secrets.token_hex(6)}.part"
    old = target.parent / f".{secrets.token_hex(6)}.old"
    try:
        if target.exists():
            _refuse_what_is_not_ours(path, target)
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.mkdir()
        yield beside
        if target.exists():
            target.rename(old)
        beside.rename(target)
    except OSError as error:
        raise ExportError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from error
    finally:
        if old.exists() and not target.exists():
            old.rename(target)
        for leftover in (beside, old):
            shutil.rmtree(leftover, ignore_errors=True)


def _refuse_what_is_not_ours(path: Path, target: Path) -> None:
    if not target.is_dir():
        raise ExportError(f"{path}: is a file; give a folder that does not exist yet")
    for file in sorted(target.iterdir()):
        if not _OURS.fullmatch(file.name):
            raise ExportError(f"{path}: holds {file.name}, which no export of ours does; give another folder")


def _script(labels: Iterable[str], types: Iterable[str]) -> Iterator[str]:
    """The shell script that calls the importer on all files of the folder."""
    yield _SCRIPT
    for label in labels:
        yield f"    --nodes={label}=nodes-{label}-header.csv,nodes-{label}.csv \\\n"
    for name in types:
        yield f"    --relationships={name}=edges-{name}-header.csv,edges-{name}.csv \\\n"
    yield '    "$@"\n'


def _constraints(labels: Iterable[str]) -> Iterator[str]:
    for label in labels:
        yield f"    CREATE CONSTRAINT {label}_id IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE;\n"


# Options of the user go last. A name with blanks is a command with arguments unless a program is called so.
_SCRIPT = r"""#!/bin/sh
# Loads this folder into the database "neo4j" of a stopped Neo4j 5 server.
# What you add is passed on, such as --overwrite-destination where the database exists already.
# NEO4J_ADMIN is the neo4j-admin to call, if it is not the one on the PATH.
set -euf
admin=${NEO4J_ADMIN:-neo4j-admin}
call() { if command -v "$admin" > /dev/null; then "$admin" "$@"; else $admin "$@"; fi; }
case $admin in
    /*) ;;
    */*) [ ! -f "$admin" ] || admin=$PWD/$admin ;;
esac
cd "$(dirname "$0")"
case " $*" in
    *" --strict"*) ;;
    *) set -- --strict=true "$@" ;;
esac
call database import full neo4j \
    --multiline-fields=true --array-delimiter=U+001F \
"""

_README = """A knowledge graph of machine-learning papers for Neo4j 5: {nodes} nodes, {edges} relationships.

Stop the server, then, in this folder:

    ./import.sh

It calls neo4j-admin (or what the variable NEO4J_ADMIN names) and loads everything into the database "neo4j". Where that
database exists already, `./import.sh --overwrite-destination` replaces it.

Every node has id, label (its name) and aliases. Every relationship has papers (the ids of the papers that say so),
support (how many), confidence (0 to 1) and evidence (the first quoted sentence). Lists without any text are not loaded.

With the server running, once, so that nodes are found fast by their id:

"""
