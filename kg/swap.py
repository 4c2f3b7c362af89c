"""A new graph put in the place of an old one: written beside it, then named by the manifest, all at once."""

import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from itertools import chain, count, islice
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

from pyoxigraph import Store
from pyoxigraph import __version__ as pyoxigraph_version

from kg.claims import Lines, Row, edges_in, is_node, line, nodes_in, row
from kg.difference import Counts, added_quads, find_difference, removed_quads
from kg.errors import GraphError
from kg.manifest import CLAIMS, FORMAT, FORMAT_VERSION, GRAPHS, MANIFEST, STORE, claims_in, is_held, read_manifest
from kg.model import Edge, Node
from kg.rdf import statement_quads, thing_quads
from kg.schema import BASE
from kg.sorting import SortedOnDisk

BATCH_QUADS = 100_000  # more needs more memory, fewer more time
MOST_CHANGES = 50_000  # of claims; beyond it a new store is made faster
PART = "part"

T = TypeVar("T")


def write_store(directory: Path, nodes: Iterable[Node], edges: Iterable[Edge], manifest: dict[str, Any]) -> None:
    """Makes these nodes and edges the graph of a folder, as `write_rows` does."""
    items: Iterator[Node | Edge] = chain(nodes, edges)
    write_rows(directory, map(row, items), manifest)


def write_rows(
    directory: Path, rows: Iterable[Row], manifest: dict[str, Any], stored: Callable[[int, int], None] | None = None,
    anew: bool = False,
) -> Counts:
    """Makes what these rows say the graph of a folder, all at once, and gives back how many nodes and edges it has.

    Who reads sees the old graph or the new one. Rows, as `claims.row` makes them, come in any order and are not kept in
    memory. `manifest` is kept in `manifest.json`, with the format's name and version and the counts; its "base", where
    given, stands before ids in IRIs. `stored` is called with how many rows are in the store, and how many there are.
    Where the old graph differs little, its store is taken and only that is changed, unless all is to be made `anew`.

    A full disk or a folder that cannot be written to raises GraphError and leaves the old graph.
    """
    base = manifest.get("base", BASE)
    part = directory / GRAPHS / PART
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        counts, edges, digest = _write_claims(part / CLAIMS, rows, base)
        old = None if anew else _reusable(directory, base)
        name = _free_name(directory, digest)
        if old and old[0].name == digest:
            name = digest
            shutil.rmtree(part)
        else:
            _store_claims(part, counts, base, old, stored)
            shutil.rmtree(directory / GRAPHS / name, ignore_errors=True)
            part.rename(directory / GRAPHS / name)
        numbers = manifest.get("counts", {}) | {"nodes": counts[0], "edges": edges, "claims": counts[1]}
        _write_manifest(directory, manifest | {"base": base, "graph": name, "counts": numbers, "written": _written()})
    except (OSError, RuntimeError) as error:
        _discard(directory)
        raise GraphError(f"{directory}: the graph cannot be written: {_reason(error)}") from error
    except BaseException:
        _discard(directory)
        raise
    _remove_others(directory / GRAPHS, name)
    return counts[0], edges


def _reusable(directory: Path, base: str) -> tuple[Path, Counts] | None:
    """The folder and counts of a graph whose store was written as it would be now; None if there is none."""
    try:
        manifest = read_manifest(directory)
    except GraphError:
        return None
    folder = directory / GRAPHS / manifest["graph"]
    if (manifest.get("base"), manifest.get("written")) != (base, _written()) or not (folder / STORE).is_dir():
        return None
    with (folder / CLAIMS).open("rb") as file:
        whole = _digest(file, base) == folder.name.partition("-")[0]
    return (folder, (manifest["counts"]["nodes"], claims_in(manifest))) if whole else None


def _digest(lines: Iterable[bytes], base: str) -> str:
    state = _digesting(base)
    for one in lines:
        state.update(one)
    return state.hexdigest()


def _digesting(base: str) -> "hashlib.blake2b":
    return hashlib.blake2b(f"{base}\n".encode(), digest_size=8)


@cache
def _written() -> str:
    """Twelve hex digits that change when a store of the same claims would be another."""
    state = hashlib.sha256(pyoxigraph_version.encode())
    for name in ("rdf.py", "schema.py", "vocabulary.py"):
        state.update(files("kg").joinpath(name).read_bytes())
    return state.hexdigest()[:12]


