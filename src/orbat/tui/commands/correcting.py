"""Commands of the check screen: correcting what was read of a line, and saving and opening what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from orbat import pipeline
from orbat.model.claims import Correction, ReadLine, What
from orbat.model.orbat import list_at, units_of
from orbat.outputs.files import WriteFailed, file_name
from orbat.outputs.safe import visible
from orbat.tui import keeping
from orbat.tui.file_names import file_named, is_there
from orbat.tui.screens.ask import AskButtons, AskText
from orbat.tui.screens.asking import ask_choice
from orbat.tui.steps.correcting import line_at, units_on
from orbat.tui.views.corrections import (
    correction_lines,
    entry_names,
    name_meant,
    option_lines,
    rating_lines,
    size_lines,
)

if TYPE_CHECKING:
    from orbat.tui.app import OrbatApp
    from orbat.tui.screens.checking import CheckingScreen

MOST = 999
"""The largest size that can be typed."""


def correct(screen: CheckingScreen, number: int) -> None:
    """Ask what is to be corrected of a line, and then to what."""
    line = line_at(screen.read, number) if screen.read else None
    if line is None or screen.report is None or screen.report.book is None:
        return
    asks = {"size": _size, "rating": _rating, "options": _options, "entry": _entry, "buy": _buy, "none": _none}
    question = f"Line {number}: {visible(line.text.strip())[:60]}"
    ask_choice(screen.app, question, correction_lines(screen.report, line), lambda key: asks[key](screen, line))


def _give(screen: CheckingScreen, line: ReadLine, what: What, value: Any, words: str) -> None:
    """Give the units of a line another value, or make it buy something or nothing."""
    screen.take(Correction(line.number, what, value, words))


def _size(screen: CheckingScreen, line: ReadLine) -> None:
    assert screen.read is not None
    unit = units_on(screen.read, line.number)[0]
    if named := size_lines(screen.book, _list_of(screen, line), unit):
        then = lambda size: _give(screen, line, "size", size, f"size {size}")  # noqa: E731  # as long as its name
        ask_choice(screen.app, "Which size?", named, then, str(unit.size))
    else:
        _count(screen, line, "" if unit.size is None else str(unit.size))


def _count(screen: CheckingScreen, line: ReadLine, now: str) -> None:
    """Ask for a size that is a number."""

    def wrong(text: str) -> str:
        text = text.strip()
        fits = text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= MOST
        return "" if fits else f"Type a whole number from 1 to {MOST}."

    def chosen(text: str | None) -> None:
        if text is not None:
            _give(screen, line, "size", int(text), f"size {int(text)}")

    screen.app.push_screen(AskText("How many stands or guns?", now, wrong=wrong), chosen)


def _rating(screen: CheckingScreen, line: ReadLine) -> None:
    assert screen.read is not None
    book = screen.book
    word, now = book.ruleset.rating_word, units_on(screen.read, line.number)[0].rating
    then = lambda rating: _give(screen, line, "rating", rating, f"{word} {rating}")  # noqa: E731  # as long as its name
    ask_choice(screen.app, f"Which {word}?", rating_lines(book), then, now)


def _options(screen: CheckingScreen, line: ReadLine) -> None:
    assert screen.read is not None
    book, unit = screen.book, units_on(screen.read, line.number)[0]
    lines = option_lines(book, _list_of(screen, line), unit)

    def chosen(option: str) -> None:
        has = option in unit.options
        options = tuple(one for one in unit.options if one != option) if has else (*unit.options, option)
        label = book.ruleset.options[option].label if option in book.ruleset.options else option
        _give(screen, line, "options", options, f"{'without' if has else 'with'} {label}")

    if lines:
        ask_choice(screen.app, "Give or take which option?", lines, chosen)
    else:
        screen.say("The list offers no choice of options here.")


def _entry(screen: CheckingScreen, line: ReadLine) -> None:
    _ask_entry(screen, line, lambda entry, name: _give(screen, line, "entry", entry, f"it is {name}"))


def _buy(screen: CheckingScreen, line: ReadLine) -> None:
    _ask_entry(screen, line, lambda entry, name: _give(screen, line, "buy", entry, f"it is {name}"))


def _ask_entry(screen: CheckingScreen, line: ReadLine, then: Callable[[str, str], None]) -> None:
    """Ask which entry a line means; `then` gets the entry's id and name."""
    list_id = _list_of(screen, line)
    names = entry_names(screen.book, list_id, line)

    def wrong(text: str) -> str:
        return "" if name_meant(names, text) else "Type until one is left, or take one with Down and Enter."

    def chosen(text: str | None) -> None:
        entry = screen.book.entry(list_id, name_meant(names, text)) if text is not None else None
        if entry is not None:
            then(entry.id, entry.name)

    question = f"What is it? {visible(line.text.strip())[:50]}"
    screen.app.push_screen(AskText(question, offered=tuple(names), wrong=wrong, placeholder="parts of a name"), chosen)


