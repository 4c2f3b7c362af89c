"""Questions worth asking of a graph: SPARQL files that run as they are, with values that one may put in their place.

A file's first line is its question; `# name: …` lines describe its parameters. The parameter `name` is the line
`VALUES ?name { … }` in the query, which holds an example, or UNDEF where it need not be given.
"""

import re
from collections.abc import Mapping
from importlib.resources import files

from kg.errors import QueryError

SUFFIX = ".rq"
PARAMETER = re.compile(r"^# (\w+): (.+)$", re.MULTILINE)
VALUES = re.compile(r"VALUES \?(\w+) \{[^}]*\}")
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
# A backslash before u takes the u with it: some engines look for \u before they look for texts, some for 8 digits.
UNSAFE = re.compile(r'\\[uU]|[\\"\x00-\x1f\x7f\ud800-\udfff]')


def names() -> list[str]:
    """The names of the questions, sorted.

    >>> names()[:2]
    ['benchmarks-by-year', 'compared-with']
    """
    found = (file.name for file in files(__name__).iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX))


def question(name: str) -> str:
    """What a query answers, in words.

    >>> question("top-methods")
    'Which methods do most papers use?'
    """
    return _source(name).partition("\n")[0].removeprefix("# ")


def parameters(name: str) -> Mapping[str, str]:
    """The parameters of a query, each with its description.

    >>> parameters("top-methods")
    {'year': 'of the papers; all years where it is not given'}
    """
    return dict(PARAMETER.findall(_source(name)))


def text(name: str, **values: str | int) -> str:
    """The query with values for its parameters; without them it asks its example.

    Texts are escaped, whatever they hold. Raises QueryError for an unknown query or parameter.
    """
    known = parameters(name)
    for parameter in values:
        if parameter not in known:
            raise QueryError(f"{name} has no parameter {parameter!r}; it has {', '.join(known) or 'none'}")
    return VALUES.sub(lambda found: _values(found, values), _source(name))


def _values(found: re.Match[str], values: Mapping[str, str | int]) -> str:
    parameter = found.group(1)
    return f"VALUES ?{parameter} {{ {literal(values[parameter])} }}" if parameter in values else found.group()


def literal(value: str | int) -> str:
    r"""A text or a whole number as SPARQL writes it.

    >>> print(literal('He said "\\u0041"'), literal(2026))
    "He said \"\\\U000000750041\"" 2026
    """
    return str(value) if isinstance(value, int) else f'"{UNSAFE.sub(_escaped, value)}"'


def _escaped(found: re.Match[str]) -> str:
    first, rest = found.group()[:1], found.group()[1:]
    if "\ud800" <= first <= "\udfff":
        return "\ufffd"
    return ESCAPES.get(first, f"\\U{ord(first):08X}") + (f"\\U{ord(rest):08X}" if rest else "")


def _source(name: str) -> str:
    if name not in names():
        raise QueryError(f"there is no query {name!r}; there are {', '.join(names())}")
    return (files(__name__) / f"{name}{SUFFIX}").read_text("utf-8")
