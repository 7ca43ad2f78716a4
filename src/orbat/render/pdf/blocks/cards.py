"""Unit and general cards in a grid, for cutting out. All lengths are typographic points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from math import ceil

from orbat.model.play import PlayNote
from orbat.model.reference import ReferenceTable
from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.model.sourced import Mark as PriceMark
from orbat.model.subject import Subject
from orbat.model.wording import phrase
from orbat.render.pdf.blocks.card_units import unit_rows
from orbat.render.pdf.blocks.forms import LINE, BoxRow, Tick, set_fields
from orbat.render.pdf.blocks.price_marks import set_points, sign_width
from orbat.render.pdf.blocks.reference import (
    ColumnStyles,
    fit_columns,
    fits_without_splitting_words,
    printed,
    set_cells,
)
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import ASCENT, Style, Styles, drawable, measure, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Mark, Panel, line, moved, split
from orbat.render.pdf.symbols import symbol, symbol_width
from orbat.render.pdf.typesetter import HAIR, THIN, Typesetter
from orbat.report.cards import BlankCard, Card, blank_card, cards_of, groups_of_cards, shared_card
from orbat.report.prices import SIGNS
from orbat.report.roster import UnitStrength
from orbat.report.service import service_texts

# The tables of a card.


DENSITIES = range(4)
"""The ways to typeset a card's tables. A higher number needs less space.

0: tables have columns, but a table with a single column of numbers becomes text. 1: all tables of numbers become
text. 2: tables with a single column of numbers also share a paragraph. 3: all text is one paragraph.
"""
_AS_TEXT, _SMALL_TOGETHER, _ALL_TOGETHER = 1, 2, 3

_GAP = 5.0
_SEPARATOR, _TITLE_SPACE = " · ", "  "
"""For tables typeset as text: the separator between rows, and the space before the title and before the first row."""
_UNDER_HEADS, _UNDER_RULE = 1.4, 0.9
"""The space below the rule under the column heads, and the space below a rule between groups of rows."""


def card_panels(tables: Sequence[ReferenceTable], styles: Styles, width: float, density: int) -> tuple[Panel, ...]:
    """Typeset tables as panels.

    `density` decides which tables become running text (see `DENSITIES`). Running text comes last.
    """
    grids = [table for table in tables if not _is_text(table, density)]
    texts = [table for table in tables if _is_text(table, density)]
    many = [[table] for table in texts if len(table.columns) > 2]
    few = [[table] for table in texts if len(table.columns) <= 2]
    if density >= _SMALL_TOGETHER:
        few = [[table for one in few for table in one]]
    groups = [[table for one in (*many, *few) for table in one]] if density == _ALL_TOGETHER else [*many, *few]
    runs = ([chunk for table in group for chunk in _chunks(table, styles.detail, width)] for group in groups if group)
    return (
        *(_grid(part, styles, width) for table in grids for part in _parts(table, styles, width)),
        *(_paragraph(chunks, styles.detail, width) for chunks in runs),
    )


def _is_text(table: ReferenceTable, density: int) -> bool:
    # the first column has labels, all others numbers
    labelled = not table.columns[0].figures and all(column.figures for column in table.columns[1:])
    return labelled and (density >= _AS_TEXT or len(table.columns) <= 2)


def _parts(table: ReferenceTable, styles: Styles, width: float) -> list[ReferenceTable]:
    """Split a table that is too wide into several tables. The first columns are repeated in each."""
    types = ColumnStyles(styles.small, styles.label, _GAP)
    labels = 1 + len(list(takewhile(lambda column: column.figures, table.columns[1:])))
    others = len(table.columns) - labels
    for count in range(1, others + 1):
        size = ceil(others / count)
        starts = range(labels, len(table.columns), size)
        parts = [_with_columns(table, (*range(labels), *range(first, first + size))) for first in starts]
        if count == others or all(fits_without_splitting_words(_titled(part), types, width) for part in parts):
            return parts
    return [table]


def _with_columns(table: ReferenceTable, numbers: Sequence[int]) -> ReferenceTable:
    kept = [number for number in numbers if number < len(table.columns)]
    columns = tuple(table.columns[number] for number in kept)
    rows = (replace(row, cells=tuple(row.cells[number] for number in kept)) for row in table.rows)
    return replace(table, columns=columns, rows=tuple(rows))


def _titled(table: ReferenceTable) -> ReferenceTable:
    """Make the table's title the head of the first column, unless that column has a short head (`short`)."""
    first, *others = table.columns
    return table if first.short else replace(table, columns=(replace(first, head=_title(table)), *others))


