"""The findings pane of the builder."""

from __future__ import annotations

from collections.abc import Hashable

from orbat.tui.state import State
from orbat.tui.views.findings import finding_lines, worst_finding_key
from orbat.tui.widgets.lines import Lines


class FindingList(Lines):
    """The findings in groups. Enter unfolds or folds a group, and sends `Chosen` for a single finding."""

    def __init__(self, *, id: str) -> None:
        super().__init__(widths=(10,), id=id)
        self._shown: State | None = None
        self._unfolded: frozenset[Hashable] = frozenset()

    def show_findings(self, state: State) -> None:
        """Show an army's findings. Without focus, move the cursor to the worst finding about the selected item."""
        self._shown = state
        # In a focused list, the cursor does not move, so that the user can fix one finding after another.
        key = None if self.has_focus else worst_finding_key(state, state.selected, self._unfolded)
        self.show(finding_lines(state, self._unfolded), key)

    def action_choose(self) -> None:
        """Unfold or fold the group at the cursor, or send `Chosen` for a single finding."""
        if self._shown is None or self.line is None or isinstance(self.line.key, int):
            super().action_choose()
            return
        key = self.line.key
        self._unfolded ^= {key}
        self.show(finding_lines(self._shown, self._unfolded), key)
