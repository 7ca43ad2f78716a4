"""Commands of the check screen: which file and army are looked at, and what they are read by."""

from __future__ import annotations

from collections.abc import Iterator
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
    """Say which army list to read it by, where the file does not; of any ruleset, where that is not known either."""
    read_by = screen.report.book.ruleset.id if screen.report and screen.report.book else ""
    known = screen.given["ruleset"] or read_by
    lines = tuple(line for one in ([known] if known else screen.library.ruleset_ids()) for line in _lists(screen, one))

    def chosen(answer: str | None) -> None:
        if answer is not None:
            screen.given["ruleset"], _, screen.given["army_list"] = answer.partition("/")
            screen.read_again()

    screen.app.push_screen(AskChoice("Where the file names no army list, read it by:", lines), chosen)


def _lists(screen: CheckingScreen, ruleset: str) -> Iterator[Line]:
    """The army lists of a ruleset, each with its ruleset beside it."""
    file = screen.library.ruleset(ruleset)
    title = file.value.title if file and file.value else ruleset
    for list_id, name in screen.library.list_titles(ruleset).items():
        yield Line(key=f"{ruleset}/{list_id}", name=name, columns=(title,))


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
