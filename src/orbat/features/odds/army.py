"""The odds of an army, or of some of its units, alone or against those of another army."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orbat.evaluate.quote import UnitLine
from orbat.features.odds.assault import Meeting, meetings
from orbat.features.odds.model import Odds
from orbat.features.odds.units import UnitGroup, UnitOdds, army_odds
from orbat.model import path as paths
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.reference import Reference
from orbat.model.spelling import did_you_mean, words_in
from orbat.report.report import Report


class NoSuchUnit(ValueError):  # noqa: N818  # it says what was asked for and is not there
    """No unit of an army is called so; the message has the nearest name."""


class ArmyOdds(Value):
    """The odds of units of an army, and their close assaults where there is somebody to meet."""

    report: Report
    units: tuple[UnitOdds, ...]
    met: tuple[Meeting, ...] | None = None

    @property
    def others(self) -> tuple[UnitGroup, ...]:
        """Those whom they meet."""
        return tuple(dict.fromkeys(one.other.group for one in self.met or ()))


def odds_against(
    report: Report, odds: Odds, reference: Reference, own: Iterable[UnitGroup], others: Iterable[UnitGroup] | None
) -> ArmyOdds:
    """The odds of some of an army's units; with others to meet also of close assaults, where the ruleset has such."""
    groups = tuple(own)
    met = None
    if others is not None and odds.assault:
        met = tuple(meetings(groups, others, odds.assault, reference))
    return ArmyOdds(report, army_odds(report, odds, reference, {one.own.group for one in met or ()}, groups), met)


def why_not_against(first: Report, second: Report) -> str:
    """Why two armies cannot meet, or ""."""
    one, other = (report.orbat.ruleset.id if report.orbat else "" for report in (first, second))
    return "" if one == other else f"the two are of different rulesets, {one} and {other}: they cannot meet"


def units_named(report: Report, *names: str) -> tuple[UnitLine, ...]:
    """The units of an army that some names stand for: a unit's name or place, or the name or id of an entry.

    Where nothing is called just so, a part of its words is enough. Raises NoSuchUnit.
    """
    lines = report.quote.all_units if report.quote else ()
    known = {line.path: _names(line, report) for line in lines}
    found = {path for name in names for path in _paths_named(name, known)}
    return tuple(line for line in lines if line.path in found)


def _paths_named(name: str, known: Mapping[OrbatPath, tuple[str, ...]]) -> list[OrbatPath]:
    said, words = name.strip().casefold(), words_in(name)
    found = [path for path, own in known.items() if said in (one.casefold() for one in own)]
    found = found or [path for path, own in known.items() if words and any(words <= words_in(one) for one in own[:-1])]
    if not found:
        near = did_you_mean(name, dict.fromkeys(one for own in known.values() for one in own[:-1]))
        raise NoSuchUnit(f"there is no unit {name!r} in this ORBAT.{near}")
    return found


def _names(line: UnitLine, report: Report) -> tuple[str, ...]:
    """What a unit may be called; its place comes last."""
    entry = report.book.entry(line.list_id, line.unit.entry) if report.book else None
    names = (line.unit.name, entry.name if entry else "", line.unit.entry)
    return (*filter(None, names), paths.show(line.path))
