"""The roster: each formation's troops with boxes to cross off. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from orbat.model.sheet import SMALLEST, Block
from orbat.outputs.pdf.blocks.boxes import MOST
from orbat.outputs.pdf.blocks.forms import LINE, fill_in, states_of
from orbat.outputs.pdf.blocks.order_lines import rating_head
from orbat.outputs.pdf.blocks.price_marks import set_points
from orbat.outputs.pdf.blocks.roster_columns import GAP, HALF, POINTS, REMOVED, RosterColumns, columns_for, size_head
from orbat.outputs.pdf.blocks.roster_key import key
from orbat.outputs.pdf.blocks.size_column import set_cell
from orbat.outputs.pdf.fonts import ASCENT, clip, measure, shown
from orbat.outputs.pdf.marks import Bookmark, Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, STRONG, THIN, Setter, baseline_of
from orbat.report.roster import Command, Roster, Troop, roster

_LINES = 4
"""How many lines a name may take before it is set smaller."""
_FIRST = 2 / 3
"""The share of a page that the first formation may take and still be kept whole: a title stands above it."""
_BESIDE = 9.0
"""The space between a unit's arms and what it may do."""
_NOTES = 1
"""How many lines there are for notes below a formation, where the layout does not say."""
_NOTES_MOST, _NOTES_APART = 14, 2.0
"""How many there are at most on a page of its own, and how far apart, in leadings."""


def roster_block(press: Press, block: Block) -> tuple[Panel, ...]:
    """Every formation with its general and its units, a box for each stand, and lines for notes: as many as the
    block's `rows`."""
    found = roster(press.report)
    if press.report.book is None or not found.commands:
        return ()
    word = rating_head(press.report.book)
    columns = columns_for(found.troops, word, press.styles, press.width, priced=not press.hide_points)
    setting = RosterSetting(press, found, columns, word, _NOTES if block.rows is None else block.rows)
    return (key(press, found), *setting.panels())


