"""JSON data of `orbat odds`. Numbers are exact. Fractions are written as text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from orbat.features.odds.army import ArmyOdds
from orbat.features.odds.assault import AssaultSide, CloseAssault, ForbiddenCharge
from orbat.features.odds.chances import Chances
from orbat.features.odds.units import Cell, FireOdds, MoraleOdds, Shot, UnitGroup, UnitOdds
from orbat.model.points import exact
from orbat.report.abilities import Reason
from orbat.report.json_data import points_value


def odds_data(odds: ArmyOdds) -> dict[str, Any]:
    """JSON data of `orbat odds`: odds of groups of identical units, and close assaults.

    Without an opponent, the close assaults and the forbidden charges are null.
    """
    report, assaults = odds.report, odds.assaults
    return {
        "file": report.source,
        "title": report.title,
        "ruleset": report.orbat.ruleset.id if report.orbat else None,
        "units": [_unit(one) for one in odds.units],
        "assaults": None if assaults is None else [_assault(one) for one in assaults.fought],
        "charges_not_allowed": None if assaults is None else [_forbidden_charge(one) for one in assaults.forbidden],
    }


def _exact(number: Fraction | None) -> int | str | None:
    return None if number is None else points_value(exact(number))


def _unit(unit: UnitOdds) -> dict[str, Any]:
    group = unit.group
    return {
        "names": list(group.names),
        "what": group.description,
        "points": points_value(group.points),
        "fire": [_fire(group, one) for one in unit.fire],
        "morale": [_test(group, one) for one in unit.tests],
        "not_allowed": [{"what": one.what, **_reason(one.reason)} for one in unit.forbidden],
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"reason": reason.text, "cites": list(reason.cites)}


def _fire(group: UnitGroup, fire: FireOdds) -> dict[str, Any]:
    return {
        "table": fire.label,
        "counted": fire.counted,
        "rerolls": list(fire.rerolls),
        "first_volley_rerolls": list(fire.first),
        "ranges": [_shot(group, fire, one) for one in fire.shots],
    }


def _shot(group: UnitGroup, fire: FireOdds, shot: Shot) -> dict[str, Any]:
    cells = zip(fire.targets, shot.cells, strict=True)
    targets = {name: _cell(group, cell) if cell else None for name, cell in cells}
    return {"range": shot.range, "dice": shot.dice, "targets": targets}


def _cell(group: UnitGroup, cell: Cell) -> dict[str, Any]:
    return {
        "expected": _exact(cell.expected),
        "for_100_points": _exact(group.per_100_points(cell.expected)),
        "first_volley": _exact(cell.expected_first),
        "chances": _chances(cell.hits),
    }


def _chances(chances: Chances) -> dict[str, int | str | None]:
    return {str(value): _exact(likely) for value, likely in chances.items()}


def _test(group: UnitGroup, test: MoraleOdds) -> dict[str, Any]:
    return {
        "test": test.label,
        "score": test.score,
        "terms": dict(_totals(test.terms)),
        "passes": _exact(test.pass_chance),
        "pieces_for_100_points": _exact(group.per_100_points(test.pass_chance * group.size)),
    }


def _totals(terms: Iterable[tuple[str, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for words, number in terms:
        found[words] = found.get(words, 0) + number
    return found


def _assault(assault: CloseAssault) -> dict[str, Any]:
    return {
        "situation": assault.situation,
        "charges": "own" if assault.own_charges else "other",
        "charger": _side(assault.charger),
        "defender": _side(assault.defender),
    }


def _forbidden_charge(charge: ForbiddenCharge) -> dict[str, Any]:
    charger, defender = (charge.own, charge.other) if charge.own_charges else (charge.other, charge.own)
    return {
        "situations": list(charge.situations),
        "charges": "own" if charge.own_charges else "other",
        "charger": charger.name,
        "defender": defender.name,
        **_reason(charge.reason),
    }


def _side(side: AssaultSide) -> dict[str, Any]:
    return {
        "unit": side.group.name,
        "what": side.group.description,
        "points": points_value(side.group.points),
        "score": None if side.automatic or not side.terms else side.score,
        "terms": _totals(side.terms),
        "wins_outright": side.automatic or None,
        "wins": _exact(side.win_chance),
        "outcomes": {name: _exact(likely) for name, likely in side.outcomes},
        "inflicts": _exact(side.casualties_inflicted),
        "inflicts_for_100_points": None
        if side.casualties_inflicted is None
        else _exact(side.group.per_100_points(side.casualties_inflicted)),
    }
