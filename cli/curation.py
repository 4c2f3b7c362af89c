"""Commands for who curates a graph."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.output import columns, give, give_json, harmless, say
from cli.query import graph_argument

if TYPE_CHECKING:
    from kg.link.likely import Likely


@click.command("merge-candidates")
@graph_argument
@click.option("--type", "-t", "types", multiple=True, metavar="TYPE", help="Only of this type, such as Method.")
@click.option("--min-score", type=click.FloatRange(0, 1), default=0.5, show_default=True,
              help="Leave out what is less likely than this.")
@click.option("--limit", "-n", type=click.IntRange(1), help="At most so many.  [default: all]")
@click.option("--json", "form", flag_value="json", help="One JSON array.")
@click.option("--yaml", "form", flag_value="yaml", help="Entries of a curation file, ready to be pasted.")
def merge_candidates(
    graph: Path, types: tuple[str, ...], min_score: float, limit: int | None, form: str | None
) -> None:
    """List things that may be one, with what speaks for it; the likeliest first.

    Take what is right into a curation file, and give that to kg build --curate.

    \b
    Example:
      kg merge-candidates papers.kg --yaml > merges.yaml
    """
    import kg

    opened = kg.KnowledgeGraph.open(graph)
    pairs = [pair for pair in kg.review.merge_candidates(opened)
             if pair.score >= min_score and (not types or pair.one.type in types)][:limit]
    if form == "yaml":
        click.echo(harmless(kg.review.curation_lines(opened, pairs)), nl=False)
    elif form == "json":
        give_json([_row(pair) for pair in pairs])
    elif pairs:
        give(columns([(pair.score, pair.one.type, pair.one.label, pair.other.label, "; ".join(pair.evidence))
                      for pair in pairs]))
    else:
        say("no two things of the graph look like one")


def _row(pair: "Likely") -> dict[str, object]:
    nodes = [{"id": node.id, "label": node.label, "type": node.type} for node in (pair.one, pair.other)]
    return {"score": pair.score, "nodes": nodes, "evidence": list(pair.evidence)}
