"""The command tree as a pane of the builder."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from orbat.model.path import Path
from orbat.tui.screens.choosing import ChoosingScreen
from orbat.tui.state import State
from orbat.tui.views.tree import ENOUGH, TreeView
from orbat.tui.widgets.lines import Lines

COLUMNS = {True: (18, 8, 18, 6), False: (18, 8, 13, 6)}
"""The most cells of each column, where there is enough room and where there is not."""


class CommandTree(Lines):
    """The formations and units; Left and Right fold and unfold."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.fold(True)", show=False),
        Binding("right", "screen.fold(False)", show=False),
    ]

    def __init__(self, *, id: str) -> None:
        super().__init__(margin=3, id=id)
        self._tree = TreeView()
        self._shown: tuple[State, frozenset[Path]] | None = None

    def action_step(self, by: int) -> None:
        """Move the cursor, and show at once what is selected then: the message would be a frame later."""
        super().action_step(by)
        if isinstance(self.screen, ChoosingScreen):
            self.screen.take_selection()

    def show_army(self, state: State, folded: frozenset[Path]) -> None:
        """Show an army without what is folded away, in as long words as there is room for."""
        self._shown = state, folded
        room = self.size.width
        self.widths = COLUMNS[room >= ENOUGH]
        self.show(self._tree.lines(state, folded, room), state.selected)

    def on_resize(self) -> None:
        """In another width other words have room."""
        if self._shown:
            self.show_army(*self._shown)
        super().on_resize()
