"""The dialog for dice rolled at the table: typed dice appear next to their commanders."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice

from textual.app import ComposeResult

from orbat.evaluate.staff_rolls import Candidate
from orbat.model.wording import phrase, plural
from orbat.tui.screens.ask import AskText
from orbat.tui.widgets.lines import Line, Lines

EXAMPLE = (3, 6, 1, 4, 2, 5)
"""The dice of the placeholder, repeated if more are needed."""
SKIP = "-"
"""Typed instead of dice to skip a commander."""


class AskDice(AskText):
    """Ask for `each` dice for every commander. The pointer is at the next commander."""

    def __init__(self, whom: tuple[Candidate, ...], each: int, sides: int, wrong: Callable[[str], str]) -> None:
        example = ", ".join(str(min(die, sides)) for die in islice(cycle(EXAMPLE), each * len(whom)))
        question = plural(
            len(whom),
            "Dice rolled for this {commander}:",
            "Dice rolled for these {commander}s, in this order ({skip} skips one):",
            commander=whom[0].word,
            skip=SKIP,
        )
        super().__init__(question, wrong=wrong, placeholder=phrase("such as {dice}", dice=example))
        self._whom = whom
        self._each = each

    def below(self) -> ComposeResult:
        """The commanders."""
        yield Lines(id="generals", widths=(12, 8))

    def on_mount(self) -> None:
        """Show the commanders, as many lines as fit."""
        generals = self.query_one(Lines)
        generals.can_focus = False
        generals.styles.height = "1fr" if self.is_long else len(self._whom)
        super().on_mount()

    @property
    def is_long(self) -> bool:
        """Whether there are too many commanders for a small dialog."""
        return len(self._whom) > 8

    def follow(self, typed: str) -> None:
        """Show the typed dice next to their commanders."""
        hands = split_dice(typed, self._each)
        lines = tuple(
            Line(key=n, name=_name(one), columns=(_before(one), _thrown(hands[n : n + 1])))
            for n, one in enumerate(self._whom)
        )
        is_short = bool(hands) and not _is_complete(hands[-1], self._each)
        self.query_one(Lines).show(lines, min(len(hands) - is_short, len(lines) - 1))


Hand = tuple[str, ...]
"""The numbers typed for one commander, or `SKIP` alone."""


def split_dice(typed: str, each: int) -> tuple[Hand, ...]:
    """Split typed dice, separated by spaces or commas, into `each` for every commander in order."""
    hands: list[Hand] = []
    for figure in typed.replace(",", " ").split():
        if figure == SKIP or not hands or _is_complete(hands[-1], each):
            hands.append((figure,))
        else:
            hands[-1] += (figure,)
    return tuple(hands)


def _is_complete(hand: Hand, each: int) -> bool:
    return hand == (SKIP,) or len(hand) == each


def _thrown(hands: tuple[Hand, ...]) -> str:
    """The dice typed for a commander, or a dash."""
    return next(("skipped" if hand == (SKIP,) else " ".join(hand) for hand in hands), "–")


def _name(one: Candidate) -> str:
    """A commander's name with that of the formation."""
    formation = one.place.formation.name if one.place else ""
    return f"{one.commander.name}, {formation}" if one.commander.name and formation else one.name


def _before(one: Candidate) -> str:
    """The previous roll of a commander, which stays on record."""
    return phrase("was {dice}", dice=" ".join(map(str, one.commander.roll.dice))) if one.commander.roll else ""
