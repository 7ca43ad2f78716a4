"""The basis of a verdict says how the staff quality of each general was diced."""

from __future__ import annotations

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.orbat import Commander, Formation, Orbat, Roll
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.basis_item import BasisItem
from orbat.report.dice_basis import dice_items


def _items(library: Library, *rolls: Roll | None) -> list[BasisItem]:
    """The items for an army of brigades with these rolls, under generals A, B, C ..."""
    brigades = (
        Formation(level="brigade", commander=Commander(name=name, roll=roll, quality="capable"))
        for name, roll in zip("ABCDEF", rolls, strict=False)
    )
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=tuple(brigades))
    book, _ = library.book(orbat)
    assert book is not None
    return [*dice_items(orbat, book)]


@pytest.mark.parametrize(
    ("roll", "text"),
    [
        (Roll(dice=(4,), method="entered"), "dice rolled by the players, taken on trust: A 4"),
        (Roll(dice=(4,), method="random"), "random dice from orbat, taken on trust: A 4"),
        (Roll(dice=(4,)), "dice without a record of how they were rolled, taken on trust: A 4"),
        (Roll(dice=(4,), method="seeded"), "dice without a record of how they were rolled, taken on trust: A 4"),
        (Roll(dice=(6,), method="seeded", seed="x y"), "seed x y gives these dice: A 6"),
        (
            Roll(dice=(4,), method="seeded", seed="x y", number=3),
            "seed x y gives these dice, but generals were moved, added or removed, so orbat cannot verify which "
            "general has which dice: A 4",
        ),
    ],
)
def test_each_way_of_dicing_is_an_ordinary_item(library: Library, roll: Roll, text: str) -> None:
    assert [(one.topic, one.text, one.unusual) for one in _items(library, roll)] == [("dice", text, False)]


def test_generals_with_the_same_way_of_dicing_share_an_item(library: Library) -> None:
    entered = Roll(dice=(4,), method="entered")
    items = _items(library, entered, None, Roll(dice=(1,), method="random"), entered)
    assert [one.text.rpartition(": ")[2] for one in items] == ["A 4, D 4", "C 1"]


def test_dice_that_the_seed_does_not_give_are_left_to_their_finding(library: Library) -> None:
    assert _items(library, Roll(dice=(1,), method="seeded", seed="x y")) == []


def test_seeded_dice_for_a_number_that_the_army_has_hardly_had_are_unusual(library: Library) -> None:
    """One general, and up to two that were removed: 4 is the first such number."""
    (item,) = _items(library, Roll(dice=(2,), method="seeded", seed="x y", number=4))
    assert item.unusual
    assert item.text == "the dice of seed x y (A 2) are for general 4, but the army's last general is number 1"


def test_rerolls_are_counted_and_unusual(library: Library) -> None:
    old = Roll(dice=(1,))
    again = Roll(dice=(4,), method="entered", earlier=(Roll(dice=(3,)), old))
    items = _items(library, again, Roll(dice=(2,), method="entered", earlier=(old,)), Roll(dice=(5,), method="entered"))
    assert items[1:] == [BasisItem("dice", "3 re-rolls: A 4, after 1 and 3; B 2, after 1", "3 re-rolls", unusual=True)]
    assert _items(library, Roll(dice=(5,), method="entered", earlier=(old,)))[1].short == "1 re-roll"


def test_sheets_show_dice_with_rerolls_and_seed(library: Library) -> None:
    roll = Roll(dice=(6,), method="seeded", seed="x y", earlier=(Roll(dice=(1,)),))
    commander = Commander(name="Brown", quality="exceptional", roll=roll)
    orbat = Orbat(ruleset=Pin("days_of_empire"), formations=(Formation(level="division", commander=commander),))
    row = report_on("army.yaml", Loaded(orbat, ()), library).rows[1]
    assert row.dice_record == "6, after 1, seed x y"
    assert row.commander_record == "Brown, exceptional (6, after 1, seed x y)"
    assert row.commander_text == "Brown, exceptional (6, after 1)"
