"""Blocks set in type: each block of a sheet as a panel of marks. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence

from orbat.outputs.pdf.blocks import OFF_BOARD, Block, ColumnHeads, FindingRow, Heading, Section, Title, Total, UnitRow
from orbat.outputs.pdf.columns import ARMS, FIGURE, GAP, LABEL, LARGEST_FIGURE, NAME, NOTE, SUBTOTAL, SUM, Columns
from orbat.outputs.pdf.fonts import ASCENT, DESCENT, Style, clip, measure, measure_figures, shown, wrap
from orbat.outputs.pdf.marks import Frame, Mark, Panel, Rule, Words

TITLE = Style("bold", 21.0, 24.0)
HEAD = Style("regular", 11.0, 13.6)
POINTS = Style("bold", 10.5, 13.0)
ARMY_NOTE = Style("italic", 9.2, 11.4)
MESSAGE = Style("regular", 9.0, 11.2)
SEVERITY = Style("bold", 9.0, 11.2)
BOXED = Style("bold", 7.4, 9.2)
HEADINGS = (Style("bold", 12.0, 14.4), Style("bold", 10.4, 12.8), Style("bold", 9.6, 11.8))
COMMANDER = Style("regular", 9.6, 11.8)

STRONG, THIN, HAIR = 0.9, 0.5, 0.25
_SHORT_NOTE = 2
"""A note of more lines than this under a unit's name gets the width of the page."""


def panels_of(blocks: Sequence[Block], columns: Columns) -> tuple[Panel, ...]:
    """Every block as a panel, in order."""
    return tuple(panel_of(block, columns, keep=_keeps(blocks, number)) for number, block in enumerate(blocks))


def _keeps(blocks: Sequence[Block], number: int) -> bool:
    """Whether a unit belongs on the page of what follows: the army's total, or the last unit of its formation."""
    one, two = (blocks[at] if at < len(blocks) else None for at in (number + 1, number + 2))
    return isinstance(one, Total) or (isinstance(one, UnitRow) and not isinstance(two, UnitRow))


def panel_of(block: Block, columns: Columns, *, keep: bool = False) -> Panel:
    """One block as a panel."""
    match block:
        case Title():
            return _title(block, columns)
        case ColumnHeads():
            return column_heads(block, columns)
        case Heading():
            return _heading(block, columns)
        case UnitRow():
            return _unit(block, columns, keep)
        case Total():
            return _total(block, columns)
        case Section():
            return _section(block, columns)
        case FindingRow():
            return _finding(block, columns)


class _Setter:
    """Collects the marks of one panel. `y` is where the next line begins."""

    def __init__(self, y: float = 0.0) -> None:
        self.marks: list[Mark] = []
        self.y = y

    def baseline(self, style: Style) -> float:
        """The baseline of a line of this style that begins at `y`."""
        return self.y + (style.leading - style.size) / 2 + ASCENT * style.size

    def lines(self, text: str, x: float, width: float, style: Style) -> None:
        """Wrapped text, one line below the other."""
        for line in wrap(text, style, width):
            self.marks.append(Words(x, self.baseline(style), line, style))
            self.y += style.leading

    def figures(self, text: str, right: float, baseline: float, style: Style) -> None:
        """Figures that end at `right`."""
        text = shown(text)
        if text:
            self.marks.append(Words(right - measure_figures(text, style), baseline, text, style, figures=True))

    def rule(self, x: float, right: float, weight: float) -> None:
        """A rule across, at `y`."""
        self.marks.append(Rule(x, self.y, right - x, weight))

    def boxed(self, text: str, x: float, baseline: float) -> float:
        """Words in a box that begins at `x`; gives its right end."""
        width = measure(text, BOXED)
        self.marks.append(Words(x + 3, baseline, text, BOXED))
        top = baseline - ASCENT * BOXED.size - 0.8
        self.marks.append(Frame(x, top, width + 6, BOXED.size * (ASCENT + DESCENT) + 2.0, THIN))
        return x + width + 6


def _title(block: Title, columns: Columns) -> Panel:
    setter, left, width = _Setter(), columns.left, columns.right - columns.left
    setter.lines(block.title, left, width, TITLE)
    setter.y += 1
    setter.lines(block.head, left, width, HEAD)
    setter.lines(f"Player: {block.player}" if block.player else "", left, width, HEAD)
    setter.y += 5
    setter.rule(left, columns.right, STRONG)
    setter.y += 4
    setter.lines(block.points, left, width, POINTS)
    baseline = setter.baseline(POINTS)
    setter.lines(block.verdict, left, width, POINTS)
    setter.marks.append(Words(left + measure(block.verdict, POINTS) + 10, baseline, block.tally, COMMANDER))
    if block.note:
        setter.y += 2
        setter.lines(block.note, left, width, ARMY_NOTE)
    setter.y += 4
    setter.rule(left, columns.right, STRONG)
    return Panel(setter.y + 1, tuple(setter.marks))


