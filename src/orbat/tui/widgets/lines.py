"""A list widget with a cursor. Lines have a name on the left and columns on the right."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from orbat.model.record import Record
from orbat.model.text_words import visible

MIN_NAME = 14
"""Minimum width for names, in cells.

If names would be narrower, columns are hidden, starting with the leftmost. The last column is never hidden.
"""
MIN_NAME_BY_LONG_COLUMN = 14
"""Minimum width for a line's name, in cells, if a long text widens the line's first column."""


class Line(Record):
    """A line of a list: a key, a name on the left, and columns on the right."""

    key: Hashable
    name: str
    sign: str = ""
    """Text in the left margin, next to the pointer that marks the cursor's line."""
    symbol: str = ""
    """Text before the name. A click on the symbol posts `SymbolClicked`."""
    depth: int = 0
    """The level of indentation."""
    columns: tuple[str, ...] = ()
    role: str = "plain"
    marked: bool = False
    """Whether a star is shown in the indentation."""
    heading: bool = False
    """Whether the cursor skips the line."""
    detail: str = ""
    """A text about the line that the screen may show elsewhere."""
    names_key: bool = False
    """Whether the last column names a key. A click there sends `KeyClicked`."""
    continues: bool = False
    """Whether the line is the rest of the line above, so that a click and the cursor's colour apply to both."""


