"""Seeded rolls are calculated again, also after generals were moved, added or removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from orbat.evaluate.seeds import seeded_rolls
from orbat.evaluate.staff_rolls import RollRefused, check_seed_unused, commanders_to_roll, roll, seeded_dice
from orbat.model.book import Book
from orbat.model.edits import Set, apply
from orbat.model.orbat import Commander, Formation, Orbat

Army = Callable[..., tuple[Orbat, Book]]
SEED = "x y"
"""Gives 6, 6, 4, 2, 3 and 1 for the generals 1 to 6. In the army of the fixture, Brown is number 2."""


def _seeded(army: Army, *, numbered: bool) -> tuple[Orbat, Book]:
    """The army with seeded rolls; without `numbered`, as written before rolls recorded the general's number."""
    orbat, book = army()
    orbat = roll(orbat, book, commanders_to_roll(orbat, book), seeded_dice(SEED), method="seeded", seed=SEED)[0]
    if numbered:
        return orbat, book
    for one in seeded_rolls(orbat, book):
        orbat = apply(orbat, Set(one.general.path, "roll", replace(one.roll, number=None)))
    return orbat, book


def _states(orbat: Orbat, book: Book) -> dict[str, str]:
    return {one.general.name: one.state for one in seeded_rolls(orbat, book)}


def _with_brigades(orbat: Orbat, *brigades: Formation) -> Orbat:
    division = orbat.formations[0]
    return replace(orbat, formations=(replace(division, formations=brigades),))


@pytest.mark.parametrize("numbered", [True, False])
def test_rolls_are_reproduced(army: Army, numbered: bool) -> None:
    orbat, book = _seeded(army, numbered=numbered)
    assert _states(orbat, book) == dict.fromkeys(("Brown", "Codrington", "Buller"), "reproduced")


@pytest.mark.parametrize("numbered", [True, False])
def test_edits_of_an_honest_player_are_not_wrong(army: Army, numbered: bool) -> None:
    """Brigades are exchanged, removed and added."""
    orbat, book = _seeded(army, numbered=numbered)
    first, second = orbat.formations[0].formations
    exchanged = _with_brigades(orbat, second, first)
    assert _states(exchanged, book) == {"Brown": "reproduced", "Codrington": "moved", "Buller": "moved"}
    removed = _with_brigades(orbat, second)
    assert _states(removed, book) == {"Brown": "reproduced", "Buller": "moved"}
    added = _with_brigades(orbat, Formation(level="brigade", commander=Commander(name="Adams")), first, second)
    assert _states(added, book) == {"Brown": "reproduced", "Codrington": "moved", "Buller": "moved"}
    headless = replace(orbat, commander=None)
    assert "wrong" not in _states(headless, book).values()


def test_adding_the_armys_general_makes_no_roll_wrong(army: Army) -> None:
    orbat, book = army()
    orbat, book = _seeded(lambda: (replace(orbat, commander=None), book), numbered=True)
    with_general = replace(orbat, commander=Commander(name="Lord Raglan"))
    assert _states(with_general, book) == dict.fromkeys(("Brown", "Codrington", "Buller"), "moved")


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("die", [1, 2, 3, 5, 6])
def test_an_altered_die_is_wrong(army: Army, numbered: bool, die: int) -> None:
    orbat, book = _seeded(army, numbered=numbered)
    codrington = seeded_rolls(orbat, book)[1]
    orbat = apply(orbat, Set(codrington.general.path, "roll", replace(codrington.roll, dice=(die,))))
    assert _states(orbat, book) == {"Brown": "reproduced", "Codrington": "wrong", "Buller": "reproduced"}


def test_the_same_dice_for_two_generals_are_shared(army: Army) -> None:
    orbat, book = _seeded(army, numbered=True)
    brown = seeded_rolls(orbat, book)[0]
    buller = orbat.formations[0].formations[1]
    copied = replace(buller, commander=replace(buller.commander or Commander(), roll=brown.roll))
    orbat = _with_brigades(orbat, orbat.formations[0].formations[0], copied)
    assert _states(orbat, book) == {"Brown": "reproduced", "Codrington": "reproduced", "Buller": "shared"}


def test_seed_is_refused_if_its_dice_are_already_used(army: Army) -> None:
    """A new general in front has number 2, which is the number of another general's roll."""
    orbat, book = _seeded(army, numbered=True)
    adams = Formation(level="brigade", commander=Commander(name="Adams"))
    in_front = replace(orbat, formations=(adams, *orbat.formations))
    with pytest.raises(RollRefused, match="seed x y was already used for Brown"):
        check_seed_unused(in_front, commanders_to_roll(in_front, book), SEED)
    at_the_end = replace(orbat, formations=(*orbat.formations, adams))
    check_seed_unused(at_the_end, commanders_to_roll(at_the_end, book), SEED)
    check_seed_unused(in_front, commanders_to_roll(in_front, book), "another seed")


def test_seeded_rolls_record_the_generals_number(army: Army) -> None:
    """Rolls of other methods do not."""
    orbat, book = _seeded(army, numbered=True)
    assert [one.roll.number for one in seeded_rolls(orbat, book)] == [2, 3, 4]
    plain, _ = army()
    rolled = roll(plain, book, commanders_to_roll(plain, book), seeded_dice(SEED), method="random")[1]
    assert {one.roll.number for one in rolled} == {None}


@pytest.mark.parametrize(("removed", "state"), [(1, "moved"), (2, "moved"), (3, "wrong")])
def test_at_most_two_removed_generals_explain_dice(army: Army, removed: int, state: str) -> None:
    """Seed `one` gives 4, 3, 5, 6 and 1 for the generals 2 to 6. The rolls have no numbers."""
    orbat, book = army()
    brigades = [Formation(level="brigade", commander=Commander(name=name)) for name in "ABCD"]
    orbat = _with_brigades(orbat, *brigades)
    orbat = roll(orbat, book, commanders_to_roll(orbat, book), seeded_dice("one"), method="seeded", seed="one")[0]
    for one in seeded_rolls(orbat, book):
        orbat = apply(orbat, Set(one.general.path, "roll", replace(one.roll, number=None)))
    remaining = _with_brigades(orbat, *orbat.formations[0].formations[removed:])
    assert _states(remaining, book) == {"Brown": "reproduced", **dict.fromkeys("ABCD"[removed:], state)}


def test_earlier_rolls_follow_the_present_roll_of_their_general(army: Army) -> None:
    """Newest first, in the order of the generals."""
    orbat, book = army()
    for seed in ("first", "second", "third"):
        due = commanders_to_roll(orbat, book, ["Brown", "Buller"])
        orbat = roll(orbat, book, due, seeded_dice(seed), method="seeded", seed=seed)[0]
    found = [(one.general.name, one.roll.seed, one.path[-1]) for one in seeded_rolls(orbat, book)]
    rolls = [("third", "roll"), ("second", 0), ("first", 1)]
    assert found == [(name, *one) for name in ("Brown", "Buller") for one in rolls]
