"""Reads columns, rows, die faces and ranges of numbers in a ruleset's reference tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from orbat.features.odds.model import FireTable
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceRow, ReferenceTable
from orbat.model.wording import phrase

NEVER = "–"
"""Cell text for a target that cannot be hit."""

_PART = re.compile(r"(\d+)([A-Z]*)\Z")
_BAND = re.compile(r"(≤)?(\d+)(?:-(\d+)|(\+))?\Z")
_RATIO = re.compile(r"(\d+):(\d+) \(\+(\d+)\)")


class UnusableTable(Exception):  # noqa: N818  # reported as a finding
    """Raised if a reference table lacks something that is needed for odds."""


class Band(Value):
    """A range of scores, or of differences between scores."""

    least: int | None
    """None without a lower limit."""
    most: int | None
    """None without an upper limit."""
    column: int = 0
    """The index of the table column with this range as head."""

    def __contains__(self, difference: int) -> bool:
        return (self.least is None or self.least <= difference) and (self.most is None or difference <= self.most)


def table_of(reference: Reference, table_id: str) -> ReferenceTable:
    """Find a table by id. Raises UnusableTable."""
    table = reference.table(table_id)
    if table is None:
        raise UnusableTable(phrase("unknown table {id}", id=table_id))
    return table


def column_of(table: ReferenceTable, name: str) -> int:
    """Find the index of a column by head, or by `over / head` (`over` is the heading above). Raises UnusableTable."""
    found = [n for n, one in enumerate(table.columns) if name in (one.head, f"{one.over} / {one.head}")]
    if not found:
        raise UnusableTable(phrase("table {id} has no column named {name}", id=table.id, name=name))
    if len(found) > 1:
        raise UnusableTable(phrase("table {id} has several columns named {name}", id=table.id, name=name))
    return found[0]


def row_of(table: ReferenceTable, name: str) -> ReferenceRow:
    """Find a row by the first cell. Raises UnusableTable."""
    words = " ".join(name.split())
    found = [row for row in table.rows if row.cells and " ".join(row.cells[0].split()) == words]
    if not found:
        raise UnusableTable(phrase("table {id} has no row named {name}", id=table.id, name=words))
    if len(found) > 1:
        raise UnusableTable(phrase("table {id} has several rows named {name}", id=table.id, name=words))
    return found[0]


def number_in(row: ReferenceRow, column: int) -> int:
    """Read a cell as a whole number. Raises UnusableTable."""
    text = row.cells[column].replace("−", "-")
    if not re.fullmatch(r"[+-]?\d+", text):
        raise UnusableTable(phrase("the cell {cell} is not a whole number", cell=row.cells[column]))
    return int(text)


def hits_by_face(cell: str, fire: FireTable) -> tuple[int, ...] | None:
    """The casualties for each face of the die, from a cell of a table. Raises UnusableTable.

    If `H` is one casualty, the cell `345H 6HH` gives 0, 0, 1, 1, 1 and 2 for the faces 1 to 6.
    Returns None for an empty cell.
    """
    if not cell:
        return None
    hits: dict[int, int] = {}
    for part in () if cell == NEVER else cell.split():
        found = _PART.match(part)
        if not found:
            raise UnusableTable(phrase("the cell {cell} is not a list of die faces and letters", cell=cell))
        for face in map(int, found[1]):
            if face in hits:
                raise UnusableTable(phrase("the cell {cell} has the die face {face} twice", cell=cell, face=face))
            if face not in fire.die:
                raise UnusableTable(
                    phrase("the cell {cell} has the face {face}, which the die does not have", cell=cell, face=face)
                )
            hits[face] = _face_casualties(cell, found[2], fire)
    return tuple(hits.get(face, 0) for face in fire.die)


def _face_casualties(cell: str, marks: str, fire: FireTable) -> int:
    if not marks:
        if fire.bare is None:
            raise UnusableTable(
                phrase("in the cell {cell}, a die face has no letter after it; `marks` lists the letters", cell=cell)
            )
        return fire.bare.hits
    if unknown := set(marks) - set(fire.marks):
        mark = min(unknown)
        raise UnusableTable(
            phrase("the cell {cell} has the letter {mark}, which is not listed under `marks`", cell=cell, mark=mark)
        )
    return sum(fire.marks[mark] for mark in marks)


def bands_of(table: ReferenceTable, names: Sequence[str]) -> tuple[Band, ...]:
    """Read the columns whose heads are ranges, such as `3-4`. Raises UnusableTable."""
    return tuple(replace(band_of(name), column=column_of(table, name)) for name in names)


def band_of(name: str) -> Band:
    """Read a range such as `3`, `3-4`, `9+` or `≤0`. Raises UnusableTable."""
    found = _BAND.match(name)
    if not found:
        raise UnusableTable(phrase("{name} is not a range such as 3-4 or 9+", name=name))
    number = int(found[2])
    return Band(None if found[1] else number, None if found[4] else int(found[3] or number))


def ratios_of(row: ReferenceRow) -> Mapping[Fraction, int]:
    """Read the ratios in a row's text with their bonuses, such as `3:2 (+1)`. Raises UnusableTable."""
    found = {Fraction(int(a), int(b)): int(value) for a, b, value in _RATIO.findall(row.cells[0]) if int(b)}
    if not found:
        raise UnusableTable("the row has no ratios such as 3:2 (+1)")
    return found


def outnumbering(ratios: Mapping[Fraction, int], own: int, other: int) -> int:
    """The bonus for outnumbering, from the sizes of the two units. 0 if there is no bonus."""
    if not own or not other:
        return 0
    ratio, last = Fraction(own, other), max(ratios)
    bonus = max((value for least, value in ratios.items() if ratio >= least), default=0)
    return bonus + max(0, ratio.__floor__() - last.__floor__()) if ratio >= last else bonus


def result_key(cell: str) -> str:
    """The first part of a result: `D` for the cell `D: major victory`."""
    return cell.partition(":")[0].strip()


def rows_in(table: ReferenceTable) -> Iterator[ReferenceRow]:
    """All rows of a table except headings."""
    return (row for row in table.rows if row.cells)
