"""The page inside a notebook: Jupyter and VS Code show what `framed` gives."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from exports.html import page_of, page_title
from kg.model import Edge, Node


@dataclass(frozen=True, slots=True, repr=False)
class Frame:
    """The page of a graph, which notebooks show in a frame of its own; nothing is loaded and no file is written."""

    title: str
    page: str
    height: int

    def __repr__(self) -> str:
        return f"<{self.title}; a notebook shows its page>"

    def _repr_html_(self) -> str:
        """A frame that holds the page itself, so that it shows wherever the notebook lies."""
        return (f'<iframe title="Knowledge graph" width="100%" height="{self.height}" style="border:0" '
                f'srcdoc="{html.escape(self.page)}"></iframe>')


def framed(nodes: Sequence[Node], edges: Sequence[Edge], height: int = 700) -> Frame:
    """The page of nodes and edges for a notebook's output, `height` pixels high."""
    return Frame(page_title(nodes), page_of(nodes, edges), height)
