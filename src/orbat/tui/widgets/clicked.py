"""A list in which one click chooses a line."""

from __future__ import annotations

from textual import events

from orbat.tui.widgets.lines import Lines


class ClickedLines(Lines):
    """A list of actions or switches. One click chooses a line; in other lists, the first click only selects."""

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked line."""
        event.prevent_default()
        if self.move_to_click(event) is not None:
            self.action_choose()
