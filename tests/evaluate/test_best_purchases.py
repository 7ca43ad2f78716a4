"""The purchases for the remaining points: what is offered, in which order, and where it would go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from tests.evaluate.tiny import tiny_list, tiny_ruleset

from orbat.evaluate.pricing import Pricer
from orbat.evaluate.purchases import (
    MAX_TRIED,
    Enlargement,
    Purchase,
    best_purchases,
    enlargements,
    homes_of,
    purchases,
    usual_size,
)
from orbat.evaluate.trial import Trials
from orbat.model.book import Book
from orbat.model.finding import Finding
from orbat.model.orbat import Formation, Orbat, Unit, units_of
from orbat.model.ruleset import Switch
from orbat.model.text import Pin

LIST = """
entries:
  - id: foot
    name: Foot
    kind: foot
    ratings: {allowed: [1, 2, 3], typical: 2}
    size: {min: 3, typical: 4, max: 6}
  - {id: gun, name: Gun, kind: gun, size: {min: 1, typical: 1, max: 1}}
  - {id: walls, name: Walls, kind: walls, size: {min: 1, typical: 2, max: 3}}
  - {id: chief, name: Chief, kind: chief, size: {min: 1, typical: 1, max: 1}}
  - {id: free, name: Free, kind: free, size: {min: 1, typical: 1, max: 2}}
  - {id: battalion, name: Battalion, kind: battalion, sizes: {allowed: [large, small], typical: small}}
  - {id: any, name: Any, kind: battalion}
"""

RULESET = """
ratings: [{id: 1, label: poor}, {id: 2, label: good}, {id: 3, label: best}]
sizes: [{id: small, label: weak}, {id: usual, label: usual}, {id: large, label: strong}]
arms: [infantry, artillery, staff]
kinds:
  foot:
    label: foot
    arm: infantry
    counted_in: [stand, stands]
    rating: priced
    price: {by_rating: {1: 2, 2: 4, 3: 3}, cite: TINY 1}
    removed_at: {size: 1, cite: TINY 1}
  gun: {label: gun, arm: artillery, rating: none, price: {points: 10, per: unit, cite: TINY 1}}
  walls: {label: walls, arm: artillery, counted_in: [wall, walls], rating: none, works: true, price: {points: 5, cite: TINY 1}}
  chief: {label: chief, arm: staff, counted_in: [man, men], rating: none, staff: true, price: {points: 1, cite: TINY 1}}
  free: {label: free, arm: infantry, counted_in: [man, men], rating: none, price: {points: 0, cite: TINY 1}}
  battalion:
    label: battalion
    arm: infantry
    counted_in: [battalion, battalions]
    rating: none
    price: {points: 30, by_size: {small: -10, usual: 0, large: 15}, per: unit, cite: TINY 1}
