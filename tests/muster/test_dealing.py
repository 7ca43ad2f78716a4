"""Units dealt out to formations, and the names they bear."""

from __future__ import annotations

from random import Random

from orbat.model.army_list import Entry, Limit
from orbat.model.orbat import Unit
from orbat.muster.dealing import Bought, Dealer, Slot, parted
from orbat.muster.limiting import Room
from orbat.muster.naming import Names, drawn_in_order


def bought(regiment: str, count: int, offer: int = 0) -> list[Bought]:
    return [Bought(Unit(name=f"{regiment} {number}"), offer, regiment) for number in range(count)]


def slots(*sizes: int) -> list[Slot]:
    return [Slot(((0, 0, number), (0, 1, number // 2)), size) for number, size in enumerate(sizes)]


def names(slot: Slot) -> list[str]:
    return [unit.name for unit in slot.units]


def test_a_regiment_is_not_divided_where_it_has_room() -> None:
    where = slots(4, 3)
    Dealer(()).deal([*bought("A", 2), *bought("B", 3), *bought("C", 2)], where)
    assert [slot.regiments for slot in where] == [{"B"}, {"A"}] or all(
        sum(regiment in slot.regiments for slot in where) == 1 for regiment in ("A", "B")
    )
    assert [len(slot.units) for slot in where] == [4, 3]


def test_what_a_brigade_may_have_one_of_is_dealt_out_one_by_one() -> None:
    where = slots(3, 3, 3)
    Dealer((Room(0, frozenset({7}), 1),)).deal([*bought("J", 3, offer=7), *bought("A", 6)], where)
    assert [sum(name.startswith("J") for name in names(slot)) for slot in where] == [1, 1, 1]
    assert [len(slot.units) for slot in where] == [3, 3, 3]


def test_what_a_division_may_have_two_of_is_spread_over_divisions() -> None:
    where = slots(4, 4, 4, 4)
    Dealer((Room(1, frozenset({7}), 2),)).deal([*bought("Z", 4, offer=7), *bought("A", 12)], where)
    counts = [sum(name.startswith("Z") for name in names(slot)) for slot in where]
    assert (counts[0] + counts[1], counts[2] + counts[3]) == (2, 2)


def test_parts_are_as_equal_as_can_be_and_in_order() -> None:
    assert parted([1, 2, 3, 4, 5], 2) == [[1, 2, 3], [4, 5]]
    assert parted([1], 0) == []


def entry(*regiments: str, limits: tuple[Limit, ...] = ()) -> Entry:
    return Entry(id="one", name="One", kind="infantry", regiments=regiments, limits=limits)


def test_battalions_of_one_regiment_follow_one_another() -> None:
    some = Names(Random(1), 2)
    found = [some.next(entry("Minsk", "Moscow"), 0, foot=True)[0] for _ in range(5)]
    assert found[:4] in (
        ["Minsk, 1st Bn", "Minsk, 2nd Bn", "Moscow, 1st Bn", "Moscow, 2nd Bn"],
        ["Moscow, 1st Bn", "Moscow, 2nd Bn", "Minsk, 1st Bn", "Minsk, 2nd Bn"],
    )
    assert found[4] == ""


def test_names_of_battalions_and_of_as_many_units_as_there_may_be_stay_as_they_are() -> None:
    assert Names(Random(1), 2).next(entry("7e Bataillon de Chasseurs"), 0, foot=True)[0] == "7e Bataillon de Chasseurs"
    single = entry("Tver", limits=(Limit(at_most=1),))
    assert Names(Random(1), 4).next(single, 0, foot=True)[0] == "Tver"


def test_units_of_another_rating_are_another_regiments() -> None:
    some, one = Names(Random(1), 2), entry("Minsk", "Moscow")
    first, second = some.next(one, 0, foot=True), some.next(one, 1, foot=True)
    assert first[1] != second[1]


def test_generals_are_drawn_in_the_lists_order_its_first_among_them() -> None:
    listed = tuple("abcdefgh")
    found = drawn_in_order(listed, 4, Random(3))
    assert found[0] == "a"
    assert found == sorted(found)
    assert len(set(found)) == 4
    assert drawn_in_order(listed[:2], 3, Random(3)) == ["a", "b", ""]
