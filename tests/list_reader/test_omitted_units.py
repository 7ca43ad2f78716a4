"""Lines that name troops but are not written like the other units of the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Read = Callable[..., list[Any]]

PRICED = """Swedish, Honours of War, 900 points
Brigade Hamilton
Uppland, infantry, standard, 100
Kalmar, infantry, standard, 100
{line}
"""


def entries(army: Any) -> list[str]:
    """The names of the units."""
    return [line.unit.name for line in army.quote.all_units]


@pytest.mark.parametrize(
    "line",
    [
        "Free battalion, small, inferior, either with rifles or without, I have not made up my mind",
        "Bohnen's light infantry, standard, small - with rifles 70, else 60, tell me",
        "Yellow hussars",
    ],
)
def test_a_line_that_names_troops_is_never_dropped(read: Read, line: str) -> None:
    """It becomes a unit, the reading is not sure, and a question quotes the line."""
    (army,) = read(PRICED.format(line=line), ruleset="honours_of_war")
    assert army.lines[5].role == "unit"
    assert army.typed.reading.confidence != "sure"
    assert any(line[:20] in question.text for question in army.typed.reading.questions)


@pytest.mark.parametrize("line", ["", "Hussars?", "(the hussars stay at home)", "all units are painted, standard"])
def test_a_remark_about_troops_is_no_unit(read: Read, line: str) -> None:
    """Questions, remarks in brackets and statements name no unit."""
    (army,) = read(PRICED.format(line=line), ruleset="honours_of_war")
    assert entries(army) == ["Uppland", "Kalmar"]


def test_a_size_and_grade_for_all_units_is_used_if_a_line_has_none(read: Read) -> None:
    """The default of the list outranks the usual size of the entry."""
    text = "Swedish, Honours of War\nAll of normal size and standard unless stated\n{}\n{}"
    (army,) = read(text.format("Uppland, infantry", "3 pdr battery, superior"), ruleset="honours_of_war")
    units = [line.unit for line in army.quote.all_units]
    assert [(unit.size, unit.rating) for unit in units] == [("standard", "standard"), ("standard", "superior")]
