"""A row of choices: what it is about, its pieces, and the command that changes it."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.model.record import Value
from orbat.model.sourced import Mark
from orbat.registry import load_all
from orbat.report.prices import MEANINGS, SIGNS
from orbat.tui.state import State


class ChoicePart(Value):
    """A piece of a row; with an action it can be clicked."""

    words: str
    action: str = ""
    chosen: bool = False


class ChoiceRow(Value):
    """One row: what it is about, its pieces, and the commands whose keys are shown behind it, the first of which a
    click on the row runs. Pieces that `flow` go on in another line where there is no room; words that wrap do too."""

    head: str
    parts: tuple[ChoicePart, ...]
    command: str = ""
    wraps: bool = False
    flows: bool = False


def added_rows(state: State) -> list[ChoiceRow]:
    """The rows that features add for what is selected."""
    return [row for rows in load_all("choice_rows") for row in rows(state)]


def text_row(head: str, words: str, command: str, nothing: str = "none") -> ChoiceRow:
    """A row with a text that its command changes."""
    return ChoiceRow(head, (ChoicePart(words or nothing, f"run('{command}')"),), command)


def info_row(head: str, words: str, *, wraps: bool = False) -> ChoiceRow:
    """A row that only tells."""
    return ChoiceRow(head, (ChoicePart(words),), wraps=wraps)


def radio_row(head: str, offered: Iterable[tuple[str, str]], now: str, action: str, command: str) -> ChoiceRow:
    """A row of things to choose one of, each by its id and what it is called; a click on one does the action."""
    marks = tuple(
        ChoicePart(f"({'•' if one == now else ' '}) {label}", f"{action}('{one}')", chosen=one == now)
        for one, label in offered
    )
    return ChoiceRow(head, marks, command, flows=True)


# The marks of prices that no rulebook gives, beside points and in words.


def with_mark(points: str, mark: Mark) -> str:
    """Points with the sign of their mark behind them: `100°`."""
    return f"{points}{SIGNS[mark]}"


def aligned(points: str, mark: Mark, *, marks: bool) -> str:
    """Points with their sign, or with room for one where others have `marks`."""
    return f"{points}{SIGNS[mark] or (' ' if marks else '')}"


def mark_rows(mark: Mark) -> list[ChoiceRow]:
    """What the sign of a price means, where it has one."""
    return [info_row(SIGNS[mark], MEANINGS[mark], wraps=True)] if mark else []
