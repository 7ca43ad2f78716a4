"""A row of the choices pane: a label, values, and the command that changes the value."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from orbat.model.record import Value
from orbat.model.sourced import Mark
from orbat.registry import load_all
from orbat.report.prices import MEANINGS, SIGNS
from orbat.tui.state import State


class ChoicePart(Value):
    """A value in a row of the choices pane, for example a button."""

    words: str
    action: str = ""
    """A click on the value runs the action."""
    chosen: bool = False
    faint: bool = False
    """Whether choosing this value would cause a finding."""


class ChoiceRow(Value):
    """A row of the choices pane: a label and values."""

    label: str
    parts: tuple[ChoicePart, ...]
    command: str = ""
    """The ids of commands, separated by spaces.

    The row ends with the keys of these commands. A click on the row runs the first command.
    """
    wraps: bool = False
    """Whether a long text continues on the next line."""
    flows: bool = False
    """Whether values that do not fit move to the next line."""


def added_rows(state: State) -> list[ChoiceRow]:
    """The rows that optional features add for the selected item, such as the number of owned stands."""
    return [row for rows in load_all("choice_rows") for row in rows(state)]


def text_row(label: str, words: str, command: str, nothing: str = "none", *, wraps: bool = True) -> ChoiceRow:
    """A row with the text `words`, or `nothing` if `words` is empty. `command` changes the text."""
    return ChoiceRow(label, (ChoicePart(words or nothing, f"run('{command}')"),), command, wraps=wraps)


def info_row(label: str, words: str, *, wraps: bool = False) -> ChoiceRow:
    """A row with a text that no command changes."""
    return ChoiceRow(label, (ChoicePart(words),), wraps=wraps)


def radio_row(
    label: str,
    offered: Iterable[tuple[str, str]],
    now: str,
    action: str,
    command: str,
    accepts: Callable[[str], bool] = lambda one: True,
) -> ChoiceRow:
    """A row of radio buttons, given as (id, label). A click calls `action` with the button's id.

    Buttons for which `accepts` returns False are faint.
    """
    marks = tuple(
        ChoicePart(
            f"({'•' if one == now else ' '}) {name}",
            f"{action}('{one}')",
            chosen=one == now,
            faint=one != now and not accepts(one),
        )
        for one, name in offered
    )
    return ChoiceRow(label, marks, command, flows=True)


# Marks of prices that are not in a rulebook.


def with_mark(points: str, mark: Mark) -> str:
    """Points, followed by the sign of a house price (`°`) or an inferred price."""
    return f"{points}{SIGNS[mark]}"


def with_aligned_mark(points: str, mark: Mark, *, marks: bool) -> str:
    """Points with the sign of a house or inferred price, aligned for a column.

    `marks`: whether any points in the column have a sign.
    """
    return f"{points}{SIGNS[mark] or (' ' if marks else '')}"


def mark_rows(mark: Mark) -> list[ChoiceRow]:
    """A row that explains the sign of a house or inferred price. Returns [] for a price from the rulebook."""
    return [info_row(SIGNS[mark], MEANINGS[mark], wraps=True)] if mark else []
