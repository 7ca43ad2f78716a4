"""The dialog for dice that were rolled by hand, with the commanders and the dice typed so far."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice

from textual.app import ComposeResult

from orbat.evaluate.staff_rolls import Candidate
from orbat.model.wording import phrase, plural
from orbat.tui.screens.ask import AskText
from orbat.tui.widgets.lines import Line, Lines

EXAMPLE = (3, 6, 1, 4, 2, 5)
"""The dice in the example that the empty input shows. They are repeated if the example needs more than six dice."""
SKIP = "-"
"""The text that the user types instead of dice to skip a commander."""


class AskDice(AskText):
    """Ask for the dice of the commanders. A pointer marks the next commander."""

    def __init__(self, commanders: tuple[Candidate, ...], each: int, sides: int, wrong: Callable[[str], str]) -> None:
        """Create the dialog. `each` is the number of dice per commander."""
        example = ", ".join(str(min(die, sides)) for die in islice(cycle(EXAMPLE), each * len(commanders)))
        question = plural(
            len(commanders),
            "Dice rolled for this {commander}:",
            "Dice rolled for these {commander}s, in this order ({skip} skips a {commander}):",
            commander=commanders[0].word,
            skip=SKIP,
        )
        super().__init__(question, wrong=wrong, placeholder=phrase("such as {dice}", dice=example))
        self._commanders = commanders
        self._each = each

    def below(self) -> ComposeResult:
        """Yield the list of commanders."""
        yield Lines(id="generals", widths=(12, 8))

    def on_mount(self) -> None:
        """Show the commanders."""
        generals = self.query_one(Lines)
        generals.can_focus = False
        generals.styles.height = "1fr" if self.is_long else len(self._commanders)
        super().on_mount()

    @property
    def is_long(self) -> bool:
        """Whether the list of commanders is too long for a small dialog."""
        return len(self._commanders) > 8

    def show_typed(self, typed: str) -> None:
        """Show the commanders with the dice typed so far."""
        groups = split_dice(typed, self._each)
        lines = tuple(
            Line(key=n, name=_name(one), columns=(_previous_dice(one), _typed_dice(groups[n : n + 1])))
            for n, one in enumerate(self._commanders)
        )
        is_short = bool(groups) and not _is_complete(groups[-1], self._each)
        self.query_one(Lines).show(lines, min(len(groups) - is_short, len(lines) - 1))


DiceGroup = tuple[str, ...]
"""The dice typed for one commander, or `SKIP` alone."""


def split_dice(typed: str, each: int) -> tuple[DiceGroup, ...]:
    """Split typed dice into one group per commander. Spaces or commas separate dice.

    A group has `each` dice, or consists of the word `SKIP`. The last group may be incomplete.
    """
    groups: list[DiceGroup] = []
    for number in typed.replace(",", " ").split():
        if number == SKIP or not groups or _is_complete(groups[-1], each):
            groups.append((number,))
        else:
            groups[-1] += (number,)
    return tuple(groups)


def _is_complete(group: DiceGroup, each: int) -> bool:
    return group == (SKIP,) or len(group) == each


def _typed_dice(groups: tuple[DiceGroup, ...]) -> str:
    return next(("skipped" if group == (SKIP,) else " ".join(group) for group in groups), "–")


def _name(one: Candidate) -> str:
    formation = one.place.formation.name if one.place else ""
    return f"{one.commander.name}, {formation}" if one.commander.name and formation else one.name


def _previous_dice(one: Candidate) -> str:
    return phrase("was {dice}", dice=" ".join(map(str, one.commander.roll.dice))) if one.commander.roll else ""
