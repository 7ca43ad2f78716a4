"""What is on screen compared with another file, in the words of `orbat compare`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from orbat.outputs.compared import WIDTH, compared_lines
from orbat.pipeline import check
from orbat.report.difference import difference
from orbat.tui.reading import only_ruleset
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
            _show(builder, file)

    place = builder.now.file.absolute().parent if builder.now.file else None
    builder.app.push_screen(FilePicker("Compare with which ORBAT?", place), chosen)


def _show(builder: BuilderScreen, file: Path) -> None:
    library = builder.workshop.library
    other = check(file, library, ruleset=only_ruleset(library))
    if not other.readable:
        first = other.findings[0].message if other.findings else "there is no ORBAT in it"
        builder.say(f"{file} cannot be compared: {first}.", severity="error")
        return
    width = min(WIDTH, builder.app.size.width - _AROUND)
    lines = compared_lines(difference(builder.now.report, other), width=width)
    builder.app.push_screen(Tell(f"Compared with {file.name}", "\n".join(lines)))
