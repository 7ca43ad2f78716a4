"""The versions kept of a file: each with what it came to, compared with what is on screen, and brought back."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from orbat.data.problem import Problem
from orbat.formats.orbat_file import read_orbat
from orbat.model.orbat import Orbat
from orbat.model.points import show
from orbat.report.changes import Change, changes
from orbat.session.versions import Version
from orbat.tui import storage
from orbat.tui.commands.host import Host
from orbat.tui.widgets.lines import Line

WIDTH = 60
"""The cells of a question that the words of a change have."""


def versions(host: Host) -> None:
    """Show the versions kept of this file; the one chosen is compared with what is on screen."""
    file = host.now.file
    kept = storage.versions_of(file) if file else ()
    if not kept:
        host.say("No versions yet: each save keeps one.")
        return
    lines = tuple(Line(key=number, name=_when(one), columns=(_points(one),)) for number, one in enumerate(kept))
    host.choose("Compare with which version?", lines, lambda n: _compare(host, kept[int(n)]))


def _when(version: Version) -> str:
    return f"{version.at.astimezone():%d %B %Y, %H:%M:%S}"


def _read(version: Version) -> Orbat | None:
    text = version.text()
    return None if isinstance(text, Problem) else read_orbat(text).orbat


def _points(version: Version) -> str:
    """What it came to, as was written when it was saved, and of what size."""
    orbat = _read(version)
    if orbat is None or orbat.total is None:
        return ""
    return f"{show(orbat.total)} of {orbat.game_size} points" if orbat.game_size else f"{show(orbat.total)} points"


def _change(number: int, one: Change) -> Iterator[Line]:
    """A change in as many lines as its words need."""
    first, *rest = wrap(one.words, WIDTH) or [""]
    yield Line(key=number, name=first, symbol=one.sign)
    for more, words in enumerate(rest):
        yield Line(key=(number, more), name=words, depth=1, heading=True)


def _compare(host: Host, version: Version) -> None:
    """Show what differs from a version, and offer to bring it back, as a step that can be undone."""
    orbat = _read(version)
    book = host.program.workspace.book(orbat) if orbat else None
    if orbat is None or book is None:
        host.say("This version cannot be read.", severity="error")
        return
    then = host.program.workspace.open(orbat, book)
    differs = changes(then.report, host.now.report)
    lines = tuple(line for number, one in enumerate(differs) for line in _change(number, one))
    question = f"Since {_when(version)}:" if lines else f"Nothing has changed since {_when(version)}."
    answers = (("restore", "Bring it back"), ("back", "Go back")) if lines else (("back", "Go back"),)
    step = f"bring back {_when(version)}"
    acts = {"restore": lambda: host.go(host.now.history.do(step, then.orbat), ())}
    host.offer(question, answers, acts, lines)
