"""The home screen: actions, recent ORBATs, and starter armies by war and nation."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, cast

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.style import Style
from textual.widgets import Label, Static

from orbat.data import folders
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.pipeline import READ_ONLY_SUFFIXES, check
from orbat.report.library_rows import LibraryRow, failed_row, library_row, missing_row, reading_row
from orbat.session.files import WriteFailed, set_aside
from orbat.session.recent import RecentFile, RecentFiles, remove_recent, write_recent
from orbat.tui.commands.menu import MENU, paste
from orbat.tui.file_reading import only_ruleset
from orbat.tui.screens.dialog_host import DialogHostScreen
from orbat.tui.screens.library import STARTERS, shipped_files
from orbat.tui.screens.page import HELP, PageScreen
from orbat.tui.starters import NationStarters, read_wars
from orbat.tui.storage import add_recent_file, path_of, recent
from orbat.tui.views.home import recent_line, recent_title, recent_widths, starter_lines, starters_of
from orbat.tui.widgets.clicked import ClickedLines
from orbat.tui.widgets.keybar import PageKeys
from orbat.tui.widgets.lines import Line, Lines

FRAME = 10
"""The rows of the screen without the lists: titles, hint and keys."""
NO_RECENT = "none"
"""The key of the line that says that there are no recent files. It creates an ORBAT."""
BY_ID = {action.id: action for action in MENU}


def forget(file: Path) -> str:
    """Remove a file from the list of recent files. Returns an error message, or ""."""
    kept = recent()
    try:
        if kept.damaged:
            set_aside(kept.damaged)
        write_recent(folders.state(), ((one.path, one.opened) for one in remove_recent(kept.files, file)))
    except WriteFailed as failed:
        return str(failed)
    return ""


class Menu(ClickedLines):
    """The list of actions. Enter or a click runs the action at the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Choose")]


class RecentList(Lines):
    """The recent ORBATs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Open"),
        Binding("delete", "screen.forget", "Remove"),
    ]


class StarterList(Lines):
    """The nations with starter armies. Enter lists the starter armies of a nation."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Open a copy")]


