"""Running totals beside the prices of a typed list are removed, except the last."""

from __future__ import annotations

import pytest

from orbat.list_reader.line_blocks import without_running_totals
from orbat.list_reader.lines import TypedLine


def said(*lines: str) -> list[str]:
    """The clean lines without running totals."""
    return [
        line.clean for line in without_running_totals(TypedLine(number, one, one) for number, one in enumerate(lines))
    ]


@pytest.mark.parametrize("joint", [" {}", "  = {}", " ({})", " [{} pts]", ", {}"])
def test_a_column_of_running_totals_is_removed(joint: str) -> None:
    """Any separator is accepted. Lines without a price may come between. The last running total stays as a sum."""
    prices = [("Gen - 30", 30), ("Line, 12 stands - 24", 54), ("Guns, 3 - 105", 159)]
    lines = [f"{line}{joint.format(total)}" for line, total in prices]
    assert said(*lines[:2], "", lines[2]) == ["Gen - 30", "Line, 12 stands - 24", "", "Guns, 3 - 105", "= 159"]


@pytest.mark.parametrize(
    "lines",
    [
        ("Gen 30 30", "Line 24 54"),
        ("Line 12 2 24", "Line 12 2 24", "Line 14 2 28"),
        ("Gen 30 30", "Line 24 54", "Guns 105 158"),
    ],
)
def test_other_last_numbers_are_kept(lines: tuple[str, ...]) -> None:
    """At least three consecutive lines must agree."""
    assert said(*lines) == [*lines]
