"""Commands that compare two armies, in the builder and on the home screen."""

from __future__ import annotations

from pathlib import Path

from orbat.features.compare.screen import CompareScreen
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.report.report import Report
from orbat.tui.commands.host import HomeHost, Host
from orbat.tui.file_reading import read_report


def compare(host: Host) -> None:
    """Ask for a file and compare the army in the file with the open army."""
    place = host.now.file.absolute().parent if host.now.file else None
    host.pick_file("Compare with which ORBAT?", place, lambda file: _show(host, file))


def _show(host: Host, file: Path) -> None:
    library, title = host.program.library, phrase("Compared with {file}", file=file.name)

    def read(other: Report | str) -> None:
        if isinstance(other, str):
            host.say(other, severity="error")
        else:
            host.show(CompareScreen(title, host.now.report, other))

    host.in_thread(lambda: read_report(file, library), read)


def compare_two(home: HomeHost) -> None:
    """Ask for two files and compare their armies."""

    def chosen(first: Path) -> None:
        question = phrase("Compare {file} with which ORBAT?", file=visible(first.name))
        home.pick_file(question, first, lambda second: _show_two(home, first, second))

    home.pick_file("Compare which ORBAT?", home.recent_at_cursor or home.recent_folder, chosen)


def _show_two(home: HomeHost, *files: Path) -> None:
    library, title = home.program.library, visible(" and ".join(file.name for file in files))

    def read(found: list[Report | str]) -> None:
        first, other = found
        if isinstance(first, str) or isinstance(other, str):
            errors = "\n".join(one for one in (first, other) if isinstance(one, str))
            home.say(visible(errors), severity="warning")
        else:
            home.show(CompareScreen(title, first, other))

    home.in_thread(lambda: [read_report(file, library) for file in files], read)
