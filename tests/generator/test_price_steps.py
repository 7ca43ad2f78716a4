"""The most that an army can cost because of the prices, and the nearest army without a style."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from tests.generator.small_lists import GUNS, entry, small_book

from orbat.generator.army_program import ArmyProgram
from orbat.generator.limit_rows import add_limits
from orbat.generator.nearest import conflict, max_points, nearest_army, price_step, round_down
from orbat.generator.request import RaiseRequest
from orbat.generator.style import solve_in_style
from orbat.model.army_list import Limit, Selector
from orbat.model.book import Book

BookOf = Callable[[str, str], Book]
TEN = entry("ten", ratings=("2",), size=(5, 5, 5))


@pytest.mark.parametrize(
    ("prices", "step"),
    [
        ([], 1),
        ([0.0], 1),
        ([3.0, 0.0, 9.0], 3),
        ([6.0, 4.0], 2),
        ([0.5, 0.75], Fraction(1, 4)),
        ([1 / 3, 1.5], Fraction(1, 6)),
        ([1 / 1000], Fraction(1, 1000)),
        ([1 / 1001], Fraction(1, 1000)),
    ],
)
def test_all_prices_are_multiples_of_the_price_step(prices: list[float], step: Fraction) -> None:
    """Prices have denominators up to 1000."""
    assert price_step(prices) == step


@pytest.mark.parametrize(
    ("number", "step", "most"),
    [
        (10, 3, 9),
        (9, 3, 9),
        (8.99999999, 3, 9),
        (8.999, 3, 6),
        (-1, 3, -3),
        (Fraction(7, 3), Fraction(1, 2), 2),
        (Fraction(5, 2), Fraction(1, 2), Fraction(5, 2)),
    ],
)
def test_points_are_rounded_down_to_the_price_step(
    number: float | Fraction, step: int | Fraction, most: int | Fraction
) -> None:
    """The inaccuracy of the solver is ignored."""
    assert round_down(number, Fraction(step)) == most


def program(book_of: BookOf, points: int, general: int, *limits: Limit) -> ArmyProgram:
    """An army of battalions of five stands for 2 points each, with generals for 30.

    `general` is the cost of the player's general.
    """
    book = small_book(book_of("days_of_empire", "sardinian"), TEN, limits=limits)
    chief = replace(book.ruleset.player_general, points=general)
    book = replace(book, ruleset=replace(book.ruleset, player_general=chief))
    found = ArmyProgram(book, RaiseRequest("small", points), book.default_rulings, advice=False, habits=False)
    add_limits(found)
    return found


TWO = Limit(of=Selector(kinds=("infantry",)), at_most=2)
NINE = Limit(of=Selector(kinds=("infantry",)), at_least=9)


@pytest.mark.parametrize(
    ("points", "general", "limits", "most", "nearest"),
    [
        (100, 0, (), 100, 100),
        (105, 0, (), 104, 100),
        (100, 7, (), 99, 97),
        (97, 7, (), 97, 97),
        (96, 7, (), 95, 87),
        (250, 7, (TWO,), 249, 207),
        (40, 0, (), 40, 40),
    ],
)
def test_the_nearest_army_costs_as_much_as_the_limits_allow(
    book_of: BookOf, points: int, general: int, limits: tuple[Limit, ...], most: int, nearest: int
) -> None:
    army_program = program(book_of, points, general, *limits)
    found = nearest_army(army_program)
    assert max_points(army_program) == most
    assert found is not None
    assert (round(found.points), found.maximum) == (nearest, nearest)
    assert round(found.solution.sum(army_program.total())) == nearest - general
    assert conflict(army_program) == ()


@pytest.mark.parametrize(
    ("points", "limits", "labels"),
    [
        (39, (), ("at most 39 points",)),
        (100, (NINE,), ("at most 100 points", "infantry: at least 9")),
        (200, (NINE, TWO), ("infantry: at least 9", "infantry: at most 2")),
    ],
)
def test_conflicts_are_named_if_no_army_is_possible(
    book_of: BookOf, points: int, limits: tuple[Limit, ...], labels: tuple[str, ...]
) -> None:
    army_program = program(book_of, points, 0, *limits)
    assert nearest_army(army_program) is None
    assert conflict(army_program) == labels


@pytest.mark.parametrize(("points", "total"), [(97, 90), (87, 80), (90, None), (100, None), (46, None)])
def test_an_army_in_a_style_costs_exactly_the_points(book_of: BookOf, points: int, total: int | None) -> None:
    """The player's general costs 7."""
    army_program = program(book_of, 100, 7)
    found = solve_in_style(army_program, points, Random(1), few=False)
    assert (found and round(found.sum(army_program.total()))) == total


def test_most_units_of_a_style_have_their_usual_size(book_of: BookOf) -> None:
    """The numbers of units are chosen before their sizes."""
    foot = entry("foot", subtype="line", regiments=20, ratings=("2",))
    book = small_book(book_of("days_of_empire", "sardinian"), foot, GUNS)
    army_program = ArmyProgram(book, RaiseRequest("small", 500, "infantry"), book.default_rulings)
    found = solve_in_style(army_program, 500, Random("0/0/infantry"), few=True)
    assert found is not None
    assert [found.number(variable) for variable in (*army_program.larger, *army_program.smaller)] == [0, 1, 0, 0]
