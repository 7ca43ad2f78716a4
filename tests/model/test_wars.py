"""The war in which two nations are enemies."""

from __future__ import annotations

import pytest

from orbat.model.dates import Date
from orbat.model.wars import War, war_between

FIRST = War(name="First", from_=Date(1758, 3), to=Date(1760), sides=(("red", "green"), ("blue",)))
SECOND = War(name="Second", from_=Date(1760, 12), to=Date(1761), sides=(("red", "blue"), ("green",)))


@pytest.mark.parametrize(
    ("first", "second", "date", "found"),
    [
        ("red", "blue", Date(1758, 2), None),
        ("red", "blue", Date(1758, 3), "First"),
        ("blue", "red", Date(1758), "First"),
        ("red", "blue", Date(1760, 11), "First"),
        ("red", "blue", Date(1760, 12), None),
        ("red", "blue", Date(1761), None),
        ("red", "green", Date(1760, 11), None),
        ("red", "green", Date(1760, 12), None),
        ("red", "green", Date(1761, 1), "Second"),
        ("red", "white", Date(1759), None),
        ("red", "red", Date(1759), None),
    ],
)
def test_nations_are_enemies_in_the_months_of_a_war(first: str, second: str, date: Date, found: str | None) -> None:
    war = war_between((FIRST, SECOND), first, second, (date, date))
    assert (war.name if war else None) == found


def test_a_period_without_bounds_includes_every_war() -> None:
    assert war_between((FIRST,), "green", "blue", (None, None)) is FIRST
    assert war_between((FIRST, SECOND), "red", "blue", (None, None)) is None


def test_a_war_without_dates_is_in_every_period() -> None:
    war = War(name="Always", sides=(("red",), ("blue",)))
    assert war_between((war,), "red", "blue", (Date(1700), Date(1700))) is war
