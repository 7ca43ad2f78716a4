"""The breaking point and the traits of an army."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import ceil, floor

from orbat.model.army_list import Selector
from orbat.model.finding import format_cites
from orbat.model.path import OrbatPath
from orbat.model.play import BreakingPoint
from orbat.model.points import Points, exact, round_half_up, show
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase
from orbat.report.prices import marked
from orbat.report.report import Report

_ROUNDED = {"nearest": "halves rounded up", "up": "rounded up", "down": "rounded down"}


class ArmyBreakingPoint(Value):
    """The losses at which an army breaks."""

    point: int
    """`total` times `share`, rounded."""
    total: Points
    """The number of units or points at the start of the game."""
    counted: str
    """`units` or `points`."""
    share: Fraction
    """The fraction that must be lost."""
    rounded: str
    """How `point` is rounded, such as `rounded up`."""
    cites: str

    @property
    def words(self) -> str:
        """The breaking point as text: `8 of 15 units`."""
        return phrase("{loss} of {total} {counted}", loss=self.point, total=show(self.total), counted=self.counted)

    @property
    def reason(self) -> str:
        """The calculation of the breaking point as text: `1/2 of 15 units, halves rounded up [house]`."""
        text = phrase(
            "{share} of {total} {counted}, {rounded}",
            share=self.share,
            total=show(self.total),
            counted=self.counted,
            rounded=self.rounded,
        )
        return f"{text} {self.cites}".rstrip()


def breaking_point(report: Report) -> ArmyBreakingPoint | None:
    """Calculate the breaking point of an ORBAT, or return None."""
    if report.book is None or report.quote is None or report.orbat is None:
        return None
    rule = report.book.ruleset.breaking_point
    if rule is None:
        return None
    share = Fraction(rule.by_ruling.get(report.book.rulings(report.orbat).get(rule.ruling, ""), rule.share))
    total = _amount(report, rule)
    if not total:
        return None
    return ArmyBreakingPoint(
        rounded(share * total, rule.round), total, rule.count, share, _ROUNDED[rule.round], format_cites(rule.citations)
    )


def rounded(number: Fraction, how: str) -> int:
    """Round a number. `how` is `nearest` (halves up), `up` or `down`."""
    if how == "nearest":
        return round_half_up(number)
    return ceil(number) if how == "up" else floor(number)


def amount_at(report: Report, paths: Collection[OrbatPath]) -> Points:
    """The number of units at `paths`, or their points, whichever the breaking point counts."""
    rule = report.book.ruleset.breaking_point if report.book else None
    # Units that do not count, such as works, are left out.
    return _amount(report, rule, paths) if rule else 0


def _amount(report: Report, rule: BreakingPoint, paths: Collection[OrbatPath] | None = None) -> Points:
    assert report.book is not None
    assert report.quote is not None
    chosen, total = rule.of or Selector(), Fraction(0)
    for line in report.quote.all_units:
        entry = report.book.entry(line.list_id, line.unit.entry)
        if paths is not None and line.path not in paths:
            continue
        if entry and not report.book.kind(entry).works and chosen.matches(entry):
            total += 1 if rule.count == "units" else line.points
    return exact(total)


def breaking_point_words(ruleset: Ruleset) -> str:
    """A ruleset's breaking point as text: `1/2 of the units, halves rounded up (house)`."""
    rule = ruleset.breaking_point
    if rule is None:
        return ""
    text = phrase(
        "{share} of the {counted}, {rounded}", share=rule.share, counted=rule.count, rounded=_ROUNDED[rule.round]
    )
    return marked(text, rule)


class ActiveFlag(Value):
    """A trait that an army has on the date of its ORBAT."""

    id: str
    label: str
    short: str
    cites: str


def army_flags(report: Report) -> tuple[ActiveFlag, ...]:
    """The traits that the army has on the ORBAT's date, in the ruleset's order."""
    if report.book is None or report.orbat is None or report.orbat.army_list is None:
        return ()
    army_list = report.book.lists.get(report.orbat.army_list.id)
    date = report.orbat.date
    had = {one.flag: one for one in army_list.flags if date is None or one.covers(date)} if army_list else {}
    return tuple(
        ActiveFlag(flag.id, flag.label, flag.short or flag.label, format_cites(had[flag.id].citations))
        for flag in report.book.ruleset.flags
        if flag.id in had
    )
