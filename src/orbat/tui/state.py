"""What the builder has on screen: one frozen value, made anew by every edit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path as File

from orbat.data.library import Library
from orbat.evaluate.quote import Quote
from orbat.generator.request import Supply
from orbat.model.book import Book
from orbat.model.finding import Finding
from orbat.model.history import History, start_history
from orbat.model.orbat import Formation, Orbat, Unit, formations_of
from orbat.model.path import OrbatPath
from orbat.model.record import Record, Value
from orbat.pipeline import Evaluator, without_correct_claims
from orbat.registry import load_all
from orbat.report.report import Report


class State(Record):
    """An open ORBAT: its history, the file it belongs to, what is selected, and what it comes to.

    `saved` is the ORBAT as the file has it, `original` the file's text as it was read or written last; `supply` is
    what armies are raised and suggested from, where that is limited. In an army without units the first formation is
    selected to begin with, since that is what is bought into.
    """

    history: History
    book: Book
    quote: Quote
    findings: tuple[Finding, ...]
    file: File | None = None
    saved: Orbat | None = None
    original: str = ""
    selected: OrbatPath = ()
    marked: frozenset[OrbatPath] = frozenset()
    supply: Supply | None = None

    @property
    def orbat(self) -> Orbat:
        """The ORBAT on screen."""
        return self.history.orbat

    @property
    def unsaved(self) -> bool:
        """Whether the screen has something that the file has not."""
        return self.orbat != self.saved

    def before(self, run: str) -> History:
        """The history that a step of a run is taken from: without the last one of that run, whose place it takes.

        What the file holds stays a step of its own.
        """
        goes_on = run and self.history.merge_key == run and self.unsaved
        return self.history.undo() if goes_on else self.history

    @property
    def report(self) -> Report:
        """What is on screen as a report."""
        source = str(self.file) if self.file else "not saved yet"
        return Report(source, self.orbat, self.book, self.quote, self.findings)


class Workspace:
    """Makes states: finds the lists an ORBAT names, prices and checks it, keeping what an edit left alone."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._evaluator = Evaluator()
        self._books: dict[tuple[str, ...], Book | None] = {}

    def book(self, orbat: Orbat) -> Book | None:
        """The ruleset and lists that an ORBAT names; None where its ruleset cannot be had."""
        names = (orbat.ruleset.id, *sorted(lists_named(orbat)))
        if names not in self._books:
            self._books[names] = self.library.book(orbat)[0]
        return self._books[names]

    def open(
        self, orbat: Orbat, book: Book, *, file: File | None = None, original: str = "", saved: bool = True
    ) -> State:
        """A state of an ORBAT that has just been opened or begun.

        Claims that are right are put aside: every save writes them, and an edit would only make them wrong.
        """
        orbat = without_correct_claims(orbat, self._evaluator.examine(orbat, book)[0])
        return self._first(start_history(orbat), book, file, orbat if saved else None, original)

    def resume(self, history: History, book: Book, file: File | None, original: str) -> State:
        """A state of a history that a journal has kept; `original` is what its file held then, where it still does."""
        return self._first(history, book, file, None, original)

    def _first(self, history: History, book: Book, file: File | None, saved: Orbat | None, original: str) -> State:
        quote, findings = self._evaluator.examine(history.orbat, book)
        return State(
            history=history,
            book=book,
            quote=quote,
            findings=findings,
            file=file,
            saved=saved,
            original=original,
            selected=("formations", 0) if history.orbat.formations and not quote.all_units else (),
            supply=own_supply(),
        )

    def at(self, state: State, history: History, selected: OrbatPath | None = None) -> State:
        """What is open, at another place of its history."""
        quote, findings, book = state.quote, state.findings, state.book
        if history.orbat is not state.orbat:
            book = self.book(history.orbat) or book
            quote, findings = self._evaluator.examine(history.orbat, book)
        chosen = state.selected if selected is None else selected
        return replace(
            state,
            history=history,
            book=book,
            quote=quote,
            findings=findings,
            selected=nearest(history.orbat, chosen),
            marked=frozenset(),
        )


def own_supply() -> Supply | None:
    """What armies are raised and suggested from where the player does not choose anything else."""
    own: Iterable[Supply | None] = (supply() for supply in load_all("supply"))
    return next((one for one in own if one is not None), None)


def lists_named(orbat: Orbat) -> set[str]:
    """The ids of the army lists that an ORBAT, its formations and its units name."""
    formations = tuple(place.formation for place in formations_of(orbat))
    units = (*orbat.units, *(unit for formation in formations for unit in formation.units))
    pins = (orbat.army_list, *(one.army_list for one in formations), *(one.army_list for one in units))
    return {pin.id for pin in pins if pin}


class Clipboard(Value):
    """What was cut or copied, to be pasted."""

    things: tuple[Formation | Unit, ...] = ()
    cut: bool = False


class StepResult(Value):
    """What a command did: the step's name, the ORBAT after it, what is selected then, and the run it is of, if any:
    steps of one run, one after the other, are a single step."""

    name: str
    orbat: Orbat
    selected: OrbatPath
    run: str = ""


def nearest(orbat: Orbat, path: OrbatPath) -> OrbatPath:
    """The path itself where it leads somewhere, otherwise the nearest thing that is still there."""
    here: object = orbat
    found: OrbatPath = ()
    for step in range(0, len(path) - 1, 2):
        things = getattr(here, str(path[step]), ())
        if not things:
            return found
        number = min(int(path[step + 1]), len(things) - 1)
        here = things[number]
        found = (*found, path[step], number)
    return found
