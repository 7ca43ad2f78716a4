"""The state of the builder screen, such as the ORBAT, history and selection. Every edit makes a new state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path as File

from orbat.data.library import Library
from orbat.evaluate.quote import Quote
from orbat.evaluate.trial import Trials
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
    """The open ORBAT, with the edits so far, the price, the findings, the file and the selected item."""

    history: History
    book: Book
    quote: Quote
    findings: tuple[Finding, ...]
    trials: Trials
    """Tries possible edits, with prices and findings, so that the builder offers only edits that break no rule."""
    file: File | None = None
    saved: Orbat | None = None
    """The ORBAT as last saved to the file. None counts as unsaved."""
    original: str = ""
    """The text of the file as last read or written."""
    misread: bool = False
    """Whether the ORBAT was opened from a typed list whose reading is doubtful. Ignored after the first save."""
    selected: OrbatPath = ()
    """The path of the selected item. In a new army, the first formation is selected."""
    marked: frozenset[OrbatPath] = frozenset()
    """The paths of the marked items."""
    supply: Supply | None = None
    """The collection that limits generated armies and suggestions; None for no limit."""

    @property
    def orbat(self) -> Orbat:
        """The current ORBAT."""
        return self.history.orbat

    @property
    def unsaved(self) -> bool:
        """Whether the ORBAT has unsaved changes."""
        return self.orbat != self.saved

    def before(self, run: str) -> History:
        """The history to which the next edit is added.

        `run`: the field `run` of the next edit (see `StepResult`). If the last edit has the same `run` and is not
        saved, the next edit replaces it.
        """
        goes_on = run and self.history.merge_key == run and self.unsaved
        return self.history.undo() if goes_on else self.history

    @property
    def report(self) -> Report:
        """The report on the current ORBAT."""
        source = str(self.file) if self.file else "not saved yet"
        misread = self.misread and self.saved is None
        return Report(source, self.orbat, self.book, self.quote, self.findings, misread=misread)


class Workspace:
    """Calculates prices and findings for the builder, and makes a `State` for an ORBAT."""

    # The results for unchanged parts of an ORBAT are reused.
    def __init__(self, library: Library) -> None:
        self.library = library
        self._evaluator = Evaluator()
        self._books: dict[tuple[str, ...], Book | None] = {}

    def book(self, orbat: Orbat) -> Book | None:
        """The ruleset and army lists of an ORBAT; None if the ruleset is missing."""
        names = (orbat.ruleset.id, *sorted(lists_named(orbat)))
        if names not in self._books:
            self._books[names] = self.library.book(orbat)[0]
        return self._books[names]

    def open(
        self,
        orbat: Orbat,
        book: Book,
        *,
        file: File | None = None,
        original: str = "",
        saved: bool = True,
        misread: bool = False,
    ) -> State:
        """The state of an ORBAT that was just opened or created."""
        # Claims (points stated in the file) that agree with the price are removed, because an edit would make them
        # wrong. Every save writes new claims.
        orbat = without_correct_claims(orbat, self._evaluator.examine(orbat, book)[0])
        state = self._first(start_history(orbat), book, file, orbat if saved else None, original)
        return replace(state, misread=misread)

    def resume(self, history: History, book: Book, file: File | None, original: str) -> State:
        """The state of an ORBAT that was recovered from a journal.

        `original` is the text of the file, or "" if the file has changed since the crash.
        """
        return self._first(history, book, file, None, original)

    def _first(self, history: History, book: Book, file: File | None, saved: Orbat | None, original: str) -> State:
        quote, findings = self._evaluator.examine(history.orbat, book)
        return State(
            history=history,
            book=book,
            quote=quote,
            findings=findings,
            trials=self._evaluator.trials(history.orbat, book, quote),
            file=file,
            saved=saved,
            original=original,
            selected=("formations", 0) if history.orbat.formations and not quote.all_units else (),
            supply=own_supply(),
        )

    def at(self, state: State, history: History, selected: OrbatPath | None = None) -> State:
        """The state at another position in the history. `selected`: the item to select; None keeps the selection."""
        quote, findings, book, trials = state.quote, state.findings, state.book, state.trials
        if history.orbat is not state.orbat:
            book = self.book(history.orbat) or book
            quote, findings = self._evaluator.examine(history.orbat, book)
            trials = self._evaluator.trials(history.orbat, book, quote)
        chosen = state.selected if selected is None else selected
        return replace(
            state,
            history=history,
            book=book,
            quote=quote,
            findings=findings,
            trials=trials,
            selected=nearest(history.orbat, chosen),
            marked=frozenset(),
        )


def own_supply() -> Supply | None:
    """The user's collection; None if there is none."""
    own: Iterable[Supply | None] = (supply() for supply in load_all("supply"))
    # By default, generated armies and suggestions use only miniatures in the collection.
    return next((one for one in own if one is not None), None)


def lists_named(orbat: Orbat) -> set[str]:
    """The ids of the army lists of an ORBAT and of its allied formations and units."""
    formations = tuple(place.formation for place in formations_of(orbat, unfielded=True))
    units = (*orbat.units, *(unit for formation in formations for unit in formation.units))
    pins = (orbat.army_list, *(one.army_list for one in formations), *(one.army_list for one in units))
    return {pin.id for pin in pins if pin}


class Clipboard(Value):
    """The formations and units that were last cut or copied."""

    items: tuple[Formation | Unit, ...] = ()
    cut: bool = False


class StepResult(Value):
    """An edit that is not yet in the history, and the resulting ORBAT."""

    name: str
    orbat: Orbat
    selected: OrbatPath
    run: str = ""
    """Consecutive edits with the same `run`, such as changes of a unit's size, count as one step. An edit with the
    `run` "" is a separate step."""


def nearest(orbat: Orbat, path: OrbatPath) -> OrbatPath:
    """`path` if the ORBAT has an item with this path; otherwise, the path of the nearest item."""
    here: object = orbat
    found: OrbatPath = ()
    for step in range(0, len(path) - 1, 2):
        items = getattr(here, str(path[step]), ())
        if not items:
            return found  # the list is empty, so the item that contains the list is nearest
        number = min(int(path[step + 1]), len(items) - 1)
        here = items[number]
        found = (*found, path[step], number)
    return found
