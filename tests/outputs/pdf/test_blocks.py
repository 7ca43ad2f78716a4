from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orbat.outputs.pdf.blocks import FindingRow, Heading, Section, Title, Total, UnitRow, blocks_of, heading_of
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]


@pytest.fixture
def army(make: Make, unit: Keys, brigade: Keys) -> Report:
    return make(
        title="Sample",
        player="Jo",
        commander={"name": "Lord Raglan"},
        formations=[brigade("Adams", 2, off_board=True)],
        units=[unit("Alone", note="on its own")],
    )


def test_the_blocks_follow_the_tree(army: Report) -> None:
    kinds = [type(block).__name__ for block in blocks_of(army)]
    assert kinds[:9] == [
        "Title",
        "ColumnHeads",
        "Heading",
        "Heading",
        "UnitRow",
        "UnitRow",
        "Heading",
        "UnitRow",
        "Total",
    ]


def test_a_heading_says_who_commands_and_what_it_comes_to(army: Report) -> None:
    own, adams, independent = (block for block in blocks_of(army) if isinstance(block, Heading))
    assert own.commander == "Lord Raglan, capable, the player"
    assert (adams.title, adams.commander, adams.points, adams.subtotal) == (
        "Brigade Adams",
        "General Adams, capable (3)",
        "30",
        "150",
    )
    assert adams.off_board
    assert "DOE 5.1" in adams.reason
    assert (independent.title, independent.subtotal) == ("Independent units", "60")


def test_a_unit_has_its_sum_beside_it(army: Report) -> None:
    row = next(block for block in blocks_of(army) if isinstance(block, UnitRow))
    assert (row.name, row.rating, row.size, row.counted_in, row.points) == ("Adams 1", "3", "15", "stands", "60")
    assert row.reason == "15 stands x (3 class 3 + 1 rifles) = 60 [DOE 5.3, 5.4]"
    assert row.arms.endswith("rifles")


@pytest.mark.parametrize(
    ("level", "name", "heading"),
    [
        ("brigade", "Adams", "Brigade Adams"),
        ("division", "Light Division", "Light Division"),
        ("brigade", "Brigade, the 1st", "Brigade, the 1st"),
        ("brigade", "", "Brigade"),
        ("", "Adams", "Adams"),
        ("", "", "unnamed formation"),
    ],
)
def test_a_heading_says_the_level_once(level: str, name: str, heading: str) -> None:
    assert heading_of(level, name) == heading


def test_findings_come_last_the_gravest_first(make: Make, brigade: Keys) -> None:
    blocks = blocks_of(make(game_size=100, formations=[brigade("Adams", 2, commander={"name": "Adams"})]))
    title = blocks[0]
    assert isinstance(title, Title)
    assert title.verdict.startswith("Not legal: ")
    assert title.tally.startswith("Findings: ")
    start = next(number for number, block in enumerate(blocks) if isinstance(block, Section))
    severities = [block.severity for block in blocks[start + 1 :] if isinstance(block, FindingRow)]
    assert severities[0] == "error"
    assert severities == sorted(severities, key=["error", "warning", "note"].index)


def test_hidden_points_are_nowhere(army: Report) -> None:
    blocks = blocks_of(army, hide_points=True)
    assert not any(isinstance(block, Total | FindingRow) for block in blocks)
    assert all(not block.points and not block.reason for block in blocks if isinstance(block, UnitRow | Heading))
    assert all(not block.subtotal for block in blocks if isinstance(block, Heading))
    assert blocks[0] == Title("Sample", army.head, "Jo", "", army.verdict, "", "")


def test_what_could_not_be_read_still_has_its_findings(make: Make) -> None:
    blocks = blocks_of(make(ruleset="nobody_knows_it"))
    assert [type(block).__name__ for block in blocks[:3]] == ["Title", "Section", "FindingRow"]
