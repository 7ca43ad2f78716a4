"""What differs from one ORBAT to another, by formation and unit. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.points import exact, show
from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.heads import BEFORE, headed
from orbat.outputs.pdf.fonts import Style, clip, measure_figures, wrap
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import Setter
from orbat.report.difference import Difference, Group, signed

_INDENT = 7.0
_DEEPEST = 5
_GAP = 6.0
_LINES = 2
"""So many lines at most has one change; all of it is in the text of the comparison."""
Row = tuple[str, int, str, bool]
"""What a line says, how deep it stands, its figure, and whether it is a formation."""


def differences(press: Press, block: Block) -> tuple[Panel, ...]:
    """Each formation in which anything differs with its points of both sides, and each change below it with what it
    adds; at most so many `rows` where that is said, the last for how many more changes there are and what they come to.
    Nothing on a sheet for one."""
    found = press.compared
    if found is None:
        return ()
    head = headed(press, block.title or "What differs, from A to B", signed(found.by)).panel(before=BEFORE, keep=True)
    return (head, *(_panel(press, row) for row in _kept(tuple(_rows(found)), found, block.rows)))


def _rows(found: Difference) -> Iterator[tuple[Row, int]]:
    """Every line, and of how many changes it is."""
    if found.same:
        order = " but the order of their lines" if found.reordered else ""
        yield (f"Nothing differs between them{order}.", 0, "", False), 0
    for change in found.head:
        yield (f"{change.sign} {change.words}", 0, "", False), 0
    for group in found.groups:
        yield (group.name, group.depth, _of_both(group), True), 0
        for change in group.changes:
            yield (f"{change.sign} {change.words}", group.depth + 1, signed(change.points), False), 1


def _kept(rows: tuple[tuple[Row, int], ...], found: Difference, most: int | None) -> Iterator[Row]:
    """The lines there is room for, and one for the rest."""
    kept = rows if most is None or len(rows) <= most else rows[: most - 1]
    yield from (row for row, _ in kept)
    if len(kept) < len(rows):
        shown = sum(one for _, one in kept)
        rest = found.changes[shown:]
        by = exact(sum(change.points for change in rest))
        yield (f"and {len(rest)} more changes, which orbat compare tells", 0, signed(by), False)


def _of_both(group: Group) -> str:
    """`62 to 92`, or what it comes to where it was not or has not changed."""
    after = show(group.after)
    return after if group.before in (None, group.after) else f"{show(group.before or 0)} to {after}"


def _panel(press: Press, row: Row) -> Panel:
    words, depth, figure, is_formation = row
    setter = Setter(1.5 if is_formation else 0.0)
    style = press.styles.detail.bold if is_formation else press.styles.detail
    x = _INDENT * min(depth, _DEEPEST)
    taken = measure_figures(figure, style) + _GAP if figure else 0.0
    setter.figures(figure, press.width, setter.baseline(style), style)
    for line in _lines(words, style, press.width - x - taken):
        setter.words(line, x, setter.baseline(style), style)
        setter.y += style.leading
    return setter.panel(keep=is_formation)


def _lines(words: str, style: Style, width: float) -> tuple[str, ...]:
    lines = wrap(words, style, width)
    if len(lines) <= _LINES:
        return lines
    return (*lines[: _LINES - 1], clip(" ".join(lines[_LINES - 1 :]), style, width))
