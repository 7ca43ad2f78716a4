"""The roster: each formation's troops with boxes to cross off. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from orbat.model.finding import format_cites
from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.render.pdf.blocks.forms import (
    BAR,
    LINE,
    MOST,
    BoxRow,
    SizeColumn,
    Tick,
    bar,
    box,
    fill_in,
    set_cell,
    side_by_side,
    size_widths,
    states_of,
    widest_word,
)
from orbat.render.pdf.blocks.order_table import rating_head
from orbat.render.pdf.blocks.price_marks import set_points
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import ASCENT, Styles, clip, measure, measure_figures, shown, wrap
from orbat.render.pdf.marks import Bookmark, Mark, Panel, moved
from orbat.render.pdf.setter import HAIR, STRONG, THIN, Setter, baseline_of
from orbat.report.abilities import Deed, together
from orbat.report.roster import Roster, RosterFormation, Troop, roster

# The columns of a roster: where each begins and how wide it is, from what will stand in them.


GAP = 10.0
SIZE, NAMED, HALF, REMOVED, POINTS, BOXES = "strength", "size", "half", "out", "points", "losses"
"""What stands over the columns; sizes that all have names stand below the second."""

_NAMES_LEAST, _BOXES_LEAST = 0.27, 0.45
"""The share of the width that names have where boxes would crowd them, and that of what is left which boxes have."""


@dataclass(frozen=True, slots=True)
class RosterColumns:
    """`name` is the width of the names, which begin at the left edge; `rating` and `boxes` are left ends.

    `half`, `removed` and `points` are the right ends of columns of figures, and None where they are not printed. A
    column in which nothing stands has no width. The boxes take the rest, and `ticked` stands over them.
    """

    name: float
    rating: float
    rating_width: float
    size: SizeColumn
    half: float | None
    removed: float | None
    points: float | None
    boxes: float
    ticked: str
    row: BoxRow
    right: float


def columns_for(
    troops: Sequence[Troop], rating_word: str, styles: Styles, width: float, *, priced: bool
) -> RosterColumns:
    """Columns as wide as their contents need; names have what is left."""
    rows = [troop.row for troop in troops]
    strengths = [one.strength for one in troops if one.strength and one.strength.size <= MOST]
    sizes = [(row.size, row.counted_in) for row in rows]
    figures, sized = size_widths(sizes, size_head(sizes), styles.text, styles.detail, styles.label)
    rating = max(measure(shown(rating_word), styles.label), widest_word((row.rating for row in rows), styles.text))
    half = _figures(HALF, [str(one.half) for one in strengths if one.half is not None], styles)
    removed = _figures(REMOVED, [str(one.removed) for one in strengths if one.removed], styles)
    points = _figures(POINTS, [row.points for row in rows] if priced else [], styles)
    beside = sum(GAP + column for column in (rating, sized) if column)
    free = width - beside - half - removed - points - GAP
    ticked = ticked_head(troops)
    needed = max(_boxes(troops, styles, width), measure(ticked, styles.label))
    boxes = min(needed, max(free - _NAMES_LEAST * width, _BOXES_LEAST * free))
    rating_left = free - boxes + GAP
    size = SizeColumn(rating_left + (rating + GAP if rating else 0.0), figures, sized)
    half_right = free - boxes + beside + half
    return RosterColumns(
        name=free - boxes,
        rating=rating_left,
        rating_width=rating,
        size=size,
        half=half_right if half else None,
        removed=half_right + removed if removed else None,
        points=half_right + removed + points if points else None,
        boxes=width - boxes,
        ticked=ticked,
        row=BoxRow(styles.text, boxes),
        right=width,
    )


def _figures(head: str, texts: Sequence[str], styles: Styles) -> float:
    """The width of a column of figures with the gap before it; nothing where it has none."""
    widths = [measure_figures(shown(text), styles.text) for text in texts]
    return GAP + max(measure(head, styles.label), *widths) if widths else 0.0


def size_head(sizes: Sequence[tuple[str, str]]) -> str:
    """What stands over the sizes: another word where all of them have names."""
    return SIZE if any(number for number, _ in sizes) or not any(name for _, name in sizes) else NAMED


def ticked_head(troops: Sequence[Troop]) -> str:
    """What stands over the boxes: what all of them are called, where it is one thing; shown as it can be drawn."""
    labels = {troop.ticks.label if troop.ticks else BOXES for troop in troops if troop.ticks or troop.strength}
    return shown(labels.pop()) if len(labels) == 1 else BOXES


def _boxes(troops: Sequence[Troop], styles: Styles, width: float) -> float:
    """The room that the boxes of every unit want in one row."""
    strengths = (one.strength for one in troops if one.strength and one.strength.size <= MOST)
    states = {troop.ticks.states for troop in troops if troop.ticks}
    return max(
        (
            *(BoxRow(styles.text, width).needed(one) for one in strengths),
            *(side_by_side([Tick(state) for state in one], styles.detail) for one in states),
        ),
        default=0.0,
    )


# The key to a roster's marks.


_AFTER, _BETWEEN, _KEY_LINES = 5.0, 16.0, 3.0
"""The space after a mark, that between two in a line, and that between two lines of them."""


def key(press: BlockContext, found: Roster) -> Panel:
    """What the boxes and the words of the roster mean, and where it stands in the rulebook."""
    setter = Setter()
    _marks(press, found, setter)
    style = press.styles.detail
    words = [_said(press, deed) for deed in together(deed for troop in found.troops for deed in troop.deeds)]
    if found.reach:
        words.append(f"command radius: {found.reach} {press.rests(found.radius)}".rstrip())
    setter.lines("; ".join(words), 0.0, press.width, style)
    return setter.panel(before=6, below=2)


def _said(press: BlockContext, deed: Deed) -> str:
    """`square: may form square, with 4 or more [DOE 12.3]`."""
    least = f", with {deed.least_size} or more" if deed.least_size else ""
    return f"{deed.short}: {deed.label}{least} {press.rests(format_cites(deed.cites))}".rstrip()


@dataclass(frozen=True, slots=True)
class _Sign:
    """A mark of the key at its place, and what it means."""

    width: float
    marks: tuple[Mark, ...]
    text: str


def _signs(press: BlockContext, found: Roster, side: float) -> Iterator[_Sign]:
    """The marks that this roster has."""
    strengths = [troop.strength for troop in found.troops if troop.strength]
    if any(troop.strength and not troop.ticks for troop in found.troops):
        yield _Sign(side, tuple(box(0.0, 0.0, side)), "cross off what is lost")
    for ticks in dict.fromkeys(troop.ticks for troop in found.troops if troop.ticks):
        text = f"{'cross off' if ticks.boxes else 'tick the'} {ticks.label} {press.rests(ticks.cites)}"
        yield _Sign(side, tuple(box(0.0, 0.0, side)), text.rstrip())
    if already := _already(press, found):
        yield _Sign(side, tuple(box(0.0, 0.0, side, crossed=True)), already)
    if any(one.half is not None for one in strengths):
        text = f"past the bar the unit is under half: with “{HALF}” left, or fewer {press.rests(found.half)}"
        yield _Sign(BAR, (bar(0.0, 0.0, side),), text.rstrip())
    if any(one.removed for one in strengths):
        text = f"never lost: the unit is taken off the table with “{REMOVED}” left {press.rests(found.removed)}"
        yield _Sign(side, tuple(box(0.0, 0.0, side, broken=True)), text.rstrip())


def _already(press: BlockContext, found: Roster) -> str:
    """What a crossed box means; "" where none is."""
    so = {*press.ticked, *press.gone}
    states = any(troop.ticks and troop.ticks.states and troop.row.path in so for troop in found.troops)
    words = [word for word, there in (("lost", any(press.losses.values())), ("ticked", states)) if there]
    return f"{' or '.join(words)} already" if words else ""


def _marks(press: BlockContext, found: Roster, setter: Setter) -> None:
    """The marks in a line or more, each with its meaning."""
    style, left = press.styles.detail, 0.0
    for sign in _signs(press, found, style.size):
        inset = sign.width + _AFTER
        if left and left + inset + measure(shown(sign.text), style) > press.width:
            left = 0.0
            setter.y += style.leading + _KEY_LINES
        top = setter.baseline(style) - ASCENT * style.size + 0.5
        setter.marks += (moved(mark, left, top) for mark in sign.marks)
        lines = wrap(sign.text, style, press.width - inset - left)
        for number, words in enumerate(lines):
            setter.y += style.leading if number else 0.0
            setter.words(words, left + inset, setter.baseline(style), style)
        left += inset + max((measure(words, style) for words in lines), default=0.0) + _BETWEEN
    setter.y += style.leading + _KEY_LINES


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


def roster_block(press: BlockContext, block: Block) -> tuple[Panel, ...]:
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

    def __init__(self, press: BlockContext, found: Roster, columns: RosterColumns, word: str, notes: int) -> None:
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

    def _heading(self, command: RosterFormation) -> Panel:
        setter, styles, right = Setter(), self.styles, self.columns.right
        style = styles.heading_at(command.depth)
        setter.marks.append(Bookmark(0.0, 0.0, command.depth, shown(command.title)))
        if command.above:
            setter.lines(" – ".join(command.above), 0.0, right, styles.label)
        points = "" if self.press.hide_points else command.points
        sum_width = measure(f"{points} points", styles.text.bold) + GAP if points else 0.0
        baseline = setter.baseline(style)
        setter.fit(command.title, 0.0, right - sum_width, style, _LINES, MIN_TYPE_SIZE)
        if points:
            setter.words(f"{points} points", right - sum_width + GAP, baseline, styles.text.bold)
        self._general(command, setter)
        setter.y += 2
        setter.rule(0.0, right, STRONG if command.troops else THIN)
        before = (18.0, 14.0, 12.0)[min(command.depth, 3) - 1]
        return setter.panel(before=before, depth=command.depth, below=2)

    def _general(self, command: RosterFormation, setter: Setter) -> None:
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
        setter.fit(row.name, 0.0, columns.name, styles.text.bold, _LINES, MIN_TYPE_SIZE)
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
