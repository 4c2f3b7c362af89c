"""Which node a person means by a name."""

from difflib import get_close_matches

from kg.errors import GraphError
from kg.model import Node
from kg.store import KnowledgeGraph


def the_named(graph: KnowledgeGraph, name: str) -> Node:
    """The one node that bears a name or id; GraphError if none does, or several, which are then listed."""
    found = named(graph, name)
    labelled = [node for node in found if node.label.casefold() == name.casefold()]
    chosen = labelled if len(labelled) == 1 else found
    if len(chosen) > 1:
        choices = ", ".join(node.id for node in chosen)
        raise GraphError(f"{graph.path}: {name!r} names {len(chosen)} things: {choices}: give one of these ids")
    return chosen[0]


def named(graph: KnowledgeGraph, name: str) -> list[Node]:
    """The nodes with an id, label or alias; GraphError, with names like it, if there is none."""
    found = graph.find(name) or [node for node in graph.nodes() if name in (node.id, node.id.partition("/")[2])]
    if not found:
        labels = {label.casefold(): label for node in graph.nodes() for label in (node.label, *node.aliases)}
        close = [labels[label] for label in get_close_matches(name.casefold(), labels, 3, 0.7)]
        hint = f"; perhaps {' or '.join(map(repr, close))}" if close else ""
        raise GraphError(f"{graph.path}: nothing is called {name!r}{hint}")
    return found