levels: [{id: brigade, label: brigade, general: {points: 30, cite: TINY 1}}]
player_general: {points: 5, cite: TINY 1}
rules: {}
"""  # noqa: E501

BOOK = Book(tiny_ruleset(RULESET), {"red": tiny_list("red", LIST)})
FOOT = Unit(entry="foot", size=4, rating="2", name="A")
ERROR = Finding("UNT001", "error", (), "Not allowed.", "Remove it.", ())


def _anything(units: list[Unit]) -> bool:
    return True


def _trials(
    *units: Unit,
    left: int | None = None,
    book: Book = BOOK,
    allowed: Callable[[list[Unit]], bool] = _anything,
    **more: Any,
) -> Trials:
    """Trials on an army with so many points left. An error forbids any other army than the allowed."""
    orbat = Orbat(ruleset=Pin("tiny"), army_list=Pin("red"), units=units, **more)
    pricer = Pricer(book, None)
    orbat = replace(orbat, game_size=None if left is None else int(pricer.quote(orbat).total) + left)

    def check(after: Orbat, _: object) -> tuple[Finding, ...]:
        return () if allowed([place.unit for place in units_of(after)]) else (ERROR,)

    return Trials(orbat, pricer.quote(orbat), pricer, lambda: ((), check))


def _advice(trials: Trials, number: int = 99) -> list[tuple[str, Any]]:
    return [(one.words, one.remaining) for one in islice(best_purchases(trials), number)]


@pytest.mark.parametrize(
    ("left", "found"),
    [
        (None, []),
        (0, []),
        (4, []),
        (5, [("Walls, 1 wall", 0)]),
        (9, [("Walls, 1 wall", 4)]),
        (10, [("Gun", 0), ("Walls, 2 walls", 0)]),
        (12, [("Foot, 3 stands", 0), ("Gun", 2), ("Walls, 2 walls", 2)]),
        (
            20,
            [("Foot, 5 stands", 0), ("Battalion, weak", 0), ("Any, weak", 0), ("Gun", 10), ("Walls, 2 walls", 10)],
        ),
        (
            31,
            [("Any, usual", 1), ("Foot, 6 stands", 7), ("Battalion, weak", 11), ("Gun", 21), ("Walls, 2 walls", 21)],
        ),
    ],
)
def test_the_purchases_that_leave_the_fewest_points_come_first(left: int | None, found: list[tuple[str, int]]) -> None:
    """Troops come before works, and otherwise the first in the list. Generals and free units are not offered.

    Works have at most their usual size.
    """
    assert _advice(_trials(left=left)) == found


def _at_most_stands(number: int) -> Callable[[list[Unit]], bool]:
    return lambda units: all(one.entry != "foot" or int(one.size or 0) <= number for one in units)


@pytest.mark.parametrize(
    ("most", "found"),
    [
        (6, [("Foot, 6 stands", 1), ("Any, weak", 5), ("Gun", 15)]),
        (5, [("Foot, 5 stands", 5), ("Any, weak", 5), ("Gun", 15)]),
        (4, [("Any, weak", 5), ("Foot, 4 stands", 9), ("Gun", 15)]),
        (3, [("Any, weak", 5), ("Foot, 3 stands", 13), ("Gun", 15)]),
        (2, [("Any, weak", 5), ("Gun", 15)]),
    ],
)
def test_a_smaller_unit_takes_its_place_by_its_points(most: int, found: list[tuple[str, int]]) -> None:
    """If the rules refuse the largest size."""
    advice = _advice(_trials(left=25, allowed=_at_most_stands(most)))
    assert [one for one in advice if not one[0].startswith(("Battalion", "Walls"))] == found


def test_named_sizes_are_tried_from_the_largest() -> None:
    """Each one alone; a refused size may lie between two that are allowed."""

    def without(*sizes: str) -> list[str]:
        trials = _trials(left=100, allowed=lambda units: not {one.size for one in units} & set(sizes))
        return [words for words, _ in _advice(trials) if words.startswith("Any")]

    assert without() == ["Any, strong"]
    assert without("large") == without("large", "small") == ["Any, usual"]
    assert without("large", "usual") == ["Any, weak"]
    assert without("large", "usual", "small") == []


@pytest.mark.parametrize(
    ("unit", "left", "words"),
    [
        (FOOT, 3, None),
        (FOOT, 4, ("1 more stand for A", 0)),
        (FOOT, 11, ("2 more stands for A", 3)),
        (replace(FOOT, size=5), 11, ("1 more stand for A", 7)),
        (replace(FOOT, size=1), 11, ("2 more stands for A", 3)),
        (replace(FOOT, size=6), 11, None),
        (replace(FOOT, size=8), 11, None),
        (replace(FOOT, size=None), 11, None),
        (replace(FOOT, size="large"), 11, None),
        (replace(FOOT, entry="dragon"), 11, None),
        (replace(FOOT, name=""), 4, ("1 more stand for Foot", 0)),
        (Unit(entry="battalion", size="small", name="A"), 24, None),
        (Unit(entry="battalion", size="small", name="A"), 25, ("A as a strong battalion", 0)),
        (Unit(entry="any", size="small", name="A"), 11, ("A as a usual battalion", 1)),
        (Unit(entry="any", size="large", name="A"), 99, None),
        (Unit(entry="any", size="huge", name="A"), 99, None),
        (Unit(entry="chief", size=1, name="A"), 99, None),
        (Unit(entry="free", size=1, name="A"), 99, None),
        (Unit(entry="walls", size=1, name="A"), 11, ("1 more wall for A", 6)),
    ],
)
def test_units_may_be_enlarged(unit: Unit, left: int, words: tuple[str, int] | None) -> None:
    """To the largest affordable size of the list; works to their usual size of two walls. A unit without a price and
    a general cannot be enlarged."""
    found = [one for one in _advice(_trials(unit, left=left)) if " more " in one[0] or " as a " in one[0]]
    assert found == ([words] if words else [])


def test_an_enlargement_and_a_new_unit_are_edits_of_the_army() -> None:
    trials = _trials(FOOT, left=12)
    by_words = {one.words: trials.attempt((one.edit,)) for one in best_purchases(trials)}
    assert [place.unit.size for place in units_of(by_words["2 more stands for A"].orbat)] == [6]
    new = [place.unit for place in units_of(by_words["Foot, 3 stands"].orbat)]
    assert new == [FOOT, Unit(entry="foot", size=3, rating="2")]


@pytest.mark.parametrize(("refused", "tried"), [(MAX_TRIED - 1, True), (MAX_TRIED, False)])
def test_few_units_are_tried(refused: int, tried: bool) -> None:
    """The time is limited if most of them are refused."""
    there = (replace(FOOT, size=5),) * refused
    trials = _trials(*there, left=5, allowed=lambda units: units[:refused] == [*there])
    assert _advice(trials) == ([("Walls, 1 wall", 0)] if tried else [])


def _brigade(*entries: str, list_id: str = "") -> Formation:
    pin = Pin(list_id) if list_id else None
    return Formation(level="brigade", army_list=pin, units=tuple(Unit(entry=one) for one in entries))


def test_a_new_unit_joins_the_formation_with_the_most_similar_units() -> None:
    """The same entry, the same arm, other units, no units; the fewest units first. Last comes the army itself."""
    brigades = (
        _brigade(), _brigade("gun"), _brigade("gun", "walls"), _brigade("any", "gun"), _brigade("free"),
        _brigade("foot", "gun", "any"), _brigade("foot", "gun"), _brigade("foot", list_id="blue"), _brigade("dragon"),
    )  # fmt: skip
    trials = _trials(formations=brigades)
    found = homes_of(BOOK, trials.quote, BOOK.entries("red")["foot"], "red")
    assert [one[1] if one else "army" for one in found] == [6, 5, 4, 3, 1, 2, 0, 8, "army"]


@pytest.mark.parametrize(("brigades", "homes"), [(0, [()]), (3, [0, 1, 2, ()]), (4, [0, 1, 2, ()]), (6, [0, 1, 2, ()])])
def test_a_new_unit_is_tried_in_three_formations_and_the_army(brigades: int, homes: list[Any]) -> None:
    tried = []

    def note(after: Orbat, _: object) -> tuple[Finding, ...]:
        tried.append(next(place.path for place in units_of(after)))
        return (ERROR,)

    orbat = Orbat(ruleset=Pin("tiny"), army_list=Pin("red"), formations=(_brigade(),) * brigades, game_size=10)
    pricer = Pricer(BOOK, None)
    trials = Trials(orbat, pricer.quote(orbat), pricer, lambda: ((), note))
    assert _advice(trials) == []
    gun = [path[1] if path[0] == "formations" else () for path in tried[: len(homes)]]
    assert gun == homes


def _words(points: int | Fraction, **more: Any) -> dict[str, str]:
    return {one.entry_id: one.words for one in purchases(_trials(**more), points)}


def test_purchases_state_the_largest_unit_and_the_number_of_usual_ones() -> None:
    assert _words(-1) == {}
    assert _words(0) == {"free": "Free, 2 men"}
    assert _words(20) == {
        "foot": "Foot, 5 stands, class 2",
        "gun": "Gun (the points are enough for 2 units)",
        "walls": "Walls, 2 walls (the points are enough for 2 units of the usual size)",
        "free": "Free, 2 men",
        "battalion": "Battalion, weak battalion",
        "any": "Any, weak battalion",
    }
    assert (
        _words(60)["battalion"] == "Battalion, strong battalion (the points are enough for 3 units of the usual size)"
    )
    assert _words(60)["any"] == "Any, strong battalion (the points are enough for 3 units of the usual size)"
    assert _words(19)["gun"] == "Gun"


@pytest.mark.parametrize(("points", "rating"), [(12, "2"), (11, "1"), (9, "1"), (6, "1"), (5, None)])
def test_the_typical_rating_comes_before_the_cheapest(points: int, rating: str | None) -> None:
    found = {one.entry_id: one for one in purchases(_trials(), points)}
    assert (found["foot"].rating if "foot" in found else None) == rating


def test_the_next_cheapest_rating_is_offered_if_the_others_are_refused() -> None:
    trials = _trials(allowed=lambda units: all(one.rating not in ("1", "2") for one in units))
    (foot,) = (one for one in purchases(trials, 10) if one.entry_id == "foot")
    assert (foot.rating, foot.size, foot.points, foot.units) == ("3", 3, 9, 0)


@pytest.mark.parametrize(("points", "count"), [(990, 99), (1000, 100), (1009, 100), (1010, 100), (2000, 100)])
def test_at_most_a_hundred_equal_units_are_counted(points: int, count: int) -> None:
    (gun,) = (one for one in purchases(_trials(), points) if one.entry_id == "gun")
    assert gun.units == count


@pytest.mark.parametrize("most", range(8))
def test_the_number_of_usual_units_is_the_largest_allowed(most: int) -> None:
    """Of guns, by points at most seven."""
    trials = _trials(allowed=lambda units: len(units) <= max(most, 1))
    (gun,) = (one for one in purchases(trials, 79) if one.entry_id == "gun")
    assert gun.units == max(most, 1)


@pytest.mark.parametrize("most", range(1, 13))
def test_the_largest_allowed_size_is_found(most: int) -> None:
    """From the smallest of 2 to the largest of 11."""
    own = BOOK.lists["red"]
    foot = replace(own.entries[0], size=replace(own.entries[0].size, min=2, max=11))
    book = Book(BOOK.ruleset, {"red": replace(own, entries=(foot,))})
    found = purchases(_trials(book=book, allowed=_at_most_stands(most)), 1000)
    assert [one.size for one in found] == ([min(most, 11)] if most >= 2 else [])


@pytest.mark.parametrize(("typical", "units"), [(1, 16), (2, 16), (3, 16), (4, 12), (6, 8), (7, 8)])
def test_an_impossible_typical_size_is_replaced_by_the_nearest(typical: int, units: int) -> None:
    """The list allows 3 to 6 stands of 4 points; 200 points are left."""
    own = BOOK.lists["red"]
    foot = replace(own.entries[0], size=replace(own.entries[0].size, typical=typical))
    book = Book(BOOK.ruleset, {"red": replace(own, entries=(foot,))})
    assert [one.units for one in purchases(_trials(book=book), 200)] == [units]


@pytest.mark.parametrize(("removed_at", "rule", "least"), [(1, True, 3), (3, True, 4), (4, True, 5), (4, False, 3)])
def test_no_unit_is_bought_at_the_size_at_which_it_is_removed(removed_at: int, rule: bool, least: int) -> None:
    """Only if the ruleset has such a rule."""
    foot = BOOK.ruleset.kinds["foot"]
    assert foot.removed_at
    kinds = {**BOOK.ruleset.kinds, "foot": replace(foot, removed_at=replace(foot.removed_at, size=removed_at))}
    rules = replace(BOOK.ruleset.rules, removed_at=Switch(cite=("TINY 1",)) if rule else None)
    book = Book(replace(BOOK.ruleset, kinds=kinds, rules=rules), BOOK.lists)
    sizes = [
        [one.size for one in purchases(_trials(book=book), points) if one.entry_id == "foot"]
        for points in (2 * least - 1, 2 * least)
    ]
    assert sizes == [[], [least]]


def test_the_usual_size_of_a_new_unit() -> None:
    """None if the price does not depend on it."""
    found = {one.id: usual_size(one, BOOK.kind(one)) for one in BOOK.entries("red").values()}
    assert found == {
        "foot": 4, "gun": None, "walls": 2, "chief": 1, "free": 1, "battalion": "small", "any": None
    }  # fmt: skip


def test_enlargements_are_described() -> None:
    units = (FOOT, Unit(entry="battalion", size="small", name="B"), Unit(entry="gun", size=1, name="C"))
    assert enlargements(_trials(*units), 25) == (
        Enlargement(("units", 0), "A", 2, "stands", 8),
        Enlargement(("units", 1), "B", 0, "strong battalion", 25, "large"),
    )
    assert [one.words for one in enlargements(_trials(*units), 25)] == ["A: 2 more stands", "B as a strong battalion"]


@pytest.mark.parametrize(
    ("size", "counted", "rating", "units", "words"),
    [
        (3, "stands", "2", 1, "Foot, 3 stands, class 2"),
        (3, "stands", "raw", 2, "Foot, 3 stands, raw (the points are enough for 2 units of the usual size)"),
        (3, "stands", "", 0, "Foot, 3 stands"),
        (3, "stands", "", None, "Foot, 3 stands"),
        (None, "", "2", 2, "Foot, class 2 (the points are enough for 2 units)"),
        (
            "large",
            "strong battalion",
            "",
            2,
            "Foot, strong battalion (the points are enough for 2 units of the usual size)",
        ),
    ],
)
def test_a_purchase_in_words(size: Any, counted: str, rating: str, units: int | None, words: str) -> None:
    found = Purchase(
        entry_id="foot", name="Foot", size=size, counted_in=counted, rating=rating, rating_word="class", options=(),
        points=1, units=units,
    )  # fmt: skip
    assert found.words == words
