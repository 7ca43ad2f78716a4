"""The order of battle as a table. Each row is a panel, so a page may end after any row. Lengths: typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from orbat.model.book import Book
from orbat.model.points import exact, show
from orbat.model.sheet import Block
from orbat.model.sourced import Mark
from orbat.render.pdf.blocks.forms import SizeColumn, set_cell, size_widths, widest_word
from orbat.render.pdf.blocks.price_marks import set_points
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import DESCENT, Styles, clip, drawable, measure, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Panel, Rule
from orbat.render.pdf.typesetter import HAIR, STRONG, THIN, Typesetter
from orbat.report.report import Report
from orbat.report.rows import Row, formation_heading, merge_equal_rows

# The contents of the table.


@dataclass(frozen=True, slots=True)
class ColumnHeads:
    """The row with the column heads."""

    rating: str
    """The head of the rating column; empty if the ruleset has no ratings."""
    priced: bool
    """Whether the sheet shows points."""
    sums: str
    """The head of the column with calculations."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A row for a formation or the army, with commander, calculation and subtotal."""

    depth: int
    title: str
    commander: str = ""
    reason: str = ""
    points: str = ""
    subtotal: str = ""
    off_board: str = ""
    note: str = ""
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A row for a unit."""

    depth: int
    name: str
    rating: str
    size: str
    """Empty for a named size such as `large`; `counted_in` then contains the name."""
    counted_in: str
    """The unit of measure, such as `stands`."""
    arms: str
    reason: str
    points: str
    off_board: str
    note: str
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class Total:
    """The row for the army's total."""

    label: str
    words: str
    points: str


Line = ColumnHeads | Heading | UnitRow | Total


def lines_of(
    report: Report,
    *,
    hide_points: bool = False,
    notes: bool = True,
    arms: bool = True,
    merge: bool = False,
    named: bool = True,
) -> Iterator[Line]:
    """Yield the rows of the order of battle.

    - `notes`: whether to include the player's notes.
    - `arms`: whether unit rows with a calculation also show entry, arm and options. Unit rows without a calculation
      always show them.
    - `merge`: whether to combine equal units in one row.
    - `named`: whether a row for several units has their names. If False, all notes are left out too.
    """
    if report.book is None or not report.rows:
        return
    sums = "arms" if hide_points else "arms and sum" if arms else "sum"
    yield ColumnHeads(rating_head(report.book), not hide_points, sums)
    independent = False
    rows = report.rows if notes else tuple(replace(row, note="") for row in report.rows)
    merged = merge_equal_rows(rows) if merge else rows
    for row in merged if named else (replace(row, note="") for row in merged):
        if row.sort == "unit":
            if len(row.path) == 2 and not independent:
                independent = True
                yield Heading(1, "Independent units", subtotal="" if hide_points else _independent_points(report))
            yield _unit(row, hide_points, deeper=1 if independent else 0, arms=arms)
        elif row.sort == "formation" or row.commander:
            yield _heading(row, hide_points)
    if not hide_points:
        yield Total("Army total", report.points, report.rows[0].points)


def rating_head(book: Book) -> str:
    """The head of the rating column; "" if the ruleset has no ratings."""
    return book.ruleset.rating_word if book.ruleset.ratings else ""


def _independent_points(report: Report) -> str:
    return show(exact(sum(line.points for line in report.quote.units))) if report.quote else ""


def _heading(row: Row, hide_points: bool) -> Heading:
    army = row.sort == "army"
    return Heading(
        depth=max(1, row.depth),
        title=row.level.capitalize() if army else formation_heading(row.level, row.name),
        commander=row.commander_record,
        reason="" if hide_points else row.commander_reason,
        points="" if hide_points else row.commander_points,
        subtotal="" if hide_points or army else row.points,
        off_board=row.off_board_text,
        note="" if army else row.note,
        mark=row.mark,
    )


def _unit(row: Row, hide_points: bool, deeper: int, *, arms: bool) -> UnitRow:
    reason = "" if hide_points else row.reason
    return UnitRow(
        depth=row.depth + deeper,
        name=row.name,
        rating=row.rating,
        size=row.size,
        counted_in=row.named_size or row.counted_in,
        arms=_arms(row, reason) if arms or not reason else "",
        reason=reason,
        points="" if hide_points else row.points,
        off_board=row.off_board_text,
        note=row.note,
        mark=row.mark,
    )


def _arms(row: Row, reason: str) -> str:
    entry = row.entry if row.entry != row.name else ""
    said = f"{row.entry} {reason}".casefold()
    kind = row.arm if row.arm.casefold() not in said else ""
    words = ", ".join(part for part in (entry, kind, row.options) if part)
    return words or row.arm


