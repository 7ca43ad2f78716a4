"""Real brigades in generated armies: regiments that served together share a formation, which has its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.generator.small_lists import GUNS, small_book

from orbat.generator.army_program import ArmyProgram
from orbat.generator.distribution import BoughtUnit, Distributor, Slot, blocks
from orbat.generator.limit_rows import Companions
from orbat.generator.names import BrigadeRoom, NamePool, Parents, UnitName
from orbat.generator.raise_army import raise_army
from orbat.generator.real_formations import (
    most_units_of,
    settle_real_formations,
    shared_formations,
    slot_sizes,
    with_real_names,
)
from orbat.generator.request import RaiseRequest, Requirement
from orbat.model.army_list import Entry, Ratings, SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Formation, Unit, formations_of
from orbat.model.service import Regiment

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


def of(letters: str, offer: int = 0) -> list[BoughtUnit]:
    """Units of the brigades with these letters, such as `A0`. Those of `-` have a name, but no brigade."""
    return [
        bought(f"{letter}{number}", {"division": "Red", "brigade": letter} if letter != "-" else {}, offer)
        for number, letter in enumerate(letters)
    ]


def settled(*several: str, unused: tuple[str, ...] = (), most: int = 4) -> list[tuple[str, str]]:
    """The real names of some formations, and the names of their units. A `.` is a unit without a name."""
    slots = [Slot(((0, 0, n),), len(one), of(one)) for n, one in enumerate(several)]
    left = list(unused)

    def other(one: BoughtUnit, suits: Callable[[Parents], bool]) -> UnitName | None:
        for name in left:
            record = regiment(name, "" if name == "-" else name, "" if name == "-" else "Red")
            if suits(record.parent):
                left.remove(name)
                return UnitName(f"{name}9", name, record)
        return None

    settle_real_formations(slots, "brigade", most, 0.6, other)
    return [(slot.real.get("brigade", ""), "".join(unit.name[:1] or "." for unit in slot.units)) for slot in slots]


@pytest.mark.parametrize(
    ("several", "unused", "found"),
    [
        # enough of the units served together
        (("AAA",), (), [("A", "AAA")]),
        (("AAA-",), (), [("A", "AAA.")]),
        (("AA--",), (), [("", "AA--")]),
        # an unused regiment of the brigade takes the place of a stray
        (("AA--",), ("B", "A"), [("A", "AAA.")]),
        # strays of two brigades change places
        (("AAAB", "BBBA"), (), [("A", "AAAA"), ("B", "BBBB")]),
        (("AAA-", "BBBA"), (), [("A", "AAAA"), ("B", "BBB.")]),
        # a brigade is not divided: another regiment, or none, takes the place
        (("AAA", "--A"), ("-",), [("A", "AAA"), ("", "---")]),
        (("AAA", "--A"), ("A",), [("A", "AAA"), ("", "--.")]),
        # unless it is too large for one formation
        (("AAA", "AAB"), (), [("A", "AAA"), ("", "AAB")]),
    ],
)
def test_a_formation_with_a_real_name_has_no_regiments_of_others(
    several: tuple[str, ...], unused: tuple[str, ...], found: list[tuple[str, str]]
) -> None:
    """At least 60 % of the units served in the real formation."""
    assert settled(*several, unused=unused) == found


def test_formations_of_one_corps_share_it() -> None:
    slot = Slot(((0, 0, 0),), 2, [bought("a", {"corps": "Guard"}), bought("b", {"corps": "Guard", "division": "Old"})])
    settle_real_formations([slot], "brigade", 4, 0.6, lambda _one, _suits: None)
    assert slot.real == {"corps": "Guard"}


def brigade(*names: str) -> Formation:
    """A numbered brigade of some units."""
    return Formation(level="brigade", numbered=True, units=tuple(Unit(name=name) for name in names))


FIRST, SECOND = ({"division": "Red", "brigade": name} for name in ("1st Brigade", "2nd Brigade"))
TIGERS: Parents = {"brigade": "Tigers"}


@pytest.mark.parametrize(
    ("real", "name"), [(FIRST, "1st Brigade, Red"), (TIGERS, "Tigers"), ({}, ""), ({"division": "Red"}, "")]
)
def test_a_formation_has_its_real_name(real: Parents, name: str) -> None:
    (found,) = with_real_names([brigade("x")], [real], LEVELS)
    assert (found.name, found.numbered) == (name, not name)


def test_names_are_given_once_and_brigades_of_a_named_division_need_no_other_name() -> None:
    division = Formation(level="division", numbered=True, formations=(brigade(), brigade(), brigade()))
    (named,) = with_real_names([division], [FIRST, SECOND, FIRST], LEVELS)
    assert (named.name, named.numbered) == ("Red", False)
    assert [one.name for one in named.formations] == ["1st Brigade", "2nd Brigade", ""]
    # a division with brigades of several divisions has no real name
    (numbered,) = with_real_names([division], [FIRST, TIGERS, FIRST], LEVELS)
    assert [one.name for one in (numbered, *numbered.formations)] == ["", "1st Brigade, Red", "Tigers", ""]


def test_a_division_without_brigades_has_no_real_name() -> None:
    """It takes the name of no brigade of the next division."""
    empty = Formation(level="division")
    division = Formation(level="division", formations=(brigade("x"),))
    first, second = with_real_names([empty, division], [FIRST], LEVELS)
    assert first.name == ""
    assert second.formations[0].name == FIRST["brigade"]


def test_formations_inside_share_the_formations_above() -> None:
    assert shared_formations([FIRST, SECOND], LEVELS[1:]) == {"division": "Red"}
    assert shared_formations([FIRST, TIGERS], LEVELS[1:]) == {}
    assert shared_formations([], LEVELS[1:]) == {}


PARENTS = {"a": FIRST, "b": FIRST, "d": SECOND, "g": {"corps": "Guard"}, "h": {}}


@pytest.mark.parametrize(
    ("units", "names"),
    [
        ("ab", FIRST),
        ("abd", FIRST),
        ("abh", FIRST),
        ("h", {}),
        ("xa", FIRST),
        ("g", {"corps": "Guard"}),
        ("ad", {"division": "Red"}),
    ],
)
def test_most_units_of_a_formation_belong_to_a_real_one(units: str, names: Parents) -> None:
    """Units without a record do not count."""
    assert most_units_of(brigade(*units), PARENTS, LEVELS) == names


@pytest.mark.parametrize(
    ("formations", "names"),
    [(FIRST, {"own"}), (SECOND, {"free"}), ({}, {"free"}), (None, {"own", "free", "other"})],
)
def test_batteries_belong_to_their_formations(formations: Parents | None, names: set[str]) -> None:
    batteries = entry(regiment("other", "9th", "Blue"), regiment("own", "1st Brigade", "Red"), regiment("free"))
    found = {NamePool(Random(n), 1).next(batteries, 0, foot=False, formations=formations).name for n in range(9)}
    assert found == names
    assert NamePool(Random(0), 1).count(batteries, FIRST) == 1


def test_generated_armies_have_real_brigades(book_of: BookOf) -> None:
    line = entry(*(regiment(f"{one} {number}", one, "Red") for one in ("Guard", "Iron") for number in range(3)))
    book = small_book(book_of("days_of_empire", "sardinian"), line, habits={"battalions_per_brigade": (3, 3)})
    for seed in range(3):
        orbat = raise_army(book, RaiseRequest("small", 200, "infantry", seed=seed)).orbat
        for place in formations_of(orbat):
            brigades = {unit.name.partition(" ")[0] for unit in place.formation.units if unit.name}
            assert len(brigades) <= 1
            assert not brigades or place.formation.name.startswith(brigades.pop())


@pytest.mark.parametrize("seed", range(3))
def test_batteries_join_the_brigades_that_they_served_with(book_of: BookOf, seed: int) -> None:
    line = entry(*(regiment(f"{one} {number}", one) for one in ("Guard", "Iron") for number in range(4)))
    guns = replace(GUNS, regiments=(regiment("Guard battery", "Guard"), regiment("Far battery", "Swamp")))
    habits = {"battalions_per_brigade": (4, 4), "batteries_per_brigade": (1, 1)}
    book = small_book(book_of("days_of_empire", "sardinian"), line, guns, habits=habits)
    musts = (Requirement("foot", 8, entries=frozenset({"line"})), Requirement("guns", 1, entries=frozenset({"guns"})))
    orbat = raise_army(book, RaiseRequest("small", 320, seed=seed, requirements=musts)).orbat
    batteries = {
        one.formation.name: [unit.name for unit in one.formation.units if unit.entry == "guns"]
        for one in formations_of(orbat)
    }
    assert batteries["Guard"] == ["Guard battery"]
    assert batteries["Iron"] in ([], [""])


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
    other = pool.other(one, unit, lambda parents: parents != {"brigade": "A"})
    assert other is not None
    assert other.name == "usual"
    # it is then used
    assert pool.other(one, unit, lambda parents: parents != {"brigade": "A"}) is None
    again = pool.other(one, unit, lambda _parents: True)
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
