"""Curation: what people say of the graph in YAML files that they keep, read into lines that a build replays.

A file is a list; each entry is one action, its argument where it has one, and a reason:

    - merge: [GRPO, Group-RPO]            the first gives the label
      reason: a spelling of its own
    - split: PID
      names: [partial information decomposition]
      reason: no controller
    - rename: "Method: mixture of experts"
      to: Mixture-of-Experts
      reason: the usual spelling

`retype` (`to` a type), `drop`, `alias` (more `names`), `wider` (`to` the wider term) and `apart` (a pair that no rule
may merge) are written alike. A name is written in any spelling that the linker takes for it, with its type before it
where it would else be unclear: `Task: routing`; an id of the graph, `task/routing`, will do, too.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from kg.errors import CurationError
from kg.link.apart import Apart, Pair, kept_apart
from kg.schema import ENTITY_TYPES
from kg.text import normal_form

# action -> the key of its argument; empty where it has none
ACTIONS = {"merge": "", "split": "names", "rename": "to", "retype": "to", "drop": "", "alias": "names", "wider": "to",
           "apart": ""}
_PAIRED = ("merge", "apart")


@dataclass(frozen=True, slots=True)
class Name:
    """A name as a curation line gives it; `type` is empty where it gives none."""

    type: str
    label: str

    def __str__(self) -> str:
        return f"{self.type}: {self.label}" if self.type else self.label


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a curation file: an action on `names`, with the texts of its argument, and why.

    `names` is what is merged or kept apart, else the one thing that is acted on. `where` is the file and the line.
    """

    action: str
    names: tuple[Name, ...]
    to: tuple[Name, ...]
    reason: str
    where: str


@dataclass(frozen=True, slots=True)
class Curation:
    """The lines of all files in order, and the files themselves: (name, text) of each."""

    lines: tuple[Line, ...] = ()
    files: tuple[tuple[str, str], ...] = ()

    @property
    def apart(self) -> Apart:
        """What the lines and the shipped table keep apart."""
        return kept_apart(tuple(Pair(line.names[0].label, line.names[1].label, line.reason, line.where)
                                for line in self.lines if line.action == "apart"))

    def digests(self) -> list[tuple[str, str]]:
        """The name of each file and the SHA-256 of its text."""
        return [(name, hashlib.sha256(text.encode()).hexdigest()) for name, text in self.files]


def load_curation(paths: Iterable[str | Path]) -> Curation:
    """The curation that files hold; raises CurationError, with file and line, for what says nothing usable."""
    found: list[tuple[str, str]] = []
    lines: list[Line] = []
    for path in map(Path, paths):
        text = _text(path)
        lines += read_lines(text, str(path))
        found.append((path.name, text))
    return _checked(Curation(tuple(lines), tuple(found)))


def replayed(files: Sequence[tuple[str, str]]) -> Curation:
    """The curation of files that an earlier build took, as (name, text)."""
    lines = (line for name, text in files for line in read_lines(text, name))
    return _checked(Curation(tuple(lines), tuple((name, text) for name, text in files)))


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise CurationError(str(path), (error.strerror or str(error)).lower()) from error
    except UnicodeDecodeError as error:
        raise CurationError(str(path), "not UTF-8 text; save it as UTF-8") from error


def _checked(curation: Curation) -> Curation:
    """The curation itself; raises CurationError where a merge and a pair that is kept apart contradict one another."""
    table = curation.apart
    for line in curation.lines:
        labels = [normal_form(name.label) for name in line.names]
        for one in labels if line.action == "merge" else ():
            if both := sorted(set(labels) & table.get(one, {}).keys()):
                raise contradiction(line, table[one][both[0]])
    return curation


def contradiction(line: Line, pair: Pair) -> CurationError:
    """The error of a merge of what must be kept apart; it names both lines."""
    return CurationError(f"{line.where}: this merge contradicts {pair.where}, which keeps {pair.one!r} and "
                         f"{pair.other!r} apart ({pair.why}): take one of the two out")


def read_lines(text: str, file: str) -> Iterator[Line]:
    """The lines of a curation file's text, in order; raises CurationError with the file and the line."""
    root = _composed(text, file)
    if root is None:
        return
    if not isinstance(root, yaml.SequenceNode):
        raise CurationError(f"{_place(file, root)}: a curation file is a list: begin each entry with '- '")
    for entry in root.value:
        yield _line(entry, file)