# The columns of the table, as wide as their contents need.


INDENT = 11.0
MAX_INDENTED = 6
"""The maximum depth at which rows are indented further. Deeper rows get the same indent."""

GAP = 9.0
SIZE = "size"
"""The head of the size column."""
_MIN_NAMES, _MAX_NAMES = 0.26, 0.5
"""The minimum and maximum width of the name column, as fractions of the total width for names and arms."""
_NAME_WIDTHS_TRIED = 12
"""The number of widths that are tried for the name column."""


@dataclass(frozen=True, slots=True)
class OrderColumns:
    """The left edges and widths of the columns. Empty columns have width 0."""

    left: float
    right: float
    rating: float
    rating_width: float
    size: SizeColumn
    arms: float
    arms_width: float
    points: float
    """The right edge of the points."""
    total: float
    """The right edge of the totals."""

    def indent(self, depth: int) -> float:
        """The left edge of a row. `depth` is 1 for top formations, 2 for the formations below, and so on."""
        return self.left + INDENT * (min(depth, MAX_INDENTED) - 1)

    def name_width(self, depth: int) -> float:
        """The width for the name of a unit at this depth."""
        return self.rating - GAP - self.indent(depth)

    def heading_width(self, depth: int) -> float:
        """The width for the heading of a formation at this depth, up to the column `arms`."""
        return self.arms - GAP - self.indent(depth)


def columns_for(lines: Sequence[Line], styles: Styles, width: float) -> OrderColumns:
    """Work out the columns. Names, entries and options share the width that other columns leave."""
    units = [line for line in lines if isinstance(line, UnitRow)]
    heads = next((line for line in lines if isinstance(line, ColumnHeads)), ColumnHeads("", False, ""))
    points, total = _figures(lines, heads.priced, styles)
    rating = max(
        measure(drawable(heads.rating), styles.label), widest_word((unit.rating for unit in units), styles.text)
    )
    sizes = [(unit.size, unit.counted_in) for unit in units]
    figures, sized = size_widths(sizes, SIZE, styles.text, styles.detail, styles.label)
    total_left = width - (total + GAP if total else 0.0)
    arms_right = total_left - (points + GAP if points else 0.0)
    beside = sum(column + GAP for column in (rating, sized) if column)
    free = arms_right - beside - GAP
    names = _name_column(units, styles, free)
    rating_left = names + GAP
    size_left = rating_left + (rating + GAP if rating else 0.0)
    arms_left = names + beside + GAP
    return OrderColumns(
        left=0.0,
        right=width,
        rating=rating_left,
        rating_width=rating,
        size=SizeColumn(size_left, figures, sized),
        arms=arms_left,
        arms_width=arms_right - arms_left,
        points=total_left if points else width,
        total=width,
    )


def _name_column(units: Sequence[UnitRow], styles: Styles, free: float) -> float:
    widths = [
        (
            measure(drawable(unit.name), styles.text) + INDENT * (min(unit.depth, MAX_INDENTED) - 1),
            bool(unit.arms),
            measure(drawable(unit.reason), styles.small),
        )
        for unit in units
    ]

    def lines(width: float) -> tuple[int, int]:
        # of equally high tables, the one with the fewest broken names
        rows = sum(max(ceil(name / width), arms + ceil(reason / (free - width))) for name, arms, reason in widths)
        return rows, sum(ceil(name / width) for name, _, _ in widths)

    longest = max(
        (widest_word([unit.name], styles.text) + INDENT * (min(unit.depth, MAX_INDENTED) - 1) for unit in units),
        default=0.0,
    )
    least = min(_MAX_NAMES, max(_MIN_NAMES, longest / free))
    step = (_MAX_NAMES - least) / _NAME_WIDTHS_TRIED
    return min((free * (least + number * step) for number in range(_NAME_WIDTHS_TRIED + 1)), key=lines)


def _figures(lines: Sequence[Line], priced: bool, styles: Styles) -> tuple[float, float]:
    if not priced:
        return 0.0, 0.0
    points = [line.points for line in lines if isinstance(line, UnitRow | Heading)]
    totals = [line.subtotal for line in lines if isinstance(line, Heading)]
    totals += [line.points for line in lines if isinstance(line, Total)]
    return (
        max(measure("points", styles.label), *(measure_figures(text, styles.text) for text in ("", *points))),
        max(measure("total", styles.label), *(measure_figures(text, styles.total) for text in ("", *totals))),
    )


