"""The same work on many things, on all cores, in the order of the things. Nothing that fails stops the rest."""

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

MOST_JOBS = 32
_MOST_AT_ONCE = 16
"""So many things at most are handed to a process at a time, so that the last ones are shared out well."""
_ROUNDS = 4
"""So often at least each process comes back for more."""


class Failed(Value):
    """Work on one thing that broke down: how, and the traceback where there is one."""

    why: str
    traceback: str = ""


def cores() -> int:
    """How many processes can run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return min(MOST_JOBS, len(os.sched_getaffinity(0)))
    return min(MOST_JOBS, os.cpu_count() or 1)


def each(
    work: Callable[[T], R], things: Sequence[T], jobs: int, tick: Callable[[int], None] = lambda done: None
) -> list[R | Failed]:
    """What the work makes of each thing, or how it failed; `tick` hears how many more are done.

    With more than one job the work and what it makes go from process to process, and so must be such as pickle takes.
    """
    if jobs == 1:
        return [*_alone(work, things, tick)]
    found: dict[int, R | Failed] = {}
    for place, made in _shared(work, things, jobs, tick):
        found[place] = made
    left = [place for place in range(len(things)) if place not in found]
    for place, made in zip(left, _on_trial(work, [things[place] for place in left]), strict=True):
        found[place] = made
        tick(1)
    return [found[place] for place in range(len(things))]


def _alone(work: Callable[[T], R], things: Sequence[T], tick: Callable[[int], None]) -> Iterator[R | Failed]:
    for thing in things:
        yield _tried(work, thing)
        tick(1)


def _tried(work: Callable[[T], R], thing: T) -> R | Failed:
    try:
        return work(thing)
    except Exception as error:  # whatever it is, the others are to be seen to
        return Failed(f"{type(error).__name__}: {error}".rstrip(": "), "".join(format_exception(error)))


def _tried_each(work: Callable[[T], R], things: Sequence[T]) -> list[R | Failed]:
    return [_tried(work, thing) for thing in things]


def _shared(
    work: Callable[[T], R], things: Sequence[T], jobs: int, tick: Callable[[int], None]
) -> Iterator[tuple[int, R | Failed]]:
    """What comes back, with its place; what a killed process took with it does not."""
    from concurrent.futures import as_completed
    from concurrent.futures.process import BrokenProcessPool

    step = max(1, min(_MOST_AT_ONCE, len(things) // (jobs * _ROUNDS)))
    pool = _pool(jobs)
    try:
        parts = {pool.submit(_tried_each, work, things[at : at + step]): at for at in range(0, len(things), step)}
        for part in as_completed(parts):
            made = part.result()
            yield from enumerate(made, parts[part])
            tick(len(made))
    except BrokenProcessPool:
        return
    finally:
        pool.shutdown(cancel_futures=True)


def _on_trial(work: Callable[[T], R], things: Sequence[T]) -> Iterator[R | Failed]:
    """The work on things of which some kill the process that they are done in, one after another."""
    from concurrent.futures.process import BrokenProcessPool

    pool: ProcessPoolExecutor | None = None
    try:
        for thing in things:
            pool = pool or _pool(1)
            try:
                yield pool.submit(_tried, work, thing).result()
            except BrokenProcessPool:
                pool.shutdown()
                pool = None
                yield Failed("the process that read it was killed, as happens where there is too little memory")
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Processes that leave Ctrl-C to us; where that is safe they begin with all that is loaded here."""
    import multiprocessing
    import signal
    import threading
    from concurrent.futures import ProcessPoolExecutor

    forks = sys.platform == "linux" and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if forks else "spawn")
    return ProcessPoolExecutor(jobs, context, signal.signal, (signal.SIGINT, signal.SIG_IGN))
