"""Sources of dice, the names of commanders, and the refusals of dice, names and seeds."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from orbat.evaluate.seeds import rolls_of, seeded_rolls
from orbat.evaluate.staff_rolls import (
    Candidate,
    RollRefused,
    candidates,
    check_seed_unused,
    commanders_to_roll,
    entered_dice,
    random_dice,
    roll,
    seeded_dice,
)
from orbat.model.book import Book
from orbat.model.commanders import BOUGHT, DICED, NO_STAFF, SET, Level, Staff, StaffTable
from orbat.model.edits import Set, apply
from orbat.model.orbat import Commander, Formation, Orbat, PlacedFormation, Roll
from orbat.model.prices import Price

Army = Callable[..., tuple[Orbat, Book]]
BROWN, CODRINGTON = ("formations", 0, "commander"), ("formations", 0, "formations", 0, "commander")


def test_random_dice_show_every_side() -> None:
    """A request gives as many dice as asked for, from 1 to the number of sides."""
    throw = random_dice(random.Random(1))
    assert set(throw(1, 200, 6)) == {1, 2, 3, 4, 5, 6}
    assert len(throw(1, 3, 6)) == 3


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20, 100])
def test_seeded_dice_follow_the_documented_method(sides: int) -> None:
    """The bytes of the blocks in order, without those that would make some results likelier."""
    blocks = [hashlib.sha256(f"Alma:7:{block}".encode()).digest() for block in range(60)]
    usable = [byte % sides + 1 for byte in b"".join(blocks) if byte < 256 // sides * sides]
    assert seeded_dice("Alma")(7, 1000, sides) == tuple(usable[:1000])


def test_a_seed_may_hold_any_text() -> None:
    """Even half of a pair of surrogates."""
    assert len(seeded_dice("\ud800")(1, 2, 6)) == 2


@pytest.mark.parametrize("name", ["", "Nolan", "9"])
def test_an_unknown_name_is_refused_with_all_commanders(army: Army, name: str) -> None:
    with pytest.raises(RollRefused) as refused:
        commanders_to_roll(*army(), [name])
    assert str(refused.value) == f"no commander {name}. Commanders: 2 Brown, 3 Codrington, 4 Buller"


def test_a_similar_name_is_suggested(army: Army) -> None:
    with pytest.raises(RollRefused) as refused:
        commanders_to_roll(*army(), ["Codringtan"])
    assert "Codrington" in str(refused.value).partition(" Commanders:")[0]


def test_without_other_commanders_the_message_lists_none(army: Army) -> None:
    orbat, book = army()
    alone = replace(orbat, formations=())
    with pytest.raises(RollRefused, match=r"^no commander Brown\. Commanders: none$"):
        commanders_to_roll(alone, book, ["Brown"])
    with pytest.raises(RollRefused, match=r"^1 die given, 0 needed; enter 1 for each commander, in this order: none$"):
        entered_dice((1,), (), 1, 6)


def test_the_player_is_named_if_a_re_roll_is_refused(army: Army) -> None:
    with pytest.raises(RollRefused) as refused:
        commanders_to_roll(*army(), ["lord raglan"])
    assert str(refused.value) == "no re-roll for Lord Raglan, who represents the player; the player's quality is fixed"


def test_a_name_of_the_player_and_of_another_means_the_other(army: Army) -> None:
    """Only the other is rolled for. Two others with the name are ambiguous, in spite of the player."""
    orbat, book = army()
    shared = replace(orbat, commander=Commander(name="Brown"))
    assert [one.number for one in commanders_to_roll(shared, book, ["Brown"])] == [2]
    third = replace(
        shared, formations=(*shared.formations, Formation(level="brigade", commander=Commander(name="Brown")))
    )
    with pytest.raises(RollRefused, match=r"several commanders match Brown; write a number instead\."):
        commanders_to_roll(third, book, ["Brown"])


def test_commanders_are_rolled_for_in_document_order(army: Army) -> None:
    """Not in the order of the names, which may be those of formations."""
    due = commanders_to_roll(*army(), ["2nd brigade", "Light Division", "3"])
    assert [one.number for one in due] == [2, 3, 4]


def test_commanders_are_numbered_from_one_if_there_is_staff_quality(army: Army) -> None:
    """Without a General of the army, the division's comes first."""
    orbat, book = army()
    headless = replace(orbat, commander=None)
    found = candidates(headless, book)
    assert [(one.number, one.name) for one in found] == [(1, "Brown"), (2, "Codrington"), (3, "Buller")]
    staff = book.ruleset.staff
    for other in (replace(staff, qualities=()), NO_STAFF, replace(staff, ruling="battery")):
        changed = Book(replace(book.ruleset, staff=other), book.lists)
        assert candidates(headless, changed) == ()


