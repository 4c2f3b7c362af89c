"""Names of plain words: what they are taken for, which name nothing, and words that only say what kind a thing is."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from kg.text import normal_form

# type -> words behind a coined name that say what it is
_KINDS = {
    "Method": frozenset("algorithm framework method module optimizer pipeline".split()),
    "Benchmark": frozenset("benchmark dataset leaderboard suite".split()),
    "Metric": frozenset("metric score".split()),
    "ModelFamily": frozenset("family families model models series".split()),
}
# words behind a task that make no other task of it
_OF_TASKS = frozenset(
    "ability abilities benchmark benchmarks capability capabilities performance setting settings".split())
# words before a method that only compare it
_COMPARING = frozenset(
    "classical conventional existing naive original plain prior standard traditional vanilla".split())
_NONE: frozenset[str] = frozenset()
# A method that is called by one of these and nothing but the vague words below is none.
_CLASSES = frozenset(
    "algorithm approach architecture baseline framework mechanism method model module paradigm perspective pipeline"
    " principle procedure process scheme solution strategy system technique".split())
_VAGUE = frozenset(
    "adaptive automated classical competing competitive complete comprehensive conventional current data-driven"
    " different differentiable dual-stage dynamic effective efficient end-to-end existing flexible general generic"
    " geometric hierarchical holistic hybrid improved inference-time integrated interpretable iterative lightweight"
    " modular multi-stage naive new novel open-source plug-and-play post-training practical previous principled prior"
    " probabilistic proposed recent robust scalable second-best self-supervised simple single-stage sota specialized"
    " standard state-of-the-art static strong systematic theoretical theory-driven three-stage traditional training"
    " two-stage unified universal various".split())
# ends of words that make a class of methods no narrower
_VAGUE_ENDS = ("-agnostic", "-aware", "-based", "-driven", "-free", "-theoretic")


def without_kind(type: str, name: str) -> str:
    """A name without the word behind it that says what it is.

    Of methods and the like only a single coined word is taken, with a capital or a digit inside it: "DP method" may be
    any of that kind, and several "methods" are not one.

    >>> without_kind("Method", "FooNet framework"), without_kind("Method", "graph framework")
    ('FooNet', 'graph framework')
    >>> without_kind("Task", "reasoning capabilities")
    'reasoning'
    """
    rest, _, kind = name.rpartition(" ")
    if type == "Task":
        return rest if rest and kind.casefold() in _OF_TASKS else name
    if kind.casefold() not in _KINDS.get(type, _NONE) or " " in rest or len(rest) < 3:
        return name
    last = rest.rpartition("-")[2]
    return rest if any(sign.isupper() or sign.isdigit() for sign in last[1:]) else name


def without_praise(type: str, name: str) -> str:
    """The name of a method without a word before it that only compares it: "vanilla GRPO" is GRPO.

    >>> without_praise("Method", "vanilla GRPO"), without_praise("Metric", "standard deviation")
    ('GRPO', 'standard deviation')
    """
    first, _, rest = name.partition(" ")
    return rest if type == "Method" and rest and first.casefold() in _COMPARING else name


@lru_cache(maxsize=1)
def _told() -> Mapping[tuple[str, str], str]:
    lines = files("kg.data").joinpath("plain_names.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines[1:] if line.strip() and not line.startswith("#"))
    return {(type, normal_form(name)): thing for type, name, thing in rows}


def taken_for(type: str, name: str) -> str:
    """The lexicon's name for what a plain name is taken for, empty where it is not known to be taken for another.

    >>> taken_for("Metric", "attack success"), taken_for("Metric", "accuracy")
    ('attack success rate', '')
    """
    return _told().get((type, normal_form(name)), "")


@lru_cache(maxsize=100_000)
def names_nothing(type: str, name: str) -> bool:
    """Whether a name of a type names no thing: a word such as "rate", a vague class of methods, or a mere number.

    >>> names_nothing("Metric", "rate"), names_nothing("Metric", "accuracy"), names_nothing("Benchmark", "2025")
    (True, False, True)
    >>> names_nothing("Method", "Two-stage framework"), names_nothing("Method", "SOTA baselines")
    (True, True)
    """
    bare = normal_form(name)
    return bare.isdigit() or _told().get((type, bare)) == "" or (type == "Method" and _vague(name))


def _vague(name: str) -> bool:
    *before, last = name.casefold().split()
    kind = last[:-3] + "y" if last.endswith("ies") else last.removesuffix("es") if last.endswith("ches") else (
        last.removesuffix("s"))
    several = kind != last
    return kind in _CLASSES and all(word in _VAGUE or (several and word.endswith(_VAGUE_ENDS)) for word in before)
