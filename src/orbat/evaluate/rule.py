"""Rules and cases. A case is what a rule checks, such as a unit, with all data that the rule may use.

Results are cached by case, so a rule must use only the data in the case.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from orbat.evaluate.quote import ExactPoints, FormationLine, Quote, UnitLine
from orbat.evaluate.settings import SettingsOf, everywhere
from orbat.evaluate.summary import UnitSummary, UnitVariant
from orbat.model.army_list import Entry, EntryName
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Edit
from orbat.model.finding import GroupText, Severity, Topic
from orbat.model.kinds import Kind
from orbat.model.orbat import (
    Commander,
    Formation,
    Orbat,
    PlacedFormation,
    Unit,
    commanders_of,
    contains_units,
)
from orbat.model.path import OrbatPath
from orbat.model.record import Record, Value, empty_mapping
from orbat.model.ruleset import RuleSettings
from orbat.model.service import Regiment, Service
from orbat.model.sourced import Sourced
from orbat.model.spelling import did_you_mean
from orbat.model.text import Pin
from orbat.model.wording import phrase

if TYPE_CHECKING:
    from orbat.evaluate.trial import Trials


class RuleResult(Record):
    """The result of a rule at one place."""

    message: str
    """A template. `fields`, {unit} and {name} are filled in when the text is shown."""
    help: str
    """A template, like `message`."""
    cites: tuple[str, ...] = ()
    """The citations of the finding. By default, the citations of the rule's settings."""
    fields: Mapping[str, Any] = field(default_factory=empty_mapping)
    path: OrbatPath = ()
    """The path in the ORBAT. For rules about units or commanders, relative to the unit or commander."""
    change: Mapping[str, Any] = field(default_factory=empty_mapping)
    """The automatic fix of a unit or commander: new values by field name."""
    fix: tuple[Edit, ...] = ()
    """The automatic fix of anything else, as edits."""
    severity: Severity | None = None
    group: GroupText | None = None
    """One text that replaces the messages of several findings of this rule."""
    doubt: Topic | None = None
    """The topic, if the result makes the verdict depend on something unusual."""
    house: bool = False
    """Whether the result is about a limit that no rulebook and no published source gives."""


class UnitCase(Value):
    """A unit, with all data that unit rules may use.

    The unit's name, note and written points are left out, so that similar units are checked once.
    """

    unit: Unit
    list_id: str
    entry: Entry | None
    kind: Kind | None
    date: Date | None
    rulings: Mapping[str, str]
    book: Book
    theatre: str = ""

    @property
    def rules(self) -> RuleSettings:
        """The ruleset's rule settings."""
        return self.book.ruleset.rules

    @property
    def dates(self) -> tuple[Date | None, Date | None]:
        """The first and last date of the entry. None means unbounded."""
        return self.book.dates(self.list_id, self.entry) if self.entry else (None, None)

    def cites(self, *sourced: Sourced | None) -> tuple[str, ...]:
        """The rulebook sections that records cite.

        If a record cites none, the title of the unit's army list is added.
        """
        return cites_of(self.book, self.list_id, *sourced)


class ArmyContext(Value):
    """Facts about the army, used by rules about formations and commanders."""

    commander: Commander | None
    ruleset: Pin
    army_list: Pin | None
    staff_table: str
    is_begun: bool
    """Whether the army has any units."""
    quality_source: str
    """The source of staff quality: rolled (`diced`), bought or set; "" if the ruleset does not check quality."""
    theatre: str

    @property
    def list_id(self) -> str:
        """The id of the army's own army list, or "". It applies to formations that name no army list."""
        return self.army_list.id if self.army_list else ""


class FormationContext(NamedTuple):
    """Facts about a formation, used by rules about the formations inside it."""

    level: str
    name: str
    commander: Commander | None
    contains_units: bool
    """Whether the formation contains a unit, at any depth."""


class FormationCase(NamedTuple):
    """A formation, with all data that formation rules may use."""

    line: FormationLine
    summary: UnitSummary
    above: tuple[FormationContext, ...]
    """The formations containing this one, highest first."""
    namesake: str
    """The name of an earlier formation that looks the same, or ""."""
    army: ArmyContext
    rulings: Mapping[str, str]
    book: Book

    @property
    def path(self) -> OrbatPath:
        """The formation's path."""
        return self.line.path

    @property
    def formation(self) -> Formation:
        """The formation in the ORBAT."""
        return self.line.formation

    @property
    def rules(self) -> RuleSettings:
        """The ruleset's rule settings."""
        return self.book.ruleset.rules


class CommanderCase(Value):
    """A commander, with all data that commander rules may use.

    The commander's name and note are left out, so that similar commanders are checked once.
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
        """The ruleset's rule settings."""
        return self.book.ruleset.rules


TextField = Literal["title", "player", "tags", "name", "note"]
"""A field whose text players write freely."""


class TextCase(Value):
    """A text that a player wrote, with all data that text rules may use."""

    field: TextField
    text: str
    path: OrbatPath
    """The path of the text, or of the tag."""
    record: Orbat | Formation | Commander | Unit
    """The record to which the text belongs."""
    points: ExactPoints
    """The calculated cost of the record."""
    list_id: str
    other_entry: EntryName | None
    """The name of another entry that a unit's name repeats."""
    date: Date | None
    book: Book


class NameCase(Value):
    """A unit or commander whose historical name does not fit the date, the theatre or the unit's rating."""

    path: OrbatPath
    """The path of the unit or commander."""
    name: str
    rating: str
    """The rating of a unit."""
    list_id: str
    records: tuple[Regiment, ...] | tuple[Service, ...]
    """All records of the regiment or commander, at least one."""
    date: Date | None
    """None if the years of the army list do not cover the ORBAT's date."""
    theatre: str
    """Empty if the army list does not declare the ORBAT's theatre."""
    book: Book


