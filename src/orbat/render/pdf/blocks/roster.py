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
    fields_width,
    set_cell,
    set_fields,
    size_widths,
    state_ticks,
    widest_word,
)
from orbat.render.pdf.blocks.order_table import rating_head
from orbat.render.pdf.blocks.play_notes import play_notes
from orbat.render.pdf.blocks.price_marks import set_points
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import ASCENT, Styles, clip, drawable, measure, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Mark, Panel, moved
from orbat.render.pdf.typesetter import HAIR, STRONG, THIN, Typesetter, baseline_of
from orbat.report.abilities import AbilityNote, merge_notes
from orbat.report.roster import Roster, RosterFormation, RosterUnit, roster
from orbat.report.service import service_texts

# The columns of a roster, as wide as their contents need.


GAP = 10.0
SIZE, NAMED, HALF, REMOVED, POINTS, BOXES = "strength", "size", "half", "out", "points", "losses"
"""The column heads. `NAMED` replaces `SIZE` if all units have named sizes."""

_MIN_NAMES, _MIN_BOXES = 0.27, 0.45
"""Minimum widths: for names, a fraction of the full width; for boxes, a fraction of the remaining width."""


@dataclass(frozen=True, slots=True)
class RosterColumns:
    """The columns of the roster. Empty columns have width 0."""

    name: float
    """The width of the column of names, which starts at the left edge."""
    rating: float
    """The left edge of the ratings."""
    rating_width: float
    size: SizeColumn
    half: float | None
    """The right edge; None without this column."""
    removed: float | None
    """The right edge; None without this column."""
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
    """Work out the columns. Names get the remaining width."""
    rows = [unit.row for unit in units]
    strengths = [one.strength for one in units if one.strength and one.strength.size <= MAX_BOXES]
    sizes = [(row.size, row.counted_in) for row in rows]
    figures, sized = size_widths(sizes, size_head(sizes), styles.text, styles.detail, styles.label)
    rating = max(measure(drawable(rating_word), styles.label), widest_word((row.rating for row in rows), styles.text))
    half = _figures(HALF, [str(one.half) for one in strengths if one.half is not None], styles)
    removed = _figures(REMOVED, [str(one.removed) for one in strengths if one.removed], styles)
    points = _figures(POINTS, [row.points for row in rows] if priced else [], styles)
    beside = sum(GAP + column for column in (rating, sized) if column)
    free = width - beside - half - removed - points - GAP
    ticked = ticked_head(units)
    needed = max(_boxes(units, styles, width), measure(ticked, styles.label))
    boxes = min(needed, max(free - _MIN_NAMES * width, _MIN_BOXES * free))
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
    strengths = (one.strength for one in units if one.strength and one.strength.size <= MAX_BOXES)
    states = {unit.ticks.states for unit in units if unit.ticks}
    return max(
        (
            *(BoxRow(styles.text, width).needed(one) for one in strengths),
            *(fields_width([Tick(state) for state in one], styles.detail) for one in states),
        ),
        default=0.0,
    )


# The key to a roster's symbols.


_AFTER, _BETWEEN, _KEY_LINES = 5.0, 16.0, 3.0
"""In the key: the space after a symbol, the space between two entries, and the space between two lines."""


def key(context: BlockContext, found: Roster) -> Panel:
    """The legend of the roster: boxes, abilities and the command radius, with citations."""
    typesetter = Typesetter()
    _marks(context, found, typesetter)
    style = context.styles.detail
    notes = merge_notes(note for unit in found.units for note in unit.ability_notes)
    words = [_note_text(context, note) for note in notes]
    if found.command_radius:
        radius = phrase("command radius: {reach}", reach=found.command_radius)
        words.append(f"{radius} {context.citation(found.radius_cites)}".rstrip())
    words += play_notes(context, "roster")
    typesetter.lines("; ".join(words), 0.0, context.width, style)
    return typesetter.panel(before=6, below=2)


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
        text = phrase(
            "when a box after the bar is crossed off, the unit is under half strength (column “{half}”)", half=HALF
        )
        yield _KeyEntry(BAR, (bar(0.0, 0.0, side),), f"{text} {context.citation(found.half_cites)}".rstrip())
    if any(one.removed for one in strengths):
        text = phrase("when only boxes of this kind are left, the unit is removed (column “{out}”)", out=REMOVED)
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
_FIRST_ON_PAGE = 2 / 3
"""The first formation is kept on one page if it needs at most this fraction of the page's height."""
_BESIDE = 9.0
"""The space between a unit's entry and its abilities."""
_NOTES = 1
"""The default number of lines for notes below each formation."""
_MAX_NOTES, _NOTE_DISTANCE = 14, 2.0
"""The maximum number of lines for notes, and the distance between two lines (as a multiple of the leading). The
maximum applies if each formation has its own page."""


