"""The roster: each formation's troops with boxes to cross off. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from orbat.model.finding import format_cites
from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.render.pdf.blocks.forms import (
    BAR,
    LINE,
    MAX_BOXES,
    BoxRow,
    SizeColumn,
    Tick,
    bar,
    box,
    set_cell,
    set_fields,
    side_by_side,
    size_widths,
    state_ticks,
    widest_word,
)
from orbat.render.pdf.blocks.order_table import rating_head
from orbat.render.pdf.blocks.price_marks import set_points
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import ASCENT, Styles, clip, drawable, measure, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Mark, Panel, moved
from orbat.render.pdf.typesetter import HAIR, STRONG, THIN, Typesetter, baseline_of
from orbat.report.abilities import AbilityNote, merge_notes
from orbat.report.roster import Roster, RosterFormation, RosterUnit, roster

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
    troops: Sequence[RosterUnit], rating_word: str, styles: Styles, width: float, *, priced: bool
) -> RosterColumns:
    """Columns as wide as their contents need; names have what is left."""
    rows = [troop.row for troop in troops]
    strengths = [one.strength for one in troops if one.strength and one.strength.size <= MAX_BOXES]
    sizes = [(row.size, row.counted_in) for row in rows]
    figures, sized = size_widths(sizes, size_head(sizes), styles.text, styles.detail, styles.label)
    rating = max(measure(drawable(rating_word), styles.label), widest_word((row.rating for row in rows), styles.text))
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
    widths = [measure_figures(drawable(text), styles.text) for text in texts]
    return GAP + max(measure(head, styles.label), *widths) if widths else 0.0


def size_head(sizes: Sequence[tuple[str, str]]) -> str:
    """What stands over the sizes: another word where all of them have names."""
    return SIZE if any(number for number, _ in sizes) or not any(name for _, name in sizes) else NAMED


def ticked_head(troops: Sequence[RosterUnit]) -> str:
    """What stands over the boxes: what all of them are called, where it is one thing; shown as it can be drawn."""
    labels = {troop.ticks.label if troop.ticks else BOXES for troop in troops if troop.ticks or troop.strength}
    return drawable(labels.pop()) if len(labels) == 1 else BOXES


def _boxes(troops: Sequence[RosterUnit], styles: Styles, width: float) -> float:
    """The room that the boxes of every unit want in one row."""
    strengths = (one.strength for one in troops if one.strength and one.strength.size <= MAX_BOXES)
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


def key(context: BlockContext, found: Roster) -> Panel:
    """What the boxes and the words of the roster mean, and where it stands in the rulebook."""
    typesetter = Typesetter()
    _marks(context, found, typesetter)
    style = context.styles.detail
    words = [
        _said(context, deed) for deed in merge_notes(deed for troop in found.units for deed in troop.ability_notes)
    ]
    if found.reach:
        words.append(f"command radius: {found.reach} {context.citation(found.radius)}".rstrip())
    typesetter.lines("; ".join(words), 0.0, context.width, style)
    return typesetter.panel(before=6, below=2)


def _said(context: BlockContext, deed: AbilityNote) -> str:
    """`square: may form square, with 4 or more [DOE 12.3]`."""
    least = f", with {deed.least_size} or more" if deed.least_size else ""
    return f"{deed.short}: {deed.label}{least} {context.citation(format_cites(deed.cites))}".rstrip()


@dataclass(frozen=True, slots=True)
class _Sign:
    """A mark of the key at its place, and what it means."""

    width: float
    marks: tuple[Mark, ...]
    text: str


def _signs(context: BlockContext, found: Roster, side: float) -> Iterator[_Sign]:
    """The marks that this roster has."""
    strengths = [troop.strength for troop in found.units if troop.strength]
    if any(troop.strength and not troop.ticks for troop in found.units):
        yield _Sign(side, tuple(box(0.0, 0.0, side)), "cross off what is lost")
    for ticks in dict.fromkeys(troop.ticks for troop in found.units if troop.ticks):
        text = f"{'cross off' if ticks.boxes else 'tick the'} {ticks.label} {context.citation(ticks.cites)}"
        yield _Sign(side, tuple(box(0.0, 0.0, side)), text.rstrip())
    if already := _already(context, found):
        yield _Sign(side, tuple(box(0.0, 0.0, side, crossed=True)), already)
    if any(one.half is not None for one in strengths):
        text = f"past the bar the unit is under half: with “{HALF}” left, or fewer {context.citation(found.half)}"
        yield _Sign(BAR, (bar(0.0, 0.0, side),), text.rstrip())
    if any(one.removed for one in strengths):
        text = f"never lost: the unit is taken off the table with “{REMOVED}” left {context.citation(found.removed)}"
        yield _Sign(side, tuple(box(0.0, 0.0, side, broken=True)), text.rstrip())


def _already(context: BlockContext, found: Roster) -> str:
    """What a crossed box means; "" where none is."""
    so = {*context.ticked, *context.gone}
    states = any(troop.ticks and troop.ticks.states and troop.row.path in so for troop in found.units)
    words = [word for word, there in (("lost", any(context.losses.values())), ("ticked", states)) if there]
    return f"{' or '.join(words)} already" if words else ""


def _marks(context: BlockContext, found: Roster, typesetter: Typesetter) -> None:
    """The marks in a line or more, each with its meaning."""
    style, left = context.styles.detail, 0.0
    for sign in _signs(context, found, style.size):
        inset = sign.width + _AFTER
        if left and left + inset + measure(drawable(sign.text), style) > context.width:
            left = 0.0
            typesetter.y += style.leading + _KEY_LINES
        top = typesetter.baseline(style) - ASCENT * style.size + 0.5
        typesetter.marks += (moved(mark, left, top) for mark in sign.marks)
        lines = wrap(sign.text, style, context.width - inset - left)
        for number, words in enumerate(lines):
            typesetter.y += style.leading if number else 0.0
            typesetter.words(words, left + inset, typesetter.baseline(style), style)
        left += inset + max((measure(words, style) for words in lines), default=0.0) + _BETWEEN
    typesetter.y += style.leading + _KEY_LINES


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


def roster_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Every formation with its general and its units, a box for each stand, and lines for notes: as many as the
    block's `rows`."""
    found = roster(context.report)
    if context.report.book is None or not found.formations:
        return ()
    word = rating_head(context.report.book)
    columns = columns_for(found.units, word, context.styles, context.width, priced=not context.hide_points)
    setting = RosterSetting(context, found, columns, word, _NOTES if block.rows is None else block.rows)
    return (key(context, found), *setting.panels())