class HomeScreen(DialogHostScreen[None], PageScreen[None]):
    """The first screen of the builder."""

    help_page = "home"

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(one.key.lower(), f"choose('{one.id}')", one.title, show=one.id == "leave") for one in MENU],
        Binding("tab", "app.focus_next", "Next pane"),
        HELP,
        Binding("left", "focus_on('menu')", show=False),
        Binding("right", "focus_on('recent')", show=False),
    ]
    AUTO_FOCUS = "#menu"

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[Path, LibraryRow] = {}
        self._kept = RecentFiles(())

    def compose(self) -> ComposeResult:
        """Show the actions on the left, and the recent ORBATs and the starter armies on the right."""
        yield Label("O R B A T  ·  army lists and orders of battle", classes="page-title", markup=False)
        with Horizontal(id="home-middle"):
            with Vertical(id="home-left"):
                yield Label("Actions", classes="pane")
                yield Menu(id="menu")
                note = Content("Paste a list on this screen to check it.")
                yield Static(note.stylize(Style.from_meta({"@click": "screen.choose('paste')"})), id="paste-note")
            with Vertical(id="home-right"):
                yield Label(classes="pane", id="recent-title", markup=False)
                yield RecentList(id="recent", widths=recent_widths(0), points_always=False)
                yield Label("Starters by war and nation, each opens as a copy", classes="pane", id="starters-title")
                yield StarterList(id="starters", widths=(22,), points_always=False)
        yield Static(id="hint", markup=False)
        yield PageKeys()

    def on_mount(self) -> None:
        """Show the actions, and start to read the recent ORBATs."""
        lines = tuple(Line(key=one.id, name=one.title, symbol=one.key) for one in MENU)
        self.query_one(Menu).show(lines)
        self.read_starters()

    @work(group="starters")
    async def read_starters(self) -> None:
        """Read the starter armies and show them by war and nation."""
        paths = [path for path in await asyncio.to_thread(shipped_files) if path.parent.name == STARTERS]
        wars = await asyncio.to_thread(read_wars, paths, self.program.library)
        if self.is_shown and self._has_lists:
            self.query_one(StarterList).show(starter_lines(wars))

    @property
    def _has_lists(self) -> bool:
        # While the screen is composed or closed, some lists are missing.
        return bool(self.query(RecentList)) and bool(self.query(StarterList))

    def on_resize(self) -> None:
        """Fit the list of recent ORBATs to the terminal."""
        self._show_recent(self._kept)

    def on_screen_resume(self) -> None:
        """Read the recent ORBATs again, because they may have changed."""
        self.read_recent_files()

    @work(exclusive=True)
    async def read_recent_files(self) -> None:
        """Read, check and show the recent files one by one."""
        kept = await asyncio.to_thread(recent)
        kept = replace(kept, files=tuple(one for one in kept.files if not self.program.files.refusal(one.path)))
        self._rows = {file.path: self._rows.get(file.path, reading_row(str(file.path))) for file in kept.files}
        self._show_recent(kept)
        for file in kept.files:
            self._rows[file.path] = await asyncio.to_thread(self._row, file)
            self._show_recent(kept)

    def _row(self, file: RecentFile) -> LibraryRow:
        if file.missing:
            return missing_row(str(file.path))
        library = self.program.library
        try:
            return library_row(check(file.path, library, ruleset=only_ruleset(library)))
        except Exception as fault:  # a bad recent file must not stop the home screen
            return failed_row(str(file.path), f"{type(fault).__name__}: {fault}")

    def _show_recent(self, kept: RecentFiles) -> None:
        self._kept = kept
        if not self._has_lists:
            return
        lines = [recent_line(path, row) for path, row in self._rows.items()]
        if kept.damaged:
            lines.append(
                Line(
                    key="damaged",
                    name="The list of recent files is damaged. The next file starts a new list. The old list is kept.",
                    role="error",
                )
            )
        if not lines:
            lines.append(
                Line(
                    key=NO_RECENT,
                    name="No recent ORBATs. N creates one; a starter below opens as a copy.",
                    role="faint",
                )
            )
        recent = self.query_one(RecentList)
        self.query_one("#recent-title", Label).update(recent_title(self._rows.values(), self.size.width))
        recent.widths = recent_widths(self.size.width)
        most = max(3, (self.size.height - FRAME) // 2)
        recent.styles.height = min(len(lines), most)
        recent.show(tuple(lines), recent.line.key if recent.line else None)
        self._show_hint()

    @on(Lines.Moved)
    def _show_hint(self) -> None:
        if not self._has_lists:
            return
        recent, menu, starters = self.query_one(RecentList), self.query_one(Menu), self.query_one(StarterList)
        if recent.has_focus and recent.line:
            row = self._rows.get(cast("Path", recent.line.key))
            words = f"{row.title}. {row.detail}" if row else ""
        elif starters.has_focus and starters.line:
            words = "Enter or a second click lists the armies of this nation. Each opens as a copy."
        else:
            words = BY_ID[str(menu.line.key)].help if menu.line else ""
        self.query_one("#hint", Static).update(Content(visible(words)))

    def on_descendant_focus(self) -> None:
        """When a list gets the focus, describe the line at the cursor."""
        self._show_hint()

    def action_focus_on(self, name: str) -> None:
        """Focus the menu or the recent files."""
        self.query_one(f"#{name}").focus()

    @on(Lines.Chosen, "#menu")
    def _chosen(self, event: Lines.Chosen) -> None:
        self.action_choose(str(event.line.key))

    @on(Lines.Chosen, "#recent")
    def _reopen(self, event: Lines.Chosen) -> None:
        if isinstance(event.line.key, Path):
            self.open_file(event.line.key)
        elif event.line.key == NO_RECENT:
            self.action_choose("new")

    @on(Lines.Chosen, "#starters")
    def _choose_starter(self, event: Lines.Chosen) -> None:
        nation = event.line.key
        if isinstance(nation, NationStarters):
            question = phrase("Starters: {nation}", nation=nation.title)
            self.choose(question, starters_of(nation), lambda n: self.open_copy(nation.starters[int(n)].path))

    @work(exclusive=True, group="opening")
    async def open_copy(self, file: Path) -> None:
        """Open a shipped ORBAT in the builder as an unsaved copy."""
        report = await asyncio.to_thread(check, file, self.program.library)
        if report.orbat is not None and report.book is not None and self.takes_input:
            self.program.open_orbat(report.orbat, report.book)

    def action_choose(self, name: str) -> None:
        """Run an action of the menu."""
        BY_ID[name].run(self)

    @property
    def recent_folder(self) -> Path | None:
        """The folder of the most recent readable ORBAT; None if there is none."""
        return next((path.parent for path, row in self._rows.items() if row.total), None)

    @property
    def recent_at_cursor(self) -> Path | None:
        """The recent file at the cursor. None if the list of recent files does not have the focus."""
        recent = self.query_one(RecentList)
        line = recent.line if recent.has_focus else None
        return line.key if line and isinstance(line.key, Path) else None

    @work(exclusive=True, group="opening")
    async def open_file(self, file: Path, back: Callable[[Path | None], None] | None = None) -> None:
        """Open a file in the builder.

        If the file is unreadable, or a typed list whose reading is doubtful, open the check screen instead. When the
        user closes the check screen, call `back`.
        """
        library = self.program.library
        report = await asyncio.to_thread(check, file, library, ruleset=only_ruleset(library))
        if not report.readable or report.orbat is None or report.book is None or report.verdict.doubtful:
            self.program.open_check(file, back)
            return
        if file.suffix.lower() in READ_ONLY_SUFFIXES:
            self.warn(add_recent_file(file))
            self.program.open_orbat(report.orbat, report.book)
        else:
            self.program.open_report(report)

    def on_paste(self, event: events.Paste) -> None:
        """Check a pasted list, or open the file of a pasted path."""
        event.stop()
        text = event.text.strip()
        file = path_of(text, Path.cwd())  # terminals paste the path of a file that is dropped on them
        if text and "\n" not in text and os.path.isfile(file):  # noqa: PTH113  # Path.is_file raises for some names
            self.open_file(file)
        elif text:
            paste(self, event.text)

    def action_forget(self) -> None:
        """Remove the file at the cursor from the recent files."""
        line = self.query_one(RecentList).line
        if line and isinstance(line.key, Path):
            self.warn(forget(line.key))
            self.read_recent_files()

    def warn(self, trouble: str) -> None:
        """Show an error message; do nothing for ""."""
        if trouble:
            self.say(visible(trouble), severity="warning")
