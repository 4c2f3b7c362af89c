"""Pairs of nodes that may be one thing, with what speaks for it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rapidfuzz import fuzz

from kg.link.apart import Apart, parting
from kg.link.model_parts import model_parts
from kg.link.names import is_acronym, kin, spells_out
from kg.model import Edge, Node
from kg.schema import ENTITY_TYPES
from kg.text import normal_form

# What is commoner than this says nothing of two names that have it in common.
_MOST_SHARING = 60
_LEAST_SCORE = 0.45
_NAMING = ("introduces", "trainsOn", "evaluatesOn", "uses", "addresses", "usesModel", "comparesWith", "measures")
_WORD = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)*")
_FILLER = frozenset("a an and for from in of on the to via with".split())
_ENDING = re.compile(r"(?<=...)(?:ations?|ings?|ion|ed|es|s|e)$")


@dataclass(frozen=True, slots=True)
class Likely:
    """Two nodes that may be one, how likely that is on a scale to 1, and the evidence in words."""

    one: Node
    other: Node
    score: float
    evidence: tuple[str, ...]


def likely_pairs(nodes: Sequence[Node], edges: Iterable[Edge], apart: Apart | None = None) -> list[Likely]:
    """Pairs of nodes of one type that may be one thing, likeliest first.

    What speaks for a pair is the same words in other order or with other endings, a name that spells out the other's
    acronym, a small distance between long names, and papers that name both beside the same things. Pairs that are kept
    apart, that differ in a number, of which papers introduce both, or of which one is the other's wider term, variant
    or part are not listed.
    """
    entities = [node for node in nodes if node.type in ENTITY_TYPES]
    edges = list(edges)
    related = {frozenset((edge.subject, edge.object)) for edge in edges
               if edge.relation in ("broader", "partOf", "memberOf", "variantOf")}
    introduced = {edge.object for edge in edges if edge.relation == "introduces"}
    company, labels = _Company.of(edges), {node.id: node.label for node in entities}
    found = []
    for one, other, reason, base in _proposed(entities):
        coined = one.id in introduced and other.id in introduced
        if coined or frozenset((one.id, other.id)) in related or _kept_apart(one, other, apart):
            continue
        beside, weight = company.of_both(one.id, other.id)
        score = min(1.0, base + weight)
        if score >= _LEAST_SCORE:
            words = (f"papers name both beside {', '.join(labels[id] for id in beside)}",) if beside else ()
            found.append(Likely(one, other, round(score, 2), (reason, *words)))
    return sorted(found, key=lambda pair: (-pair.score, -company.least(pair), pair.one.id, pair.other.id))


def _proposed(nodes: Sequence[Node]) -> Iterator[tuple[Node, Node, str, float]]:
    """Each pair once, by the strongest of the rules that propose it."""
    seen: set[tuple[str, str]] = set()
    for keys, reason, score in _RULES:
        groups: dict[tuple[str, str], list[Node]] = {}
        for node in nodes:
            for key in dict.fromkeys(keys(node)):
                groups.setdefault((node.type, key), []).append(node)
        for place in sorted(groups):
            group = groups[place]
            for one, other in combinations(group, 2) if len(group) <= _MOST_SHARING else ():
                pair = min(one.id, other.id), max(one.id, other.id)
                if pair not in seen and (words := reason(one, other, place[1])):
                    seen.add(pair)
                    yield one, other, words, score(one, other)


def _names(node: Node) -> tuple[str, ...]:
    return node.label, *node.aliases


def _folded(node: Node) -> Iterator[str]:
    """The stems of a label's words in the order of the alphabet, without filler."""
    yield _stems(node.label)


def _stems(name: str) -> str:
    """The stems of the words in the order of the alphabet; nothing of a single word."""
    words = [part for word in name.casefold().split() if word not in _FILLER
             for part in _WORD.findall(word.removesuffix("-based"))]
    return " ".join(sorted(_ENDING.sub("", word) for word in words)) if len(words) > 1 else ""


def _any_name(node: Node) -> Iterator[str]:
    return map(normal_form, _names(node))


def _shorts(node: Node) -> Iterator[str]:
    """Acronyms among the names, and what the words of its names would be abbreviated to."""
    for name in _names(node):
        if is_acronym(name):
            yield normal_form(name)
        words = [word for word in _WORD.findall(name) if word.casefold() not in _FILLER]
        if 3 <= len(words) <= 6:
            yield "".join(word[0] for word in words).casefold()


def _windows(node: Node) -> Iterator[str]:
    """Pieces of long labels, of which near ones share at least one."""
    letters = normal_form(node.label)
    if len(letters) >= 12:
        third = len(letters) // 3
        yield from (f"0{letters[:third]}", f"1{letters[-third:]}")