@pytest.mark.parametrize(("number", "dice"), [(2, (1, 2)), (3, (3, 4)), (4, (5, 6))])
def test_each_commander_gets_as_many_dice_as_the_rules_ask(army: Army, number: int, dice: tuple[int, ...]) -> None:
    source = entered_dice((1, 2, 3, 4, 5, 6), commanders_to_roll(*army()), 2, 6)
    assert source(number, 2, 6) == dice


@pytest.mark.parametrize("value", [-1, 0, 5, 6])
def test_a_die_beyond_its_sides_is_refused(army: Army, value: int) -> None:
    with pytest.raises(RollRefused, match=f"^a die gives 1 to 4, so {value} is impossible$"):
        entered_dice((1, 4, value), commanders_to_roll(*army()), 1, 4)


def _rolled(orbat: Orbat, path: tuple[str | int, ...], roll: Roll) -> Orbat:
    return apply(orbat, Set(path, "roll", roll))


SEEDED = Roll(dice=(4,), method="seeded", seed="Alma", number=9)


@pytest.mark.parametrize(
    ("earlier", "refused"),
    [
        (SEEDED, True),
        (replace(SEEDED, method="entered"), False),
        (replace(SEEDED, method=None), False),
        (replace(SEEDED, seed="Balaclava"), False),
        (Roll(dice=(1,), method="entered", earlier=(SEEDED,)), True),
        (Roll(dice=(1,), method="entered", earlier=(replace(SEEDED, seed=""),)), False),
    ],
)
def test_a_seed_of_an_earlier_roll_of_the_same_commander_is_refused(army: Army, earlier: Roll, refused: bool) -> None:
    """Only if the dice came from this seed. Brown, the only one to roll for, has number 2 and not 9."""
    orbat, book = army()
    orbat = _rolled(orbat, BROWN, earlier)
    due = commanders_to_roll(orbat, book, ["Brown"])
    if not refused:
        check_seed_unused(orbat, due, "Alma")
        return
    with pytest.raises(RollRefused) as found:
        check_seed_unused(orbat, due, "Alma")
    assert str(found.value) == "seed Alma was already used for Brown and would give the same dice; choose another seed"


@pytest.mark.parametrize(("number", "refused"), [(2, True), (3, False), (None, False)])
def test_a_seed_is_refused_if_another_commander_had_the_number(army: Army, number: int | None, refused: bool) -> None:
    """Codrington was rolled for with another number, now of Brown. An unnamed commander is called by the post."""
    orbat, book = army()
    orbat = _rolled(orbat, CODRINGTON, replace(SEEDED, number=number))
    due = commanders_to_roll(orbat, book, ["Brown"])
    unnamed = apply(orbat, Set(CODRINGTON, "name", ""))
    if not refused:
        check_seed_unused(orbat, due, "Alma")
        return
    for one, name in ((orbat, "Codrington"), (unnamed, "Brown")):
        with pytest.raises(RollRefused, match=f"^seed Alma was already used for {name} "):
            check_seed_unused(one, due, "Alma")


