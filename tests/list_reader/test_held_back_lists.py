"""Accuracy on typed lists that were not looked at while the reader was written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

SHARES = [("held_back", 0.88, 0.80), ("fresh", 0.95, 0.90)]
"""The folders, with the minimum shares of lines and of totals read correctly.

Types of mistakes in `held_back` were counted while the reader was written. `fresh` was written by somebody else
afterwards and read once.
"""


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "least_lines", "least_totals"), SHARES)
def test_most_lines_are_read_correctly(
    list_names: Callable[[str], list[str]],
    read_in: Callable[[str, str], tuple[list[Any], list[dict[str, Any]]]],
    misread: Callable[..., Any],
    has_ruleset: Callable[[str, str], bool],
    record_property: Callable[[str, object], None],
    folder: str,
    least_lines: float,
    least_totals: float,
) -> None:
    """Entry or kind, size, class, options and count of each line. Lists of a ruleset without data are skipped."""
    lines = wrong = totals = right_totals = 0
    for name in list_names(folder):
        armies, wanted = read_in(folder, name)
        if not armies and not has_ruleset(folder, name):
            continue
        for place, one in enumerate(wanted):
            lines += len(one["lines"])
            totals += 1
            if place >= len(armies):
                wrong += len(one["lines"])
                continue
            wrong += sum(1 for _ in misread(armies[place], one))
            right_totals += armies[place].orbat.total == one["claimed_total"]
    share = (lines - wrong) / lines
    record_property("read correctly", f"{lines - wrong} of {lines} lines, {right_totals} of {totals} totals")
    assert share >= least_lines, f"{lines - wrong} of {lines} lines, {right_totals} of {totals} totals"
    assert right_totals / totals >= least_totals, f"{right_totals} of {totals} totals"
