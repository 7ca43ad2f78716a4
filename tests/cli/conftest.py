"""Fixtures for failing rules and prices, and the log of a run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import orbat.evaluate.engine as engine
from orbat.evaluate.catalogue import UNIT_RULES
from orbat.evaluate.pricing import Pricer

LOGGED = re.compile(r"Internal error, logged to (.+\.log)\. Please report it\.")


def fails(_: object) -> Iterable[Any]:
    raise ZeroDivisionError("no stands")


@pytest.fixture
def broken_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the rule on sizes, UNT003, raise."""
    original = engine.Checker.__init__
    rules = tuple(replace(rule, check=fails) if rule.code == "UNT003" else rule for rule in UNIT_RULES)

    def patched(self: engine.Checker, *arguments: object, **named: object) -> None:
        original(self, *arguments, **{"unit_rules": rules, **named})  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(engine.Checker, "__init__", patched)


@pytest.fixture
def broken_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pricing raise."""

    def no_price(*_: object) -> None:
        raise ZeroDivisionError("no price")

    monkeypatch.setattr(Pricer, "quote", no_price)


def log_of(run: Any) -> str:
    """The text of the log that a run reported, once, on standard error."""
    [path] = LOGGED.findall(run.err)
    assert "Traceback" not in run.err + run.out
    return Path(path).read_text(encoding="utf-8")
