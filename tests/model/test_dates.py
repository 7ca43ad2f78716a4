"""Periods as text."""

from __future__ import annotations

import pytest

from orbat.model.dates import Date, spans

MARCH, APRIL, MAY, JUNE = (Date(1854, month) for month in (3, 4, 5, 6))


@pytest.mark.parametrize(
    ("periods", "texts"),
    [
        ((), ()),
        (((MARCH, APRIL), (MAY, JUNE)), ("1854-03 to 1854-06",)),
        (((MARCH, MARCH), (MAY, JUNE)), ("1854-03", "1854-05 to 1854-06")),
        (((MAY, JUNE), (MARCH, APRIL)), ("1854-03 to 1854-06",)),
        (((MARCH, JUNE), (APRIL, MAY)), ("1854-03 to 1854-06",)),
        (((None, APRIL), (MAY, None)), ("at any date",)),
        (((None, MARCH), (MAY, None)), ("to 1854-03", "from 1854-05")),
        (((MARCH, None), (APRIL, MAY)), ("from 1854-03",)),
        (((None, MAY), (None, APRIL)), ("to 1854-05",)),
        (((Date(1854), Date(1854)), (Date(1855, 1), Date(1855, 2))), ("1854 to 1855-02",)),
    ],
)
def test_periods_without_a_gap_become_one(
    periods: tuple[tuple[Date | None, Date | None], ...], texts: tuple[str, ...]
) -> None:
    assert spans(periods) == texts
