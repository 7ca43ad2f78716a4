"""The table of an ORBAT set in type: each of its lines as a panel. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence

from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.order_columns import GAP, SIZE, Columns, columns_for
from orbat.outputs.pdf.blocks.order_lines import ColumnHeads, Heading, Line, Total, UnitRow, lines_of
from orbat.outputs.pdf.blocks.price_marks import set_points
from orbat.outputs.pdf.blocks.size_column import set_cell
from orbat.outputs.pdf.fonts import DESCENT, clip, measure, measure_figures, shown, wrap
from orbat.outputs.pdf.marks import Bookmark, Panel, Rule
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, STRONG, THIN, Setter
from orbat.outputs.pdf.styles import Styles

COMMANDER_GAP = 12.0
"""Between a formation and its commander: so wide that who copies the text has two blanks there."""

_SHORT_NOTE = 2
"""A note of more lines than this under a unit's name gets the width of the page."""


def order_table(press: Press, block: Block) -> tuple[Panel, ...]:
    """The ORBAT as a table: formations with their commanders, units, sums, subtotals and the total.

    Of what units were bought as (`arms`) and the player's `notes` the block has what it shows, by default both.
    """
    wishes, show = press.printing, block.show or ("arms", "notes")
    lines = tuple(
        lines_of(
            press.report,
            hide_points=press.hide_points,
            notes=wishes.notes and "notes" in show,
            arms="arms" in show,
            merge=wishes.merge,
        )
    )
    if not any(isinstance(line, Heading | UnitRow) for line in lines):
        lines = tuple(line for line in lines if isinstance(line, Total))
    if not lines:
        return ()
    setting = OrderTable(columns_for(lines, press.styles, press.width), press.styles)
    return setting.panels(lines)