class ArmyCase(Value):
    """An ORBAT with prices, for rules about the army.

    Look for problems in `summary` first, because this is fast. Use `units` and `commanders` to find the place of a
    problem.
    """

    orbat: Orbat
    quote: Quote
    book: Book
    rulings: Mapping[str, str]
    summary: UnitSummary
    context: ArmyContext
    trials: Callable[[], Trials]
    """Creates an object that tries edits on the ORBAT. Trying is slow: use only in texts that are made when shown."""
    undated: frozenset[str] = frozenset()
    """The ids of army lists without the ORBAT's date. Their units are checked without a date."""

    @cached_property
    def units(self) -> tuple[tuple[UnitLine, Entry | None], ...]:
        """All units with their entries, in document order. Independent units come last."""
        return tuple((line, self.book.entry(line.list_id, line.unit.entry)) for line in self.quote.all_units)

    def first_unit(self, variant: UnitVariant) -> UnitLine:
        """The first unit of a group of similar units (`UnitVariant`), in document order."""
        return next(line for line in self.quote.all_units if variant.covers(line))

    @cached_property
    def commanders(self) -> tuple[tuple[OrbatPath, Commander, PlacedFormation | None], ...]:
        """All commanders with paths and formations, in document order.

        The army's commander comes first, with None as formation.
        """
        return tuple(commanders_of(self.orbat))

    @property
    def rules(self) -> RuleSettings:
        """The ruleset's rule settings."""
        return self.book.ruleset.rules


CaseT = TypeVar("CaseT")


class RuleOf(Value, Generic[CaseT]):
    """A rule: its finding code, and the check of one case, such as a unit."""

    code: str
    title: str
    severity: Severity
    check: Callable[[CaseT], Iterable[RuleResult]]
    settings: SettingsOf = everywhere
    """Returns the records of a ruleset that the rule applies, such as its limits."""
    uses_list: bool = False
    """Whether the rule applies data of army lists too, and can cite an army list."""


class UnitRule(RuleOf[UnitCase]):
    """A rule about single units."""


class FormationRule(RuleOf[FormationCase]):
    """A rule about single formations."""


class CommanderRule(RuleOf[CommanderCase]):
    """A rule about single commanders."""


class TextRule(RuleOf[TextCase]):
    """A rule about texts that players write."""


class NameRule(RuleOf[NameCase]):
    """A rule about the names of units and commanders."""


class ArmyRule(RuleOf[ArmyCase]):
    """A rule about the whole army or its points."""

    needs_all: bool = False
    """Whether the rule needs the whole army. If so, it is skipped for an ORBAT with `partial: true`."""
    depends_on: Callable[[ArmyCase], object] | None = None
    """Returns all values that the results depend on, besides the book, date, rulings and `ArmyContext`. Results are
    reused while the values stay the same."""


OrbatRule = FormationRule | CommanderRule | TextRule | NameRule | ArmyRule
Rule = UnitRule | OrbatRule


class Explanation(Value):
    """The explanation of a finding code: requirement, reason, example and remedy."""

    code: str
    title: str
    checks: str
    why: str
    example: str
    remedy: str


def explain(code: str, title: str, docstring: str) -> Explanation:
    """Parse an explanation from a rule's docstring. Paragraphs begin with `Why:`, `Example:` and `Remedy:`."""
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
    """An object with a level and a name: a `Formation` or a `FormationContext`."""

    @property
    def level(self) -> str:
        """The level's id."""

    @property
    def name(self) -> str:
        """The name; "" if the formation is unnamed."""


def formation_title(formation: Titled) -> str:
    """The name of a formation for messages, or `unnamed brigade`."""
    if formation.name:
        return formation.name
    return phrase("unnamed {level}", level=formation.level) if formation.level else "unnamed formation"


def context_of(formation: Formation) -> FormationContext:
    """The facts about a formation, for rules about its inner formations."""
    return FormationContext(formation.level, formation.name, formation.commander, contains_units(formation))


def commander_name(book: Book, commander: Commander, formation: Titled | None) -> str:
    """The commander's name for messages, or text such as `general of 1st Brigade`.

    For the army's commander, `formation` is None.
    """
    if commander.name:
        return commander.name
    if formation is None:
        return phrase("the army's {title}", title=book.ruleset.commander_title)
    word = book.ruleset.commander_word
    return phrase("{commander} of {formation}", commander=word, formation=formation_title(formation))


def unit_name(unit: Unit, entry: Entry | None) -> str:
    """The unit's name for messages or, without a name, the name of the entry."""
    return unit.name or (entry.name if entry else unit.entry) or "unnamed unit"


def cites_of(book: Book, list_id: str, *sourced: Sourced | None) -> tuple[str, ...]:
    """The rulebook sections that the records in `sourced` cite.

    If any of the records cites no section, the title of the army list is added.
    """
    cites: list[str] = []
    own = ""
    for one in sourced:
        if one is None:
            continue
        cites += one.cite
        if not one.cite:
            # The citation of the list ends with `(house)` if a record without a section has house numbers.
            own = " (house)" if one.house else own or " "
    if own:
        cites.append(f"{book.title(list_id) or book.ruleset.title} list{own.rstrip()}")
    return tuple(dict.fromkeys(cites))


class DidYouMean:
    """The end of a message, such as `. Did you mean brigade?`, or "" without a similar word."""

    def __init__(self, word: str, known: Iterable[str]) -> None:
        self.word = word
        self.known = tuple(known)

    def __str__(self) -> str:
        near = did_you_mean(self.word, self.known)
        return f".{near}" if near else ""
