"""The dates at which a limit applies."""

from __future__ import annotations

import pytest

from orbat.model.army_list import Limit
from orbat.model.dates import Date

YEAR, OCTOBER, NOVEMBER = Date(1760), Date(1760, 10), Date(1760, 11)


@pytest.mark.parametrize(
    ("at_most", "date", "applies"),
    [
        (0, OCTOBER, False),
        (0, NOVEMBER, True),
        (0, YEAR, False),
        (1, YEAR, True),
    ],
)
def test_a_limit_of_0_applies_to_a_year_only_as_a_whole(at_most: int, date: Date, applies: bool) -> None:
    """A player who types only a year may mean a month in which the troops were there."""
    part = Limit(at_most=at_most, from_=Date(1760, 11), to=Date(1761, 4))
    assert part.in_force(date) == applies
    whole = Limit(at_most=at_most, from_=Date(1760, 1), to=Date(1760, 12))
    assert whole.in_force(YEAR)
