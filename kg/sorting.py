"""Sorting what memory cannot hold: sorted runs wait in a file and are merged on the way out."""

import pickle
from collections.abc import Callable, Iterator
from heapq import merge
from typing import Any, BinaryIO, Generic, TypeVar

T = TypeVar("T")

AT_ONCE = 30_000
_CHUNK = 250


class SortedOnDisk(Generic[T]):
    """Items in the order of a key, equal ones in the order in which they were added; at most `AT_ONCE` in memory.

    The file is the caller's, and may serve several of these; items are what `pickle` can write. Whoever iterates
    before the last item was added sees the items that there are.
    """

    def __init__(self, file: BinaryIO, key: Callable[[T], Any] | None = None) -> None:
        self._file = file
        self._key: Any = key  # without one, items are compared themselves
        self._runs: list[list[int]] = []  # where in the file the chunks of each run begin
        self._held: list[T] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, item: T) -> None:
        """Take in one more."""
        self._held.append(item)
        self._count += 1
        if len(self._held) >= AT_ONCE:
            self._spill()

    def __iter__(self) -> Iterator[T]:
        self._held.sort(key=self._key)
        runs = [*map(self._run, self._runs), iter(self._held)]
        return merge(*runs, key=self._key) if self._key else merge(*runs)  # type: ignore[type-var]

    def _spill(self) -> None:
        self._held.sort(key=self._key)
        places = []
        self._file.seek(0, 2)
        for start in range(0, len(self._held), _CHUNK):
            places.append(self._file.tell())
            pickle.dump(self._held[start:start + _CHUNK], self._file, pickle.HIGHEST_PROTOCOL)
        self._runs.append(places)
        self._held.clear()

    def _run(self, places: list[int]) -> Iterator[T]:
        for place in places:
            self._file.seek(place)
            yield from pickle.load(self._file)
