"""Short lists by authors who had never seen the reader: how many totals are right."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.list_reader.gates.lists import checked, samples

LEAST = 0.85
"""Minimum share of right totals."""


@pytest.mark.slow
def test_most_totals_of_short_lists_are_right(record_property: Callable[[str, object], None]) -> None:
    """The total by the prices of the ruleset."""
    wrong = [
        sample.typed.name
        for sample in samples("short")
        if [report.quote and report.quote.total for report in checked(sample.typed)] != [sample.wanted["total"]]
    ]
    count = len(samples("short"))
    record_property("right totals", f"{count - len(wrong)} of {count}")
    assert len(wrong) <= (1 - LEAST) * count, wrong
