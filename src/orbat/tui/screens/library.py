"""The library of shipped ORBATs, with a filter. The user opens an ORBAT as a copy."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, Label, Static

from orbat.data import folders
from orbat.data.library import Library
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.pipeline import Evaluator, check
from orbat.report.library_rows import LibraryRow, library_row, matches
from orbat.report.report import Report
from orbat.tui.program import program_of
from orbat.tui.screens.ask import InfoDialog
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.widgets.filter import ColumnHeader, Filter
from orbat.tui.widgets.keybar import PageKeys
from orbat.tui.widgets.lines import Line, Lines

STARTERS = "starters"
"""The folder of the starter armies of a ruleset."""
GROUPS = {STARTERS: "Starter armies", "extracts": "Battle extracts for one table", "historical": "Complete battles"}
"""The title for each folder of shipped ORBATs, in display order."""
HEADER = ("nation", "points", "size")
WIDTHS = (10, 7, 7)
"""The maximum widths of the columns in `HEADER`, in cells."""


class ShippedOrbats:
    """The shipped ORBATs, read and checked once, in a thread."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._evaluator = Evaluator()
        self._paths: list[Path] | None = None
        self._reports: dict[Path, Report] = {}

    async def reports(self) -> AsyncIterator[tuple[str, Report]]:
        """Yield (folder name, report) for each shipped ORBAT, in the order of `shipped_files`."""
        if self._paths is None:
            self._paths = await asyncio.to_thread(shipped_files)
        for path in self._paths:
            if path not in self._reports:
                self._reports[path] = await asyncio.to_thread(self._checked, path)
            yield path.parent.name, self._reports[path]

    def _checked(self, path: Path) -> Report:
        return check(path, self.library, evaluator=self._evaluator)


def shipped_files() -> list[Path]:
    """The paths of the shipped ORBATs, sorted by ruleset, folder and name."""
    order = {group: number for number, group in enumerate(GROUPS)}

    def place(path: Path) -> tuple[Path, int, Path, list[str]]:
        words = [part.zfill(6) if part.isdecimal() else part for part in path.stem.split("_")]
        # Numbers in names are sorted by value: `british_400` comes before `british_1200`.
        return path.parent.parent, order.get(path.parent.name, len(order)), path.parent, words

    return sorted(folders.templates().rglob("*.yaml"), key=place)


class LibraryGroup(Value):
    """The `key` of a heading in the library: the ruleset's title and the folder's name."""

    ruleset: str
    folder: str


def _about(ruleset: Ruleset) -> str:
    # Says which numbers of the ruleset are from its author, and which are ours.
    return ruleset.official or ruleset.note


class ShippedList(Lines):
    """The shipped ORBATs that match the filter."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Open a copy")]


class LibraryScreen(PageScreen[None]):
    """The shipped ORBATs: starter armies, extracts and complete battles. The user opens an ORBAT as a copy."""

    help_page = "library"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter"),
        Binding("escape", "back", "Back"),
        HELP,
    ]
    AUTO_FOCUS = "#orbats"

    def __init__(self, shipped: ShippedOrbats) -> None:
        super().__init__()
        self._shipped = shipped
        self._found: list[tuple[str, Report, LibraryRow]] = []

    def compose(self) -> ComposeResult:
        """Show the filter, the ORBATs, and a note about the ORBAT at the cursor."""
        yield Label("Library", classes="page-title", markup=False)
        placeholder = "/ filters by title, nation, battle or tag"
        yield Filter(placeholder, id="wanted")
        books = ShippedList(id="orbats", widths=WIDTHS)
        yield ColumnHeader(books)
        yield books
        yield Static(id="book-note", markup=False)
        yield PageKeys()

    def on_mount(self) -> None:
        """Read the ORBATs."""
        self._read()

    @work(exclusive=True)
    async def _read(self) -> None:
        async for group, report in self._shipped.reports():
            self._found.append((group, report, library_row(report)))
            if len(self._found) % 15 == 0:
                self._show()
        self._show()

    @on(Input.Changed)
    def _show(self) -> None:
        if not self.is_shown:  # the screen was closed while the ORBATs were read
            return
        words = self.query_one("#wanted", Input).value
        lines: list[Line] = []
        heading: tuple[str, str] | None = None
        for group, report, row in self._found:
            if not matches(row, words):
                continue
            if heading != (report.ruleset, group):
                heading = (report.ruleset, group)
                name = f"{report.ruleset}: {GROUPS.get(group, group.capitalize())}"
                lines.append(Line(key=LibraryGroup(report.ruleset, group), name=name, role="faint"))
            columns = (row.nation, row.total, row.agreed or "–")
            lines.append(Line(key=report.source, name=row.title, depth=1, columns=columns))
        books = self.query_one(ShippedList)
        now = books.line.key if books.line else None
        keys = [line.key for line in lines]
        first = next((key for key in keys if isinstance(key, str)), None)
        books.show(tuple(lines), now if now in keys and isinstance(now, str) else first, HEADER)
        self.query_one(ColumnHeader).refresh()
        self._show_note()

    def _under_cursor(self) -> tuple[Report, LibraryRow] | None:
        line = self.query_one(ShippedList).line
        return next(((report, row) for _, report, row in self._found if line and report.source == line.key), None)

    def _ruleset(self) -> Ruleset | None:
        line = self.query_one(ShippedList).line
        group = line.key if line and isinstance(line.key, LibraryGroup) else None
        books = (report.book for _, report, _ in self._found if group and report.ruleset == group.ruleset)
        return next((book.ruleset for book in books if book), None)

    @on(Lines.Moved)
    def _show_note(self) -> None:
        found = self._under_cursor()
        content = Content("")
        if found:
            report, row = found
            head = phrase(
                "{title}. {verdict}. {points}.",
                title=report.subtitle or row.title,
                verdict=report.verdict,
                points=report.points,
            )
            content = Content.assemble((visible(head), "bold"), "\n", visible(row.note))
        elif ruleset := self._ruleset():
            about = phrase(
                "{title}, {period}. Enter shows which numbers come from the rulebook.",
                title=ruleset.title,
                period=ruleset.period,
            )
            content = Content.assemble((visible(about), "bold"), "\n", visible(_about(ruleset)))
        elif self._found and not self.query_one(ShippedList).line:
            content = Content("No ORBAT matches all words. Esc clears the filter.")
        self.query_one("#book-note", Static).update(content)

    def on_key(self, event: events.Key) -> None:
        """Return from the filter to the list when an arrow key is pressed."""
        if self.focused is self.query_one("#wanted", Input) and event.key in ("down", "up"):
            event.stop()
            self.query_one(ShippedList).focus()

    def action_filter(self) -> None:
        """Focus the filter."""
        self.query_one("#wanted", Input).focus()

    def action_back(self) -> None:
        """Clear the filter. If the filter is empty, close the screen."""
        field = self.query_one("#wanted", Input)
        if field.value:
            field.value = ""
            self.query_one(ShippedList).focus()
        else:
            self.answer(None)

    @on(Input.Submitted)
    def _filtered(self) -> None:
        self._take()

    @on(Lines.Chosen)
    def _take(self) -> None:
        if ruleset := self._ruleset():
            self.app.push_screen(InfoDialog(f"{ruleset.title}, {ruleset.period}", _about(ruleset)))
        elif (found := self._under_cursor()) and found[0].orbat and found[0].book:
            program = program_of(self)
            if self.answer():
                program.open_orbat(found[0].orbat, found[0].book)
