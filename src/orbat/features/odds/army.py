"""Odds of an army's units, with or without an opposing army."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orbat.evaluate.quote import UnitLine
from orbat.features.odds.assault import Assaults, close_assaults
from orbat.features.odds.model import Odds
from orbat.features.odds.units import UnitGroup, UnitOdds, army_odds
from orbat.model import path as paths
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.reference import Reference
from orbat.model.spelling import did_you_mean, words_in
from orbat.model.wording import phrase
from orbat.report.abilities import ForbiddenActions
from orbat.report.report import Report


class NoSuchUnit(ValueError):  # noqa: N818  # the text names the unit
    """Raised if no unit has the given name. The message suggests a similar name."""


class ArmyOdds(Value):
    """The odds of an army's units."""

    report: Report
    units: tuple[UnitOdds, ...]
    assaults: Assaults | None = None
    """The close assaults against an opponent; None if there is no opponent."""

    @property
    def others(self) -> tuple[UnitGroup, ...]:
        """The opponent's units that take part in a close assault, in groups of identical units."""
        return tuple(dict.fromkeys(other for _, other in self.assaults.pairs)) if self.assaults else ()

    @property
    def has_unknown(self) -> bool:
        """Whether the tables lack the value for at least one volley."""
        shots = (shot for unit in self.units for fire in unit.fire for shot in fire.shots)
        return any(cell is None for shot in shots for cell in shot.cells)


def odds_against(
    report: Report, odds: Odds, reference: Reference, own: Iterable[UnitGroup], others: Iterable[UnitGroup] | None
) -> ArmyOdds:
    """Calculate the odds of the units in `own`, and of close assaults against the units in `others`."""
    groups, assaults = tuple(own), None
    if others is not None and odds.assault and report.book and report.orbat:
        forbidden_actions = ForbiddenActions.of(report.book, report.orbat)
        assaults = close_assaults(groups, others, odds.assault, reference, forbidden_actions)
    fighting = {group for group, _ in assaults.pairs} if assaults else ()
    return ArmyOdds(report, army_odds(report, odds, reference, fighting, groups), assaults)


def incompatibility(first: Report, second: Report) -> str:
    """A message if two armies have different rulesets and so cannot fight; otherwise ""."""
    one, other = (report.orbat.ruleset.id if report.orbat else "" for report in (first, second))
    if one == other:
        return ""
    return phrase("the armies have different rulesets: {one} and {other}", one=one, other=other)


def find_units(report: Report, *names: str) -> tuple[UnitLine, ...]:
    """Find units by name, path or entry. Raises NoSuchUnit."""
    lines = report.quote.all_units if report.quote else ()
    known = {line.path: _names(line, report) for line in lines}
    found = {path for name in names for path in _find_paths(name, known)}
    return tuple(line for line in lines if line.path in found)


def _find_paths(name: str, known: Mapping[OrbatPath, tuple[str, ...]]) -> list[OrbatPath]:
    wanted, words = name.strip().casefold(), words_in(name)
    found = [path for path, own in known.items() if wanted in (one.casefold() for one in own)]
    # without an exact match, names that contain all words
    found = found or [path for path, own in known.items() if words and any(words <= words_in(one) for one in own[:-1])]
    if not found:
        near = did_you_mean(name, dict.fromkeys(one for own in known.values() for one in own[:-1]))
        raise NoSuchUnit(phrase("unknown unit {name!r}.{guess}", name=name, guess=near))
    return found


def _names(line: UnitLine, report: Report) -> tuple[str, ...]:
    # The last name is the unit's place, such as `units[2]`.
    entry = report.book.entry(line.list_id, line.unit.entry) if report.book else None
    names = (line.unit.name, entry.name if entry else "", line.unit.entry)
    return (*filter(None, names), paths.show(line.path))
