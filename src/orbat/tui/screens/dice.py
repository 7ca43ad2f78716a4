"""Asking for the dice that were thrown on the table: whose they are, and each die beside its general as it is typed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice

from textual.app import ComposeResult

from orbat.staff.roll import Candidate
from orbat.tui.screens.ask import AskText
from orbat.tui.widgets.lines import Line, Lines

THROWN = (3, 6, 1, 4, 2, 5)
"""The dice of the example, from the first again where there are more."""


class AskDice(AskText):
    """Ask for dice, so many for each general. The pointer is at the one whose dice are next."""

    def __init__(self, whom: tuple[Candidate, ...], each: int, sides: int, wrong: Callable[[str], str]) -> None:
        example = ", ".join(str(min(die, sides)) for die in islice(cycle(THROWN), each * len(whom)))
        them = "these generals, in this order (the last can wait)" if len(whom) > 1 else "this general"
        super().__init__(f"Type the dice thrown for {them}:", wrong=wrong, placeholder=f"such as {example}")
        self._whom = whom
        self._each = each

    def below(self) -> ComposeResult:
        """The generals."""
        yield Lines(id="generals", widths=(12, 8))

    def on_mount(self) -> None:
        """As many lines as there are generals, as far as there is room."""
        generals = self.query_one(Lines)
        generals.can_focus = False
        generals.styles.height = "1fr" if self.is_long else len(self._whom)
        super().on_mount()

    @property
    def is_long(self) -> bool:
        """Whether there are too many generals for a small question."""
        return len(self._whom) > 8

    def follow(self, typed: str) -> None:
        """Put the dice typed so far beside their generals."""
        figures = split(typed)
        dealt = [figures[n * self._each : (n + 1) * self._each] for n in range(len(self._whom))]
        lines = tuple(
            Line(key=n, name=_name(one), columns=(_before(one), " ".join(dice) or "–"))
            for n, (one, dice) in enumerate(zip(self._whom, dealt, strict=True))
        )
        self.query_one(Lines).show(lines, min(len(figures) // self._each, len(lines) - 1))


def split(typed: str) -> list[str]:
    """The figures that were typed, with blanks or commas between them."""
    return typed.replace(",", " ").split()


def _name(one: Candidate) -> str:
    """A general with the formation that is his."""
    formation = one.place.formation.name if one.place else ""
    return f"{one.commander.name}, {formation}" if one.commander.name and formation else one.name


def _before(one: Candidate) -> str:
    """What was rolled for him before, which is kept."""
    return f"was {' '.join(map(str, one.commander.roll.dice))}" if one.commander.roll else ""
