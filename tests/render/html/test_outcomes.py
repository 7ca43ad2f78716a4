"""The web page of many checked files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.pipeline import check
from orbat.render.html.outcomes import outcomes_page
from orbat.report.outcome import Outcome, outcome_of

ARMY = Path(__file__).parents[3] / "templates" / "orbats" / "days_of_empire" / "starters" / "british_400.yaml"


@pytest.fixture(scope="module")
def outcome(library: Library) -> Outcome:
    return outcome_of(check(ARMY, library))


@pytest.mark.parametrize(("player", "columns"), [("", 5), ("Anna", 6)])
def test_players_have_a_column_if_a_file_names_one(outcome: Outcome, player: str, columns: int) -> None:
    page = outcomes_page([replace(outcome, player=player), replace(outcome, player="")], (), "1")
    assert page.count('scope="col"') == columns
    assert page.count('<td role="cell"') == 2 * (columns - 1)
    assert ("Anna" in page) == bool(player)


def test_a_long_path_can_be_broken_after_a_folder(outcome: Outcome) -> None:
    assert "club/<wbr>a &amp; b/<wbr>c.yaml" in outcomes_page([replace(outcome, file="club/a & b/c.yaml")], (), "1")
