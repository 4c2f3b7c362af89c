"""What a user can mend: one root, its few children worded for the person who can mend it."""


class KGError(Exception):
    """The root of every error that a user's input, data or disk can cause; its text is one line."""


class InputError(KGError):
    """A source that cannot be read as papers: says which file, where in it, and what to do."""

    def __init__(self, path: str, reason: str, line: int | None = None) -> None:
        where = path if line is None else f"{path}:{line}"
        super().__init__(f"{where}: {reason}")
        self.path, self.reason, self.line = path, reason, line


class GraphError(KGError):
    """A graph directory that is missing, not ours, in use, or damaged."""


class QueryError(KGError):
    """A SPARQL query that is malformed, forbidden, or ran out of time."""


class ExportError(KGError):
    """An export that cannot be written: unknown format, a full disk, a target that is in the way."""


class LexiconError(KGError):
    """A lexicon file with a row that says nothing usable."""


class CurationError(KGError):
    """A curation file that is not to be read, or a line of it that contradicts another or names several things."""
