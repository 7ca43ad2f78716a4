"""A staff roll is not dated in the future: not after today in the time zone that is furthest ahead."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace

import pytest

from orbat.model.book import Book
from orbat.model.orbat import Commander, Orbat, Roll
from orbat.pipeline import Evaluator


class _Clock(datetime.datetime):
    """The last day that is today anywhere is 1 January 2026."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> _Clock:
        """One second before 2 January begins in the time zone that is furthest ahead."""
        return cls(2026, 1, 1, 9, 59, 59, tzinfo=tz)


@pytest.mark.parametrize(
    ("on", "is_future"),
    [
        ("2026-01-01", False),
        ("2026-01-02", True),
        ("2026-01-01T23:00:00", False),
        ("2026-01-02T00:00:00", True),
        ("2026-01", False),
        ("2026-02", True),
        ("2026", False),
        ("2027", True),
    ],
)
def test_a_roll_is_not_after_today(
    on: str, is_future: bool, army: Callable[..., tuple[Orbat, Book]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first day of a year or month counts."""
    monkeypatch.setattr("orbat.evaluate.dice_rules.datetime.datetime", _Clock)
    orbat, book = army()
    general = Commander(name="Brown", quality="capable", roll=Roll(dice=(4,), on=on))
    orbat = replace(orbat, formations=(replace(orbat.formations[0], commander=general),))
    messages = [one.message for one in Evaluator().examine(orbat, book)[1] if one.code == "STF011"]
    assert messages == ([f"Brown: the roll's date {on} is in the future"] if is_future else [])
