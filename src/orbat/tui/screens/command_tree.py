"""The command tree as a pane of the builder."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from orbat.model.path import Path
from orbat.tui.screens.choosing import ChoosingScreen
from orbat.tui.state import State
from orbat.tui.views.tree import TreeView
from orbat.tui.widgets.lines import Lines

NARROW = 100
"""The cells from which on a screen is no longer narrow."""
COLUMNS = {False: (18, 8, 18, 6), True: (18, 8, 13, 6)}
"""The most cells of each column, and on a narrow screen."""


class CommandTree(Lines):
    """The formations and units; Left and Right fold and unfold."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.fold(True)", show=False),
        Binding("right", "screen.fold(False)", show=False),
    ]

    def __init__(self, *, id: str) -> None:
        super().__init__(margin=3, id=id)
        self._tree = TreeView()

    def action_step(self, by: int) -> None:
        """Move the cursor, and show at once what is selected then: the message would be a frame later."""
        super().action_step(by)
        if isinstance(self.screen, ChoosingScreen):
            self.screen.take_selection()

    def show_army(self, state: State, folded: frozenset[Path]) -> None:
        """Show an army without what is folded away; on a narrow screen in short words."""
        short = self.screen.size.width < NARROW
        self.widths = COLUMNS[short]
        self.show(self._tree.lines(state, folded, short=short), state.selected)