def _grid(table: ReferenceTable, styles: Styles, width: float) -> Panel:
    named = not table.columns[0].short
    titled = _titled(table)
    types = ColumnStyles(styles.small, styles.label, _GAP)
    found = fit_columns(titled, types, width, spread=not named)
    typesetter = Typesetter()
    set_cells(typesetter, found.heads, found.columns, types.head)
    typesetter.rule(0.0, found.right, THIN)
    heads = typesetter.panel(below=_UNDER_HEADS)
    typesetter.y += _UNDER_HEADS
    before = table.rows[0].cells[0]
    grouped = len({row.cells[0] for row in table.rows}) < len(table.rows)
    for row in table.rows:
        if grouped and row.cells[0] != before:
            typesetter.rule(0.0, found.right, HAIR)
            typesetter.y += _UNDER_RULE
        before = row.cells[0]
        set_cells(typesetter, row.cells, found.columns, types.cell)
    return typesetter.panel(heads=heads)


def _title(table: ReferenceTable) -> str:
    return table.short or table.title


Chunk = tuple[tuple[str, Style], ...]
"""Words that must stay on one line, each with its style. The first word may begin with a space or separator."""


def _chunks(table: ReferenceTable, style: Style, width: float) -> Iterator[Chunk]:
    yield ((_TITLE_SPACE + _title(table), style.bold),)
    if len(table.columns) > 2:
        yield ((" " + "/".join(column.head for column in table.columns[1:]).lower(), style.italic),)
    before = _TITLE_SPACE
    for row in table.rows:
        label, *cells = (printed(cell) for cell in row.cells)
        figures = (" " + "/".join(cells), style.bold)
        words = [piece for word in label.split() for piece in wrap(word, style, width)]
        for word in words[:-1]:
            yield ((before + word, style),)
            before = " "
        last = ((before + "".join(words[-1:]), style), figures)
        yield from (last,) if _chunk_width(last) <= width else ((one,) for one in last)
        before = _SEPARATOR


def _paragraph(chunks: Iterable[Chunk], style: Style, width: float) -> Panel:
    typesetter = Typesetter()
    line: Chunk = ()
    for chunk in chunks:
        if line and _chunk_width((*line, *chunk)) > width:
            _set_line(typesetter, line, style)
            line = ()
        (text, own), *others = chunk
        line = (*line, *chunk) if line else ((text.lstrip(" ·"), own), *others)
    _set_line(typesetter, line, style)
    return typesetter.panel()


def _set_line(typesetter: Typesetter, line: Chunk, style: Style) -> None:
    x, baseline = 0.0, typesetter.baseline(style)
    for own, pieces in groupby(line, key=lambda piece: piece[1]):
        x = typesetter.words("".join(text for text, _ in pieces), x, baseline, own)
    typesetter.y += style.leading


def _chunk_width(chunk: Chunk) -> float:
    return sum(measure(text, style) for text, style in chunk)


# A card, on one or more faces.


_PART_GAP = 8.0
_UNDER_HEAD = 3.0
_AFTER_SYMBOL = 4.0
_MIN_GAP, _MAX_GAP = 2.5, 8.0
"""The minimum and maximum white space between two tables."""
_NAME_LINES, _FACT_LINES, _PLACE_LINES = 3, 3, 2
_FACE_NUMBER = "{} of {}"


