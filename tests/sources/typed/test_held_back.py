"""The lists that nobody looked at while the reader was written: how many of their lines are read rightly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

LINES = 0.88
"""The least share of lines read rightly."""
TOTALS = 0.80
"""The least share of totals read rightly."""


def test_most_lines_are_read_rightly(
    names_in: Callable[[str], list[str]],
    read_in: Callable[[str, str], tuple[list[Any], list[dict[str, Any]]]],
    wrong_lines: Callable[..., Any],
    knows_ruleset: Callable[[str, str], bool],
    record_property: Callable[[str, object], None],
) -> None:
    """Entry or kind, size, class, options and count of each line; by counts only. Lists of a ruleset that there is no
    data for are left out."""
    lines = wrong = totals = right_totals = 0
    for name in names_in("held_back"):
        armies, wanted = read_in("held_back", name)
        if not armies and not knows_ruleset("held_back", name):
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
    assert share >= LINES, f"{lines - wrong} of {lines} lines, {right_totals} of {totals} totals"
    assert right_totals / totals >= TOTALS, f"{right_totals} of {totals} totals"
