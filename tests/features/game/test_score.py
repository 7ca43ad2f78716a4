"""Scores of games: points lost, breaking points, margins."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.game.generals import promotion_roll
from orbat.features.game.losses import losses
from orbat.features.game.model import Game, GeneralNote, UnitNote, with_note
from orbat.features.game.score import NotScored, Result, Score, band_of, names_of, result, score, with_marks
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.play import CASUALTIES, Casualty, Margin, UnitState
from orbat.model.sheet import PrintOptions
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.report import Report

FOOT = ("formations", 0, "units", 0)
SMALL = ("formations", 0, "units", 1)
HORSE = ("formations", 0, "units", 2)
GUNS = ("formations", 0, "units", 3)
WORKS = ("formations", 0, "units", 4)
ADAMS = ("formations", 0, "commander")


@pytest.fixture
def army(library: Library) -> Report:
    """A brigade: 12 stands of infantry (36 points), 7 (14), 6 of cavalry (48), a gun (35), works (20), two generals."""
    units = (
        Unit(name="Foot", entry="brit_line", size=12, rating="2"),
        Unit(name="Small", entry="brit_line", size=7, rating="1"),
        Unit(name="Horse", entry="brit_light_cavalry", size=6, rating="3"),
        Unit(name="Gun", entry="brit_field_battery", size=1),
        Unit(name="Trench", entry="earthworks", size=2),
    )
    brigade = Formation(level="brigade", name="Adams", commander=Commander(name="Adams"), units=units)
    orbat = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        game_size=800,
        commander=Commander(name="Raglan"),
        formations=(brigade,),
    )
    return report(library, orbat)


def report(library: Library, orbat: Orbat, source: str = "army.yaml") -> Report:
    return report_on(source, Loaded(orbat, ()), library)


def after(found: Report, *notes: UnitNote | GeneralNote) -> Score:
    game, names = Game(), names_of(found)
    for note in notes:
        game = with_note(game, replace(note, name=names[note.place]))
    return score(found, game)


@pytest.mark.parametrize(
    ("place", "lost", "counts"),
    [
        (FOOT, 0, 0),
        (FOOT, 6, 0),  # 6 of 12 remain: not under half
        (FOOT, 7, 18),
        (FOOT, 9, 18),
        (FOOT, 10, 36),  # 2 remain: removed
        (SMALL, 3, 0),  # 4 of 7 remain
        (SMALL, 4, 7),
        (SMALL, 5, 14),
        (HORSE, 3, 0),
        (HORSE, 4, 24),
        (HORSE, 5, 48),  # 1 remains: removed
        (GUNS, 1, 35),
    ],
)
def test_units_score_half_under_half_strength_and_in_full_when_removed(
    army: Report, place: tuple[str | int, ...], lost: int, counts: int
) -> None:
    found = after(army, UnitNote(place=place, lost=lost))
    assert found.lost == counts
    (one,) = (each for each in found.conditions if each.path == place)
    assert one.gone == (one.counts == "full")


@pytest.mark.parametrize(
    ("state", "counts"), [("routing", 18), ("routed_off", 36), ("destroyed", 36), ("surrendered", 36)]
)
@pytest.mark.parametrize("lost", [0, 6, 8])
def test_a_state_scores_once_regardless_of_losses(army: Report, state: UnitState, counts: int, lost: int) -> None:
    assert after(army, UnitNote(place=FOOT, state=state, lost=lost)).lost == counts
    assert after(army, UnitNote(place=FOOT, state=state, lost=10)).lost == 36


@pytest.mark.parametrize(("fate", "counts"), [("killed", 0), ("wounded", 0), ("captured", 30)])
def test_only_captured_generals_score(army: Report, fate: Casualty, counts: int) -> None:
    found = after(army, GeneralNote(place=ADAMS, fate=fate))
    assert found.lost == counts
    assert [one.effects for one in found.conditions if one.effects] == [(fate,)]


@pytest.mark.parametrize("fates", [(), ("killed",), ("wounded", "captured"), CASUALTIES])
def test_the_ruleset_defines_which_fates_of_generals_score(army: Report, fates: tuple[Casualty, ...]) -> None:
    assert army.book
    assert army.book.ruleset.victory
    victory = replace(army.book.ruleset.victory, fates=fates)
    other = replace(army, book=replace(army.book, ruleset=replace(army.book.ruleset, victory=victory)))
    for fate in CASUALTIES:
        found = after(other, GeneralNote(place=ADAMS, fate=fate))
        assert found.lost == (30 if fate in fates else 0)
    listed = losses(other)
    assert listed
    assert any(one.general for group in listed.groups for one in group.losses) == bool(fates)


@pytest.mark.parametrize(("choice", "points"), [("never", 0), ("full", 20)])
def test_works_score_under_a_ruling_but_never_half(library: Library, army: Report, choice: str, points: int) -> None:
    assert army.orbat
    ruled = report(library, replace(army.orbat, rulings={"works_lost": choice}))
    assert after(ruled, UnitNote(place=WORKS, state="routing")).lost == 0
    gone = after(ruled, UnitNote(place=WORKS, state="destroyed"))
    assert gone.lost == points
    (works,) = (one for one in gone.conditions if one.path == WORKS)
    assert (works.gone, works.counts, works.effects) == (True, "full" if points else "", ("destroyed",))


def test_each_loss_has_a_calculation_and_citation(army: Report) -> None:
    found = after(
        army,
        UnitNote(place=FOOT, lost=7),
        UnitNote(place=HORSE, lost=5),
        UnitNote(place=GUNS, state="routing"),
        GeneralNote(place=ADAMS, fate="captured"),
    )
    assert [one.reason for one in found.conditions if one.counts] == [
        "captured: full cost = 30 [DOE 18.2, 14.5]",
        "7 of 12 stands lost, under half: 36 x 1/2 = 18 [DOE 18.2, 14.5]",
        "5 of 6 stands lost, removed [DOE 17.5.8]: full cost = 48 [DOE 18.2, 14.5]",
        "routing: 35 x 1/2 = 17.5 [DOE 18.2, 14.5]",
    ]
    assert found.sum == "30 + 18 + 48 + 17.5 = 113.5 of 183 points [DOE 18.2, 14.5]"
    assert found.lost == Fraction(227, 2)


def test_all_boxes_of_a_unit_that_is_gone_are_crossed(army: Report) -> None:
    found = after(army, UnitNote(place=FOOT, lost=3), UnitNote(place=HORSE, lost=1, state="surrendered"))
    sheet = with_marks(PrintOptions(), found)
    assert (sheet.boxes, dict(sheet.losses)) == ("as-is", {FOOT: 3, HORSE: 6})
    assert (dict(sheet.counts), sheet.removed_units) == ({HORSE: "full"}, (HORSE,))


def test_the_margin_follows_the_difference(army: Report, library: Library) -> None:
    assert army.orbat
    other = report(library, replace(army.orbat, title="Others"), "others.yaml")
    found = result(
        after(army, UnitNote(place=FOOT, state="destroyed")),
        after(other, *(UnitNote(place=place, state="destroyed") for place in (FOOT, SMALL, HORSE, GUNS))),
    )
    assert isinstance(found, Result)
    assert (found.difference, found.winner) == (97, 0)
    assert found.text == "army leads by 97 points: draw (0 to 150, at 800 points) [DOE 18.2]"


@pytest.mark.parametrize(
    ("by", "label"),
    [(150, "draw"), (Fraction(301, 2), "draw"), (151, "minor victory"), (250, "minor victory"), (251, "major victory")],
)
def test_between_two_bands_the_lesser_applies(army: Report, by: int, label: str) -> None:
    found = band_of(score(army, Game()).margins, by)
    assert found
    assert found.label == label


def test_equal_losses_are_a_draw(army: Report) -> None:
    found = result(score(army, Game()), score(army, Game()))
    assert isinstance(found, Result)
    assert found.winner is None
    assert found.text.startswith("Equal points lost: draw")


def test_losses_follow_moved_units_and_removed_ones_do_not_score(army: Report, library: Library) -> None:
    game = after(army, UnitNote(place=FOOT, lost=7), UnitNote(place=HORSE, state="destroyed")).saved_game
    assert army.orbat
    brigade = army.orbat.formations[0]
    kept = replace(brigade, units=(brigade.units[1], brigade.units[0]))
    found = score(report(library, replace(army.orbat, formations=(kept,))), game)
    assert found.lost == 18
    assert [one.name for one in found.conditions if one.effects] == ["Foot"]
    assert [note.name for note in found.unmatched] == ["Horse"]
    assert [note.name for note in found.saved_game.units] == ["Foot", "Horse"]


def test_a_ruleset_without_points_lost_has_its_breaking_point(library: Library) -> None:
    """Half of five units, halves up: three."""
    units = tuple(
        Unit(name=name, entry="gb_foot_a", size="standard", rating="standard") for name in ("A", "B", "C", "D", "E")
    )
    found = report(library, Orbat(ruleset=Pin("honours_of_war"), army_list=Pin("british"), units=units))
    two = after(found, UnitNote(place=("units", 0), lost=5), UnitNote(place=("units", 1), state="routed_off"))
    assert (two.counts_points, two.lost) == (False, 0)
    assert two.breaking
    assert (two.breaking.gone, two.breaking.breaking_point.point, two.breaking.broken) == (2, 3, False)
    assert (
        two.breaking.text
        == "2 of 5 units gone; the army breaks when 3 or more are gone: 1/2 of 5 units, halves rounded up [P5]"
    )
    four = after(found, *(UnitNote(place=("units", number), lost=5 - number) for number in range(2)))
    assert four.breaking
    assert four.breaking.gone == 1
    assert [one.effects for one in four.conditions if one.effects] == [("5 of 5 hits",), ("4 of 5 hits",)]
    three = after(found, *(UnitNote(place=("units", number), state="destroyed") for number in range(3)))
    assert three.breaking
    assert three.breaking.broken
    assert three.breaking.text == "3 of 5 units gone; the army is broken: 1/2 of 5 units, halves rounded up [P5]"


def test_armies_of_different_rulesets_are_not_compared(army: Report, library: Library) -> None:
    other = report(library, Orbat(ruleset=Pin("honours_of_war"), army_list=Pin("british")))
    assert isinstance(result(score(army, Game()), score(other, Game())), NotScored)


def test_remaining_stands_are_those_not_lost_and_none_of_a_unit_that_is_gone(army: Report) -> None:
    found = after(
        army,
        UnitNote(place=FOOT, lost=7),
        UnitNote(place=HORSE, lost=1, state="surrendered"),
        UnitNote(place=WORKS, lost=1),
        GeneralNote(place=ADAMS, fate="wounded"),
    )
    left = {one.name: (one.lost, one.remaining, one.general) for one in found.conditions}
    assert (left["Foot"], left["Small"], left["Horse"]) == ((7, 5, False), (0, 7, False), (1, 0, False))
    assert (left["Trench"], left["Adams"]) == ((0, None, False), (0, None, True)), "they have no stands"


def test_a_free_general_is_no_part_of_the_sum(army: Report) -> None:
    """The player's general costs nothing, 5.1."""
    found = after(
        army,
        GeneralNote(place=("commander",), fate="captured"),
        GeneralNote(place=ADAMS, fate="captured"),
        UnitNote(place=FOOT, lost=7),
    )
    assert found.sum == "30 + 18 = 48 of 183 points [DOE 18.2, 14.5]"
    assert after(army, UnitNote(place=FOOT, lost=7)).sum == "18 of 183 points [DOE 18.2, 14.5]"


