"""The builder app: styles, themes, keys, screens, recovery and internal errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any, ClassVar

from textual.app import SystemCommand
from textual.screen import Screen
from textual.theme import Theme
from textual.worker import WorkerFailed

from orbat.data.library import Library
from orbat.model.book import Book
from orbat.model.failure import Failure, failure_of
from orbat.model.orbat import Orbat
from orbat.model.wording import phrase
from orbat.pipeline import READ_ONLY_SUFFIXES
from orbat.registry import load_all
from orbat.report.report import Report
from orbat.session.crash_log import LoggedFailure, internal_error_message, write_log
from orbat.session.journal import Journal, RecoveredJournal
from orbat.tui import storage
from orbat.tui.commands.table import COMMANDS
from orbat.tui.file_access import FileAccess, LocalFiles
from orbat.tui.keys import read_keys
from orbat.tui.screens.ask import AskButtons
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.check import CheckScreen
from orbat.tui.screens.dialog import BaseApp
from orbat.tui.screens.home import HomeScreen
from orbat.tui.screens.library import LibraryScreen, ShippedOrbats
from orbat.tui.screens.new_orbat import NewOrbatScreen
from orbat.tui.screens.recovery import RecoveryChoice, RecoveryDialog, title_of
from orbat.tui.state import State, Workspace
from orbat.tui.themes import OWN_THEMES, default_theme, is_readable

INTERNAL_ERROR = 3
"""The exit code after an internal error."""


class OrbatApp(BaseApp):
    """The builder application. It opens the ORBAT of a report or, without a report, the home screen."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["styles/builder.tcss", "styles/ask.tcss", "styles/home.tcss"]
    TITLE = "orbat"

    def __init__(self, library: Library, report: Report | None = None) -> None:
        super().__init__()
        self.library = library
        self.workspace = Workspace(library)
        self._shipped = ShippedOrbats(library)
        self._report = report
        self.files: FileAccess = LocalFiles()
        """The files of the user."""
        self.keys: Mapping[str, str] = {}
        """The user's keys from `keys.yaml`, by command id."""
        self._saved_theme = self._default_theme = ""
        self._reported: set[Failure] = set()
        self.failure: BaseException | None = None
        """The internal error that ended the builder."""

    def on_mount(self) -> None:
        """Open the home screen and, if the app has an ORBAT, the builder screen.

        A typed list whose reading is doubtful is opened in the check screen.
        """
        for theme in OWN_THEMES:
            self.register_theme(theme)
        for name in [one for one in self.available_themes if not is_readable(one)]:
            self.unregister_theme(name)
        self._saved_theme = storage.saved_theme()
        self._default_theme = default_theme(self.console.color_system)
        self.theme = self._saved_theme if self._saved_theme in self.available_themes else self._default_theme
        self.theme_changed_signal.subscribe(self, self._save_theme)
        self._take_keys()
        self.push_screen(HomeScreen())
        if self._report is not None:
            self._open_given(self._report)
        self.offer_recovery()
        for warnings in load_all("warnings"):
            for warning in warnings():
                self.notify(warning, severity="warning", timeout=15, markup=False)

    def _take_keys(self) -> None:
        own = read_keys(COMMANDS)
        self.keys = own.keys
        self.set_keymap(dict(own.keys))
        for trouble in own.faults:
            self.notify(trouble, severity="warning", timeout=15, markup=False)

    def _open_given(self, report: Report) -> None:
        file = Path(report.source)
        if report.verdict.doubtful and file.is_file():
            self.open_check(file)
        else:
            self.open_report(report)

    def open_report(self, report: Report) -> None:
        """Open the builder with the ORBAT of a report."""
        assert report.orbat is not None
        assert report.book is not None
        path = Path(report.source)
        file = path if path.is_file() and path.suffix.lower() not in READ_ONLY_SUFFIXES else None
        misread = report.verdict.doubtful
        self.open_orbat(report.orbat, report.book, file=file, original=report.text, misread=misread)

    def open_orbat(
        self,
        orbat: Orbat,
        book: Book,
        *,
        file: Path | None = None,
        original: str = "",
        run: str = "",
        misread: bool = False,
    ) -> None:
        """Open an ORBAT in the builder. An ORBAT without a file counts as unsaved.

        `run`: the id of a command to run afterwards, or "". `misread`: whether the ORBAT comes from a typed list whose
        reading is doubtful; the builder says so until the ORBAT is saved.
        """
        state = self.workspace.open(orbat, book, file=file, original=original, saved=file is not None, misread=misread)
        if file and (trouble := storage.add_recent_file(file)):
            self.notify(trouble, severity="warning", markup=False)
        self.push_screen(BuilderScreen(state, self._journal(state)))
        if run:
            self.call_later(self._run_in_builder, run)

    def open_check(self, file: Path, then: Callable[[Path | None], None] | None = None) -> None:
        """Open the check screen.

        When the screen closes, `then` gets the path of the last checked file.
        """
        self.push_screen(CheckScreen(self.library, file), then)

    def open_new(self) -> None:
        """Open the screen for a new ORBAT."""
        self.push_screen(NewOrbatScreen(self._shipped))

    def open_library(self) -> None:
        """Open the library of shipped ORBATs."""
        self.push_screen(LibraryScreen(self._shipped))

    def _run_in_builder(self, command: str) -> None:
        # The builder may no longer be the top screen.
        builder = self.screen
        if isinstance(builder, BuilderScreen):
            builder.call_after_refresh(builder.action_run, command, for_army=True)

    async def action_quit(self) -> None:
        """Quit orbat. If there are unsaved changes, ask first."""
        top = self.screen
        if isinstance(top, BuilderScreen):
            top.action_run("quit")
        elif any(isinstance(screen, BuilderScreen) and screen.now.unsaved for screen in self.screen_stack):
            self.notify("Close this screen first (Esc). The builder has unsaved changes.", markup=False)
        elif any(isinstance(screen, CheckScreen) and screen.unsaved for screen in self.screen_stack):
            self.notify("Close this screen first (Esc). The check has unsaved corrections.", markup=False)
        else:
            self.exit()

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The command palette's entries on all screens except the builder: Theme and Quit."""
        if not isinstance(screen, BuilderScreen):
            yield from (one for one in super().get_system_commands(screen) if one.title in ("Theme", "Quit"))

    def report_failures(self, failures: Iterable[Failure], file: str = "") -> None:
        """Write new internal errors to a log, and show the path of the log."""
        if new := [one for one in dict.fromkeys(failures) if one not in self._reported]:
            self._reported.update(new)
            log = write_log([LoggedFailure(one, (file,) if file else ()) for one in new])
            self.notify(internal_error_message(log), severity="error", timeout=20, markup=False)

    def _handle_exception(self, error: Exception) -> None:
        # Textual calls this method after an internal error. The command line then restores the terminal, and logs and
        # reports the error in `self.failure`. The journal stays on disk, so that the user can recover unsaved work.
        cause = error.error if isinstance(error, WorkerFailed) else error
        self.failure = self.failure or cause
        super()._handle_exception(cause if isinstance(cause, Exception) else error)
        self._exit_renderables.clear()
        self._return_code = INTERNAL_ERROR

    def _fatal_error(self) -> None:
        # Textual would show a traceback with local variables, which can contain private data.
        self._close_messages_no_wait()

    def _journal(self, state: State) -> Journal | None:
        try:
            return storage.start_journal_of(state)
        except OSError as error:
            words = phrase(
                "Cannot write the journal ({fault}). After a crash, unsaved changes are lost.",
                fault=error.strerror or error,
            )
            self.notify(words, severity="warning", markup=False)
            return None

    def offer_recovery(self) -> None:
        offer = storage.unsaved_work()
        for note in offer.notes:
            self.notify(note, severity="warning", markup=False)
        found = tuple(work for work in offer.found if work.file is None or not self.files.refusal(work.file))
        if found:
            self.push_screen(RecoveryDialog(found), self._recover)

    def _recover(self, chosen: RecoveryChoice | None) -> None:
        if chosen is None:
            return
        work = chosen.work
        if chosen.action == "discard":
            question = phrase("Discard the unsaved work on {title}?", title=title_of(work))
            dialog = AskButtons(question, (("discard", "Discard"), ("back", "Cancel")))
            self.push_screen(dialog, lambda answer: self._discard(work, answer))
        else:
            book, missing = self.library.book(work.history.orbat)
            journal = storage.resume_work(work) if book else None
            if book is None or journal is None:
                words = missing[0].message if missing else "Another orbat process has this army open."
                self.notify(words, severity="error", markup=False)
                return
            try:
                state = self.workspace.resume(work.history, book, work.file, storage.unchanged_text_of(work))
            except Exception as error:  # keep the journal for a version of orbat that can read it
                journal.close(discard=False)
                self.report_failures((failure_of("opening a journal", error),))
                return
            # The rest is offered when the builder closes.
            self.push_screen(BuilderScreen(state, journal), lambda _: self.offer_recovery())

    def _discard(self, work: RecoveredJournal, answer: str | None) -> None:
        if answer == "discard":
            storage.discard_work(work)
        self.offer_recovery()

    def _save_theme(self, theme: Theme) -> None:
        if theme.name != (self._saved_theme or self._default_theme):
            self._saved_theme = theme.name
            storage.save_theme(theme.name)
