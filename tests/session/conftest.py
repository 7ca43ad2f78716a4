"""Fixtures for journals: histories, edits and recovery."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from orbat.model.history import History, start_history
from orbat.model.orbat import Orbat, Unit
from orbat.model.text import Pin
from orbat.session.journal import Journal, RecoveredJournal, read_journal

Busy = Callable[[Journal, int, History], History]
Recover = Callable[[Path], RecoveredJournal]


@pytest.fixture(scope="session")
def begun() -> History:
    """The history of an ORBAT just opened."""
    return start_history(Orbat(ruleset=Pin("days_of_empire"), title="Codrington's brigade"))


@pytest.fixture(scope="session")
def busy() -> Busy:
    """Record a number of edits in a journal; returns the new history."""

    def edited(journal: Journal, steps: int, history: History) -> History:
        for _ in range(steps):
            number = len(history.steps)
            unit = Unit(name=f"{number}th Foot", size=number)
            units = (*history.orbat.units[: number % 20], unit)
            history = history.do(f"buy {number}", replace(history.orbat, units=units))
            journal.record(history)
        return history

    return edited


@pytest.fixture(scope="session")
def recover() -> Recover:
    """Read a journal that must be readable."""

    def recovered(place: Path) -> RecoveredJournal:
        found = read_journal(place)
        assert isinstance(found, RecoveredJournal), found
        return found

    return recovered
