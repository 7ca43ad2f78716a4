"""House limits in the basis of the verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.orbat import HouseLimits, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on

ARMY = Orbat(
    ruleset=Pin("days_of_empire"), army_list=Pin("british"), units=(Unit(entry="brit_line", size=19, rating="3"),)
)


@pytest.mark.parametrize(("choice", "unusual"), [("warn", []), ("enforce", [False]), ("ignore", [True])])
def test_basis_names_a_choice_for_house_limits_that_is_not_the_default(
    library: Library, choice: HouseLimits, unusual: list[bool]
) -> None:
    """Only ignored limits are unusual: the army may exceed limits that the report does not mention."""
    report = report_on("a.yaml", Loaded(replace(ARMY, house_limits=choice), ()), library)
    assert [one.unusual for one in report.basis if one.topic == "house"] == unusual
