"""The builder as a program: its styles, its themes and keys, and its first screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.screen import Screen
from textual.theme import Theme

from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.outputs.journal import Journal
from orbat.outputs.safe import visible
from orbat.pipeline import NOT_SAVED
from orbat.registry import loaded
from orbat.report.report import Report
from orbat.sources.journal import Recovered
from orbat.sources.library import Library
from orbat.tui import keeping
from orbat.tui.commands.table import COMMANDS
from orbat.tui.keys import read_keys
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.checking import CheckingScreen
from orbat.tui.screens.home import HomeScreen
from orbat.tui.screens.left import ask_left
from orbat.tui.state import State, Workshop
from orbat.tui.themes import OWN, is_readable


class OrbatApp(App[None]):
    """The builder. It opens what a report has read, or else the home screen."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["styles/builder.tcss", "styles/ask.tcss", "styles/home.tcss"]
    TITLE = "orbat"

    def __init__(self, library: Library, report: Report | None = None) -> None:
        super().__init__()
        self.library = library
        self.workshop = Workshop(library)
        self._report = report
        self.keys: Mapping[str, str] = {}
        """The keys that the player has changed, by command."""
        self._theme_kept = ""

    def on_mount(self) -> None:
        """Open the home screen, and over it what was handed in."""
        for theme in OWN:
            self.register_theme(theme)
        for name in [one for one in self.available_themes if not is_readable(one)]:
            self.unregister_theme(name)
        self._theme_kept = keeping.theme()
        self.theme = self._theme_kept if self._theme_kept in self.available_themes else OWN[0].name
        self.theme_changed_signal.subscribe(self, self._remember)
        self._take_keys()
        self.push_screen(HomeScreen())
        if self._report is not None:
            self.open_report(self._report)
        self._offer()
        for warnings in loaded("warnings"):
            for says in warnings():
                self.notify(says, severity="warning", timeout=15, markup=False)

    def _take_keys(self) -> None:
        """Take the keys of the player's own file."""
        own = read_keys(COMMANDS)
        self.keys = own.keys
        self.set_keymap(dict(own.keys))
        for trouble in own.troubles:
            self.notify(trouble, severity="warning", timeout=15, markup=False)

    def open_report(self, report: Report) -> None:
        """Open what was read in the builder."""
        assert report.orbat is not None
        assert report.book is not None
        path = Path(report.source)
        file = path if path.is_file() and path.suffix.lower() not in NOT_SAVED else None
        self.open_orbat(report.orbat, report.book, file=file, original=report.text)

    def open_orbat(self, orbat: Orbat, book: Book, *, file: Path | None = None, original: str = "") -> None:
        """Open an ORBAT in the builder; without a file it is not saved yet."""
        state = self.workshop.open(orbat, book, file=file, original=original, saved=file is not None)
        if file and (trouble := keeping.remember(file)):
            self.notify(trouble, severity="warning", markup=False)
        self.push_screen(BuilderScreen(state, self._journal(state)))

    def run_in_builder(self, command: str) -> None:
        """Run a command for the army that has just been opened."""
        builder = self.screen
        if isinstance(builder, BuilderScreen):
            builder.call_after_refresh(builder.action_run, command, for_army=True)

    async def action_quit(self) -> None:
        """Leave orbat; what is open in the builder is asked about first."""
        top = self.screen
        if isinstance(top, BuilderScreen):
            top.action_run("quit")
        elif any(isinstance(screen, BuilderScreen) and screen.now.unsaved for screen in self.screen_stack):
            self.notify("Answer or close this first (Esc): there are edits that are not saved.", markup=False)
        elif any(isinstance(screen, CheckingScreen) and screen.unsaved for screen in self.screen_stack):
            self.notify("Go back first (Esc): there are corrections that are not saved.", markup=False)
        else:
            self.exit()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Those of the palette that are no commands of the builder: colours and leaving, outside of it."""
        if not isinstance(screen, BuilderScreen):
            yield from (one for one in super().get_system_commands(screen) if one.title in ("Theme", "Quit"))

    def _journal(self, state: State) -> Journal | None:
        try:
            return keeping.journal_of(state)
        except OSError as error:
            self.notify(f"No journal can be kept: {error.strerror or error}.", severity="warning", markup=False)
            return None

    def _offer(self) -> None:
        """Offer what a builder that was killed had on screen."""
        offer = keeping.recoverable()
        for note in offer.notes:
            self.notify(note, severity="warning", markup=False)
        if offer.found:
            work = offer.found[0]
            question = ask_left(visible(work.title) or "An army", len(offer.found) - 1)
            self.push_screen(question, lambda answer: self._offered(work, answer))

    def _offered(self, work: Recovered, answer: str | None) -> None:
        if answer == "drop":
            keeping.drop(work)
        elif answer == "take":
            book, missing = self.library.book(work.history.orbat)
            journal = keeping.take_up(work) if book else None
            if book is None or journal is None:
                says = missing[0].message if missing else "Another builder has it open."
                self.notify(says, severity="error", markup=False)
                return
            state = self.workshop.resume(work.history, book, work.file, keeping.original_of(work))
            self.push_screen(BuilderScreen(state, journal))

    def _remember(self, theme: Theme) -> None:
        """Remember a theme that the player has chosen."""
        if theme.name != (self._theme_kept or OWN[0].name):
            self._theme_kept = theme.name
            keeping.keep_theme(theme.name)
