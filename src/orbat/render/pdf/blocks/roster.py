"""The roster: the units of each formation, with boxes to cross off. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from orbat.model.finding import format_cites
from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.model.wording import phrase
from orbat.render.pdf.blocks.forms import (
    BAR,
    LINE,
    MAX_BOXES,
    BoxRow,
    SizeColumn,
    Tick,
    bar,
    box,
    continued_heading,
    fields_width,
    ruled_heading,
    set_cell,
    set_fields,
    size_widths,
    state_ticks,
    widest_word,
)
from orbat.render.pdf.blocks.order_table import rating_head
from orbat.render.pdf.blocks.price_marks import set_points
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import ASCENT, Style, Styles, clip, drawable, measure, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Mark, Panel, moved
from orbat.render.pdf.symbols import symbol, symbol_width
from orbat.render.pdf.typesetter import HAIR, STRONG, THIN, Typesetter, baseline_of
from orbat.report.abilities import AbilityNote, merge_notes
from orbat.report.roster import Roster, RosterFormation, RosterUnit, UnitStrength, roster
from orbat.report.service import service_texts

# The columns of a roster, as wide as their contents need.


GAP = 8.0
SIZE, NAMED, POINTS, BOXES = "strength", "size", "points", "losses"
"""The column heads. `NAMED` replaces `SIZE` if all units have named sizes."""

_MIN_NAMES = 0.25
"""The least width for names, as a fraction of the full width."""
_SIGN = 0.78
"""The height of an arm sign, in ems."""
_AFTER_SIGN = 5.0
_SLACK = 0.1
"""The allowance for rounding errors in columns that are exactly as wide as their text."""


@dataclass(frozen=True, slots=True)
class RosterColumns:
    """The columns of the roster. Empty columns have width 0."""

    sign: float
    """The width for the signs of arms, at the left edge. 0 without signs."""
    name: float
    """The right edge of the column of names."""
    rating: float
    """The left edge of the ratings."""
    rating_width: float
    size: SizeColumn
    points: float | None
    """The right edge; None without this column."""
    boxes: float
    """The left edge of the boxes."""
    ticked: str
    """The heading above the boxes."""
    row: BoxRow
    right: float


def columns_for(
    units: Sequence[RosterUnit], rating_word: str, styles: Styles, width: float, *, priced: bool
) -> RosterColumns:
    """Work out the columns.

    Each column is as wide as its contents; long names are wrapped if the boxes need the room.
    """
    rows = [unit.row for unit in units]
    sizes = [(row.size, row.counted_in) for row in rows]
    figures, sized = size_widths(sizes, size_head(sizes), styles.text, styles.detail, styles.label)
    sized += _SLACK if sized else 0.0
    rating = max(measure(drawable(rating_word), styles.label), widest_word((row.rating for row in rows), styles.text))
    points = _figures(POINTS, [row.points for row in rows] if priced else [], styles)
    beside = sum(GAP + column for column in (rating, sized) if column) + points + GAP
    sign = symbol_width(_SIGN * styles.text.size) + _AFTER_SIGN if any(unit.symbol for unit in units) else 0.0
    ticked = ticked_head(units)
    boxes = max(_boxes(units, styles, width), measure(ticked, styles.label))
    longest = max((_named_width(unit, styles, 1) for unit in units), default=0.0)
    whole = max((_named_width(unit, styles) for unit in units), default=0.0)
    # names with all details on one line, if this leaves room for all boxes on the same line
    longest = max(longest, min(whole, width - sign - beside - _boxes_and_ticks(units, styles, width) - _SLACK))
    least = max(_MIN_NAMES * width, width - beside - boxes)
    name = min(sign + longest + _SLACK, least, width - beside - measure(BOXES, styles.label))
    rating_left = name + GAP
    size = SizeColumn(rating_left + (rating + GAP if rating else 0.0), figures, sized)
    left = name + beside
    return RosterColumns(
        sign=sign,
        name=name,
        rating=rating_left,
        rating_width=rating,
        size=size,
        points=left - GAP if points else None,
        boxes=left,
        ticked=ticked,
        row=BoxRow(styles.text, width - left),
        right=width,
    )


def _named_width(unit: RosterUnit, styles: Styles, count: int | None = None) -> float:
    """The width of a unit's name with all details on the same line. With `count`, only the first `count` details."""
    details = [measure(drawable(text), style) for text, style in _details(unit, styles)[:count]]
    return measure(drawable(unit.row.name), styles.text.bold) + sum(_BESIDE + width for width in details)