def test_the_name_of_a_commander_comes_before_the_post() -> None:
    post = PlacedFormation(("formations", 0), Formation(level="brigade", name="Guards"), (), "british")
    assert Candidate(1, ("commander",), Commander(name="Brown"), post).name == "Brown"
    assert Candidate(1, ("commander",), Commander(), post).name == "general of Guards"
    assert Candidate(1, ("commander",), Commander(), None).name == "the army's general"


def test_rolls_of_a_commander_are_listed_with_their_paths() -> None:
    """Newest first. There are none without a roll."""
    first, second = Roll(dice=(1,)), Roll(dice=(2,))
    now = Roll(dice=(3,), earlier=(second, first))
    found = [*rolls_of(Candidate(1, ("commander",), Commander(roll=now), None))]
    assert found == [
        (("commander", "roll"), now),
        (("commander", "roll", "earlier", 0), second),
        (("commander", "roll", "earlier", 1), first),
    ]
    assert [*rolls_of(Candidate(1, ("commander",), Commander(), None))] == []


def test_only_possible_dice_with_a_seed_are_compared(army: Army) -> None:
    orbat, book = army()
    for one, count in ((SEEDED, 1), (replace(SEEDED, seed=""), 0), (replace(SEEDED, dice=(7,)), 0)):
        assert len(seeded_rolls(_rolled(orbat, BROWN, one), book)) == count


def test_a_new_roll_records_how_the_dice_came(army: Army) -> None:
    orbat, book = army()
    due = commanders_to_roll(orbat, book, ["Brown"])
    after, (found,) = roll(orbat, book, due, lambda *_: (6,), method="seeded", seed="Alma", on="2026-03-04")
    expected = Roll(
        dice=(6,), table="default", result="exceptional", method="seeded", seed="Alma", number=2, on="2026-03-04"
    )
    assert (found.path, found.name, found.roll, found.note) == (BROWN, "Brown", expected, "")
    brown = after.formations[0].commander
    assert brown == Commander(name="Brown", quality="exceptional", roll=expected)
    entered = roll(orbat, book, due, lambda *_: (6,), method="entered")[1][0].roll
    assert (entered.method, entered.seed, entered.number) == ("entered", "", None)


STAFF = Staff(dice=2, sides=6, qualities=(), default=StaffTable(rows={"poor": (2, 3), "good": (4, 12)}), ruling="r")


@pytest.mark.parametrize(
    ("dice", "possible"),
    [
        ((1, 6), True), ((6, 1), True), ((0, 6), False), ((6, 0), False), ((1, 7), False), ((7, 7), False),
        ((1,), False), ((1, 1, 1), False), ((), False),
    ],
)  # fmt: skip
def test_a_roll_needs_the_right_number_of_possible_dice(dice: tuple[int, ...], possible: bool) -> None:
    assert STAFF.is_possible(dice) is possible


@pytest.mark.parametrize(
    ("dice", "quality"), [((1, 1), "poor"), ((1, 2), "poor"), ((2, 2), "good"), ((6, 6), "good"), ((3, 2), "")]
)
def test_the_sum_of_the_dice_gives_the_quality(dice: tuple[int, ...], quality: str) -> None:
    assert STAFF.default.quality_of(dice) == quality


def test_a_ruling_chooses_the_source_of_quality() -> None:
    """Without a choice it is diced."""
    for rulings, source in (({}, DICED), ({"r": BOUGHT}, BOUGHT), ({"r": SET}, SET), ({"other": SET}, DICED)):
        assert STAFF.quality_source(rulings) == source
    assert NO_STAFF.qualities == ()


def test_a_level_cites_its_own_section_before_that_of_its_price() -> None:
    """A level needs no general unless it says so."""
    priced = Level(id="brigade", label="brigade", general=Price(points=30, cite=("X 2",)))
    assert priced.citations == ("X 2",)
    assert replace(priced, cite=("X 1",)).citations == ("X 1",)
    assert replace(priced, general=Price(points=30)).citations == ()
    assert priced.needs_general is False
