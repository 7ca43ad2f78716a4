"""Units dealt out to formations, and the names they bear."""

from __future__ import annotations

from random import Random

from orbat.generator.formations import BoughtUnit, Distributor, NamePool, Slot, draw_commanders, split_evenly
from orbat.generator.limit_rows import FormationLimit
from orbat.model.army_list import ArmyList, Dates, Entry, Limit, Service
from orbat.model.dates import Date
from orbat.model.orbat import Unit


def bought(regiment: str, count: int, offer: int = 0) -> list[BoughtUnit]:
    return [BoughtUnit(Unit(name=f"{regiment} {number}"), offer, regiment) for number in range(count)]


def slots(*sizes: int) -> list[Slot]:
    return [Slot(((0, 0, number), (0, 1, number // 2)), size) for number, size in enumerate(sizes)]


def names(slot: Slot) -> list[str]:
    return [unit.name for unit in slot.units]


def test_a_regiment_is_not_divided_where_it_has_room() -> None:
    where = slots(4, 3)
    Distributor(()).assign([*bought("A", 2), *bought("B", 3), *bought("C", 2)], where)
    assert [slot.regiments for slot in where] == [{"B"}, {"A"}] or all(
        sum(regiment in slot.regiments for slot in where) == 1 for regiment in ("A", "B")
    )
    assert [len(slot.units) for slot in where] == [4, 3]


def test_what_a_brigade_may_have_one_of_is_dealt_out_one_by_one() -> None:
    where = slots(3, 3, 3)
    Distributor((FormationLimit(0, frozenset({7}), 1),)).assign([*bought("J", 3, offer=7), *bought("A", 6)], where)
    assert [sum(name.startswith("J") for name in names(slot)) for slot in where] == [1, 1, 1]
    assert [len(slot.units) for slot in where] == [3, 3, 3]


def test_what_a_division_may_have_two_of_is_spread_over_divisions() -> None:
    where = slots(4, 4, 4, 4)
    Distributor((FormationLimit(1, frozenset({7}), 2),)).assign([*bought("Z", 4, offer=7), *bought("A", 12)], where)
    counts = [sum(name.startswith("Z") for name in names(slot)) for slot in where]
    assert (counts[0] + counts[1], counts[2] + counts[3]) == (2, 2)


def test_parts_are_as_equal_as_can_be_and_in_order() -> None:
    assert split_evenly([1, 2, 3, 4, 5], 2) == [[1, 2, 3], [4, 5]]
    assert split_evenly([1], 0) == []


def entry(*regiments: str, limits: tuple[Limit, ...] = ()) -> Entry:
    return Entry(id="one", name="One", kind="infantry", regiments=regiments, limits=limits)


def test_battalions_of_one_regiment_follow_one_another() -> None:
    some = NamePool(Random(1), 2)
    found = [some.next(entry("Minsk", "Moscow"), 0, foot=True)[0] for _ in range(5)]
    assert found[:4] in (
        ["Minsk, 1st Bn", "Minsk, 2nd Bn", "Moscow, 1st Bn", "Moscow, 2nd Bn"],
        ["Moscow, 1st Bn", "Moscow, 2nd Bn", "Minsk, 1st Bn", "Minsk, 2nd Bn"],
    )
    assert found[4] == ""


def test_names_of_battalions_and_of_as_many_units_as_there_may_be_stay_as_they_are() -> None:
    assert (
        NamePool(Random(1), 2).next(entry("7e Bataillon de Chasseurs"), 0, foot=True)[0] == "7e Bataillon de Chasseurs"
    )
    single = entry("Tver", limits=(Limit(at_most=1),))
    assert NamePool(Random(1), 4).next(single, 0, foot=True)[0] == "Tver"


def test_units_of_another_rating_are_another_regiments() -> None:
    some, one = NamePool(Random(1), 2), entry("Minsk", "Moscow")
    first, second = some.next(one, 0, foot=True), some.next(one, 1, foot=True)
    assert first[1] != second[1]


def listed(*commanders: str, service: tuple[Service, ...] = ()) -> ArmyList:
    return ArmyList(
        army_list=1,
        id="a",
        title="A",
        nation="a",
        ruleset="r",
        version="1",
        years=Dates(),
        entries=(),
        commanders=commanders,
        service=service,
    )


def test_generals_are_drawn_in_the_lists_order_its_first_among_them() -> None:
    found = draw_commanders(listed(*"abcdefgh"), None, [""] * 3, Random(3))
    assert found[0] == "a"
    assert found == sorted(found)
    assert len(set(found)) == 4
    assert draw_commanders(listed("a", "b"), None, ["", ""], Random(3)) == ["a", "b", ""]
    assert draw_commanders(listed(), None, [""], Random(3)) == ["", ""]


def test_generals_of_a_date_are_those_who_were_there_under_one_who_led_then() -> None:
    service = (
        Service(commander="a", chief=True, to=Date(1854, 9)),
        Service(commander="b", chief=True, from_=Date(1854, 10)),
        Service(commander="d", to=Date(1854, 11)),
    )
    army = listed("a", "b", "c", "d", service=service)
    assert draw_commanders(army, Date(1854, 9), [""] * 3, Random(1)) == ["a", "c", "d", ""]
    assert draw_commanders(army, Date(1855), [""] * 2, Random(1)) == ["b", "c", ""]
    assert draw_commanders(army, None, [""] * 3, Random(1)) == ["a", "b", "c", "d"]


def test_one_of_several_who_led_in_a_year_leads_and_the_others_are_not_under_him() -> None:
    service = tuple(Service(commander=name, chief=True, from_=Date(1862)) for name in "ab")
    found = {
        tuple(draw_commanders(listed("a", "b", "c", service=service), Date(1862), [""], Random(n))) for n in range(9)
    }
    assert found == {("a", "c"), ("b", "c")}


def test_horse_is_led_by_generals_of_horse_and_by_others_only_where_these_do_not_suffice() -> None:
    service = tuple(Service(commander=name, arm="cavalry") for name in ("c", "e"))
    army, arms = listed(*"abcdef", service=service), ["infantry", "cavalry", "", "cavalry", "cavalry"]
    assert draw_commanders(army, None, arms[:4], Random(1))[2::2] == ["c", "e"]
    assert set(draw_commanders(army, None, arms[:1], Random(1))) <= {*"abdf"}
    assert sorted(draw_commanders(army, None, arms, Random(1))) == [*"abcdef"]


def test_a_unit_whose_name_has_a_later_year_is_not_there_yet() -> None:
    some = entry("1st Volunteers (1862)", "2nd Volunteers (1863)")
    assert [NamePool(Random(1), 1, Date(1862)).next(some, 0, foot=True)[0] for _ in range(2)] == [some.regiments[0]] * 2
    assert NamePool(Random(1), 1, Date(1861)).next(some, 0, foot=True)[0] == ""
