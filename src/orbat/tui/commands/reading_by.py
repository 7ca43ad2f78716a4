"""Commands of the check screen: which file and army are looked at, and what they are read by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from orbat.tui.screens.ask import AskChoice, AskText
from orbat.tui.screens.begin import read_size
from orbat.tui.screens.files import FilePicker
from orbat.tui.widgets.lines import Line

if TYPE_CHECKING:
    from orbat.tui.screens.checking import CheckingScreen


def other(screen: CheckingScreen) -> None:
    """Check another file."""

    def chosen(file: Path | None) -> None:
        if file is not None:
            screen.check(file)

    screen.app.push_screen(FilePicker("Check which list?", screen.file), chosen)


def which(screen: CheckingScreen) -> None:
    """Choose among the armies of one text."""
    armies = [trail.now.orbat for trail in screen.trails]
    lines = tuple(Line(key=place, name=army.title if army else "") for place, army in enumerate(armies))

    def chosen(answer: str | None) -> None:
        if answer is not None:
            screen.turn_to(int(answer))

    screen.app.push_screen(AskChoice("Which army of this text?", lines, screen.which), chosen)


def army(screen: CheckingScreen) -> None:
    """Say which army list to read it by, where the file does not."""
    read_by = screen.report.book.ruleset.id if screen.report and screen.report.book else ""
    ids = screen.library.list_ids(screen.given["ruleset"] or read_by)
    lines = tuple(Line(key=one, name=one.replace("_", " ").capitalize()) for one in ids)

    def chosen(answer: str | None) -> None:
        if answer is not None:
            screen.given["army_list"] = answer
            screen.read_again()

    screen.app.push_screen(AskChoice("Where the file names no army list, read it by:", lines), chosen)


def size(screen: CheckingScreen) -> None:
    """Say what size was agreed."""

    def wrong(text: str) -> str:
        try:
            read_size(text)
        except ValueError as error:
            return f"{error}.".capitalize()
        return ""

    def chosen(text: str | None) -> None:
        if text is not None:
            screen.agree(read_size(text))

    now = "" if screen.points is None else str(screen.points)
    question = "The agreed size in points; empty: as the file says"
    screen.app.push_screen(AskText(question, now, wrong=wrong), chosen)
