"""The local engine: a map over this machine's processor cores whose results come in the order of what went in."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import Any, TypeVar

from kg.errors import KGError

T = TypeVar("T")
R = TypeVar("R")

BATCH = 32
# Below this many items, starting processes takes longer than they save.
INLINE_BELOW = 4 * BATCH
_WAITING_PER_WORKER = 3

_function: Callable[[Any], Any]


def ordered_map(
    function: Callable[[list[T]], list[R]], items: Iterable[T], workers: int | None = None, batch: int = BATCH
) -> Generator[R, None, None]:
    """The results of `function` over batches of `items`, flattened, in order, whatever finishes first.

    `function` takes a list and returns a list; with several workers it is pickled once for each, or inherited where the
    system forks. `workers` None means every core. One worker, and few items, run in this process. At most a few batches
    a worker are read ahead, so memory does not grow with the input. What `function` raises is raised here.

    Raises KGError if a worker process is killed. No process is left behind, also on KeyboardInterrupt, once the
    generator is closed.

    >>> list(ordered_map(sorted, [2, 1, 4, 3], workers=1, batch=2))
    [1, 2, 3, 4]
    """
    workers = workers or available_cores()
    source = iter(items)
    head = list(islice(source, INLINE_BELOW))
    batches = _batched(chain(head, source), batch)
    inline = workers == 1 or len(head) < INLINE_BELOW
    for results in map(function, batches) if inline else _pooled(function, batches, workers):
        yield from results


def available_cores() -> int:
    """How many cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _batched(items: Iterator[T], size: int) -> Iterator[list[T]]:
    while batch := list(islice(items, size)):
        yield batch


def _pooled(function: Callable[[list[T]], list[R]], batches: Iterator[list[T]], workers: int) -> Iterator[list[R]]:
    pool = ProcessPoolExecutor(workers, mp_context=_context(), initializer=_start_worker, initargs=(function,))
    waiting: deque[Future[list[R]]] = deque()
    try:
        for batch in islice(batches, workers * _WAITING_PER_WORKER):
            waiting.append(pool.submit(_work, batch))
        while waiting:
            done = waiting.popleft().result()
            waiting.extend(pool.submit(_work, batch) for batch in islice(batches, 1))
            yield done
    except BrokenProcessPool as error:
        raise KGError("a worker process was killed, perhaps for want of memory: try fewer workers") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _context() -> multiprocessing.context.BaseContext:
    """Fork on Linux: it starts fast and asks nothing of the caller's script; elsewhere what the system does best."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else None)


def _start_worker(function: Callable[[Any], Any]) -> None:
    global _function
    _function = function
    # What came from the parent is never looked through for garbage, so its memory stays shared with the parent's.
    gc.freeze()
    # Ctrl-C reaches the whole group: the parent alone answers it, and a worker ends when its parent does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(batch: list[Any]) -> Any:
    return _function(batch)
