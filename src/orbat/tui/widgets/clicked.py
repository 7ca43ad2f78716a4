"""A list in which one click chooses a line."""

from __future__ import annotations

from textual import events

from orbat.tui.widgets.lines import Lines


class ClickedLines(Lines):
    """A list of actions or switches: Enter or a click chooses the line. In other lists, a double click does so."""

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked line."""
        event.prevent_default()
        offset = event.get_content_offset(self)
        if offset is None:
            return
        number = offset.y + self.scroll_offset.y
        if 0 <= number < len(self._lines) and not self._lines[number].heading:
            self.cursor = number
            self.action_choose()