def _list_of(screen: CheckingScreen, line: ReadLine) -> str:
    """The army list that a line's units are of."""
    assert screen.read is not None
    assert screen.read.orbat is not None
    lists = {place.path: place.list_id for place in units_of(screen.read.orbat)}
    return next((lists[path] for path in line.paths if path in lists), list_at(screen.read.orbat, ()))


def _none(screen: CheckingScreen, line: ReadLine) -> None:
    _give(screen, line, "none", None, "it buys nothing")


def save(screen: CheckingScreen, then: Callable[[], None] | None = None) -> None:
    """Ask for a name and save the ORBAT as it was read and corrected, with the points that were typed; and `then`."""
    report = screen.report
    if report is None or report.orbat is None:
        screen.say("There is nothing to save: no army was read.", severity="warning")
        return
    folder = screen.file.absolute().parent
    name = file_name(report.orbat.title or screen.file.stem, ".yaml")

    def wrong(text: str) -> str:
        try:
            file_named(text, folder, ".yaml")
        except ValueError as error:
            return str(error)
        return ""

    def named(text: str | None) -> None:
        if text is None:
            return
        file = file_named(text, folder, ".yaml")
        if is_there(file):
            answers = (("over", "Overwrite it"), ("back", "Go back"))
            question = f"{file} exists already."
            screen.app.push_screen(
                AskButtons(question, answers), lambda answer: _save(screen, file, then) if answer == "over" else None
            )
        else:
            _save(screen, file, then)

    screen.app.push_screen(
        AskText(f"Save the list as read, in {folder}", name, wrong=wrong, typed_over=len(Path(name).stem)), named
    )


def _save(screen: CheckingScreen, file: Path, then: Callable[[], None] | None) -> None:
    assert screen.report is not None
    assert screen.report.orbat is not None
    text = pipeline.file_text(screen.report.orbat, file.suffix.lower())
    screen.journals.saving(screen.which, file, text)
    try:
        pipeline.save_text(file, text)
    except WriteFailed as failed:
        screen.say(f"{failed}.", severity="error")
        return
    screen.saved(file, text)
    trouble = keeping.keep_version(file, text) or keeping.remember(file)
    screen.say(trouble or f"Saved {file}", severity="warning" if trouble else "information")
    if then is not None:
        then()


def unless_unsaved(screen: CheckingScreen, go: Callable[[], object]) -> None:
    """Go on to what loses the corrections, after asking where they are not saved."""
    if not screen.unsaved:
        go()
        return
    answers = (("save", "Save them"), ("discard", "Go on without"), ("back", "Go back"))

    def answered(answer: str | None) -> None:
        if answer == "save":
            save(screen, lambda: unless_unsaved(screen, go))
        elif answer == "discard":
            go()

    screen.app.push_screen(AskButtons("There are corrections that are not saved.", answers), answered)


def open_in_builder(screen: CheckingScreen) -> None:
    """Open the ORBAT in the builder, over this screen; it belongs to the file that it was saved to, if to any."""
    report = screen.report
    if report is None or report.orbat is None or report.book is None:
        screen.say("There is nothing to open: no army was read.", severity="warning")
        return
    app = cast("OrbatApp", screen.app)
    if report.reading is None and screen.points is None:
        app.open_report(report)
    elif kept := screen.trails[screen.which].saved_as if screen.trails else None:
        app.open_orbat(report.orbat, report.book, file=kept.file, original=kept.text)
    else:
        app.open_orbat(report.orbat, report.book)
