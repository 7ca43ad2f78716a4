"""Saved versions of a file: list, compare and restore."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from orbat.data.problem import Problem
from orbat.formats.orbat_file import read_orbat
from orbat.model.orbat import Orbat
from orbat.model.points import show
from orbat.model.wording import phrase
from orbat.report.changes import Change, changes
from orbat.report.report import Report
from orbat.session.versions import Version
from orbat.tui import storage
from orbat.tui.commands.host import Host
from orbat.tui.widgets.lines import Line

WIDTH = 60
"""Maximum width of a line of text that describes a change, in cells."""


def versions(host: Host) -> None:
    """List the saved versions of the ORBAT's file, to show the changes since a version."""
    file = host.now.file
    kept = storage.versions_of(file) if file else ()
    if not kept:
        host.say("There are no earlier versions. Each save adds a version.")
        return
    lines = tuple(Line(key=number, name=_when(one), columns=(_points(one),)) for number, one in enumerate(kept))
    host.choose("Compare with version", lines, lambda n: _compare(host, kept[int(n)]))


def _when(version: Version) -> str:
    return f"{version.at.astimezone():%d %B %Y, %H:%M:%S}"


def _read(version: Version) -> Orbat | None:
    text = version.text()
    return None if isinstance(text, Problem) else read_orbat(text).orbat


def _points(version: Version) -> str:
    orbat = _read(version)
    if orbat is None or orbat.total is None:
        return ""
    if orbat.game_size:
        return phrase("{total} of {size} points", total=show(orbat.total), size=orbat.game_size)
    return phrase("{total} points", total=show(orbat.total))


def change_lines(then: Report, now: Report) -> tuple[Line, ...]:
    """The changes between two reports, as wrapped lines."""
    return tuple(line for number, one in enumerate(changes(then, now)) for line in _change(number, one))


def _change(number: int, one: Change) -> Iterator[Line]:
    first, *rest = wrap(one.words, WIDTH) or [""]
    yield Line(key=number, name=first, symbol=one.sign)
    for more, words in enumerate(rest):
        yield Line(key=(number, more), name=words, depth=1, heading=True)


def _compare(host: Host, version: Version) -> None:
    orbat = _read(version)
    book = host.program.workspace.book(orbat) if orbat else None
    if orbat is None or book is None:
        host.say("This version is unreadable.", severity="error")
        return
    then = host.program.workspace.open(orbat, book)
    lines = change_lines(then.report, host.now.report)
    when = _when(version)
    question = phrase("Changes since {when}:", when=when) if lines else phrase("No changes since {when}.", when=when)
    answers = (("restore", "Restore"), ("back", "Cancel")) if lines else (("back", "Back"),)
    step = phrase("restore {when}", when=when)
    actions = {"restore": lambda: host.go(host.now.history.do(step, then.orbat), ())}
    host.offer(question, answers, actions, lines)