class Lines(ScrollView, can_focus=True):
    """A list of lines with a cursor."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "lines--plain",
        "lines--head",
        "lines--faint",
        "lines--error",
        "lines--warning",
        "lines--cursor",
        "lines--marked",
        "lines--key",
        "lines--stripe",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", show=False),
        Binding("down,j", "step(1)", show=False),
        Binding("pageup", "step(-10)", show=False),
        Binding("pagedown", "step(10)", show=False),
        Binding("home", "step(-100000)", show=False),
        Binding("end", "step(100000)", show=False),
        Binding("enter", "choose", show=False),
    ]

    cursor: reactive[int] = reactive(0, repaint=False)

    class LineMessage(Message):
        """The base class of a list's messages about a line."""

        def __init__(self, lines: Lines, line: Line) -> None:
            super().__init__()
            self.lines = lines
            self.line = line

        @property
        def control(self) -> Lines:
            """The list that sent the message."""
            return self.lines

    class Moved(LineMessage):
        """The cursor moved to another line."""

    class Chosen(LineMessage):
        """The user chose a line with Enter or a click on the selected line."""

    class Clicked(LineMessage):
        """The user selected a line with a click."""

    class KeyClicked(LineMessage):
        """The user clicked the name of a key in the last column of a line."""

    class SymbolClicked(LineMessage):
        """The user clicked the symbol before the name of a line."""

    def __init__(
        self,
        *,
        widths: tuple[int, ...] = (),
        fixed: bool = False,
        margin: int = 1,
        points_always: bool = True,
        striped: bool = False,
        id: str | None = None,
    ) -> None:
        """Create an empty list.

        - `widths`: the maximum widths of the columns, in terminal cells.
        - `fixed`: whether each column has its maximum width, whatever its texts.
        - `margin`: the width of the left margin for pointer and `sign`, in terminal cells.
        - `striped`: whether every second line has another background, as in a table.
        - `points_always`: whether the pointer is shown even if the list does not have the focus.
        """
        super().__init__(id=id)
        self.points_always = points_always
        self._has_fixed_widths = fixed
        self._margin = margin
        self._is_striped = striped
        self.widths = widths
        self._fitted = widths
        self._deepest = margin
        self._header: tuple[str, ...] = ()
        self._lines: tuple[Line, ...] = ()
        self._had_focus = False
        """Whether the list had the focus before the last press of a mouse button."""
        self._clicked: Hashable | None = None
        """The key of the last clicked line. A line selected by the program needs two clicks, as others do."""
        self._click_chose = False
        """Whether the last click chose a line."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of the list."""
        return self._lines

    @property
    def line(self) -> Line | None:
        """The line at the cursor."""
        return self._lines[self.cursor] if 0 <= self.cursor < len(self._lines) else None

    @property
    def header(self) -> str:
        """The titles of the visible columns, padded to the widths of the columns."""
        width = self.scrollable_content_region.width
        return self._columns(Line(key=None, name="", columns=self._header), width, self._deepest) + " "

    def show(self, lines: tuple[Line, ...], key: Hashable | None = None, heads: tuple[str, ...] = ()) -> None:
        """Replace the lines, and move the cursor to the line with this `key`. Sends no message `Moved`.

        Without a `key`, the cursor stays at its position. `heads` are the column titles for `header`.
        """
        before, fitted = self._lines, self._fitted
        self._lines, self._header = lines, heads
        rows = [line.columns for line in lines] + [heads]
        self._fitted = (
            self.widths
            if self._has_fixed_widths
            else tuple(
                min(
                    most, max((cell_len(visible(word)) for word in {row[n] for row in rows if n < len(row)}), default=0)
                )
                for n, most in enumerate(self.widths)
            )
        )
        self._deepest = self._margin + max((2 * line.depth + 2 * bool(line.symbol) for line in lines), default=0)
        self._resize(len(lines))
        place = next((n for n, line in enumerate(lines) if line.key == key), None) if key is not None else None
        old = self.cursor
        with self.prevent(Lines.Moved):
            self.cursor = self._nearest_line(self.cursor if place is None else place, 1)
        if self.cursor == old:
            self._keep_cursor_in_view()
        if fitted != self._fitted:
            self.refresh()
        else:
            self._refresh_changed(before)

    def _resize(self, height: int) -> None:
        # A new layout is slow, so it is made only if the scrollbar appears or disappears.
        size = Size(0, height)
        if (height > self.size.height) != self.show_vertical_scrollbar:
            self.virtual_size = size
        elif size != self.virtual_size:
            self.set_reactive(Widget.virtual_size, size)
            self.scroll_y = self.validate_scroll_y(self.scroll_y)
            if self.show_vertical_scrollbar:
                self.vertical_scrollbar.window_virtual_size = height

    def _refresh_changed(self, before: tuple[Line, ...]) -> None:
        top = self.scroll_offset.y
        for number in range(top, top + self.size.height):
            was = before[number] if number < len(before) else None
            now = self._lines[number] if number < len(self._lines) else None
            if was is not now and was != now:
                self.refresh_line(number)

    def watch_cursor(self, old: int, new: int) -> None:
        """Redraw the lines that the cursor left and reached, and send the message `Moved`."""
        if self.line is not None:
            self._keep_cursor_in_view()
            self._refresh_rows(old)
            self._refresh_rows(new)
            self.post_message(self.Moved(self, self.line))

    def _first_row(self, number: int) -> int:
        # The number of the line that a line continues, or its own.
        while 0 < number < len(self._lines) and self._lines[number].continues:
            number -= 1
        return number

    def _last_row(self, number: int) -> int:
        while number + 1 < len(self._lines) and self._lines[number + 1].continues:
            number += 1
        return number

    def _refresh_rows(self, number: int) -> None:
        for row in range(number, self._last_row(number) + 1):
            self.refresh_line(row)

    def _keep_cursor_in_view(self) -> None:
        # Headings directly above the cursor are shown too. If the cursor is in view, nothing scrolls, because a line
        # must not move under the mouse between two clicks.
        height = self.size.height
        last = self._last_row(self.cursor)
        if not height or 0 <= self.cursor - self.scroll_offset.y <= last - self.scroll_offset.y < height:
            return
        top = self.cursor
        while top > 0 and top < len(self._lines) and self._lines[top - 1].heading:
            top -= 1
        self.scroll_to_region(Region(0, top, 1, last - top + 1), animate=False, force=True)

    def scroll_to_top(self) -> None:
        """Scroll to the first line, unless this would hide the cursor."""
        # A list of one row gives its room to another pane. When it grows, it keeps the cursor in view.
        if self.size.height <= 1 or self._last_row(self.cursor) < self.size.height:
            self.scroll_target_y = self.scroll_y = 0

    def on_resize(self) -> None:
        """Scroll so that the cursor stays visible."""
        self.scroll_target_y = self.scroll_y = self.validate_scroll_y(self.scroll_y)
        self._keep_cursor_in_view()

    def action_step(self, by: int) -> None:
        """Move the cursor down by a number of lines (up if negative). The cursor skips headings."""
        if self._lines:
            self.cursor = self._nearest_line(self.cursor + by, by)

    def _nearest_line(self, place: int, direction: int) -> int:
        # Searches from `place` down if `direction` is positive, otherwise up; then the other way.
        last = len(self._lines) - 1
        if last < 0:
            return 0
        place = max(0, min(place, last))
        onward = range(place, last + 1) if direction > 0 else range(place, -1, -1)
        back = range(place, -1, -1) if direction > 0 else range(place, last + 1)
        return next((n for n in (*onward, *back) if not self._lines[n].heading), place)

    def action_choose(self) -> None:
        """Send the message `Chosen` for the line at the cursor."""
        if self.line is not None:
            self.post_message(self.Chosen(self, self.line))

    def focus_on_click(self) -> bool:
        """Focus the list on a click. A click in a list without the focus only selects."""
        self._had_focus = self.has_focus
        return super().focus_on_click()

    def on_click(self, event: events.Click) -> None:
        """Choose the line if the previous click selected it; otherwise select it. A double click chooses once."""
        before = self.cursor
        offset = self.move_to_click(event)
        if offset is None or self.line is None:
            return
        if self.line.symbol and offset.x == self._margin + 2 * self.line.depth:
            self.post_message(self.SymbolClicked(self, self.line))
        elif self.line.names_key and self._is_last_column(offset.x):
            if event.chain == 1:
                self.post_message(self.KeyClicked(self, self.line))
        else:
            is_second = event.chain == 2 and self._click_chose
            is_again = self._had_focus and self.cursor == before and self.line.key == self._clicked
            self._click_chose, self._clicked = is_again and not is_second, self.line.key
            if self._click_chose:
                self.action_choose()
            elif not is_second:
                self.post_message(self.Clicked(self, self.line))

    def _is_last_column(self, x: int) -> bool:
        assert self.line is not None
        end = self.scrollable_content_region.width - 1
        return bool(self.line.columns[-1]) and end - cell_len(self.line.columns[-1]) <= x < end

    def move_to_click(self, event: events.Click) -> Offset | None:
        """Move the cursor to the clicked line. Returns the place in the list; None if no line can be chosen there."""
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        number = self._first_row(offset.y + self.scroll_offset.y)
        if not 0 <= number < len(self._lines) or self._lines[number].heading:
            return None
        self.cursor = number
        return offset

    def render_line(self, y: int) -> Strip:
        """Render row `y` of the visible part of the list."""
        number = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if not 0 <= number < len(self._lines):
            return Strip.blank(width, self.rich_style)
        line = self._lines[number]
        style = self.get_component_rich_style(f"lines--{line.role}")
        if self._is_striped and number % 2 and not line.heading:
            style += self.get_component_rich_style("lines--stripe", partial=True)
        points = self.has_focus or self.points_always
        if self._first_row(number) == self.cursor and self.has_focus:
            style = self.get_component_rich_style("lines--cursor")
        return self._strip(line, width, style, at_cursor=number == self.cursor and points and not line.heading)

    @property
    def cut_name(self) -> str:
        """The full name of the line at the cursor if the list cuts it off; otherwise ""."""
        if self.line is None:
            return ""
        name = visible(self.line.name)
        _, _, room = self._parts_of(self.line, name, self.scrollable_content_region.width, at_cursor=True)
        return name if cell_len(name) > room else ""

    def _strip(self, line: Line, width: int, style: Style, *, at_cursor: bool) -> Strip:
        name = visible(line.name)
        head, columns, room = self._parts_of(line, name, width, at_cursor=at_cursor)
        if cell_len(name) > room:
            name = _short(name, room)
        blank = " " * (room - cell_len(name))
        if line.names_key and line.columns[-1] and style != self.get_component_rich_style("lines--cursor"):
            key = style + self.get_component_rich_style("lines--key", partial=True)
            last = min(cell_len(line.columns[-1]), self._fitted[-1])
            parts = [(f"{head}{name}{blank}{columns[:-last]}", style), (columns[-last:], key), (" ", style)]
            return Strip([Segment(*part) for part in parts], width)
        if not line.marked:
            return Strip([Segment(f"{head}{name}{blank}{columns} ", style)], width)
        marked = style + self.get_component_rich_style("lines--marked", partial=True)
        return Strip([Segment(head, style), Segment(name, marked), Segment(f"{blank}{columns} ", style)], width)

    def _parts_of(self, line: Line, name: str, width: int, *, at_cursor: bool) -> tuple[str, str, int]:
        # The texts before and after the name, and the room for the name.
        pointer = f"{'>' if at_cursor else ' '}{line.sign}"[: self._margin].ljust(self._margin)
        mark = "*" if line.marked else ""
        symbol = f"{line.symbol} " if line.symbol else ""
        head = f"{pointer}{mark.ljust(2 * line.depth)}{symbol}"
        columns = self._columns(line, width, cell_len(head))
        free = len(columns) - len(columns.lstrip()) - 1  # the first column's own blanks are room for a long name
        taken = cell_len(head) + cell_len(columns) + 1
        spare = max(0, min(free, cell_len(name) - (width - taken)))
        return head, columns[spare:], max(0, width - taken + spare)

    def _columns(self, line: Line, width: int, head: int) -> str:
        # If names would have less than `MIN_NAME` cells, columns are hidden, starting with the leftmost. The last
        # column is never hidden. Next to a short name, the first column with text may be wider than in other lines.
        first = 0
        while (
            not self._has_fixed_widths
            and first < len(self._fitted) - 1
            and width - self._deepest - self._width_from(first) < MIN_NAME
        ):
            first += 1
        columns = [(n, visible(text)) for n, text in enumerate(line.columns) if n >= first and self._fitted[n]]
        while len(columns) > 1 and not columns[0][1].strip():
            columns.pop(0)
        widths = dict(enumerate(self._fitted))
        if columns and (columns[0][0] or self._has_fixed_widths) and not any(line.columns[: columns[0][0]]):
            start, text = columns[0]
            room = width - head - MIN_NAME_BY_LONG_COLUMN - 2 - self._width_from(start + 1)
            widths[start] = max(widths[start], min(cell_len(text), room))
        return "".join(f" {_cell(text, widths[n])}" for n, text in columns)

    def _width_from(self, first: int) -> int:
        return sum(width + 1 for width in self._fitted[first:] if width)


def _short(name: str, room: int) -> str:
    # The end is kept, because it often distinguishes battalions of one regiment: a short part after the last comma, or
    # a third of the room.
    first, comma, last = name.rpartition(",")
    kept = f"{comma}{last}" if first and cell_len(last) <= room // 3 else _end(name, room // 3)
    head = room - cell_len(kept) - 1
    return f"{set_cell_size(name, head).rstrip()}…{kept}".ljust(room) if room else ""


def _end(name: str, room: int) -> str:
    end = name[-room:] if room else ""
    while cell_len(end) > room:
        end = end[1:]
    return end.lstrip()


def _cell(text: str, width: int) -> str:
    if cell_len(text) <= width:
        return text.rjust(width)
    cut = set_cell_size(text, width - 1)
    return f"{cut.rpartition(',')[0] or cut}…".rjust(width)
