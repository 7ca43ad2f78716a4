"""Rules: records with a pure function each, and the cases that the functions get.

There are rules about single units, formations, commanders and the whole army. Each kind of rule gets its own kind of
case, which has only what its results may depend on. Results are cached by case, so a rule must not use anything else.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, Protocol

from orbat.evaluate.quote import FormationLine, Quote, UnitLine
from orbat.evaluate.summary import UnitSummary
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Edit
from orbat.model.finding import GroupText, Severity
from orbat.model.kinds import Kind
from orbat.model.orbat import Commander, Formation, Orbat, PlacedFormation, Unit, commanders_of
from orbat.model.path import OrbatPath
from orbat.model.record import Record, Value, empty_mapping
from orbat.model.ruleset import RuleSettings
from orbat.model.sourced import Sourced
from orbat.model.spelling import did_you_mean
from orbat.model.text import Pin
from orbat.model.wording import phrase


class RuleResult(Record):
    """What a rule finds at one place. `message` and `help` are templates, filled with `fields` only when shown.

    For a rule about units or commanders, `path` is relative to the unit or commander, and `change` maps fields to the
    values that fix it. Its templates may also use `unit`, the name of the unit, or `name`, that of the commander.
    For other rules, `path` is the place in the ORBAT, and the fix is the edits in `fix`.
    """

    message: str
    help: str
    cites: tuple[str, ...]
    fields: Mapping[str, Any] = field(default_factory=empty_mapping)
    path: OrbatPath = ()
    change: Mapping[str, Any] = field(default_factory=empty_mapping)
    fix: tuple[Edit, ...] = ()
    severity: Severity | None = None
    group: GroupText | None = None
    """The text for several findings like this one."""


class UnitCase(Value):
    """A unit and what the results of unit rules may depend on: its entry, the date and the rulings.

    The unit is without its name, note and claim, so that units alike in everything else are checked once.
    """

    unit: Unit
    list_id: str
    entry: Entry | None
    kind: Kind | None
    date: Date | None
    rulings: Mapping[str, str]
    book: Book

    @property
    def rules(self) -> RuleSettings:
        """The ruleset's switches."""
        return self.book.ruleset.rules

    def cites(self, *sourced: Sourced | None) -> tuple[str, ...]:
        """The sections behind some numbers, and the army list for a number of its own."""
        return cites_of(self.book, self.list_id, *sourced)


class ArmyContext(Value):
    """What the results for one formation or commander may depend on in the whole army."""

    commander: Commander | None
    ruleset: Pin
    army_list: Pin | None
    staff_table: str
    is_begun: bool
    """Whether the army has any unit yet."""
    quality_source: str
    """How staff quality is obtained: diced, bought or set; "" where the ruleset does not check it."""

    @property
    def list_id(self) -> str:
        """The id of the army's list, for formations that name none; "" for none."""
        return self.army_list.id if self.army_list else ""


class FormationContext(Value):
    """What the results for a formation or commander may depend on in a formation above it."""

    level: str
    name: str
    commander: Commander | None
    holds_units: bool
    """Whether it or a formation inside it has a unit."""


class FormationCase(Value):
    """A formation and what the results of formation rules may depend on."""

    line: FormationLine
    summary: UnitSummary
    above: tuple[FormationContext, ...]
    """The formations above it, highest first."""
    is_namesake: bool
    """Whether an earlier formation with the same parent has its level and name."""
    army: ArmyContext
    rulings: Mapping[str, str]
    book: Book

    @property
    def path(self) -> OrbatPath:
        """Its path."""
        return self.line.path

    @property
    def formation(self) -> Formation:
        """The formation as written."""
        return self.line.formation

    @property
    def rules(self) -> RuleSettings:
        """The ruleset's switches."""
        return self.book.ruleset.rules


class CommanderCase(Value):
    """A commander and what the results of commander rules may depend on.

    The commander is without name and note, so that commanders alike in everything else are checked once.
    """

    commander: Commander
    is_player: bool
    """Whether the commander represents the player."""
    list_id: str
    army: ArmyContext
    rulings: Mapping[str, str]
    book: Book

    @property
    def rules(self) -> RuleSettings:
        """The ruleset's switches."""
        return self.book.ruleset.rules


