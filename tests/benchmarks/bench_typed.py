"""Time to read a megabyte of text as a typed list.

Run with `pytest tests/benchmarks/bench_*.py -n0 -s`; the default test run excludes benchmarks.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.documents.read import read_raw

ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 1_000_000
BAR = 400
"""Limit in yardsticks of 5 ms: 2 seconds."""

LISTS: dict[str, Callable[[int], str]] = {
    "lines of a list": lambda number: f"Line bn {number}, 12 stands, class 2, 24 points\n",
    "one line again and again": lambda number: "3 x Line battalion, class 2 (12 stands)   72 points\n",
    "prose": lambda number: f"I do not think that {number} of them would have come up the hill in time, would they?\n",
    "long lines of units": lambda number: f"{'; '.join(['Line bn 24'] * 30)}; {number}\n",
    "many units to a line": lambda number: f"{'; '.join(['40 x Line bn, 12 stands, class 2, 24 pts'] * 9)}\n",
    "units all different": lambda number: (
        "; ".join(
            f"{9 * number + of}th Line bn, {of + 6} stands, class {of % 4 + 1}, {number % 60} pts" for of in range(9)
        )
        + "\n"
    ),
    "misspelt": lambda number: (
        f"{number}th Fusliiers rgt, 1{number % 9} stnads, calss {number % 4 + 1}, {number} pionts\n"
    ),
    "numbers": lambda number: f"{' '.join(str(number * of % 199) for of in range(3, 23))}\n",
    "random characters": lambda number: "".join(chr(32 + number * of * of % 95) for of in range(7, 47)) + "\n",
    "cells": lambda number: f"Regiment {number}\t12\t2\trifles\t36\n",
}


@pytest.mark.parametrize("what", LISTS)
def test_a_megabyte_of_text(what: str, against_yardstick: Callable[..., tuple[float, float]]) -> None:
    """It is read, or refused, in 2 seconds."""
    library = Library(ROOT / "army_lists")
    lines = (LISTS[what](number) for number in range(30_000))
    raw = "".join(lines).encode()[:MEGABYTE]
    taken, yard = against_yardstick(lambda: read_raw(raw, "list.txt", library, ruleset="days_of_empire"), 3)
    print(f"\na megabyte, {what}: {taken:.0f} ms, {taken / yard:.0f} yardsticks (bar {BAR})")
    assert taken / yard <= BAR
