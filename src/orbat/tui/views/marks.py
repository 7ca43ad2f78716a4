"""The marks of prices that no rulebook gives, beside points and in words."""

from __future__ import annotations

from orbat.model.sourced import Mark
from orbat.report.price_marks import MEANINGS, SIGNS
from orbat.tui.views.choice_row import ChoiceRow, plain


def signed(points: str, mark: Mark) -> str:
    """Points with the sign of their mark behind them: `100°`."""
    return f"{points}{SIGNS[mark]}"


def aligned(points: str, mark: Mark, *, marks: bool) -> str:
    """Points with their sign, or with room for one where others have `marks`."""
    return f"{points}{SIGNS[mark] or (' ' if marks else '')}"


def mark_rows(mark: Mark) -> list[ChoiceRow]:
    """What the sign of a price means, where it has one."""
    return [plain(SIGNS[mark], MEANINGS[mark], wraps=True)] if mark else []
