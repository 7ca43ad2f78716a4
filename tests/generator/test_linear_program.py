"""The solver compared with an exhaustive search, and conflicts."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbat.generator.linear_program import LinearProgram, LinearRow, minimal_conflict, solve

PRICES = st.lists(st.integers(2, 40), min_size=1, max_size=4, unique=True)


def knapsack(prices: list[int], most: int) -> tuple[LinearProgram, dict[int, float]]:
    program = LinearProgram()
    return program, {program.variable(most=most): float(price) for price in prices}


@given(prices=PRICES, points=st.integers(1, 150))
def test_nearest_sum_equals_that_of_an_exhaustive_search(prices: list[int], points: int) -> None:
    program, terms = knapsack(prices, 5)
    answer = solve(program, {key: -price for key, price in terms.items()}, rows=[LinearRow("", terms, 0, points)])
    sums = (
        sum(count * price for count, price in zip(counts, prices, strict=True))
        for counts in itertools.product(range(6), repeat=len(prices))
    )
    assert answer.solution is not None
    best = max(one for one in sums if one <= points)
    assert round(answer.solution.sum(terms)) == best
    assert round(-answer.bound) == best


def test_infeasible_program_is_proved_infeasible() -> None:
    program, terms = knapsack([6, 10], 9)
    answer = solve(program, {}, rows=[LinearRow("", terms, 7, 7)])
    assert answer.solution is None
    assert answer.proved_infeasible


def test_deviation_counts_above_and_below_the_target() -> None:
    program = LinearProgram()
    one = program.variable(most=10)
    apart = program.deviation({one: 4.0}, 18.0)
    answer = solve(program, {apart: 1.0})
    assert answer.solution is not None
    assert answer.solution.number(one) in (4, 5)
    assert answer.solution.values[apart] == pytest.approx(2)


def test_conflict_names_only_conflicting_rows() -> None:
    program = LinearProgram()
    guns, foot = program.variable(), program.variable()
    program.at_most("few guns", {guns: 1.0}, 2)
    program.at_least("many foot", {foot: 1.0}, 10)
    program.at_least("three guns", {guns: 1.0}, 3)
    program.at_most("not a thousand foot", {foot: 1.0}, 1000)
    assert set(minimal_conflict(program)) == {"few guns", "three guns"}


def test_feasible_program_has_no_conflict() -> None:
    program, terms = knapsack([3, 5], 9)
    assert minimal_conflict(program, [LinearRow("sixteen", terms, 16, 16)]) == ()


def test_solver_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    program, terms = knapsack([3, 5], 9)
    solve(program, terms)
    assert capfd.readouterr() == ("", "")


def test_a_variable_without_a_cost_costs_nothing() -> None:
    """More of the first variable requires more of the second."""
    program = LinearProgram()
    first, second = program.variable(most=3), program.variable()
    program.at_most("", {first: 1.0, second: -1.0}, 0)
    answer = solve(program, {first: -0.5})
    assert answer.solution is not None
    assert (answer.solution.number(first), answer.solution.number(second)) == (3, 3)
    assert answer.bound == -1.5


def test_the_lowest_cost_is_found_exactly_without_a_tolerance() -> None:
    """Costs may differ by less than one."""
    program, terms = knapsack([3, 5], 9)
    answer = solve(program, {0: 0.3, 1: 0.51}, rows=[LinearRow("", terms, 15, 15)])
    assert answer.solution is not None
    assert [answer.solution.number(variable) for variable in terms] == [5, 0]


def test_rows_with_excluded_labels_are_ignored() -> None:
    program, terms = knapsack([3, 5], 9)
    program.at_least("many", terms, 50)
    program.at_least("some", terms, 4)
    for without, least in ((frozenset[str](), 50), (frozenset({"many"}), 5), (frozenset({"many", "some"}), 0)):
        answer = solve(program, terms, without=without)
        assert answer.solution is not None
        assert round(answer.solution.sum(terms)) == least


def test_a_copy_is_independent() -> None:
    program, _ = knapsack([3, 5], 9)
    other = program.copy()
    other.variable(1, 2, whole=False)
    other.at_least("", {0: 1.0}, 1)
    assert (len(program.least), program.rows) == (2, [])
    assert (other.least, other.most, other.whole) == ([0, 0, 1], [9, 9, 2], [True, True, False])


@pytest.mark.parametrize(("number", "apart"), [(3, 6.0), (5, 2.0)])
def test_a_fixed_sum_has_its_distance_from_the_target(number: int, apart: float) -> None:
    program = LinearProgram()
    variable = program.deviation({program.variable(number, number): 4.0}, 18.0)
    answer = solve(program, {variable: 1.0})
    assert answer.solution is not None
    assert answer.solution.values[variable] == pytest.approx(apart)
