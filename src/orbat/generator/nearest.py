"""Finds the most expensive army within the requested points."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from orbat.generator.army_program import ArmyProgram
from orbat.generator.linear_program import INFINITY, LinearRow, Solution, minimal_conflict, solve
from orbat.model.points import Points, exact
from orbat.model.record import Value
from orbat.model.wording import phrase

ROUNDING = 1e-6
"""A bound of the solver may be too low by this share of a price step."""


class NearestArmy(Value):
    """The most expensive army within the requested points."""

    solution: Solution
    points: float
    """The cost of the army."""
    maximum: Points
    """An upper bound: no possible army costs more."""


def nearest_army(army_program: ArmyProgram) -> NearestArmy | None:
    """The most expensive army within the requested points, or None."""
    total, within = army_program.total(), _within(army_program)
    answer = solve(army_program.program, {key: -value for key, value in total.items()}, rows=[within])
    if answer.solution is None:
        return None
    own = Fraction(army_program.player_general_cost)
    maximum = round_down(min(-answer.bound, within.most), price_step(total.values())) + own
    return NearestArmy(answer.solution, answer.solution.sum(total) + float(own), exact(maximum))


def conflict(army_program: ArmyProgram) -> tuple[str, ...]:
    """The labels of a few limits and requirements that no army can satisfy together.

    Empty if no conflict can be proved.
    """
    return minimal_conflict(army_program.unbounded(), [_within(army_program)])


def _within(army_program: ArmyProgram) -> LinearRow:
    label = phrase("at most {points} points", points=army_program.request.points)
    most = max_points(army_program) - Fraction(army_program.player_general_cost)
    return LinearRow(label, army_program.total(), -INFINITY, float(most))


def max_points(army_program: ArmyProgram) -> Points:
    """The highest possible cost within the requested points: 399 of 400 if all prices are multiples of 3."""
    own = Fraction(army_program.player_general_cost)
    left = army_program.request.points - own
    return exact(round_down(left, price_step(army_program.total().values())) + own)


def price_step(prices: Iterable[float]) -> Fraction:
    """The greatest common divisor of all prices, or 1 if everything is free."""
    fractions = [Fraction(price).limit_denominator(1000) for price in prices]
    below = math.lcm(*(one.denominator for one in fractions))
    return Fraction(math.gcd(*(int(one * below) for one in fractions)) or 1, below)


def round_down(number: float | Fraction, step: Fraction) -> Fraction:
    """Round a number down to a multiple of a step."""
    # A number that is almost a multiple counts as the multiple, because of floating-point errors.
    return math.floor(float(number / step) + ROUNDING) * step
