"""The widget of the choices pane: rows of values that the user can click."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from orbat.model.text_words import visible
from orbat.tui.views.choice_row import ChoicePart, ChoiceRow

LABEL_WIDTH = 10
"""Width of the label column, in cells."""


class Choices(Static):
    """The pane that shows what the user can change about the selected unit, formation or army."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._rows: tuple[ChoiceRow, ...] = ()
        self._keys: Mapping[str, str] = {}
        self._taken = 0

    def show(self, rows: tuple[ChoiceRow, ...], keys: Mapping[str, str]) -> None:
        """Show these rows. `keys`: the labels of keys, by command id."""
        if (rows, keys) != (self._rows, self._keys):
            before = self._taken
            self._rows, self._keys = rows, keys
            self._taken = self._height()
            self.refresh(layout=self._taken != before)

    def _height(self) -> int:
        room = self.parent.size.height if isinstance(self.parent, Widget) else 0
        return max(room, self.render().plain.count("\n") + 1)

    def render(self) -> Content:
        """The rows, wrapped to the width of the pane."""
        return Content("\n").join([self._line(row) for row in self._rows])

    async def on_click(self, event: events.Click) -> None:
        """Run the command of the clicked row."""
        offset = event.get_content_offset(self)
        # If the clicked value has an action, Textual runs the action instead.
        row = self._row_at(offset.y) if offset is not None and "@click" not in event.style.meta else None
        if row and row.command:
            await self.run_action(f"screen.run('{row.command.split()[0]}')")

    def _row_at(self, y: int) -> ChoiceRow | None:
        for row in self._rows:
            y -= self._line(row).plain.count("\n") + 1
            if y < 0:
                return row
        return None

    def _line(self, row: ChoiceRow) -> Content:
        key = " ".join(self._keys[command] for command in row.command.split())
        hint = Content.styled(f"  {key}", "$secondary bold") if key else Content("")
        parts = [self._part(part) for part in row.parts]
        room = max(8, self.content_size.width - LABEL_WIDTH - hint.cell_length)
        while len(parts) > 1 and not row.parts[len(parts) - 1].action and sum(one.cell_length for one in parts) > room:
            parts.pop()
        words = Content("").join(parts)
        if row.flows:
            words = Content(f"\n{' ' * LABEL_WIDTH}").join(_flowing(parts, room))
        elif row.wraps:
            words = Content(f"\n{' ' * LABEL_WIDTH}".join(wrap(words.plain, room)))
        else:
            words = words.truncate(room, ellipsis=True)
        return Content.assemble((f"{row.label[: LABEL_WIDTH - 1]:<{LABEL_WIDTH}}", "$foreground 75%"), words, hint)

    @staticmethod
    def _part(part: ChoicePart) -> Content:
        content = Content(visible(part.words))
        if part.chosen or part.faint:
            content = content.stylize("bold" if part.chosen else "$foreground 75%")
        return content.stylize(Style.from_meta({"@click": f"screen.{part.action}"})) if part.action else content


def _flowing(parts: list[Content], room: int) -> list[Content]:
    lines: list[Content] = []
    for part in parts:
        longer = Content(" ").join([lines[-1], part]) if lines else part
        if lines and longer.cell_length <= room:
            lines[-1] = longer
        else:
            lines.append(part.truncate(room, ellipsis=True))
    return lines