def column_heads(block: ColumnHeads, columns: Columns) -> Panel:
    """The heads of the columns, with a rule under them."""
    setter = _Setter()
    baseline = setter.baseline(LABEL)

    def put(text: str, x: float) -> None:
        setter.marks.append(Words(x, baseline, text, LABEL))

    put("name", columns.left)
    rating = clip(block.rating, LABEL, columns.rating_width)
    put(rating, columns.rating + (columns.rating_width - measure(rating, LABEL)) / 2)
    size_width = measure("size", LABEL)
    put("size", min(columns.count - 8, columns.counted + columns.counted_width - size_width))
    put("arms and sum" if block.priced else "arms", columns.arms)
    if block.priced:
        put("points", columns.points - measure("points", LABEL))
        put("total", columns.total - measure("total", LABEL))
    setter.y = LABEL.leading + 1.5
    setter.rule(columns.left, columns.right, THIN)
    return Panel(setter.y, tuple(setter.marks), before=6, keep=True, table=True)


def _heading(block: Heading, columns: Columns) -> Panel:
    setter, left = _Setter(), columns.indent(block.depth)
    width = columns.heading_width(block.depth)
    style = HEADINGS[min(block.depth, len(HEADINGS)) - 1]
    lines = wrap(block.title, style, width)
    end = left
    for line in lines:
        baseline = setter.baseline(style)
        setter.marks.append(Words(left, baseline, line, style))
        end = left + measure(line, style)
        setter.y += style.leading
    first = _Setter().baseline(style)
    if block.off_board:
        end, baseline = _off_board(setter, end, baseline, left, width)
    baseline = _commander(block, setter, end, baseline, columns)
    setter.figures(block.points, columns.points, baseline, FIGURE)
    setter.figures(block.subtotal, columns.total, first, LARGEST_FIGURE if block.depth == 1 else SUBTOTAL)
    setter.y = max(setter.y, _sum_beside(block.reason, setter, baseline, columns))
    setter.lines(block.note, left, columns.arms + columns.arms_width - left, NOTE)
    return Panel(
        setter.y + 1.5,
        tuple(setter.marks),
        before=(10.0, 6.0, 4.0)[min(block.depth, 3) - 1],
        depth=block.depth,
        keep=True,
        table=True,
    )


def _off_board(setter: _Setter, end: float, baseline: float, left: float, width: float) -> tuple[float, float]:
    """The box that marks a reserve, after the words that end at `end`, or below them where it does not fit."""
    needed = measure(OFF_BOARD, BOXED) + 6
    if end + 6 + needed > left + width:
        baseline = setter.y + BOXED.leading
        setter.y += BOXED.leading + 4
        return setter.boxed(OFF_BOARD, left, baseline), baseline
    return setter.boxed(OFF_BOARD, end + 6, baseline), baseline


def _commander(block: Heading, setter: _Setter, end: float, baseline: float, columns: Columns) -> float:
    """The commander after the heading, or below it where he does not fit; gives the baseline of his first line."""
    left, width = columns.indent(block.depth), columns.heading_width(block.depth)
    text = " ".join(shown(block.commander).split())
    if not text:
        return baseline
    if end + 8 + measure(text, COMMANDER) <= left + width:
        setter.marks.append(Words(end + 8, baseline, text, COMMANDER))
        return baseline
    baseline = setter.baseline(COMMANDER)
    setter.lines(text, left, width, COMMANDER)
    return baseline


def _sum_beside(reason: str, setter: _Setter, baseline: float, columns: Columns) -> float:
    """A commander's sum on his line in the column of sums; gives where it ends."""
    for line in wrap(reason, SUM, columns.arms_width):
        setter.marks.append(Words(columns.arms, baseline, line, SUM))
        baseline += SUM.leading
    return baseline - SUM.leading + DESCENT * SUM.size + 1 if reason else 0.0