def _store_claims(
    part: Path, counts: Counts, base: str, old: tuple[Path, Counts] | None, stored: Callable[[int, int], None] | None
) -> None:
    """Make the store of the claims in a folder: from the old graph's where there is little between them, else anew."""
    with (part / CLAIMS).open("rb") as file:
        lines = Lines(file)
        try:
            if old and _carry_over(old, part / STORE, lines, counts, base):
                return
        except (OSError, RuntimeError, ValueError, TypeError) as error:  # a damaged graph is no reason not to build
            if "No space left" in str(error):
                raise
            shutil.rmtree(part / STORE, ignore_errors=True)
        _fill(part / STORE, lines, counts, base, stored)


def _carry_over(old: tuple[Path, Counts], folder: Path, lines: Lines, counts: Counts, base: str) -> bool:
    """Make a store in a folder of the old graph's and what is different now; False, and no store, if that is much."""
    with (old[0] / CLAIMS).open("rb") as file:
        found = find_difference(Lines(file), old[1], lines, counts, min(sum(counts) // 5, MOST_CHANGES))
        if found is None:
            return False
        Store.read_only(str(old[0] / STORE)).backup(str(folder))
        store = Store(str(folder))
        for quad in removed_quads(found, base):
            store.remove(quad)
        store.extend(added_quads(found, base))
        store.flush()
    return True


def _write_claims(path: Path, rows: Iterable[Row], base: str) -> tuple[Counts, int, str]:
    """Write the lines of rows, sorted; how many are nodes and claims, how many edges these make, and a digest of all.

    What several papers claim of the same two is one edge.
    """
    state = _digesting(base)
    with TemporaryFile(dir=path.parent) as file:
        nodes: SortedOnDisk[Row] = SortedOnDisk(file, itemgetter(0))
        edges: SortedOnDisk[Row] = SortedOnDisk(file)
        for one in rows:
            (nodes if is_node(one) else edges).add(one)
        distinct: Counter[bool] = Counter()
        _write_durably(path, map(line, chain(nodes, _told_apart(edges, distinct))), state)
    return (len(nodes), len(edges)), distinct[True], state.hexdigest()


def _told_apart(claims: Iterable[Row], count: Counter[bool]) -> Iterator[Row]:
    """The same sorted claims; counts how many are the first of their subject, relation and object."""
    before = None
    for claim in claims:
        count[claim[:3] != before] += 1
        before = claim[:3]
        yield claim


def _write_manifest(directory: Path, manifest: dict[str, Any]) -> None:
    whole = {"format": FORMAT, "formatVersion": FORMAT_VERSION, **manifest}
    part = directory / f"{MANIFEST}.part"
    _write_durably(part, [json.dumps(whole, ensure_ascii=False, indent=2, sort_keys=True)])
    part.replace(directory / MANIFEST)


def _discard(directory: Path) -> None:
    """Removes what a failed build has made, and the folders above it where they hold nothing else."""
    with suppress(OSError):
        _remove_others(directory / GRAPHS, _current(directory))
        (directory / f"{MANIFEST}.part").unlink(missing_ok=True)
        (directory / GRAPHS).rmdir()
        directory.rmdir()


def _reason(error: Exception) -> str:
    if "No space left" in str(error):
        return "the disk is full"
    return (getattr(error, "strerror", None) or str(error)).lower()


def _current(directory: Path) -> str | None:
    """The name of the graph that readers are given, None where there is none."""
    try:
        return str(read_manifest(directory)["graph"])
    except GraphError:
        return None


def _free_name(directory: Path, digest: str) -> str:
    """A name in `graph/` that is not the current one, nor that of one that is still read."""
    taken = _current(directory)
    names = chain([digest], (f"{digest}-{number}" for number in count(2)))
    return next(name for name in names if name != taken and not is_held(directory / GRAPHS / name))


def _fill(
    folder: Path, lines: Lines, counts: Counts, base: str, stored: Callable[[int, int], None] | None
) -> None:
    store = Store(str(folder))
    nodes, edges = nodes_in(lines, counts[0], GraphError), edges_in(lines, *counts, GraphError)
    done = 0

    def told(items: Iterable[T]) -> Iterator[T]:
        nonlocal done
        for item in items:
            yield item
            done += 1

    waiting = chain(thing_quads(told(nodes), edges, base), statement_quads(told(edges), base))
    while batch := list(islice(waiting, BATCH_QUADS)):
        store.bulk_extend(batch)
        if stored:
            stored(done, sum(counts))
    store.flush()


def _write_durably(path: Path, lines: Iterable[str], state: "hashlib.blake2b | None" = None) -> None:
    with path.open("wb") as file:
        for text in lines:
            data = f"{text}\n".encode()
            file.write(data)
            if state:
                state.update(data)
        file.flush()
        os.fsync(file.fileno())


def _remove_others(graphs: Path, current: str | None) -> None:
    for folder in graphs.iterdir():
        if folder.name != current and not is_held(folder):
            shutil.rmtree(folder, ignore_errors=True)
