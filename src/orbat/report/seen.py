"""A report as somebody else may see it: without what is held in reserve, without what the claims give away, or
without the marks on house numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from orbat.model.arrange import outermost
from orbat.model.edits import Remove, Set, apply_all
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.pricing.price import Pricer
from orbat.pricing.quote import CommanderLine, FormationLine, Share, Term, UnitLine
from orbat.report.report import Report


def without_reserves(report: Report) -> Report:
    """The report without what stays off the board. Its findings and its verdict are those on the whole ORBAT."""
    if report.orbat is None or report.book is None:
        return report
    held = [place.path for place in formations_of(report.orbat) if place.formation.off_board]
    held += [place.path for place in units_of(report.orbat) if place.unit.off_board]
    orbat = apply_all(report.orbat, tuple(map(Remove, outermost(held))))
    return replace(report, orbat=orbat, quote=Pricer(report.book, orbat.date, report.book.rulings(orbat)).quote(orbat))


_MARKS = ("house", "inferred")
"""How a sum cites a number that no rulebook gives."""


def without_house_marks(report: Report) -> Report:
    """The report with nothing in its sums that marks a number as house, or as inferred."""
    if report.quote is None:
        return report
    quote = report.quote
    return replace(
        report,
        quote=replace(
            quote,
            commander=_unmarked_general(quote.commander),
            formations=tuple(map(_unmarked_formation, quote.formations)),
            units=tuple(map(_unmarked_unit, quote.units)),
        ),
    )


def _unmarked_formation(line: FormationLine) -> FormationLine:
    return replace(
        line,
        commander=_unmarked_general(line.commander),
        formations=tuple(map(_unmarked_formation, line.formations)),
        units=tuple(map(_unmarked_unit, line.units)),
    )


def _unmarked_general(line: CommanderLine | None) -> CommanderLine | None:
    if line is None:
        return None
    return replace(line, term=_unmarked(line.term), quality=_unmarked(line.quality) if line.quality else None)


def _unmarked_unit(line: UnitLine) -> UnitLine:
    each, once = (tuple(map(_unmarked, terms)) for terms in (line.sum.each, line.sum.once))
    share = line.sum.share
    return replace(line, sum=replace(line.sum, each=each, once=once, share=_unmarked(share) if share else None))


_Cited = TypeVar("_Cited", Term, Share)


def _unmarked(part: _Cited) -> _Cited:
    return replace(part, cites=tuple(cite for cite in part.cites if cite not in _MARKS))


def without_claims(orbat: Orbat) -> Orbat:
    """The ORBAT without any points that somebody wrote in it."""
    edits = [Set(place.path, "points", None) for place in units_of(orbat)]
    edits += [Set(place.path, "points", None) for place in formations_of(orbat)]
    return replace(apply_all(orbat, tuple(edits)), total=None)
