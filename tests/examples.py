"""Random examples and parameters: few in the quick tests, many in CI and in long runs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

FACTOR = float(os.environ.get("ORBAT_TEST_EXAMPLES", "0.1"))
"""1 in the slow part of `.ci/run`, more in `.ci/long`."""

FRESH = "ORBAT_TEST_FRESH" in os.environ
"""Whether each run tries other examples. Otherwise the tests are deterministic."""


def examples(number: int) -> int:
    """The number of examples in this run, where `number` is that of `.ci/run`."""
    return max(2, round(number * FACTOR))


def sampled(values: Iterable[Any], quick: int) -> list[ParameterSet]:
    """Parameters of a test: a few spread over all of them for the quick tests, the others marked slow.

    A tuple has the values of several parameters.
    """
    several = [*values]
    step = max(1, len(several) // quick)
    marks = [() if place % step == 0 else pytest.mark.slow for place in range(len(several))]
    values_of = [value if type(value) is tuple else (value,) for value in several]
    return [pytest.param(*values, marks=mark) for values, mark in zip(values_of, marks, strict=True)]
