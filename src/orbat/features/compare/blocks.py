"""What differs from one ORBAT to another, by formation and unit. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.evaluate.quote import ExactPoints
from orbat.features.compare.difference import Difference, DifferenceGroup, signed
from orbat.features.compare.measures import (
    ARMS,
    NONE,
    MeasurePart,
    Measures,
    counted_label,
    difference_of,
    measures,
    paired,
    side_by_side,
)
from orbat.model.points import exact, show
from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.render.pdf.blocks.forms import BLOCK_GAP, block_heading
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fills import filled
from orbat.render.pdf.fonts import Style, clip, drawable, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Panel
from orbat.render.pdf.typesetter import STRONG, THIN, Typesetter
from orbat.report.report import Report

_INDENT = 7.0
_DEEPEST = 5
_GAP = 6.0
_LINES = 2
"""So many lines at most has one change; all of it is in the text of the comparison."""
Row = tuple[str, int, str, bool]
"""What a line says, how deep it stands, its figure, and whether it is a formation."""


def differences(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Each formation in which anything differs with its points of both sides, and each change below it with what it
    adds; at most so many `rows` where that is said, the last for how many more changes there are and what they come to.
    Nothing on a sheet for one."""
    found = context.subject
    if not isinstance(found, Difference):
        return ()
    head = block_heading(context, block.title or "What differs, from A to B", signed(found.by)).panel(
        before=BLOCK_GAP, keep=True
    )
    return (head, *(_panel(context, row) for row in _kept(tuple(_rows(found)), found, block.rows)))


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
        drawable = sum(one for _, one in kept)
        rest = found.changes[drawable:]
        by = exact(sum(change.points for change in rest))
        yield (f"and {len(rest)} more changes, which orbat compare tells", 0, signed(by), False)


def _of_both(group: DifferenceGroup) -> str:
    """`62 to 92`, or what it comes to where it was not or has not changed."""
    after = show(group.after)
    return after if group.before in (None, group.after) else f"{show(group.before or 0)} to {after}"


def _panel(context: BlockContext, row: Row) -> Panel:
    words, depth, figure, is_formation = row
    typesetter = Typesetter(1.5 if is_formation else 0.0)
    style = context.styles.detail.bold if is_formation else context.styles.detail
    x = _INDENT * min(depth, _DEEPEST)
    taken = measure_figures(figure, style) + _GAP if figure else 0.0
    typesetter.figures(figure, context.width, typesetter.baseline(style), style)
    for line in _lines(words, style, context.width - x - taken):
        typesetter.words(line, x, typesetter.baseline(style), style)
        typesetter.y += style.leading
    return typesetter.panel(keep=is_formation)


def _lines(words: str, style: Style, width: float) -> tuple[str, ...]:
    lines = wrap(words, style, width)
    if len(lines) <= _LINES:
        return lines
    return (*lines[: _LINES - 1], clip(" ".join(lines[_LINES - 1 :]), style, width))


# The figures of two ORBATs beside one another, and their arms and ratings with bars.


NAMES = ("A", "B")
"""What the two are called in columns."""

_FIGURES = (0.54, 0.7, 0.86)
"""Where the columns of figures end, as shares of the width: A, B, and their difference."""
_COUNTS = (0.34, 0.4, 0.47, 0.54, 0.62, 0.7)
"""Where the columns of units, pieces and points end, those of A and of B beside each other."""
_BARS = 0.73
_SIDE_GAP, _BETWEEN = 6.0, 1.5


def side_by_side_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """A table of all figures, one of the arms, one of the ratings; nothing on a sheet for one."""
    found = context.subject
    if not isinstance(found, Difference):
        return ()
    one, other = measures(found.before), measures(found.after)
    word = one.rating_word if one.rating_word == other.rating_word else "rating"
    return (
        _figures(context, block.title or "Side by side", one, other),
        *_parts(context, ARMS, one.arms, other.arms),
        *_parts(context, f"By {word}", one.ratings, other.ratings),
    )


def _figures(context: BlockContext, title: str, one: Measures, other: Measures) -> Panel:
    typesetter, style = _headed(context, title, _FIGURES, (*NAMES, "B – A")), context.styles.detail
    for label, left, right in side_by_side(one, other):
        baseline = typesetter.baseline(style)
        cells = (left.shown if left else NONE, right.shown if right else NONE, signed(difference_of(left, right)))
        for text, end in zip(cells, _FIGURES, strict=True):
            typesetter.figures(text, end * context.width, baseline, style)
        typesetter.fit(label, 0.0, 0.4 * context.width, style, 1, MIN_TYPE_SIZE)
    return typesetter.panel(before=BLOCK_GAP)