def _details(unit: RosterUnit, styles: Styles, *, notes: bool = True) -> list[tuple[str, Style]]:
    """Entry and options, abilities, facts such as `removed at: 2`, and the note."""
    abilities = ", ".join(note.short for note in unit.ability_notes)
    facts, note = _FACT_SEPARATOR.join(unit.facts), unit.row.note if notes else ""
    style = styles.detail
    found = [(_arms(unit), style), (abilities, style.italic), (facts, style), (note, styles.note)]
    return [one for one in found if one[0]]


def _boxes_and_ticks(units: Sequence[RosterUnit], styles: Styles, width: float) -> float:
    """The greatest width that a unit needs for its boxes for losses and, beside these, its boxes to tick."""
    found = {(unit.strength, unit.bars, (*unit.states, *unit.marks)) for unit in units}
    return max((_boxes_width(*one, styles, width) for one in found), default=0.0)


def _boxes_width(
    strength: UnitStrength | None, bars: tuple[int, ...], labels: tuple[str, ...], styles: Styles, width: float
) -> float:
    ticks = fields_width([Tick(label) for label in labels], styles.detail)
    return (BoxRow(styles.text, width, bars).needed(strength) if strength else 0.0) + (GAP if ticks else 0.0) + ticks


def _figures(head: str, texts: Sequence[str], styles: Styles) -> float:
    widths = [measure_figures(drawable(text), styles.text) for text in texts]
    return GAP + max(measure(head, styles.label), *widths) if widths else 0.0


def size_head(sizes: Sequence[tuple[str, str]]) -> str:
    """The head of the size column."""
    return SIZE if any(number for number, _ in sizes) or not any(name for _, name in sizes) else NAMED


def ticked_head(units: Sequence[RosterUnit]) -> str:
    """The heading above the boxes: their label if all boxes have the same label, otherwise `losses`."""
    labels = {unit.ticks.label if unit.ticks else BOXES for unit in units if unit.ticks or unit.strength}
    return drawable(labels.pop()) if len(labels) == 1 else BOXES


def _boxes(units: Sequence[RosterUnit], styles: Styles, width: float) -> float:
    found = {(unit.strength, unit.bars) for unit in units if unit.strength and unit.strength.size <= MAX_BOXES}
    return max((BoxRow(styles.text, width, bars).needed(one) for one, bars in found), default=0.0)


# The key to a roster's symbols.


_AFTER, _BETWEEN, _KEY_LINES = 5.0, 16.0, 3.0
"""In the key: the space after a symbol, the space between two entries, and the space between two lines."""


def key(context: BlockContext, found: Roster) -> tuple[Panel, ...]:
    """The legend of the roster: boxes, then abilities and the command radius, with citations.

    The heading is printed only if the legend begins a page or column.
    """
    signs, typesetter = Typesetter(), Typesetter()
    _marks(context, found, signs)
    title, width, style = "Key", context.width, context.styles.detail
    heading = ruled_heading(title, width, context.styles.subheading, THIN).panel(keep=True)
    notes = merge_notes(note for unit in found.units for note in unit.ability_notes)
    words = [_note_text(context, note) for note in notes]
    if found.command_radius:
        radius = phrase("command radius: {reach}", reach=found.command_radius)
        words.append(f"{radius} {context.citation(found.radius_cites)}".rstrip())
    typesetter.lines("; ".join(words), 0.0, width, style)
    again = continued_heading(title, width, context.styles.subheading)
    return (signs.panel(before=6, heads=heading), typesetter.panel(below=2, heads=again))


