"""A ruleset's quick-reference tables, as its `reference.yaml` holds them: what players look up during a game."""

from typing import Annotated, Literal

from orbat.model.points import Count
from orbat.model.record import Record, Scalar
from orbat.model.sourced import RulesetFile, Sourced
from orbat.model.text import LONGEST, Flag, FormatVersion, Id, Rating, Text


def _read_cell(raw: object) -> str:
    """A cell's text; a whole number may be written as one, and a negative one gets a minus sign."""
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise ValueError("should be text or a whole number; put anything else in quotes")
    text = str(raw) if not isinstance(raw, int) or raw >= 0 else f"−{-raw}"
    if len(text) > LONGEST:
        raise ValueError(f"should be at most {LONGEST} characters")
    return text


Cell = Annotated[str, Scalar(_read_cell, {"type": ["string", "integer"], "maxLength": LONGEST})]


class Applicability(Record):
    """Whom a row or a column concerns: what matches every key given. Without keys it concerns everybody.

    `options` asks for one of them, `without` for none of them; `may` asks for one of the abilities; `qualities`
    for a commander of one of them; `flags` for an army that has one of them.
    """

    kinds: tuple[Id, ...] = ()
    subtypes: tuple[Id, ...] = ()
    ratings: tuple[Rating, ...] = ()
    sizes: tuple[Id, ...] = ()
    options: tuple[Id, ...] = ()
    without: tuple[Id, ...] = ()
    may: tuple[Id, ...] = ()
    qualities: tuple[Id, ...] = ()
    irregular: Flag | None = None
    flags: tuple[Id, ...] = ()


AppliesTo = Applicability | tuple[Applicability, ...] | None
"""Whom something concerns: what matches, or what matches one of several."""


def several(whom: AppliesTo) -> tuple[Applicability, ...]:
    """Those concerned, one by one; nothing where that is everybody."""
    if whom is None:
        return ()
    return whom if isinstance(whom, tuple) else (whom,)


class Column(Record):
    """A column of a table: its head, a shorter one for cards, and the head over it that it shares with others.

    `figures` aligns its cells as numbers. `on_cards: false` leaves it off cards.
    """

    head: Text = ""
    short: Text = ""
    over: Text = ""
    figures: Flag = False
    on_cards: Flag = True
    for_: AppliesTo = None

    @property
    def applies_to(self) -> tuple[Applicability, ...]:
        """Whom it concerns, one of these; nothing where it concerns everybody."""
        return several(self.for_)


class ReferenceRow(Record):
    """A row of a table: a cell for each column; or a `heading` across all of them.

    `short` stands for the first cell on cards; `on_cards: false` leaves the row off them.
    """

    cells: tuple[Cell, ...] = ()
    heading: Text = ""
    short: Text = ""
    on_cards: Flag = True
    for_: AppliesTo = None

    @property
    def applies_to(self) -> tuple[Applicability, ...]:
        """Whom it concerns, one of these; nothing where it concerns everybody."""
        return several(self.for_)


class ReferenceTable(Sourced):
    """One table. `intro` stands under its title, `remarks` below it; `short` stands for the title on cards.

    `cards` says what of it goes on a unit's card: nothing, the rows that name whom they concern, or all rows that
    concern the unit. `page` is the page of the reference sheet it stands on, from 1; `wide` sets it in fewer columns;
    `roster` puts it on the roster too.
    """

    id: Id
    title: Text
    short: Text = ""
    intro: Text = ""
    columns: tuple[Column, ...]
    rows: tuple[ReferenceRow, ...]
    remarks: tuple[Text, ...] = ()
    cards: Literal["none", "own", "all"] = "none"
    page: Count = 1
    wide: Flag = False
    roster: Flag = False


class Reference(RulesetFile):
    """All quick-reference tables of a ruleset. `printed` is the date of the sheet they come from."""

    called = "reference tables"
    file_name = "reference.yaml"

    reference: FormatVersion
    title: Text
    printed: Text = ""
    tables: tuple[ReferenceTable, ...]

    def table(self, table_id: str) -> ReferenceTable | None:
        """The table of that id."""
        return next((table for table in self.tables if table.id == table_id), None)
