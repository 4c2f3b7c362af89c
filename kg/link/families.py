"""The family of a model that only its name tells."""

from collections.abc import Mapping
from functools import lru_cache

from kg.lexicon import Entry, Lexicon


@lru_cache(maxsize=4)
def _stems(lexicon: Lexicon) -> Mapping[str, Entry]:
    """Names of families as they stand at the beginning of a model's name; those that match loosely in any case."""
    found: dict[str, Entry] = {}
    for entry in lexicon.entries:
        for form in entry.forms if entry.type == "ModelFamily" else ():
            found.setdefault(form, entry)
            if entry.match == "loose" and len(form) > 3:
                found.setdefault(form.casefold(), entry)
    return found


def family_of(name: str, lexicon: Lexicon) -> Entry | None:
    """The family that a model's name begins with: the longest that ends where a word, or its letters, end.

    >>> from kg.lexicon import Entry, Lexicon
    >>> lexicon = Lexicon([Entry("ModelFamily", "Llama", ("LLaMA",), match="case"), Entry("ModelFamily", "Code Llama")])
    >>> [getattr(family_of(name, lexicon), "name", "") for name in ("LLaMA2-7B", "Code Llama 7B", "Llamas", "Ollama")]
    ['Llama', 'Code Llama', '', '']
    """
    stems = _stems(lexicon)
    for end in range(len(name), 1, -1):
        if end < len(name) and name[end].isalpha() and name[end - 1].isalpha():
            continue
        if entry := stems.get(name[:end]) or stems.get(name[:end].casefold()):
            return entry
    return None
