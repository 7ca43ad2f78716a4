"""What a rule is: a record beside a pure function, with everything it may look at handed to it.

There are rules about single units, single formations, single commanders and the army. Each gets a case of its own
kind, which holds no more than its verdicts may depend on. So whatever is not in the case may change without the
verdicts being worked out again, and no rule can look at what would make remembered verdicts wrong.
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


class RuleResult(Record):
    """What a rule says of one place. Templates are filled with `facts` when they are shown.

    For a rule about units or commanders `path` is within the unit or commander, and `change` is what would mend it,
    field by field. The templates may use what the player calls it: `unit`, and `named`, the same with a colon unless it
    is the entry's own name; `name` of a commander. For the others `path` is within the ORBAT and `fix` is edits.
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
    """A unit with all that its own verdicts may depend on: its entry, the date and the rulings.

    The unit has neither its name nor its note nor its claim: units that differ in nothing else are judged once.
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
        """The sections of what a verdict rests on, and the list where it is the list's own number."""
        return cites_of(self.book, self.list_id, *sourced)


class ArmyContext(Value):
    """What the verdicts on one formation or commander may depend on in the army around it."""

    commander: Commander | None
    ruleset: Pin
    army_list: Pin | None
    staff_table: str
    is_begun: bool
    """Whether any unit is in it yet."""
    quality_source: str
    """How staff quality is come by: diced, bought or set; "" where the rules do not look at it."""

    @property
    def list_id(self) -> str:
        """The army list that holds where a formation names none; "" for none."""
        return self.army_list.id if self.army_list else ""


class FormationContext(Value):
    """What the verdicts on a formation or commander may depend on in a formation around it."""

    level: str
    name: str
    commander: Commander | None
    holds_units: bool
    """Whether any unit is in it, or in a formation in it."""


class FormationCase(Value):
    """A formation with all that its own verdicts may depend on."""

    line: FormationLine
    summary: UnitSummary
    above: tuple[FormationContext, ...]
    """The formations it is in, highest first."""
    is_namesake: bool
    """Whether a formation before it in the same one has its level and name."""
    army: ArmyContext
    rulings: Mapping[str, str]
    book: Book

    @property
    def path(self) -> OrbatPath:
        """Where it is."""
        return self.line.path

    @property
    def formation(self) -> Formation:
        """The formation as it is written."""
        return self.line.formation

    @property
    def rules(self) -> RuleSettings:
        """The ruleset's switches."""
        return self.book.ruleset.rules


class CommanderCase(Value):
    """A commander with all that his own verdicts may depend on.

    He has neither his name nor his note: commanders who differ in nothing else are judged once.
    """

    commander: Commander
    is_player: bool
    """Whether he represents the player."""
    list_id: str
    army: ArmyContext
    rulings: Mapping[str, str]
    book: Book

    @property
    def rules(self) -> RuleSettings:
        """The ruleset's switches."""
        return self.book.ruleset.rules


class ArmyCase(Value):
    """A whole ORBAT with its quote, as rules about the army see it.

    A rule that runs at every edit should ask `facts`, most of which an edit leaves alone; `units` and `commanders` are
    gathered anew, for verdicts.
    """

    orbat: Orbat
    quote: Quote
    book: Book
    rulings: Mapping[str, str]
    summary: UnitSummary
    context: ArmyContext
    undated: frozenset[str] = frozenset()
    """The lists that cover nothing at the ORBAT's date; their units are not judged by it."""

    @cached_property
    def units(self) -> tuple[tuple[UnitLine, Entry | None], ...]:
        """Every unit in document order, the independent ones last, with its entry."""
        return tuple((line, self.book.entry(line.list_id, line.unit.entry)) for line in self.quote.all_units)

    @cached_property
    def commanders(self) -> tuple[tuple[OrbatPath, Commander, PlacedFormation | None], ...]:
        """Every commander in document order, the army's own first, with the formation he commands."""
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
    """What a code means: what is checked, why, an example and the cure."""

    code: str
    title: str
    checks: str
    why: str
    example: str
    remedy: str


def explain(code: str, title: str, docstring: str) -> Explanation:
    """Take an explanation out of a docstring whose paragraphs begin Why:, Example: and Cure:."""
    fields = {"why": "why", "example": "example", "cure": "remedy"}
    parts = {"checks": "", "why": "", "example": "", "remedy": ""}
    for number, paragraph in enumerate(inspect.cleandoc(docstring).split("\n\n")):
        words = " ".join(paragraph.split())
        head, colon, rest = words.partition(": ")
        if number == 0:
            parts["checks"] = words
        elif colon and head.lower() in fields:
            parts[fields[head.lower()]] = rest
    return Explanation(code=code, title=title, **parts)


class Titled(Protocol):
    """A formation, or what is known of one."""

    @property
    def level(self) -> str:
        """The id of its level."""

    @property
    def name(self) -> str:
        """What the player calls it, if anything."""


def formation_title(formation: Titled) -> str:
    """What to call a formation: its name, or its level."""
    return formation.name or f"an unnamed {formation.level or 'formation'}"


def context_of(formation: Formation) -> FormationContext:
    """What is known of a formation to the rules about what is in it."""
    return FormationContext(formation.level, formation.name, formation.commander, holds_units(formation))


def holds_units(formation: Formation) -> bool:
    """Whether a formation has a unit, its own or one of a formation in it."""
    return bool(formation.units) or any(holds_units(inner) for inner in formation.formations)


def commander_name(book: Book, commander: Commander, formation: Titled | None) -> str:
    """What to call a commander: his name, or that of the formation he commands; None for the army."""
    if commander.name:
        return commander.name
    if formation is None:
        return f"the army's {book.ruleset.commander_title}"
    return f"the {book.ruleset.commander_word} of {formation_title(formation)}"


def unit_name(unit: Unit, entry: Entry | None) -> str:
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


class DidYouMean:
    """`. Did you mean ...?`, or nothing where no word is near; worked out when it is shown."""

    def __init__(self, word: str, known: Iterable[str]) -> None:
        self.word = word
        self.known = tuple(known)

    def __str__(self) -> str:
        near = did_you_mean(self.word, self.known)
        return f".{near}" if near else ""
