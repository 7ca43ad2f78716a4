"""Integer linear programs, solved exactly by HiGHS.

A row is a constraint that keeps a weighted sum of variables between two bounds. The cost is a weighted sum to minimise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

INFINITY = 1e30
"""A bound that HiGHS treats as no bound."""
FULL_EFFORT, QUICK_EFFORT = 20_000, 2_000
"""Maximum numbers of branch-and-bound nodes: one for a proof, one for a quick test of feasibility."""
DISABLED_HEURISTICS = ("allow_restart", "heuristic_run_rens", "heuristic_run_root_reduced_cost")
"""Solver heuristics that help only in large programs. In an army's small program, they would take half of the time."""
TIME_LIMIT = 4.0
"""Default time limit, in seconds."""


@dataclass(frozen=True)
class LinearRow:
    """A constraint: a weighted sum of variables must be between two bounds."""

    label: str
    """A description for messages."""
    terms: Mapping[int, float]
    """The weights, by variable."""
    least: float
    most: float


@dataclass(frozen=True)
class Solution:
    """A solution: the value of each variable."""

    values: tuple[float, ...]

    def number(self, variable: int) -> int:
        """The value of an integer variable."""
        return round(self.values[variable])

    def sum(self, terms: Mapping[int, float]) -> float:
        """The value of a weighted sum. `terms` has the weights, by variable."""
        return sum(weight * self.values[variable] for variable, weight in terms.items())


@dataclass(frozen=True)
class SolverResult:
    """The best solution found, and a lower bound for the cost of all solutions."""

    solution: Solution | None
    """None if no solution was found."""
    bound: float
    """No solution costs less."""
    proved_infeasible: bool
    """Whether the solver has proved that no solution exists."""


@dataclass
class LinearProgram:
    """The variables and constraints of a linear program."""

    least: list[float] = field(default_factory=list)
    """The minimums of the variables."""
    most: list[float] = field(default_factory=list)
    """The maximums of the variables."""
    whole: list[bool] = field(default_factory=list)
    """Whether the variables are integers."""
    rows: list[LinearRow] = field(default_factory=list)

    def copy(self) -> LinearProgram:
        """An independent copy of the program."""
        return LinearProgram(list(self.least), list(self.most), list(self.whole), list(self.rows))

    def variable(self, least: float = 0, most: float = INFINITY, *, whole: bool = True) -> int:
        """Add a variable. Returns the number of the variable, from 0."""
        self.least.append(least)
        self.most.append(most)
        self.whole.append(whole)
        return len(self.least) - 1

    def at_most(self, label: str, terms: Mapping[int, float], most: float) -> None:
        """Add a constraint with an upper bound."""
        self.rows.append(LinearRow(label, terms, -INFINITY, most))

    def at_least(self, label: str, terms: Mapping[int, float], least: float) -> None:
        """Add a constraint with a lower bound."""
        self.rows.append(LinearRow(label, terms, least, INFINITY))

    def deviation(self, terms: Mapping[int, float], target: float) -> int:
        """Add a variable for the absolute difference between a sum and a target. Returns the variable.

        The caller must add the variable to the cost, so that the solver minimises the difference.
        """
        by = self.variable(whole=False)
        self.rows.append(LinearRow("", {**terms, by: 1}, target, INFINITY))
        self.rows.append(LinearRow("", {**terms, by: -1}, -INFINITY, target))
        return by


def has_solver() -> bool:
    """Whether the solver is installed: the package highspy, which `pip install orbat[raise]` installs."""
    return find_spec("highspy") is not None


def solve(
    program: LinearProgram,
    cost: Mapping[int, float],
    *,
    rows: Iterable[LinearRow] = (),
    without: frozenset[str] = frozenset(),
    tolerance: float = 0.0,
    effort: int = FULL_EFFORT,
    seconds: float = TIME_LIMIT,
) -> SolverResult:
    """Find the solution with the lowest cost.

    `rows` are additional constraints. Constraints with a label in `without` are ignored. The solver stops within
    `tolerance` of the minimum, after `effort` branch-and-bound nodes, or after `seconds`. If `seconds` ends the search,
    the result depends on the speed of the machine.
    """
    import highspy

    every = [row for row in (*program.rows, *rows) if row.label not in without]
    solver = _quiet(highspy)
    for name, value in (
        ("output_flag", False),
        ("time_limit", seconds),
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", max(tolerance, 1e-6)),
        ("mip_max_nodes", effort),
        ("threads", 1),
        *((f"mip_{name}", False) for name in DISABLED_HEURISTICS),
    ):
        solver.setOptionValue(name, value)
    solver.passModel(_model(highspy, program, cost, every))
    solver.run()
    info, status = solver.getInfo(), solver.getModelStatus()
    statuses = highspy.HighsModelStatus
    impossible = status in (statuses.kInfeasible, statuses.kUnboundedOrInfeasible)
    found = info.primal_solution_status == 2 and not impossible  # a feasible point
    solved = Solution(tuple(solver.getSolution().col_value)) if found else None
    return SolverResult(solved, info.mip_dual_bound, impossible)


def _quiet(highspy: Any) -> Any:
    class Quiet(highspy.Highs):  # type: ignore[misc]  # highspy has no types
        # highspy prints a banner when callbacks are enabled
        def enableCallbacks(self) -> None:  # noqa: N802  # its name in highspy
            pass

    return Quiet()


def _model(highspy: Any, program: LinearProgram, cost: Mapping[int, float], rows: list[LinearRow]) -> Any:
    model = highspy.HighsLp()
    count = len(program.least)
    model.num_col_, model.num_row_ = count, len(rows)
    model.col_cost_ = [cost.get(number, 0.0) for number in range(count)]
    model.col_lower_, model.col_upper_ = program.least, program.most
    kinds = highspy.HighsVarType
    model.integrality_ = [kinds.kInteger if whole else kinds.kContinuous for whole in program.whole]
    model.row_lower_, model.row_upper_ = [row.least for row in rows], [row.most for row in rows]
    starts, columns, values = [0], list[int](), list[float]()
    for row in rows:
        columns += row.terms.keys()
        values += map(float, row.terms.values())
        starts.append(len(columns))
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_, model.a_matrix_.index_, model.a_matrix_.value_ = starts, columns, values
    return model


def minimal_conflict(program: LinearProgram, rows: Iterable[LinearRow] = ()) -> tuple[str, ...]:
    """The labels of a few constraints that no solution can satisfy together.

    Empty if a solution exists, or if the solver cannot prove that none exists.
    """
    extra = tuple(rows)
    if not solve(program, {}, rows=extra).proved_infeasible:
        return ()
    labels = list(dict.fromkeys(row.label for row in (*extra, *program.rows) if row.label))
    without: set[str] = set()
    for label in labels:
        if solve(program, {}, rows=extra, without=frozenset(without | {label}), effort=QUICK_EFFORT).proved_infeasible:
            without.add(label)
    return tuple(label for label in labels if label not in without)
