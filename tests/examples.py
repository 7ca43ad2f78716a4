"""Number of random examples a property is tried on: few in the quick tests, many in CI and in long runs."""

from __future__ import annotations

import os

FACTOR = float(os.environ.get("ORBAT_TEST_EXAMPLES", "0.2"))
"""1 in the slow part of `.ci/run`, more in `.ci/long`."""

FRESH = "ORBAT_TEST_FRESH" in os.environ
"""Whether each run tries other examples. Otherwise the tests are deterministic."""


def examples(number: int) -> int:
    """The number of examples in this run, where `number` is that of `.ci/run`."""
    return max(2, round(number * FACTOR))
