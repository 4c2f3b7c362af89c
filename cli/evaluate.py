"""The command that measures what was extracted against annotation."""

import json
from pathlib import Path

import click

from cli.output import columns, give, say


@click.command()
@click.argument("gold", type=click.Path(path_type=Path), metavar="GOLD")
@click.argument("predicted", type=click.Path(path_type=Path), metavar="PREDICTED")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--errors", is_flag=True, help="Also every miss and every false alarm, paper by paper.")
def evaluate(gold: Path, predicted: Path, as_json: bool, errors: bool) -> None:
    """Precision, recall and F1 of PREDICTED against GOLD, both as kg extract prints them.

    \b
    Example:
      kg extract papers.jsonl > found.jsonl
      kg evaluate annotated.jsonl found.jsonl
    """
    from kg import evaluate as measure

    wanted, found = measure.load_annotations(gold), measure.load_annotations(predicted)
    table = measure.score(wanted, found)
    wrong = list(measure.differences(wanted, found)) if errors else []
    if as_json:
        rows = {name: {"precision": f.precision, "recall": f.recall, "f1": f.f1, "hits": f.hits, "misses": f.misses,
                       "falseAlarms": f.false_alarms} for name, f in table.items()}
        click.echo(json.dumps({"rows": rows} | ({"errors": wrong} if errors else {}), ensure_ascii=False, indent=2))
        return
    header = ("", "precision", "recall", "F1", "hits", "misses", "false alarms")
    figures = [(name, f"{f.precision:.3f}", f"{f.recall:.3f}", f"{f.f1:.3f}", f.hits, f.misses, f.false_alarms)
               for name, f in table.items()]
    give(columns([header, *figures]))
    if errors:
        give("\n" + columns(wrong) if wrong else "\nno errors")
    unscored = len(wanted.keys() - found.keys())
    if unscored:
        say(f"{unscored:,} papers of {gold} are not in {predicted}: all that is in them counts as missed")
