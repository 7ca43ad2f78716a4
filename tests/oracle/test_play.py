"""Scouting, points lost, margins of victory and breaking points agree with the oracle, at every boundary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.oracle import play

from orbat.api import Library, Report, check
from orbat.data.fit import fit
from orbat.features.compare.scouting_comparison import ScoutingComparison, compare_scouting
from orbat.features.game.model import Game, GeneralNote, UnitNote
from orbat.features.game.score import Result, band_of, margins, names_of, result, score
from orbat.model.orbat import Orbat
from orbat.report.breaking_point import breaking_point
from orbat.report.scouting import scouting


def report(library: Library, ruleset: str, army_list: str, **keys: Any) -> Report:
    """A checked army of independent units or formations."""
    return check(fit(Orbat, {"orbat": 1, "ruleset": ruleset, "army_list": army_list, **keys}), library=library)


def empire(library: Library, **keys: Any) -> Report:
    return report(library, "days_of_empire", "russian", **keys)


# Scouting

HORSE = {
    "ru_hussars": True,
    "ru_uhlans": True,
    "ru_irregular_horse": True,
    "ru_don_cossacks": True,
    "ru_dragoons": False,
}


@pytest.mark.parametrize("ruling", ["per_stand", "per_figure"])
@pytest.mark.parametrize("rating", [1, 2, 3, 4])
def test_scouting_points(library: Library, ruling: str, rating: int) -> None:
    """Each kind of horse alone, with foot of the same class; then all together."""
    sizes = dict(zip(HORSE, (1, 2, 7, 8, 12), strict=True))
    expected = {
        entry: play.scouting_points(sizes[entry], rating, light=light, per_figure=ruling == "per_figure")
        for entry, light in HORSE.items()
    }
    units = [{"entry": entry, "size": size, "rating": rating} for entry, size in sizes.items()]
    foot = {"entry": "ru_jager", "size": 12, "rating": rating}
    armies = [([unit, foot], expected[str(unit["entry"])]) for unit in units]
    for troops, points in [*armies, ([*units, foot], sum(expected.values()))]:
        found = scouting(empire(library, units=troops, rulings={"scouting_figure": ruling}))
        assert found
        assert found.points == points


@pytest.mark.parametrize("lead", [0, 1, 14, 15, 16])
@pytest.mark.parametrize("leader", [0, 1])
def test_out_scouted(library: Library, lead: int, leader: int) -> None:
    stands = [8, 8]
    stands[leader] += lead
    sides = [empire(library, units=[{"entry": "ru_hussars", "size": size, "rating": 2}]) for size in stands]
    found = compare_scouting(*sides)
    assert isinstance(found, ScoutingComparison)
    assert found.out_scouted == play.out_scouted(*stands)


# Points lost

# Entries of class 3 with the points for a stand or gun.
TROOPS = {
    "days_of_empire": {"infantry": ("ru_line", 3), "cavalry": ("ru_hussars", 8), "guns": ("ru_light_battery", 35)},
    "days_of_glory": {"infantry": ("uw_new", 3), "cavalry": ("uw_cavalry", 8), "guns": ("uw_siege", 50)},
}
ARMY_LISTS = {"days_of_empire": "russian", "days_of_glory": "union_west"}
STATES = ("steady", "routing", "routed_off", "destroyed", "surrendered")


@pytest.mark.parametrize("ruleset", TROOPS)
@pytest.mark.parametrize("strengths", [(2, 3, 5, 12, 13), pytest.param(range(1, 16), marks=pytest.mark.slow)])
def test_points_lost_for_units(library: Library, ruleset: str, strengths: Sequence[int]) -> None:
    """Every kind, every loss and every state, as one army."""
    troops = TROOPS[ruleset]
    cases = [
        (kind, strength, lost, state)
        for kind, strength in product(troops, strengths)
        for lost, state in product(range(strength + 1), STATES)
    ]
    units = [
        {"entry": troops[kind][0], "size": strength, "rating": 3, "name": f"{number}"}
        for number, (kind, strength, _, _) in enumerate(cases)
    ]
    notes = tuple(
        fit(UnitNote, {"place": f"units[{number}]", "name": f"{number}", "lost": lost, **_state(state)})
        for number, (_, _, lost, state) in enumerate(cases)
    )
    army = report(library, ruleset, ARMY_LISTS[ruleset], date="1862", units=units)
    found = score(army, Game(units=notes))
    for (kind, strength, lost, state), condition in zip(cases, found.conditions, strict=True):
        expected = play.unit_loss(kind, strength * troops[kind][1], strength, lost, state)
        assert condition.points == expected, f"{kind}: {lost} of {strength} lost, {state}"
    assert found.lost == sum(condition.points for condition in found.conditions)


def _state(state: str) -> dict[str, str]:
    return {} if state == "steady" else {"state": state}


@pytest.mark.parametrize("ruling", ["nothing", "as_others"])
@pytest.mark.parametrize("fate", ["killed", "wounded", "captured"])
def test_points_lost_for_generals(library: Library, fate: str, ruling: str) -> None:
    """The player's General is free, but may count when captured. Then an army can lose more than it costs."""
    foot = {"entry": "ru_line", "size": 9, "rating": 2, "name": "Minsk"}
    brigade = {"level": "brigade", "commander": {"name": "Kiryakov"}, "units": [foot]}
    keys = {"commander": {"name": "Menshikov"}, "formations": [brigade], "rulings": {"captured_player": ruling}}
    army = empire(library, **keys)
    lost = fit(UnitNote, {"place": "formations[0].units[0]", "name": "Minsk", "state": "destroyed"})
    generals = (
        ("formations[0].commander", "Kiryakov", play.general_loss(30, fate)),
        ("commander", "Menshikov", play.general_loss(30 if ruling == "as_others" else 0, fate)),
    )
    notes = [fit(GeneralNote, {"place": place, "name": name, "fate": fate}) for place, name, _ in generals]
    for note, (_, _, points) in zip(notes, generals, strict=True):
        assert score(army, Game(generals=(note,))).lost == points
    everything = score(army, Game(units=(lost,), generals=tuple(notes)))
    assert everything.lost == 18 + sum(points for *_, points in generals)


