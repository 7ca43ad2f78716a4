"""A row of the choices pane: a label, parts, and the command that changes the value."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.model.record import Value
from orbat.model.sourced import Mark
from orbat.registry import load_all
from orbat.report.prices import MEANINGS, SIGNS
from orbat.tui.state import State


class ChoicePart(Value):
    """A part of a row. A part with an action can be clicked."""

    words: str
    action: str = ""
    chosen: bool = False


class ChoiceRow(Value):
    """A row of the choices pane.

    - `command`: ids of commands, separated by spaces. Their keys follow the text. A click on the row runs the first.
    - `wraps`: a long text continues on the next line.
    - `flows`: parts that do not fit go to the next line.
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
    """A row with a text that a command changes; `nothing` replaces an empty text."""
    return ChoiceRow(label, (ChoicePart(words or nothing, f"run('{command}')"),), command)


def info_row(label: str, words: str, *, wraps: bool = False) -> ChoiceRow:
    """A row with a text only."""
    return ChoiceRow(label, (ChoicePart(words),), wraps=wraps)


def radio_row(label: str, offered: Iterable[tuple[str, str]], now: str, action: str, command: str) -> ChoiceRow:
    """A row of radio buttons, given as (id, label). A click runs the action with the id."""
    marks = tuple(
        ChoicePart(f"({'•' if one == now else ' '}) {name}", f"{action}('{one}')", chosen=one == now)
        for one, name in offered
    )
    return ChoiceRow(label, marks, command, flows=True)


# Marks of prices that are not in a rulebook.


def with_mark(points: str, mark: Mark) -> str:
    """Points followed by the sign of a price mark: `100°`."""
    return f"{points}{SIGNS[mark]}"


def with_aligned_mark(points: str, mark: Mark, *, marks: bool) -> str:
    """Points followed by a price mark's sign. Without a sign, a space replaces it if `marks` is set, to align the
    digits."""
    return f"{points}{SIGNS[mark] or (' ' if marks else '')}"


def mark_rows(mark: Mark) -> list[ChoiceRow]:
    """A row that explains a price mark; none without a mark."""
    return [info_row(SIGNS[mark], MEANINGS[mark], wraps=True)] if mark else []
