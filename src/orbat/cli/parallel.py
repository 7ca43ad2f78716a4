"""Apply a function to many items on all cores, in order. Failures do not stop the remaining items."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from traceback import format_exception
from typing import TYPE_CHECKING, TypeVar

from orbat.model.record import Value

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
R = TypeVar("R")

MAX_JOBS = 32
_MAX_CHUNK = 16
"""Maximum number of items passed to a process at a time. With more, one process might finish much later than the
others."""
_MIN_CHUNKS = 4
"""Minimum number of chunks per process."""


class Failed(Value):
    """The result of `run_each` for an item that failed: the reason, and any traceback."""

    reason: str
    traceback: str = ""


def cores() -> int:
    """The number of processor cores available, up to `MAX_JOBS`."""
    if hasattr(os, "sched_getaffinity"):
        return min(MAX_JOBS, len(os.sched_getaffinity(0)))
    return min(MAX_JOBS, os.cpu_count() or 1)


def run_each(
    work: Callable[[T], R],
    items: Sequence[T],
    jobs: int,
    tick: Callable[[int, T], None] = lambda done, last: None,
) -> list[R | Failed]:
    """Call `work` for every item in up to `jobs` processes. Returns the results in the order of the items.

    `tick` is called with the number of items just completed, and with the last of these items. If `jobs` is more than
    1, then `work`, the items and the results must be picklable.
    """
    if jobs == 1:
        return [*_in_this_process(work, items, tick)]
    found: dict[int, R | Failed] = {}
    for place, result in _in_pool(work, items, jobs, tick):
        found[place] = result
    missing = [place for place in range(len(items)) if place not in found]
    for place, result in zip(missing, _isolated(work, [items[place] for place in missing]), strict=True):
        found[place] = result
        tick(1, items[place])
    return [found[place] for place in range(len(items))]


def _in_this_process(
    work: Callable[[T], R], items: Sequence[T], tick: Callable[[int, T], None]
) -> Iterator[R | Failed]:
    for item in items:
        yield _attempt(work, item)
        tick(1, item)


def _attempt(work: Callable[[T], R], item: T) -> R | Failed:
    try:
        return work(item)
    except Exception as error:  # continue with the other items
        return Failed(f"{type(error).__name__}: {error}".rstrip(": "), "".join(format_exception(error)))


def _attempt_each(work: Callable[[T], R], items: Sequence[T]) -> list[R | Failed]:
    return [_attempt(work, item) for item in items]


def _in_pool(
    work: Callable[[T], R], items: Sequence[T], jobs: int, tick: Callable[[int, T], None]
) -> Iterator[tuple[int, R | Failed]]:
    # If a process is killed, the unfinished items get no results.
    from concurrent.futures import as_completed
    from concurrent.futures.process import BrokenProcessPool

    step = max(1, min(_MAX_CHUNK, len(items) // (jobs * _MIN_CHUNKS)))
    pool = _pool(jobs)
    try:
        parts = {pool.submit(_attempt_each, work, items[at : at + step]): at for at in range(0, len(items), step)}
        for part in as_completed(parts):
            results = part.result()
            yield from enumerate(results, parts[part])
            tick(len(results), items[parts[part] + len(results) - 1])
    except BrokenProcessPool:
        return
    finally:
        pool.shutdown(cancel_futures=True)


def _isolated(work: Callable[[T], R], items: Sequence[T]) -> Iterator[R | Failed]:
    # For items that may kill their process, for example by using too much memory. A killed process is replaced.
    from concurrent.futures.process import BrokenProcessPool

    pool: ProcessPoolExecutor | None = None
    try:
        for item in items:
            pool = pool or _pool(1)
            try:
                yield pool.submit(_attempt, work, item).result()
            except BrokenProcessPool:
                pool.shutdown()
                pool = None
                yield Failed("the process was killed, probably for lack of memory")
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # A forked process need not import modules again. Not all systems can fork safely. Only the main process reacts to
    # Ctrl-C.
    import multiprocessing
    import signal
    import threading
    from concurrent.futures import ProcessPoolExecutor

    forks = sys.platform == "linux" and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if forks else "spawn")
    return ProcessPoolExecutor(jobs, context, signal.signal, (signal.SIGINT, signal.SIG_IGN))