COMMANDER_GAP = 12.0
"""The space between a formation's name and its commander. In text copied from the PDF, it becomes two spaces."""

_MAX_NOTE_LINES = 2
"""A note of at most this many lines stays in the name column. Longer notes use the width of the page."""


def order_table(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render the ORBAT as a table with commanders, calculations, subtotals and the total.

    The block's `show` selects `arms` (entries and options) and `notes`. The default is both. With `unnamed` in
    `show`, the table has no notes, and a row for several units does not name these units.
    """
    wishes, show = context.printing, block.show or ("arms", "notes")
    lines = tuple(
        lines_of(
            context.report,
            hide_points=context.hide_points,
            notes=wishes.notes and "notes" in show,
            arms="arms" in show,
            merge=wishes.merge,
            named="unnamed" not in show,
        )
    )
    if not any(isinstance(line, Heading | UnitRow) for line in lines):
        lines = tuple(line for line in lines if isinstance(line, Total))
    if not lines:
        return ()
    columns = columns_for(lines, context.styles, context.width)
    setting = OrderTable(columns, context.styles, compact=context.layout.on_one_page)
    return setting.panels(lines)


class OrderTable:
    """Typesets the rows of one table."""

    def __init__(self, columns: OrderColumns, styles: Styles, *, compact: bool = False) -> None:
        self.columns = columns
        self.styles = styles
        self.above = (6.0, 3.5, 2.5) if compact else (10.0, 6.0, 4.0)
        """The space above headings of depth 1, 2, and below."""
        self.padding = 0.7 if compact else 1.5
        """The space above and below the text of a row."""
        self.heads: Panel | None = None

    def panels(self, lines: Sequence[Line]) -> tuple[Panel, ...]:
        """Typeset rows as panels, in order."""
        return tuple(self.panel(line, keep=_kept_with_next(lines, number)) for number, line in enumerate(lines))

    def panel(self, line: Line, *, keep: bool = False) -> Panel:
        """Typeset one row as a panel. With `keep`, the next row must be on the same page."""
        match line:
            case ColumnHeads():
                self.heads = self._column_heads(line)
                return self.heads
            case Heading():
                return self._heading(line)
            case UnitRow():
                return self._unit(line, keep)
            case Total():
                return self._total(line)

    def _column_heads(self, line: ColumnHeads) -> Panel:
        typesetter, columns, style = Typesetter(), self.columns, self.styles.label
        baseline = typesetter.baseline(style)
        typesetter.words("name", columns.left, baseline, style)
        rating = clip(line.rating, style, columns.rating_width)
        typesetter.centred(rating, columns.rating, columns.rating_width, baseline, style)
        size = columns.size
        if size.width:
            end = size.right - measure(SIZE, style)
            typesetter.words(
                SIZE, min(size.left + size.figures - 8, end) if size.figures else size.left, baseline, style
            )
        typesetter.words(line.sums, columns.arms, baseline, style)
        if line.priced:
            typesetter.words("points", columns.points - measure("points", style), baseline, style)
            typesetter.words("total", columns.total - measure("total", style), baseline, style)
        typesetter.y = style.leading + 1.5
        typesetter.rule(columns.left, columns.right, THIN)
        return typesetter.panel(before=6, keep=True)

    def _heading(self, line: Heading) -> Panel:
        typesetter, columns, styles = Typesetter(), self.columns, self.styles
        left, width = columns.indent(line.depth), columns.heading_width(line.depth)
        style = styles.heading_at(line.depth)
        typesetter.marks.append(Bookmark(left, 0.0, line.depth, drawable(line.title)))
        first = baseline = typesetter.baseline(style)
        end = left
        for words in wrap(line.title, style, width):
            baseline = typesetter.baseline(style)
            end = typesetter.words(words, left, baseline, style)
            typesetter.y += style.leading
        if line.off_board:
            end, baseline = self._off_board(line.off_board, typesetter, end, baseline, left, width)
        baseline = self._commander(line, typesetter, end, baseline)
        typesetter.y = max(typesetter.y, self._commander_calculation(line.reason, typesetter, baseline))
        set_points(typesetter, line.points, line.mark, columns.points, baseline, styles.text)
        typesetter.figures(line.subtotal, columns.total, first, styles.total if line.depth == 1 else styles.text.bold)
        typesetter.lines(line.note, left, columns.arms + columns.arms_width - left, styles.note)
        before = self.above[min(line.depth, 3) - 1]
        return typesetter.panel(before=before, depth=line.depth, keep=True, heads=self.heads, below=1.5)

    def _off_board(
        self, words: str, typesetter: Typesetter, end: float, baseline: float, left: float, width: float
    ) -> tuple[float, float]:
        words, style = drawable(words), self.styles.box
        if end + 6 + measure(words, style) + 6 > left + width:
            baseline = typesetter.y + style.leading
            typesetter.y += style.leading + 4
            return typesetter.boxed(words, left, baseline, style), baseline
        return typesetter.boxed(words, end + 6, baseline, style), baseline

    def _commander(self, line: Heading, typesetter: Typesetter, end: float, baseline: float) -> float:
        left, width, style = self.columns.indent(line.depth), self.columns.heading_width(line.depth), self.styles.text
        text = " ".join(drawable(line.commander).split())
        if not text:
            return baseline
        if end + COMMANDER_GAP + measure(text, style) <= left + width:
            typesetter.words(text, end + COMMANDER_GAP, baseline, style)
            return baseline
        baseline = typesetter.baseline(style)
        typesetter.lines(text, left, width, style)
        return baseline

    def _commander_calculation(self, reason: str, typesetter: Typesetter, baseline: float) -> float:
        style = self.styles.small
        for words in wrap(reason, style, self.columns.arms_width):
            typesetter.words(words, self.columns.arms, baseline, style)
            baseline += style.leading
        return baseline - style.leading + DESCENT * style.size + 1 if reason else 0.0

    def _unit(self, line: UnitRow, keep: bool) -> Panel:
        typesetter, columns, styles = Typesetter(self.padding), self.columns, self.styles
        left, width = columns.indent(line.depth), columns.name_width(line.depth)
        baseline = typesetter.baseline(styles.text)
        self._name(line, typesetter)
        note = wrap(line.note, styles.note, width)
        if len(note) <= _MAX_NOTE_LINES:
            typesetter.lines(line.note, left, width, styles.note)
        lowest = typesetter.y
        rated = set_cell(
            typesetter, line.rating, columns.rating, columns.rating_width, baseline, styles.text, centred=True
        )
        sized = columns.size.set(typesetter, (line.size, line.counted_in), baseline, styles.text, styles.detail)
        typesetter.y = 0.0
        typesetter.y = baseline - typesetter.baseline(styles.detail if line.arms else styles.small)
        typesetter.lines(line.arms, columns.arms, columns.arms_width, styles.detail)
        typesetter.lines(line.reason, columns.arms, columns.arms_width, styles.small)
        set_points(typesetter, line.points, line.mark, columns.points, baseline, styles.text)
        typesetter.y = max(typesetter.y, lowest, rated, sized)
        if len(note) > _MAX_NOTE_LINES:
            typesetter.lines(line.note, left, columns.arms + columns.arms_width - left, styles.note)
        typesetter.marks.insert(0, Rule(left, 0.0, columns.right - left, HAIR))
        return typesetter.panel(depth=line.depth, keep=keep, heads=self.heads, below=self.padding)

    def _name(self, line: UnitRow, typesetter: Typesetter) -> None:
        left, width, style = self.columns.indent(line.depth), self.columns.name_width(line.depth), self.styles.text
        lines = wrap(line.name, style, width)
        typesetter.lines(line.name, left, width, style)
        if line.off_board:
            end = left + (measure(lines[-1], style) if lines else 0.0)
            self._off_board(line.off_board, typesetter, end, typesetter.baseline(style) - style.leading, left, width)

    def _total(self, line: Total) -> Panel:
        typesetter, columns, style = Typesetter(), self.columns, self.styles.total
        typesetter.rule(columns.left, columns.right, STRONG)
        typesetter.y = 3
        baseline = typesetter.baseline(style)
        words_left = typesetter.words(line.label, columns.left, baseline, style) + GAP
        typesetter.figures(line.points, columns.total, baseline, style)
        figures_left = columns.total - measure_figures(line.points, style)
        text = self.styles.text
        for words in wrap(line.words, text, figures_left - GAP - words_left):
            typesetter.words(words, words_left, baseline, text)
            baseline += text.leading
        typesetter.y = max(typesetter.y + style.leading, baseline - text.leading + 3) + 1.5
        for _ in range(2):
            typesetter.rule(figures_left, columns.total, THIN)
            typesetter.y += 2.2
        return typesetter.panel(before=9, heads=self.heads)


def _kept_with_next(lines: Sequence[Line], number: int) -> bool:
    one, two = (lines[at] if at < len(lines) else None for at in (number + 1, number + 2))
    return isinstance(one, Total) or (isinstance(one, UnitRow) and not isinstance(two, UnitRow))
