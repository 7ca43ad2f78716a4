"""A screen on which something is selected: steps are taken on it, and its choices can be clicked."""

from __future__ import annotations

from collections.abc import Callable

from orbat.tui.screens.ask import AskText
from orbat.tui.screens.asking import AskingScreen
from orbat.tui.state import Done, State
from orbat.tui.steps import quality, reserves, units


class ChoosingScreen(AskingScreen[None]):
    """Does the actions of the rows of choices."""

    @property
    def now(self) -> State:
        """What is open."""
        raise NotImplementedError

    def do(self, done: Done | None) -> None:
        """Take a step that a command has made."""
        raise NotImplementedError

    def take_selection(self) -> None:
        """Select what the cursor is on now: keys may come faster than messages."""
        raise NotImplementedError

    def ask(
        self,
        question: str,
        value: str,
        then: Callable[[str], Done | None],
        offered: tuple[str, ...] = (),
        used: frozenset[str] = frozenset(),
    ) -> None:
        """Ask for a text; what is made of it is a step, or nothing. Some of what is offered may be in use."""

        def answered(text: str | None) -> None:
            if text is not None and (done := then(text)) is not None:
                self.do(done)

        self.app.push_screen(AskText(question, value, offered, used), answered)

    def action_rate(self, rating: str) -> None:
        """Give the selected unit a rating."""
        self.take_selection()
        self.do(units.rate_as(self.now, rating))

    def action_size(self, size: str) -> None:
        """Give the selected unit a named size."""
        self.take_selection()
        self.do(units.size_as(self.now, size))

    def action_option(self, option: str) -> None:
        """Give the selected unit an option, or take it away."""
        self.take_selection()
        self.do(units.toggle_option(self.now, option))

    def action_reserve(self, way: str) -> None:
        """Keep the selected thing off the table by a way to come on, or bring it back."""
        self.take_selection()
        self.do(reserves.keep_as(self.now, way))

    def action_quality(self, given: str) -> None:
        """Give the selected commander a staff quality."""
        self.take_selection()
        self.do(quality.give_quality(self.now, given))

    def action_staff_table(self, table: str) -> None:
        """Dice for the army's staff on a table."""
        self.take_selection()
        self.do(quality.use_table(self.now, table))