class RosterSetting:
    """Sets one roster in its columns and type."""

    def __init__(self, context: BlockContext, found: Roster, columns: RosterColumns, word: str, notes: int) -> None:
        self.context = context
        self.roster = found
        self.columns = columns
        self.styles = context.styles
        self.losses = context.losses
        self.word = word
        self.notes = notes

    def panels(self) -> Iterator[Panel]:
        """The panels of all commands; those without troops stay with the next that has some."""
        first, waiting = True, list[Panel]()
        for command in self.roster.formations:
            waiting.append(self._heading(command))
            if not command.units:
                continue
            again = self._column_heads(f"{command.title}, continued")
            waiting.append(replace(self._column_heads(), depth=command.depth))
            waiting += (self._troop(troop, command.depth + 1, again) for troop in command.units)
            paged = self.context.printing.whole_pages and not first
            lines = max(self.notes, self._lines_left(waiting) if paged else 0)
            if lines:
                waiting.append(self._notes(lines, command.depth + 1))
            yield from _whole(waiting, self._page * (_FIRST if first else 1), new_page=paged)
            first, waiting = False, []
        yield from _whole(waiting, self._page, new_page=False)

    @property
    def _page(self) -> float:
        """The room on a page below its running head."""
        return self.context.height - 2 * self.styles.foot.leading

    def _lines_left(self, panels: Sequence[Panel]) -> int:
        """How many lines for notes fit on a page below a formation; not more than are any use."""
        left = self._page - _height(panels) - 2 * self.styles.label.leading
        return max(0, min(_NOTES_MOST, int(left / (self.styles.label.leading * _NOTES_APART))))

    def _heading(self, command: RosterFormation) -> Panel:
        typesetter, styles, right = Typesetter(), self.styles, self.columns.right
        style = styles.heading_at(command.depth)
        typesetter.marks.append(Bookmark(0.0, 0.0, command.depth, drawable(command.title)))
        if command.above:
            typesetter.lines(" – ".join(command.above), 0.0, right, styles.label)
        points = "" if self.context.hide_points else command.points
        sum_width = measure(f"{points} points", styles.text.bold) + GAP if points else 0.0
        baseline = typesetter.baseline(style)
        typesetter.fit(command.title, 0.0, right - sum_width, style, _LINES, MIN_TYPE_SIZE)
        if points:
            typesetter.words(f"{points} points", right - sum_width + GAP, baseline, styles.text.bold)
        self._general(command, typesetter)
        typesetter.y += 2
        typesetter.rule(0.0, right, STRONG if command.units else THIN)
        before = (18.0, 14.0, 12.0)[min(command.depth, 3) - 1]
        return typesetter.panel(before=before, depth=command.depth, below=2)

    def _general(self, command: RosterFormation, typesetter: Typesetter) -> None:
        row, text = command.row, self.styles.text
        if row is None:
            return
        left = 0.0
        if row.off_board:
            left = typesetter.boxed(drawable(row.off_board_text), 0.0, typesetter.baseline(text), self.styles.box) + 8
        if row.commander:
            dice = f"dice {row.dice}" if row.dice else ""
            reach = f"command radius {self.roster.reach}" if self.roster.reach else ""
            words = ", ".join(part for part in (row.commander, row.quality, dice, reach) if part)
            typesetter.lines(words, left, self.columns.right - left, text)
        elif left:
            typesetter.y += text.leading
        if row.note and row.sort == "formation" and self.context.printing.notes:
            typesetter.lines(row.note, 0.0, self.columns.right, self.styles.note)

    def _column_heads(self, title: str = "") -> Panel:
        typesetter, columns, style = Typesetter(), self.columns, self.styles.label
        baseline = typesetter.baseline(style)
        if title:
            typesetter.words(clip(title, style.bold, columns.name), 0.0, baseline, style.bold)
        word = clip(self.word, style, columns.rating_width)
        typesetter.centred(word, columns.rating, columns.rating_width, baseline, style)
        size = columns.size
        if size.width:
            head = size_head([(troop.row.size, troop.row.counted_in) for troop in self.roster.units])
            shift = size.right - measure(head, style)
            left = max(shift, columns.rating + columns.rating_width + 2) if size.figures else size.left
            typesetter.words(head, left, baseline, style)
        for head, right in ((HALF, columns.half), (REMOVED, columns.removed), (POINTS, columns.points)):
            if right is not None:
                typesetter.words(head, right - measure(head, style), baseline, style)
        typesetter.words(columns.ticked, columns.boxes, baseline, style)
        typesetter.y = style.leading + 1
        if title:
            typesetter.rule(0.0, columns.right, THIN)
        return typesetter.panel(before=0, keep=True)

    def _troop(self, troop: RosterUnit, depth: int, again: Panel) -> Panel:
        typesetter, columns, styles, row = Typesetter(3.0), self.columns, self.styles, troop.row
        baseline = typesetter.baseline(styles.text)
        typesetter.fit(row.name, 0.0, columns.name, styles.text.bold, _LINES, MIN_TYPE_SIZE)
        lowest = self._figures(troop, typesetter, baseline)
        if row.off_board:
            typesetter.boxed(drawable(row.off_board_text), 0.0, typesetter.baseline(styles.box) + 1, styles.box)
            typesetter.y += styles.box.leading + 3
        self._arms(troop, typesetter)
        typesetter.y = max(typesetter.y, lowest)
        if row.note and self.context.printing.notes:
            typesetter.lines(row.note, 0.0, columns.right, styles.note)
        typesetter.y += 2.5
        typesetter.rule(0.0, columns.right, HAIR)
        return typesetter.panel(depth=depth, heads=again)

    def _arms(self, troop: RosterUnit, typesetter: Typesetter) -> None:
        """The arms, and what the unit may do: beside them where there is room, otherwise below."""
        style, width = self.styles.detail, self.columns.name
        deeds = ", ".join(deed.short for deed in troop.ability_notes)
        typesetter.lines(_arms(troop), 0.0, width, style)
        end = typesetter.marks[-1].right + _BESIDE
        if deeds and end + measure(drawable(deeds), style.italic) <= width:
            typesetter.words(deeds, end, typesetter.baseline(style) - style.leading, style.italic)
        else:
            typesetter.lines(deeds, 0.0, width, style.italic)

    def _figures(self, troop: RosterUnit, typesetter: Typesetter, baseline: float) -> float:
        """The columns after the name; gives how low they reach."""
        columns, styles, row = self.columns, self.styles, troop.row
        strength = troop.strength if troop.strength and troop.strength.size <= MAX_BOXES else None
        text = styles.text
        low = set_cell(typesetter, row.rating, columns.rating, columns.rating_width, baseline, text, centred=True)
        low = max(low, columns.size.set(typesetter, (row.size, row.counted_in), baseline, text, styles.detail))
        half = "" if strength is None else "–" if strength.half is None else str(strength.half)
        removed = "" if strength is None else str(strength.removed)
        for words, right in ((half, columns.half), (removed, columns.removed)):
            if right is not None:
                typesetter.figures(words, right, baseline, text)
        if columns.points is not None:
            set_points(typesetter, row.points, row.mark, columns.points, baseline, text)
        if strength is None:
            return max(low, self._states(troop, typesetter, baseline))
        top = baseline - (ASCENT * text.size + columns.row.side) / 2 + 1
        typesetter.marks += columns.row.marks(strength, self.losses.get(row.path, 0), columns.boxes, top)
        return max(low, top + columns.row.height(strength))

    def _states(self, troop: RosterUnit, typesetter: Typesetter, baseline: float) -> float:
        """A box for each state that the unit may be in; gives how low they reach."""
        style, columns = self.styles.detail, self.columns
        boxes = Typesetter(baseline - baseline_of(style) - style.leading * (LINE - 1) / 2)
        states = troop.ticks.states if troop.ticks else ()
        ticks = state_ticks(self.context, troop.row.path, states) if states else ()
        set_fields(boxes, ticks, columns.boxes, columns.row.width, style)
        typesetter.marks += boxes.marks
        return boxes.y if states else 0.0

    def _notes(self, lines: int, depth: int) -> Panel:
        """Lines to write on."""
        typesetter, style = Typesetter(4.0), self.styles.label
        end = typesetter.words("Notes", 0.0, typesetter.baseline(style), style) + 6
        for number in range(lines):
            left = 0.0 if number else end
            typesetter.y += style.leading * (_NOTES_APART if number else 1)
            typesetter.rule(left, self.columns.right, HAIR)
        return typesetter.panel(depth=depth, below=2)


def _arms(troop: RosterUnit) -> str:
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
