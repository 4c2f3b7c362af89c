"""The nodes of all things that papers name, and the edges among them that hold whatever a paper says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.lexicon import Entry, Lexicon
from kg.link.curated import Curated, curated
from kg.link.curation import Curation
from kg.link.evidence import Evidence
from kg.link.families import family_of
from kg.link.merges import Merge, merges
from kg.link.names import Profile
from kg.link.recast import recast
from kg.link.resolve import Cluster, Key, clusters, entry_key
from kg.link.things import Thing, most_frequent, nodes_of
from kg.model import Edge, Node

# type of a lexicon's entry -> relation to its wider term, types in which the wider term is looked for
_WIDER = {"Method": ("broader", ("Method", "Task")), "Task": ("broader", ("Task", "Method")),
          "Benchmark": ("partOf", ("Benchmark",))}


@dataclass(frozen=True)
class Vocabulary:
    """Profile -> node id; the nodes sorted by id; and the edges among them that no single paper claims.

    The id of what names no thing, or was dropped by curation, is empty. `stale` tells of the curation lines
    that had no effect, `merges` which names led to each node by more than their spelling, `nameless` holds the names
    that name no thing.
    """

    ids: Mapping[Profile, str]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    stale: tuple[str, ...] = ()
    merges: tuple[Merge, ...] = ()
    nameless: tuple[str, ...] = ()


def vocabulary(
    profiles: Mapping[Profile, int], lexicon: Lexicon, evidence: Evidence, curation: Curation | None = None
) -> Vocabulary:
    """The nodes that profiles make, given how many papers show each; wider terms of the lexicon are nodes too."""
    curation = curation or Curation()
    grouped = clusters(profiles, lexicon, evidence, curation.apart)
    untold = dict(_untold_families(grouped, lexicon))
    for entry in untold.values():
        grouped.setdefault(entry_key(entry), {})
    for entry in _wider_entries((key.entry for key in grouped if key.entry), lexicon):
        grouped.setdefault(entry_key(entry), {})
    nameless = [Thing.of(Cluster(key, members=members)) for key, members in grouped.items() if not key.value]
    found = {key: Cluster.of(key, members) for key, members in grouped.items() if key.value}
    for key, entry in untold.items():
        found[key].families[entry.name] += 1
    done = curated([Thing.of(cluster) for cluster in found.values()], curation)
    nodes = nodes_of(done.things)
    ids = {id(thing): node.id for thing, node in zip(done.things, nodes, strict=True)}
    of_profile = {profile: ids.get(id(thing), "") for thing in (*done.things, *done.dropped, *nameless)
                  for part in thing.parts for profile in part.members}
    return Vocabulary(of_profile, tuple(sorted(nodes, key=lambda node: node.id)),
                      tuple(_edges(done, ids, of_profile, lexicon)), tuple(done.stale),
                      tuple(merges(done.things, ids, {node.id: node.label for node in nodes})),
                      tuple(sorted({name for thing in nameless for name in _names(thing)})))


def _names(thing: Thing) -> Iterator[str]:
    return (profile.name for part in thing.parts for profile in part.members)


def _edges(
    done: Curated, ids: Mapping[int, str], of_profile: Mapping[Profile, str], lexicon: Lexicon
) -> list[Edge]:
    """The edges among things, each once, sorted."""
    of_entry = {part.key.entry: ids[id(thing)] for thing in done.things for part in thing.parts if part.key.entry}
    found = [*_family_edges(done.things, ids, of_profile, of_entry), *_wider_edges(done.things, ids, of_entry, lexicon)]
    found += (Edge(ids.get(id(thing), ""), relation, ids.get(id(wider), ""), by="curation")
              for thing, relation, wider in done.wider)
    once: dict[tuple[str, str, str], Edge] = {}
    for edge in filter(None, map(recast, found)):
        if edge.subject != edge.object:
            once.setdefault((edge.subject, edge.relation, edge.object), edge)
    return [once[claim] for claim in sorted(once)]


def _family_edges(
    things: Sequence[Thing], ids: Mapping[int, str], of_profile: Mapping[Profile, str], of_entry: Mapping[Entry, str]
) -> Iterator[Edge]:
    """Each model to the family that most papers name for it, else to that which its name begins with."""
    families = {entry.name: node for entry, node in of_entry.items() if entry.type == "ModelFamily"}
    families |= {profile.name: node for profile, node in sorted(of_profile.items(), key=repr)
                if profile.type == "ModelFamily"}
    for thing in things:
        if thing.key.type == "Model" and (named := thing.counts("families")):
            yield Edge(ids[id(thing)], "memberOf", families[most_frequent(named)], by="names")


def _untold_families(grouped: Mapping[Key, Mapping[Profile, int]], lexicon: Lexicon) -> Iterator[tuple[Key, Entry]]:
    """The families of models for which no paper names one, told by their names."""
    for key, members in grouped.items():
        if key.type == "Model" and key.value and not any(profile.family for profile in members):
            found = filter(None, (family_of(name, lexicon) for name in sorted(profile.name for profile in members)))
            if entry := next(found, None):
                yield key, entry


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


def _wider_edges(
    things: Sequence[Thing], ids: Mapping[int, str], of_entry: Mapping[Entry, str], lexicon: Lexicon
) -> Iterator[Edge]:
    for thing in things:
        for entry in (part.key.entry for part in thing.parts if part.key.entry):
            for relation, wider in _wider(entry, lexicon):
                yield Edge(ids[id(thing)], relation, of_entry.get(wider, ""), by="lexicon")

