"""The key bars: the commands that are possible now, with their keys. A click runs a command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.style import Style as RichStyle
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Input, Static, TextArea

from orbat.model.record import Value
from orbat.tui.keys import shown

NOTHING = Content("")
LEAVING = ("Help", "Back", "Quit")
"""The titles of the keys at the end of the key bar of a page, in this order."""


class KeyHint(Value):
    """A command in the key bar, with the command's key."""

    key: str
    title: str
    action: str


PALETTE = KeyHint("Ctrl+P", "All", "app.command_palette")
"""The last hint of every key bar: the palette with all commands."""


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


class PageKeys(KeyBar):
    """The keys of a page: those of the widget with the focus, then those of the screen.

    The keys are on one line, or on two if necessary.
    """

    def on_mount(self) -> None:
        """Show the keys now, and again whenever they change."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._show()

    def on_resize(self) -> None:
        """Divide the keys again for the new width."""
        self._show()

    def _follow(self, screen: Screen[Any]) -> None:
        if self.is_attached and screen is self.app.screen:
            self._show()

    def _show(self) -> None:
        found = dict[str, KeyHint]()
        for hint in self._bound():
            found.setdefault(hint.title, hint)  # the first key of an action
        end = (*(found.pop(title) for title in LEAVING if title in found), PALETTE)
        lines, room = [list[KeyHint]()], self.content_size.width
        for hint in found.values():
            if lines[-1] and sum(map(_width, (*lines[-1], hint))) > room:
                lines.append([])
            lines[-1].append(hint)
        if lines[-1] and sum(map(_width, (*lines[-1], *end))) > room and len(lines) == 1:
            lines.append([])
        self.styles.height = min(len(lines), 2)
        self.hints, self.last = tuple(map(tuple, lines[:2])), end

    def _bound(self) -> Iterator[KeyHint]:
        # While the user types, a letter is text.
        types = isinstance(self.screen.focused, (Input, TextArea))
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            key = shown(binding.key)
            if binding.show and enabled and binding.description and not (types and len(key) == 1):
                yield KeyHint(key, binding.description, f"app.simulate_key({binding.key!r})")


def _width(hint: KeyHint) -> int:
    return _hint(hint).cell_length


def _hint(hint: KeyHint) -> Content:
    content = Content.assemble((f" {hint.key}", "$secondary bold"), f" {hint.title} ")
    return content.stylize(Style.from_meta({"@click": hint.action}))