def _same_words(one: Node, other: Node, key: str) -> str:
    if not key:
        return ""
    return "the same words with other endings" if _same_order(one, other) else "the same words in another order"


def _same_order(one: Node, other: Node) -> bool:
    """Whether two labels of the same words have the first in common; "x of y" is "y x"."""
    first, second = (_WORD.findall(" of ".join(reversed(node.label.casefold().split(" of ")))) for node in (one, other))
    return str(first[0])[:4] == str(second[0])[:4]


def _of_order(one: Node, other: Node) -> float:
    return 0.7 if _same_order(one, other) else 0.5


def _same_name(one: Node, other: Node, key: str) -> str:
    shared = sorted(set(map(normal_form, _names(one))) & set(map(normal_form, _names(other))))
    longest = max(shared, key=len, default="")
    name = next((name for name in _names(one) if normal_form(name) == longest), "")
    if is_acronym(name) or len(longest) < 5:
        return f"both are called {name!r}, in like words" if name and kin(one.label, other.label) else ""
    return f"both are called {name!r}"


def _spelled_out(one: Node, other: Node, key: str) -> str:
    for short, long in ((one, other), (other, one)):
        if is_acronym(short.label) and len(short.label) > 2 and not any(" " in name for name in short.aliases) and (
                spells_out(short.label, long.label) and normal_form(short.label) == key):
            return f"{long.label!r} spells out {short.label!r}, which no paper spells out"
    return ""


def _near(one: Node, other: Node, key: str) -> str:
    ours, theirs = (Counter(_WORD.findall(node.label.casefold())) for node in (one, other))
    ratio = fuzz.ratio(one.label.casefold(), other.label.casefold())
    differing = list((ours - theirs).elements()), list((theirs - ours).elements())
    if ratio < 88 or not all(len(words) == 1 and len(words[0]) > 4 for words in differing):
        return ""
    return f"{ratio:.0f} % of the letters are the same" if fuzz.ratio(differing[0][0], differing[1][0]) >= 80 else ""


def _of_ratio(one: Node, other: Node) -> float:
    return float((fuzz.ratio(one.label.casefold(), other.label.casefold()) - 88) / 12 * 0.3 + 0.4)


_Rule = tuple[Callable[[Node], Iterator[str]], Callable[[Node, Node, str], str], Callable[[Node, Node], float]]
# keys that nodes of a pair have in common, words for what the pair has in common, score
_RULES: tuple[_Rule, ...] = (
    (_folded, _same_words, _of_order),
    (_any_name, _same_name, lambda one, other: 0.55),
    (_shorts, _spelled_out, lambda one, other: 0.45),
    (_windows, _near, _of_ratio),
)


def _kept_apart(one: Node, other: Node, apart: Apart | None) -> bool:
    """Whether two nodes must not be one: by the table, or because they differ in a number, a size or a version."""
    if parting(_names(one), _names(other), apart):
        return True
    if one.type in ("Model", "ModelFamily") and model_parts(one.label) != model_parts(other.label):
        return True
    return _numbers(one.label) != _numbers(other.label)


def _numbers(name: str) -> Counter[str]:
    return Counter(re.findall(r"\d+(?:\.\d+)*|[+*]", name))


@dataclass(frozen=True, slots=True)
class _Company:
    """Node id -> the papers that name it, and the things that they name."""

    papers: Mapping[str, set[str]]
    things: Mapping[str, set[str]]

    @classmethod
    def of(cls, edges: Iterable[Edge]) -> "_Company":
        papers: dict[str, set[str]] = {}
        named: dict[str, set[str]] = {}
        for edge in edges:
            if edge.subject == edge.paper and edge.paper and edge.relation in _NAMING:
                papers.setdefault(edge.object, set()).add(edge.paper)
                named.setdefault(edge.paper, set()).add(edge.object)
        return cls(papers, named)

    def least(self, pair: Likely) -> int:
        """How many papers name the rarer of a pair."""
        return min(len(self.papers.get(node.id, ())) for node in (pair.one, pair.other))

    def of_both(self, one: str, other: str) -> tuple[tuple[str, ...], float]:
        """Ids of what stands beside both in papers, the rarest first, and the weight of that for the pair.

        A paper that names both speaks against it.
        """
        ours, theirs = self.papers.get(one, set()), self.papers.get(other, set())
        if ours & theirs:
            return (), -0.2
        near, far = ({thing for paper in papers for thing in self.things[paper]} for papers in (ours, theirs))
        shared = sorted(near & far, key=lambda thing: (len(self.papers[thing]), thing))
        rare = [thing for thing in shared if len(self.papers[thing]) <= _MOST_SHARING]
        return tuple(rare[:3]), min(0.2, 0.05 * len(rare))
