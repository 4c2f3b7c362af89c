"""The command that prints the vocabulary of the graph."""

from importlib.resources import files

import click


@click.command()
@click.option("--shapes", is_flag=True, help="The SHACL shapes that a graph must fit, in place of its ontology.")
def ontology(shapes: bool) -> None:
    """Print the ontology of the graph as Turtle: its classes and properties, and what they are elsewhere.

    \b
    Examples:
      kg ontology > paperkg.ttl
      kg ontology --shapes > shapes.ttl && pyshacl -s shapes.ttl papers.ttl
    """
    name = "shapes.ttl" if shapes else "ontology.ttl"
    click.echo((files("kg.data") / name).read_text("utf-8"), nl=False)
