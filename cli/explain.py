"""Commands that say what a graph knows of a thing, and why it does or does not."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.build import format_option, lexicon_option
from cli.output import columns, counted, give, give_json, one_line
from cli.query import graph_argument

if TYPE_CHECKING:
    from kg.explain import Card, Claim, Merged, Neighbour, Verdict
    from kg.model import Node

MORE_SHOWN = 12


@click.command()
@graph_argument
@click.argument("name", metavar="THING")
@click.option("--all", "everything", is_flag=True, help="All neighbours and all quotes, not only the first.")
def show(graph: Path, name: str, everything: bool) -> None:
    """Show one thing: type, other names, papers, neighbours and the sentences that say so.

    THING is a name, an alias or an id such as method/grpo.

    \b
    Example:
      kg show papers.kg GRPO
    """
    import kg

    _show_card(kg.explain.card(kg.KnowledgeGraph.open(graph), name), sys.maxsize if everything else MORE_SHOWN)


def _show_card(card: "Card", limit: int) -> None:
    node = card.node
    give(f"{one_line(node.label)}  ({node.type}, {node.id})")
    if node.aliases:
        give("also called: " + one_line(", ".join(node.aliases)))
    for name, value in sorted(node.attributes.items()):
        give(f"{name}: {one_line(', '.join(value) if isinstance(value, tuple) else str(value))}")
    give(f"papers: {card.papers:,}")
    for heading, neighbours in card.neighbours.items():
        give(f"\n{heading}")
        give(columns([_neighbour(one) for one in neighbours[:limit]], "  "))
        _more(len(neighbours) - limit)
    if card.claims:
        give("\nevidence")
        for claim in card.claims[:limit]:
            give(f'  "{one_line(claim.edge.evidence)}"\n      {one_line(claim.paper)}')
        _more(len(card.claims) - limit)


def _neighbour(neighbour: "Neighbour") -> tuple[str, str, str]:
    return (neighbour.node.label, neighbour.node.type, counted(neighbour.papers, "paper") if neighbour.papers else "")


def _more(count: int) -> None:
    if count > 0:
        give(f"  ... and {count:,} more (--all)")


@click.command()
@graph_argument
@click.argument("first", metavar="A")
@click.argument("second", metavar="B", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def why(graph: Path, first: str, second: str | None, as_json: bool) -> None:
    """Say why two things are joined: every edge between them, with quote, step, cue and confidence. With one thing, say
    which names were merged into it, and by what rule each.

    A and B are names, aliases, titles of papers, or ids.

    \b
    Examples:
      kg why papers.kg "Mixture-of-Experts" MMLU-Pro
      kg why papers.kg GRPO
    """
    import kg

    opened = kg.KnowledgeGraph.open(graph)
    if second is None:
        _show_merged(*kg.explain.merged(opened, first), as_json)
        return
    same, claims = kg.explain.between(opened, first, second)
    if as_json:
        give_json({"same": [node.id for node in same], "claims": [asdict(claim) for claim in claims]})
        return
    for node in same:
        give(f"both are names of {one_line(node.label)} ({node.id}): " + one_line(", ".join(node.aliases)))
    for claim in claims:
        _show_claim(claim)


def _show_merged(node: "Node", spellings: tuple[str, ...], merged: "list[Merged]", as_json: bool) -> None:
    if as_json:
        give_json({"id": node.id, "label": node.label, "type": node.type, "spellings": spellings,
                   "merged": [asdict(one) for one in merged]})
        return
    give(f"{one_line(node.label)}  ({node.type}, {node.id})")
    if spellings:
        give("spelled: " + one_line(", ".join(spellings)))
    for reason in dict.fromkeys(one.reason for one in merged):
        give(f"\n{one_line(reason)}")
        give(columns([(one.name, counted(one.papers, "paper"), ", ".join(one.examples))
                      for one in merged if one.reason == reason], "  "))
    if not merged:
        give("no other name was merged into it")


def _show_claim(claim: "Claim") -> None:
    edge = claim.edge
    give(f"{one_line(claim.subject)}  {edge.relation}  {one_line(claim.object)}")
    if edge.evidence:
        give(f'    "{one_line(edge.evidence)}"')
    if claim.paper:
        give(f"    {one_line(claim.paper)} ({one_line(edge.paper)})")
    step, _, cue = edge.by.partition(":")
    told = [f"step {step}" if step else "", f"cue {cue}" if cue else "", f"confidence {edge.score:.2f}"]
    give("    " + one_line(", ".join(filter(None, told))))


@click.command("why-not")
@click.argument("text", metavar="TEXT")
@click.argument("name", metavar="NAME")
@format_option
@lexicon_option
def why_not(text: str, name: str, format: str | None, lexicon: tuple[Path, ...]) -> None:
    """Say why a name in a text did not become part of the graph: which steps saw it, and what stopped it.

    TEXT is a file, or - for standard input.

    \b
    Example:
      kg why-not abstract.txt "KL penalty"
    """
    import kg

    for verdict in kg.explain.why_not(text, name, format=format, lexicon_files=lexicon, stdin=sys.stdin.buffer):
        _show_verdict(verdict)


def _show_verdict(verdict: "Verdict") -> None:
    give(f"{one_line(verdict.name)} in {one_line(verdict.paper)}")
    for sight in verdict.sights:
        kind = f" as {sight.kind}" if sight.kind else ""
        give(one_line(f"seen by {sight.step}{kind}: {sight.quote}"))
    give(f"=> {one_line(verdict.reason)}")
