"""Findings merged from several results of one rule at one place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.evaluate.merging import merge, merged_fields
from orbat.model.finding import Finding

FOOT = Finding(
    "ARM003", "warning", (), "{what}: too many", "Remove {what}.", ("X 1", "X 2"), {"what": "foot"}, house=True
)
HORSE = replace(FOOT, severity="error", cites=("X 2", "X 3"), fields={"what": "horse"}, house=False, doubt="lent")


def test_messages_and_citations_of_both_are_kept() -> None:
    """The severity is the worse one; the help is that of the first."""
    both = merge(FOOT, HORSE)
    assert (both.message, both.help) == ("foot: too many; horse: too many", "Remove foot.")
    assert (both.severity, both.cites) == ("error", ("X 1", "X 2", "X 3"))
    assert [fields["what"] for fields in merged_fields(merge(both, FOOT))] == ["foot", "horse", "foot"]
    assert [*merged_fields(FOOT)] == [FOOT.fields]


@pytest.mark.parametrize(("first", "second"), [(FOOT, HORSE), (HORSE, FOOT)])
def test_one_result_raises_a_doubt_and_one_is_no_house_limit(first: Finding, second: Finding) -> None:
    """Both must be house limits for the finding to be one."""
    assert (merge(first, second).doubt, merge(first, second).house) == ("lent", False)
    assert merge(FOOT, FOOT).house
