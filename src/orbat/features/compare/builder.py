"""What is on screen compared with another file, or two files, in the words of `orbat compare` and `orbat scout`."""

from __future__ import annotations

from pathlib import Path

from orbat.features.compare.difference import difference
from orbat.features.compare.outscouting import Unscouted, outscouting
from orbat.features.compare.text import WIDTH, compared_lines
from orbat.model.text_words import visible
from orbat.report.report import Report
from orbat.tui.commands.host import HomeHost, Host
from orbat.tui.file_reading import read_report

_AROUND = 14
"""The cells that the frame of a telling takes of the screen's width, at most."""


def compare(host: Host) -> None:
    """Choose a file, and show it beside what is on screen with all that differs."""
    place = host.now.file.absolute().parent if host.now.file else None
    host.pick_file("Compare with which ORBAT?", place, lambda file: _show(host, file))


def _show(host: Host, file: Path) -> None:
    library, title = host.program.library, f"Compared with {file.name}"

    def read(other: Report | str) -> None:
        if isinstance(other, str):
            host.say(other, severity="error")
        else:
            host.show_text(title, comparison(host.now.report, other, host.program.size.width))

    host.in_thread(lambda: read_report(file, library), read)


def compare_two(home: HomeHost) -> None:
    """Choose one file and then another, and show them side by side."""

    def chosen(first: Path) -> None:
        question = f"Compare {visible(first.name)} with which ORBAT?"
        home.pick_file(question, first, lambda second: _show_two(home, first, second))

    home.pick_file("Compare which ORBAT?", home.recent_at_cursor or home.recent_folder, chosen)


def _show_two(home: HomeHost, *files: Path) -> None:
    library, title = home.program.library, visible(" and ".join(file.name for file in files))

    def read(found: list[Report | str]) -> None:
        first, other = found
        if isinstance(first, str) or isinstance(other, str):
            words = "\n".join(one for one in (first, other) if isinstance(one, str))
            home.say(visible(words), severity="warning")
        else:
            home.show_text(title, comparison(first, other, home.program.size.width))

    home.in_thread(lambda: [read_report(file, library) for file in files], read)


def comparison(first: Report, second: Report, width: int) -> str:
    """Two ORBATs side by side on a screen of a width: figures, scouting, and what differs."""
    scouting = outscouting(first, second)
    known = None if isinstance(scouting, Unscouted) else scouting
    lines = compared_lines(difference(first, second), width=min(WIDTH, width - _AROUND), scouting=known)
    return "\n".join(lines)
