"""Documents of many papers to one graph: what names the same thing is one node, and every edge quotes its words."""

from kg.link.curation import Curation, load_curation, replayed
from kg.link.graph import Survey, Told, confident, link, shown
from kg.link.merges import Merge
from kg.link.names import Profile
from kg.link.said import nodes_and_edges
from kg.link.titles import derived_title

__all__ = ["Curation", "Merge", "Profile", "Survey", "Told", "confident", "derived_title", "link", "load_curation",
           "nodes_and_edges", "replayed", "shown"]