@dataclass(frozen=True, slots=True)
class Grid:
    """The size and margins of a card, and the number of cards in a row."""

    across: int
    """The number of cards in a row."""
    width: float
    height: float
    side: float
    top: float

    def left(self, number: int) -> float:
        """The left edge of a card's text. Cards are numbered from 0, row by row."""
        return number % self.across * self.width + self.side

    @property
    def text_width(self) -> float:
        """The width of a card's text."""
        return self.width - 2 * self.side


class CardTypesetter:
    """Typesets cards of one size."""

    def __init__(self, context: BlockContext, styles: Styles, grid: Grid) -> None:
        self.context = context
        self.styles = styles
        self.grid = grid
        self.hide_points = context.hide_points
        self.tables: dict[tuple[Subject | None, bool, int], tuple[Panel, ...]] = {}  # cards often share tables

    def faces(self, card: Card, number: int) -> list[Panel]:
        """Typeset a card as one or more faces, which are cut out separately.

        `number` is the position of the first face on the sheet, from 0.
        """
        if card.more_tables:
            full, card = replace(card, tables=card.more_tables), replace(card, more_tables=())
            card = full if self._needs(full) <= self._needs(card) else card
        brief = replace(card, abilities=())
        # Abilities are omitted if they would need one more face.
        if card.abilities and self._needs(card)[0] > self._needs(brief)[0]:
            card = brief
        head = self._head(card, "")
        _, faces = self._distribute(card, head.height)
        if len(faces) == 1:
            if card.history and not self._history(card, faces[0], head.height).marks:
                head = self._head(card, "", card.history)
            return [self._face(card, head, faces[0], number, is_last=True)]
        _, faces = self._distribute(card, self._head(card, _FACE_NUMBER.format(1, 2)).height)
        return [
            self._face(
                card,
                self._head(card, _FACE_NUMBER.format(face + 1, len(faces))),
                pieces,
                number + face,
                is_last=face == len(faces) - 1,
            )
            for face, pieces in enumerate(faces)
        ]

    def split(self, group: Sequence[Card]) -> list[Card]:
        """Put the units of a group on one card, or on several cards.

        Units share a card as long as the card stays as readable as a card with one unit.
        """

        def needs(count: int) -> tuple[int, int]:
            return self._needs(replace(shared_card(group[:count]), abilities=(), more_tables=()))

        most = bisect_right(range(2, len(group) + 1), needs(1), key=needs) + 1 if len(group) > 1 else 1
        size = ceil(len(group) / ceil(len(group) / most))
        return [shared_card(group[first : first + size]) for first in range(0, len(group), size)]

    def _needs(self, card: Card) -> tuple[int, int]:
        """The number of faces that a card needs, and the density of its tables (see `DENSITIES`).

        Density 0 is returned as 1, because cards with the densities 0 and 1 count as equally dense.
        """
        density, faces = self._distribute(card, self._head(card, "").height)
        return len(faces), max(_AS_TEXT, density)

    def _face(self, card: Card, head: Panel, pieces: Sequence[Panel], number: int, *, is_last: bool) -> Panel:
        left = self.grid.left(number)
        foot = self._history(card, pieces, head.height) if is_last else Panel(0.0, ())
        bottom = self.grid.height - self.grid.top - foot.height
        body = _with_even_gaps(pieces, left, head.height, bottom - head.height)
        marks = (moved(mark, left, 0.0) for mark in head.marks)
        below = (moved(mark, left, bottom) for mark in foot.marks)
        cut = (*head.cut, *(text for piece in pieces for text in piece.cut))
        return replace(head, height=self.grid.height, marks=(*marks, *body, *below), cut=cut)

    def _history(self, card: Card, pieces: Sequence[Panel], top: float) -> Panel:
        """The service history at the bottom of a card's last face (see `faces`). Empty if there is no space."""
        used = top + sum(piece.height for piece in pieces) + _MIN_GAP * len(pieces)
        for text in service_texts(card.history):
            typesetter = Typesetter(_MIN_GAP)
            typesetter.lines(text[:1].upper() + text[1:], 0.0, self.grid.text_width, self.styles.note)
            if used + typesetter.y <= self.grid.height - self.grid.top:
                return typesetter.panel()
        return Panel(0.0, ())

    def _distribute(self, card: Card, top: float) -> tuple[int, list[list[Panel]]]:
        """Distribute the parts of a card over as few faces as possible.

        Returns the density (see `DENSITIES`) and the parts of each face. If several densities give the same number of
        faces, the lowest density is used.
        """
        room = self.grid.height - self.grid.top - top
        notes = [self._note(note) for note in card.notes]
        units = unit_rows(card, self.context, self.styles, self.grid.text_width)
        found = (
            (density, _distribute((*((units,) if units else ()), *self._tables(card, density), *notes), room))
            for density in DENSITIES
        )
        best = next(found)
        while len(best[1]) > 1 and (other := next(found, None)):
            best = min(best, other, key=lambda one: len(one[1]))
        return best

    def _tables(self, card: Card, density: int) -> tuple[Panel, ...]:
        key = (card.subject, bool(card.more_tables), density)
        if key not in self.tables:
            self.tables[key] = card_panels(card.tables, self.styles, self.grid.text_width, density)
        return self.tables[key]

    def _note(self, note: PlayNote) -> Panel:
        label = ((note.label[:1].upper() + note.label[1:], self.styles.detail.bold),)
        words = (((" " + word, self.styles.detail),) for word in note.text.split())
        return _paragraph((label, *words), self.styles.detail, self.grid.text_width)

    def _head(self, card: Card, count: str, history: tuple[str, ...] = ()) -> Panel:
        """The head of a card's face. The last line of its description has as much of `history` as fits."""
        typesetter, styles, width = Typesetter(self.grid.top), self.styles, self.grid.text_width
        points = "" if self.hide_points else drawable(card.points)
        shared = len(card.units) > 1
        if shared and points:
            points = drawable(phrase("{points} each", points=points))
        mark: PriceMark = card.mark if points else ""
        figures_right = width - sign_width(mark, styles.total)
        right = figures_right - measure_figures(points, styles.total) - (_PART_GAP / 2 if points else 0.0)
        right -= measure(count, styles.note) + _PART_GAP if count else 0.0
        baseline, smallest = typesetter.baseline(styles.heading), styles.text.size
        sign = styles.heading.size if card.symbol else 0.0
        left = symbol_width(sign) + _AFTER_SYMBOL if card.symbol else 0.0
        typesetter.fit(card.name, left, right - left, styles.heading, _NAME_LINES, smallest)
        room = right - max((mark.right for mark in typesetter.marks), default=0.0) - _PART_GAP
        typesetter.marks += symbol(card.symbol, 0.0, baseline - ASCENT * sign, sign)
        if shared:
            nearest = around = f"× {len(card.units)}"
        else:
            nearest, around = drawable(card.formations[0]), drawable(", ".join(card.formations[:2]))
        place = next((one for one in (around, nearest) if measure(one, styles.note) <= room), "")
        typesetter.words(place, right - measure(place, styles.note), baseline, styles.note)
        typesetter.words(count, right + _PART_GAP, baseline, styles.note.bold)
        set_points(typesetter, points, mark, figures_right, baseline, styles.total)
        typesetter.fit(
            _description(card, mark, history, styles.text, width), 0.0, width, styles.text, _FACT_LINES, smallest
        )
        if not place:
            typesetter.fit(nearest, 0.0, width, styles.note, _PLACE_LINES, smallest)
        typesetter.y += 1
        typesetter.rule(0.0, width, THIN)
        return typesetter.panel(below=_UNDER_HEAD)


