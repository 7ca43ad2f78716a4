"""Copying, moving, deleting and numbering of units and formations; undo and redo."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbat.data import folders
from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.model import arrange
from orbat.model.dates import Date
from orbat.model.edits import Remove, at
from orbat.model.history import History, start_history
from orbat.model.numbered_names import ordinal
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit, formations_of, units_of
from orbat.model.path import OrbatPath
from orbat.model.regiments import incomplete_regiments
from orbat.model.text import Pin

ORBAT = Orbat(
    ruleset=Pin("days_of_empire"),
    formations=(
        Formation(
            level="division",
            name="Light Division",
            commander=Commander(name="Brown", quality="capable", roll=Roll(dice=(3,))),
            formations=(
                Formation(level="brigade", name="1st Brigade", units=(Unit(name="7th"), Unit(name="23rd"))),
                Formation(level="brigade", name="2nd Brigade", units=(Unit(name="19th"),)),
            ),
            units=(Unit(name="E Battery"),),
        ),
    ),
    units=(Unit(name="Rifles"),),
)
FIRST = ("formations", 0, "formations", 0)
SECOND = ("formations", 0, "formations", 1)


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (22, "22nd"),
        (111, "111th"),
    ],
)
def test_ordinals_are_english(number: int, word: str) -> None:
    """2nd and 11th, not 2th or 11st."""
    assert ordinal(number) == word


def test_copied_brigade_gets_the_next_number_and_is_independent() -> None:
    """Changing the copy does not change the original."""
    copied, path = arrange.duplicate(ORBAT, FIRST)
    assert at(copied, path).name == "3rd Brigade"
    assert at(copied, path).units == at(ORBAT, FIRST).units
    changed = arrange.remove(copied, (*path, "units", 0))
    assert at(changed, FIRST) == at(ORBAT, FIRST)


def test_copied_division_has_unnamed_generals_without_rolls() -> None:
    """The copy has other generals: neither names nor rolls are copied."""
    copied, path = arrange.duplicate(ORBAT, ("formations", 0))
    assert at(copied, path).commander == Commander()


def test_moved_unit_has_its_new_path() -> None:
    """One brigade has a unit less, the other one more."""
    moved, path = arrange.move(ORBAT, (*FIRST, "units", 0), SECOND)
    assert [unit.name for unit in at(moved, FIRST).units] == ["23rd"]
    assert at(moved, path).name == "7th"
    assert path == (*SECOND, "units", 1)


def test_a_formation_never_moves_into_itself() -> None:
    """Otherwise it would be lost."""
    with pytest.raises(LookupError):
        arrange.move(ORBAT, ("formations", 0), FIRST)


def test_deleting_a_division_can_keep_its_contents() -> None:
    """Its brigades and units move to its parent."""
    kept = arrange.remove(ORBAT, ("formations", 0), keep_units=True)
    assert [formation.name for formation in kept.formations] == ["1st Brigade", "2nd Brigade"]
    assert [unit.name for unit in kept.units] == ["Rifles", "E Battery"]


def test_removing_several_items_at_once() -> None:
    """Items inside another removed item are removed with it."""
    left = arrange.remove_all(ORBAT, frozenset({FIRST, (*FIRST, "units", 0), ("units", 0)}))
    assert [unit.unit.name for unit in units_of(left)] == ["E Battery", "19th"]


@given(st.integers(0, 10_000))
def test_copying_moving_and_shifting_lose_no_units(seed: int) -> None:
    """For random operations. Every returned path is that of the moved item."""
    dice = random.Random(seed)
    orbat = ORBAT
    for _ in range(6):
        units = sorted(place.unit.name for place in units_of(orbat))
        paths = [place.path for place in formations_of(orbat)] + [place.path for place in units_of(orbat)]
        path = dice.choice(paths)
        before = at(orbat, path)
        if dice.random() < 0.5:
            orbat, there = arrange.shift(orbat, path, dice.choice([-1, 1]))
        else:
            homes = [(), *(place.path for place in formations_of(orbat) if arrange.can_move(path, place.path))]
            orbat, there = arrange.move(orbat, path, dice.choice(homes))
        assert at(orbat, there) == before
        assert sorted(place.unit.name for place in units_of(orbat)) == units


@pytest.mark.slow
@given(st.integers(0, 10_000))
def test_five_hundred_steps_undone_and_redone(seed: int) -> None:
    """Undoing everything gives the start, redoing everything the end; a step without changes is not added."""
    dice = random.Random(seed)
    history: History = start_history(ORBAT)
    for number in range(500):
        history = history.do(f"step {number}", replace(history.orbat, title=str(dice.randrange(50))))
    end = history.orbat
    while history.undo_name:
        history = history.undo()
    assert history.orbat == ORBAT
    while history.redo_name:
        history = history.redo()
    assert history.orbat == end


def test_an_edit_after_an_undo_drops_what_was_undone() -> None:
    """Redo never restores steps of another branch."""
    history = start_history(ORBAT).do("a", replace(ORBAT, title="a")).do("b", replace(ORBAT, title="b")).undo()
    history = history.do("c", replace(ORBAT, title="c"))
    assert [step.name for step in history.steps] == ["opened", "a", "c"]
    assert history.redo_name == ""


def _army(*formations: Formation) -> Orbat:
    orbat = Orbat(ruleset=Pin("days_of_empire"))
    for formation in formations:
        orbat, _ = arrange.add(orbat, (), formation)
    return orbat


def _names(orbat: Orbat, parent: OrbatPath = ()) -> list[str]:
    return [formation.name for formation in at(orbat, (*parent, "formations"))]


BRIGADE = arrange.numbered_formation("brigade")
GUARDS = Formation(level="brigade", name="The Guards")
SECOND_TYPED = Formation(level="brigade", name="2nd Brigade")


def test_new_formation_is_numbered_by_its_position_and_level() -> None:
    """Each level is numbered separately, and a number in a typed name is not used again."""
    division = arrange.numbered_formation("division")
    orbat = _army(BRIGADE, division, GUARDS, BRIGADE, SECOND_TYPED, division)
    assert _names(orbat) == ["1st Brigade", "1st Division", "The Guards", "3rd Brigade", "2nd Brigade", "2nd Division"]
    inner, path = arrange.add(orbat, ("formations", 1), BRIGADE)
    assert at(inner, path).name == "1st Brigade", "another division counts for itself"
    assert _names(inner) == _names(orbat)


def test_numbers_follow_every_change_of_the_order() -> None:
    """After copies, moves and deletions, the numbers are in order without gaps."""
    orbat = _army(*[BRIGADE] * 4)
    four = ["1st Brigade", "2nd Brigade", "3rd Brigade", "4th Brigade"]
    marked, _ = arrange.add(orbat, ("formations", 2), Unit(name="7th"))
    shifted, path = arrange.shift(marked, ("formations", 2), -2)
    assert (path, _names(shifted)) == (("formations", 0), four)
    assert at(shifted, path).units == (Unit(name="7th"),)
    copied, path = arrange.duplicate(shifted, path)
    assert (path, _names(copied)) == (("formations", 1), [*four, "5th Brigade"])
    assert at(copied, path).numbered
    assert _names(arrange.remove(copied, ("formations", 0))) == four
    assert _names(arrange.remove_all(copied, frozenset({("formations", 0), ("formations", 2)}))) == four[:3]
    assert _names(arrange.apply_edits(copied, (Remove(("formations", 0)), Remove(("formations", 3))))) == four[:3]


def test_numbers_follow_a_move_to_another_formation_in_both() -> None:
    """The gap in the old formation closes, and the new number is the last; also when a division is dissolved."""
    division = arrange.numbered_formation("division")
    orbat = _army(division, division, BRIGADE)
    for parent in (("formations", 0), ("formations", 0), ("formations", 0), ("formations", 1)):
        orbat, _ = arrange.add(orbat, parent, BRIGADE)
    moved, path = arrange.move(orbat, ("formations", 0, "formations", 0), ("formations", 1))
    assert at(moved, path).name == "2nd Brigade"
    assert _names(moved, ("formations", 0)) == _names(moved, ("formations", 1)) == ["1st Brigade", "2nd Brigade"]
    outside, path = arrange.move(moved, path, ())
    assert (at(outside, path).name, _names(outside, ("formations", 1))) == ("2nd Brigade", ["1st Brigade"])
    broken = arrange.remove(moved, ("formations", 0), keep_units=True)
    assert _names(broken) == ["1st Division", "1st Brigade", "2nd Brigade", "3rd Brigade"]


def test_a_typed_name_is_never_changed() -> None:
    """Not even one that looks like a number, or one changed in the file; a copy gets its own name."""
    written = replace(BRIGADE, name="Kempt's Brigade")
    orbat = _army(SECOND_TYPED, BRIGADE, written, BRIGADE)
    assert _names(orbat) == ["2nd Brigade", "1st Brigade", "Kempt's Brigade", "3rd Brigade"]
    copied, path = arrange.duplicate(orbat, ("formations", 0))
    assert (at(copied, path).name, at(copied, path).numbered) == ("4th Brigade", False)
    left = arrange.remove(copied, ("formations", 2))
    assert _names(left) == ["2nd Brigade", "4th Brigade", "Kempt's Brigade", "1st Brigade"]


def test_formation_is_numbered_again_when_its_name_is_removed() -> None:
    """The other formations are renumbered; the same name changes nothing; a unit is only renamed."""
    orbat = _army(*[BRIGADE] * 3)
    renamed = arrange.rename(orbat, ("formations", 0), "3rd Brigade")
    assert _names(renamed) == ["3rd Brigade", "1st Brigade", "2nd Brigade"]
    assert arrange.rename(renamed, ("formations", 1), "1st Brigade") is renamed
    assert arrange.rename(renamed, ("formations", 0), "") == orbat
    assert at(arrange.rename(ORBAT, ("units", 0), "Picton's"), ("units", 0)).name == "Picton's"


def test_formations_with_the_right_number_stay_the_same_objects() -> None:
    """Pricing caches formations by identity, so only formations with a new number may be new objects."""
    orbat = _army(GUARDS, *[BRIGADE] * 3)
    left = arrange.remove(orbat, ("formations", 2))
    assert all(at(left, ("formations", n)) is at(orbat, ("formations", n)) for n in (0, 1))
    assert arrange.renumber(left, ("formations",)) is left
    assert arrange.renumber(ORBAT, ("formations", 0, "formations")) is ORBAT
    assert arrange.renumber(ORBAT, ("units",)) is ORBAT


FORMATIONS = st.builds(
    Formation,
    level=st.sampled_from(("", "brigade", "Brigade", "division")),
    name=st.sampled_from(("", "1st Brigade", "2nd Brigade", "02nd Brigade", "The Guards", f"{'9' * 5000}th Brigade")),
    numbered=st.booleans(),
)


@given(st.lists(FORMATIONS, max_size=8))
def test_numbers_are_the_lowest_unused_ones(formations: list[Formation]) -> None:
    """Typed names stay; numbers are in order, unique and without gaps; renumbering again changes nothing."""
    orbat = Orbat(ruleset=Pin("days_of_empire"), formations=tuple(formations))
    named = arrange.renumber(orbat, ("formations",))
    assert arrange.renumber(named, ("formations",)) is named
    names, numbers = set(_names(named)), dict[str, list[int]]()
    typed = {before.name for before in formations if not _is_orbats(before)}
    for before, after in zip(formations, named.formations, strict=True):
        assert after == replace(before, name=after.name)
        if not _is_orbats(before):
            assert after is before
            continue
        assert after.name not in typed
        number, _, word = after.name.partition(" ")
        assert word == (after.level.capitalize() or "Formation")
        numbers.setdefault(word, []).append(int(number[:-2]))
    for word, given_out in numbers.items():
        assert given_out == sorted(set(given_out))
        assert all(f"{ordinal(number)} {word}" in names for number in range(1, given_out[-1]))


def _is_orbats(formation: Formation) -> bool:
    return formation.numbered and re.fullmatch(rf"([12](st|nd) {formation.level})?", formation.name, re.I) is not None


@pytest.mark.parametrize("army", ["alma_british", "alma_russian", "basgedikler_ottoman"])
def test_copied_division_has_no_unit_twice(army: str, library: Library) -> None:
    """Even if all regiments of an entry are in use, or the names are the player's own."""
    file = folders.templates() / "days_of_empire" / "historical" / f"{army}.yaml"
    orbat = read_orbat(file.read_text(encoding="utf-8")).orbat
    assert orbat
    book, _ = library.book(orbat)
    copied, _ = arrange.duplicate(orbat, ("formations", 0), book)
    names = Counter(place.unit.name for place in units_of(copied))
    before = Counter(place.unit.name for place in units_of(orbat))
    assert {name for name, times in names.items() if name and times > max(1, before[name])} == set()
    assert sum(names.values()) > sum(before.values())


