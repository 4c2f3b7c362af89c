"""Papers and what was found in them, on disk: one SQLite file."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import TracebackType

from kg.codec import VERSION, decode_document, decode_paper, encode_paper
from kg.errors import GraphError
from kg.identity import alike, components, digest, identities, merged, own_id
from kg.model import Document, Paper
from kg.schema import slug

FILE_NAME = "corpus.sqlite"
# "kgpc": how we know a file of ours. The user version is the version of the tables below.
_APPLICATION_ID, _USER_VERSION = 0x6B677063, 1
_TABLES = f"""
CREATE TABLE record (            -- one paper as one source gave it
    number INTEGER PRIMARY KEY,
    source TEXT NOT NULL,        -- name of the list or file
    key TEXT NOT NULL,           -- the paper's id in it
    content TEXT NOT NULL,       -- digest of everything that the source says of it
    digest TEXT NOT NULL,        -- digest of its text
    rank INTEGER NOT NULL,       -- how good an id it gives its paper
    own TEXT NOT NULL,           -- that id
    part INTEGER,                -- the same number for all records of one paper
    paper TEXT,                  -- the id of that paper
    body TEXT NOT NULL,
    UNIQUE (source, key, content)
);
CREATE INDEX record_paper ON record (paper);
CREATE INDEX record_part ON record (part);
CREATE TABLE identity (key TEXT, record INTEGER, PRIMARY KEY (key, record)) WITHOUT ROWID;
CREATE TABLE extraction (digest TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_USER_VERSION};
"""


# made where it is missing, as in a corpus of an earlier version
_MERGES = "CREATE TABLE IF NOT EXISTS merge (node TEXT, name TEXT, rule TEXT, detail TEXT, papers INTEGER)"


@dataclass(frozen=True, slots=True)
class Added:
    """What adding papers did: records read, distinct papers among them, and records that a changed one replaced."""

    read: int
    kept: int
    replaced: int


class Corpus:
    """The papers of a graph and what was found in each; `open` or `create` one.

    What was found is kept by the digest of the text it was found in, so a paper that comes back, or that two sources
    have, is not read again. Every method raises GraphError where the disk is full or the file is damaged.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self._db = path, connection

    @classmethod
    def create(cls, path: Path) -> "Corpus":
        """An empty corpus in a new file."""
        with _errors(path):
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(f"BEGIN;{_TABLES}COMMIT;")
        connection.close()
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> "Corpus":
        """The corpus in a file; raises GraphError if there is none that is ours, whole and of this version."""
        if not path.is_file():
            raise GraphError(f"{path.parent}: no graph here: {path.name} is missing")
        with _errors(path):
            connection = sqlite3.connect(path, isolation_level=None, timeout=30)
            try:
                _check_ours(path, connection)
                connection.create_function("slug", 1, slug, deterministic=True)
                # What is written is a copy that takes the graph's place only once it is whole and safe on the disk
                # (`kg.building`), so the many small commits on the way there need not wait for the disk.
                connection.execute("PRAGMA synchronous = OFF")
            except BaseException:
                connection.close()
                raise
        return cls(path, connection)

    def close(self) -> None:
        """Let go of the file, everything in it and nothing beside it."""
        self._db.close()

    def settle(self) -> None:
        """Forget what was found in texts that no paper has any more, and leave one file without a journal."""
        with self._transaction():
            self._db.execute("DELETE FROM extraction WHERE digest NOT IN (SELECT digest FROM record)")
        with _errors(self.path):
            self._db.execute("PRAGMA journal_mode = DELETE")

    def __enter__(self) -> "Corpus":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __len__(self) -> int:
        """How many papers there are, each counted once however many records it has."""
        return self._count("SELECT count(DISTINCT paper) FROM record")

    def add(self, papers: Iterable[Paper]) -> Added:
        """Add papers, all or none, and say how many there were.

        Records that share a DOI, an arXiv id, an OpenReview id or their text are one paper, in whatever order they
        come. A record with the id of an earlier one of the same source replaces it if the two are alike, so that a list
        may be corrected and read again.
        """
        with self._transaction():
            self._db.execute("CREATE TEMP TABLE IF NOT EXISTS seen (number INTEGER PRIMARY KEY)")
            self._db.execute("DELETE FROM seen")
            last = self._count("SELECT ifnull(max(number), 0) FROM record")
            read = 0
            for paper in papers:
                self._add(paper)
                read += 1
            replaced = self._drop(self._outdated(last))
            self._resolve()
            kept = self._count("SELECT count(DISTINCT paper) FROM record JOIN seen USING (number)")
        return Added(read, kept, replaced)

    def _add(self, paper: Paper) -> None:
        body = encode_paper(paper)
        place = (_storable(paper.source), _storable(paper.id), digest(body))
        row = self._db.execute("SELECT number FROM record WHERE (source, key, content) = (?, ?, ?)", place).fetchone()
        if row is None:
            rank, own = own_id(paper)
            row = self._db.execute(
                "INSERT INTO record (source, key, content, digest, rank, own, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " RETURNING number", (*place, digest(paper.text), rank, _storable(own), body)).fetchone()
            self._db.executemany("INSERT INTO identity VALUES (?, ?)", ((key, row[0]) for key in identities(paper)))
        self._db.execute("INSERT OR IGNORE INTO seen VALUES (?)", row)

    def _outdated(self, last: int) -> list[int]:
        """Records up to number `last` that were not seen again, and that a new one is a changed version of."""
        rows = self._db.execute(
            "SELECT old.number, old.body, new.body FROM record new JOIN record old USING (source, key)"
            " WHERE new.number > ? AND old.number <= ? AND old.number NOT IN (SELECT number FROM seen)", (last, last))
        return sorted({number for number, old, new in rows if alike(decode_paper(old), decode_paper(new))})

    def _drop(self, numbers: list[int]) -> int:
        rows = [(number,) for number in numbers]
        self._db.executemany("DELETE FROM identity WHERE record = ?", rows)
        self._db.executemany("DELETE FROM record WHERE number = ?", rows)
        return len(rows)

    def remove(self, papers: Iterable[str]) -> int:
        """Remove papers by id or by node id, all or none; how many went. Raises GraphError naming those not here."""
        numbers: set[int] = set()
        missing = []
        with self._transaction():
            for paper in papers:
                rows = self._db.execute("SELECT number FROM record WHERE paper = ?1 OR slug(paper) = slug(?2)",
                                        (_storable(paper), paper.removeprefix("paper/"))).fetchall()
                numbers.update(number for number, in rows)
                missing += [] if rows else [paper]
            if missing:
                raise GraphError(f"no such paper: {', '.join(missing)}; nothing was removed")
            before = len(self)
            self._drop(sorted(numbers))
            self._resolve()
            return before - len(self)

    def _resolve(self) -> None:
        """Say of each record which paper it is of: a function of the set of records, not of their order."""
        self._db.execute("UPDATE record SET part = number, paper = own WHERE part IS NOT number OR paper IS NOT own")
        for group in components(self._same_paper()):
            marks = ",".join("?" * len(group))
            best = self._db.execute(
                f"SELECT own FROM record WHERE number IN ({marks}) ORDER BY rank, own LIMIT 1", group).fetchone()
            self._db.execute(f"UPDATE record SET part = ?, paper = ? WHERE number IN ({marks})",
                             (group[0], *best, *group))
        self._tell_apart()

    def _same_paper(self) -> Iterator[tuple[int, int]]:
        """Pairs of records that are of one paper; those of the same id and source only if they are alike."""
        yield from self._db.execute(
            "SELECT least.record, identity.record FROM identity JOIN (SELECT key, min(record) AS record FROM identity"
            " GROUP BY key HAVING count(*) > 1) AS least USING (key) WHERE identity.record > least.record")
        rows = self._db.execute("SELECT a.number, b.number, a.body, b.body FROM record a JOIN record b"
                                " USING (source, key) WHERE a.number < b.number")
        yield from ((a, b) for a, b, one, other in rows if alike(decode_paper(one), decode_paper(other)))

    def _tell_apart(self) -> None:
        """Different papers whose ids make the same node id, such as two lists that count from 1, get a digest each."""
        self._db.execute(
            "UPDATE record SET paper = paper || '-' ||"
            " (SELECT substr(min(other.digest), 1, 8) FROM record other WHERE other.part = record.part)"
            " WHERE slug(paper) IN (SELECT slug(paper) FROM record GROUP BY 1 HAVING count(DISTINCT part) > 1)")

    def papers(self) -> Iterator[Paper]:
        """Every paper, its records merged, ordered by id."""
        return (paper for paper, _ in self._papers_with_finds())

    def _papers_with_finds(self) -> Iterator[tuple[Paper, tuple[str, str] | None]]:
        """Every paper with the fingerprint and the body of what was found in its text."""
        rows = self._db.execute(
            "SELECT record.paper, record.digest, record.body, fingerprint, extraction.body FROM record"
            " LEFT JOIN extraction USING (digest) ORDER BY record.paper, record.number")
        for paper_id, group in groupby(rows, key=lambda row: row[0]):
            records = list(group)
            paper = merged(str(paper_id), [decode_paper(row[2]) for row in records])
            text = digest(paper.text)
            yield paper, next(((row[3], row[4]) for row in records if row[1] == text and row[3]), None)

    def waiting(self, fingerprint: str) -> Iterator[Paper]:
        """The papers in whose present text nothing was found yet by what has this fingerprint, ordered by id."""
        wanted = _versioned(fingerprint)
        return (paper for paper, finds in self._papers_with_finds() if finds is None or finds[0] != wanted)

    def keep(self, found: Iterable[tuple[str, str]], fingerprint: str) -> int:
        """Keep what was found, at once and for good: pairs of a text's digest and an encoded document; how many."""
        rows = [(text, _versioned(fingerprint), body) for text, body in found]
        with self._transaction():
            self._db.executemany("INSERT OR REPLACE INTO extraction VALUES (?, ?, ?)", rows)
        return len(rows)

    def take_over(self, other: Path) -> None:
        """Take what another corpus of ours, left by an interrupted build, has found already."""
        with _errors(self.path):
            self._db.execute("ATTACH ? AS other", (str(other),))
            try:
                self._db.execute("INSERT OR REPLACE INTO extraction SELECT * FROM other.extraction")
            finally:
                self._db.execute("DETACH other")

    def finds(self) -> Iterator[tuple[Paper, str]]:
        """Every paper with what was found in it, still encoded, ordered by id; an empty text where it is waiting."""
        return ((paper, "" if finds is None else finds[1]) for paper, finds in self._papers_with_finds())

    def documents(self) -> Iterator[Document]:
        """Every paper with what was found in it, ordered by id, one at a time; with nothing where it is waiting."""
        return (found_in(paper, body) for paper, body in self.finds())

    def keep_merges(self, merges: Iterable[tuple[str, str, str, str, int]]) -> None:
        """Keep which names led to which nodes, as (node, name, rule, detail, papers), in place of what was kept."""
        with self._transaction():
            self._db.execute(_MERGES)
            self._db.execute("DELETE FROM merge")
            self._db.executemany("INSERT INTO merge VALUES (?, ?, ?, ?, ?)", merges)

    def merges(self, node: str) -> list[tuple[str, str, str, int]]:
        """The names that led to a node: name, rule, detail, how many papers use it, most used first."""
        if not self._count("SELECT count(*) FROM sqlite_master WHERE name = 'merge'"):
            return []
        return list(self._db.execute("SELECT name, rule, detail, papers FROM merge WHERE node = ?"
                                     " ORDER BY papers DESC, name, rule, detail", (node,)))

    def settings(self) -> dict[str, str]:
        """What was remembered with `remember`, by name."""
        return dict(self._db.execute("SELECT name, value FROM setting ORDER BY name"))

    def remember(self, **values: str) -> None:
        """Keep texts under names, replacing what was there."""
        with self._transaction():
            self._db.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", values.items())

    def _count(self, query: str) -> int:
        return int(self._db.execute(query).fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _errors(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                # A full disk may have rolled back already.
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


def found_in(paper: Paper, body: str) -> Document:
    """The document of a paper and what `Corpus.finds` gives beside it."""
    return decode_document(body, paper) if body else Document(paper)


def _check_ours(path: Path, connection: sqlite3.Connection) -> None:
    application, version = (connection.execute(f"PRAGMA {name}").fetchone()[0]
                            for name in ("application_id", "user_version"))
    if application != _APPLICATION_ID:
        raise GraphError(f"{path}: not a corpus of kg")
    if version != _USER_VERSION:
        raise GraphError(f"{path}: written in format {version} by another version of kg; this reads {_USER_VERSION}")


def _versioned(fingerprint: str) -> str:
    """A fingerprint that also changes when the shape of stored documents does."""
    return f"{VERSION}:{fingerprint}"


def _storable(text: str) -> str:
    """A text that SQLite takes: file names may hold bytes that are no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


@contextmanager
def _errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        reason = "the disk is full" if "full" in str(error) else str(error)
        raise GraphError(f"{path.parent}: {reason}") from error