def _description(card: Card, mark: PriceMark, history: tuple[str, ...], style: Style, width: float) -> str:
    details = ", ".join((*((card.entry,) if card.entry else ()), *card.details, *card.abilities))
    details = details[:1].upper() + details[1:]
    lines = len(wrap(details, style, width))
    # What does not fit in the same number of lines is left out.
    for texts in ((f"{SIGNS[mark]} {mark}",) if mark else (), service_texts(history) if lines <= _FACT_LINES else ()):
        longer = (f"{details}, {text}" for text in texts)
        details = next((text for text in longer if len(wrap(text, style, width)) == lines), details)
    return details


def _distribute(pieces: Sequence[Panel], room: float) -> list[list[Panel]]:
    faces: list[list[Panel]] = [[]]
    left = room
    for piece in pieces:
        gap = _MIN_GAP if faces[-1] else 0.0
        if piece.height + gap > left and faces[-1]:
            faces.append([])
            left, gap = room, 0.0
        while piece.height > left:
            upper, lower = split(piece, left)
            if not upper.marks:
                break
            faces[-1].append(upper)
            faces.append([])
            piece, left = _with_heads(lower, room), room
        faces[-1].append(piece)
        left -= piece.height + gap
    return faces


def _with_heads(piece: Panel, room: float) -> Panel:
    under = piece.heads.height if piece.heads else 0.0
    if piece.heads is None or not any(under + mark.bottom <= room for mark in piece.marks):
        return piece
    marks = (*piece.heads.marks, *(moved(mark, 0.0, under) for mark in piece.marks))
    return replace(piece, height=under + piece.height, marks=marks)