def test_a_lead_of_half_a_point_counts(army: Report) -> None:
    first = after(army, UnitNote(place=GUNS, state="routing"))
    second = after(army, UnitNote(place=FOOT, state="routing"))
    for scores, winner in (((first, second), 0), ((second, first), 1)):
        found = result(*scores)
        assert isinstance(found, Result)
        assert (found.difference, found.winner) == (Fraction(1, 2), winner)


def test_a_lead_below_the_first_margin_has_no_margin(army: Report) -> None:
    assert army.book
    assert army.book.ruleset.victory
    victory = replace(army.book.ruleset.victory, margins=(Margin(least=37, label="win"),))
    other = replace(army, book=replace(army.book, ruleset=replace(army.book.ruleset, victory=victory)))
    for note, text in (
        (UnitNote(place=FOOT, state="destroyed"), "army (second) leads by 36 points"),
        (UnitNote(place=HORSE, state="destroyed"), "army (second) leads by 48 points: win (37 or more, at 800 points)"),
    ):
        found = result(after(other, note), after(other))
        assert isinstance(found, Result)
        assert found.text.removesuffix(" [DOE 18.2]") == text


def test_a_successor_has_the_dice_and_the_section(army: Report) -> None:
    assert army.orbat
    assert army.book
    roll = promotion_roll(army.orbat, army.book, (4,))
    found = after(army, GeneralNote(place=ADAMS, fate="captured", promoted=roll))
    (adams,) = (one for one in found.conditions if one.path == ADAMS)
    assert adams.effects == ("captured", "replaced: rolled 4, capable [DOE 14.3]")


def test_a_unit_without_a_price_scores_nothing(army: Report, library: Library) -> None:
    assert army.orbat
    unknown = report(library, replace(army.orbat, units=(Unit(name="Ghosts", entry="no_such_entry", size=4),)))
    ghosts = after(unknown, UnitNote(place=("units", 0), state="destroyed"))
    assert [(one.points, one.reason) for one in ghosts.conditions if one.gone] == [(0, "destroyed: no price")]


def test_a_note_without_a_name_stays_at_its_place(army: Report) -> None:
    found = score(army, Game(units=(UnitNote(place=FOOT, lost=7), UnitNote(place=("units", 9), lost=1))))
    assert (found.lost, [note.place for note in found.unmatched]) == (18, [("units", 9)])