class OrderTable:
    """Sets the lines of one table in its columns and type."""

    def __init__(self, columns: Columns, styles: Styles) -> None:
        self.columns = columns
        self.styles = styles
        self.heads: Panel | None = None

    def panels(self, lines: Sequence[Line]) -> tuple[Panel, ...]:
        """Every line as a panel, in order."""
        return tuple(self.panel(line, keep=_keeps(lines, number)) for number, line in enumerate(lines))

    def panel(self, line: Line, *, keep: bool = False) -> Panel:
        """One line as a panel; `keep` says that a unit belongs on the page of what follows."""
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
        setter, columns, style = Setter(), self.columns, self.styles.label
        baseline = setter.baseline(style)
        setter.words("name", columns.left, baseline, style)
        rating = clip(line.rating, style, columns.rating_width)
        setter.centred(rating, columns.rating, columns.rating_width, baseline, style)
        size = columns.size
        if size.width:
            end = size.right - measure(SIZE, style)
            setter.words(SIZE, min(size.left + size.figures - 8, end) if size.figures else size.left, baseline, style)
        setter.words(line.sums, columns.arms, baseline, style)
        if line.priced:
            setter.words("points", columns.points - measure("points", style), baseline, style)
            setter.words("total", columns.total - measure("total", style), baseline, style)
        setter.y = style.leading + 1.5
        setter.rule(columns.left, columns.right, THIN)
        return setter.panel(before=6, keep=True)

    def _heading(self, line: Heading) -> Panel:
        setter, columns, styles = Setter(), self.columns, self.styles
        left, width = columns.indent(line.depth), columns.heading_width(line.depth)
        style = styles.heading_at(line.depth)
        setter.marks.append(Bookmark(left, 0.0, line.depth, shown(line.title)))
        first = baseline = setter.baseline(style)
        end = left
        for words in wrap(line.title, style, width):
            baseline = setter.baseline(style)
            end = setter.words(words, left, baseline, style)
            setter.y += style.leading
        if line.off_board:
            end, baseline = self._off_board(line.off_board, setter, end, baseline, left, width)
        baseline = self._commander(line, setter, end, baseline)
        setter.y = max(setter.y, self._sum_beside(line.reason, setter, baseline))
        set_points(setter, line.points, line.mark, columns.points, baseline, styles.text)
        setter.figures(line.subtotal, columns.total, first, styles.total if line.depth == 1 else styles.text.bold)
        setter.lines(line.note, left, columns.arms + columns.arms_width - left, styles.note)
        before = (10.0, 6.0, 4.0)[min(line.depth, 3) - 1]
        return setter.panel(before=before, depth=line.depth, keep=True, heads=self.heads, below=1.5)

    def _off_board(
        self, words: str, setter: Setter, end: float, baseline: float, left: float, width: float
    ) -> tuple[float, float]:
        """The box that marks a reserve, after the words that end at `end`, or below them where it does not fit."""
        words, style = shown(words), self.styles.box
        if end + 6 + measure(words, style) + 6 > left + width:
            baseline = setter.y + style.leading
            setter.y += style.leading + 4
            return setter.boxed(words, left, baseline, style), baseline
        return setter.boxed(words, end + 6, baseline, style), baseline

    def _commander(self, line: Heading, setter: Setter, end: float, baseline: float) -> float:
        """The commander after the heading, or below it where he does not fit; gives the baseline of his first line."""
        left, width, style = self.columns.indent(line.depth), self.columns.heading_width(line.depth), self.styles.text
        text = " ".join(shown(line.commander).split())
        if not text:
            return baseline
        if end + COMMANDER_GAP + measure(text, style) <= left + width:
            setter.words(text, end + COMMANDER_GAP, baseline, style)
            return baseline
        baseline = setter.baseline(style)
        setter.lines(text, left, width, style)
        return baseline

    def _sum_beside(self, reason: str, setter: Setter, baseline: float) -> float:
        """A commander's sum on his line in the column of sums; gives where it ends."""
        style = self.styles.small
        for words in wrap(reason, style, self.columns.arms_width):
            setter.words(words, self.columns.arms, baseline, style)
            baseline += style.leading
        return baseline - style.leading + DESCENT * style.size + 1 if reason else 0.0

    def _unit(self, line: UnitRow, keep: bool) -> Panel:
        setter, columns, styles = Setter(1.5), self.columns, self.styles
        left, width = columns.indent(line.depth), columns.name_width(line.depth)
        baseline = setter.baseline(styles.text)
        self._name(line, setter)
        note = wrap(line.note, styles.note, width)
        if len(note) <= _SHORT_NOTE:
            setter.lines(line.note, left, width, styles.note)
        lowest = setter.y
        rated = set_cell(setter, line.rating, columns.rating, columns.rating_width, baseline, styles.text, centred=True)
        sized = columns.size.set(setter, (line.size, line.counted_in), baseline, styles.text, styles.detail)
        setter.y = 0.0
        setter.y = baseline - setter.baseline(styles.detail if line.arms else styles.small)
        setter.lines(line.arms, columns.arms, columns.arms_width, styles.detail)
        setter.lines(line.reason, columns.arms, columns.arms_width, styles.small)
        set_points(setter, line.points, line.mark, columns.points, baseline, styles.text)
        setter.y = max(setter.y, lowest, rated, sized)
        if len(note) > _SHORT_NOTE:
            setter.lines(line.note, left, columns.arms + columns.arms_width - left, styles.note)
        setter.marks.insert(0, Rule(left, 0.0, columns.right - left, HAIR))
        return setter.panel(depth=line.depth, keep=keep, heads=self.heads, below=1.5)

    def _name(self, line: UnitRow, setter: Setter) -> None:
        """A unit's name, with the mark of a reserve after it."""
        left, width, style = self.columns.indent(line.depth), self.columns.name_width(line.depth), self.styles.text
        lines = wrap(line.name, style, width)
        setter.lines(line.name, left, width, style)
        if line.off_board:
            end = left + (measure(lines[-1], style) if lines else 0.0)
            self._off_board(line.off_board, setter, end, setter.baseline(style) - style.leading, left, width)

    def _total(self, line: Total) -> Panel:
        setter, columns, style = Setter(), self.columns, self.styles.total
        setter.rule(columns.left, columns.right, STRONG)
        setter.y = 3
        baseline = setter.baseline(style)
        words_left = setter.words(line.label, columns.left, baseline, style) + GAP
        setter.figures(line.points, columns.total, baseline, style)
        figures_left = columns.total - measure_figures(line.points, style)
        text = self.styles.text
        for words in wrap(line.words, text, figures_left - GAP - words_left):
            setter.words(words, words_left, baseline, text)
            baseline += text.leading
        setter.y = max(setter.y + style.leading, baseline - text.leading + 3) + 1.5
        for _ in range(2):
            setter.rule(figures_left, columns.total, THIN)
            setter.y += 2.2
        return setter.panel(before=9, heads=self.heads)


def _keeps(lines: Sequence[Line], number: int) -> bool:
    """Whether a unit belongs on the page of what follows: the army's total, or the last unit of its formation."""
    one, two = (lines[at] if at < len(lines) else None for at in (number + 1, number + 2))
    return isinstance(one, Total) or (isinstance(one, UnitRow) and not isinstance(two, UnitRow))
