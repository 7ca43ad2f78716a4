from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.render.pdf.conftest import LAYOUTS, pages_of, words

from orbat.render.pdf.blocks.order_table import Heading, Total, UnitRow, lines_of
from orbat.render.pdf.marks import Bookmark
from orbat.report.report import Report
from orbat.report.rows import formation_heading

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


def test_the_lines_follow_the_tree(army: Report) -> None:
    assert [type(line).__name__ for line in lines_of(army)] == [
        "ColumnHeads",
        "Heading",
        "Heading",
        "UnitRow",
        "UnitRow",
        "Heading",
        "UnitRow",
        "Total",
    ]


def test_a_heading_has_commander_and_subtotal(army: Report) -> None:
    own, adams, independent = (line for line in lines_of(army) if isinstance(line, Heading))
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


def test_a_unit_has_its_calculation(army: Report) -> None:
    row = next(line for line in lines_of(army) if isinstance(line, UnitRow))
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
        ("brigade", "Left horse", "Left horse"),
        ("brigade", "Guns on the hill", "Guns on the hill"),
        ("division", "von der Goltz", "Division von der Goltz"),
        ("division", "Duke of York", "Division Duke of York"),
        ("division", "Jérôme d'Erlon", "Division Jérôme d'Erlon"),
        ("division", "Centre (post road and bridge)", "Division Centre (post road and bridge)"),
        ("", "", "unnamed formation"),
    ],
)
def test_a_heading_has_the_level_once(level: str, name: str, heading: str) -> None:
    assert formation_heading(level, name) == heading


def test_hidden_points_are_not_in_the_table(army: Report) -> None:
    lines = list(lines_of(army, hide_points=True))
    assert not any(isinstance(line, Total) for line in lines)
    assert all(not line.points and not line.reason for line in lines if isinstance(line, UnitRow | Heading))
    assert all(not line.subtotal for line in lines if isinstance(line, Heading))


def test_notes_can_be_left_out(army: Report) -> None:
    notes = [line.note for line in lines_of(army) if isinstance(line, UnitRow)]
    assert "Note: on its own" in notes
    assert not any(line.note for line in lines_of(army, notes=False) if isinstance(line, UnitRow | Heading))


def test_an_unreadable_orbat_has_no_table(make: Make) -> None:
    assert list(lines_of(make(ruleset="nobody_knows_it"))) == []


@pytest.mark.parametrize("sheet", ["orbat", "chart", "roster"])
def test_formations_are_below_their_sheet_in_the_outline(make: Make, brigade: Keys, sheet: str) -> None:
    division = {"level": "division", "name": "Light", "formations": [brigade("Adams", 1)]}
    pages = pages_of(make(title="Army", formations=[division]), sheet)
    found = {mark.title: mark.level for page in pages for mark in page.marks if isinstance(mark, Bookmark)}
    assert [title for title, level in found.items() if level == 0] == [LAYOUTS[sheet].title]
    assert found["Division Light"] == 1
    assert found["Brigade Adams"] == 2


def test_a_line_is_read_from_left_to_right(make: Make, brigade: Keys) -> None:
    """Copied text has the size before its unit of measure and the calculation before its result."""
    (page,) = pages_of(make(title="Army", formations=[brigade("Adams", 1)]))
    content = " ".join(word.text for word in words(page))
    assert "30 brigade general = 30 [DOE 5.1] 30 90" in content
    assert "Adams 1 3 15 stands Line infantry" in content
    assert "= 60 [DOE 5.3, 5.4] 60" in content