@pytest.mark.parametrize(
    ("names", "copy"),
    [
        (("Vladimir Infantry, 1st battalion",), "Vladimir Infantry, 2nd battalion"),
        (("Vladimir Infantry, 2nd Bn", "Vladimir Infantry, 3rd Bn"), "Vladimir Infantry, 4th Bn"),
        (("Vladimir Infantry, 4th Bn", "Vladimir Infantry, 1st Bn"), "Vladimir Infantry, 2nd Bn"),
        (tuple(f"Vladimir Infantry, {n} Bn" for n in ("1st", "2nd", "3rd", "4th")), "Suzdal Infantry"),
        (("Vladimir Infantry",), "Suzdal Infantry"),
    ],
)
def test_copied_battalion_is_the_next_of_its_regiment(names: tuple[str, ...], copy: str, library: Library) -> None:
    """The army list gives four battalions to a regiment. After them, the next regiment follows, even of another class,
    because only this regiment may be of class 3."""
    units = tuple(Unit(name=name, entry="ru_line", size=15, rating="3") for name in names)
    pins, date = (Pin("days_of_empire"), Pin("russian")), Date(1854, 9)
    orbat = Orbat(ruleset=pins[0], army_list=pins[1], title="", date=date, theatre="crimea", units=units)
    book, _ = library.book(orbat)
    assert book
    copied, path = arrange.duplicate(orbat, ("units", 0), book)
    assert at(copied, path).name == copy
    is_incomplete = copy.startswith("Vladimir")
    line = book.entry("russian", "ru_line")
    assert line
    assert incomplete_regiments(orbat, line, 4) == ({"Vladimir Infantry"} if is_incomplete else set())
