"""Boxes to cross off losses."""

from __future__ import annotations

import pytest

from orbat.render.pdf.blocks.forms import BoxRow
from orbat.render.pdf.fonts import Style
from orbat.render.pdf.marks import Frame, ShapeMark
from orbat.report.roster import UnitStrength

STYLE = Style("regular", 10, 12)
WIDE = BoxRow(STYLE, 1000)
TWELVE = UnitStrength(12, 5, 2)


def boxes(row: BoxRow, strength: UnitStrength, lost: int = 0) -> list[Frame]:
    marks = row.marks(strength, lost, 20, 50)
    return [mark for mark in marks if isinstance(mark, Frame) and not mark.solid]


def bars(row: BoxRow, strength: UnitStrength) -> list[Frame]:
    return [mark for mark in row.marks(strength, 0, 20, 50) if isinstance(mark, Frame) and mark.solid]


def test_every_stand_has_a_box_and_the_last_have_broken_lines() -> None:
    assert [box.dashed for box in boxes(WIDE, TWELVE)] == [False] * 10 + [True] * 2


def test_a_bar_precedes_the_box_for_half_strength() -> None:
    found, (bar,) = boxes(WIDE, TWELVE), bars(WIDE, TWELVE)
    assert found[5].right < bar.x < bar.right < found[6].x
    assert bar.top < found[6].top < found[6].bottom < bar.bottom


def test_without_half_strength_there_is_no_bar() -> None:
    strength = UnitStrength(4, None, 2)
    assert bars(WIDE, strength) == []
    assert WIDE.needed(strength) == pytest.approx(boxes(WIDE, strength)[-1].right - 20)


@pytest.mark.parametrize(("lost", "crossed"), [(0, 0), (3, 3), (12, 12), (20, 12)])
def test_losses_are_crossed(lost: int, crossed: int) -> None:
    """A cross has two strokes, inside the boxes, from the left."""
    strokes = [mark for mark in WIDE.marks(TWELVE, lost, 20, 50) if isinstance(mark, ShapeMark)]
    assert len(strokes) == 2 * crossed
    if crossed:
        last = boxes(WIDE, TWELVE)[crossed - 1]
        assert all(last.x < stroke.x < stroke.right < last.right for stroke in strokes[-2:])


def test_boxes_that_fit_are_in_one_row() -> None:
    assert len({box.y for box in boxes(BoxRow(STYLE, WIDE.needed(TWELVE)), TWELVE)}) == 1
    assert len({box.y for box in boxes(BoxRow(STYLE, WIDE.needed(TWELVE) - 1), TWELVE)}) == 2


@pytest.mark.parametrize("size", [1, 2, 9, 20, 31, 60])
@pytest.mark.parametrize("width", [11.0, 60.0, 150.0])
def test_many_boxes_are_in_equal_rows_that_fit(size: int, width: float) -> None:
    strength, row = UnitStrength(size, (size - 1) // 2 or None, 0), BoxRow(STYLE, width)
    found = boxes(row, strength)
    rows = [[box for box in found if box.y == y] for y in sorted({box.y for box in found})]
    assert sum(map(len, rows)) == size
    assert len({len(one) for one in rows[:-1]}) <= 1
    assert len(rows[0]) - len(rows[-1]) < len(rows)
    assert all(mark.x >= 20 for mark in (*found, *bars(row, strength)))
    assert row.side > width / 2 or all(box.right <= 20 + width + 0.01 for box in found)
    assert row.height(strength) >= max(box.bottom for box in found) - 50.01
