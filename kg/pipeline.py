"""From sources to a graph on disk: read, extract what is new, link all, store."""

import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

import kg.extract
import kg.read
from kg.building import next_state
from kg.claims import Row, row
from kg.codec import encode_document
from kg.corpus import FILE_NAME, Corpus, found_in
from kg.engines.local import BATCH, ordered_map
from kg.errors import GraphError
from kg.identity import digest
from kg.lexicon import Lexicon, load_lexicon
from kg.link import Curation, Profile, Survey, confident, load_curation, nodes_and_edges, replayed, shown
from kg.link.vocabulary import Vocabulary
from kg.model import Document, Paper
from kg.read import Note, Skipped
from kg.sources import Source, as_read, code_digest, source
from kg.store import KnowledgeGraph
from kg.swap import write_rows

# Called with the name of a step, how many papers it has done, and how many there are (None: not known).
Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: papers read, distinct papers among them, records that were the same paper as another.

    `skipped` and `notes` name what was not taken and what was changed on reading. `replaced` counts earlier records
    that a changed one took the place of, `extracted` the papers in which something was newly looked for. `papers`,
    `nodes` and `edges` are those of the whole graph. `stale` names the curation lines that had no effect,
    `nameless` counts the names that say nothing ("our method") and are no nodes, `replayed` names the curation files of
    an earlier build that were used again. `unchanged` says that there was nothing to do, so that nothing was read and
    the graph stays as it was.
    """

    read: int
    kept: int
    duplicates: int
    replaced: int
    skipped: tuple[Skipped, ...]
    notes: tuple[Note, ...]
    extracted: int
    papers: int
    nodes: int
    edges: int
    seconds: float
    stale: tuple[str, ...] = ()
    nameless: int = 0
    replayed: tuple[str, ...] = ()
    unchanged: bool = False


def build(
    sources: str | Path | Sequence[str | Path], directory: str | Path, *, format: str | None = None,
    lexicon_files: Sequence[Path] = (), workers: int | None = None, min_confidence: float = 0.0,
    stdin: BinaryIO | None = None, progress: Progress | None = None, curation_files: Sequence[str | Path] = (),
) -> BuildReport:
    """Read sources and add their papers to the graph in a directory, which is made if it does not exist.

    Only papers that are new or changed, or that another lexicon was used for, are extracted. The graph is the same
    whatever the order of sources, their split into builds and the number of workers. Curation files, in their order,
    take the place of those of earlier builds, which are replayed where none is given. Sources that the graph holds
    already, the same bytes read by the same code, are not read again; without any source all is linked and stored anew.

    Raises InputError for a source that holds no papers, CurationError for a curation line that cannot be carried out,
    GraphError for a directory that is no graph of ours, is in use, or lies on a full disk; in each case everything
    stays as it was.
    """
    started = time.monotonic()
    places = [sources] if isinstance(sources, (str, Path)) else sources
    found = [source(place, stdin) for place in places]
    lexicon = load_lexicon(lexicon_files)
    tell = progress or _silent
    items: list[Skipped | Note] = []
    given = load_curation(curation_files) if curation_files else None
    if found and (report := _unchanged(Path(directory), found, format, lexicon, min_confidence, given, started)):
        return report
    with next_state(Path(directory)) as (corpus, target):
        added = corpus.add(_papers(found, format, items, tell))
        _remember_sources(corpus, found, format, added.replaced > 0)
        extracted = _extract(corpus, lexicon, workers, tell)
        curation = _curation(corpus, given)
        nodes, edges, words = _relink(
            corpus, lexicon, min_confidence, curation, workers, target, tell, anew=not found)
        papers = len(corpus)
    return BuildReport(
        read=added.read, kept=added.kept, duplicates=added.read - added.kept, replaced=added.replaced,
        skipped=tuple(item for item in items if isinstance(item, Skipped)),
        notes=tuple(item for item in items if isinstance(item, Note)),
        extracted=extracted, papers=papers, nodes=nodes, edges=edges, seconds=time.monotonic() - started,
        stale=words.stale, nameless=len(words.nameless),
        replayed=() if given else tuple(name for name, _ in curation.files))


def _unchanged(
    directory: Path, sources: Sequence[Source], format: str | None, lexicon: Lexicon, min_confidence: float,
    given: Curation | None, started: float,
) -> BuildReport | None:
    """What to report of a graph that would be the same after the build; None where it might not be."""
    try:
        with Corpus.open(directory / FILE_NAME) as corpus:
            settings = corpus.settings()
            curation = _replayed(settings) if given is None else given
            wanted = _manifest(corpus, lexicon, curation, min_confidence)
        manifest = KnowledgeGraph.open(directory).manifest
    except GraphError:
        return None
    counts = manifest["counts"]
    read = json.loads(settings.get("read", "[]"))
    same = wanted == {name: manifest.get(name) for name in wanted} | {"counts": {"papers": counts.get("papers")}}
    if not same or any(one not in read for one in as_read(sources, format)):
        return None
    return BuildReport(0, 0, 0, 0, (), (), 0, counts["papers"], counts["nodes"], counts["edges"],
                       time.monotonic() - started, tuple(json.loads(settings.get("stale", "[]"))), 0,
                       () if given else tuple(name for name, _ in curation.files), unchanged=True)


def _remember_sources(corpus: Corpus, sources: Sequence[Source], format: str | None, replaced: bool) -> None:
    """Keep what was read; what was read before is forgotten where papers of it were replaced, for it may come back."""
    settings = corpus.settings()
    inputs = {*_inputs(settings), *((one.name, one.sha256) for one in sources)}
    before = [] if replaced else json.loads(settings.get("read", "[]"))
    read = sorted({tuple(one) for one in (*before, *as_read(sources, format))})
    corpus.remember(inputs=json.dumps(sorted(inputs)), read=json.dumps(read))


def remove(
    directory: str | Path, papers: Iterable[str], *, lexicon_files: Sequence[Path] = (), workers: int | None = None,
    progress: Progress | None = None,
) -> int:
    """Remove papers, given by id or node id, from a graph, and say how many went; what they alone named goes too.

    The lexicon must be that of the last build. Raises GraphError if it is not, if a paper is not there, if there is no
    graph of ours, or as `build` does; then everything stays as it was.
    """
    if not Path(directory).exists():
        raise GraphError(f"{directory}: no such graph")
    lexicon = load_lexicon(lexicon_files)
    with next_state(Path(directory)) as (corpus, target):
        settings = corpus.settings()
        if settings.get("lexicon") != lexicon.digest:
            raise GraphError(f"{directory}: was built with another lexicon: give the lexicon files of that build,"
                             " or build it again without any source")
        removed = corpus.remove(papers)
        corpus.remember(read="[]")
        _extract(corpus, lexicon, workers, progress or _silent)
        least = float(settings.get("min_confidence", "0"))
        _relink(corpus, lexicon, least, _curation(corpus), workers, target, progress or _silent)
    return removed


def extracted(
    sources: str | Path | Sequence[str | Path], *, format: str | None = None, lexicon_files: Sequence[Path] = (),
    workers: int | None = None, stdin: BinaryIO | None = None, others: list[Skipped | Note] | None = None,
) -> Iterator[Document]:
    """The papers of all sources with what is found in each, in their order, without any graph.

    What is no paper, and what was changed on reading, goes to `others` as it is met. Raises InputError for a source
    that holds no papers, LexiconError at the call for a lexicon file that says nothing usable.
    """
    lexicon = load_lexicon(lexicon_files)
    sources = [sources] if isinstance(sources, (str, Path)) else sources
    found: list[Skipped | Note] = [] if others is None else others
    return ordered_map(partial(_documents, lexicon=lexicon), _read(sources, format, stdin, found), workers)


def _documents(papers: list[Paper], lexicon: Lexicon) -> list[Document]:
    return list(kg.extract.extract(papers, lexicon))


def _read(
    sources: Sequence[str | Path], format: str | None, stdin: BinaryIO | None, others: list[Skipped | Note],
) -> Iterator[Paper]:
    for place in sources:
        for item in kg.read.read(place, format, stdin):
            if isinstance(item, Paper):
                yield item
            else:
                others.append(item)


def _silent(step: str, done: int, total: int | None) -> None:
    """What is called in place of a progress display where none is wanted."""


def _papers(
    sources: Sequence[Source], format: str | None, others: list[Skipped | Note], tell: Progress
) -> Iterator[Paper]:
    """The papers of all sources; what is no paper goes to `others`."""
    read = 0
    for one in sources:
        for item in kg.read.read(one.place, format, one.stream):
            if isinstance(item, Paper):
                read += 1
                tell("read", read, None)
                yield item
            else:
                others.append(item)


def _extract(corpus: Corpus, lexicon: Lexicon, workers: int | None, tell: Progress) -> int:
    """Look for finds in the papers that wait for it, keeping them batch by batch; how many papers."""
    fingerprint = kg.extract.fingerprint(lexicon)
    total = sum(1 for _ in corpus.waiting(fingerprint))
    # A worker hands over text: turning documents into it is then done on all cores too.
    with closing(ordered_map(partial(_found, lexicon=lexicon), corpus.waiting(fingerprint), workers)) as found:
        done = 0
        while batch := list(islice(found, BATCH)):
            done += corpus.keep(batch, fingerprint)
            tell("extract", done, total)
    return done


def _found(papers: list[Paper], lexicon: Lexicon) -> list[tuple[str, str]]:
    documents = kg.extract.extract(papers, lexicon)
    return [(digest(document.paper.text), encode_document(document)) for document in documents]


def _curation(corpus: Corpus, given: Curation | None = None) -> Curation:
    """The curation that is given, which the corpus then remembers, else the one that it remembers."""
    if given is not None:
        corpus.remember(curation=json.dumps(given.files, ensure_ascii=False))
        return given
    return _replayed(corpus.settings())


def _replayed(settings: Mapping[str, str]) -> Curation:
    return replayed([(name, text) for name, text in json.loads(settings.get("curation", "[]"))])


def _relink(
    corpus: Corpus, lexicon: Lexicon, min_confidence: float, curation: Curation, workers: int | None, target: Path,
    tell: Progress, anew: bool = False,
) -> tuple[int, int, Vocabulary]:
    """Link all documents and store the graph; how many nodes and edges it has, and what names were taken for.

    The corpus is gone through twice, for what it names and then for what it says, so that no more is in memory than
    the names.
    """
    words = _survey(corpus, min_confidence, workers, tell).vocabulary(lexicon, curation)
    corpus.keep_merges(map(astuple, words.merges))
    corpus.remember(lexicon=lexicon.digest, min_confidence=repr(min_confidence), stale=json.dumps(words.stale))
    with closing(_rows(corpus, words.ids, min_confidence, workers, tell)) as rows:
        nodes, edges = write_rows(
            target, chain(map(row, words.nodes), map(row, words.edges), rows),
            _manifest(corpus, lexicon, curation, min_confidence), partial(tell, "store"), anew)
    return nodes, edges, words


def _survey(corpus: Corpus, min_confidence: float, workers: int | None, tell: Progress) -> Survey:
    survey, total = Survey(), len(corpus)
    with closing(ordered_map(partial(_shown, least=min_confidence), corpus.finds(), workers)) as found:
        for done, profiles in enumerate(found, start=1):
            survey.add(profiles)
            tell("names", done, total)
    return survey


def _shown(papers: list[tuple[Paper, str]], least: float) -> list[list[tuple[Profile, bool]]]:
    return [shown(found_in(*paper), least) for paper in papers]


def _rows(
    corpus: Corpus, ids: Mapping[Profile, str], min_confidence: float, workers: int | None, tell: Progress
) -> Generator[Row, None, None]:
    """What all papers say, as rows of the graph."""
    total = len(corpus)
    with closing(ordered_map(partial(_said, ids=ids, least=min_confidence), corpus.finds(), workers)) as found:
        for done, rows in enumerate(found, start=1):
            yield from rows
            tell("link", done, total)


def _said(papers: list[tuple[Paper, str]], ids: Mapping[Profile, str], least: float) -> list[list[Row]]:
    documents = (confident(found_in(*paper), least) for paper in papers)
    return [list(map(row, nodes_and_edges(document, ids))) for document in documents]


def _manifest(corpus: Corpus, lexicon: Lexicon, curation: Curation, min_confidence: float) -> dict[str, object]:
    """What the graph was made of: the same for the same inputs, wherever and whenever it is made."""
    return {
        "version": _version(),
        "code": code_digest(),
        "extraction": kg.extract.fingerprint(lexicon),
        "lexicon": lexicon.digest,
        "curation": [{"name": name, "sha256": sha256} for name, sha256 in curation.digests()],
        "settings": {"minConfidence": float(min_confidence)},
        "inputs": [{"name": name, "sha256": sha256} for name, sha256 in sorted(_inputs(corpus.settings()))],
        "counts": {"papers": len(corpus)},
    }


def _inputs(settings: Mapping[str, str]) -> set[tuple[str, str]]:
    return {(name, sha256) for name, sha256 in json.loads(settings.get("inputs", "[]"))}


def _version() -> str:
    try:
        return version("paperkg")
    except PackageNotFoundError:
        return "unknown"
