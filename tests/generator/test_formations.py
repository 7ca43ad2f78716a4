"""Assignment of units to formations, and their names."""

from __future__ import annotations

from random import Random

from orbat.generator.formations import BoughtUnit, Distributor, Slot, split_evenly
from orbat.generator.limit_rows import Companions, FormationLimit
from orbat.generator.names import NamePool, draw_commanders
from orbat.model.army_list import ArmyList, Entry, Limit
from orbat.model.dates import Date
from orbat.model.orbat import Unit
from orbat.model.service import Dates, Regiment, Service


def bought(regiment: str, count: int, offer: int = 0) -> list[BoughtUnit]:
    return [BoughtUnit(Unit(name=f"{regiment} {number}"), offer, regiment) for number in range(count)]


def slots(*sizes: int) -> list[Slot]:
    return [Slot(((0, 0, number), (0, 1, number // 2)), size) for number, size in enumerate(sizes)]


def names(slot: Slot) -> list[str]:
    return [unit.name for unit in slot.units]


def test_regiment_stays_together_if_there_is_room() -> None:
    where = slots(4, 3)
    Distributor(()).assign([*bought("A", 2), *bought("B", 3), *bought("C", 2)], where)
    assert [slot.regiments for slot in where] == [{"B"}, {"A"}] or all(
        sum(regiment in slot.regiments for slot in where) == 1 for regiment in ("A", "B")
    )
    assert [len(slot.units) for slot in where] == [4, 3]


def test_units_limited_to_one_a_brigade_are_spread() -> None:
    where = slots(3, 3, 3)
    Distributor((FormationLimit(0, frozenset({7}), 1),)).assign([*bought("J", 3, offer=7), *bought("A", 6)], where)
    assert [sum(name.startswith("J") for name in names(slot)) for slot in where] == [1, 1, 1]
    assert [len(slot.units) for slot in where] == [3, 3, 3]


def test_units_limited_to_two_a_division_are_spread() -> None:
    where = slots(4, 4, 4, 4)
    Distributor((FormationLimit(1, frozenset({7}), 2),)).assign([*bought("Z", 4, offer=7), *bought("A", 12)], where)
    counts = [sum(name.startswith("Z") for name in names(slot)) for slot in where]
    assert (counts[0] + counts[1], counts[2] + counts[3]) == (2, 2)


def test_sequence_is_split_evenly_in_order() -> None:
    assert split_evenly([1, 2, 3, 4, 5], 2) == [[1, 2, 3], [4, 5]]
    assert split_evenly([1], 0) == []


def entry(*regiments: str, limits: tuple[Limit, ...] = ()) -> Entry:
    return Entry(
        id="one", name="One", kind="infantry", regiments=tuple(Regiment(name=one) for one in regiments), limits=limits
    )


def test_battalions_of_one_regiment_follow_one_another() -> None:
    some = NamePool(Random(1), 2)
    found = [some.next(entry("Minsk", "Moscow"), 0, foot=True).name for _ in range(5)]
    assert found[:4] in (
        ["Minsk, 1st Bn", "Minsk, 2nd Bn", "Moscow, 1st Bn", "Moscow, 2nd Bn"],
        ["Moscow, 1st Bn", "Moscow, 2nd Bn", "Minsk, 1st Bn", "Minsk, 2nd Bn"],
    )
    assert found[4] == ""


def test_battalion_names_and_single_regiments_are_not_numbered() -> None:
    assert (
        NamePool(Random(1), 2).next(entry("7e Bataillon de Chasseurs"), 0, foot=True).name
        == "7e Bataillon de Chasseurs"
    )
    single = entry("Tver", limits=(Limit(at_most=1),))
    assert NamePool(Random(1), 4).next(single, 0, foot=True).name == "Tver"


def test_units_of_another_rating_get_another_regiment() -> None:
    some, one = NamePool(Random(1), 2), entry("Minsk", "Moscow")
    first, second = some.next(one, 0, foot=True), some.next(one, 1, foot=True)
    assert first.regiment != second.regiment


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


def test_generals_are_drawn_in_the_lists_order() -> None:
    found = draw_commanders(listed(*"abcdefgh"), None, [""] * 3, Random(3))
    assert found[0] == "a"
    assert found == sorted(found)
    assert len(set(found)) == 4
    assert draw_commanders(listed("a", "b"), None, ["", ""], Random(3)) == ["a", "b", ""]
    assert draw_commanders(listed(), None, [""], Random(3)) == ["", ""]


def test_generals_at_a_date_are_those_in_service() -> None:
    service = (
        Service(name="a", chief=True, to=Date(1854, 9)),
        Service(name="b", chief=True, from_=Date(1854, 10)),
        Service(name="d", to=Date(1854, 11)),
    )
    army = listed("a", "b", "c", "d", service=service)
    assert draw_commanders(army, Date(1854, 9), [""] * 3, Random(1)) == ["a", "c", "d", ""]
    assert draw_commanders(army, Date(1855), [""] * 2, Random(1)) == ["b", "c", ""]
    assert draw_commanders(army, None, [""] * 3, Random(1)) == ["a", "b", "c", "d"]


def test_only_one_of_several_commanders_in_chief_appears() -> None:
    service = tuple(Service(name=name, chief=True, from_=Date(1862)) for name in "ab")
    found = {
        tuple(draw_commanders(listed("a", "b", "c", service=service), Date(1862), [""], Random(n))) for n in range(9)
    }
    assert found == {("a", "c"), ("b", "c")}


def test_cavalry_generals_command_horse_first() -> None:
    service = tuple(Service(name=name, arm="cavalry") for name in ("c", "e"))
    army, arms = listed(*"abcdef", service=service), ["infantry", "cavalry", "", "cavalry", "cavalry"]
    assert draw_commanders(army, None, arms[:4], Random(1))[2::2] == ["c", "e"]
    assert set(draw_commanders(army, None, arms[:1], Random(1))) <= {*"abdf"}
    assert sorted(draw_commanders(army, None, arms, Random(1))) == [*"abcdef"]


def test_regiment_raised_later_is_skipped() -> None:
    some = entry("1st Volunteers (1862)", "2nd Volunteers (1863)")
    assert [NamePool(Random(1), 1, Date(1862)).next(some, 0, foot=True).name for _ in range(2)] == [
        some.regiment_names[0]
    ] * 2
    assert NamePool(Random(1), 1, Date(1861)).next(some, 0, foot=True).name == ""


def test_a_core_stays_together() -> None:
    """The battalions of a Guards brigade have different regiments, but belong together."""
    where = slots(3, 3)
    guards = [*bought("G", 1, offer=7), *bought("H", 1, offer=7), *bought("I", 1, offer=7)]
    several = [*bought("A", 1), guards[0], *bought("B", 1), *guards[1:], *bought("C", 1)]
    Distributor((), (Companions(0, frozenset({7}), None),)).assign(several, where)
    assert sorted(sum(unit in slot.units for unit in (one.unit for one in guards)) for slot in where) == [0, 3]


def test_units_join_the_troops_that_they_need() -> None:
    """Horse artillery goes to the brigade with cavalry, although another has more room."""
    where = slots(1, 4)
    needing = Companions(None, frozenset({7}), frozenset({3}))
    distributor = Distributor((), (needing,))
    distributor.assign([*bought("Cavalry", 1, offer=3)], where[:1])
    distributor.assign([*bought("Foot", 2)], where[1:])
    distributor.spread(bought("Guns", 1, offer=7), where)
    assert [names(slot) for slot in where] == [["Cavalry 0", "Guns 0"], ["Foot 0", "Foot 1"]]


def test_troops_needed_in_the_division_may_be_in_another_brigade() -> None:
    where = slots(1, 4, 4)
    distributor = Distributor((), (Companions(1, frozenset({7}), frozenset({3})),))
    distributor.assign([*bought("Cavalry", 1, offer=3)], where[:1])
    distributor.spread(bought("Guns", 1, offer=7), where)
    assert [len(slot.units) for slot in where] == [1, 1, 0]
