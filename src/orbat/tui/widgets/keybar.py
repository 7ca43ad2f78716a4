"""The key bar: the commands that are possible now, with their keys. A click runs a command."""

from __future__ import annotations

from rich.style import Style as RichStyle
from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static

from orbat.model.record import Value

NOTHING = Content("")


class KeyHint(Value):
    """A command in the key bar, with the command's key."""

    key: str
    title: str
    action: str


class KeyBar(Static):
    """Two lines of commands with keys. Commands that do not fit are omitted."""

    hints: reactive[tuple[tuple[KeyHint, ...], ...]] = reactive(())
    last: reactive[tuple[KeyHint, ...]] = reactive(())
    """The commands at the end, which are always shown."""

    @property
    def link_style(self) -> RichStyle:
        """An empty style, because Textual's style for links would change the colour of the keys."""
        return RichStyle.null()

    def render(self) -> Content:
        """The commands with keys, on two lines."""
        end = Content("").join([_hint(one) for one in self.last])
        lines = [self._line(hints, self.content_size.width) for hints in self.hints[:-1]]
        lines += [self._line(hints, self.content_size.width, end) for hints in self.hints[-1:]]
        return Content("\n").join(lines)

    @staticmethod
    def _line(hints: tuple[KeyHint, ...], width: int, end: Content = NOTHING) -> Content:
        room = width - end.cell_length
        parts: list[Content] = []
        for hint in map(_hint, hints):
            if hint.cell_length > room:
                break
            room -= hint.cell_length
            parts.append(hint)
        return Content("").join([*parts, Content(" " * room), end])


def _hint(hint: KeyHint) -> Content:
    content = Content.assemble((f" {hint.key}", "$secondary bold"), f" {hint.title} ")
    return content.stylize(Style.from_meta({"@click": hint.action}))