class RosterSetting:
    """Sets one roster in its columns and type."""

    def __init__(self, press: Press, found: Roster, columns: RosterColumns, word: str, notes: int) -> None:
        self.press = press
        self.roster = found
        self.columns = columns
        self.styles = press.styles
        self.losses = press.losses
        self.word = word
        self.notes = notes

    def panels(self) -> Iterator[Panel]:
        """The panels of all commands; those without troops stay with the next that has some."""
        first, waiting = True, list[Panel]()
        for command in self.roster.commands:
            waiting.append(self._heading(command))
            if not command.troops:
                continue
            again = self._column_heads(f"{command.title}, continued")
            waiting.append(replace(self._column_heads(), depth=command.depth))
            waiting += (self._troop(troop, command.depth + 1, again) for troop in command.troops)
            paged = self.press.printing.whole_pages and not first
            lines = max(self.notes, self._lines_left(waiting) if paged else 0)
            if lines:
                waiting.append(self._notes(lines, command.depth + 1))
            yield from _whole(waiting, self._page * (_FIRST if first else 1), new_page=paged)
            first, waiting = False, []
        yield from _whole(waiting, self._page, new_page=False)

    @property
    def _page(self) -> float:
        """The room on a page below its running head."""
        return self.press.height - 2 * self.styles.foot.leading

    def _lines_left(self, panels: Sequence[Panel]) -> int:
        """How many lines for notes fit on a page below a formation; not more than are any use."""
        left = self._page - _height(panels) - 2 * self.styles.label.leading
        return max(0, min(_NOTES_MOST, int(left / (self.styles.label.leading * _NOTES_APART))))

    def _heading(self, command: Command) -> Panel:
        setter, styles, right = Setter(), self.styles, self.columns.right
        style = styles.heading_at(command.depth)
        setter.marks.append(Bookmark(0.0, 0.0, command.depth, shown(command.title)))
        if command.above:
            setter.lines(" – ".join(command.above), 0.0, right, styles.label)
        points = "" if self.press.hide_points else command.points
        sum_width = measure(f"{points} points", styles.text.bold) + GAP if points else 0.0
        baseline = setter.baseline(style)
        setter.fit(command.title, 0.0, right - sum_width, style, _LINES, SMALLEST)
        if points:
            setter.words(f"{points} points", right - sum_width + GAP, baseline, styles.text.bold)
        self._general(command, setter)
        setter.y += 2
        setter.rule(0.0, right, STRONG if command.troops else THIN)
        before = (18.0, 14.0, 12.0)[min(command.depth, 3) - 1]
        return setter.panel(before=before, depth=command.depth, below=2)

    def _general(self, command: Command, setter: Setter) -> None:
        row, text = command.row, self.styles.text
        if row is None:
            return
        left = 0.0
        if row.off_board:
            left = setter.boxed(shown(row.held), 0.0, setter.baseline(text), self.styles.box) + 8
        if row.commander:
            dice = f"dice {row.dice}" if row.dice else ""
            reach = f"command radius {self.roster.reach}" if self.roster.reach else ""
            words = ", ".join(part for part in (row.commander, row.quality, dice, reach) if part)
            setter.lines(words, left, self.columns.right - left, text)
        elif left:
            setter.y += text.leading
        if row.note and row.sort == "formation" and self.press.printing.notes:
            setter.lines(row.note, 0.0, self.columns.right, self.styles.note)

    def _column_heads(self, title: str = "") -> Panel:
        setter, columns, style = Setter(), self.columns, self.styles.label
        baseline = setter.baseline(style)
        if title:
            setter.words(clip(title, style.bold, columns.name), 0.0, baseline, style.bold)
        word = clip(self.word, style, columns.rating_width)
        setter.centred(word, columns.rating, columns.rating_width, baseline, style)
        size = columns.size
        if size.width:
            head = size_head([(troop.row.size, troop.row.counted_in) for troop in self.roster.troops])
            shift = size.right - measure(head, style)
            left = max(shift, columns.rating + columns.rating_width + 2) if size.figures else size.left
            setter.words(head, left, baseline, style)
        for head, right in ((HALF, columns.half), (REMOVED, columns.removed), (POINTS, columns.points)):
            if right is not None:
                setter.words(head, right - measure(head, style), baseline, style)
        setter.words(columns.ticked, columns.boxes, baseline, style)
        setter.y = style.leading + 1
        if title:
            setter.rule(0.0, columns.right, THIN)
        return setter.panel(before=0, keep=True)

    def _troop(self, troop: Troop, depth: int, again: Panel) -> Panel:
        setter, columns, styles, row = Setter(3.0), self.columns, self.styles, troop.row
        baseline = setter.baseline(styles.text)
        setter.fit(row.name, 0.0, columns.name, styles.text.bold, _LINES, SMALLEST)
        lowest = self._figures(troop, setter, baseline)
        if row.off_board:
            setter.boxed(shown(row.held), 0.0, setter.baseline(styles.box) + 1, styles.box)
            setter.y += styles.box.leading + 3
        self._arms(troop, setter)
        setter.y = max(setter.y, lowest)
        if row.note and self.press.printing.notes:
            setter.lines(row.note, 0.0, columns.right, styles.note)
        setter.y += 2.5
        setter.rule(0.0, columns.right, HAIR)
        return setter.panel(depth=depth, heads=again)

    def _arms(self, troop: Troop, setter: Setter) -> None:
        """The arms, and what the unit may do: beside them where there is room, otherwise below."""
        style, width = self.styles.detail, self.columns.name
        deeds = ", ".join(deed.short for deed in troop.deeds)
        setter.lines(_arms(troop), 0.0, width, style)
        end = setter.marks[-1].right + _BESIDE
        if deeds and end + measure(shown(deeds), style.italic) <= width:
            setter.words(deeds, end, setter.baseline(style) - style.leading, style.italic)
        else:
            setter.lines(deeds, 0.0, width, style.italic)

    def _figures(self, troop: Troop, setter: Setter, baseline: float) -> float:
        """The columns after the name; gives how low they reach."""
        columns, styles, row = self.columns, self.styles, troop.row
        strength = troop.strength if troop.strength and troop.strength.size <= MOST else None
        text = styles.text
        low = set_cell(setter, row.rating, columns.rating, columns.rating_width, baseline, text, centred=True)
        low = max(low, columns.size.set(setter, (row.size, row.counted_in), baseline, text, styles.detail))
        half = "" if strength is None else "–" if strength.half is None else str(strength.half)
        removed = "" if strength is None else str(strength.removed)
        for words, right in ((half, columns.half), (removed, columns.removed)):
            if right is not None:
                setter.figures(words, right, baseline, text)
        if columns.points is not None:
            set_points(setter, row.points, row.mark, columns.points, baseline, text)
        if strength is None:
            return max(low, self._states(troop, setter, baseline))
        top = baseline - (ASCENT * text.size + columns.row.side) / 2 + 1
        setter.marks += columns.row.marks(strength, self.losses.get(row.path, 0), columns.boxes, top)
        return max(low, top + columns.row.height(strength))

    def _states(self, troop: Troop, setter: Setter, baseline: float) -> float:
        """A box for each state that the unit may be in; gives how low they reach."""
        style, columns = self.styles.detail, self.columns
        boxes = Setter(baseline - baseline_of(style) - style.leading * (LINE - 1) / 2)
        states = troop.ticks.states if troop.ticks else ()
        ticks = states_of(self.press, troop.row.path, states) if states else ()
        fill_in(boxes, ticks, columns.boxes, columns.row.width, style)
        setter.marks += boxes.marks
        return boxes.y if states else 0.0

    def _notes(self, lines: int, depth: int) -> Panel:
        """Lines to write on."""
        setter, style = Setter(4.0), self.styles.label
        end = setter.words("Notes", 0.0, setter.baseline(style), style) + 6
        for number in range(lines):
            left = 0.0 if number else end
            setter.y += style.leading * (_NOTES_APART if number else 1)
            setter.rule(left, self.columns.right, HAIR)
        return setter.panel(depth=depth, below=2)


def _arms(troop: Troop) -> str:
    """What a unit was bought as, its kind where that does not say it, and its options."""
    row = troop.row
    entry = row.entry if row.entry != row.name else ""
    kind = row.arm if row.arm.casefold() not in f"{row.entry} {row.name}".casefold() else ""
    return ", ".join(part for part in (entry, kind, row.options) if part) or row.arm


def _height(panels: Sequence[Panel]) -> float:
    return sum(panel.before + panel.height for panel in panels)


def _whole(panels: Sequence[Panel], page: float, *, new_page: bool) -> Iterator[Panel]:
    """The panels of one formation kept together if they are no higher than `page`; otherwise its first and last two."""
    whole = _height(panels) <= page
    for number, panel in enumerate(panels):
        last = number == len(panels) - 1
        ends = number >= len(panels) - 2 or not panel.heads
        yield replace(panel, keep=not last and (whole or ends), new_page=new_page and number == 0)
