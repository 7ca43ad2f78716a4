"""Gates for the reader of typed lists: slips are named, like rows are read alike, every number has a role.

`python -m tests.list_reader.gates` prints the figures and every failure. A full run has over 2,000 slips.
"""

from __future__ import annotations

import pytest
from tests.examples import FACTOR
from tests.list_reader.gates.gates import GATES, doubtful

BARS = {
    "rendered": 0.85,
    "slip": 0.943,
    "likeness": 0.99,
    "accounting": 0.99,
    "rewrite": 0.955,
    "honesty": 0.92,
    "answers": 0.855,
}
"""Minimum share of the trials of each gate that pass.

Two lists fail the accounting: the line above the table of a Word document, and a sheet of prices next to that of an
army, are in no reading.
"""
QUICK = 0.02
MOST_DOUBTFUL = 8
"""Maximum number of doubtful lists among those given to the project."""


def _misses(gate: str, share: float) -> None:
    trials = list(GATES[gate](share))
    failed = [f"{one.words}: {one.failure}" for one in trials if one.failure]
    most = max(1, (1 - BARS[gate]) * len(trials))
    assert trials
    assert len(failed) <= most, f"{len(failed)} of {len(trials)} fail:\n" + "\n".join(failed)


@pytest.mark.parametrize("gate", ["rendered", "slip", "likeness", "accounting", "rewrite"])
def test_gate_holds_for_a_few_lists(gate: str) -> None:
    """Lists of three templates, and some of the samples."""
    _misses(gate, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("gate", GATES)
def test_gate_holds(gate: str) -> None:
    """All samples, and several lists of each template. More in a long run."""
    _misses(gate, max(1.0, min(FACTOR, 4.0)))


@pytest.mark.slow
def test_few_lists_are_doubtful() -> None:
    """A list is doubtful only if a careful reader would ask."""
    assert len(doubtful()) <= MOST_DOUBTFUL
