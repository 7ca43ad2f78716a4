"""Equal units of one formation on one line, for a reader who counts and does not look for a regiment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from orbat.model.points import exact, show
from orbat.report.rows import Row


def merged(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows with units that are alike but for their names as one, where the first of them stands.

    `3 × Line infantry`, 15 stands each, with the points of all three and their names in the note.
    """
    rows = tuple(rows)
    alike: defaultdict[Row, list[Row]] = defaultdict(list)
    for row in rows:
        if row.sort == "unit":
            alike[_without_name(row)].append(row)
    kept = (row for row in rows if row.sort != "unit" or alike[_without_name(row)][0] is row)
    return tuple(row if row.sort != "unit" else _one(alike[_without_name(row)]) for row in kept)


def _without_name(row: Row) -> Row:
    """What rows have in common that can stand on one line: all but the name, and the formation of the path."""
    return replace(row, name="", path=row.path[:-1])


def _one(rows: list[Row]) -> Row:
    first, count = rows[0], len(rows)
    if count == 1:
        return first
    named = [row.name for row in rows if row.name != row.entry]
    unnamed = f"{count - len(named)} without a name" if named and len(named) < count else ""
    names = ", ".join(part for part in (*named, unnamed) if part)
    priced = first.points != "?"
    return replace(
        first,
        name=f"{count} × {first.entry or first.arm}",
        entry="",
        counted_in=f"{first.counted_in} each".strip() if first.sized else "",
        points=show(exact(count * Fraction(first.points))) if priced else "?",
        reason=f"{count} x {first.points}; each {first.reason}" if priced else first.reason,
        note="; ".join(part for part in (names, first.note) if part),
    )
