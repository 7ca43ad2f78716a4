"""Symbols of arms and fills of bars stay within their boxes and can be told apart without colour."""

from __future__ import annotations

from typing import get_args

import pytest

from orbat.model.kinds import Symbol
from orbat.render.pdf.fills import FILLS, Fill, filled
from orbat.render.pdf.marks import Mark
from orbat.render.pdf.symbols import symbol, symbol_width

NEAR = 0.01


def within(marks: tuple[Mark, ...], x: float, y: float, width: float, height: float) -> bool:
    return all(
        x - NEAR <= mark.x
        and mark.right <= x + width + NEAR
        and y - NEAR <= mark.top
        and mark.bottom <= y + height + NEAR
        for mark in marks
    )


@pytest.mark.parametrize("name", get_args(Symbol))
@pytest.mark.parametrize("height", [8.0, 30.0])
def test_a_symbol_stays_in_its_box(name: Symbol, height: float) -> None:
    marks = symbol(name, 5.0, 7.0, height)
    assert marks
    assert within(marks, 5.0, 7.0, symbol_width(height), height)


def test_symbols_are_distinct_and_none_draws_nothing() -> None:
    drawn = {symbol(name, 0.0, 0.0, 10.0) for name in get_args(Symbol)}
    assert len(drawn) == len(get_args(Symbol))
    assert symbol(None, 0.0, 0.0, 10.0) == ()


@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize("width", [0.4, 3.0, 200.0])
def test_a_fill_stays_in_its_box(fill: Fill, width: float) -> None:
    assert within(filled(fill, 5.0, 7.0, width, 9.0), 5.0, 7.0, width, 9.0)


def test_fills_are_distinct() -> None:
    assert len({filled(fill, 0.0, 0.0, 30.0, 9.0) for fill in FILLS}) == len(FILLS) == len(get_args(Fill))
