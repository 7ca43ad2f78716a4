"""What is on screen compared with another file, or two files, in the words of `orbat compare` and `orbat scout`."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from orbat.outputs.compared import WIDTH, compared_lines
from orbat.outputs.safe import visible
from orbat.report.difference import difference
from orbat.report.outscouting import Unscouted, outscouting
from orbat.report.report import Report
from orbat.tui.reading import read_other
from orbat.tui.screens.ask import Tell
from orbat.tui.screens.files import FilePicker

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen
    from orbat.tui.screens.home import HomeScreen

_AROUND = 14
"""The cells that the frame of a telling takes of the screen's width, at most."""


def compare(builder: BuilderScreen) -> None:
    """Choose a file, and show it beside what is on screen with all that differs."""

    def chosen(file: Path | None) -> None:
        if file is not None:
            builder.run_worker(_show(builder, file), group="comparing", exclusive=True)

    place = builder.now.file.absolute().parent if builder.now.file else None
    builder.app.push_screen(FilePicker("Compare with which ORBAT?", place), chosen)


async def _show(builder: BuilderScreen, file: Path) -> None:
    other = await asyncio.to_thread(read_other, file, builder.workshop.library)
    if isinstance(other, str):
        builder.say(other, severity="error")
        return
    builder.app.push_screen(comparison(f"Compared with {file.name}", builder.now.report, other, builder.app.size.width))


def comparison(title: str, first: Report, second: Report, width: int) -> Tell:
    """The telling of two ORBATs side by side on a screen of a width: figures, scouting, and what differs."""
    scouting = outscouting(first, second)
    known = None if isinstance(scouting, Unscouted) else scouting
    lines = compared_lines(difference(first, second), width=min(WIDTH, width - _AROUND), scouting=known)
    return Tell(title, "\n".join(lines))


def compare_two(home: HomeScreen, place: Path | None) -> None:
    """Choose one file and then another, and show them side by side."""

    def second(first: Path, file: Path | None) -> None:
        if file is not None:
            home.run_worker(_show_two(home, first, file), group="opening", exclusive=True)

    def chosen(first: Path | None) -> None:
        if first is not None:
            question = f"Compare {visible(first.name)} with which ORBAT?"
            home.app.push_screen(FilePicker(question, first), partial(second, first))

    home.app.push_screen(FilePicker("Compare which ORBAT?", home.recent_file or place), chosen)


async def _show_two(home: HomeScreen, *files: Path) -> None:
    first, other = [await asyncio.to_thread(read_other, file, home.library) for file in files]
    if isinstance(first, str) or isinstance(other, str):
        home.warn("\n".join(one for one in (first, other) if isinstance(one, str)))
        return
    title = visible(" and ".join(file.name for file in files))
    home.app.push_screen(comparison(title, first, other, home.app.size.width))