def _with_even_gaps(pieces: Sequence[Panel], left: float, top: float, room: float) -> tuple[Mark, ...]:
    spare = room - sum(piece.height for piece in pieces)
    gap = min(_MAX_GAP, spare / (len(pieces) - 1)) if len(pieces) > 1 else 0.0
    marks: list[Mark] = []
    for piece in pieces:
        marks += (moved(mark, left, top) for mark in piece.marks)
        top += piece.height + gap
    return tuple(marks)


_ACROSS, _DOWN = 2, 2
_SIDE, _TOP = 6.0, 4.0
"""The side and top margins of a card."""
_ABOVE_FOOT = 4.0
"""The space between the lowest cut marks and the foot of the page."""
_CUT = 5.0
"""The length of a cut mark."""


def cards(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render the cards of all units and generals, and empty cards.

    The block's `across` and `down` set the number of cards on a page. Returns () if the ruleset has no reference
    tables.
    """
    if context.reference is None:
        return ()
    grid = grid_for(context, block)
    styles = _styles(context, grid)
    typesetter = CardTypesetter(context, styles, grid)
    found = cards_of(context.report, context.reference)
    groups = [(card,) for card in found] if context.printing.own_cards else groups_of_cards(found)
    divided = [card for group in groups for card in typesetter.split(group)]
    faces: list[Panel] = []
    for card, marks in _with_bookmarks(divided, context):
        first, *others = typesetter.faces(card, len(faces))
        left = grid.left(len(faces))
        faces += [replace(first, marks=(*(moved(mark, left, 0.0) for mark in marks), *first.marks)), *others]
    if context.printing.blank_cards and context.report.book:
        blank = blank_card(context.reference, context.report.book.ruleset)
        faces += [_blank(grid, len(faces) + number, blank, styles) for number in range(context.printing.blank_cards)]
    return tuple(_row(faces[first : first + grid.across], grid) for first in range(0, len(faces), grid.across))


_POKER = (63 / 25.4 * 72, 88 / 25.4 * 72)
"""The size of poker cards, 63 x 88 mm."""
_SMALL = MIN_TYPE_SIZE / 9
"""The type of poker cards in relation to larger cards."""


_NARROW = 230.0
"""Narrower cards have the type of poker cards."""


def _styles(context: BlockContext, grid: Grid) -> Styles:
    if grid.width >= _NARROW:
        return context.styles
    styles = context.styles
    small = {
        name: one.scaled(max(_SMALL, MIN_TYPE_SIZE / one.size))
        for name in Styles.__slots__
        for one in [getattr(styles, name)]
    }
    return Styles(**small)


def _blank(grid: Grid, number: int, blank: BlankCard, styles: Styles) -> Panel:
    """An empty card with lines to write on: name, description, boxes, and lines for each table."""
    typesetter, style, width = Typesetter(grid.top), styles.text, grid.text_width
    typesetter.y += styles.heading.leading * LINE
    typesetter.rule(0.0, width, THIN)
    typesetter.y += style.leading * LINE
    typesetter.rule(0.0, width, HAIR)
    typesetter.y += _MAX_GAP
    row = BoxRow(style, width)
    across = int((width + row.step - row.side) // row.step)
    boxes = across if blank.boxes is None else min(across, blank.boxes)
    if boxes:
        typesetter.marks += row.marks(UnitStrength(boxes, None, 0), 0, 0.0, typesetter.y)
        typesetter.y += row.line + _MAX_GAP / 2
    if blank.ticks:
        set_fields(typesetter, [Tick(label) for label in blank.ticks], 0.0, width, style)
    step, end = style.leading * LINE, grid.height - grid.top
    lines = max(1, int((end - typesetter.y) / step / max(1, len(blank.titles))))
    for title in blank.titles:
        for place in range(lines):
            if typesetter.y + step > end:
                break
            typesetter.y += step
            text = "" if place else f"{title[:1].upper()}{title[1:]}"
            left = typesetter.words(text, 0.0, typesetter.y, style.bold) + (_AFTER_SYMBOL if text else 0.0)
            typesetter.rule(min(left, width), width, HAIR)
    left = grid.left(number)
    return Panel(grid.height, tuple(moved(mark, left, 0.0) for mark in typesetter.marks))


def grid_for(context: BlockContext, block: Block) -> Grid:
    """Work out the grid of cards."""
    if context.printing.card_size == "poker":
        width, height = _POKER
        return Grid(max(1, int(context.width // width)), width, height, _SIDE, _TOP)
    across, down = block.across or _ACROSS, block.down or _DOWN
    width, height = context.width, context.later_height - _ABOVE_FOOT
    # On a turned page, the numbers of cards change, so that cards keep about the same shape.
    if context.printing.landscape not in (None, context.layout.landscape):
        across, down = max(1, round(width / (height / across))), max(1, round(height / (width / down)))
    return Grid(across, width / across, height / down, _SIDE, _TOP)


def _with_bookmarks(found: Sequence[Card], context: BlockContext) -> Iterator[tuple[Card, tuple[Mark, ...]]]:
    # Formations, or the names of cards if units of several formations share a card.
    place: tuple[str, ...] = ()
    for number, card in enumerate(found):
        here = card.formations if context.printing.own_cards else (card.name,)
        sheet = () if number else (Bookmark(0.0, 0.0, 0, drawable(context.layout.title)),)
        own = () if here == place else (Bookmark(0.0, 0.0, len(here), drawable(here[0])),)
        place = here
        yield card, (*sheet, *own)


def _row(faces: Sequence[Panel], grid: Grid) -> Panel:
    marks = [mark for face in faces for mark in face.marks]
    for corner in range(len(faces) + 1):
        x = corner * grid.width
        for y, inwards in ((0.0, 1), (grid.height, -1)):
            marks.append(line(x, y, x, y + inwards * _CUT, HAIR))
            left = max(0.0, x - _CUT)
            marks.append(line(left, y, min(x + _CUT, len(faces) * grid.width), y, HAIR))
    return Panel(grid.height, tuple(marks), cut=tuple(text for face in faces for text in face.cut))