def _headed(context: BlockContext, title: str, ends: Sequence[float], names: Sequence[str]) -> Typesetter:
    """A typesetter that has begun with a head and the names of columns."""
    typesetter = Typesetter()
    baseline = typesetter.baseline(context.styles.subheading)
    for text, end in zip(names, ends, strict=True):
        typesetter.figures(text, end * context.width, baseline, context.styles.label)
    typesetter.fit(title, 0.0, 0.26 * context.width, context.styles.subheading, 1, MIN_TYPE_SIZE)
    typesetter.y += 1
    typesetter.rule(0.0, context.width, THIN)
    typesetter.y += 2
    return typesetter


def _parts(
    context: BlockContext, title: str, left: Sequence[MeasurePart], right: Sequence[MeasurePart]
) -> tuple[Panel, ...]:
    rows = tuple(paired(left, right))
    if not rows:
        return ()
    names = ("units A", "B", "pieces A", "B", "points A", "B", "points: A black, B white")
    typesetter = _headed(context, title, (*_COUNTS, 1.0), names)
    most = max(part.points for part in (*left, *right))
    for label, one, other in rows:
        name = counted_label(label, one, other) if title == ARMS else label
        _row(context, typesetter, name, (one, other), most)
        typesetter.y += _BETWEEN
    return (typesetter.panel(before=BLOCK_GAP),)


def _row(
    context: BlockContext,
    typesetter: Typesetter,
    label: str,
    both: tuple[MeasurePart | None, MeasurePart | None],
    most: ExactPoints,
) -> None:
    """A part's counts, and its points as two bars, A's black over B's white one."""
    style = context.styles.detail
    baseline, top = typesetter.baseline(style), typesetter.y
    ends = iter(_COUNTS)
    for pair in zip(*(part.counts if part else ("0", NONE, "0") for part in both), strict=True):
        for text in pair:
            typesetter.figures(text, next(ends) * context.width, baseline, style)
    typesetter.fit(label, 0.0, _COUNTS[0] * context.width - 24, style, 1, MIN_TYPE_SIZE)
    room, tall = (1 - _BARS) * context.width - _SIDE_GAP, (style.leading - 3) / 2
    for number, part in enumerate(both):
        if part and part.points > 0 and most > 0:
            length = max(1.0, float(part.points) / float(most) * room)
            y = top + 1.2 + number * tall
            typesetter.marks += filled(
                "white" if number else "black", _BARS * context.width + _SIDE_GAP, y, length, tall
            )


# The heads of two ORBATs beside one another.


_TITLE_GAP = 18.0


def two_titles(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The title, army, player, points and verdict of both; nothing on a sheet for one. The block's `title` stands
    above them."""
    found = context.subject
    if not isinstance(found, Difference):
        return ()
    typesetter, width = Typesetter(), (context.width - _TITLE_GAP) / 2
    typesetter.marks.append(Bookmark(0.0, 0.0, 0, drawable(context.layout.title)))
    typesetter.lines(block.title, 0.0, context.width, context.styles.title)
    typesetter.y += 3
    typesetter.rule(0.0, context.width, STRONG)
    typesetter.y += 4
    top, lowest = typesetter.y, typesetter.y
    for number, report in enumerate((found.before, found.after)):
        typesetter.y = top
        _one(context, typesetter, f"{NAMES[number]}  {report.title}", report, number * (width + _TITLE_GAP), width)
        lowest = max(lowest, typesetter.y)
    typesetter.y = lowest + 4
    typesetter.rule(0.0, context.width, STRONG)
    return (typesetter.panel(below=4),)


def _one(context: BlockContext, typesetter: Typesetter, title: str, report: Report, x: float, width: float) -> None:
    styles, player = context.styles, report.orbat.player if report.orbat else ""
    typesetter.fit(title, x, width, styles.heading, 2, MIN_TYPE_SIZE)
    typesetter.fit(report.subtitle, x, width, styles.detail, 2, MIN_TYPE_SIZE)
    typesetter.fit(f"Player: {player}" if player else "", x, width, styles.detail, 1, MIN_TYPE_SIZE)
    typesetter.lines(report.points, x, width, styles.text)
    typesetter.lines(report.verdict, x, width, styles.strong)
