"""ORBATs built from the numbers of units and formations in a solution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from tests.generator.small_lists import GUNS, Steady, entry, records, small_book, variable_names

from orbat.generator.army_program import ArmyProgram
from orbat.generator.distribution import BoughtUnit, Distributor, Slot, split_evenly
from orbat.generator.formations import build_orbat, default_quality
from orbat.generator.limit_rows import FormationLimit
from orbat.generator.linear_program import Solution
from orbat.generator.names import NamePool
from orbat.generator.request import RaiseRequest
from orbat.model.army_list import Entry, Limit, LimitCondition, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Formation, Orbat, Unit

BookOf = Callable[[str, str], Book]
ARMY = (
    entry("line", ratings=("2",)),
    entry("horse", "cavalry", ratings=("3",)),
    GUNS,
    replace(GUNS, id="hguns", subtype="horse_artillery"),
)
BATTERIES = Selector(kinds=("field_gun",))


def outline(formation: Formation) -> str:
    """A formation with its units and inner formations: `brigade(2 line, 1 guns)`."""
    entries = [unit.entry for unit in formation.units]
    parts = [f"{entries.count(entry_id)} {entry_id}" for entry_id in dict.fromkeys(entries)]
    return f"{formation.level}({', '.join([*parts, *map(outline, formation.formations)])})"


def built(
    book_of: BookOf,
    bought: Mapping[str, int],
    *limits: Limit,
    entries: tuple[Entry, ...] = ARMY,
    habits: Mapping[str, tuple[int, int]] | None = None,
    usual: bool = True,
    apart: bool = True,
    rulings: Mapping[str, str] | None = None,
    cavalry_generals: tuple[str, ...] = (),
) -> Orbat:
    """The ORBAT with some numbers of units and formations."""
    book = small_book(
        book_of("days_of_empire", "sardinian"),
        *entries,
        limits=limits,
        habits=habits,
        cavalry_generals=cavalry_generals,
    )
    if not apart:
        book = replace(book, ruleset=replace(book.ruleset, rules=replace(book.ruleset.rules, apart=None)))
    request = RaiseRequest("small", 800)
    program = ArmyProgram(book, request, {**book.default_rulings, **(rulings or {})}, habits=usual)
    values = [0.0] * len(program.program.most)
    for variable, name in variable_names(program).items():
        values[variable] = bought.get(name, 0)
    return build_orbat(program, Solution(tuple(values)), Steady(0.0))


BUILT: list[tuple[dict[str, int], tuple[Limit, ...], dict[str, Any], str]] = [
    (
        {"line 2": 5, "horse 3": 2, "guns": 2, "hguns": 1, "foot brigade": 2, "horse brigade": 1, "foot division": 1},
        (),
        {},
        "division(brigade(3 line, 1 guns), brigade(2 line, 1 guns)) brigade(2 horse, 1 hguns)",
    ),
    (
        {"line 2": 5, "horse 3": 2, "guns": 0, "hguns": 3, "foot brigade": 2, "horse brigade": 1, "foot division": 1},
        (),
        {},
        ("division(brigade(3 line, 1 hguns), brigade(2 line, 1 hguns)) brigade(2 horse, 1 hguns)"),
    ),
    (
        {"line 2": 5, "horse 3": 2, "guns": 3, "hguns": 0, "foot brigade": 2, "horse brigade": 1, "foot division": 1},
        (),
        {},
        "division(brigade(3 line, 2 guns), brigade(2 line, 1 guns)) brigade(2 horse)",
    ),
    (
        {"line 2": 5, "guns": 3, "hguns": 1, "foot brigade": 2, "foot division": 1},
        (),
        {"habits": {"batteries_per_division": (1, 2)}},
        "division(2 guns, brigade(3 line, 1 guns), brigade(2 line, 1 hguns))",
    ),
    (
        {"line 2": 5, "horse 3": 2, "guns": 2, "hguns": 1, "foot brigade": 2, "horse brigade": 1, "foot division": 1},
        (),
        {"habits": {"batteries_per_division": (1, 2)}},
        "division(2 guns, brigade(3 line), brigade(2 line)) brigade(2 horse, 1 hguns)",
    ),
    (
        {"line 2": 5, "horse 3": 2, "guns": 3, "hguns": 0, "foot brigade": 2, "horse brigade": 1, "foot division": 1},
        (),
        {"habits": {"batteries_per_division": (1, 2)}},
        "division(2 guns, brigade(3 line, 1 guns), brigade(2 line)) brigade(2 horse)",
    ),
    (
        {"line 2": 9, "guns": 4, "foot brigade": 4, "foot division": 2, "foot corps": 1},
        (),
        {"habits": {"batteries_per_division": (1, 2)}},
        (
            "corps(division(2 guns, brigade(3 line), brigade(2 line)), division(2 guns, "
            "brigade(2 line), brigade(2 line)))"
        ),
    ),
    (
        {"line 2": 9, "guns": 6, "foot brigade": 4},
        (),
        {"habits": {"batteries_per_brigade": (1, 2)}},
        ("brigade(3 line, 2 guns) brigade(2 line, 2 guns) brigade(2 line, 1 guns) brigade(2 line, 1 guns)"),
    ),
    (
        {"horse 3": 5, "guns": 1, "hguns": 1, "horse brigade": 2},
        (),
        {},
        "brigade(3 horse, 1 hguns) brigade(2 horse, 1 guns)",
    ),
    (
        {"line 2": 4, "horse 3": 3, "horse brigade": 2, "guns": 3},
        (),
        {"apart": False, "usual": False},
        "brigade(4 line, 2 guns) brigade(3 horse, 1 guns)",
    ),
    (
        {"line 2": 4, "horse 3": 4, "foot brigade": 2, "horse brigade": 2, "any division": 2, "guns": 3},
        (),
        {"apart": False},
        ("division(brigade(2 line, 2 guns), brigade(2 line, 1 guns)) division(brigade(2 horse), brigade(2 horse))"),
    ),
    (
        {"line 2": 6, "guns": 3, "foot brigade": 3},
        (Limit(of=BATTERIES, at_most=1, scope="brigade"),),
        {},
        "brigade(2 line, 1 guns) brigade(2 line, 1 guns) brigade(2 line, 1 guns)",
    ),
    (
        {"line 2": 4, "horse 3": 4, "guns": 2, "hguns": 2, "foot brigade": 2, "horse brigade": 2},
        (Limit(of=BATTERIES, at_most=1, scope="brigade"),),
        {},
        ("brigade(2 line, 1 guns) brigade(2 line, 1 guns) brigade(2 horse, 1 hguns) brigade(2 horse, 1 hguns)"),
    ),
]


@pytest.mark.parametrize(("bought", "limits", "given", "formations"), BUILT)
def test_units_are_divided_evenly_among_formations_of_their_branch(
    book_of: BookOf, bought: dict[str, int], limits: tuple[Limit, ...], given: dict[str, Any], formations: str
) -> None:
    """Horse guns join the horse. Other guns join divisions if the list says so, otherwise brigades."""
    assert " ".join(map(outline, built(book_of, bought, *limits, **given).formations)) == formations


def test_units_limited_to_one_in_each_formation_are_in_different_ones(book_of: BookOf) -> None:
    """A unit of rifles in each brigade or in each division."""
    entries = (entry("line", ratings=("2",)), entry("rifles", subtype="rifles", ratings=("3",)))
    for level, formations in (
        (
            "brigade",
            "division(brigade(1 rifles, 2 line), brigade(1 rifles, 1 line)) division(brigade(2 line), brigade(2 line))",
        ),
        (
            "division",
            "division(brigade(1 rifles, 2 line), brigade(2 line)) division(brigade(1 rifles, 1 line), brigade(2 line))",
        ),
    ):
        limit = Limit(of=Selector(subtypes=("rifles",)), at_most=1, scope=level)
        bought = {"line 2": 7, "rifles 3": 2, "foot brigade": 4, "foot division": 2}
        found = built(book_of, bought, limit, entries=entries)
        assert " ".join(map(outline, found.formations)) == formations


def test_troops_that_a_limit_keeps_apart_are_in_different_brigades(book_of: BookOf) -> None:
    """No line in a brigade with rifles."""
    entries = (entry("line", ratings=("2",)), entry("rifles", subtype="rifles", ratings=("3",)))
    others, rifles = Selector(kinds=("infantry",), not_entries=("rifles",)), Selector(subtypes=("rifles",))
    limit = Limit(of=others, at_most=0, scope="brigade", when=LimitCondition(of=rifles))
    found = built(book_of, {"line 2": 4, "rifles 3": 2, "foot brigade": 2}, limit, entries=entries)
    assert " ".join(map(outline, found.formations)) == "brigade(2 rifles) brigade(4 line)"


def test_cavalry_generals_command_formations_of_horse(book_of: BookOf) -> None:
    """A division of foot and a division of horse with a battery."""
    bought = {"line 2": 4, "horse 3": 4, "hguns": 1, "foot brigade": 2, "horse brigade": 2, "horse division": 1}
    found = built(book_of, bought, cavalry_generals=("X", "Y", "Z"))
    assert {one.level + " " + one.commander.name for one in formations(found.formations) if one.commander} == {
        "brigade Foot",
        "brigade ",
        "brigade Y",
        "brigade Z",
        "division X",
    }


def formations(several: tuple[Formation, ...]) -> list[Formation]:
    """Formations and those inside them."""
    return [two for one in several for two in (one, *formations(one.formations))]


def test_an_orbat_states_the_size_and_the_rulings_that_differ(book_of: BookOf) -> None:
    """Works belong to no formation, and formations are numbered."""
    found = built(book_of, {"line 2": 4, "foot brigade": 2}, rulings={"shattered": "warning"})
    assert (found.title, found.game_size, found.rulings) == ("Small, 800 points", 800, {"shattered": "warning"})
    assert [(one.name, one.numbered) for one in found.formations] == [("1st Brigade", True), ("2nd Brigade", True)]
    assert found.units == ()


def bought(*offers: int) -> list[BoughtUnit]:
    """Units without a regiment, by their offers."""
    return [BoughtUnit(Unit(name=f"{number}/{offer}"), offer, "") for number, offer in enumerate(offers)]


def slots(*sizes: int) -> list[Slot]:
    """Brigades with room for some units, two in each division."""
    return [Slot(((0, 0, number), (0, 1, number // 2)), size) for number, size in enumerate(sizes)]


def numbers(where: list[Slot]) -> list[list[str]]:
    """The names of the units in each formation."""
    return [[unit.name for unit in slot.units] for slot in where]


SPREAD = [
    ((), (0, 0, 0), (2, 1), (), [["0/0", "1/0"], ["2/0"]]),
    ((), (0, 0, 0), (1, 2), (9,), [["1/0"], ["0/0", "2/0"], []]),
    ((), (0,), (1, 1), (), [["0/0"], []]),
    ((FormationLimit(0, frozenset({1}), 1),), (1, 1, 0), (2, 1), (), [["0/1", "2/0"], ["1/1"]]),
    ((FormationLimit(0, frozenset({1}), 1),), (1, 1, 1), (2,), (1,), [["0/1", "1/1", "2/1"], []]),
    ((FormationLimit(0, frozenset({1}), 1),), (1, 0, 1, 1), (4, 1), (2,), [["0/1", "3/1", "1/0"], ["2/1"], []]),
    ((FormationLimit(1, frozenset({1}), 1),), (1, 1), (1, 3, 2, 1), (), [[], ["0/1"], ["1/1"], []]),
    (
        (FormationLimit(0, frozenset({1}), 2), FormationLimit(0, frozenset({0}), 1)),
        (1, 1, 0),
        (3, 2),
        (),
        [["2/0", "0/1"], ["1/1"]],
    ),
]


@pytest.mark.parametrize(("limits", "offers", "room", "other_room", "placed"), SPREAD)
def test_guns_are_spread_to_where_there_is_most_room(
    limits: tuple[FormationLimit, ...],
    offers: tuple[int, ...],
    room: tuple[int, ...],
    other_room: tuple[int, ...],
    placed: list[list[str]],
) -> None:
    """Other formations are used only if a limit requires it. `0/1` is the first unit, of offer 1."""
    first, other = slots(*room), slots(*other_room)
    Distributor(limits).spread(bought(*offers), first, other)
    assert numbers(first) + numbers(other) == placed


ASSIGNED = [
    ((), (0, 0, 0, 0), (2, 2), [["0/0", "1/0"], ["2/0", "3/0"]]),
    ((), (0, 0, 0), (1, 3), [["0/0"], ["1/0", "2/0"]]),
    ((FormationLimit(0, frozenset({1}), 1),), (0, 1, 0, 1), (2, 2), [["1/1", "0/0"], ["3/1", "2/0"]]),
    (
        (FormationLimit(0, frozenset({1}), 2),),
        (0, 1, 0, 1, 1, 0),
        (2, 4),
        [["4/1", "0/0"], ["1/1", "3/1", "2/0", "5/0"]],
    ),
    ((FormationLimit(0, frozenset({1}), 3),), (1, 1, 1, 1, 0), (4, 1), [["0/1", "1/1", "2/1", "4/0"], ["3/1"]]),
    (
        (FormationLimit(1, frozenset({1}), 1),),
        (1, 1, 0, 0, 0, 0),
        (2, 2, 1, 1),
        [["0/1", "2/0"], ["3/0", "4/0"], ["1/1"], ["5/0"]],
    ),
    (
        (FormationLimit(1, frozenset({1}), 3),),
        (1, 1, 1, 1, 1, 0),
        (2, 2, 1, 1),
        [["0/1", "1/1"], ["2/1", "5/0"], ["3/1"], ["4/1"]],
    ),
    (
        (FormationLimit(0, frozenset({1}), 2), FormationLimit(0, frozenset({0}), 1)),
        (1, 1, 0, 0),
        (2, 2),
        [["2/0", "0/1"], ["3/0", "1/1"]],
    ),
]


@pytest.mark.parametrize(("limits", "offers", "room", "placed"), ASSIGNED)
def test_scarce_units_are_placed_first_and_others_move_if_a_limit_is_reached(
    limits: tuple[FormationLimit, ...], offers: tuple[int, ...], room: tuple[int, ...], placed: list[list[str]]
) -> None:
    """A unit is scarce if a formation may have at most two like it."""
    where = slots(*room)
    Distributor(limits).assign(bought(*offers), where)
    assert numbers(where) == placed


SPLIT = [
    (0, 2, [0, 0]),
    (1, 3, [1, 0, 0]),
    (4, 2, [2, 2]),
    (5, 2, [3, 2]),
    (7, 3, [3, 2, 2]),
    (8, 3, [3, 3, 2]),
]


@pytest.mark.parametrize(("number", "count", "lengths"), SPLIT)
def test_the_first_parts_of_a_sequence_are_the_longer_ones(number: int, count: int, lengths: list[int]) -> None:
    parts = split_evenly(range(number), count)
    assert [len(part) for part in parts] == lengths
    assert [one for part in parts for one in part] == [*range(number)]


NAMED = [
    (("A", "B"), 1, True, 0.0, (), ["A", "B", "", "", ""]),
    (("A", "B"), 1, True, 0.0, (Limit(at_most=2),), ["A", "B", "", "", ""]),
    (("A", "B"), 1, True, 0.9, (), ["B", "A", "", "", ""]),
    (("A", "B"), 2, True, 0.0, (), ["A, 1st Bn", "A, 2nd Bn", "B, 1st Bn", "B, 2nd Bn", ""]),
    (("A", "B"), 2, True, 0.0, (Limit(at_most=2),), ["A", "B", "", "", ""]),
    (("A", "B"), 2, True, 0.9, (), ["B, 1st Bn", "B, 2nd Bn", "A, 1st Bn", "A, 2nd Bn", ""]),
    (("A", "B"), 2, False, 0.0, (), ["A", "B", "", "", ""]),
    (("A", "B"), 2, False, 0.9, (), ["B", "A", "", "", ""]),
    (("A (1812)", "B"), 1, True, 0.0, (), ["A (1812)", "B", "", "", ""]),
    (("A (1812)", "B"), 1, True, 0.0, (Limit(at_most=2),), ["A (1812)", "B", "", "", ""]),
    (("A (1812)", "B"), 1, True, 0.9, (), ["B", "A (1812)", "", "", ""]),
    (("A (1812)", "B"), 2, True, 0.0, (), ["A (1812), 1st Bn", "A (1812), 2nd Bn", "B, 1st Bn", "B, 2nd Bn", ""]),
    (("A (1812)", "B"), 2, True, 0.0, (Limit(at_most=2),), ["A (1812)", "B", "", "", ""]),
    (("A (1812)", "B"), 2, True, 0.9, (), ["B, 1st Bn", "B, 2nd Bn", "A (1812), 1st Bn", "A (1812), 2nd Bn", ""]),
    (("A (1812)", "B"), 2, False, 0.0, (), ["A (1812)", "B", "", "", ""]),
    (("A (1812)", "B"), 2, False, 0.9, (), ["B", "A (1812)", "", "", ""]),
    (("1st Bn, A", "2nd Bn, A", "1st Bn, B"), 1, True, 0.0, (), ["1st Bn, A", "2nd Bn, A", "1st Bn, B", "", ""]),
    (
        ("1st Bn, A", "2nd Bn, A", "1st Bn, B"),
        1,
        True,
        0.0,
        (Limit(at_most=2),),
        ["1st Bn, A", "2nd Bn, A", "1st Bn, B", "", ""],
    ),
    (("1st Bn, A", "2nd Bn, A", "1st Bn, B"), 1, True, 0.9, (), ["1st Bn, B", "1st Bn, A", "2nd Bn, A", "", ""]),
    (("1st Bn, A", "2nd Bn, A", "1st Bn, B"), 2, True, 0.0, (), ["1st Bn, A", "2nd Bn, A", "1st Bn, B", "", ""]),
    (
        ("1st Bn, A", "2nd Bn, A", "1st Bn, B"),
        2,
        True,
        0.0,
        (Limit(at_most=2),),
        ["1st Bn, A", "2nd Bn, A", "1st Bn, B", "", ""],
    ),
    (("1st Bn, A", "2nd Bn, A", "1st Bn, B"), 2, True, 0.9, (), ["1st Bn, B", "1st Bn, A", "2nd Bn, A", "", ""]),
    (("1st Bn, A", "2nd Bn, A", "1st Bn, B"), 2, False, 0.0, (), ["1st Bn, A", "2nd Bn, A", "1st Bn, B", "", ""]),
    (("1st Bn, A", "2nd Bn, A", "1st Bn, B"), 2, False, 0.9, (), ["1st Bn, B", "1st Bn, A", "2nd Bn, A", "", ""]),
    (("A Battery", "B"), 1, True, 0.0, (), ["A Battery", "B", "", "", ""]),
    (("A Battery", "B"), 1, True, 0.0, (Limit(at_most=2),), ["A Battery", "B", "", "", ""]),
    (("A Battery", "B"), 1, True, 0.9, (), ["B", "A Battery", "", "", ""]),
    (("A Battery", "B"), 2, True, 0.0, (), ["A Battery", "B, 1st Bn", "B, 2nd Bn", "", ""]),
    (("A Battery", "B"), 2, True, 0.0, (Limit(at_most=2),), ["A Battery", "B", "", "", ""]),
    (("A Battery", "B"), 2, True, 0.9, (), ["B, 1st Bn", "B, 2nd Bn", "A Battery", "", ""]),
    (("A Battery", "B"), 2, False, 0.0, (), ["A Battery", "B", "", "", ""]),
    (("A Battery", "B"), 2, False, 0.9, (), ["B", "A Battery", "", "", ""]),
]


@pytest.mark.parametrize(("regiments", "battalions", "foot", "chance", "limits", "names"), NAMED)
def test_names_begin_with_any_regiment_and_go_on_in_the_lists_order(
    regiments: tuple[str, ...], battalions: int, foot: bool, chance: float, limits: tuple[Limit, ...], names: list[str]
) -> None:
    """Regiments of foot give a name to each battalion, unless the list has a name for every unit allowed."""
    pool, line = (
        NamePool(Steady(chance), battalions),
        replace(entry("line"), regiments=records(*regiments), limits=limits),
    )
    assert [pool.next(line, 0, foot=foot).name for _ in range(5)] == names


def test_regiments_raised_later_than_the_date_give_no_names() -> None:
    line = replace(entry("line"), regiments=records("A (1812)", "B (1813)", "C", "D (1499)"))
    found = []
    for date in (None, Date(1811), Date(1812), Date(1813)):
        pool = NamePool(Steady(0.0), 1, date)
        found.append([pool.next(line, 0, foot=True).name for _ in range(4)])
    assert found == [
        ["A (1812)", "B (1813)", "C", "D (1499)"],
        ["C", "D (1499)", "", ""],
        ["A (1812)", "C", "D (1499)", ""],
        ["A (1812)", "B (1813)", "C", "D (1499)"],
    ]


QUALITIES = [
    ("bought", "dependable"),
    ("set", "dependable"),
    ("diced", ""),
]


@pytest.mark.parametrize(("how", "quality"), QUALITIES)
def test_generals_of_a_raised_army_are_average_unless_they_are_diced(book_of: BookOf, how: str, quality: str) -> None:
    book = book_of("honours_of_war", "prussian")
    rulings = {**book.default_rulings, book.ruleset.staff.ruling: how}
    assert default_quality(book, ArmyProgram(book, RaiseRequest("prussian", 1000), rulings)) == quality


@pytest.mark.parametrize(("how", "quality"), [("bought", "dithering"), ("set", "dependable")])
def test_a_quality_is_the_one_nearest_to_no_points_only_if_it_is_bought(
    book_of: BookOf, how: str, quality: str
) -> None:
    book = book_of("honours_of_war", "prussian")
    staff = book.ruleset.staff
    assert staff.prices is not None
    prices = replace(staff.prices, points={"dithering": -1, "dependable": 5, "dashing": 20})
    other = replace(book, ruleset=replace(book.ruleset, staff=replace(staff, prices=prices)))
    rulings = {**book.default_rulings, staff.ruling: how}
    assert default_quality(other, ArmyProgram(other, RaiseRequest("prussian", 1000), rulings)) == quality
