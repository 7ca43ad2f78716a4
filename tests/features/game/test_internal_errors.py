"""The score of an army on which a rule or pricing fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import log_of


@pytest.mark.usefixtures("broken_rule")
def test_an_army_that_is_not_fully_checked_ends_with_3(orbat: Callable[..., Any], army: Path) -> None:
    run = orbat("score", army)
    assert run.code == 3
    assert "Legal" not in run.out
    assert "UNT003" in log_of(run)


@pytest.mark.usefixtures("broken_prices")
def test_pricing_that_fails_ends_with_3(orbat: Callable[..., Any], army: Path) -> None:
    run = orbat("score", army)
    assert run.code == 3
    assert "ZeroDivisionError: no price" in log_of(run)
