"""A ruleset's quick-reference tables for use during a game (`reference.yaml`)."""

from typing import Annotated, Literal

from orbat.model.applicability import Applicability, AppliesTo, alternatives
from orbat.model.points import Count
from orbat.model.record import Record, Scalar
from orbat.model.sourced import RulesetFile, Sourced
from orbat.model.text import MAX_TEXT_LENGTH, Flag, FormatVersion, Id, Text


def _read_cell(raw: object) -> str:
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise ValueError("should be text or a whole number; put anything else in quotes")
    text = str(raw) if not isinstance(raw, int) or raw >= 0 else f"−{-raw}"
    if len(text) > MAX_TEXT_LENGTH:
        raise ValueError(f"should be at most {MAX_TEXT_LENGTH} characters")
    return text


Cell = Annotated[str, Scalar(_read_cell, {"type": ["string", "integer"], "maxLength": MAX_TEXT_LENGTH})]


class Column(Record):
    """A column of a reference table: its heading, a shorter heading for cards, and a heading shared with neighbouring
    columns.

    `figures` aligns the cells as numbers. `on_cards: false` omits the column from cards.
    """

    head: Text = ""
    short: Text = ""
    over: Text = ""
    figures: Flag = False
    on_cards: Flag = True
    for_: AppliesTo = None

    @property
    def applies_to(self) -> tuple[Applicability, ...]:
        """The conditions for showing the column: at least one must match. Empty if the column is always shown."""
        return alternatives(self.for_)


class ReferenceRow(Record):
    """A row of a reference table: one cell per column, or a `heading` across all columns.

    `short` replaces the first cell on cards. `on_cards: false` omits the row from cards.
    """

    cells: tuple[Cell, ...] = ()
    heading: Text = ""
    short: Text = ""
    on_cards: Flag = True
    for_: AppliesTo = None

    @property
    def applies_to(self) -> tuple[Applicability, ...]:
        """The conditions for showing the row: at least one must match. Empty if the row is always shown."""
        return alternatives(self.for_)


class ReferenceTable(Sourced):
    """One quick-reference table.

    `short` is the title on cards. `intro` is printed below the title, and `remarks` are printed below the table.
    `cards` selects the rows for a unit's card: `none`, `own` (rows with a condition that matches the unit) or `all`
    (these rows and the rows without conditions). `page` is the table's page on the reference sheet, from 1. A `wide`
    table gets more room on this sheet. With `roster`, the table is also printed on the roster.
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
    """The quick-reference tables of a ruleset. `printed` is the date on the publisher's printed sheet."""

    called = "reference tables"
    file_name = "reference.yaml"

    reference: FormatVersion
    title: Text
    printed: Text = ""
    tables: tuple[ReferenceTable, ...]

    def table(self, table_id: str) -> ReferenceTable | None:
        """A table by id, or None."""
        return next((table for table in self.tables if table.id == table_id), None)
