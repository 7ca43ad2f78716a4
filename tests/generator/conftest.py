"""Books of the shipped data, and what is wrong with a raised army."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.generator.raise_army import RaisedArmy

LATER = ("STF", "PTS")
"""Findings on dice not thrown yet, and on a size that is not usual."""


@pytest.fixture
def wrong() -> Callable[[RaisedArmy], list[str]]:
    """The errors and warnings on a raised army, in words."""

    def of(raised: RaisedArmy) -> list[str]:
        return [
            f"{finding.code}: {finding.message}"
            for finding in raised.findings
            if finding.severity != "note" and not finding.code.startswith(LATER)
        ]

    return of
