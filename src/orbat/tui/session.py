"""What the builder has on screen: one frozen value, made anew by every edit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as File

from orbat.model.book import Book
from orbat.model.finding import Finding
from orbat.model.history import History, begin
from orbat.model.orbat import Orbat
from orbat.model.path import Path
from orbat.model.record import Record, Value
from orbat.pipeline import Desk, without_right_claims
from orbat.pricing.quote import Quote
from orbat.report.report import Report
from orbat.sources.text_file import read_text


class Session(Record):
    """An open ORBAT: its history, the file it belongs to, what is selected, and what it comes to.

    `saved` is the ORBAT as the file has it, `original` the file's text as it was read or written last.
    """

    history: History
    book: Book
    quote: Quote
    findings: tuple[Finding, ...]
    file: File | None = None
    saved: Orbat | None = None
    original: str = ""
    selected: Path = ()
    marked: frozenset[Path] = frozenset()

    @property
    def orbat(self) -> Orbat:
        """The ORBAT on screen."""
        return self.history.orbat

    @property
    def unsaved(self) -> bool:
        """Whether the screen has something that the file has not."""
        return self.orbat != self.saved

    @property
    def report(self) -> Report:
        """What is on screen as a report."""
        source = str(self.file) if self.file else "not saved yet"
        return Report(source, self.orbat, self.book, self.quote, self.findings)


class Workshop:
    """Makes sessions: prices and checks what an edit leaves, keeping what it left alone."""

    def __init__(self) -> None:
        self._desk = Desk()

    def open(
        self, orbat: Orbat, book: Book, *, file: File | None = None, original: str = "", saved: bool = True
    ) -> Session:
        """A session of an ORBAT that has just been opened or begun.

        Claims that are right are put aside: every save writes them, and an edit would only make them wrong.
        """
        orbat = without_right_claims(orbat, self._desk.examine(orbat, book)[0])
        quote, findings = self._desk.examine(orbat, book)
        return Session(
            history=begin(orbat),
            book=book,
            quote=quote,
            findings=findings,
            file=file,
            saved=orbat if saved else None,
            original=original,
        )

    def resume(self, history: History, book: Book, file: File | None) -> Session:
        """A session of a history that a journal has kept; what its file holds now is what was saved."""
        quote, findings = self._desk.examine(history.orbat, book)
        text = read_text(file) if file else ""
        original = text if isinstance(text, str) else ""
        return Session(
            history=history, book=book, quote=quote, findings=findings, file=file, saved=None, original=original
        )

    def at(self, session: Session, history: History, selected: Path | None = None) -> Session:
        """What is open, at another place of its history."""
        quote, findings = session.quote, session.findings
        if history.orbat != session.orbat:
            quote, findings = self._desk.examine(history.orbat, session.book)
        chosen = session.selected if selected is None else selected
        return replace(
            session,
            history=history,
            quote=quote,
            findings=findings,
            selected=nearest(history.orbat, chosen),
            marked=frozenset(),
        )


class Done(Value):
    """What a command did: the step's name, the ORBAT after it, and what is selected then."""

    name: str
    orbat: Orbat
    selected: Path


def nearest(orbat: Orbat, path: Path) -> Path:
    """The path itself where it leads somewhere, otherwise the nearest thing that is still there."""
    here: object = orbat
    found: Path = ()
    for step in range(0, len(path) - 1, 2):
        things = getattr(here, str(path[step]), ())
        if not things:
            return found
        number = min(int(path[step + 1]), len(things) - 1)
        here = things[number]
        found = (*found, path[step], number)
    return found
