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
    """A column of a reference table."""

    head: Text = ""
    short: Text = ""
    over: Text = ""
    figures: Flag = False
    signed: Flag = False
    """Whether cards print a plus sign before positive numbers."""
    on_cards: Flag = True
    for_: AppliesTo = None

    @property
    def applies_to(self) -> tuple[Applicability, ...]:
        """Conditions for the column. If there are any, a unit or commander must meet at least one."""
        return alternatives(self.for_)


class ReferenceRow(Record):
    """A row of a reference table: one cell per column, or a heading."""

    cells: tuple[Cell, ...] = ()
    heading: Text = ""
    short: Text = ""
    on_cards: Flag = True
    if_room: Flag = False
    """On cards only if they need no further card for all such rows."""
    undiced: Flag = False
    """Only on cards of commanders whose quality is not diced yet. The row names the quality."""
    for_: AppliesTo = None

    @property
    def applies_to(self) -> tuple[Applicability, ...]:
        """Conditions for the row. If there are any, a unit or commander must meet at least one."""
        return alternatives(self.for_)


class ReferenceTable(Sourced):
    """A quick-reference table."""

    id: Id
    title: Text
    short: Text = ""
    intro: Text = ""
    columns: tuple[Column, ...]
    rows: tuple[ReferenceRow, ...]
    card_rows: tuple[ReferenceRow, ...] = ()
    """Rows that only cards show."""
    remarks: tuple[Text, ...] = ()
    cards: Literal["none", "own", "all"] = "none"
    page: Count = 1
    wide: Flag = False
    roster: Flag = False


class Reference(RulesetFile):
    """The quick-reference tables of a ruleset."""

    called = "reference tables"
    file_name = "reference.yaml"

    reference: FormatVersion
    title: Text
    printed: Text = ""
    tables: tuple[ReferenceTable, ...]

    def table(self, table_id: str) -> ReferenceTable | None:
        """A table by id, or None."""
        return next((table for table in self.tables if table.id == table_id), None)
