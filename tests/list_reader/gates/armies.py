"""What is compared of two readings of a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from orbat.evaluate.pricing import options_of, rating_of
from orbat.evaluate.quote import FormationLine, Quote, UnitLine
from orbat.model.claims import Confidence, Reading
from orbat.model.points import Points
from orbat.report.confidence import confidence_of
from orbat.report.report import Report

Bought = tuple[str, object, str, tuple[str, ...], Points]
"""A unit: entry, size, rating, options and points."""
Branch = tuple[object, ...]


def reading_of(report: Report) -> Reading:
    """The reading of a typed list."""
    assert report.reading
    return report.reading


def confidence(reports: Iterable[Report]) -> tuple[Confidence, ...]:
    """How certain each reading is. A report without a reading is not counted."""
    return tuple(confidence_of(one.reading) for one in reports if one.reading)


def bought(report: Report, line: UnitLine) -> Bought:
    """What a unit is."""
    unit = line.unit
    entry = report.book.entry(line.list_id, unit.entry) if report.book else None
    if report.book is None or entry is None:
        return unit.entry, unit.size, unit.rating or "", unit.options, line.points
    options = options_of(unit, entry, report.book.ruleset.options, None)
    return unit.entry, unit.size or line.sum.size, rating_of(unit, entry) or "", tuple(sorted(options)), line.points


def units(reports: Iterable[Report]) -> Counter[Bought]:
    """The units of the armies."""
    return Counter(bought(one, line) for one in reports if one.quote for line in one.quote.all_units)


def generals(reports: Iterable[Report]) -> list[tuple[Points, bool]]:
    """The points of each general, and whether the general is the player."""
    return [(line.points, line.is_player) for one in reports if one.quote for line in one.quote.all_commanders]


def claims(reports: Iterable[Report]) -> Counter[tuple[str, Points]]:
    """What the typed numbers claim."""
    return Counter((claim.claim_type, claim.typed) for one in reports if one.reading for claim in one.reading.claims)


def tree(report: Report) -> Branch:
    """The formations with their units, without names."""
    quote = report.quote
    return (*_branches(report, quote), *(bought(report, line) for line in quote.units)) if quote else ()


def _branches(report: Report, inside: Quote | FormationLine) -> Iterable[Branch]:
    for line in inside.formations:
        chief = line.commander and (line.commander.points, line.commander.is_player)
        here = (bought(report, unit) for unit in line.units)
        yield (line.formation.level, line.formation.off_board, chief, *_branches(report, line), *here)
