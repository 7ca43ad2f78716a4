"""Dates with month precision, for army lists and ORBATs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from orbat.model.record import Scalar, Value

_DATE = re.compile(r"([12][0-9]{3})(?:-(0[1-9]|1[0-2]))?\Z")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""The names of the months."""


class Date(Value):
    """A year, or a month of a year."""

    year: int
    month: int | None = None

    @property
    def first(self) -> int:
        """The first month covered, as months since year 0."""
        return self.year * 12 + (self.month or 1) - 1

    @property
    def last(self) -> int:
        """The last month covered, as months since year 0."""
        return self.year * 12 + (self.month or 12) - 1

    def __str__(self) -> str:
        return f"{self.year}-{self.month:02}" if self.month else str(self.year)

    @property
    def in_words(self) -> str:
        """The date in words: `September 1854`, or `1854`."""
        return f"{MONTHS[self.month - 1]} {self.year}" if self.month else str(self.year)


def read_date_words(words: str) -> Date | None:
    """Read a date written by `Date.in_words`. Returns None for other text."""
    month, _, year = words.rpartition(" ")
    if not (year.isascii() and year.isdecimal() and len(year) == 4 and month in ("", *MONTHS)):
        return None
    return Date(int(year), MONTHS.index(month) + 1 if month else None)


def overlaps(date: Date, first: Date | None, last: Date | None) -> bool:
    """Whether any part of a date is between two dates, inclusive. None means unbounded."""
    return not (first and date.last < first.first) and not (last and date.first > last.last)


def includes(date: Date, first: Date | None, last: Date | None) -> bool:
    """Whether every month of a date is between two dates, inclusive. None means unbounded."""
    return not (first and date.first < first.first) and not (last and date.last > last.last)


def span(first: Date | None, last: Date | None) -> str:
    """Two dates as text: `1854-04 to 1856-06`, `1815`, `from 1855-06`, `to 1855-01` or `at any date`."""
    if first and first == last:
        return str(first)
    if first and last:
        return f"{first} to {last}"
    if first:
        return f"from {first}"
    return f"to {last}" if last else "at any date"


def spans(periods: Iterable[tuple[Date | None, Date | None]]) -> tuple[str, ...]:
    """Periods as texts, in the order of their dates. Periods without a gap between them become one."""
    joined: list[tuple[Date | None, Date | None]] = []
    for first, last in sorted(periods, key=lambda one: one[0].first if one[0] else 0):
        before = joined[-1][1] if joined else None
        if joined and (first is None or before is None or first.first <= before.last + 1):
            ends = None if before is None or last is None else max(before, last, key=lambda one: one.last)
            joined[-1] = (joined[-1][0], ends)
        else:
            joined.append((first, last))
    return tuple(span(first, last) for first, last in joined)


def read_date(raw: object) -> Date:
    """Read a date written as `1854` or `1854-09`. Raises ValueError for other values."""
    date = _date_of(str(raw)) if isinstance(raw, str) or type(raw) is int else None
    if date is None:
        raise ValueError("should be a year or a year and month, such as 1854 or 1854-09")
    return date


@lru_cache(maxsize=1000)
def _date_of(text: str) -> Date | None:
    # remembered, because the records of an army list have a few hundred dates thousands of times
    found = _DATE.match(text)
    return Date(int(found[1]), int(found[2]) if found[2] else None) if found else None


DateText = Annotated[
    Date,
    Scalar(read_date, {"type": ["string", "integer"], "pattern": "^[12][0-9]{3}(-(0[1-9]|1[0-2]))?$"}),
]