def _unit(block: UnitRow, columns: Columns, keep: bool) -> Panel:
    setter, left = _Setter(1.5), columns.indent(block.depth)
    baseline = setter.baseline(NAME)
    name_end = _name(block, columns, setter)
    note = wrap(block.note, NOTE, columns.name_width(block.depth))
    if len(note) <= _SHORT_NOTE:
        setter.lines(block.note, left, columns.name_width(block.depth), NOTE)
    lowest = setter.y
    for text, x, width, style in (
        (block.rating, columns.rating, columns.rating_width, NAME),
        (block.counted_in, columns.counted, columns.counted_width, ARMS),
    ):
        lowest = max(lowest, _cell(text, x, width, style, baseline, setter, centred=text == block.rating))
    setter.figures(block.size, columns.count, baseline, FIGURE)
    setter.figures(block.points, columns.points, baseline, FIGURE)
    setter.y = 0.0
    setter.y = baseline - setter.baseline(ARMS)
    setter.lines(block.arms, columns.arms, columns.arms_width, ARMS)
    setter.lines(block.reason, columns.arms, columns.arms_width, SUM)
    setter.y = max(setter.y, lowest, name_end)
    if len(note) > _SHORT_NOTE:
        setter.lines(block.note, left, columns.arms + columns.arms_width - left, NOTE)
    hair = Rule(left, 0.0, columns.right - left, HAIR)
    return Panel(setter.y + 1.5, (hair, *setter.marks), depth=block.depth, keep=keep, table=True)


def _name(block: UnitRow, columns: Columns, setter: _Setter) -> float:
    """A unit's name, with the mark of a reserve after it; gives where it ends."""
    left, width = columns.indent(block.depth), columns.name_width(block.depth)
    lines = wrap(block.name, NAME, width)
    setter.lines(block.name, left, width, NAME)
    if block.off_board:
        end = left + (measure(lines[-1], NAME) if lines else 0.0)
        _off_board(setter, end, setter.baseline(NAME) - NAME.leading, left, width)
    return setter.y


def _cell(text: str, x: float, width: float, style: Style, baseline: float, setter: _Setter, *, centred: bool) -> float:
    """Wrapped text in a narrow column, from a first baseline on; gives where it ends."""
    for line in wrap(text, style, width):
        shift = (width - measure(line, style)) / 2 if centred else 0.0
        setter.marks.append(Words(x + shift, baseline, line, style))
        baseline += style.leading
    return baseline - style.leading + DESCENT * style.size if text else 0.0


def _total(block: Total, columns: Columns) -> Panel:
    setter = _Setter()
    setter.rule(columns.left, columns.right, STRONG)
    setter.y = 3
    baseline = setter.baseline(LARGEST_FIGURE)
    setter.marks.append(Words(columns.left, baseline, block.label, LARGEST_FIGURE))
    setter.figures(block.points, columns.total, baseline, LARGEST_FIGURE)
    words = columns.left + measure(block.label, LARGEST_FIGURE) + GAP
    room = columns.total - measure_figures(block.points, LARGEST_FIGURE) - GAP - words
    for line in wrap(block.words, COMMANDER, room):
        setter.marks.append(Words(words, baseline, line, COMMANDER))
        baseline += COMMANDER.leading
    setter.y = max(setter.y + LARGEST_FIGURE.leading, baseline - COMMANDER.leading + 3) + 1.5
    for _ in range(2):
        setter.rule(columns.total - measure_figures(block.points, LARGEST_FIGURE), columns.total, THIN)
        setter.y += 2.2
    return Panel(setter.y, tuple(setter.marks), before=9, table=True)


def _section(block: Section, columns: Columns) -> Panel:
    setter = _Setter()
    setter.lines(block.title, columns.left, columns.right - columns.left, HEADINGS[0])
    setter.y += 1
    setter.rule(columns.left, columns.right, THIN)
    return Panel(setter.y + 2, tuple(setter.marks), before=14, keep=True)


def _finding(block: FindingRow, columns: Columns) -> Panel:
    setter = _Setter(0.5)
    baseline = setter.baseline(MESSAGE)
    code = columns.left + max(measure(word, SEVERITY) for word in ("error", "warning", "note")) + GAP
    message = code + max(measure("ARM000", MESSAGE), measure(block.code, MESSAGE)) + GAP
    setter.marks.append(Words(columns.left, baseline, block.severity, SEVERITY))
    setter.marks.append(Words(code, baseline, block.code, MESSAGE))
    setter.lines(f"{block.message} {block.cites}", message, columns.right - message, MESSAGE)
    return Panel(setter.y + 1, tuple(setter.marks))
