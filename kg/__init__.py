"""paperkg: lists of machine-learning papers in, one knowledge graph out.

The public names, each loaded at its first use: `build`, `remove` and `extracted` go from sources to graphs and
documents, `KnowledgeGraph.open` reads a graph. `kg.read`, `kg.extract` and `kg.link` hold the parts of that way.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.errors import CurationError as CurationError
    from kg.errors import ExportError as ExportError
    from kg.errors import GraphError as GraphError
    from kg.errors import InputError as InputError
    from kg.errors import KGError as KGError
    from kg.errors import LexiconError as LexiconError
    from kg.errors import QueryError as QueryError
    from kg.lexicon import Lexicon as Lexicon
    from kg.lexicon import load_lexicon as load_lexicon
    from kg.model import Document as Document
    from kg.model import Edge as Edge
    from kg.model import Node as Node
    from kg.model import Paper as Paper
    from kg.pipeline import BuildReport as BuildReport
    from kg.pipeline import build as build
    from kg.pipeline import extracted as extracted
    from kg.pipeline import remove as remove
    from kg.store import KnowledgeGraph as KnowledgeGraph

# public name -> the module that has it; a package stands for itself
_HOMES = {
    "BuildReport": "pipeline", "build": "pipeline", "extracted": "pipeline", "remove": "pipeline",
    "KnowledgeGraph": "store", "Lexicon": "lexicon", "load_lexicon": "lexicon",
    "Document": "model", "Edge": "model", "Node": "model", "Paper": "model",
    "CurationError": "errors", "ExportError": "errors", "GraphError": "errors", "InputError": "errors",
    "KGError": "errors", "LexiconError": "errors", "QueryError": "errors",
}
_PACKAGES = ("evaluate", "explain", "extract", "link", "queries", "read", "restore", "review", "verify")

__all__ = sorted((*_HOMES, *_PACKAGES))


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"kg.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'kg' has no attribute {name!r}")
    return getattr(import_module(f"kg.{_HOMES[name]}"), name)
