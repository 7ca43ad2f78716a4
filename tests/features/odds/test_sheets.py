"""All odds of close assault and morale against a few lines written from the printed sheets.

The functions named `by_sheet` know nothing of orbat's data: they repeat the sheets' numbers and the rulebook's
prohibitions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import NamedTuple

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.odds.assault import Assaults, close_assaults
from orbat.features.odds.model import MoraleTest, Odds
from orbat.features.odds.units import UnitGroup, UnitOdds, army_odds, unit_groups
from orbat.model.applicability import Applicability
from orbat.model.orbat import Orbat, Unit
from orbat.model.reference import Reference
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.abilities import ForbiddenActions
from orbat.report.report import Report

EMPIRE, GLORY, FAST = "days_of_empire", "days_of_glory", "fast_play_napoleonic"
DIE = range(1, 7)


class Troop(NamedTuple):
    """A unit and the properties by which the sheets distinguish it."""

    kind: str
    entry: str
    army_list: str = ""
    ruleset: str = EMPIRE
    size: int | None = None
    rating: int | None = None
    is_light: bool = False
    is_heavy: bool = False
    is_irregular: bool = False
    is_skirmisher: bool = False
    is_guard: bool = False

    @property
    def orbat(self) -> Orbat:
        rating = "" if self.rating is None else str(self.rating)
        unit = Unit(name="Unit", entry=self.entry, size=self.size, rating=rating)
        lists = Pin(self.army_list) if self.army_list else None
        return Orbat(title="A", ruleset=Pin(self.ruleset), army_list=lists, units=(unit,))


def tables(library: Library, ruleset: str) -> tuple[Odds, Reference]:
    odds, reference = library.load_unchecked(ruleset, "odds", Odds), library.reference(ruleset)
    assert odds is not None
    assert odds.value is not None
    assert reference is not None
    assert reference.value is not None
    return odds.value, reference.value


def reports(library: Library, troops: Iterable[Troop]) -> dict[Troop, Report]:
    return {troop: report_on("a.yaml", Loaded(troop.orbat, ()), library) for troop in troops}


def fights(library: Library, ruleset: str, troops: tuple[Troop, ...]) -> Iterator[tuple[Troop, Troop, Assaults]]:
    """The close assaults of each pair of troops."""
    odds, reference = tables(library, ruleset)
    assert odds.assault is not None
    found: dict[Troop, UnitGroup] = {}
    forbidden_actions = None
    for troop, report in reports(library, troops).items():
        assert report.book is not None
        assert report.orbat is not None
        (found[troop],) = unit_groups(report)
        forbidden_actions = forbidden_actions or ForbiddenActions.of(report.book, report.orbat)
    assert forbidden_actions is not None
    for one, other in combinations_with_replacement(troops, 2):
        yield one, other, close_assaults((found[one],), (found[other],), odds.assault, reference, forbidden_actions)


@cache
def rolls(lead: int) -> dict[int, Fraction]:
    """The chance of each difference between two dice, with a lead."""
    found: dict[int, Fraction] = {}
    for a, b in product(DIE, repeat=2):
        found[lead + a - b] = found.get(lead + a - b, Fraction()) + Fraction(1, 36)
    return found


@cache
def win(lead: int, *, rerolled: bool) -> Fraction:
    """The chance to win with a lead. Re-rolled ties are won in half of all cases."""
    tied = rolls(lead).get(0, Fraction()) if rerolled else Fraction()
    return sum((chance for by, chance in rolls(lead).items() if by > 0), Fraction()) + tied / 2


# Napoleonic fast play: FPN Melee.

FAST_TROOPS = (
    *(
        Troop(kind, kind, ruleset=FAST, is_guard=kind == "guards")
        for kind in (
            "infantry",
            "light_infantry",
            "guards",
            "grenadiers",
            "militia",
            "heavy_cavalry",
            "light_cavalry",
            "cossacks",
            "foot_artillery",
            "horse_artillery",
        )
    ),
    Troop("heavy_cavalry", "fr13_guard_horse", "france_1813_14", FAST, is_guard=True),
    Troop("light_cavalry", "fr13_guard_light", "france_1813_14", FAST, is_guard=True),
    Troop("foot_artillery", "fr13_guard_guns", "france_1813_14", FAST, is_guard=True),
)


def fast_by_sheet(one: Troop, situation: str, *, charges: bool) -> int:
    cavalry = {"heavy_cavalry": 2, "light_cavalry": -1, "cossacks": -1}
    minus_3 = ("light_infantry", "foot_artillery", "horse_artillery")
    score = cavalry.get(one.kind, -3 if one.kind in minus_3 else 0) + one.is_guard
    score += 1 if situation == "uphill" and not charges else 0
    score += 2 if situation == "at a disrupted enemy" and charges else 0
    return score - 2 if situation == "in a town" and one.kind in cavalry else score


def test_fast_play_melees_follow_the_sheet(library: Library) -> None:
    """Guard cavalry has both the modifier of Guards and that of its kind."""
    number = 0
    for one, other, found in fights(library, FAST, FAST_TROOPS):
        assert found.forbidden == ()
        for fought in found.fought:
            charger, defender = (one, other) if fought.own_charges else (other, one)
            lead = fast_by_sheet(charger, fought.situation, charges=True)
            lead -= fast_by_sheet(defender, fought.situation, charges=False)
            where = (charger, defender, fought.situation)
            assert fought.charger.win_chance == win(lead, rerolled=False), where
            assert fought.defender.win_chance == win(-lead, rerolled=False), where
            destroyed = sum((c for by, c in rolls(lead).items() if by >= 4), Fraction())
            assert sum(c for name, c in fought.charger.outcomes if "destroyed" in name) == destroyed, where
            number += 1
    assert number == 728, "91 pairs, either side charging, in four situations"


# Days of Empire and Days of Glory: close assault tactical factors, victory scale and results.


def foot(size: int, rating: int, ruleset: str = EMPIRE) -> Troop:
    return Troop("infantry", "infantry", ruleset=ruleset, size=size, rating=rating)


EMPIRE_TROOPS = (
    *(foot(size, rating) for size, rating in ((3, 2), (4, 1), (8, 4), (12, 3))),
    Troop("infantry", "ot_albanians", "ottoman", EMPIRE, 9, 2, is_irregular=True),
    Troop("infantry", "fr_francs_tireurs", "french", EMPIRE, 6, 3, is_skirmisher=True),
    Troop("cavalry", "fr_hussars", "french", EMPIRE, 8, 3, is_light=True),
    Troop("cavalry", "fr_cuirassiers", "french", EMPIRE, 6, 3, is_heavy=True),
    Troop("cavalry", "ru_don_cossacks", "russian", EMPIRE, 6, 2, is_light=True, is_irregular=True),
    Troop("gun", "field_gun", size=2),
    Troop("gun", "siege_gun", size=1),
)
GLORY_TROOPS = (
    *(foot(size, rating, GLORY) for size, rating in ((5, 1), (8, 4), (12, 2))),
    Troop("cavalry", "cavalry", ruleset=GLORY, size=6, rating=3),
    Troop("gun", "smoothbore_gun", ruleset=GLORY, size=2),
    Troop("gun", "rifled_gun", ruleset=GLORY, size=1),
)

FORBIDDEN = "forbidden"
AUTOMATIC = "automatic"


def makes_sense(charger: Troop, defender: Troop, situation: str) -> bool:
    """Whether the sheet has anything to say about this charge. Days of Glory has no squares."""
    kinds = (charger.kind, defender.kind)
    if situation == "at a square":
        return kinds == ("cavalry", "infantry") and charger.ruleset == EMPIRE
    if situation == "at fortifications":
        return defender.kind == "infantry" and charger.kind != "gun"
    return situation == "in the open" or "gun" not in kinds


def is_forbidden(charger: Troop, defender: Troop, situation: str) -> bool:
    """By 17.2.4 (for Days of Glory by analogy), 12.4, 12.3, and the movement modifiers for infantry only."""
    if charger.kind == "gun" or (charger.kind, defender.kind) == ("infantry", "cavalry"):
        return True
    if charger.is_skirmisher and defender.kind != "gun":
        return True
    if situation == "at a square":
        return defender.is_irregular or defender.is_skirmisher or (defender.size or 0) < 4
    return situation == "at fortifications" and charger.kind == "cavalry"


def is_automatic(charger: Troop, defender: Troop, situation: str) -> bool:
    if defender.is_skirmisher and situation != "at fortifications":
        return True
    if defender.kind == "gun":
        return not charger.is_skirmisher
    return situation == "in flank or rear" and (charger.kind, defender.kind) == ("cavalry", "infantry")


def factors(one: Troop, other: Troop, situation: str) -> int:
    """The factors that count for both sides."""
    square, total = situation == "at a square", 0
    if (one.kind, other.kind) == ("cavalry", "infantry") and not square:
        total += 4
    if one.is_heavy and other.is_light and situation != "in flank or rear":
        total += 2
    if not (one.is_irregular or one.is_skirmisher) and (other.is_irregular or other.is_skirmisher):
        total += 2
    assert one.size
    assert other.size
    if not square and one.size * 2 >= other.size * 3:
        total += max(1, one.size // other.size)
    return total


def charge_by_sheet(charger: Troop, defender: Troop, situation: str) -> str | int | None:
    """The lead of the charger before dice, `AUTOMATIC`, `FORBIDDEN`, or None if there is nothing to say."""
    if not makes_sense(charger, defender, situation):
        return None
    if is_forbidden(charger, defender, situation):
        return FORBIDDEN
    if is_automatic(charger, defender, situation):
        return AUTOMATIC
    if charger.rating is None or defender.rating is None:
        return None
    extra = {"in the open": 0, "at a square": -6, "at fortifications": -4, "in flank or rear": 4}[situation]
    lead = charger.rating - defender.rating + 2 + extra + (charger.is_irregular and defender.kind == "infantry")
    return lead + factors(charger, defender, situation) - factors(defender, charger, situation)


EMPIRE_SITUATIONS = ("in the open", "at a square", "at fortifications", "in flank or rear")


@pytest.mark.parametrize(("ruleset", "troops"), [(EMPIRE, EMPIRE_TROOPS), (GLORY, GLORY_TROOPS)])
def test_close_assaults_follow_the_sheet_and_the_prohibitions(
    library: Library, ruleset: str, troops: tuple[Troop, ...]
) -> None:
    seen: set[object] = set()
    for one, other, found in fights(library, ruleset, troops):
        fought = {(fight.own_charges, fight.situation): fight for fight in found.fought}
        banned = {(charge.own_charges, situation) for charge in found.forbidden for situation in charge.situations}
        for own_charges, situation in product((True, False), EMPIRE_SITUATIONS):
            charger, defender = (one, other) if own_charges else (other, one)
            right = charge_by_sheet(charger, defender, situation)
            fight = fought.get((own_charges, situation))
            is_banned = (own_charges, situation) in banned
            where = (charger, defender, situation, right)
            seen.add(right if isinstance(right, str) else type(right))
            if right == FORBIDDEN:
                assert fight is None, where
                assert is_banned, where
            elif right is None:
                assert fight is None, where
                assert not is_banned, where
            elif right == AUTOMATIC:
                assert fight is not None, where
                assert fight.charger.automatic, where
                assert fight.charger.win_chance - fight.defender.win_chance == 1, where
            else:
                assert fight is not None, where
                assert fight.charger.score - fight.defender.score == right, where
                assert fight.charger.win_chance == win(int(right), rerolled=True), where
                assert not is_banned, where
    assert seen == {FORBIDDEN, AUTOMATIC, int, type(None)}


REASONS = {
    ("infantry", "cavalry"): ("infantry cannot charge mounted troops", ("DOE 17.2.4",)),
    ("gun", "infantry"): ("field gun or howitzer cannot charge", ("DOE 17.2.4",)),
}


@pytest.mark.parametrize(("charger", "defender"), REASONS)
def test_the_reason_of_a_forbidden_charge_cites_the_rule(library: Library, charger: str, defender: str) -> None:
    units = {troop.kind: troop for troop in reversed(EMPIRE_TROOPS) if troop.entry != "siege_gun"}
    ((_, _, found),) = [
        one for one in fights(library, EMPIRE, (units[charger], units[defender])) if one[0].kind != one[1].kind
    ]
    (banned,) = [charge for charge in found.forbidden if charge.own_charges]
    assert (banned.reason.text, banned.reason.cites) == REASONS[charger, defender]
    assert banned.situations[0] == "in the open"


# Morale tests. A unit passes if the die is higher than the score.

MORALE_OF_CLASS = {1: 1, 2: 0, 3: -1, 4: -2}


def morale_by_sheet(troop: Troop, *, empire: bool) -> dict[str, int | str]:
    """The score of each usual test, or `FORBIDDEN`."""
    if troop.kind == "gun":
        return {"charge": FORBIDDEN}
    assert troop.rating is not None
    base = MORALE_OF_CLASS[troop.rating]
    charge = base + (0 if empire or troop.rating < 3 else 2)
    irregular = -2 * troop.is_irregular
    skirmisher = 2 * troop.is_skirmisher
    scores: dict[str, int | str] = {f"shooting, {n} hit{'s' * (n > 1)}": base + n for n in (1, 2, 3)}
    scores |= {"rally, routing": base + 3, "rally, routing, by a general": base + 1}
    if troop.kind == "infantry":
        banned = troop.is_skirmisher
        horse, square = 3 if empire else 2, troop.is_irregular or troop.is_skirmisher or (troop.size or 0) < 4
        scores |= {"charge foot in order": FORBIDDEN if banned else charge + 2 + irregular}
        scores |= {"charge foot in flank or rear": FORBIDDEN if banned else charge + 2 - 3 + irregular}
        scores |= {"charge horse": FORBIDDEN}
        formed = "formed " * troop.is_skirmisher
        scores |= {f"charged by {formed}foot": base + skirmisher}
        scores |= {f"charged by {formed}horse in the open": base + horse + skirmisher}
        if empire:
            scores |= {"charged by horse, in square": FORBIDDEN if square else base + 3 - 2}
    else:
        scores |= {"charged by foot": FORBIDDEN, "charged by horse": base}
        if empire:
            scores |= {"charge formed foot in front": base + 2 + irregular, "charge formed horse in front": base + 2}
            scores |= {"charge foot in flank or rear": base - 3 + irregular, "charge horse in flank or rear": base - 3}
            scores |= {"charge a square": base + 2 + 1 + irregular}
        else:
            scores |= {"charge formed troops in front": charge + 2, "charge in flank or rear": charge - 3}
    return scores


@pytest.mark.parametrize(("ruleset", "troops"), [(EMPIRE, EMPIRE_TROOPS), (GLORY, GLORY_TROOPS)])
def test_morale_tests_follow_the_sheet_and_the_prohibitions(
    library: Library, ruleset: str, troops: tuple[Troop, ...]
) -> None:
    for troop, report in reports(library, troops).items():
        (unit,) = army_odds(report, *tables(library, ruleset))
        found: dict[str, int | str] = {test.label: test.score for test in unit.tests}
        found |= {one.what: FORBIDDEN for one in unit.forbidden}
        assert found == morale_by_sheet(troop, empire=ruleset == EMPIRE), troop
        for test in unit.tests:
            assert test.pass_chance == Fraction(sum(face > test.score for face in DIE), 6)


def test_a_test_is_forbidden_only_against_all_of_its_targets(library: Library) -> None:
    """Foot may charge foot, but not horse: a test for both has a chance."""
    odds, reference = tables(library, EMPIRE)
    assert odds.morale is not None
    (report,) = reports(library, EMPIRE_TROOPS[-1:]).values()
    (foot_report,) = reports(library, (foot(8, 2),)).values()
    both = MoraleTest(label="either", charges=Applicability(kinds=("cavalry", "infantry")))
    changed = replace(odds, morale=replace(odds.morale, tests=(both,)))
    (guns,), (battalion,) = army_odds(report, changed, reference), army_odds(foot_report, changed, reference)
    assert [one.what for one in guns.forbidden] == ["either"]
    assert [test.label for test in battalion.tests] == ["either"]


# Who may shoot.


def odds_of(library: Library, ruleset: str, **keys: object) -> UnitOdds:
    unit = Unit(name="Unit", **keys)  # type: ignore[arg-type]
    report = report_on("a.yaml", Loaded(Orbat(title="A", ruleset=Pin(ruleset), units=(unit,)), ()), library)
    (found,) = army_odds(report, *tables(library, ruleset))
    return found


def test_cavalry_of_fast_play_cannot_shoot(library: Library) -> None:
    """Its range on the sheet is NA."""
    found = odds_of(library, FAST, entry="light_cavalry")
    assert found.fire == ()
    assert [(one.what, one.reason.text) for one in found.forbidden] == [("shooting", "light cavalry cannot shoot")]
    assert odds_of(library, FAST, entry="militia").forbidden == ()


def test_cavalry_shoots_with_carbines_only(library: Library) -> None:
    """Honours of War has ranges for carbines, and no others for cavalry. Melee is not shooting."""
    keys = {"entry": "cavalry", "size": "standard", "rating": "standard"}
    without = odds_of(library, "honours_of_war", **keys)
    assert [fire.label for fire in without.fire] == ["Melee"]
    assert [one.reason.cites for one in without.forbidden] == [("HOW Infantry Ranges",)]
    armed = odds_of(library, "honours_of_war", **keys, options=("carbines",))
    assert [fire.label for fire in armed.fire] == ["Fire", "Melee"]
    assert armed.forbidden == ()


# Volleys: the cells are those of the copies of the printed sheets.

SHEETS = Path(__file__).resolve().parents[2] / "data"


def printed(ruleset: str, table: str) -> list[list[str]]:
    """The rows of a table on the printed sheet."""
    lines = (SHEETS / f"reference_{ruleset}.tsv").read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if line.startswith(f"{table}\t")]
    return [row[2:] for row in cells if row[1] not in ("0", "*")]


def casualties(cell: str) -> Fraction:
    """The mean casualties of a die: `345H 6HH` is one for 3 to 5 and two for 6. Faces without a letter count one."""
    parts = re.findall(r"(\d+)([A-Z]*)", cell)
    return Fraction(sum(len(faces) * (marks.count("H") or "F" not in marks) for faces, marks in parts), 6)


@pytest.mark.parametrize("ruleset", [EMPIRE, GLORY])
@pytest.mark.parametrize("rifles", [True, False])
def test_volleys_of_foot_follow_the_sheet(library: Library, ruleset: str, *, rifles: bool) -> None:
    """Stands in fours, then the remaining two or three, then a single stand if the sheet has a row for it, 17.3."""
    rows = printed(ruleset, "small_arms")
    for size in (1, 2, 3, 5, 6, 11, 16):
        options = ("rifles",) if rifles else ()
        unit = odds_of(library, ruleset, entry="infantry", size=size, rating="2", options=options)
        for reach in ("3", "6", "12"):
            at_range = {int(row[0]): row for row in rows if row[1] == reach}
            fours, rest = divmod(size, 4)
            dice = [at_range[4]] * fours + [at_range[one] for one in (rest,) if one in at_range]
            shown = f'{reach if rifles else at_range[4][2]}"'
            shots = [shot for fire in unit.fire for shot in fire.shots if shot.range == shown]
            assert [shot.dice for shot in shots] == ([len(dice)] if dice else [])
            for shot in shots:
                for number, cell in enumerate(shot.cells, 3):
                    if "" in {row[number] for row in dice}:
                        assert cell is None, "the sheet leaves the cell empty"
                    else:
                        assert cell is not None
                        assert cell.expected == sum(casualties(row[number]) for row in dice), (size, reach, number)


@pytest.mark.parametrize(
    ("ruleset", "kind", "calibre"),
    [
        (EMPIRE, "field_gun", "field"),
        (EMPIRE, "siege_gun", "siege"),
        (GLORY, "smoothbore_gun", "smoothbore"),
        (GLORY, "rifled_gun", "rifled"),
        (GLORY, "siege_gun", "siege"),
    ],
)
def test_guns_follow_the_sheet(library: Library, ruleset: str, kind: str, calibre: str) -> None:
    rows = [row for row in printed(ruleset, "artillery") if row[1] == calibre]
    (fire,) = odds_of(library, ruleset, entry=kind, size=2).fire
    assert [shot.range.split(", ")[1] for shot in fire.shots] == [f'{row[2]}"' for row in rows]
    for shot, row in zip(fire.shots, rows, strict=True):
        assert shot.dice == 2
        for cell, text in zip(shot.cells, row[3:9], strict=True):
            assert (cell.expected if cell else None) == (2 * casualties(text) if text else None), (row, text)


# Fire and melee decided by the score of one die.

SHOOTING = {"Canister": 1, "Roundshot": 0, "Long": -1, "First volley": 1, "Pinned": 0}
SHOOTERS: dict[str, tuple[str, ...]] = dict.fromkeys(("heavy_cavalry", "light_cavalry", "cossacks"), ())
SHOOTERS |= dict.fromkeys(("foot_artillery", "horse_artillery"), ("Canister", "Roundshot", "Long"))
SHOT_AT = {
    "Foot": 0,
    "Foot behind wall or hedge": -1,
    "Foot at edge of woods or town": -1,
    "Cavalry": 2,
    "Disrupted": 1,
    "Enfiladed": 1,
}


@pytest.mark.parametrize("troop", FAST_TROOPS, ids=lambda troop: troop.entry)
def test_fast_play_shooting_follows_the_sheet(library: Library, troop: Troop) -> None:
    """A score of 5 pins, 7 routs. Guns have three ranges, foot has two volleys, and cavalry does not shoot."""
    (report,) = reports(library, (troop,)).values()
    (unit,) = army_odds(report, *tables(library, FAST))
    expected = SHOOTERS.get(troop.kind, ("First volley", "Pinned"))
    assert len(unit.fire) == (2 if expected else 0)
    for fire, needed in zip(unit.fire, (5, 7), strict=False):
        assert tuple(shot.range for shot in fire.shots) == expected
        for shot in fire.shots:
            for target, cell in zip(fire.targets, shot.cells, strict=True):
                modifier = SHOOTING[shot.range] + SHOT_AT[target]
                assert cell is not None
                assert cell.expected == Fraction(sum(face + modifier >= needed for face in DIE), 6), (shot, target)


AVERAGE = (2, 3, 3, 4, 4, 5)
HITS = {
    ("infantry", "superior"): (0, 1, 2, 2, 3, 4, 4),
    ("infantry", "standard"): (0, 1, 1, 2, 3, 3, 4),
    ("infantry", "inferior"): (0, 0, 1, 2, 2, 3, 3),
    ("light_infantry", "standard"): (0, 0, 1, 2, 2, 3, 3),
    ("light_infantry", "inferior"): (0, 0, 1, 1, 2, 2, 3),
    ("gun", "superior"): (0, 0, 1, 1, 1, 2, 2),
    ("gun", "standard"): (0, 0, 0, 1, 1, 2, 2),
    ("gun", "inferior"): (0, 0, 0, 0, 1, 1, 2),
    ("cavalry", "superior"): (0, 1, 2, 2, 3, 3, 4),
    ("cavalry", "standard"): (0, 0, 1, 2, 2, 3, 4),
    ("cavalry", "inferior"): (0, 0, 0, 1, 2, 2, 3),
}
GUNS = ("light_gun", "medium_gun", "heavy_gun", "howitzer")
FIRE_AT = {"Open": 0, "Superior": -1, "Inferior": 1, "Difficult": -1, "Light cover": -1, "Heavy cover": -2}
FIRE_AT |= {"Flank or rear": 1, "Uphill": -1}
FROM = {"Canister": 2, "Effective, 1-2 on 1d6": -1, "Long": -1, "Charging": 1, "Against formed troops": -1}
FROM |= {"In flank or rear": -2}


@pytest.mark.parametrize(
    ("kind", "rating"),
    [(kind, rating) for one, rating in HITS for kind in (GUNS if one == "gun" else (one,))],
)
def test_hits_of_honours_of_war_follow_the_sheet(library: Library, kind: str, rating: str) -> None:
    """The hit table with its modifiers for every range, target and size; a natural 5 always hits once at least."""
    gun = kind in GUNS
    for size, extra in (("small", -1), ("standard", 0), ("large", 1)):
        options = {"options": ("carbines",)} if kind == "cavalry" else {}
        unit = odds_of(library, "honours_of_war", entry=kind, size=size, rating=rating, **options)
        assert [fire.label for fire in unit.fire] == ["Fire", "Melee"]
        for fire in unit.fire:
            for shot in fire.shots:
                for target, cell in zip(fire.targets, shot.cells, strict=True):
                    modifier = extra + FROM.get(shot.range, 0) + FIRE_AT[target] - (gun and fire.label == "Melee")
                    row = HITS["gun" if gun else kind, rating]
                    hits = [max(row[min(max(face + modifier, 0), 6)], int(face == 5)) for face in AVERAGE]
                    assert cell is not None
                    assert cell.expected == Fraction(sum(hits), 6), (fire.label, shot.range, target, size)
