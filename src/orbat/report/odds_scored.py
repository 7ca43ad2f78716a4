"""The odds of fire and melee by one die and modifiers, exactly."""

from __future__ import annotations

from collections.abc import Callable

from orbat.model.odds import Case, ScoredFire
from orbat.model.reference import Reference, ReferenceRow, ReferenceTable
from orbat.report.chances import thrown
from orbat.report.odds_shapes import Cell, FireOdds, Shot, takes
from orbat.report.odds_tables import band_of, bands_of, column_of, number_in, row_of, rows_in, table_of
from orbat.report.reference import Subject, concerns

Hits = Callable[[int], int]
"""What a score is worth."""


def scored_fire(subject: Subject, fire: ScoredFire, reference: Reference) -> FireOdds | None:
    """What a unit's die comes to at each range and target; None where the table does not name the unit."""
    hits = _hits(subject, fire, table_of(reference, fire.table))
    if hits is None:
        return None
    modifiers = table_of(reference, fire.modifiers)
    column = column_of(modifiers, fire.modifier)

    def worth(*cases: Case) -> int:
        rows = [row_of(modifiers, name) for name in (*fire.always, *(name for case in cases for name in case.rows))]
        return sum(number_in(row, column) for row in rows if concerns(row.whom, subject))

    def cell(modifier: int) -> Cell:
        chances = thrown(fire.die, lambda face: max(hits(face + modifier), _least(fire, face)))
        return Cell(chances, chances)

    shots = tuple(
        Shot(reach.label, 1, tuple(cell(worth(reach, target)) for target in fire.targets))
        for reach in fire.ranges
        if takes(reach.for_, subject)
    )
    if not shots:
        return None
    targets = tuple(one.label for one in fire.targets)
    heads = tuple(one.short or one.label for one in fire.targets)
    return FireOdds(fire.label, targets, heads, fire.counted, shots)


def _least(fire: ScoredFire, face: int) -> int:
    return fire.natural.hits if fire.natural and face == fire.natural.face else 0


def _hits(subject: Subject, fire: ScoredFire, table: ReferenceTable) -> Hits | None:
    """What each score is worth to a unit, or None where no row is for it."""
    rows = [row for row in rows_in(table) if row.whom and concerns(row.whom, subject)]
    if not rows:
        return None
    return _by_columns(fire, table, rows[0]) if fire.scores else _by_rows(fire, rows)


def _by_columns(fire: ScoredFire, table: ReferenceTable, row: ReferenceRow) -> Hits:
    bands = bands_of(table, fire.scores)

    def hits(score: int) -> int:
        return next((number_in(row, band.column) for band in bands if score in band), 0)

    return hits


def _by_rows(fire: ScoredFire, rows: list[ReferenceRow]) -> Hits:
    bands = [band_of(row.cells[0]) for row in rows if row.cells[0] in fire.outcomes]
    return lambda score: int(any(score in band for band in bands))
