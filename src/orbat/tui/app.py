"""The builder as a program: its themes, its styles and its first screen."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import ClassVar

from textual.app import App
from textual.theme import Theme

from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.outputs.journal import Journal
from orbat.outputs.safe import visible
from orbat.pipeline import NOT_SAVED
from orbat.report.report import Report
from orbat.sources.journal import Recovered
from orbat.sources.library import Library
from orbat.tui import keeping
from orbat.tui.screens.ask import AskButtons
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.home import HomeScreen
from orbat.tui.session import Session, Workshop

CAMPAIGN = Theme(
    name="campaign-map",
    primary="#7a4a1e",
    secondary="#4d6b50",
    warning="#8a5a00",
    error="#9c1f1f",
    success="#2f6b2f",
    accent="#9a5b13",
    foreground="#2b2115",
    background="#f3ead7",
    surface="#ebdfc6",
    panel="#dfd0b0",
    dark=False,
)
BIVOUAC = Theme(
    name="bivouac",
    primary="#d8a657",
    secondary="#8fae86",
    warning="#e0b050",
    error="#ef7f6f",
    success="#9ccb84",
    accent="#e3b96b",
    foreground="#eadfca",
    background="#1d1a15",
    surface="#26221b",
    panel="#332d23",
    dark=True,
)


class OrbatApp(App[None]):
    """The builder. It opens what a report has read, or else the home screen."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["styles/builder.tcss", "styles/ask.tcss", "styles/home.tcss"]
    TITLE = "orbat"

    def __init__(self, library: Library, report: Report | None = None) -> None:
        super().__init__()
        self.library = library
        self.workshop = Workshop()
        self._report = report

    def on_mount(self) -> None:
        """Open the home screen, and over it what was handed in."""
        self.register_theme(CAMPAIGN)
        self.register_theme(BIVOUAC)
        self.theme = BIVOUAC.name
        self.push_screen(HomeScreen())
        if self._report is not None:
            self.open_report(self._report)
        self._offer()

    def open_report(self, report: Report) -> None:
        """Open what was read in the builder."""
        assert report.orbat is not None
        assert report.book is not None
        path = Path(report.source)
        file = path if path.is_file() and path.suffix.lower() not in NOT_SAVED else None
        self.open_orbat(report.orbat, report.book, file=file, original=report.text)

    def open_orbat(self, orbat: Orbat, book: Book, *, file: Path | None = None, original: str = "") -> None:
        """Open an ORBAT in the builder; without a file it is not saved yet."""
        session = self.workshop.open(orbat, book, file=file, original=original, saved=file is not None)
        if file and (trouble := keeping.remember(file)):
            self.notify(trouble, severity="warning", markup=False)
        self.push_screen(BuilderScreen(session, self._journal(session)))

    def _journal(self, session: Session) -> Journal | None:
        try:
            return keeping.journal_of(session)
        except OSError as error:
            self.notify(f"No journal can be kept: {error.strerror or error}.", severity="warning")
            return None

    def _offer(self) -> None:
        """Offer what a builder that was killed had on screen."""
        offer = keeping.recoverable()
        for note in offer.notes:
            self.notify(note, severity="warning", markup=False)
        if offer.found:
            work = offer.found[0]
            answers = (("take", "Go on with it"), ("later", "Not now"), ("drop", "Throw it away"))
            more = f" {len(offer.found) - 1} more will be asked about next time." if offer.found[1:] else ""
            question = f"{visible(work.title) or 'An army'} was not saved when orbat last stopped.{more}"
            self.push_screen(AskButtons(question, answers), lambda answer: self._offered(work, answer))

    def _offered(self, work: Recovered, answer: str | None) -> None:
        if answer == "drop":
            keeping.drop(work)
        elif answer == "take":
            book, missing = self.library.book(work.history.orbat)
            journal = keeping.take_up(work) if book else None
            if book is None or journal is None:
                self.notify(
                    missing[0].message if missing else "Another builder has it open.", severity="error", markup=False
                )
                return
            session = self.workshop.resume(work.history, book, work.file)
            self.push_screen(BuilderScreen(session, journal))