def roster_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render every formation: general, units with boxes, and lines for notes.

    `rows` of the block sets the number of lines for notes.
    """
    found = roster(context.report)
    if context.report.book is None or not found.formations:
        return ()
    word = rating_head(context.report.book)
    columns = columns_for(found.units, word, context.styles, context.width, priced=not context.hide_points)
    roster_typesetter = RosterTypesetter(context, found, columns, word, _NOTES if block.rows is None else block.rows)
    return (key(context, found), *roster_typesetter.panels())


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
            waiting.append(replace(self._column_heads(), depth=formation.depth))
            waiting += (self._unit(unit, formation.depth + 1, again) for unit in formation.units)
            paged = self.context.printing.whole_pages and not first
            lines = max(self.notes, self._lines_left(waiting) if paged else 0)
            if lines:
                waiting.append(self._notes(lines, formation.depth + 1))
            yield from _kept_together(waiting, self._page * (_FIRST_ON_PAGE if first else 1), new_page=paged)
            first, waiting = False, []
        yield from _kept_together(waiting, self._page, new_page=False)

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
        if formation.above:
            typesetter.lines(" – ".join(formation.above), 0.0, right, styles.label)
        points = ""
        if formation.points and not self.context.hide_points:
            points = phrase("{points} points", points=formation.points)
        sum_width = measure(points, styles.text.bold) + GAP if points else 0.0
        baseline = typesetter.baseline(style)
        typesetter.fit(formation.title, 0.0, right - sum_width, style, _NAME_LINES, MIN_TYPE_SIZE)
        if points:
            typesetter.words(points, right - sum_width + GAP, baseline, styles.text.bold)
        self._general(formation, typesetter)
        typesetter.y += 2
        typesetter.rule(0.0, right, STRONG if formation.units else THIN)
        before = (18.0, 14.0, 12.0)[min(formation.depth, 3) - 1]
        return typesetter.panel(before=before, depth=formation.depth, below=2)

    def _general(self, formation: RosterFormation, typesetter: Typesetter) -> None:
        row, text = formation.row, self.styles.text
        if row is None:
            return
        left = 0.0
        if row.off_board:
            left = typesetter.boxed(drawable(row.off_board_text), 0.0, typesetter.baseline(text), self.styles.box) + 8
        if row.commander:
            dice = phrase("dice {dice}", dice=row.dice_record) if row.dice else ""
            reach = (
                phrase("command radius {reach}", reach=self.roster.command_radius) if self.roster.command_radius else ""
            )
            words = ", ".join(part for part in (row.commander, row.quality, dice, reach) if part)
            baseline = typesetter.baseline(text)
            typesetter.lines(words, left, self.columns.right - left, text)
            self._history(formation.history, left + measure(drawable(words), text) + _BESIDE, baseline, typesetter)
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
            head = size_head([(unit.row.size, unit.row.counted_in) for unit in self.roster.units])
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

    def _unit(self, unit: RosterUnit, depth: int, again: Panel) -> Panel:
        typesetter, columns, styles, row = Typesetter(3.0), self.columns, self.styles, unit.row
        baseline = typesetter.baseline(styles.text)
        typesetter.fit(row.name, 0.0, columns.name, styles.text.bold, _NAME_LINES, MIN_TYPE_SIZE)
        lowest = self._figures(unit, typesetter, baseline)
        if row.off_board:
            typesetter.boxed(drawable(row.off_board_text), 0.0, typesetter.baseline(styles.box) + 1, styles.box)
            typesetter.y += styles.box.leading + 3
        self._arms(unit, typesetter)
        # In the last line below the name, if the boxes end above it.
        baseline = typesetter.baseline(styles.detail) - styles.detail.leading
        if lowest <= baseline - ASCENT * styles.note.size:
            self._history(unit.history, columns.rating, baseline, typesetter)
        typesetter.y = max(typesetter.y, lowest)
        if row.note and self.context.printing.notes:
            typesetter.lines(row.note, 0.0, columns.right, styles.note)
        typesetter.y += 2.5
        typesetter.rule(0.0, columns.right, HAIR)
        return typesetter.panel(depth=depth, heads=again)

    def _arms(self, unit: RosterUnit, typesetter: Typesetter) -> None:
        style, width = self.styles.detail, self.columns.name
        abilities = ", ".join(note.short for note in unit.ability_notes)
        typesetter.lines(_arms(unit), 0.0, width, style)
        end = typesetter.marks[-1].right + _BESIDE
        if abilities and end + measure(drawable(abilities), style.italic) <= width:
            typesetter.words(abilities, end, typesetter.baseline(style) - style.leading, style.italic)
        else:
            typesetter.lines(abilities, 0.0, width, style.italic)

    def _history(self, history: tuple[str, ...], left: float, baseline: float, typesetter: Typesetter) -> None:
        """Typeset as much of a history as fits between `left` and the right edge."""
        style, right = self.styles.note, self.columns.right
        widths = {text: measure(drawable(text), style) for text in service_texts(history)}
        text = next((text for text, width in widths.items() if left + width <= right), "")
        if text:
            typesetter.words(text, right - widths[text], baseline, style)

    def _figures(self, unit: RosterUnit, typesetter: Typesetter, baseline: float) -> float:
        columns, styles, row = self.columns, self.styles, unit.row
        strength = unit.strength if unit.strength and unit.strength.size <= MAX_BOXES else None
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
            return max(low, self._states(unit, typesetter, baseline))
        top = baseline - (ASCENT * text.size + columns.row.side) / 2 + 1
        typesetter.marks += columns.row.marks(strength, self.losses.get(row.path, 0), columns.boxes, top)
        return max(low, top + columns.row.height(strength))

    def _states(self, unit: RosterUnit, typesetter: Typesetter, baseline: float) -> float:
        style, columns = self.styles.detail, self.columns
        boxes = Typesetter(baseline - baseline_of(style) - style.leading * (LINE - 1) / 2)
        states = unit.ticks.states if unit.ticks else ()
        ticks = state_ticks(self.context, unit.row.path, states) if states else ()
        set_fields(boxes, ticks, columns.boxes, columns.row.width, style)
        typesetter.marks += boxes.marks
        return boxes.y if states else 0.0

    def _notes(self, lines: int, depth: int) -> Panel:
        typesetter, style = Typesetter(4.0), self.styles.label
        end = typesetter.words("Notes", 0.0, typesetter.baseline(style), style) + 6
        for number in range(lines):
            left = 0.0 if number else end
            typesetter.y += style.leading * (_NOTE_DISTANCE if number else 1)
            typesetter.rule(left, self.columns.right, HAIR)
        return typesetter.panel(depth=depth, below=2)


def _arms(unit: RosterUnit) -> str:
    row = unit.row
    entry = row.entry if row.entry != row.name else ""
    arm = row.arm.partition(" with ")[0] if unit.included else row.arm
    kind = arm if arm.casefold() not in f"{row.entry} {row.name}".casefold() else ""
    text = ", ".join(part for part in (entry, kind, row.options) if part) or row.arm
    return phrase("{troops}, with {included}", troops=text, included=unit.included) if unit.included else text


def _height(panels: Sequence[Panel]) -> float:
    return sum(panel.before + panel.height for panel in panels)


def _kept_together(panels: Sequence[Panel], page: float, *, new_page: bool) -> Iterator[Panel]:
    whole = _height(panels) <= page
    for number, panel in enumerate(panels):
        last = number == len(panels) - 1
        # on two pages, a heading stays with the next panel, and the last two panels stay together
        ends = number >= len(panels) - 2 or not panel.heads
        yield replace(panel, keep=not last and (whole or ends), new_page=new_page and number == 0)
