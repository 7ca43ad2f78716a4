"""Unit and general cards in a grid, for cutting out. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from orbat.model.path import OrbatPath
from orbat.model.play import PlayNote
from orbat.model.reference import ReferenceTable
from orbat.model.sheet import Block
from orbat.model.sourced import Mark as PriceMark
from orbat.model.subject import Subject
from orbat.render.pdf.blocks.forms import LINE, MAX_BOXES, BoxRow, set_fields, state_ticks
from orbat.render.pdf.blocks.price_marks import set_points, sign_width
from orbat.render.pdf.blocks.reference import ColumnStyles, fit_columns, printed, set_cells
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import ASCENT, Style, Styles, drawable, measure, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Mark, Panel, line, moved, split
from orbat.render.pdf.typesetter import HAIR, THIN, Typesetter, baseline_of
from orbat.report.cards import Card, cards_of
from orbat.report.prices import SIGNS
from orbat.report.roster import Ticks, UnitStrength
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
        *(_grid(table, styles, width) for table in grids),
        *(_paragraph(chunks, styles.detail, width) for chunks in runs),
    )


def _is_text(table: ReferenceTable, density: int) -> bool:
    # the first column has labels, all others numbers
    labelled = not table.columns[0].figures and all(column.figures for column in table.columns[1:])
    return labelled and (density >= _AS_TEXT or len(table.columns) <= 2)


def _grid(table: ReferenceTable, styles: Styles, width: float) -> Panel:
    first, *others = table.columns
    named = not first.short
    titled = replace(table, columns=(replace(first, head=_title(table), short="") if named else first, *others))
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
_MIN_GAP, _MAX_GAP = 2.5, 8.0
"""The minimum and maximum white space between two tables."""
_NAME_LINES, _FACT_LINES = 2, 3
_FACE_NUMBER = "{} of {}"

Body = tuple[Mark, ...]


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

    # Tables that several cards share are typeset only once.
    def __init__(self, context: BlockContext, grid: Grid) -> None:
        self.context = context
        self.styles = context.styles
        self.grid = grid
        self.hide_points = context.hide_points
        self.losses = context.losses
        self.pieces: dict[tuple[Subject | None, float], list[list[Panel]]] = {}
        self.bodies: dict[tuple[Subject | None, float, float, float], list[Body]] = {}

    def faces(self, card: Card, number: int) -> list[Panel]:
        """Typeset a card as one or more faces, which are cut out separately.

        `number` is the position of the first face on the sheet, from 0.
        """
        brief = replace(card, abilities=())
        # Abilities are omitted if they would need one more face.
        if card.abilities and self._count(card) > self._count(brief):
            card = brief
        head = self._head(card, "")
        if len(self._distribute(card, head.height)) == 1:
            if card.history and not self._history(card, 0, head.height).marks:
                head = self._head(card, "", card.history)
            return [self._face(card, head, 0, number)]
        count = len(self._distribute(card, self._head(card, _FACE_NUMBER.format(1, 2)).height))
        heads = (self._head(card, _FACE_NUMBER.format(face + 1, count)) for face in range(count))
        return [self._face(card, head, face, number + face) for face, head in enumerate(heads)]

    def _count(self, card: Card) -> int:
        return len(self._distribute(card, self._head(card, "").height))

    def _face(self, card: Card, head: Panel, face: int, number: int) -> Panel:
        marks = (moved(mark, self.grid.left(number), 0.0) for mark in head.marks)
        foot = self._history(card, face, head.height)
        bottom = self.grid.height - self.grid.top - foot.height
        below = (moved(mark, self.grid.left(number), bottom) for mark in foot.marks)
        body = self._body(card, face, head.height, number, foot.height)
        return replace(head, height=self.grid.height, marks=(*marks, *body, *below))

    def _history(self, card: Card, face: int, top: float) -> Panel:
        """The card's history, for the bottom of the last face. Empty if the face has no space for it."""
        faces = self._distribute(card, top)
        pieces = faces[face] if face < len(faces) else []
        used = top + sum(piece.height for piece in pieces) + _MIN_GAP * len(pieces)
        for text in service_texts(card.history) if face == len(faces) - 1 else ():
            typesetter = Typesetter(_MIN_GAP)
            typesetter.lines(text[:1].upper() + text[1:], 0.0, self.grid.text_width, self.styles.note)
            if used + typesetter.y <= self.grid.height - self.grid.top:
                return typesetter.panel()
        return Panel(0.0, ())

    def _distribute(self, card: Card, top: float) -> list[list[Panel]]:
        key = (card.subject, top)
        if key not in self.pieces:
            room = self.grid.height - self.grid.top - top
            notes = [self._note(note) for note in card.notes]
            tried = (
                _distribute((*card_panels(card.tables, self.styles, self.grid.text_width, density), *notes), room)
                for density in DENSITIES
            )
            self.pieces[key] = min(tried, key=len)
        return self.pieces[key]

    def _note(self, note: PlayNote) -> Panel:
        label = ((note.label[:1].upper() + note.label[1:], self.styles.detail.bold),)
        words = (((" " + word, self.styles.detail),) for word in note.text.split())
        return _paragraph((label, *words), self.styles.detail, self.grid.text_width)

    def _body(self, card: Card, face: int, top: float, number: int, foot: float) -> Body:
        left = self.grid.left(number)
        key = (card.subject, top, left, foot)
        if key not in self.bodies:
            room = self.grid.height - self.grid.top - top - foot
            self.bodies[key] = [_with_even_gaps(pieces, left, top, room) for pieces in self._distribute(card, top)]
        return self.bodies[key][face]

    def _head(self, card: Card, count: str, history: tuple[str, ...] = ()) -> Panel:
        """The head of a face. The description ends with the part of `history` that needs no further line."""
        typesetter, styles, width = Typesetter(self.grid.top), self.styles, self.grid.text_width
        points = "" if self.hide_points else drawable(card.points)
        mark: PriceMark = card.mark if points else ""
        figures_right = width - sign_width(mark, styles.total)
        right = figures_right - measure_figures(points, styles.total) - (_PART_GAP / 2 if points else 0.0)
        right -= measure(count, styles.note) + _PART_GAP if count else 0.0
        baseline, smallest = typesetter.baseline(styles.heading), styles.text.size
        typesetter.fit(card.name, 0.0, right, styles.heading, _NAME_LINES, smallest)
        room = right - max((mark.right for mark in typesetter.marks), default=0.0) - _PART_GAP
        nearest, around = drawable(card.formations[0]), drawable(", ".join(card.formations[:2]))
        place = next((one for one in (around, nearest) if measure(one, styles.note) <= room), "")
        typesetter.words(place, right - measure(place, styles.note), baseline, styles.note)
        typesetter.words(count, right + _PART_GAP, baseline, styles.note.bold)
        set_points(typesetter, points, mark, figures_right, baseline, styles.total)
        typesetter.fit(
            _description(card, mark, history, styles.text, width), 0.0, width, styles.text, _FACT_LINES, smallest
        )
        if card.ticks:
            self._set_ticks(card.path, card.ticks, typesetter)
        if not place:
            typesetter.fit(nearest, 0.0, width, styles.note, 1, smallest)
        typesetter.y += 1
        typesetter.rule(0.0, width, THIN)
        return typesetter.panel(below=_UNDER_HEAD)

    def _set_ticks(self, path: OrbatPath, ticks: Ticks, typesetter: Typesetter) -> None:
        style = self.styles.text
        start = measure(drawable(ticks.label), style.bold) + _PART_GAP
        room, baseline = (
            self.grid.text_width - start,
            typesetter.y + style.leading * (LINE - 1) / 2 + baseline_of(style),
        )
        typesetter.words(ticks.label, 0.0, baseline, style.bold)
        if not ticks.boxes:
            set_fields(typesetter, state_ticks(self.context, path, ticks.states), start, room, style)
            return
        row, strength = BoxRow(style, room), UnitStrength(min(ticks.boxes, MAX_BOXES), None, 0)
        top = baseline - (ASCENT * style.size + row.side) / 2 + 1
        typesetter.marks += row.marks(strength, self.losses.get(path, 0), start, top)
        typesetter.y = top + row.height(strength) + 1


