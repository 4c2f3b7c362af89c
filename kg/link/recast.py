"""Claims about things that curation has dropped or given another type."""

from dataclasses import replace

from kg.model import Edge
from kg.schema import NODE_TYPES, RELATIONS

_TYPES = {name.lower(): name for name in NODE_TYPES}
# type of what a claim is about -> what a paper, and a result, has to do with such a thing if nothing else is known
_OF_PAPER = {"Method": "uses", "Benchmark": "evaluatesOn", "Model": "usesModel", "ModelFamily": "usesModel",
             "Task": "addresses", "Metric": "measures"}
_OF_RESULT = {"Method": "ofMethod", "Benchmark": "onBenchmark", "Model": "withModel", "ModelFamily": "withModel",
              "Metric": "inMetric"}


def recast(edge: Edge) -> Edge | None:
    """The edge with a relation that may join its ends: its own where that may, else the plainest of a paper or result.

    None where an end was dropped, or where no relation may stand between such ends.
    """
    if not edge.subject or not edge.object:
        return None
    subject, object = (_TYPES[end.partition("/")[0]] for end in (edge.subject, edge.object))
    subjects, objects = RELATIONS[edge.relation]
    if subject in subjects and object in objects:
        return edge
    plainest = {"Paper": _OF_PAPER, "Result": _OF_RESULT}.get(subject, {}).get(object)
    return replace(edge, relation=plainest) if plainest else None
