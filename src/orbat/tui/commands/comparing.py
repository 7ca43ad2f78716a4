"""What is on screen compared with another file, or two files, in the words of `orbat compare` and `orbat scout`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from orbat.outputs.compared import WIDTH, compared_lines
from orbat.report.difference import difference
from orbat.report.outscouting import Unscouted, outscouting
from orbat.report.report import Report
from orbat.tui.reading import read_other
from orbat.tui.screens.ask import Tell
from orbat.tui.screens.files import FilePicker

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen

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
