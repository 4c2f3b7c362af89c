"""A folder that Neo4j's bulk importer takes as it is: CSV by label and relationship type, and the command."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO

from exports.columns import Claim, Column
from exports.grass import style
from exports.property_graph import (
    CLAIM_COLUMNS,
    ClaimGroup,
    NodeGroup,
    Property,
    claim_groups,
    claim_properties,
    constraint,
    node_groups,
    node_properties,
)
from exports.property_graph import relationship_type as relationship_type
from exports.writing import replacing_files
from kg.errors import ExportError
from kg.model import Edge, Node

Folder = Mapping[str, BinaryIO]

# No text holds it: clean() replaces control characters.
_BETWEEN_ITEMS = "\x1f"
_TYPES = {"boolean": "boolean", "integer": "int", "long": "long", "double": "double", "string": "string",
          "strings": "string[]"}
_OURS = re.compile(r"(nodes|edges)-\w+(-header)?\.csv|import\.sh|README\.txt|style\.grass|import\.report")
_READ_BUFFER = 4 << 20  # the importer's own; a row must fit into it


def write_neo4j(nodes: Sequence[Node], edges: Sequence[Edge], path: Path) -> None:
    """Write a folder for `neo4j-admin database import`: CSV files, their headers, import.sh, style.grass, README.txt.

    A label is a node type; a relationship type is a relation as Neo4j spells them (comparesWith is COMPARES_WITH), one
    relationship a (subject, relation, object) with its papers, their number, the best score and the first quote. Ids
    are unique over all labels. An older export in its place is replaced whole; a folder with other files in it is
    left alone with an ExportError.
    """
    groups = node_groups(nodes)
    found = claim_groups(groups, edges)
    types = [(name, list(members)) for name, members in groupby(found, attrgetter("type"))]
    labels, relations = [group.label for group in groups], [name for name, _ in types]
    names = [f"{kind}{end}.csv" for kind in (*map("nodes-{}".format, labels), *map("edges-{}".format, relations))
             for end in ("-header", "")]
    names += ["README.txt", "style.grass", "import.sh"]
    target = path.resolve()
    old = _ours(path, target) if target.exists() else set()
    with replacing_files(path, names) as files:
        folder = dict(zip(names, files, strict=True))
        longest = max([0, *(_write_nodes(group, folder) for group in groups),
                       *(_write_edges(name, members, folder) for name, members in types)])
        _write(folder["README.txt"], [_README.format(
            nodes=sum(len(group.nodes) for group in groups), edges=sum(len(group.claims) for group in found)),
            *_constraints(groups)])
        _write(folder["style.grass"], style())
        _write(folder["import.sh"], _script(labels, relations, longest))
    (target / "import.sh").chmod(0o755)
    for name in sorted(old - set(names)):
        (target / name).unlink()


def _write_nodes(group: NodeGroup, folder: Folder) -> int:
    """Write the nodes of a label and their header; give the length of the longest row."""
    _write(folder[f"nodes-{group.label}-header.csv"], [_header("id:ID", "name:string", columns=group.columns)])
    names = ("id", "name", *(column.name for column in group.columns))
    return _write(folder[f"nodes-{group.label}.csv"],
                  (_row(map(node_properties(node, group.columns).get, names)) for node in group.nodes))


def _write_edges(name: str, groups: Iterable[ClaimGroup], folder: Folder) -> int:
    """Write the claims of a relationship type and their header; give the length of the longest row."""
    _write(folder[f"edges-{name}-header.csv"], [_header(":START_ID", ":END_ID", columns=CLAIM_COLUMNS)])
    found = sorted(claim for group in groups for claim in group.claims)
    return _write(folder[f"edges-{name}.csv"], map(_edge_line, found))


def _write(file: BinaryIO, lines: Iterable[str]) -> int:
    """Write lines to a file; give the number of bytes of the longest."""
    longest = 0
    for line in lines:
        longest = max(longest, file.write(line.encode()))
    return longest


def _header(*first: str, columns: Iterable[Column]) -> str:
    return ",".join((*first, *(f"{column.name}:{_TYPES[column.type]}" for column in columns))) + "\n"


def _edge_line(claim: Claim) -> str:
    properties = claim_properties(claim)
    return _row((claim.subject, claim.object, *(properties.get(column.name) for column in CLAIM_COLUMNS)))


def _row(values: Iterable[Property | None]) -> str:
    return ",".join(map(_field, values)) + "\n"


def _field(value: Property | None) -> str:
    """The value as a CSV field; what is missing is nothing, without quotes."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return _quoted(_BETWEEN_ITEMS.join(value))
    return _quoted(value) if isinstance(value, str) else repr(value)


def _quoted(text: str) -> str:
    """The text as a quoted CSV field: blanks, line breaks and an empty text are kept; a quote is doubled.

    >>> _quoted('say "a", then')
    '"say ""a"", then"'
    """
    return '"' + text.replace('"', '""') + '"'


def _ours(path: Path, target: Path) -> set[str]:
    """The names of an older export's files; ExportError where there is anything else."""
    if not target.is_dir():
        raise ExportError(f"{path}: is a file; give a folder that does not exist yet")
    names = sorted(file.name for file in target.iterdir())
    for name in names:
        if not _OURS.fullmatch(name):
            raise ExportError(f"{path}: holds {name}, which no export of ours does; give another folder")
    return set(names)


def _script(labels: Iterable[str], types: Iterable[str], longest: int) -> Iterator[str]:
    """The shell script that calls the importer on all files of the folder."""
    yield _SCRIPT
    if longest > _READ_BUFFER // 2:
        yield f"    --read-buffer-size={2 * longest} \\\n"
    for label in labels:
        yield f"    --nodes={label}=nodes-{label}-header.csv,nodes-{label}.csv \\\n"
    for name in types:
        yield f"    --relationships={name}=edges-{name}-header.csv,edges-{name}.csv \\\n"
    yield '    "$@"\n'


def _constraints(groups: Iterable[NodeGroup]) -> Iterator[str]:
    for group in groups:
        yield f"    {constraint(group.label)};\n"


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

Every node has id and name, and aliases where it has any. Every relationship has support (how many papers say so),
papers (their ids), confidence (0 to 1) and evidence (the first quoted sentence). Lists without any text are not loaded.

For Neo4j Browser: drag the file style.grass onto the line where queries are typed. Each type then has its colour and
room for its names.

With the server running, once, so that nodes are found fast by their id:

"""
