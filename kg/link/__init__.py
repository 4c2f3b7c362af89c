"""Documents of many papers to one graph: what names the same thing is one node, and every edge quotes its words."""

from kg.link.curation import Curation, load_curation, replayed
from kg.link.graph import Told, link
from kg.link.merges import Merge
from kg.link.titles import derived_title

__all__ = ["Curation", "Merge", "Told", "derived_title", "link", "load_curation", "replayed"]
