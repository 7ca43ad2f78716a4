"""Books of the shipped data, and the findings in a generated army."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.generator.raise_army import RaisedArmy

LATER = ("STF", "PTS")
"""Findings on dice that are not rolled yet, and on unusual sizes."""


@pytest.fixture
def wrong() -> Callable[[RaisedArmy], list[str]]:
    """The messages of the errors and warnings in a generated army."""

    def of(raised: RaisedArmy) -> list[str]:
        return [
            f"{finding.code}: {finding.message}"
            for finding in raised.findings
            if finding.severity != "note" and not finding.code.startswith(LATER)
        ]

    return of
