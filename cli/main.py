"""The command `kg`: its commands, and the one place where errors of a user's input become one line and an exit code."""

import errno
import gc
import os
import sys
from collections.abc import Sequence

import click

from cli.build import build, extract, remove
from cli.curation import merge_candidates
from cli.evaluate import evaluate
from cli.explain import show, why, why_not
from cli.export import export, view
from cli.load import load
from cli.ontology import ontology
from cli.output import say
from cli.query import query, stats
from cli.restore import import_
from cli.verify import verify
from kg.errors import KGError

DONE, FAILED, MISUSED, INTERRUPTED = 0, 1, 2, 130
# Objects made between two searches for garbage: each search goes through the whole lexicon and all that models know.
GARBAGE_EVERY = 50_000
COMMANDS = (build, extract, query, export, load, view, stats, show, why, why_not, merge_candidates, remove, import_,
            verify, evaluate, ontology)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(package_name="paperkg", prog_name="kg", message="%(prog)s %(version)s")
def kg() -> None:
    """Lists of machine-learning papers in, one knowledge graph out.

    \b
    kg build list.txt -o list.kg          read, extract, link, store
    kg show list.kg GRPO                  what the papers say of one thing
    kg query list.kg "SELECT ..."         SPARQL
    kg view list.kg                       the graph in a browser
    kg export list.kg list.gexf           for Gephi, Neo4j, RDF tools
    """


for command in COMMANDS:
    kg.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code: 0 done, 1 the input's fault, 2 a wrong call."""
    gc.set_threshold(GARBAGE_EVERY)
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """The exit code of one command; what a user can mend is told in one line, our own bugs show their traceback."""
    try:
        with kg.make_context("kg", list(sys.argv[1:] if arguments is None else arguments)) as context:
            kg.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except KGError as error:
        say(f"kg: {' '.join(str(error).split())}")
        return FAILED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say("kg: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return DONE
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        _forget_stdout()
        say("kg: standard output: the disk is full")
        return FAILED
    return DONE


def _forget_stdout() -> None:
    """Nobody takes what is left: without this Python would complain about it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
