"""What a rule is: a record beside a pure function, with everything it may look at handed to it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Edit
from orbat.model.finding import Severity
from orbat.model.kinds import Kind
from orbat.model.orbat import Commander, Orbat, PlacedFormation, Unit
from orbat.model.path import Path
from orbat.model.record import Record, Value, nothing
from orbat.model.rules import Rules
from orbat.model.sourced import Sourced
from orbat.pricing.quote import Quote, UnitLine


class Verdict(Record):
    """What a rule says of one place. Templates are filled with `facts` when they are shown.

    For a unit's rule `path` is within the unit and `change` is what would mend it, field by field. For the
    others `path` is within the ORBAT and `fix` is edits.
    """

    says: str
    helps: str
    cites: tuple[str, ...]
    facts: Mapping[str, Any] = field(default_factory=nothing)
    path: Path = ()
    change: Mapping[str, Any] = field(default_factory=nothing)
    fix: tuple[Edit, ...] = ()
    severity: Severity | None = None


class UnitCase(Value):
    """A unit with all that its own verdicts may depend on: its entry, the date and the rulings."""

    unit: Unit
    list_id: str
    entry: Entry | None
    kind: Kind | None
    date: Date | None
    rulings: Mapping[str, str]
    book: Book

    @property
    def rules(self) -> Rules:
        """The ruleset's switches."""
        return self.book.ruleset.rules

    @property
    def name(self) -> str:
        """What the player calls the unit, or what the list does."""
        return name_of(self.unit, self.entry)

    def cites(self, *sourced: Sourced | None) -> tuple[str, ...]:
        """The sections of what a verdict rests on, and the list where it is the list's own number."""
        return cites_of(self.book, self.list_id, *sourced)


class Case(Value):
    """A whole ORBAT with its quote, as rules about formations and the army see it."""

    orbat: Orbat
    quote: Quote
    book: Book
    rulings: Mapping[str, str]
    formations: tuple[PlacedFormation, ...]
    units: tuple[tuple[UnitLine, Entry | None], ...]
    commanders: tuple[tuple[Path, Commander, PlacedFormation | None], ...] = ()
    undated: frozenset[str] = frozenset()
    """The lists that cover nothing at the ORBAT's date; their units are not judged by it."""

    @property
    def rules(self) -> Rules:
        """The ruleset's switches."""
        return self.book.ruleset.rules


class UnitRule(Value):
    """A rule about single units."""

    code: str
    title: str
    severity: Severity
    check: Callable[[UnitCase], Iterable[Verdict]]


class ArmyRule(Value):
    """A rule about formations, the army or its points."""

    code: str
    title: str
    severity: Severity
    check: Callable[[Case], Iterable[Verdict]]


Rule = UnitRule | ArmyRule


class Explanation(Value):
    """What a code means: what is checked, why, an example and the cure."""

    code: str
    title: str
    checks: str
    why: str
    example: str
    cure: str


def explain(code: str, title: str, docstring: str) -> Explanation:
    """Take an explanation out of a docstring whose paragraphs begin Why:, Example: and Cure:."""
    parts = {"checks": "", "why": "", "example": "", "cure": ""}
    for number, paragraph in enumerate(inspect.cleandoc(docstring).split("\n\n")):
        words = " ".join(paragraph.split())
        head, colon, rest = words.partition(": ")
        if number == 0:
            parts["checks"] = words
        elif colon and head.lower() in parts:
            parts[head.lower()] = rest
    return Explanation(code=code, title=title, **parts)


def name_of(unit: Unit, entry: Entry | None) -> str:
    """What the player calls a unit, or what the list does, or its entry's id."""
    return unit.name or (entry.name if entry else unit.entry) or "a unit without a name"


def cites_of(book: Book, list_id: str, *sourced: Sourced | None) -> tuple[str, ...]:
    """Sections of the rulebook, then the list (marked house where its number is) for what no rulebook gives."""
    cites: list[str] = []
    own = ""
    for one in sourced:
        if one is None:
            continue
        cites += one.cite
        if not one.cite:
            own = " (house)" if one.house else own or " "
    if own:
        cites.append(f"{book.title(list_id) or book.ruleset.title} list{own.rstrip()}")
    return tuple(dict.fromkeys(cites))
