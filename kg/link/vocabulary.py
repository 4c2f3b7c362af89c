"""The nodes of all things that papers name, and the edges among them that hold whatever a paper says."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kg.identity import digest
from kg.lexicon import Entry, Lexicon
from kg.link.evidence import Evidence
from kg.link.model_parts import model_parts
from kg.link.names import Profile
from kg.link.resolve import Cluster, Key, bare_address, clusters
from kg.model import Attribute, Edge, Node
from kg.schema import node_id, slug
from kg.text import normal_form

# type of a lexicon's entry -> relation to its wider term, types in which the wider term is looked for
_WIDER = {"Method": ("broader", ("Method", "Task")), "Task": ("broader", ("Task", "Method")),
          "Benchmark": ("partOf", ("Benchmark",))}


@dataclass(frozen=True)
class Vocabulary:
    """Profile -> node id; the nodes sorted by id; and the edges among them that no single paper claims."""

    ids: Mapping[Profile, str]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def vocabulary(profiles: Mapping[Profile, int], lexicon: Lexicon, evidence: Evidence) -> Vocabulary:
    """The nodes that profiles make, given how many papers show each; wider terms of the lexicon are nodes too."""
    grouped = clusters(profiles, lexicon, evidence)
    for entry in _wider_entries((key.entry for key in grouped if key.entry), lexicon):
        grouped.setdefault(_entry_key(entry), {})
    found = [_cluster(key, members) for key, members in grouped.items()]
    nodes = _nodes(found)
    ids = {profile: nodes[key].id for key, members in grouped.items() for profile in members}
    edges = {*_family_edges(found, nodes, ids), *_wider_edges(nodes, lexicon)}
    return Vocabulary(ids, tuple(sorted(nodes.values(), key=lambda node: node.id)),
                      tuple(sorted(edges, key=lambda edge: (edge.subject, edge.relation, edge.object))))


def _cluster(key: Key, members: Mapping[Profile, int]) -> Cluster:
    cluster = Cluster(key)
    for profile, papers in members.items():
        cluster.add(profile, papers)
    return cluster


def most_frequent(counts: Counter[str]) -> str:
    """The label that most papers use; of several the shortest, then the first of the alphabet."""
    return min(counts, key=lambda label: (-counts[label], len(label), label))


def _nodes(found: list[Cluster]) -> dict[Key, Node]:
    """A node for each thing, its id made of its label.

    Things of one label are told apart by what it stands for in each, so that an acronym of two senses is two nodes
    labelled by their long forms; where that does not help, by a digest.
    """
    labels = {cluster.key: _label(cluster) for cluster in found}
    for cluster in _sharing(found, labels):
        if cluster.long_forms and not cluster.key.entry:
            labels[cluster.key] = most_frequent(cluster.long_forms)
    late = {cluster.key for cluster in _sharing(found, labels, but_first=True)}
    nodes = {}
    for cluster in found:
        key, label = cluster.key, labels[cluster.key]
        id = node_id(key.type, label)
        if key in late or not slug(label):
            id = f"{id}-{digest(key.value)[:8]}"
        nodes[key] = Node(id, key.type, label, _aliases(cluster, label), _attributes(cluster, label))
    return nodes


def _sharing(found: list[Cluster], labels: Mapping[Key, str], but_first: bool = False) -> Iterator[Cluster]:
    """Things whose labels make an id that others make too; with `but_first` not the first of each, the lexicon's."""
    by_id: dict[str, list[Cluster]] = {}
    for cluster in found:
        by_id.setdefault(node_id(cluster.key.type, labels[cluster.key]), []).append(cluster)
    for group in by_id.values():
        ranked = sorted(group, key=lambda cluster: (cluster.key.entry is None, cluster.key.value))
        if len(ranked) > 1:
            yield from ranked[1:] if but_first else ranked


def _label(cluster: Cluster) -> str:
    if cluster.key.entry:
        return cluster.key.entry.name
    label = most_frequent(cluster.names)
    return bare_address(label) if cluster.key.type == "Repository" else label


def _aliases(cluster: Cluster, label: str) -> tuple[str, ...]:
    """Every other name under which the thing stands in a paper or in the lexicon, in the order of the alphabet."""
    if cluster.key.type == "Repository":
        return ()
    names = cluster.forms | set(cluster.names)
    if cluster.key.entry:
        names |= set(cluster.key.entry.forms)
    return tuple(sorted(names - {label, ""}, key=lambda name: (name.casefold(), name)))


def _attributes(cluster: Cluster, label: str) -> dict[str, Attribute]:
    if cluster.key.type == "Model":
        family = most_frequent(cluster.families) if cluster.families else ""
        return dict(model_parts(label, family))
    if cluster.key.type == "Repository":
        return {"url": most_frequent(cluster.names)}
    return {}


def _family_edges(found: Iterable[Cluster], nodes: Mapping[Key, Node], ids: Mapping[Profile, str]) -> Iterator[Edge]:
    """Each model to the family that most papers name for it."""
    families = {profile.name: id for profile, id in sorted(ids.items(), key=repr) if profile.type == "ModelFamily"}
    for cluster in found:
        if cluster.key.type == "Model" and cluster.families:
            family = families[most_frequent(cluster.families)]
            yield Edge(nodes[cluster.key].id, "memberOf", family, by="names")


def _wider_entries(entries: Iterable[Entry], lexicon: Lexicon) -> list[Entry]:
    """The wider terms of entries, and theirs, up to the widest."""
    reached: dict[Entry, None] = {}
    waiting = list(entries)
    while waiting:
        for _, wider in _wider(waiting.pop(), lexicon):
            if wider not in reached:
                reached[wider] = None
                waiting.append(wider)
    return list(reached)


def _wider(entry: Entry, lexicon: Lexicon) -> Iterator[tuple[str, Entry]]:
    """The relation of an entry to each of its wider terms, and that term's entry."""
    relation, types = _WIDER.get(entry.type, ("", ()))
    for name in entry.broader if relation else ():
        hits = (lexicon.find(name, type) for type in types)
        wider = next((hit for hit in hits if hit), Entry(entry.type, name))
        if wider != entry:
            yield relation, wider


def _wider_edges(nodes: Mapping[Key, Node], lexicon: Lexicon) -> Iterator[Edge]:
    for key, node in nodes.items():
        for relation, wider in _wider(key.entry, lexicon) if key.entry else ():
            yield Edge(node.id, relation, nodes[_entry_key(wider)].id, by="lexicon")


def _entry_key(entry: Entry) -> Key:
    return Key(entry.type, normal_form(entry.name), entry)
