"""A report as the lines of its table: what is said, in which order, and nothing about where it stands.

Points in this module are the points an army costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from orbat.model.book import Book
from orbat.model.points import exact, show
from orbat.model.sourced import Mark
from orbat.report.merging import merged
from orbat.report.report import Report
from orbat.report.rows import Row, heading_of


@dataclass(frozen=True, slots=True)
class ColumnHeads:
    """What stands above the columns; without points nothing is priced on the sheet, without ratings there are none."""

    rating: str
    priced: bool
    sums: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A formation, or the army itself: its commander with his sum and points, and the subtotal of all within."""

    depth: int
    title: str
    commander: str = ""
    reason: str = ""
    points: str = ""
    subtotal: str = ""
    off_board: str = ""
    note: str = ""
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit. A named size stands alone, without what it is the size of: that is beside it."""

    depth: int
    name: str
    rating: str
    size: str
    counted_in: str
    arms: str
    reason: str
    points: str
    off_board: str
    note: str
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class Total:
    """What the army comes to."""

    label: str
    words: str
    points: str


Line = ColumnHeads | Heading | UnitRow | Total


def lines_of(
    report: Report, *, hide_points: bool = False, notes: bool = True, arms: bool = True, merge: bool = False
) -> Iterator[Line]:
    """The lines of the table. With `hide_points` no price, sum or total is among them; `notes` are the player's,
    `arms` what a unit was bought as; `merge` puts equal units on one line."""
    if report.book is None or not report.rows:
        return
    sums = "arms" if hide_points else "arms and sum" if arms else "sum"
    yield ColumnHeads(rating_head(report.book), not hide_points, sums)
    independent = False
    rows = report.rows if notes else tuple(replace(row, note="") for row in report.rows)
    for row in merged(rows) if merge else rows:
        if row.sort == "unit":
            if len(row.path) == 2 and not independent:
                independent = True
                yield Heading(1, "Independent units", subtotal="" if hide_points else _independent_points(report))
            yield _unit(row, hide_points, deeper=1 if independent else 0, arms=arms)
        elif row.sort == "formation" or row.commander:
            yield _heading(row, hide_points)
    if not hide_points:
        yield Total("Army total", report.points, report.rows[0].points)


def rating_head(book: Book) -> str:
    """What stands over the ratings; nothing where the ruleset has none."""
    return book.ruleset.rating_word if book.ruleset.ratings else ""


def _independent_points(report: Report) -> str:
    return show(exact(sum(line.points for line in report.quote.units))) if report.quote else ""


def _heading(row: Row, hide_points: bool) -> Heading:
    army = row.sort == "army"
    return Heading(
        depth=max(1, row.depth),
        title=row.level.capitalize() if army else heading_of(row.level, row.name),
        commander=row.general,
        reason="" if hide_points else row.commander_reason,
        points="" if hide_points else row.commander_points,
        subtotal="" if hide_points or army else row.points,
        off_board=row.held,
        note="" if army else row.note,
        mark=row.mark,
    )


def _unit(row: Row, hide_points: bool, deeper: int, *, arms: bool) -> UnitRow:
    reason = "" if hide_points else row.reason
    return UnitRow(
        depth=row.depth + deeper,
        name=row.name,
        rating=row.rating,
        size=row.size,
        counted_in=row.named_size or row.counted_in,
        arms=_arms(row, reason) if arms or not reason else "",
        reason=reason,
        points="" if hide_points else row.points,
        off_board=row.held,
        note=row.note,
        mark=row.mark,
    )


def _arms(row: Row, reason: str) -> str:
    """What a unit was bought as and its options; its kind only where neither its entry nor its sum says it."""
    entry = row.entry if row.entry != row.name else ""
    said = f"{row.entry} {reason}".casefold()
    kind = row.arm if row.arm.casefold() not in said else ""
    words = ", ".join(part for part in (entry, kind, row.options) if part)
    return words or row.arm