def _note_text(context: BlockContext, note: AbilityNote) -> str:
    # such as `square: may form square, at size 4 or more [X 12.3]`
    fields = {"name": note.short, "ability": note.label, "size": note.least_size}
    if note.least_size:
        text = phrase("{name}: {ability}, at size {size} or more", **fields)
    else:
        text = phrase("{name}: {ability}", **fields)
    return f"{text} {context.citation(format_cites(note.cites))}".rstrip()


@dataclass(frozen=True, slots=True)
class _KeyEntry:
    width: float
    marks: tuple[Mark, ...]
    text: str


def _key_entries(context: BlockContext, found: Roster, side: float) -> Iterator[_KeyEntry]:
    strengths = [unit.strength for unit in found.units if unit.strength]
    if any(unit.strength and not unit.ticks for unit in found.units):
        yield _KeyEntry(side, tuple(box(0.0, 0.0, side)), "cross off losses")
    for ticks in dict.fromkeys(unit.ticks for unit in found.units if unit.ticks):
        if ticks.boxes:
            text = phrase("cross off {label}", label=ticks.label)
        else:
            text = phrase("tick the {label}", label=ticks.label)
        yield _KeyEntry(side, tuple(box(0.0, 0.0, side)), f"{text} {context.citation(ticks.cites)}".rstrip())
    if crossed := _crossed_text(context, found):
        yield _KeyEntry(side, tuple(box(0.0, 0.0, side, crossed=True)), crossed)
    if any(one.half is not None for one in strengths):
        text = "when a box after the bar is crossed off, the unit is under half strength"
        yield _KeyEntry(BAR, (bar(0.0, 0.0, side),), f"{text} {context.citation(found.half_cites)}".rstrip())
    if any(one.removed for one in strengths):
        text = "when only boxes of this kind are left, the unit is removed"
        marks = tuple(box(0.0, 0.0, side, broken=True))
        yield _KeyEntry(side, marks, f"{text} {context.citation(found.removed_cites)}".rstrip())


def _crossed_text(context: BlockContext, found: Roster) -> str:
    marked = {*context.ticked, *context.destroyed}
    ticked = any(unit.ticks and unit.ticks.states and unit.row.path in marked for unit in found.units)
    if any(context.losses.values()):
        return "lost or ticked already" if ticked else "lost already"
    return "ticked already" if ticked else ""


def _marks(context: BlockContext, found: Roster, typesetter: Typesetter) -> None:
    style, left = context.styles.detail, 0.0
    for entry in _key_entries(context, found, style.size):
        inset = entry.width + _AFTER
        if left and left + inset + measure(drawable(entry.text), style) > context.width:
            left = 0.0
            typesetter.y += style.leading + _KEY_LINES
        top = typesetter.baseline(style) - ASCENT * style.size + 0.5
        typesetter.marks += (moved(mark, left, top) for mark in entry.marks)
        lines = wrap(entry.text, style, context.width - inset - left)
        for number, words in enumerate(lines):
            typesetter.y += style.leading if number else 0.0
            typesetter.words(words, left + inset, typesetter.baseline(style), style)
        left += inset + max((measure(words, style) for words in lines), default=0.0) + _BETWEEN
    typesetter.y += style.leading + _KEY_LINES


_NAME_LINES = 4
"""The maximum number of lines for a name. If a name needs more, its type is made smaller."""
_MAX_KEPT_WHOLE = 2
"""A formation of at most this many units stays on one page. Others continue on the next page."""
_FACT_SEPARATOR = " · "
_UNDER_BOXES = 0.4
"""The space below the boxes of a unit."""
_TOLERANCE = 0.01
"""The allowance for rounding errors."""
_BESIDE = 9.0
"""The space between two texts on a line."""
_NOTES = 0
"""The default number of lines for notes below each formation."""
_MAX_NOTES, _NOTE_DISTANCE = 14, 2.0
"""The maximum number of lines for notes, and the distance between two lines (as a multiple of the leading). The
maximum applies if each formation has its own page."""


