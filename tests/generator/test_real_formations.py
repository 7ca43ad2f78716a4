"""Real brigades in generated armies: regiments that served together share a formation, which has its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from tests.generator.small_lists import small_book

from orbat.generator.army_program import ArmyProgram
from orbat.generator.formations import BoughtUnit, Distributor, Slot, blocks
from orbat.generator.limit_rows import Companions
from orbat.generator.names import BrigadeRoom, NamePool, draw_commanders
from orbat.generator.raise_army import raise_army
from orbat.generator.real_formations import real_parents, slot_sizes, with_real_names
from orbat.generator.request import RaiseRequest
from orbat.model.army_list import ArmyList, Entry, Ratings, SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Formation, Unit, formations_of
from orbat.model.service import Dates, Regiment, Service

BookOf = Callable[[str, str], Book]
LEVELS = ("brigade", "division", "corps")


def regiment(name: str, brigade: str = "", division: str = "", **values: Any) -> Regiment:
    """The record of a regiment."""
    parent = {level: one for level, one in (("division", division), ("brigade", brigade)) if one}
    return Regiment(name=name, parent=parent, **values)


def entry(*regiments: Regiment, name: str = "line") -> Entry:
    """A list's entry of class 2 or 3 with some regiments."""
    ratings = Ratings(allowed=("2", "3"), typical="2")
    size = SizeRange(min=6, typical=8, max=10)
    return Entry(id=name, name=name, kind="infantry", subtype="line", ratings=ratings, size=size, regiments=regiments)


MIXED = (
    regiment("A1", "A", "Red"),
    regiment("B1", "B", "Red"),
    regiment("C1", "C", "Blue"),
    regiment("none"),
    regiment("A2", "A", "Red"),
    regiment("C2", "C", "Blue"),
    regiment("B2", "B", "Red"),
)


@pytest.mark.parametrize("seed", range(4))
def test_regiments_of_a_brigade_and_the_brigades_of_a_division_follow_each_other(seed: int) -> None:
    pool = NamePool(Random(seed), 1, levels=LEVELS)
    names = [pool.next(entry(*MIXED), 0, foot=True).name for _ in range(7)]
    assert names[-1] == "none"
    assert [name[0] for name in names[:6:2]] == [name[0] for name in names[1:6:2]]
    assert names.index("A1") // 2 - names.index("B1") // 2 in (-1, 1)


def test_two_entries_have_their_brigades_in_the_same_order() -> None:
    jager = (regiment("a", "A", "Red"), regiment("b", "B", "Red"), regiment("c", "C", "Blue"))
    for seed in range(4):
        pool = NamePool(Random(seed), 1, levels=LEVELS)
        line = [pool.next(entry(*MIXED), 0, foot=True).name for _ in range(6)]
        own = [pool.next(entry(*jager, name="jager"), 1, foot=True).name for _ in range(3)]
        assert [name[0] for name in line[::2]] == [name.upper() for name in own]


@pytest.mark.parametrize(("rating", "name"), [("2", "usual"), ("3", "good"), ("", "good")])
def test_a_unit_gets_a_regiment_that_usually_has_its_rating(
    monkeypatch: pytest.MonkeyPatch, rating: str, name: str
) -> None:
    one = entry(regiment("good", rating="3"), regiment("usual"))
    pool = NamePool(Random(0), 1)
    monkeypatch.setattr(pool.random, "choice", lambda firsts: 0)  # no random first regiment
    assert pool.next(one, 0, foot=True, unit=Unit(entry="line", rating=rating)).name == name


def test_a_unit_has_no_name_rather_than_that_of_a_regiment_with_another_rating() -> None:
    pool = NamePool(Random(0), 1)
    one = entry(regiment("good", rating="3"))
    assert pool.next(one, 0, foot=True, unit=Unit(entry="line", rating="2")).name == ""
    assert pool.next(one, 0, foot=True, unit=Unit(entry="line", rating="3")).name == "good"


@pytest.mark.parametrize(
    ("date", "theatre", "names"),
    [
        (Date(1854, 9), "crimea", {"early", "always"}),
        (Date(1854, 9), "asia", {"always"}),
        (Date(1855, 9), "crimea", {"late", "always"}),
        (None, "", {"early", "late", "always"}),
    ],
)
def test_only_regiments_that_were_there_give_names(date: Date | None, theatre: str, names: set[str]) -> None:
    line = entry(
        regiment("early", to=Date(1854, 12), theatre=("crimea",)),
        regiment("late", from_=Date(1855, 1)),
        regiment("always"),
    )
    pool = NamePool(Random(0), 1, date, theatre)
    assert {pool.next(line, 0, foot=True).name for _ in range(4)} - {""} == names


