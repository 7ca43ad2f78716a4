"""What each style asks of an army: points for its entries, and penalties for units that it should avoid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from tests.generator.small_lists import (
    ALL,
    ENGINEERS,
    GUNS,
    HEAVY,
    HORSE,
    LINE,
    PONTOONS,
    SIEGE,
    Steady,
    Wishes,
    entry,
    records,
    small_book,
)

from orbat.generator.army_program import ArmyProgram
from orbat.generator.request import PieceCap, RaiseRequest, Requirement, Style
from orbat.model.army_list import Entry, Limit, Ratings, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.service import Regiment

BookOf = Callable[[str, str], Book]


class Rolls(Random):
    """One random number until the only entry of a list has its chance, then another."""

    def __init__(self, values: tuple[float, float]) -> None:
        super().__init__(0)
        self.values, self.rolled = values, 0

    def random(self) -> float:
        """The next number."""
        self.rolled += 1
        return self.values[self.rolled > ROLLS_BEFORE]


ROLLS_BEFORE = 5
"""Random numbers for the points and the chance of the only entry of a list."""


def caps_of(owned: Mapping[str, int]) -> tuple[PieceCap, ...]:
    """The stands owned, by the names of the entries that share them."""
    return tuple(PieceCap(label=names, entries=frozenset(names.split()), maximum=most) for names, most in owned.items())


def wishes(
    book_of: BookOf,
    entries: tuple[Entry, ...],
    style: Style = "balanced",
    *,
    random: Random | None = None,
    points: int = 1000,
    few: bool = False,
    must: str = "",
    battalions: int = 1,
    caps: tuple[PieceCap, ...] = (),
    shares: tuple[tuple[str, float], ...] = (),
    date: Date | None = None,
) -> Wishes:
    """The wishes of a style for an army of a small list."""
    habits = {"battalions_per_regiment": (1, battalions)}
    book = small_book(book_of("days_of_empire", "sardinian"), *entries, habits=habits)
    required = (Requirement(must, 1, entries=frozenset({must})),) if must else ()
    request = RaiseRequest("small", points, style, requirements=required, caps=caps, target_shares=shares, date=date)
    return Wishes(ArmyProgram(book, request, book.default_rulings), random or Steady(0.0), few=few)


def foot(name: str, rating: str = "2", *, regiments: int = 0, limits: tuple[Limit, ...] = ()) -> Entry:
    """Infantry of one rating."""
    return entry(name, subtype="line", ratings=(rating,), regiments=regiments, limits=limits)


def of_branch(found: Wishes, branch: str) -> str:
    """The numbers of the entries of a branch, with their points."""
    points = ((name.removeprefix(branch), target) for name, target in found.entries.items() if branch in name)
    return ", ".join(f"{number}: {target:g}" for number, target in points)


def guns(name: str, regiments: int, usual: int = 3) -> Entry:
    """Foot artillery of one usual size."""
    return entry(name, "field_gun", "foot_artillery", regiments=regiments, size=(1, usual, 8))


WEIGHTED_GUNS = (foot("line"), guns("few", 2), guns("some", 10, 4), guns("many", 30, 2), replace(SIEGE, size=GUNS.size))
MANY = (
    *(entry(f"foot{number}", subtype="line", regiments=24 + number, ratings=("2",)) for number in range(8)),
    *(entry(f"horse{number}", "cavalry", "light_cavalry", regiments=30, ratings=("3",)) for number in range(6)),
    *(replace(GUNS, id=f"guns{number}") for number in range(5)),
)
INFANTRY = Selector(kinds=("infantry",))
SPARE = (
    LINE,
    replace(HORSE, regiments=records("A", "B", "C", "D")),
    entry("spare", "cavalry", "heavy_cavalry", regiments=4, ratings=("2", "3"), limits=(Limit(at_most=0),)),
    entry("few", "cavalry", "heavy_cavalry", regiments=3, ratings=("4", "5"), limits=(Limit(at_most=0),)),
)
SIZED = (LINE, entry("big", ratings=("2",), size=(11, 12, 12)), ENGINEERS, PONTOONS, replace(GUNS, size=HORSE.size))

STYLES_OF_ARMIES = [
    (
        "balanced",
        {
            "all foot": 540.0,
            "all horse": 180.0,
            "all guns": 180.0,
            "line": 192.0,
            "guard": 64.0,
            "jager": 96.0,
            "horse": 100.0,
            "heavy": 80.0,
            "guns": 180.0,
        },
        {
            "line 2": 0.0,
            "line 3": 0.15,
            "guard 4": 0.0,
            "guard 3": 0.15,
            "jager 3": 0.0,
            "horse 3": 0.0,
            "horse 4": 0.15,
            "heavy 4": 0.0,
            "guns": 0.0,
            "siege": 2.9,
        },
    ),
    (
        "infantry",
        {
            "all foot": 720.0,
            "all horse": 54.0,
            "all guns": 126.0,
            "line": 192.0,
            "guard": 64.0,
            "jager": 96.0,
            "heavy": 80.0,
            "guns": 126.0,
        },
        {
            "line 2": 0.0,
            "line 3": 0.15,
            "guard 4": 0.0,
            "guard 3": 0.15,
            "jager 3": 0.0,
            "horse 3": 1.9,
            "horse 4": 2.05,
            "heavy 4": 0.0,
            "guns": 0.0,
            "siege": 2.9,
        },
    ),
    (
        "cavalry",
        {
            "all foot": 342.0,
            "all horse": 450.0,
            "all guns": 108.0,
            "line": 192.0,
            "guard": 60.0,
            "jager": 90.0,
            "horse": 192.0,
            "heavy": 160.0,
            "guns": 108.0,
        },
        {
            "line 2": 0.0,
            "line 3": 0.15,
            "guard 4": 0.0,
            "guard 3": 0.15,
            "jager 3": 0.0,
            "horse 3": 0.0,
            "horse 4": 0.15,
            "heavy 4": 0.0,
            "guns": 0.0,
            "siege": 2.9,
        },
    ),
    (
        "guns",
        {
            "all foot": 468.0,
            "all horse": 90.0,
            "all guns": 342.0,
            "line": 192.0,
            "guard": 64.0,
            "jager": 96.0,
            "heavy": 90.0,
            "guns": 342.0,
        },
        {
            "line 2": 0.0,
            "line 3": 0.15,
            "guard 4": 0.0,
            "guard 3": 0.15,
            "jager 3": 0.0,
            "horse 3": 1.9,
            "horse 4": 2.05,
            "heavy 4": 0.0,
            "guns": 0.0,
            "siege": 2.9,
        },
    ),
    (
        "elite",
        {
            "all foot": 558.0,
            "all horse": 180.0,
            "all guns": 162.0,
            "guard": 64.0,
            "jager": 96.0,
            "line": 192.0,
            "heavy": 114.5,
            "horse": 65.5,
            "guns": 162.0,
        },
        {
            "line 2": 2.0,
            "line 3": 0.0,
            "guard 4": 0.0,
            "guard 3": 2.0,
            "jager 3": 1.0,
            "horse 3": 2.0,
            "horse 4": 0.0,
            "heavy 4": 1.0,
            "guns": 1.0,
            "siege": 5.9,
        },
    ),
    (
        "horde",
        {
            "all foot": 648.0,
            "all horse": 144.0,
            "all guns": 108.0,
            "line": 192.0,
            "jager": 96.0,
            "guard": 64.0,
            "horse": 98.8,
            "heavy": 80.0,
            "guns": 108.0,
        },
        {
            "line 2": 0.0,
            "line 3": 2.0,
            "guard 4": 2.0,
            "guard 3": 0.0,
            "jager 3": 1.0,
            "horse 3": 0.0,
            "horse 4": 2.0,
            "heavy 4": 1.0,
            "guns": 1.0,
            "siege": 2.9,
        },
    ),
    (
        "historical",
        {
            "all foot": 594.0,
            "all horse": 126.0,
            "all guns": 180.0,
            "line": 192.0,
            "jager": 96.0,
            "guard": 64.0,
            "horse": 73.4,
            "heavy": 80.0,
            "guns": 180.0,
        },
        {
            "line 2": 0.0,
            "line 3": 0.5,
            "guard 4": 0.0,
            "guard 3": 0.5,
            "jager 3": 0.0,
            "horse 3": 0.0,
            "horse 4": 0.5,
            "heavy 4": 0.0,
            "guns": 0.0,
            "siege": 2.9,
        },
    ),
]


@pytest.mark.parametrize(("style", "points", "penalties"), STYLES_OF_ARMIES)
def test_each_style_has_its_points_and_penalties(
    book_of: BookOf, style: Style, points: dict[str, float], penalties: dict[str, float]
) -> None:
    """900 of 1000 points are for units. Points are set for each branch, and for the entries drawn."""
    found = wishes(book_of, ALL, style, random=Steady(0.9))
    assert found.points == points
    assert found.penalties == penalties


WEIGHTED = [
    ("balanced", 0.5, {"line": 1620.0, "many": 334.3, "some": 154.3}),
    ("balanced", 0.2, {"line": 1620.0, "many": 369.5, "some": 170.5}),
    ("elite", 0.5, {"line": 1674.0, "some": 390.8, "few": 105.0}),
    ("elite", 0.2, {"line": 1674.0, "some": 390.8, "few": 105.0}),
    ("horde", 0.5, {"line": 1944.0, "many": 290.3}),
    ("horde", 0.2, {"line": 1944.0, "many": 324.0}),
    ("historical", 0.5, {"line": 1782.0, "many": 411.1, "some": 140.0}),
    ("historical", 0.2, {"line": 1782.0, "many": 411.1, "some": 140.0}),
]


@pytest.mark.parametrize(("style", "chance", "points"), WEIGHTED)
def test_entries_with_more_regiments_get_more_points(
    book_of: BookOf, style: Style, chance: float, points: dict[str, float]
) -> None:
    """An elite prefers dear entries, a horde cheap ones. Siege guns are rare."""
    assert wishes(book_of, WEIGHTED_GUNS, style, random=Steady(chance), points=3000).entries == points


DRAWN = [
    (0.0, 20, "0: 16", "0: 3.6", "0: 3.6"),
    (0.0, 100, "0: 54", "0: 18", "0: 18"),
    (0.0, 300, "0: 81, 1: 81", "0: 64", "0: 105"),
    (0.0, 600, "0: 64.8, 1: 64.8, 2: 64.8, 3: 64.8, 4: 64.8", "0: 108", "0: 108"),
    (0.0, 1200, "0: 108, 1: 108, 2: 108, 3: 108, 4: 108, 5: 108", "0: 216", "0: 216"),
    (
        0.0,
        5000,
        "0: 384, 1: 386, 2: 386, 3: 386, 4: 386, 5: 386, 6: 386",
        "0: 225, 1: 225, 2: 225, 3: 225",
        "0: 300, 1: 300, 2: 300",
    ),
    (0.5, 100, "0: 54", "3: 18", "2: 18"),
    (0.5, 300, "0: 54, 4: 54, 5: 54", "3: 64", "2: 105"),
    (0.5, 1200, "0: 108, 2: 108, 3: 108, 4: 108, 5: 108, 6: 108", "2: 108, 3: 108", "2: 216"),
    (
        0.5,
        3000,
        "0: 270, 2: 270, 3: 270, 4: 270, 5: 270, 6: 270",
        "1: 135, 2: 135, 3: 135, 4: 135",
        "1: 180, 2: 180, 3: 180",
    ),
    (
        0.5,
        5000,
        "0: 384, 2: 386, 3: 386, 4: 386, 5: 386, 6: 386, 7: 386",
        "1: 225, 2: 225, 3: 225, 4: 225",
        "1: 300, 2: 300, 3: 300",
    ),
    (0.99, 100, "0: 27, 7: 27", "5: 18", "4: 18"),
    (0.99, 300, "0: 40.5, 5: 40.5, 6: 40.5, 7: 40.5", "5: 64", "4: 105"),
    (0.99, 1200, "0: 108, 3: 108, 4: 108, 5: 108, 6: 108, 7: 108", "3: 72, 4: 72, 5: 72", "3: 108, 4: 108"),
    (
        0.99,
        3000,
        "0: 270, 3: 270, 4: 270, 5: 270, 6: 270, 7: 270",
        "2: 135, 3: 135, 4: 135, 5: 135",
        "2: 180, 3: 180, 4: 180",
    ),
]


@pytest.mark.parametrize(("chance", "points", "foot", "horse", "guns"), DRAWN)
def test_larger_armies_have_more_entries(
    book_of: BookOf, chance: float, points: int, foot: str, horse: str, guns: str
) -> None:
    """An army has at most six entries of foot, four of horse and three of guns, unless they cannot use the points."""
    found = wishes(book_of, MANY, random=Steady(chance), points=points)
    assert [of_branch(found, branch) for branch in ("foot", "horse", "guns")] == [foot, horse, guns]


LIMITED = [
    ((), {"jager": 270.0, "line": 270.0}),
    ((Limit(at_most=3),), {"line": 48.0, "jager": 492.0}),
    ((Limit(at_most=3), Limit(at_most=2)), {"line": 32.0, "jager": 508.0}),
    ((Limit(at_least=1),), {"jager": 270.0, "line": 270.0}),
    ((Limit(of=INFANTRY, at_most=2),), {"jager": 270.0, "line": 270.0}),
    ((Limit(at_most=Fraction(1, 4), among=INFANTRY),), {"line": 135.0, "jager": 405.0}),
    (
        (Limit(at_most=Fraction(1, 4), among=INFANTRY), Limit(at_most=Fraction(1, 3), among=INFANTRY)),
        {"line": 135.0, "jager": 405.0},
    ),
    ((Limit(at_most=1, among=INFANTRY, for_each=4),), {"jager": 270.0, "line": 270.0}),
    ((Limit(at_most=Fraction(1, 4), among="points"),), {"jager": 270.0, "line": 270.0}),
    ((Limit(at_least=Fraction(1, 4), among=INFANTRY),), {"jager": 270.0, "line": 270.0}),
]


@pytest.mark.parametrize(("limits", "points"), LIMITED)
def test_an_entry_gets_no_more_points_than_its_limits_allow(
    book_of: BookOf, limits: tuple[Limit, ...], points: dict[str, float]
) -> None:
    """540 points are for foot; a unit of line costs 16."""
    assert wishes(book_of, (foot("line", limits=limits), foot("jager", "3"))).entries == points


OWNED = [
    ({}, {"jager": 270.0, "line": 270.0}),
    ({"line": 20}, {"line": 40.0, "jager": 500.0}),
    ({"line": 6}, {"line": 16.0, "jager": 524.0}),
    ({"line": 5}, {"jager": 540.0}),
    ({"jager": 0, "jager line": 30}, {"line": 60.0}),
    ({"line": 5, "jager": 5}, {}),
]


@pytest.mark.parametrize(("owned", "points"), OWNED)
def test_an_entry_gets_no_more_points_than_the_stands_owned_allow(
    book_of: BookOf, owned: dict[str, int], points: dict[str, float]
) -> None:
    """An entry with too few stands for one unit is not drawn."""
    assert wishes(book_of, (foot("line"), foot("jager", "3")), caps=caps_of(owned)).entries == points


NAMED = [
    (0, 1, {"jager": 48.0, "line": 492.0}, {"jager": (2.0, 36.0)}),
    (0, 2, {"jager": 96.0, "line": 444.0}, {"jager": (4.0, 36.0)}),
    (1, 1, {"line": 16.0, "jager": 48.0}, {"line": (1.0, 24.0), "jager": (2.0, 36.0)}),
    (1, 2, {"line": 32.0, "jager": 96.0}, {"line": (2.0, 24.0), "jager": (4.0, 36.0)}),
    (5, 1, {"line": 80.0, "jager": 48.0}, {"line": (5.0, 24.0), "jager": (2.0, 36.0)}),
    (5, 2, {"line": 160.0, "jager": 96.0}, {"line": (10.0, 24.0), "jager": (4.0, 36.0)}),
    (30, 1, {"jager": 48.0, "line": 480.0}, {"jager": (2.0, 36.0), "line": (30.0, 24.0)}),
    (30, 2, {"line": 468.0, "jager": 72.0}, {"line": (60.0, 24.0), "jager": (4.0, 36.0)}),
]


@pytest.mark.parametrize(("regiments", "battalions", "points", "named"), NAMED)
def test_units_of_foot_should_have_names(
    book_of: BookOf,
    regiments: int,
    battalions: int,
    points: dict[str, float],
    named: dict[str, tuple[float, float]],
) -> None:
    """Each regiment gives a name to each of its battalions. A unit without a name costs half as much again."""
    entries = (foot("line", regiments=regiments), foot("jager", "3", regiments=2))
    found = wishes(book_of, entries, battalions=battalions)
    assert (found.entries, found.named) == (points, named)


def test_each_regiment_of_horse_is_one_unit_and_batteries_need_no_names(book_of: BookOf) -> None:
    entries = (foot("line"), HORSE, HEAVY, replace(GUNS, regiments=records("First")))
    found = wishes(book_of, entries, battalions=3, random=Steady(0.99), points=3000)
    assert found.named == {"horse": (3.0, 96.0), "heavy": (2.0, 120.0)}


TWINS = (
    (foot("line", regiments=3), replace(foot("raw", regiments=3), same_as="line")),
    {"line+raw": (3.0, 24.0)},
)
LATE = replace(foot("line"), regiments=(Regiment(name="Late", from_=Date(1855)),))
NAMES = [
    TWINS,
    ((foot("line", regiments=3), foot("raw", regiments=3)), {"line": (3.0, 24.0), "raw": (3.0, 24.0)}),
    ((LATE, foot("raw", regiments=3)), {"line": (0.0, 64.0), "raw": (3.0, 24.0)}),
]


@pytest.mark.parametrize(("entries", "named"), NAMES)
def test_twins_share_their_names_and_only_regiments_that_were_there_count(
    book_of: BookOf, entries: tuple[Entry, ...], named: dict[str, tuple[float, float]]
) -> None:
    assert wishes(book_of, entries, date=Date(1854, 9)).named == named


def test_an_entry_none_of_whose_regiments_were_there_is_the_last_choice(book_of: BookOf) -> None:
    others = foot("raw", regiments=2)
    assert [*wishes(book_of, (LATE, others), date=Date(1854, 9)).entries] == ["raw"]
    assert "line 2" in wishes(book_of, (LATE, others), date=Date(1854, 9), few=True).barred
    assert [*wishes(book_of, (LATE,), date=Date(1854, 9)).entries] == ["line"]
    assert {*wishes(book_of, (LATE, others), date=Date(1855)).entries} == {"line", "raw"}


FEW = [
    ("balanced", 0.5, "", ["spare 3"]),
    ("balanced", 0.5, "spare", []),
    ("balanced", 0.5, "few", ["spare 3"]),
    ("balanced", 0.51, "", ["spare 3", "few 4"]),
    ("balanced", 0.51, "spare", ["few 4"]),
    ("balanced", 0.51, "few", ["spare 3"]),
    ("elite", 0.5, "", []),
    ("elite", 0.5, "spare", []),
    ("elite", 0.5, "few", []),
    ("elite", 0.51, "", ["few 4"]),
    ("elite", 0.51, "spare", ["few 4"]),
    ("elite", 0.51, "few", []),
    ("horde", 0.5, "", ["spare 3"]),
    ("horde", 0.5, "spare", []),
    ("horde", 0.5, "few", ["spare 3"]),
    ("horde", 0.51, "", ["spare 3", "few 4"]),
    ("horde", 0.51, "spare", ["few 4"]),
    ("horde", 0.51, "few", ["spare 3"]),
]


@pytest.mark.parametrize(("style", "chance", "required", "barred"), FEW)
def test_an_army_of_few_entries_uses_others_only_in_their_typical_form(
    book_of: BookOf, style: Style, chance: float, required: str, barred: list[str]
) -> None:
    """Entries with fewer than four regiments are left out by chance. An elite may use the dearest rating of another
    entry, a horde the cheapest."""
    assert wishes(book_of, SPARE, style, random=Steady(chance), few=True, must=required).barred == barred
    assert wishes(book_of, SPARE, style, random=Steady(chance), must=required).barred == []


def test_units_of_an_army_of_few_entries_differ_from_the_usual_size_by_a_fifth_rounded_up(book_of: BookOf) -> None:
    """The stands that a unit may be below its usual size, and the penalties for a stand more and a stand less."""
    found = wishes(book_of, SIZED, few=True, must="pontoons")
    assert {name: tuple(round(one, 2) for one in size) for name, size in found.sizes.items()} == {
        "line 2": (2.0, 0.4, 0.4),
        "line 3": (2.0, 0.6, 0.6),
        "big 2": (1.0, 0.4, 0.4),
        "pontoons": (1.0, 2.0, 2.0),
        "guns": (2.0, 7.0, 7.0),
    }
    assert found.without_larger == ["pontoons"]
    assert wishes(book_of, SIZED, must="pontoons").sizes == {}


def test_each_formation_costs_two_and_a_half_generals(book_of: BookOf) -> None:
    assert wishes(book_of, ALL).formations == {
        "foot brigade": 75.0,
        "horse brigade": 75.0,
        "foot division": 75.0,
        "horse division": 75.0,
        "foot corps": 75.0,
        "horse corps": 75.0,
    }


ODD = [
    (0.5, 0.24, {"line 2": 0.0, "line 3": 0.0}),
    (0.5, 0.25, {"line 2": 0.0, "line 3": 0.15}),
    (0.9, 0.44, {"line 2": 0.0, "line 3": 0.0}),
    (0.9, 0.46, {"line 2": 0.0, "line 3": 0.15}),
]


@pytest.mark.parametrize(("chance", "again", "penalties"), ODD)
def test_something_atypical_is_sometimes_free_of_its_penalty(
    book_of: BookOf, chance: float, again: float, penalties: dict[str, float]
) -> None:
    assert wishes(book_of, (LINE,), random=Rolls((chance, again))).penalties == penalties


def test_shares_of_entries_replace_those_of_the_style(book_of: BookOf) -> None:
    """Entries that the list does not have are ignored."""
    shares = (("line", 0.25), ("horse", 0.5), ("nobody", 0.1))
    assert wishes(book_of, ALL, shares=shares).points == {"line": 225.0, "horse": 450.0}


DICED = [
    (
        0,
        {"line": 1620.0, "many": 353.4, "some": 186.6},
        {"foot6": 90.4, "foot4": 68.3, "foot5": 59.7, "foot7": 51.5, "horse3": 90.0, "guns2": 105.0},
    ),
    (
        1,
        {"line": 1620.0, "many": 336.6, "some": 164.5},
        {"foot1": 84.9, "foot7": 80.7, "foot6": 70.8, "foot0": 33.6, "horse1": 90.0, "guns1": 105.0},
    ),
    (
        2,
        {"line": 1620.0, "many": 358.9, "some": 181.1},
        {"foot0": 67.8, "foot1": 67.4, "foot4": 61.5, "foot6": 52.8, "foot2": 20.5, "horse1": 90.0, "guns1": 105.0},
    ),
    (
        3,
        {"line": 1620.0, "some": 242.5, "many": 218.5, "few": 105.0},
        {"foot7": 80.1, "foot4": 65.6, "foot3": 64.2, "foot1": 60.1, "horse2": 64.0, "guns4": 105.0},
    ),
]


@pytest.mark.parametrize(("seed", "points", "many"), DICED)
def test_chance_varies_the_entries_and_their_points(
    book_of: BookOf, seed: int, points: dict[str, float], many: dict[str, float]
) -> None:
    """Each weight varies between 40 and 160%."""
    assert wishes(book_of, WEIGHTED_GUNS, random=Random(seed), points=3000).entries == points
    assert wishes(book_of, MANY, random=Random(seed), points=500).entries == many


def test_one_entry_gets_all_points_if_no_entry_may_be_bought(book_of: BookOf) -> None:
    """The solver then finds the nearest army."""
    none = (Limit(at_most=0),)
    assert wishes(book_of, (foot("line", limits=none), foot("jager", limits=none))).entries == {"line": 540.0}


@pytest.mark.parametrize(
    ("ratings", "typical", "points"),
    [
        (("2", "4"), "2", {"line": 16.0}),
        (("2", "4"), "4", {"line": 32.0}),
        (("4", "2"), "2", {"line": 16.0}),
        (("2", "4"), "3", {"line": 16.0}),
    ],
)
def test_an_entry_has_the_price_of_its_typical_rating(
    book_of: BookOf, ratings: tuple[str, ...], typical: str, points: dict[str, float]
) -> None:
    """If the typical rating is not offered, that of the first. An entry with one unit gets the price of a unit."""
    line = replace(foot("line", limits=(Limit(at_most=1),)), ratings=Ratings(allowed=ratings, typical=typical))
    assert wishes(book_of, (line,)).entries == points


def test_siege_guns_count_for_a_twentieth_of_other_guns(book_of: BookOf) -> None:
    """The weight of a battery grows with its regiments, here 2 and 24."""
    siege = entry("siege", "siege_gun", "siege_artillery", regiments=24, size=(1, 1, 8))
    found = wishes(book_of, (foot("line"), guns("few", 2, 1), siege), random=Steady(0.5), points=9000)
    assert found.entries == {"line": 4860.0, "few": 1222.6, "siege": 397.4}


class Given(Random):
    """Given random numbers, then always 0.5."""

    def __init__(self, *values: float) -> None:
        super().__init__(0)
        self.values = list(values)

    def random(self) -> float:
        """The next number."""
        return self.values.pop(0) if self.values else 0.5


@pytest.mark.parametrize(("regiments", "drawn"), [(14, "common"), (15, "rare")])
def test_chance_may_make_an_entry_of_fewer_regiments_the_main_foot(book_of: BookOf, regiments: int, drawn: str) -> None:
    """The weights are 26 and two more than `regiments`. Here chance multiplies them by 0.8 and 1.25."""
    entries = (foot("common", regiments=24), foot("rare", regiments=regiments))
    found = wishes(book_of, entries, random=Given(0.5, 0.5, 0.0, 0.0, 1.0), points=100)
    assert list(found.entries) == [drawn]
