"""Print settings of the order table: merged units, calculations alone, no house marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.render.pdf.conftest import LAYOUTS, pages_of, words

from orbat.data.library import Library
from orbat.documents.attachment import attached_orbat
from orbat.model.sheet import PrintOptions
from orbat.printing import print_sheets
from orbat.render.pdf.blocks.order_table import ColumnHeads, UnitRow, columns_for, lines_of
from orbat.render.pdf.fonts import styles_of
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]


def units(report: Report, **options: bool) -> list[UnitRow]:
    return [line for line in lines_of(report, **options) if isinstance(line, UnitRow)]


def test_equal_units_are_merged_if_requested(make: Make, brigade: Keys, unit: Keys) -> None:
    """Units with different notes are merged only if notes are not printed."""
    three = [unit("7th"), unit("23rd"), unit("33rd", note="late")]
    report = make(formations=[brigade("Adams", 0, units=three)])
    assert [row.name for row in units(report, merge=True)] == ["2 × Line infantry with rifle-musket", "33rd"]
    (row,) = units(report, merge=True, notes=False)
    assert (row.name, row.points, row.note) == ("3 × Line infantry with rifle-musket", "180", "7th, 23rd, 33rd")
    assert row.arms == "infantry, rifles"
    assert len(units(report)) == 3


@pytest.mark.parametrize(
    ("options", "head", "arms", "reason"),
    [
        ({}, "arms and sum", True, True),
        ({"arms": False}, "sum", False, True),
        ({"hide_points": True}, "arms", True, False),
        ({"arms": False, "hide_points": True}, "arms", True, False),
    ],
)
def test_the_column_matches_its_head(
    make: Make, brigade: Keys, options: dict[str, bool], head: str, arms: bool, reason: bool
) -> None:
    report = make(formations=[brigade("Adams", 1)])
    heads = next(line for line in lines_of(report, **options) if isinstance(line, ColumnHeads))
    (row,) = units(report, **options)
    assert (heads.sums, bool(row.arms), bool(row.reason)) == (head, arms, reason)


def test_names_get_the_width_that_takes_the_fewest_lines(make: Make, brigade: Keys, unit: Keys) -> None:
    """The column is wide for long names and short calculations, and narrow for the opposite."""
    styles = styles_of(LAYOUTS["orbat"].type)

    def names(*those: dict[str, Any]) -> float:
        report = make(formations=[brigade("Adams", 0, units=list(those))])
        return columns_for(tuple(lines_of(report, arms=False)), styles, 505.0).name_width(1)

    guns = unit("Guns", entry="brit_rha_troop", size=3, rating=None)
    long = unit("a battalion of a regiment with a long name")
    assert names(long, long, guns) > names(guns, guns)


def test_only_house_marks_are_hidden(make: Make, brigade: Keys) -> None:
    corps = {"level": "corps", "name": "I", "commander": {"name": "X"}, "formations": [brigade("Adams", 1)]}
    report, library = make(formations=[corps]), Library()
    content = " ".join(word.text for page in pages_of(report) for word in words(page))
    assert "30 corps general = 30 [house]" in content
    plain, marked = (
        print_sheets(report, [LAYOUTS["orbat"]], PrintOptions(hide_house=hide), library) for hide in (True, False)
    )
    assert plain != marked
    assert attached_orbat(plain) == attached_orbat(marked)