def _description(card: Card, mark: PriceMark, history: tuple[str, ...], style: Style, width: float) -> str:
    details = ", ".join((*card.details, *card.abilities))
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


def _with_even_gaps(pieces: Sequence[Panel], left: float, top: float, room: float) -> Body:
    spare = room - sum(piece.height for piece in pieces)
    gap = min(_MAX_GAP, spare / (len(pieces) - 1)) if len(pieces) > 1 else 0.0
    marks: list[Mark] = []
    for piece in pieces:
        marks += (moved(mark, left, top) for mark in piece.marks)
        top += piece.height + gap
    return tuple(marks)


_ACROSS, _DOWN = 2, 4
_SIDE, _TOP = 6.0, 4.0
"""The side and top margins of a card."""
_CLEARANCE = 0.01
"""The height subtracted from each card, so that rounding never makes the cards too high for the page."""
_CUT = 5.0
"""The length of a cut mark."""


def cards(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render the cards of all units and generals.

    `across` and `down` of the block set the number of cards on a page. Returns () if the ruleset has no reference
    tables.
    """
    if context.reference is None:
        return ()
    grid = grid_for(context, block)
    typesetter = CardTypesetter(context, grid)
    faces: list[Panel] = []
    for card, marks in _with_bookmarks(cards_of(context.report, context.reference), context):
        first, *others = typesetter.faces(card, len(faces))
        left = grid.left(len(faces))
        faces += [replace(first, marks=(*(moved(mark, left, 0.0) for mark in marks), *first.marks)), *others]
    return tuple(_row(faces[first : first + grid.across], grid) for first in range(0, len(faces), grid.across))


def grid_for(context: BlockContext, block: Block) -> Grid:
    """Work out the grid of cards."""
    across, down = block.across or _ACROSS, block.down or _DOWN
    width, height = context.width, context.later_height
    # On a turned page, the numbers of cards change, so that cards keep about the same shape.
    if context.printing.landscape not in (None, context.layout.landscape):
        across, down = max(1, round(width / (height / across))), max(1, round(height / (width / down)))
    return Grid(across, width / across, height / down - _CLEARANCE, _SIDE, _TOP)


def _with_bookmarks(found: Sequence[Card], context: BlockContext) -> Iterator[tuple[Card, tuple[Mark, ...]]]:
    place: tuple[str, ...] = ()
    for number, card in enumerate(found):
        sheet = () if number else (Bookmark(0.0, 0.0, 0, drawable(context.layout.title)),)
        own = (
            ()
            if card.formations == place
            else (Bookmark(0.0, 0.0, len(card.formations), drawable(card.formations[0])),)
        )
        place = card.formations
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