def _composed(text: str, file: str) -> yaml.Node | None:
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        hint = "; put quotes around a name that holds ': '" if "mapping values" in str(error.problem) else ""
        place = f"{file}:{mark.line + 1}" if mark else file
        raise CurationError(f"{place}: not YAML: {error.problem}{hint}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise CurationError(f"{file}: not YAML: {getattr(error, 'reason', 'too deeply nested')}") from error


def _place(file: str, node: yaml.Node) -> str:
    return f"{file}:{node.start_mark.line + 1}"


def _line(entry: yaml.Node, file: str) -> Line:
    place = _place(file, entry)
    fields = _fields(entry, file)
    actions = [key for key in fields if key in ACTIONS]
    if len(actions) != 1:
        raise CurationError(f"{place}: an entry has one action: {', '.join(ACTIONS)}")
    action = actions[0]
    argument = ACTIONS[action]
    if unknown := sorted(fields.keys() - {action, argument, "reason"}):
        raise CurationError(f"{place}: {action} has no {unknown[0]!r}; it takes {argument or 'nothing'} and a reason")
    reason = fields["reason"].value if isinstance(fields.get("reason"), yaml.ScalarNode) else ""
    if not reason.strip():
        raise CurationError(f"{place}: say why: add 'reason: ...'")
    if argument and argument not in fields:
        raise CurationError(f"{place}: {action} needs '{argument}: ...'")
    names = _names(fields[action], file)
    to = _names(fields[argument], file) if argument else ()
    line = Line(action, names, to, " ".join(reason.split()), place)
    _check(line)
    return line


def _fields(entry: yaml.Node, file: str) -> dict[str, yaml.Node]:
    if not isinstance(entry, yaml.MappingNode):
        raise CurationError(f"{_place(file, entry)}: an entry is an action and a reason, such as"
                            " '- drop: our method' and under it '  reason: names nothing'")
    fields: dict[str, yaml.Node] = {}
    for key, value in entry.value:
        if key.value in fields:
            raise CurationError(f"{_place(file, key)}: {key.value!r} stands twice in one entry")
        fields[str(key.value)] = value
    return fields


def _names(node: yaml.Node, file: str) -> tuple[Name, ...]:
    if isinstance(node, yaml.SequenceNode):
        return tuple(_name(one, file) for one in node.value)
    return (_name(node, file),)


def _name(node: yaml.Node, file: str) -> Name:
    """A name as text, `Type: name` or an id; `{Type: name}`, which YAML makes of it in a list, is the same."""
    place = _place(file, node)
    if isinstance(node, yaml.MappingNode) and len(node.value) == 1:
        (key, value), = node.value
        if key.value not in ENTITY_TYPES or not isinstance(value, yaml.ScalarNode):
            raise CurationError(f"{place}: unknown type {key.value!r}; one of {', '.join(ENTITY_TYPES)}")
        return Name(key.value, value.value.strip())
    if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
        raise CurationError(f"{place}: a name is a text, such as GRPO or 'Method: GRPO'")
    return named(node.value)


def named(text: str) -> Name:
    """The name that a text gives, with its type where it gives one.

    >>> named("Task: routing"), named("task/routing"), named("TD(0): the method")
    (Name(type='Task', label='routing'), Name(type='Task', label='routing'), Name(type='', label='TD(0): the method'))
    """
    for mark in (": ", "/"):
        kind, found, label = text.strip().partition(mark)
        types = {name.lower() if mark == "/" else name: name for name in ENTITY_TYPES}
        if found and kind in types and label.strip():
            return Name(types[kind], label.strip())
    return Name("", text.strip())


def _check(line: Line) -> None:
    """Raises CurationError for a line that says too little, too much, or nothing."""
    count = len(line.names)
    if line.action == "merge" and count < 2:
        raise CurationError(f"{line.where}: merge takes a list of two or more names")
    if line.action == "apart" and count != 2:
        raise CurationError(f"{line.where}: apart takes a list of two names")
    if line.action not in _PAIRED and count != 1:
        raise CurationError(f"{line.where}: {line.action} takes one name; write an entry for each")
    if ACTIONS[line.action] == "to" and len(line.to) != 1:
        raise CurationError(f"{line.where}: {line.action} takes one text under 'to'")
    if line.action == "retype" and line.to[0].label not in ENTITY_TYPES:
        raise CurationError(f"{line.where}: unknown type {line.to[0].label!r}; one of {', '.join(ENTITY_TYPES)}")
    if line.action == "apart" and len({normal_form(name.label) for name in line.names}) == 1:
        raise CurationError(f"{line.where}: two spellings of one name; write a split to part what it names")