def roster_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render every formation: general, units with boxes, and lines for notes.

    The block's `rows` sets the number of lines for notes.
    """
    found = roster(context.report)
    if context.report.book is None or not found.formations:
        return ()
    word = rating_head(context.report.book)
    columns = columns_for(found.units, word, context.styles, context.width, priced=not context.hide_points)
    roster_typesetter = RosterTypesetter(context, found, columns, word, _NOTES if block.rows is None else block.rows)
    return (*key(context, found), *roster_typesetter.panels())


class RosterTypesetter:
    """Typesets one roster."""

    def __init__(self, context: BlockContext, found: Roster, columns: RosterColumns, word: str, notes: int) -> None:
        self.context = context
        self.roster = found
        self.columns = columns
        self.styles = context.styles
        self.losses = context.losses
        self.word = word
        self.notes = notes

    def panels(self) -> Iterator[Panel]:
        """Yield the panels of all formations."""
        first, waiting = True, list[Panel]()
        # A formation without units stays on the same page as the next formation that has units.
        for formation in self.roster.formations:
            waiting.append(self._heading(formation))
            if not formation.units:
                continue
            again = self._column_heads(phrase("{formation}, continued", formation=formation.title))
            if first:
                waiting.append(self._column_heads())
            else:
                # on later pages, the heads of the columns are at the top
                waiting[0] = replace(waiting[0], heads=self._column_heads(ruled=True))
            waiting += (self._unit(unit, again) for unit in formation.units)
            paged = self.context.printing.whole_pages and not first
            lines = max(self.notes, self._lines_left(waiting) if paged else 0)
            if lines:
                waiting.append(self._notes(lines))
            whole = self.context.printing.whole_pages or len(formation.units) <= _MAX_KEPT_WHOLE
            rows = len(waiting) - len(formation.units) - bool(lines)
            yield from _kept_together(waiting, self._page, rows, new_page=paged, whole=whole)
            first, waiting = False, []
        yield from _kept_together(waiting, self._page, len(waiting), new_page=False, whole=True)

    @property
    def _page(self) -> float:
        return self.context.height - 2 * self.styles.foot.leading

    def _lines_left(self, panels: Sequence[Panel]) -> int:
        left = self._page - _height(panels) - 2 * self.styles.label.leading
        return max(0, min(_MAX_NOTES, int(left / (self.styles.label.leading * _NOTE_DISTANCE))))

    def _heading(self, formation: RosterFormation) -> Panel:
        typesetter, styles, right = Typesetter(), self.styles, self.columns.right
        style = styles.heading_at(formation.depth)
        typesetter.marks.append(Bookmark(0.0, 0.0, formation.depth, drawable(formation.title)))
        points = ""
        if formation.points and not self.context.hide_points:
            points = phrase("{points} points", points=formation.points)
        sum_width = measure(points, styles.text.bold) + GAP if points else 0.0
        above, title = drawable(" – ".join(formation.above)), measure(drawable(formation.title), style)
        beside = title + _BESIDE + measure(above, styles.label) <= right - sum_width
        if above and not beside:
            typesetter.lines(above, 0.0, right, styles.label)
        baseline = typesetter.baseline(style)
        typesetter.fit(formation.title, 0.0, right - sum_width, style, _NAME_LINES, MIN_TYPE_SIZE)
        if above and beside:
            typesetter.words(above, title + _BESIDE, baseline, styles.label)
        if points:
            typesetter.words(points, right - sum_width + GAP, baseline, styles.text.bold)
        self._general(formation, typesetter)
        typesetter.y += 2
        typesetter.rule(0.0, right, STRONG if formation.units else THIN)
        before = (11.0, 9.0, 8.0)[min(formation.depth, 3) - 1]
        return typesetter.panel(before=before, depth=formation.depth, below=2)

    def _general(self, formation: RosterFormation, typesetter: Typesetter) -> None:
        row, text, right = formation.row, self.styles.text, self.columns.right
        if row is None:
            return
        left = 0.0
        if row.off_board:
            left = typesetter.boxed(drawable(row.off_board_text), 0.0, typesetter.baseline(text), self.styles.box) + 8
        if row.commander:
            dice = phrase("dice {dice}", dice=row.dice_record) if row.dice else ""
            words = ", ".join(part for part in (row.commander, row.quality, dice) if part)
            baseline = typesetter.baseline(text)
            typesetter.lines(words, left, right - left, text)
            end = left + measure(drawable(words), text) + _BESIDE
            if formation.dice:
                end = self._dice(formation.dice, end, typesetter)
            self._history(formation.history, [(end, right, baseline)], typesetter)
        elif left:
            typesetter.y += text.leading
        if row.note and row.sort == "formation" and self.context.printing.notes:
            typesetter.lines(row.note, 0.0, right, self.styles.note)

    def _dice(self, results: tuple[tuple[str, str], ...], left: float, typesetter: Typesetter) -> float:
        """Typeset boxes for the dice of a general whose quality is rolled at the table.

        If there is room, the boxes are beside the name.
        """
        style = self.styles.detail
        fields = [Tick(phrase("{quality} ({dice})", quality=label, dice=dice)) for label, dice in results]
        if left + fields_width(fields, style) <= self.columns.right:
            typesetter.y -= self.styles.text.leading
            above = typesetter.y
            typesetter.y += baseline_of(self.styles.text) - baseline_of(style) - style.leading * (LINE - 1) / 2
            set_fields(typesetter, fields, left, self.columns.right - left, style)
            typesetter.y = above + self.styles.text.leading
            return left + fields_width(fields, style) + _BESIDE
        set_fields(typesetter, fields, 0.0, self.columns.right, style)
        return self.columns.right

    def _column_heads(self, title: str = "", *, ruled: bool = False) -> Panel:
        typesetter, columns, style = Typesetter(), self.columns, self.styles.label
        if title and measure(drawable(title), style.bold) > columns.name:
            typesetter.fit(title, 0.0, columns.right, style.bold, 1, MIN_TYPE_SIZE)
            title, ruled = "", True
        baseline = typesetter.baseline(style)
        if title:
            typesetter.words(title, 0.0, baseline, style.bold)
        word = clip(self.word, style, columns.rating_width)
        typesetter.centred(word, columns.rating, columns.rating_width, baseline, style)
        size = columns.size
        if size.width:
            head = size_head([(unit.row.size, unit.row.counted_in) for unit in self.roster.units])
            shift = size.right - measure(head, style)
            left = max(shift, columns.rating + columns.rating_width + 2) if size.figures else size.left
            typesetter.words(head, left, baseline, style)
        if columns.points is not None:
            typesetter.words(POINTS, columns.points - measure(POINTS, style), baseline, style)
        typesetter.words(columns.ticked, columns.boxes, baseline, style)
        typesetter.y += style.leading + 1
        if title or ruled:
            typesetter.rule(0.0, columns.right, THIN)
        return typesetter.panel(before=0, keep=True)

    def _unit(self, unit: RosterUnit, again: Panel) -> Panel:
        typesetter, columns, styles, row = Typesetter(2.4), self.columns, self.styles, unit.row
        baseline = typesetter.baseline(styles.text)
        size = _SIGN * styles.text.size
        typesetter.marks += symbol(unit.symbol, 0.0, baseline - size, size)
        name = columns.name - columns.sign
        typesetter.fit(row.name, columns.sign, name, styles.text.bold, _NAME_LINES, MIN_TYPE_SIZE)
        details = _details(unit, styles, notes=self.context.printing.notes)
        # details for which there is room are beside the name, so that many units need one line less
        end, below = columns.sign + measure(drawable(row.name), styles.text.bold), list[tuple[str, Style]]()
        for text, style in details:
            if end + _BESIDE + measure(drawable(text), style) <= columns.name:
                end = typesetter.words(text, end + _BESIDE, baseline, style)
            else:
                below.append((text, style))
        lowest, ticks = self._figures(unit, typesetter, baseline)
        typesetter.y = max(typesetter.y, lowest)
        self._below(unit, below, ticks, typesetter)
        typesetter.y += 2.2
        typesetter.rule(0.0, columns.right, HAIR)
        return typesetter.panel(heads=again)

    def _below(
        self, unit: RosterUnit, details: Sequence[tuple[str, Style]], ticks: Sequence[Tick], typesetter: Typesetter
    ) -> None:
        """Typeset the lines below the name: details, boxes to tick, and the history."""
        style, left, right, row = self.styles.detail, self.columns.sign, self.columns.right, unit.row
        if row.off_board:
            baseline = typesetter.baseline(self.styles.box) + 1
            typesetter.boxed(drawable(row.off_board_text), left, baseline, self.styles.box)
            typesetter.y += self.styles.box.leading + 3
        needed = fields_width(ticks, style)
        ends = self._run(details, typesetter)
        is_beside = bool(ends) and ends[-1][0] + needed <= right
        # The history is on the first line with enough room, the line of the boxes included.
        taken = needed + _BESIDE if ticks else 0.0
        if is_beside:
            end, baseline = ends.pop()
            places = [*((end, right, baseline) for end, baseline in ends), (end, right - taken, baseline)]
        else:
            places = [(end, right, baseline) for end, baseline in ends]
        if ticks and not details:
            # boxes to tick are higher than text, and must not touch the loss boxes above
            typesetter.y += style.leading * (LINE - 1) / 2
        self._ticks(ticks, typesetter, above=is_beside)
        if ticks and not is_beside:  # the boxes have a line of their own
            places.append((left, right - taken, typesetter.baseline(style) - style.leading))
        self._history(unit.history, places, typesetter)

    def _run(self, words: Sequence[tuple[str, Style]], typesetter: Typesetter) -> list[tuple[float, float]]:
        """Typeset texts one after the other. A text that does not fit on the line starts a new line.

        Returns a pair for each line: the position of the text's end, and the baseline.
        """
        left, right = self.columns.sign, self.columns.right
        ends: list[tuple[float, float]] = []
        for text, style in words:
            width = measure(drawable(text), style)
            if ends and ends[-1][0] + width <= right:
                end, baseline = ends.pop()
                typesetter.words(text, end, baseline, style)
                ends.append((end + width + _BESIDE, baseline))
                continue
            for line in wrap(text, style, right - left):
                baseline = typesetter.baseline(style)
                ends.append((typesetter.words(line, left, baseline, style) + _BESIDE, baseline))
                typesetter.y += style.leading
        return ends

    def _ticks(self, ticks: Sequence[Tick], typesetter: Typesetter, *, above: bool) -> None:
        """Typeset boxes at the right edge.

        With `above`, the boxes are on the previous line; otherwise, on new lines.
        """
        if not ticks:
            return
        style, right = self.styles.detail, self.columns.right
        width = min(fields_width(ticks, style), right - self.columns.sign)
        extra = style.leading * (LINE - 1) / 2
        if above:
            fields = Typesetter(typesetter.y - style.leading - extra)
            set_fields(fields, ticks, right - width, width + _TOLERANCE, style)
            typesetter.marks += fields.marks
        else:
            typesetter.y -= extra
            set_fields(typesetter, ticks, right - width, width + _TOLERANCE, style)
            typesetter.y -= extra

    def _history(
        self, history: tuple[str, ...], places: Sequence[tuple[float, float, float]], typesetter: Typesetter
    ) -> None:
        """Typeset as much of a history as fits in one of `places`.

        A place is a left edge, a right edge and a baseline.
        """
        style = self.styles.note
        for text in service_texts(history):
            width = measure(drawable(text), style)
            for left, right, baseline in places:
                if left + width <= right:
                    typesetter.words(text, right - width, baseline, style)
                    return

    def _figures(self, unit: RosterUnit, typesetter: Typesetter, baseline: float) -> tuple[float, Sequence[Tick]]:
        """Typeset rating, size, points and boxes. Returns the lower edge, and the boxes to tick that did not fit."""
        columns, styles, row = self.columns, self.styles, unit.row
        strength = unit.strength if unit.strength and unit.strength.size <= MAX_BOXES else None
        text = styles.text
        low = set_cell(typesetter, row.rating, columns.rating, columns.rating_width, baseline, text, centred=True)
        low = max(low, columns.size.set(typesetter, (row.size, row.counted_in), baseline, text, styles.detail))
        if columns.points is not None:
            set_points(typesetter, row.points, row.mark, columns.points, baseline, text)
        end = columns.boxes
        if strength:
            boxes = replace(columns.row, bars=unit.bars)
            top = baseline - (ASCENT * text.size + boxes.side) / 2 + 1
            typesetter.marks += boxes.marks(strength, self.losses.get(row.path, 0), columns.boxes, top)
            low = max(low, top + boxes.height(strength) + _UNDER_BOXES)
            one_line = boxes.across(strength) >= strength.size
            end = columns.boxes + boxes.needed(strength) + GAP if one_line else columns.right
        labels = (*unit.states, *unit.marks)
        ticks = state_ticks(self.context, row.path, labels, boxed=strength is not None) if labels else []
        style = styles.detail
        if not ticks or end + fields_width(ticks, style) > columns.right:
            return low, ticks
        fields = Typesetter(baseline - baseline_of(style) - style.leading * (LINE - 1) / 2)
        set_fields(fields, ticks, end, columns.right - end, style)
        typesetter.marks += fields.marks
        return max(low, fields.y), ()

    def _notes(self, lines: int) -> Panel:
        typesetter, style = Typesetter(4.0), self.styles.label
        end = typesetter.words("Notes", 0.0, typesetter.baseline(style), style) + 6
        for number in range(lines):
            left = 0.0 if number else end
            typesetter.y += style.leading * (_NOTE_DISTANCE if number else 1)
            typesetter.rule(left, self.columns.right, HAIR)
        return typesetter.panel(below=2)


def _arms(unit: RosterUnit) -> str:
    row = unit.row
    entry = row.entry if row.entry != row.name else ""
    arm = row.arm.partition(" with ")[0] if unit.included else row.arm
    kind = arm if arm.casefold() not in f"{row.entry} {row.name}".casefold() else ""
    text = ", ".join(part for part in (entry, kind, row.options) if part) or row.arm
    return phrase("{troops}, with {included}", troops=text, included=unit.included) if unit.included else text


def _height(panels: Sequence[Panel]) -> float:
    return sum(panel.before + panel.height for panel in panels)


def _kept_together(panels: Sequence[Panel], page: float, heads: int, *, new_page: bool, whole: bool) -> Iterator[Panel]:
    """Keep all panels on one page, if `whole` and if they fit on a page.

    Otherwise, keep the first `heads` panels with the next panel, and keep the last two panels together. `page` is the
    height of a page. `new_page`: whether the first panel starts a page.
    """
    whole = whole and _height(panels) <= page
    for number, panel in enumerate(panels):
        ends = number < heads or number == len(panels) - 2
        keep = number < len(panels) - 1 and (whole or ends)
        yield replace(panel, keep=keep, new_page=new_page and number == 0)