def test_a_second_brigade_begins_if_the_first_formation_is_full() -> None:
    room = BrigadeRoom((2, 1))
    pool = NamePool(Random(0), 1, levels=LEVELS)
    brigade = entry(*(regiment(f"{one}{number}", one, "Red") for one in "AB" for number in range(3)))
    names = [pool.next(brigade, 0, foot=True, room=room).name for _ in range(5)]
    first, second = names[0][0], names[2][0]
    assert first != second
    # both are full after three units; then the others follow
    assert [name[0] for name in names] == [first, first, second, first, second]


def test_small_real_brigades_do_not_take_the_place_of_a_large_one() -> None:
    """Two brigades of one regiment each, then one that fills a formation."""
    room = BrigadeRoom((4, 4))
    for name in ("a", "b"):
        room.draw(regiment(name, name.upper()))
    large = regiment("c", "C")
    for _ in range(4):
        assert not room.is_full(large)
        room.draw(large)
    assert room.is_full(large)
    assert not room.is_full(regiment("d", "D"))


@pytest.mark.parametrize(
    ("units", "count", "sizes"),
    [
        ((3, 3), 2, [3, 3]),
        ((3, 2, 1), 2, [3, 3]),
        ((2, 2, 3), 2, [4, 3]),
        ((4,), 2, [2, 2]),
        ((5, 2), 3, [3, 2, 2]),
        ((3, 1), 2, None),
        ((6, 2), 2, None),
        ((), 1, None),
    ],
)
def test_sizes_of_formations_follow_the_brigades(units: tuple[int, ...], count: int, sizes: list[int] | None) -> None:
    """A formation has two to five units."""
    assert slot_sizes(units, count, 2, 5) == sizes


def bought(name: str, parents: Mapping[str, str], offer: int = 0) -> BoughtUnit:
    """A unit of a regiment with real formations."""
    return BoughtUnit(Unit(name=name), offer, name, parents)


def test_units_of_a_real_brigade_are_one_block_across_entries() -> None:
    first, second = {"brigade": "A"}, {"brigade": "B"}
    units = [bought("1", first), bought("2", second), bought("3", first, 1), bought("4", {}), bought("5", second, 1)]
    assert [[one.unit.name for one in block] for block in blocks(units)] == [["1", "3"], ["2", "5"], ["4"]]


def test_a_real_brigade_goes_to_the_formation_that_it_fills() -> None:
    slots = [Slot(((0, 0, number),), size) for number, size in enumerate((3, 2))]
    Distributor(()).assign([bought("1", {"brigade": "A"}), bought("2", {"brigade": "A"})], slots)
    assert [[unit.name for unit in slot.units] for slot in slots] == [[], ["1", "2"]]


def brigade(*names: str) -> Formation:
    """A numbered brigade of some units."""
    return Formation(level="brigade", numbered=True, units=tuple(Unit(name=name) for name in names))


PARENTS = {
    **{name: {"division": "Red", "brigade": "1st Brigade"} for name in "abc"},
    **{name: {"division": "Red", "brigade": "2nd Brigade"} for name in "de"},
    "f": {"division": "Blue", "brigade": "Tigers"},
    "g": {"brigade": "Tigers"},
    "h": {},
}


@pytest.mark.parametrize(
    ("units", "name"),
    [
        ("ab", "1st Brigade, Red"),
        ("abd", "1st Brigade, Red"),
        ("abh", "1st Brigade, Red"),
        ("ad", ""),
        ("ah", ""),
        ("h", ""),
        ("xyza", "1st Brigade, Red"),
        ("g", "Tigers"),
    ],
)
def test_a_formation_has_the_name_of_most_of_its_units(units: str, name: str) -> None:
    """Units without a name in the army list, such as batteries, do not count."""
    (found,) = with_real_names([brigade(*units)], PARENTS, LEVELS)
    assert (found.name, found.numbered) == (name, not name)


def test_names_are_given_once_and_brigades_of_a_named_division_need_no_other_name() -> None:
    inner = (brigade("a"), brigade("d", "e"), brigade("b", "c"))
    (division,) = with_real_names([Formation(level="division", numbered=True, formations=inner)], PARENTS, LEVELS)
    assert (division.name, division.numbered) == ("Red", False)
    assert [one.name for one in division.formations] == ["1st Brigade", "2nd Brigade", ""]
    assert real_parents(division, PARENTS, LEVELS) == {"division": "Red"}


