"""Assignment of units to formations, and their names."""

from __future__ import annotations

from random import Random

from orbat.generator.distribution import BoughtUnit, Distributor, Slot, split_evenly
from orbat.generator.limit_rows import Companions, FormationLimit, SeparateUnits
from orbat.generator.names import NamePool
from orbat.model.army_list import Entry, Limit
from orbat.model.dates import Date
from orbat.model.orbat import Unit
from orbat.model.service import Regiment


def bought(regiment: str, count: int, offer: int = 0) -> list[BoughtUnit]:
    return [BoughtUnit(Unit(name=f"{regiment} {number}"), offer, regiment) for number in range(count)]


def slots(*sizes: int) -> list[Slot]:
    return [Slot(((0, 0, number), (0, 1, number // 2)), size) for number, size in enumerate(sizes)]


def names(slot: Slot) -> list[str]:
    return [unit.name for unit in slot.units]


def test_regiment_stays_together_if_there_is_room() -> None:
    where = slots(4, 3)
    Distributor(()).assign([*bought("A", 2), *bought("B", 3), *bought("C", 2)], where)
    regiments = [{one.regiment for one in slot.bought} for slot in where]
    assert all(sum(regiment in inside for inside in regiments) == 1 for regiment in ("A", "B"))
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


def test_regiment_raised_later_is_skipped() -> None:
    some = entry("1st Volunteers (1862)", "2nd Volunteers (1863)")
    assert [NamePool(Random(1), 1, Date(1862)).next(some, 0, foot=True).name for _ in range(2)] == [
        some.regiment_names[0]
    ] * 2
    assert NamePool(Random(1), 1, Date(1861)).next(some, 0, foot=True).name == ""


def test_no_formation_stays_empty() -> None:
    """But formations that still get other units may be empty."""
    where = slots(3, 3)
    for name in "ABCDEF":
        where[0].bought.extend(bought(name, 1))
    Distributor(()).assign([], where)
    assert [len(slot.bought) for slot in where] == [4, 2]
    others = slots(3, 3, 3)
    others[0].bought.extend(bought("A", 6))
    Distributor(()).assign([], others)
    assert [len(slot.bought) for slot in others] == [6, 0, 0]


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


def test_troops_that_may_not_share_a_brigade_are_in_different_ones() -> None:
    """Germans come first. The others avoid their brigade, even if it has more room."""
    where = slots(3, 3)
    distributor = Distributor((), (), (SeparateUnits(frozenset({1}), frozenset({7})),))
    distributor.assign([*bought("A", 1, offer=1), *bought("B", 2, offer=1), *bought("G", 2, offer=7)], where)
    assert [{one.offer for one in slot.bought} for slot in where] == [{7}, {1}]


def test_a_formation_is_not_left_empty_by_units_that_need_others() -> None:
    """Grenadiers need the line, whose larger regiment fills the first brigade."""
    where = slots(5, 1)
    needing = Companions(0, frozenset({7}), frozenset({3}))
    units = [*bought("A", 4, offer=3), *bought("B", 1, offer=3), *bought("G", 1, offer=7)]
    Distributor((), (needing,)).assign(units, where)
    assert [sorted({name[0] for name in names(slot)}) for slot in where] == [["A", "B", "G"], ["A"]]
