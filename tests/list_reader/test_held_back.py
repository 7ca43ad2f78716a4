"""The lists that nobody looked at while the reader was written: how many of their lines are read rightly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

SHARES = [("held_back", 0.88, 0.80), ("fresh", 0.95, 0.90)]
"""The folders, with the least share of lines and of totals that are read rightly in each.

The sorts of mistakes made in `held_back` were counted while the reader was written; `fresh` was written by another hand
when the reader was done, and read once.
"""


@pytest.mark.parametrize(("folder", "least_lines", "least_totals"), SHARES)
def test_most_lines_are_read_rightly(
    names_in: Callable[[str], list[str]],
    read_in: Callable[[str, str], tuple[list[Any], list[dict[str, Any]]]],
    wrong_lines: Callable[..., Any],
    knows_ruleset: Callable[[str, str], bool],
    record_property: Callable[[str, object], None],
    folder: str,
    least_lines: float,
    least_totals: float,
) -> None:
    """Entry or kind, size, class, options and count of each line; by counts only. Lists of a ruleset that there is no
    data for are left out."""
    lines = wrong = totals = right_totals = 0
    for name in names_in(folder):
        armies, wanted = read_in(folder, name)
        if not armies and not knows_ruleset(folder, name):
            continue
        for place, one in enumerate(wanted):
            lines += len(one["lines"])
            totals += 1
            if place >= len(armies):
                wrong += len(one["lines"])
                continue
            wrong += sum(1 for _ in wrong_lines(armies[place], one))
            right_totals += armies[place].orbat.total == one["claimed_total"]
    share = (lines - wrong) / lines
    record_property("read rightly", f"{lines - wrong} of {lines} lines, {right_totals} of {totals} totals")
    assert share >= least_lines, f"{lines - wrong} of {lines} lines, {right_totals} of {totals} totals"
    assert right_totals / totals >= least_totals, f"{right_totals} of {totals} totals"
