"""Curation lines carried out on the things that the linker has made, one after the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kg.errors import CurationError
from kg.link.apart import Apart, parting
from kg.link.curation import Curation, Line, Name, contradiction
from kg.link.resolve import Cluster, Key
from kg.link.things import Thing, nodes_of
from kg.schema import ENTITY_TYPES
from kg.text import normal_form

# type -> relation to a wider term, types in which that is looked for; it is made with the first where nothing is found
_WIDER = {"Method": ("broader", ("Method", "Task")), "Task": ("broader", ("Task", "Method")),
          "Benchmark": ("partOf", ("Benchmark",)), "Model": ("memberOf", ("ModelFamily",))}


@dataclass
class Curated:
    """The things that stay, those that were dropped, each (thing, relation, wider thing), and lines without effect."""

    things: list[Thing]
    dropped: list[Thing] = field(default_factory=list)
    wider: list[tuple[Thing, str, Thing]] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)


def curated(things: list[Thing], curation: Curation) -> Curated:
    """What curation makes of things; with an empty one they stay as they are.

    A line whose names are not in the graph has no effect and is told of in `stale`. Raises CurationError for a name
    that several things bear, for a merge of what must be kept apart, and for a new name that another thing has.
    """
    if not any(line.action in _ACTS for line in curation.lines):
        return Curated(things)
    desk = _Desk(things, curation.apart)
    for line in curation.lines:
        if line.action in _ACTS:
            desk.stale += (f"{line.where}: {line.action}: {reason}" for reason in _ACTS[line.action](desk, line))
    dropped = set(map(id, desk.dropped))
    kept = [thing for thing in desk.things if thing.parts and id(thing) not in dropped]
    return Curated(kept, desk.dropped, desk.wider, desk.stale)


class _Desk(Curated):
    """The things while lines are carried out, and the clusters that each name leads to."""

    def __init__(self, things: list[Thing], apart: Apart) -> None:
        super().__init__(list(things))
        self.apart = apart
        self.home: dict[int, Thing] = {}  # id() of a cluster -> its thing
        self.ids: dict[str, Cluster] = {}
        self.written: dict[str, list[Cluster]] = {}
        self.labels: dict[str, list[Cluster]] = {}
        self.names: dict[str, list[Cluster]] = {}
        for thing, node in zip(things, nodes_of(things), strict=True):
            if thing.type in ENTITY_TYPES:
                self.home[id(thing.parts[0])] = thing
                self.ids[node.id] = thing.parts[0]
                self.call(thing, node.label, node.aliases)

    def call(self, thing: Thing, label: str, names: Iterable[str] = ()) -> None:
        """Let a label and other names lead to a thing."""
        if label:
            self.written.setdefault(label, []).append(thing.parts[0])
            self.labels.setdefault(normal_form(label), []).append(thing.parts[0])
        for name in dict.fromkeys(map(normal_form, names)):
            self.names.setdefault(name, []).append(thing.parts[0])

    def add(self, thing: Thing) -> None:
        """Take in a new thing."""
        self.things.append(thing)
        self.home |= {id(part): thing for part in thing.parts}

    def find(self, name: Name, line: Line) -> Thing | None:
        """The thing of an id, else of a label, else of any name; CurationError where several have it."""
        for clusters in self.called(name):
            things = {id(thing): thing for thing in (self.home[id(cluster)] for cluster in clusters)
                      if thing.parts and thing not in self.dropped}
            if len(things) > 1:
                raise CurationError(f"{line.where}: {str(name)!r} names {len(things)} things: "
                                    f"{', '.join(self._choices(list(things.values())))}: write one of these")
            if things:
                return next(iter(things.values()))
        return None

    def called(self, name: Name) -> Iterator[list[Cluster]]:
        """The clusters of an id, of a label as written, of a label in any spelling, of any name; of the name's type."""
        key, one = normal_form(name.label), self.ids.get(f"{name.type.lower()}/{name.label}")
        yield [one] if one else []
        for clusters in (self.written.get(name.label, ()), self.labels.get(key, ()), self.names.get(key, ())):
            yield [cluster for cluster in clusters
                   if name.type in ("", cluster.key.type, self.home[id(cluster)].type)]

    def _choices(self, things: list[Thing]) -> list[str]:
        """How to write each of several things: by type where that tells them apart, else by id."""
        if len({thing.type for thing in things}) == len(things):
            return sorted(f"'{thing.type}: {thing.own_label()}'" for thing in things)
        ids = {id(cluster): node for node, cluster in self.ids.items()}
        return sorted(repr(ids.get(id(thing.parts[0]), thing.own_label())) for thing in things)

    def subject(self, line: Line) -> Thing | None:
        """The thing that a line of one name is about."""
        return self.find(line.names[0], line)


def _unknown(names: Iterable[Name]) -> str:
    return f"nothing in the graph is called {', '.join(repr(str(name)) for name in names)}"


def _words(line: Line) -> str:
    return f"{Path(line.where).name}: {line.reason}"


def _merge(desk: _Desk, line: Line) -> list[str]:
    found = {name: thing for name in line.names if (thing := desk.find(name, line))}
    distinct = list({id(thing): thing for thing in found.values()}.values())
    for other in distinct[1:]:
        _join(desk, distinct[0], other, line)
    missing = [name for name in line.names if name not in found]
    return [_unknown(missing)] if missing else [] if len(distinct) > 1 else ["its names are one thing already"]


