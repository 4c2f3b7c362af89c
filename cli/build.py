"""Commands that read papers: into a graph, out of a graph, or straight to annotation."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.output import counted, progress, reasons, say, say_others

if TYPE_CHECKING:
    from kg.pipeline import BuildReport

sources_argument = click.argument("sources", nargs=-1, metavar="SOURCE...")
format_option = click.option("--format", "-f", help="How the sources are written: text, jsonl, json, bibtex, csv, ris."
                             "  [default: told from their content and ending]")
lexicon_option = click.option("--lexicon", "-l", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
                              help="A tab-separated file of names that adds to or overrides ours; may be repeated.")
curate_option = click.option("--curate", "-c", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
                             help="A YAML file of merges, splits and the like to carry out; may be repeated. Kept for"
                                  " later builds until another is given; an empty one ends that.")
workers_option = click.option("--workers", "-w", type=click.IntRange(1),
                              help="How many processes.  [default: all cores]")


@click.command()
@sources_argument
@click.option("--output", "-o", required=True, type=click.Path(path_type=Path), metavar="NAME.kg",
              help="The graph: a directory, made if it is not there, added to if it is a graph.")
@format_option
@lexicon_option
@curate_option
@workers_option
@click.option("--min-confidence", type=click.FloatRange(0, 1), default=0.0, show_default=True,
              help="Leave out what is less sure than this.")
def build(
    sources: tuple[str, ...], output: Path, format: str | None, lexicon: tuple[Path, ...], curate: tuple[Path, ...],
    workers: int | None, min_confidence: float,
) -> None:
    """Read lists of papers and add them to a graph.

    A SOURCE is a file (text, JSON Lines, JSON, BibTeX, CSV or RIS; .gz, .xz and .bz2 as they are) or - for standard
    input. Without any, an existing graph is built again from the papers that it has.

    \b
    Example:
      kg build icml2026.txt more.bib -o papers.kg
    """
    import kg

    if not sources and not output.exists():
        raise click.UsageError("give at least one SOURCE, or a graph that is there to be built again")
    with progress() as tell:
        report = kg.build(sources, output, format=format, lexicon_files=lexicon, workers=workers,
                          min_confidence=min_confidence, stdin=sys.stdin.buffer, progress=tell,
                          curation_files=curate)
    for words in report.stale:
        say(words)
    if report.replayed:
        say(f"{', '.join(report.replayed)}: curation of an earlier build, replayed")
    if report.unchanged:
        say(f"nothing new in {', '.join(sources)}: the graph stays as it is")
        say(f"{output}: {_counts(report)}")
        return
    say_others((*report.skipped, *report.notes))
    repeated = f", {report.duplicates:,} of them twice" if report.duplicates else ""
    replaced = f", {report.replaced:,} replaced" if report.replaced else ""
    say(f"{counted(report.read, 'paper')} read{repeated}, {report.kept:,} kept{replaced}, {reasons(report.skipped)}; "
        f"{report.extracted:,} extracted in {report.seconds:.1f} s")
    if report.nameless:
        say(f"{counted(report.nameless, 'name')} left out that {'says' if report.nameless == 1 else 'say'} nothing")
    say(f"{output}: {_counts(report)}")


def _counts(report: "BuildReport") -> str:
    return f"{counted(report.papers, 'paper')}, {counted(report.nodes, 'node')}, {counted(report.edges, 'edge')}"


@click.command()
@sources_argument
@format_option
@lexicon_option
@workers_option
def extract(sources: tuple[str, ...], format: str | None, lexicon: tuple[Path, ...], workers: int | None) -> None:
    """Print what each paper says as one JSON object a line, in the annotation's format.

    \b
    Example:
      kg extract icml2026.txt > found.jsonl
    """
    import kg
    from kg.read import Note, Skipped

    if not sources:
        raise click.UsageError("give at least one SOURCE, or - for standard input")
    others: list[Skipped | Note] = []
    count = 0
    for document in kg.extracted(sources, format=format, lexicon_files=lexicon, workers=workers,
                                 stdin=sys.stdin.buffer, others=others):
        click.echo(json.dumps(kg.evaluate.annotation(document), ensure_ascii=False))
        count += 1
    say_others(others)
    skipped = [item for item in others if isinstance(item, Skipped)]
    say(f"{counted(count + len(skipped), 'record')} read, {counted(count, 'paper')} kept, {reasons(skipped)}")


@click.command()
@click.argument("graph", type=click.Path(path_type=Path), metavar="NAME.kg")
@click.argument("papers", nargs=-1, required=True, metavar="PAPER...")
@lexicon_option
@workers_option
def remove(graph: Path, papers: tuple[str, ...], lexicon: tuple[Path, ...], workers: int | None) -> None:
    """Remove papers, given by id, and everything that only they said.

    \b
    Example:
      kg remove papers.kg arxiv:2402.03300
    """
    import kg

    with progress() as tell:
        count = kg.remove(graph, papers, lexicon_files=lexicon, workers=workers, progress=tell)
    say(f"{graph}: {counted(count, 'paper')} removed")
