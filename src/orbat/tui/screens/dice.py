"""Asking for the dice that were thrown on the table: whose they are, and each die beside its general as it is typed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice

from textual.app import ComposeResult

from orbat.evaluate.staff_rolls import Candidate
from orbat.tui.screens.ask import AskText
from orbat.tui.widgets.lines import Line, Lines

THROWN = (3, 6, 1, 4, 2, 5)
"""The dice of the example, from the first again where there are more."""
SKIP = "-"
"""What is typed in place of a general's dice to pass him over."""


class AskDice(AskText):
    """Ask for dice, so many for each general. The pointer is at the one whose dice are next."""

    def __init__(self, whom: tuple[Candidate, ...], each: int, sides: int, wrong: Callable[[str], str]) -> None:
        example = ", ".join(str(min(die, sides)) for die in islice(cycle(THROWN), each * len(whom)))
        several = f"these {whom[0].word}s, in this order ({SKIP} skips one; the last can wait)"
        them = several if len(whom) > 1 else f"this {whom[0].word}"
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
        hands = dealt(typed, self._each)
        lines = tuple(
            Line(key=n, name=_name(one), columns=(_before(one), _thrown(hands[n : n + 1])))
            for n, one in enumerate(self._whom)
        )
        is_short = bool(hands) and not _is_whole(hands[-1], self._each)
        self.query_one(Lines).show(lines, min(len(hands) - is_short, len(lines) - 1))


Hand = tuple[str, ...]
"""The figures typed for one general, or `SKIP` alone."""


def dealt(typed: str, each: int) -> tuple[Hand, ...]:
    """What was typed, with blanks or commas between figures, dealt out to the generals in order."""
    hands: list[Hand] = []
    for figure in typed.replace(",", " ").split():
        if figure == SKIP or not hands or _is_whole(hands[-1], each):
            hands.append((figure,))
        else:
            hands[-1] += (figure,)
    return tuple(hands)


def _is_whole(hand: Hand, each: int) -> bool:
    return hand == (SKIP,) or len(hand) == each


def _thrown(hands: tuple[Hand, ...]) -> str:
    """The dice of a general, if any were typed for him yet."""
    return next(("skipped" if hand == (SKIP,) else " ".join(hand) for hand in hands), "–")


def _name(one: Candidate) -> str:
    """A general with the formation that is his."""
    formation = one.place.formation.name if one.place else ""
    return f"{one.commander.name}, {formation}" if one.commander.name and formation else one.name


def _before(one: Candidate) -> str:
    """What was rolled for him before, which is kept."""
    return f"was {' '.join(map(str, one.commander.roll.dice))}" if one.commander.roll else ""
