"""Odds of units compared with all rolls of their dice, with the figures of the printed sheets."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.odds.assault import CloseAssault, close_assaults
from orbat.features.odds.checks import mismatches
from orbat.features.odds.model import Odds
from orbat.features.odds.units import UnitOdds, army_odds, unit_groups
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.reference import Reference
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.abilities import ForbiddenActions
from orbat.report.report import Report

ROOT = Path(__file__).resolve().parents[3]
WITH_ODDS = sorted(path.parent.name for path in (ROOT / "army_lists").glob("*/odds.yaml"))

EMPIRE = "days_of_empire"
GLORY = "days_of_glory"


def tables(library: Library, ruleset: str) -> tuple[Odds, Reference]:
    odds, reference = library.load_unchecked(ruleset, "odds", Odds), library.reference(ruleset)
    assert odds is not None
    assert odds.value is not None
    assert reference is not None
    assert reference.value is not None
    return odds.value, reference.value


def army(library: Library, *units: Unit, ruleset: str = EMPIRE) -> Report:
    """An army without a list, with units of basic kinds."""
    orbat = Orbat(title="Army", ruleset=Pin(ruleset), formations=(Formation(level="brigade", units=units),))
    return report_on("army.yaml", Loaded(orbat, ()), library)


def odds_of(library: Library, unit: Unit, ruleset: str = EMPIRE) -> UnitOdds:
    (found,) = army_odds(army(library, unit, ruleset=ruleset), *tables(library, ruleset))
    return found


def expected(unit: UnitOdds, range_: str, target: str, table: str = "Small arms") -> Fraction | None:
    fire = next(one for one in unit.fire if one.label == table)
    cell = next(one for one in fire.shots if one.range == range_).cells[fire.targets.index(target)]
    return cell.expected if cell else None


def foot(size: int, rating: str, *options: str) -> Unit:
    return Unit(name="Foot", entry="infantry", size=size, rating=rating, options=options)


def horse(size: int, rating: str) -> Unit:
    return Unit(name="Horse", entry="cavalry", size=size, rating=rating)


@pytest.mark.parametrize("ruleset", WITH_ODDS)
def test_odds_and_tables_agree(library: Library, ruleset: str) -> None:
    """Everything that the odds name exists in the tables and is readable."""
    assert list(mismatches(*tables(library, ruleset))) == []


FOUR, THREE, TWO = (0, 1, 1, 1, 2, 2), (0, 0, 1, 1, 1, 2), (0, 0, 0, 1, 1, 1)
"""Cells of the sheet at close range against a line, for 4, 3 and 2 stands: 234H 56HH, 345H 6HH, 456H."""


@pytest.mark.parametrize(
    ("size", "dice"),
    [
        (1, []),
        (2, [TWO]),
        (3, [THREE]),
        (4, [FOUR]),
        (5, [FOUR]),
        (6, [FOUR, TWO]),
        (8, [FOUR, FOUR]),
        (15, [FOUR, FOUR, FOUR, THREE]),
    ],
)
def test_a_volley_matches_all_rolls(library: Library, size: int, dice: list[tuple[int, ...]]) -> None:
    """Four stands per die, the rest by the smaller rows; a single remaining stand does not fire, 17.3."""
    unit = odds_of(library, foot(size, "3", "rifles"))
    if not dice:
        assert unit.fire == ()
        return
    rolls = list(product(*dice))
    assert expected(unit, '3"', "Line") == Fraction(sum(map(sum, rolls)), len(rolls))
    cell = unit.fire[0].shots[0].cells[2]
    assert cell is not None
    for hits, likely in cell.hits.items():
        assert likely == Fraction(sum(sum(roll) == hits for roll in rolls), len(rolls))


def test_smoothbores_have_their_own_ranges(library: Library) -> None:
    unit = odds_of(library, foot(4, "2"))
    assert [shot.range for shot in unit.fire[0].shots] == ['2"', '4"', '8"']
    assert expected(unit, '2"', "Dispersed") == Fraction(4, 6)
    assert expected(unit, '4"', "Dense") == Fraction(5, 6)
    assert expected(unit, '8"', "Dispersed") is None, "the sheet leaves the cell empty"
    assert expected(unit, '8"', "Heavy cover") == 0, "the sheet has a dash"


def test_class_4_rerolls_a_miss_from_nine_stands(library: Library) -> None:
    """More than 8 stands, by the default ruling of 7.4."""
    line = [FOUR] * 2
    single = Fraction(sum(map(sum, product(*line))), 36)
    again = sum(sum(roll) + (FOUR[more] if 0 in roll else 0) for roll in product(*line) for more in range(6))
    assert expected(odds_of(library, foot(8, "4", "rifles")), '3"', "Line") == single
    assert expected(odds_of(library, foot(9, "4", "rifles")), '3"', "Line") == Fraction(again, 216)
    first = odds_of(library, foot(8, "3", "rifles")).fire[0].shots[0].cells[2]
    assert first is not None
    assert first.expected_first == Fraction(again, 216), "first fire is a re-roll too, 17.3.2"


def test_one_dismounted_stand_in_four_does_not_fire(library: Library) -> None:
    """Of 8 stands 6 fire, 9.3."""
    list_unit = Unit(name="Dragoons", entry="brit_light_cavalry", size=8, rating="3")
    orbat = Orbat(title="A", ruleset=Pin(EMPIRE), army_list=Pin("british"), units=(list_unit,))
    (unit,) = army_odds(report_on("a.yaml", Loaded(orbat, ()), library), *tables(library, EMPIRE))
    assert unit.fire[0].shots[0].dice == 2
    assert expected(unit, '2"', "Line") == Fraction(sum(FOUR) + sum(TWO), 6)


@pytest.mark.parametrize(("size", "sheet", "rulebook"), [(4, 3, 3), (5, 3, 4), (8, 6, 6), (10, 7, 8)])
def test_a_ruling_decides_how_many_stands_hold_the_horses(
    library: Library, size: int, sheet: int, rulebook: int
) -> None:
    """One stand in four by the reference sheet; one for each four that dismount by 9.3."""
    unit = Unit(name="Hussars", entry="fr_hussars", size=size, rating="3")
    for choice, firing in (("one_in_four", sheet), ("one_for_four", rulebook)):
        orbat = Orbat(
            title="A", ruleset=Pin(EMPIRE), army_list=Pin("french"), units=(unit,), rulings={"dismounting": choice}
        )
        (found,) = army_odds(report_on("a.yaml", Loaded(orbat, ()), library), *tables(library, EMPIRE))
        fours, rest = divmod(firing, 4)
        dice = [FOUR] * fours + {0: [], 1: [], 2: [TWO], 3: [THREE]}[rest]
        assert expected(found, '2"', "Line") == Fraction(sum(map(sum, dice)), 6), choice


@pytest.mark.parametrize(("ruleset", "kind"), [(EMPIRE, "field_gun"), (GLORY, "smoothbore_gun")])
def test_each_gun_rolls_a_die(library: Library, ruleset: str, kind: str) -> None:
    unit = odds_of(library, Unit(name="Guns", entry=kind, size=3), ruleset)
    assert expected(unit, 'Point blank, 6"', "Dense", "Artillery") == 3 * Fraction(7, 6)
    assert expected(unit, 'Shell, 8-36"', "Light cover", "Artillery") == 3 * Fraction(4, 6), "45H 6FHH"
    assert expected(unit, 'Point blank, 6"', "Line", "Artillery") == 3 * Fraction(5, 6)
    assert unit.tests == (), "without a class there is no score"


@pytest.mark.parametrize(
    ("ruleset", "rating", "test", "score"),
    [
        (EMPIRE, "1", "charge foot in order", 3),
        (EMPIRE, "2", "charge foot in order", 2),
        (EMPIRE, "3", "charge foot in order", 1),
        (EMPIRE, "4", "charge foot in order", 0),
        (EMPIRE, "2", "charged by horse in the open", 3),
        (EMPIRE, "1", "shooting, 3 hits", 4),
        (EMPIRE, "3", "rally, routing", 2),
        (EMPIRE, "3", "rally, routing, by a general", 0),
        (GLORY, "3", "charge foot in order", 3),
        (GLORY, "4", "charge foot in order", 2),
        (GLORY, "2", "charge foot in order", 2),
        (GLORY, "2", "charged by horse in the open", 2),
    ],
)
def test_a_morale_test_passes_above_the_score(
    library: Library, ruleset: str, rating: str, test: str, score: int
) -> None:
    found = next(one for one in odds_of(library, foot(8, rating), ruleset).tests if one.label == test)
    assert found.score == score
    assert found.pass_chance == Fraction(sum(face > score for face in range(1, 7)), 6)


def fight(library: Library, charger: Unit, defender: Unit, situation: str, ruleset: str = EMPIRE) -> CloseAssault:
    odds, reference = tables(library, ruleset)
    assert odds.assault is not None
    first, second = (army(library, unit, ruleset=ruleset) for unit in (charger, defender))
    own, other = unit_groups(first), unit_groups(second)
    assert first.book is not None
    assert first.orbat is not None
    found = close_assaults(own, other, odds.assault, reference, ForbiddenActions.of(first.book, first.orbat))
    return next(one for one in found.fought if one.situation == situation and one.own_charges)


def won(lead: int, counts: Callable[[int], bool]) -> Fraction:
    """Probability of a final difference over all rolls; ties are re-rolled over all rolls."""
    rolls = [lead + a - b for a, b in product(range(1, 7), repeat=2)]
    again = [a - b for a, b in product(range(1, 7), repeat=2) if a != b]
    share = Fraction(sum(counts(by) for by in again), len(again))
    return Fraction(sum(counts(by) for by in rolls if by), 36) + rolls.count(0) * share / 36


@pytest.mark.parametrize(
    ("charger", "defender", "situation", "lead"),
    [
        (foot(15, "3"), foot(15, "2"), "in the open", 3),
        (foot(12, "2"), foot(8, "2"), "in the open", 3),
        (foot(11, "2"), foot(8, "2"), "in the open", 2),
        (foot(8, "2"), foot(16, "2"), "in the open", 0),
        (foot(8, "2"), foot(40, "2"), "in the open", -3),
        (foot(8, "3"), foot(8, "3"), "at fortifications", -2),
        (foot(8, "3"), foot(8, "3"), "in flank or rear", 6),
        (horse(8, "3"), foot(8, "3"), "in the open", 6),
        (horse(8, "3"), horse(8, "2"), "in the open", 3),
    ],
)
@pytest.mark.parametrize("ruleset", [EMPIRE, GLORY])
def test_a_close_assault_matches_all_rolls(
    library: Library, ruleset: str, charger: Unit, defender: Unit, situation: str, lead: int
) -> None:
    found = fight(library, charger, defender, situation, ruleset)
    assert found.charger.score - found.defender.score == lead
    assert found.charger.win_chance == won(lead, lambda by: by > 0)
    assert found.charger.win_chance + found.defender.win_chance == 1
    assert sum(likely for _, likely in found.charger.outcomes) == found.charger.win_chance


def within(number: int, band: tuple[int, int]) -> bool:
    return band[0] <= number <= band[1]


def test_victories_and_casualties_follow_the_scale(library: Library) -> None:
    """Infantry over infantry: A, B, C, D by 1-2, 3-4, 5-8, 9+; casualties of winner/loser 0/1, 1/2, 2/4, 1/5."""
    found = fight(library, foot(15, "3"), foot(15, "2"), "in the open")
    bands = {"A": (1, 2), "B": (3, 4), "C": (5, 8), "D": (9, 99)}
    costs = {"A": (0, 1), "B": (1, 2), "C": (2, 4), "D": (1, 5)}
    ours = {key: won(3, lambda by, band=band: within(by, band)) for key, band in bands.items()}  # type: ignore[misc]
    theirs = {key: won(3, lambda by, band=band: within(-by, band)) for key, band in bands.items()}  # type: ignore[misc]
    assert {name[0]: likely for name, likely in found.charger.outcomes} == {k: v for k, v in ours.items() if v}
    assert found.charger.casualties_inflicted == sum(
        ours[key] * costs[key][1] + theirs[key] * costs[key][0] for key in bands
    )
    assert found.defender.casualties_inflicted == sum(
        ours[key] * costs[key][0] + theirs[key] * costs[key][1] for key in bands
    )


def test_automatic_victories(library: Library) -> None:
    found = fight(library, foot(4, "1"), Unit(name="Guns", entry="field_gun", size=2), "in the open")
    assert [found.charger.win_chance, found.defender.win_chance] == [1, 0]
    assert found.charger.automatic.startswith("Formed units fighting deployed artillery")
    flank = fight(library, horse(4, "1"), foot(20, "4"), "in flank or rear")
    assert [flank.charger.win_chance, flank.charger.casualties_inflicted] == [1, 6]


def test_identical_units_are_grouped(library: Library) -> None:
    report = army(library, foot(8, "3"), foot(9, "3"), Unit(name="Other", entry="infantry", size=8, rating="3"))
    assert [group.names for group in unit_groups(report)] == [("Foot", "Other"), ("Foot",)]
    assert unit_groups(report)[0].per_100_points(Fraction(6)) == Fraction(600, 24)


def test_unpriced_and_huge_units_have_no_fire_odds(library: Library) -> None:
    odds, reference = tables(library, EMPIRE)
    unpriced = Unit(name="Foot", entry="infantry", rating="3")
    assert army_odds(army(library, unpriced), odds, reference) == ()
    (huge,) = army_odds(army(library, foot(900_000, "3")), odds, reference)
    assert huge.fire == ()
    assert huge.tests


AVERAGE = (2, 3, 3, 4, 4, 5)


@pytest.mark.parametrize(
    ("kind", "rating", "range_", "target", "modifier", "hits"),
    [
        ("infantry", "superior", "Short", "Open", 0, (0, 1, 2, 2, 3, 4, 4)),
        ("infantry", "standard", "Short", "Open", 0, (0, 1, 1, 2, 3, 3, 4)),
        ("infantry", "standard", "Long", "Heavy cover", -3, (0, 1, 1, 2, 3, 3, 4)),
        ("infantry", "inferior", "Long", "Inferior", 0, (0, 0, 1, 2, 2, 3, 3)),
        ("medium_gun", "inferior", "Long", "Heavy cover", -3, (0, 0, 0, 0, 1, 1, 2)),
        ("medium_gun", "standard", "Canister", "Open", 2, (0, 0, 0, 1, 1, 2, 2)),
    ],
)
def test_an_average_die_with_the_hit_table(
    library: Library, kind: str, rating: str, range_: str, target: str, modifier: int, hits: tuple[int, ...]
) -> None:
    """Rows of the sheet from a score of 0 or less to 6 or more; a natural 5 hits at least once."""
    unit = Unit(name="Unit", entry=kind, size="standard", rating=rating)
    worth = [max(hits[min(max(face + modifier, 0), 6)], int(face == 5)) for face in AVERAGE]
    assert expected(odds_of(library, unit, "honours_of_war"), range_, target, "Fire") == Fraction(sum(worth), 6)


@pytest.mark.parametrize(("size", "modifier"), [("small", -1), ("standard", 0), ("large", 1)])
def test_a_modifier_of_the_unit_always_counts(library: Library, size: str, modifier: int) -> None:
    unit = odds_of(library, Unit(name="F", entry="infantry", size=size, rating="standard"), "honours_of_war")
    hits = (0, 1, 1, 2, 3, 3, 4)
    assert expected(unit, "Fighting", "Open", "Melee") == Fraction(sum(hits[face + modifier] for face in AVERAGE), 6)


@pytest.mark.parametrize(
    ("kind", "range_", "target", "needed"),
    [
        ("infantry", "Pinned", "Foot", 5),
        ("infantry", "First volley", "Foot", 4),
        ("infantry", "First volley", "Cavalry", 2),
        ("foot_artillery", "Long", "Foot behind wall or hedge", 7),
        ("foot_artillery", "Canister", "Enfiladed", 3),
    ],
)
def test_outcomes_are_reached_from_a_score_up(
    library: Library, kind: str, range_: str, target: str, needed: int
) -> None:
    """By the sheet 5 pins and 7 routs: the roll needed for the first, and two more for the second."""
    unit = odds_of(library, Unit(name="Unit", entry=kind), "fast_play_napoleonic")
    for table, more in (("Shooting, pinned or worse", 0), ("Shooting, routed or destroyed", 2)):
        chances = Fraction(sum(face >= needed + more for face in range(1, 7)), 6)
        assert expected(unit, range_, target, table) == chances


@pytest.mark.parametrize(
    ("charger", "defender", "situation", "lead"),
    [
        ("heavy_cavalry", "infantry", "in the open", 2),
        ("light_cavalry", "guards", "in the open", -2),
        ("guards", "foot_artillery", "uphill", 3),
        ("infantry", "infantry", "at a disrupted enemy", 2),
        ("heavy_cavalry", "infantry", "in a town", 0),
    ],
)
def test_draws_that_stand(library: Library, charger: str, defender: str, situation: str, lead: int) -> None:
    """Bands of the sheet: 1, 2-3, 4-5, 6 or more. Draws are not re-rolled, and there are no casualties."""
    own, other = (Unit(name=kind, entry=kind) for kind in (charger, defender))
    found = fight(library, own, other, situation, "fast_play_napoleonic")
    rolls = [lead + a - b for a, b in product(range(1, 7), repeat=2)]
    assert found.charger.win_chance == Fraction(sum(by > 0 for by in rolls), 36)
    assert found.defender.win_chance == Fraction(sum(by < 0 for by in rolls), 36)
    routs = next((likely for name, likely in found.charger.outcomes if name.startswith("Loser routs")), Fraction())
    assert routs == Fraction(sum(by in (2, 3) for by in rolls), 36)
    assert found.charger.casualties_inflicted is None
