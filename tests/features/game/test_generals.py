"""Generals of an ORBAT and their successors, 14.3."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.report.test_of_other_rulesets import division, foot, sized, sizeless

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.evaluate.staff_rolls import RollRefused
from orbat.features.game.condition import conditions
from orbat.features.game.generals import generals, promotion_roll
from orbat.features.game.model import Game, GeneralNote
from orbat.model.book import Book
from orbat.model.commanders import NO_STAFF, StaffTable
from orbat.model.orbat import Commander, Formation, Orbat
from orbat.model.play import Casualty
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.dice_results import number_ranges


@pytest.mark.parametrize(
    ("numbers", "words"),
    [((1, 2, 3), "1–3"), ((4,), "4"), ((6, 1, 2), "1–2, 6"), ((0, 1), "0–1"), ((2, 4, 6), "2, 4, 6"), ((), "")],
)
def test_consecutive_numbers_are_written_as_a_range(numbers: tuple[int, ...], words: str) -> None:
    assert number_ranges(numbers) == words


def test_all_generals_except_the_players_are_replaced_by_promotion(library: Library) -> None:
    brigade = Formation(level="brigade", name="Adams", commander=Commander(name="Henry Adams"))
    players_own = Formation(level="division", name="Guards", commander=Commander(name="Cambridge", player=True))
    army = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        commander=Commander(name="Lord Raglan"),
        formations=(brigade, players_own, Formation(level="brigade", name="Headless")),
    )
    found = generals(report_on("army.yaml", Loaded(army, ()), library))
    assert [(one.row.commander, one.formation, one.replaced) for one in found.generals] == [
        ("Lord Raglan", "Army", False),
        ("Henry Adams", "Brigade Adams", True),
        ("Cambridge", "Division Guards", False),
    ]
    assert found.results == (("inept", "1–3"), ("capable", "4–6"))
    assert found.cites == "[DOE 14.3]"


@pytest.mark.parametrize("how", ["diced", "bought", "set"])
def test_successors_are_diced_only_if_generals_are(library: Library, how: str) -> None:
    found = generals(sized(library, rulings={"commanders": how}))
    assert found.diced == (how == "diced")
    assert found.rated


def test_without_staff_quality_and_promotion_nobody_is_replaced(library: Library) -> None:
    found = generals(sizeless(library, division("Foy", foot())))
    assert {one.row.quality for one in found.generals} == {""}
    assert (found.title, found.rated) == ("HQs lost", False)
    assert not any(one.replaced for one in found.generals)


@pytest.mark.parametrize(("die", "quality"), [(1, "inept"), (3, "inept"), (4, "capable"), (6, "capable")])
def test_a_promotion_roll_gives_the_quality_of_the_table(library: Library, die: int, quality: str) -> None:
    roll = promotion_roll(*doe(library), (die,))
    assert (roll.dice, roll.table, roll.result, roll.method) == ((die,), "promotion", quality, "entered")


@pytest.mark.parametrize(
    ("dice", "reason"),
    [((0,), "a die gives 1 to 6, so 0 is impossible"), ((7,), "so 7 is impossible"), ((), "needs 1 die")],
)
def test_impossible_promotion_rolls_are_refused(library: Library, dice: tuple[int, ...], reason: str) -> None:
    with pytest.raises(RollRefused, match=reason):
        promotion_roll(*doe(library), dice)


def doe(library: Library) -> tuple[Orbat, Book]:
    army = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"))
    book, _ = library.book(army)
    assert book
    return army, book


@pytest.mark.parametrize("how", ["bought", "set"])
def test_no_promotion_roll_where_generals_are_not_diced(library: Library, how: str) -> None:
    report = sized(library, rulings={"commanders": how})
    assert report.orbat
    assert report.book
    table = StaffTable(rows={"poor": (1,)})
    rolled = replace(report.book, ruleset=replace(report.book.ruleset, staff=replace(NO_STAFF, promotion=table)))
    with pytest.raises(RollRefused, match="uses no dice for field promotions"):
        promotion_roll(report.orbat, report.book, (1,))
    assert promotion_roll(report.orbat, rolled, (1,)).result == "poor", "without a ruling, generals are diced"


def test_no_promotion_roll_without_a_table(library: Library) -> None:
    report = sized(library)
    assert report.orbat
    assert report.book
    assert report.book.ruleset.staff.promotion is None
    with pytest.raises(RollRefused, match="uses no dice for field promotions"):
        promotion_roll(report.orbat, report.book, (1,))


def test_an_army_of_an_unknown_ruleset_has_no_generals(library: Library) -> None:
    army = Orbat(ruleset=Pin("no_such_rules"), commander=Commander(name="Foy"))
    found = generals(report_on("army.yaml", Loaded(army, ()), library))
    assert (found.generals, found.rated, found.diced) == ((), False, False)


def test_roll_for_a_successor_is_due_unless_the_general_returns_or_is_the_player(library: Library) -> None:
    """No roll without dice, and none after the roll."""

    def rolls(game: Game, how: str = "diced") -> list[str]:
        army = sized(library, rulings={"commanders": how})
        return [one.roll for group in conditions(army, game) for one in group.conditions if one.general]

    paths = [(*one.row.path, "commander") for one in generals(sized(library)).generals]
    fates: dict[Casualty, str] = {"killed": "due", "captured": "due", "wounded": "optional"}
    for fate, says in fates.items():
        lost = tuple(GeneralNote(place=path, name="", fate=fate) for path in paths)
        assert rolls(Game(generals=lost)) == ["", *[says] * (len(paths) - 1)]
        assert not any(rolls(Game(generals=lost), "bought"))
