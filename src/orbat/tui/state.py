"""The state of the builder screen: one frozen value, replaced by every edit."""

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
    """An open ORBAT: its history, price, findings, file and selection.

    - `saved`: the ORBAT as saved in the file.
    - `original`: the file's text as last read or written.
    - `supply`: the collection that limits raised armies and suggestions.
    - `selected`: in an army without units, the first formation at first, since purchases go there.
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
        """Whether there are unsaved changes."""
        return self.orbat != self.saved

    def before(self, run: str) -> History:
        """The history before a step of a run: the new step replaces the last one of the same run.

        A saved step is never replaced.
        """
        goes_on = run and self.history.merge_key == run and self.unsaved
        return self.history.undo() if goes_on else self.history

    @property
    def report(self) -> Report:
        """The report on the ORBAT on screen."""
        source = str(self.file) if self.file else "not saved yet"
        return Report(source, self.orbat, self.book, self.quote, self.findings)


class Workspace:
    """Makes states: finds army lists, prices and checks. Parts that an edit leaves alone are not evaluated again."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._evaluator = Evaluator()
        self._books: dict[tuple[str, ...], Book | None] = {}

    def book(self, orbat: Orbat) -> Book | None:
        """The ruleset and army lists of an ORBAT; None if its ruleset is missing."""
        names = (orbat.ruleset.id, *sorted(lists_named(orbat)))
        if names not in self._books:
            self._books[names] = self.library.book(orbat)[0]
        return self._books[names]

    def open(
        self, orbat: Orbat, book: Book, *, file: File | None = None, original: str = "", saved: bool = True
    ) -> State:
        """The state of an ORBAT just opened or created.

        Correct claims are removed: every save writes them anew, and an edit would only make them wrong.
        """
        orbat = without_correct_claims(orbat, self._evaluator.examine(orbat, book)[0])
        return self._first(start_history(orbat), book, file, orbat if saved else None, original)

    def resume(self, history: History, book: Book, file: File | None, original: str) -> State:
        """The state of a recovered history; `original` is the file's text, if it is unchanged since."""
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
        """The state at another step of its history."""
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
    """The user's own collection, which limits raised armies and suggestions by default."""
    own: Iterable[Supply | None] = (supply() for supply in load_all("supply"))
    return next((one for one in own if one is not None), None)


def lists_named(orbat: Orbat) -> set[str]:
    """The ids of the army lists named by an ORBAT, its formations and units."""
    formations = tuple(place.formation for place in formations_of(orbat))
    units = (*orbat.units, *(unit for formation in formations for unit in formation.units))
    pins = (orbat.army_list, *(one.army_list for one in formations), *(one.army_list for one in units))
    return {pin.id for pin in pins if pin}


class Clipboard(Value):
    """The formations and units last cut or copied."""

    items: tuple[Formation | Unit, ...] = ()
    cut: bool = False


class StepResult(Value):
    """The result of an edit: the step's name, the ORBAT and selection after it, and its run, if any.

    Consecutive steps of one run become a single step.
    """

    name: str
    orbat: Orbat
    selected: OrbatPath
    run: str = ""


def nearest(orbat: Orbat, path: OrbatPath) -> OrbatPath:
    """The path itself if it exists, otherwise the nearest existing one."""
    here: object = orbat
    found: OrbatPath = ()
    for step in range(0, len(path) - 1, 2):
        items = getattr(here, str(path[step]), ())
        if not items:
            return found
        number = min(int(path[step + 1]), len(items) - 1)
        here = items[number]
        found = (*found, path[step], number)
    return found
