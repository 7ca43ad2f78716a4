"""A row of the choices pane: its label, its parts, and the command that changes it."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.model.record import Value
from orbat.model.sourced import Mark
from orbat.registry import load_all
from orbat.report.prices import MEANINGS, SIGNS
from orbat.tui.state import State


class ChoicePart(Value):
    """A part of a row; with an action it can be clicked."""

    words: str
    action: str = ""
    chosen: bool = False


class ChoiceRow(Value):
    """A row of the choices pane.

    - `command`: the commands whose keys are shown after it, separated by spaces; a click on the row runs the first.
    - `wraps`: long text continues on the next line.
    - `flows`: parts that do not fit continue on the next line.
    """

    label: str
    parts: tuple[ChoicePart, ...]
    command: str = ""
    wraps: bool = False
    flows: bool = False


def added_rows(state: State) -> list[ChoiceRow]:
    """The rows that features add for the selection."""
    return [row for rows in load_all("choice_rows") for row in rows(state)]


def text_row(label: str, words: str, command: str, nothing: str = "none") -> ChoiceRow:
    """A text that a command changes."""
    return ChoiceRow(label, (ChoicePart(words or nothing, f"run('{command}')"),), command)


def info_row(label: str, words: str, *, wraps: bool = False) -> ChoiceRow:
    """A text without a command."""
    return ChoiceRow(label, (ChoicePart(words),), wraps=wraps)


def radio_row(label: str, offered: Iterable[tuple[str, str]], now: str, action: str, command: str) -> ChoiceRow:
    """Radio buttons, as (id, label); a click runs the action with the id."""
    marks = tuple(
        ChoicePart(f"({'•' if one == now else ' '}) {name}", f"{action}('{one}')", chosen=one == now)
        for one, name in offered
    )
    return ChoiceRow(label, marks, command, flows=True)


# Marks of prices that are not in a rulebook.


def with_mark(points: str, mark: Mark) -> str:
    """Points followed by the sign of their mark: `100°`."""
    return f"{points}{SIGNS[mark]}"


def with_aligned_mark(points: str, mark: Mark, *, marks: bool) -> str:
    """Points followed by their sign, or by a space if other points have `marks`."""
    return f"{points}{SIGNS[mark] or (' ' if marks else '')}"


def mark_rows(mark: Mark) -> list[ChoiceRow]:
    """The meaning of a price's sign, if it has one."""
    return [info_row(SIGNS[mark], MEANINGS[mark], wraps=True)] if mark else []
