"""Copies of reports and ORBATs without reserves, written points, notes or source marks (`house`, `inferred`)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import CommanderLine, FormationLine, Share, Term, UnitLine
from orbat.model.arrange import outermost
from orbat.model.edits import Remove, Set, apply_all
from orbat.model.fielded import after_removals, only_fielded, unfielded_paths
from orbat.model.fields import fields_of
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.model.path import OrbatPath
from orbat.model.record import Record, changed
from orbat.model.sheet import PrintOptions
from orbat.model.stored import EXTRAS
from orbat.report.report import Report

_Cited = TypeVar("_Cited", Term, Share)
_Value = TypeVar("_Value")
_Record = TypeVar("_Record", bound=Record)


def without_reserves(report: Report) -> Report:
    """Remove the reserves from a report, and mark the ORBAT as partial.

    The findings and the verdict do not change.
    """
    # Claimed subtotals and totals are removed too, because they may include the reserves.
    if report.orbat is None or report.book is None or not (reserves := _reserve_paths(report.orbat)):
        return report
    claims = [Set(place.path, "points", None) for place in formations_of(report.orbat)]
    orbat = apply_all(report.orbat, (*claims, *map(Remove, reserves)))
    orbat = replace(orbat, total=None, partial=True)
    quote = Pricer(report.book, orbat.date, report.book.rulings(orbat)).quote(orbat)
    return replace(report, orbat=orbat, written=orbat, quote=quote, whole=report.verdict)


def _reserve_paths(orbat: Orbat) -> tuple[OrbatPath, ...]:
    reserves = [place.path for place in formations_of(orbat) if place.formation.off_board]
    return outermost((*reserves, *(place.path for place in units_of(orbat) if place.unit.off_board)))


def losses_without_reserves(printing: PrintOptions, orbat: Orbat) -> PrintOptions:
    """Remove the losses of reserves from the print options.

    `orbat` still contains the reserves. The paths in the result fit the ORBAT without reserves.
    """
    return _losses_without(printing, _reserve_paths(orbat))


def without_unfielded(report: Report) -> Report:
    """Remove the formations and units that stay at home from a report.

    The paths of the findings do not change: they are paths in the file.
    """
    if report.orbat is None or report.book is None or not any(unfielded_paths(report.orbat)):
        return report
    orbat = only_fielded(report.orbat)
    written = only_fielded(report.written) if report.written else None
    quote = Pricer(report.book, orbat.date, report.book.rulings(orbat)).quote(orbat)
    return replace(report, orbat=orbat, written=written, quote=quote)


def losses_without_unfielded(printing: PrintOptions, orbat: Orbat) -> PrintOptions:
    """Remove the losses of units that stay at home (`fielded: false`) from the print options.

    The paths in the result fit the ORBAT without these units.
    """
    return _losses_without(printing, tuple(unfielded_paths(orbat)))


def _losses_without(printing: PrintOptions, removed: tuple[OrbatPath, ...]) -> PrintOptions:
    def moved(entries: tuple[tuple[OrbatPath, _Value], ...]) -> tuple[tuple[OrbatPath, _Value], ...]:
        return tuple((new, value) for path, value in entries if (new := after_removals(path, removed)) is not None)

    return replace(
        printing,
        losses=moved(printing.losses),
        counts=moved(printing.counts),
        ticked=moved(printing.ticked),
        removed_units=tuple(path for path, _ in moved(tuple((path, None) for path in printing.removed_units))),
    )


_MARKS = ("house", "inferred")
"""The two citations that mark numbers as not from a rulebook."""


def without_house_marks(report: Report) -> Report:
    """Remove the house and inferred marks from the numbers of a report."""
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
    return line._replace(term=_unmarked(line.term), quality=_unmarked(line.quality) if line.quality else None)


def _unmarked_unit(line: UnitLine) -> UnitLine:
    each, once = (tuple(map(_unmarked, terms)) for terms in (line.sum.each, line.sum.once))
    share = line.sum.share
    return line._replace(sum=replace(line.sum, each=each, once=once, share=_unmarked(share) if share else None))


def _unmarked(part: _Cited) -> _Cited:
    return replace(part, cites=tuple(cite for cite in part.cites if cite not in _MARKS))


def without_claims(orbat: Orbat) -> Orbat:
    """Remove the points that the player wrote (the claims) from an ORBAT."""
    edits = [Set(place.path, "points", None) for place in units_of(orbat, unfielded=True)]
    edits += [Set(place.path, "points", None) for place in formations_of(orbat, unfielded=True)]
    return replace(apply_all(orbat, tuple(edits)), total=None)


_PRIVATE = ("note", "tags")
"""The fields that a player writes for their own use."""


def without_notes(record: _Record) -> _Record:
    """Remove notes, tags and `x-` keys from an ORBAT or a part of an ORBAT."""
    values: dict[str, Any] = {}
    for one in fields_of(type(record)):
        value = one.of(record)
        if one.name in _PRIVATE:
            values[one.name] = one.default
        elif one.part is not None and value is not None:
            values[one.name] = tuple(map(without_notes, value)) if isinstance(value, tuple) else without_notes(value)
    remarks = getattr(record, EXTRAS)
    kept = MappingProxyType({key: value for key, value in remarks.items() if not key.startswith("x-")})
    return changed(record, **values, **{EXTRAS: kept})