def test_a_general_leads_the_formation_that_he_led_in_his_theatre() -> None:
    service = (
        Service(name="Chief", chief=True),
        Service(name="Other"),
        Service(name="Led", parent={"division": "Red"}),
        Service(name="Asian", theatre=("asia",)),
        Service(name="Brigadier", parent={"division": "Red", "brigade": "2nd Brigade"}),
    )
    army_list = ArmyList(
        army_list=1, id="a", title="A", nation="a", ruleset="r", version="1", years=Dates(), entries=(), service=service
    )
    formations = [
        ("brigade", {"division": "Red", "brigade": "2nd Brigade"}),
        ("division", {"division": "Red"}),
        ("brigade", {}),
    ]
    found = draw_commanders(army_list, Date(1854), ["", "", ""], Random(1), "crimea", formations)
    assert found == ["Chief", "Brigadier", "Led", "Other"]


def test_generated_armies_have_real_brigades(book_of: BookOf) -> None:
    line = entry(*(regiment(f"{one} {number}", one, "Red") for one in ("Guard", "Iron") for number in range(3)))
    book = small_book(book_of("days_of_empire", "sardinian"), line, habits={"battalions_per_brigade": (3, 3)})
    for seed in range(3):
        orbat = raise_army(book, RaiseRequest("small", 200, "infantry", seed=seed)).orbat
        for place in formations_of(orbat):
            brigades = {unit.name.partition(" ")[0] for unit in place.formation.units if unit.name}
            assert len(brigades) <= 1
            assert not brigades or place.formation.name.startswith(brigades.pop())


def test_only_ratings_of_the_regiments_are_offered_if_all_are_known(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "sardinian")

    def ratings(*regiments: Regiment) -> set[str]:
        small = small_book(book, entry(*regiments))
        return {one.unit.rating for one in ArmyProgram(small, RaiseRequest("small", 200), {}).offers}

    assert ratings(regiment("good", rating="3")) == {"3"}
    assert ratings(regiment("good", rating="3"), regiment("usual")) == {"2", "3"}
    assert ratings() == {"2", "3"}


@pytest.mark.parametrize(("most", "parts"), [(6, [["0", "1", "2", "3"], ["4", "5", "6"]]), (8, [[*"0123456"], []])])
def test_a_core_that_is_too_large_is_divided_into_parts_of_enough_units(most: int, parts: list[list[str]]) -> None:
    """A formation has at least three of them."""
    core = Companions(0, frozenset({1}), None, least=3)
    slots = [Slot(((0, 0, number),), most) for number in range(2)]
    others = [bought(f"other {number}", {}, 0) for number in range(3)]
    Distributor((), (core,)).assign([*others, *(bought(str(number), {}, 1) for number in range(7))], slots)
    assert [[unit.name for unit in slot.units if not unit.name.startswith("other")] for slot in slots] == parts


def test_a_core_keeps_to_its_real_brigades() -> None:
    core = Companions(0, frozenset({1}), None, least=2)
    slots = [Slot(((0, 0, number),), 3) for number in range(2)]
    units = [bought(name, {"brigade": name[0]}, 1) for name in ("A1", "B1", "A2", "B2", "A3")]
    Distributor((), (core,)).assign(units, slots)
    assert [[unit.name for unit in slot.units] for slot in slots] == [["A1", "A2", "A3"], ["B1", "B2"]]


def test_another_name_suits_the_unit_and_avoids_real_brigades() -> None:
    one = entry(regiment("A1", "A"), regiment("A2", "A"), regiment("good", rating="3"), regiment("usual"))
    pool = NamePool(Random(0), 1, levels=LEVELS)
    names = {pool.next(one, 0, foot=True).name for _ in range(1)}
    unit = Unit(name=names.pop(), entry="line", rating="2")
    assert unit.name[0] == "A"
    other = pool.other(one, unit, {(("brigade", "A"),)})
    assert other is not None
    assert other.name == "usual"
    # it is then used
    assert pool.other(one, unit, {(("brigade", "A"),)}) is None
    again = pool.other(one, unit, ())
    assert again is not None
    assert again.name[0] == "A"


def test_a_real_brigade_is_not_divided_if_other_regiments_can_take_its_place(book_of: BookOf) -> None:
    """Brigades have exactly four units; real brigades have three. The fourth unit comes from elsewhere."""
    brigades = (regiment(f"{one} {number}", one, "Red") for one in ("Guard", "Iron", "Swamp") for number in range(3))
    line = entry(*brigades, *(regiment(f"Other {number}") for number in range(9)))
    book = small_book(book_of("days_of_empire", "sardinian"), line, habits={"battalions_per_brigade": (4, 4)})
    for seed in range(4):
        orbat = raise_army(book, RaiseRequest("small", 250, "infantry", seed=seed)).orbat
        there = [
            {unit.name.partition(" ")[0] for unit in place.formation.units} - {"Other", ""}
            for place in formations_of(orbat)
        ]
        assert sum(map(len, there)) == len(set().union(*there))