class ArmyCase(Value):
    """An ORBAT with its quote, for rules about the army.

    Rules run at every edit: decide from `summary`, which is cached, and read `units` and `commanders` only for results.
    """

    orbat: Orbat
    quote: Quote
    book: Book
    rulings: Mapping[str, str]
    summary: UnitSummary
    context: ArmyContext
    undated: frozenset[str] = frozenset()
    """The lists that offer nothing at the ORBAT's date; their units are checked without a date."""

    @cached_property
    def units(self) -> tuple[tuple[UnitLine, Entry | None], ...]:
        """Every unit with its entry, in document order, the independent units last."""
        return tuple((line, self.book.entry(line.list_id, line.unit.entry)) for line in self.quote.all_units)

    @cached_property
    def commanders(self) -> tuple[tuple[OrbatPath, Commander, PlacedFormation | None], ...]:
        """Every commander with path and formation, in document order; the army's own is first and has no formation."""
        return tuple(commanders_of(self.orbat))

    @property
    def rules(self) -> RuleSettings:
        """The ruleset's switches."""
        return self.book.ruleset.rules


class UnitRule(Value):
    """A rule about single units."""

    code: str
    title: str
    severity: Severity
    check: Callable[[UnitCase], Iterable[RuleResult]]


class FormationRule(Value):
    """A rule about single formations."""

    code: str
    title: str
    severity: Severity
    check: Callable[[FormationCase], Iterable[RuleResult]]


class CommanderRule(Value):
    """A rule about single commanders."""

    code: str
    title: str
    severity: Severity
    check: Callable[[CommanderCase], Iterable[RuleResult]]


class ArmyRule(Value):
    """A rule about the army as a whole, or its points."""

    code: str
    title: str
    severity: Severity
    check: Callable[[ArmyCase], Iterable[RuleResult]]


OrbatRule = FormationRule | CommanderRule | ArmyRule
Rule = UnitRule | OrbatRule


class Explanation(Value):
    """The meaning of a code: what is checked, why, an example and the remedy."""

    code: str
    title: str
    checks: str
    why: str
    example: str
    remedy: str


def explain(code: str, title: str, docstring: str) -> Explanation:
    """Read an explanation from a docstring with paragraphs that begin Why:, Example: and Remedy:."""
    parts = {"checks": "", "why": "", "example": "", "remedy": ""}
    for number, paragraph in enumerate(inspect.cleandoc(docstring).split("\n\n")):
        words = " ".join(paragraph.split())
        heading, colon, rest = words.partition(": ")
        if number == 0:
            parts["checks"] = words
        elif colon and heading.lower() in parts:
            parts[heading.lower()] = rest
    return Explanation(code=code, title=title, **parts)


class Titled(Protocol):
    """A formation or a formation context."""

    @property
    def level(self) -> str:
        """The id of its level."""

    @property
    def name(self) -> str:
        """Its name, or ""."""


def formation_title(formation: Titled) -> str:
    """The name of a formation for messages, or `unnamed brigade`."""
    if formation.name:
        return formation.name
    return phrase("unnamed {level}", level=formation.level) if formation.level else "unnamed formation"


def context_of(formation: Formation) -> FormationContext:
    """The context that a formation is for the rules about its contents."""
    return FormationContext(formation.level, formation.name, formation.commander, holds_units(formation))


def holds_units(formation: Formation) -> bool:
    """Whether a formation, or a formation inside it, has a unit."""
    return bool(formation.units) or any(holds_units(inner) for inner in formation.formations)


def commander_name(book: Book, commander: Commander, formation: Titled | None) -> str:
    """The name of a commander for messages, or `general of 1st Brigade`. `formation` is None for the army."""
    if commander.name:
        return commander.name
    if formation is None:
        return phrase("the army's {title}", title=book.ruleset.commander_title)
    word = book.ruleset.commander_word
    return phrase("{commander} of {formation}", commander=word, formation=formation_title(formation))


def unit_name(unit: Unit, entry: Entry | None) -> str:
    """The name of a unit for messages: its own, that of its entry, or the id of its entry."""
    return unit.name or (entry.name if entry else unit.entry) or "unnamed unit"


def cites_of(book: Book, list_id: str, *sourced: Sourced | None) -> tuple[str, ...]:
    """Sections of the rulebook; then the army list, marked house or not, for numbers that no rulebook gives."""
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


class DidYouMean:
    """A second sentence for a message, `. Did you mean ...?`, or "" where no word is similar.

    Computed only when shown, since comparing words is slow.
    """

    def __init__(self, word: str, known: Iterable[str]) -> None:
        self.word = word
        self.known = tuple(known)

    def __str__(self) -> str:
        near = did_you_mean(self.word, self.known)
        return f".{near}" if near else ""
