"""Reading figures in a ruleset's reference tables as its odds name them: columns, rows, faces that hit, bands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from orbat.features.odds.model import FireTable
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceRow, ReferenceTable

NEVER = "–"
"""A cell that says that nothing can be hit."""

_PART = re.compile(r"(\d+)([A-Z]*)\Z")
_BAND = re.compile(r"(≤)?(\d+)(?:-(\d+)|(\+))?\Z")
_RATIO = re.compile(r"(\d+):(\d+) \(\+(\d+)\)")


class TableUnusable(Exception):  # noqa: N818  # it is caught and said as a finding
    """A table has not what the odds say of it."""


class Band(Value):
    """Scores or differences in score, the least and the most; none where it is open."""

    least: int | None
    most: int | None
    column: int = 0

    def __contains__(self, difference: int) -> bool:
        return (self.least is None or self.least <= difference) and (self.most is None or difference <= self.most)


def table_of(reference: Reference, table_id: str) -> ReferenceTable:
    """The table of that id. Raises TableUnusable."""
    table = reference.table(table_id)
    if table is None:
        raise TableUnusable(f"there is no table {table_id}")
    return table


def column_of(table: ReferenceTable, name: str) -> int:
    """The number of the column of that head, or `over / head`. Raises TableUnusable."""
    found = [n for n, one in enumerate(table.columns) if name in (one.head, f"{one.over} / {one.head}")]
    if len(found) != 1:
        says = "has no column" if not found else "has several columns"
        raise TableUnusable(f"the table {table.id} {says} {name}")
    return found[0]


def row_of(table: ReferenceTable, name: str) -> ReferenceRow:
    """The row whose first cell is that. Raises TableUnusable."""
    words = " ".join(name.split())
    found = [row for row in table.rows if row.cells and " ".join(row.cells[0].split()) == words]
    if len(found) != 1:
        raise TableUnusable(f"the table {table.id} has {'no row' if not found else 'several rows'} {words}")
    return found[0]


def number_in(row: ReferenceRow, column: int) -> int:
    """A cell as a whole number. Raises TableUnusable."""
    text = row.cells[column].replace("−", "-")
    if not re.fullmatch(r"[+-]?\d+", text):
        raise TableUnusable(f"{row.cells[column]} is no number")
    return int(text)


def worths(cell: str, fire: FireTable) -> tuple[int, ...] | None:
    """How many casualties each face of the die is in a cell; None where the cell is empty. Raises TableUnusable."""
    if not cell:
        return None
    hits: dict[int, int] = {}
    for part in () if cell == NEVER else cell.split():
        found = _PART.match(part)
        if not found:
            raise TableUnusable(f"{cell} is no cell of faces and marks")
        for face in map(int, found[1]):
            if face in hits or face not in fire.die:
                raise TableUnusable(f"{cell} has a face {face} twice, or that no die has")
            hits[face] = _worth(cell, found[2], fire)
    return tuple(hits.get(face, 0) for face in fire.die)


def _worth(cell: str, marks: str, fire: FireTable) -> int:
    if not marks:
        if fire.bare is None:
            raise TableUnusable(f"{cell} has figures without a mark")
        return fire.bare.hits
    if unknown := set(marks) - set(fire.marks):
        raise TableUnusable(f"{cell} has the unknown mark {min(unknown)}")
    return sum(fire.marks[mark] for mark in marks)


def bands_of(table: ReferenceTable, names: Sequence[str]) -> tuple[Band, ...]:
    """The bands of a scale by the heads of its columns. Raises TableUnusable."""
    return tuple(replace(band_of(name), column=column_of(table, name)) for name in names)


def band_of(name: str) -> Band:
    """Scores such as `3`, `3-4`, `9+` or `≤0`. Raises TableUnusable."""
    found = _BAND.match(name)
    if not found:
        raise TableUnusable(f"{name} is no band such as 3-4 or 9+")
    number = int(found[2])
    return Band(None if found[1] else number, None if found[4] else int(found[3] or number))


def ratios_of(row: ReferenceRow) -> Mapping[Fraction, int]:
    """The ratios of strength that a row's words give, such as `3:2 (+1)`. Raises TableUnusable."""
    found = {Fraction(int(a), int(b)): int(worth) for a, b, worth in _RATIO.findall(row.cells[0]) if int(b)}
    if not found:
        raise TableUnusable("the row gives no ratios such as 3:2 (+1)")
    return found


def outnumbering(ratios: Mapping[Fraction, int], own: int, other: int) -> int:
    """What a side gains by its numbers."""
    if not own or not other:
        return 0
    ratio, last = Fraction(own, other), max(ratios)
    gains = max((worth for least, worth in ratios.items() if ratio >= least), default=0)
    return gains + max(0, ratio.__floor__() - last.__floor__()) if ratio >= last else gains


def result_key(cell: str) -> str:
    """What stands before the colon in a cell of the victory scale."""
    return cell.partition(":")[0].strip()


def rows_in(table: ReferenceTable) -> Iterator[ReferenceRow]:
    """The rows with cells."""
    return (row for row in table.rows if row.cells)