def _join(desk: _Desk, into: Thing, other: Thing, line: Line) -> None:
    names = _names(other)
    if pair := parting(_names(into), names, desk.apart):
        raise contradiction(line, pair)
    into.parts += other.parts
    into.aliases |= other.aliases | {other.own_label()}
    into.lost = (into.lost | other.lost) - set(map(normal_form, names))
    into.because |= {part.key: _words(line) for part in other.parts} | other.because
    desk.home |= {id(part): into for part in other.parts}
    other.parts = []


def _names(thing: Thing) -> list[str]:
    return sorted({thing.own_label(), *thing.counts("names")})


def _split(desk: _Desk, line: Line) -> list[str]:
    thing = desk.subject(line)
    if thing is None:
        return [_unknown(line.names)]
    idle = [name for name in line.to if not (_unmerged(desk, thing, name) or _spelled(desk, thing, name, line))]
    return [f"{str(line.names[0])!r} holds nothing else called {str(name)!r}" for name in idle]


def _unmerged(desk: _Desk, thing: Thing, name: Name) -> bool:
    """Take out of a thing, just as it was, what a merge has made a part of it."""
    for clusters in desk.called(name):
        own = {id(cluster) for cluster in clusters if desk.home[id(cluster)] is thing}
        if own and len(own) < len(thing.parts):
            taken = [part for part in thing.parts if id(part) in own]
            thing.parts = [part for part in thing.parts if id(part) not in own]
            thing.because = {part.key: thing.because[part.key] for part in thing.parts if part.key in thing.because}
            thing.aliases -= {name for part in taken for name in (Thing.of(part).own_label(),)}
            desk.add(Thing(taken, taken[0].key.type))
            return True
    return False


def _spelled(desk: _Desk, thing: Thing, name: Name, line: Line) -> bool:
    """Take out of a thing what the papers mean that call it by a name."""
    key = normal_form(name.label)
    taken = {profile: papers for part in thing.parts for profile, papers in part.members.items()
             if key in map(normal_form, (profile.long, *(profile.forms or (profile.name,))))}
    if not taken or len(taken) == sum(len(part.members) for part in thing.parts):
        return False
    for part in thing.parts:
        part.lose(taken)
    thing.lost.add(key)
    fragment = Cluster.of(Key(thing.type, key), taken)
    own = Thing([fragment], thing.type, because={fragment.key: _words(line)})
    desk.add(own)
    desk.call(own, name.label, (*fragment.forms, *fragment.names))
    return True


def _rename(desk: _Desk, line: Line) -> list[str]:
    thing, label = desk.subject(line), line.to[0].label
    if thing is None:
        return [_unknown(line.names)]
    if thing.own_label() == label:
        return ["that is its name already"]
    other = desk.find(Name(thing.type, label), line)
    if other is not None and other is not thing and normal_form(other.own_label()) == normal_form(label):
        raise CurationError(f"{line.where}: {label!r} is the name of another {thing.type}: merge them, or write"
                            " another name")
    thing.aliases.add(thing.own_label())
    thing.label = label
    desk.call(thing, label)
    return []


def _retype(desk: _Desk, line: Line) -> list[str]:
    thing, type = desk.subject(line), line.to[0].label
    if thing is None:
        return [_unknown(line.names)]
    if thing.type == type:
        return [f"it is a {type} already"]
    same = desk.find(Name(type, thing.own_label()), line)
    if same is not None:
        _join(desk, same, thing, line)
    thing.type = type
    thing.because |= {part.key: _words(line) for part in thing.parts}
    return []


def _drop(desk: _Desk, line: Line) -> list[str]:
    thing = desk.subject(line)
    if thing is None:
        return [_unknown(line.names)]
    desk.dropped.append(thing)
    return []


def _alias(desk: _Desk, line: Line) -> list[str]:
    thing = desk.subject(line)
    if thing is None:
        return [_unknown(line.names)]
    told = []
    for name in line.to:
        other = desk.find(Name(name.type or thing.type, name.label), line)
        if other is thing:
            told.append(f"{name.label!r} is a name of it already")
        elif other is not None:
            _join(desk, thing, other, line)
        elif pair := parting(_names(thing), [name.label], desk.apart):
            raise contradiction(line, pair)
        thing.aliases.add(name.label)
        desk.call(thing, "", [name.label])
    return told


def _wider(desk: _Desk, line: Line) -> list[str]:
    thing, name = desk.subject(line), line.to[0]
    if thing is None:
        return [_unknown(line.names)]
    if thing.type not in _WIDER:
        return [f"a {thing.type} has no wider term"]
    relation, types = _WIDER[thing.type]
    found = (desk.find(Name(type, name.label), line) for type in types if name.type in ("", type))
    wider = next((one for one in found if one), None)
    if wider is None:
        wider = Thing([Cluster(Key(name.type or types[0], normal_form(name.label)))], name.type or types[0], name.label)
        desk.add(wider)
        desk.call(wider, name.label)
    if wider is thing:
        raise CurationError(f"{line.where}: {name.label!r} is the thing itself, so no wider term of it")
    desk.wider.append((thing, relation, wider))
    return []


_ACTS: Mapping[str, Callable[[_Desk, Line], list[str]]] = {
    "merge": _merge, "split": _split, "rename": _rename, "retype": _retype, "drop": _drop, "alias": _alias,
    "wider": _wider,
}