@pytest.mark.parametrize("ruling", ["never", "full"])
def test_points_lost_for_works(library: Library, ruling: str) -> None:
    army = empire(
        library, units=[{"entry": "earthworks", "size": 4, "name": "Redoubt"}], rulings={"works_lost": ruling}
    )
    for state in STATES:
        note = fit(UnitNote, {"place": "units[0]", "name": "Redoubt", **_state(state)})
        assert score(army, Game(units=(note,))).lost == play.works_loss(40, state, counts=ruling == "full"), state


# Margins of victory

SIZES = (1, 2, 7, 400, 700, 777, 799, 800, 801, 1000, 1200)


@pytest.mark.parametrize("ruleset", TROOPS)
@pytest.mark.parametrize("ruling", ["scaled", "printed"])
def test_margin_of_victory(library: Library, ruleset: str, ruling: str) -> None:
    """Differences at each boundary and up to 1 1/2 points from it, in halves, in games of every size."""
    army = report(library, ruleset, ARMY_LISTS[ruleset], rulings={"margins": ruling})
    assert army.orbat
    for size in (*SIZES, *range(3, 2000, 26)):
        scale = margins(replace(army, orbat=replace(army.orbat, game_size=size)))
        for (most, _), halves in product(play.MARGINS, range(-3, 4)):
            for boundary in (most, most * size // 800):
                difference = max(Fraction(0), boundary + Fraction(halves, 2))
                band, expected = band_of(scale, difference), play.margin(difference, size, printed=ruling == "printed")
                assert band
                assert band.label == expected, f"{difference} points in a game of {size}"


@pytest.mark.parametrize("lead", [0, 1, 150, 151, 250, 251, 400, 401])
@pytest.mark.parametrize("winner", [0, 1])
def test_result_of_a_game(library: Library, lead: int, winner: int) -> None:
    """The winner has lost 100 points, the loser `lead` points more."""
    lost = [100, 100]
    lost[1 - winner] += lead
    scores = []
    for points in lost:
        unit = {"entry": "ru_line", "size": points, "rating": 1, "name": "Minsk"}
        army = empire(library, units=[unit], game_size=play.STANDARD_GAME)
        note = fit(UnitNote, {"place": "units[0]", "name": "Minsk", "state": "destroyed"})
        scores.append(score(army, Game(units=(note,))))
    found = result(*scores)
    assert isinstance(found, Result)
    assert found.band
    assert (found.winner, found.band.label) == (
        winner if lead else None,
        play.margin(Fraction(lead), play.STANDARD_GAME, printed=True),
    )


# Breaking points


@pytest.mark.parametrize("units", [*range(1, 8), pytest.param(40, marks=pytest.mark.slow)])
def test_breaking_points(library: Library, units: int) -> None:
    """Of armies with `units` units, all destroyed but a few. Transport and works do not count."""
    foot = {"entry": "pr_musketeer", "size": "standard", "rating": "standard"}
    train = [{"entry": "transport", "size": 2}, {"entry": "obstacles", "size": 3}]
    honours = report(library, "honours_of_war", "prussian", units=[*[foot] * units, *train])
    assert broken_at(honours, units) == play.honours_breaking_point(units)
    division = {"level": "division", "commander": {}, "units": [{"entry": "au9_line"}] * units}
    for ruling in ("third", "half"):
        army = report(
            library, "fast_play_napoleonic", "austria_1809", formations=[division], rulings={"fight_on": ruling}
        )
        expected = play.fast_play_breaking_point(units, fight_on=ruling == "half")
        assert broken_at(army, units) == expected


def broken_at(army: Report, units: int) -> int:
    """The breaking point of an army. One unit less does not break it."""
    point = breaking_point(army)
    assert point
    names = names_of(army)
    for lost in (point.point - 1, point.point):
        places = [line.path for line in army.quote.all_units[:lost]] if army.quote else []
        notes = tuple(UnitNote(place=place, name=names[place], state="destroyed") for place in places)
        breaking = score(army, Game(units=notes)).breaking
        assert breaking
        assert breaking.broken == (lost == point.point)
    assert point.total == units
    return point.point
