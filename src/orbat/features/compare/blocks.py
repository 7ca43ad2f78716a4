"""Blocks of the comparison sheet: titles, numbers side by side, and differences. Lengths are in typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.evaluate.quote import ExactPoints
from orbat.features.compare.difference import Difference, DifferenceGroup, no_differences, signed
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
from orbat.model.wording import phrase, plural
from orbat.render.pdf.blocks.forms import BLOCK_GAP, block_heading
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fills import filled
from orbat.render.pdf.fonts import Style, clip, drawable, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Panel
from orbat.render.pdf.typesetter import STRONG, THIN, Typesetter
from orbat.report.report import Report

_INDENT = 7.0
_MAX_DEPTH = 5
_GAP = 6.0
_MAX_LINES = 2
"""Maximum number of printed lines per change. The sheet cuts longer texts; `orbat compare` shows them in full."""
Row = tuple[str, int, str, bool]
"""A row of the differences: text, indentation depth, text of the points, and whether the row is for a formation."""


def differences(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The block with the formations that differ, their points in both ORBATs, and their changes.

    The block's `rows` sets the maximum number of rows. Returns () on a sheet for one ORBAT.
    """
    found = context.subject
    if not isinstance(found, Difference):
        return ()
    heading = block_heading(context, block.title or "Differences, A to B", signed(found.points_change)).panel(
        before=BLOCK_GAP, keep=True
    )
    return (heading, *(_panel(context, row) for row in _limited(tuple(_rows(found)), found, block.rows)))


def _rows(comparison: Difference) -> Iterator[tuple[Row, int]]:
    # Each row is yielded with the number of `comparison.changes` that it shows, so that omitted changes can be counted.
    if comparison.same:
        yield (no_differences(comparison), 0, "", False), 0
    for change in comparison.header:
        yield (f"{change.sign} {change.words}", 0, "", False), 0
    for group in comparison.groups:
        yield (group.name, group.depth, _points_text(group), True), 0
        for change in group.changes:
            yield (f"{change.sign} {change.words}", group.depth + 1, signed(change.points), False), 1


def _limited(rows: tuple[tuple[Row, int], ...], comparison: Difference, most: int | None) -> Iterator[Row]:
    kept = rows if most is None or len(rows) <= most else rows[: most - 1]
    yield from (row for row, _ in kept)
    if len(kept) < len(rows):
        rest = comparison.changes[sum(number for _, number in kept) :]
        text = plural(
            len(rest),
            "{count} more change; `orbat compare` shows it",
            "{count} more changes; `orbat compare` shows them",
        )
        yield (text, 0, signed(exact(sum(change.points for change in rest))), False)


def _points_text(group: DifferenceGroup) -> str:
    after = show(group.after)
    if group.before in (None, group.after):
        return after
    return phrase("{before} to {after}", before=show(group.before or 0), after=after)


def _panel(context: BlockContext, row: Row) -> Panel:
    words, depth, figure, is_formation = row
    typesetter = Typesetter(1.5 if is_formation else 0.0)
    style = context.styles.detail.bold if is_formation else context.styles.detail
    x = _INDENT * min(depth, _MAX_DEPTH)
    taken = measure_figures(figure, style) + _GAP if figure else 0.0
    typesetter.figures(figure, context.width, typesetter.baseline(style), style)
    for line in _lines(words, style, context.width - x - taken):
        typesetter.words(line, x, typesetter.baseline(style), style)
        typesetter.y += style.leading
    return typesetter.panel(keep=is_formation)


def _lines(words: str, style: Style, width: float) -> tuple[str, ...]:
    lines = wrap(words, style, width)
    if len(lines) <= _MAX_LINES:
        return lines
    return (*lines[: _MAX_LINES - 1], clip(" ".join(lines[_MAX_LINES - 1 :]), style, width))


# Totals side by side, and arms and ratings with bars.


NAMES = ("A", "B")
"""Names of the two ORBATs in column headings."""

_FIGURE_COLUMNS = (0.54, 0.7, 0.86)
"""Right edges of the columns for A, B and the difference, as fractions of the width."""
_COUNT_COLUMNS = (0.34, 0.4, 0.47, 0.54, 0.62, 0.7)
"""Right edges of six columns, as fractions of the width. The columns are units, pieces and points, each for A and B."""
_BARS = 0.73
_SIDE_GAP, _ROW_GAP = 6.0, 1.5


def side_by_side_block(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The block with totals, arms and ratings of two ORBATs. Returns () on a sheet for one ORBAT."""
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
    typesetter, style = _headed(context, title, _FIGURE_COLUMNS, (*NAMES, "B – A")), context.styles.detail
    for label, left, right in side_by_side(one, other):
        baseline = typesetter.baseline(style)
        cells = (left.text if left else NONE, right.text if right else NONE, signed(difference_of(left, right)))
        for text, end in zip(cells, _FIGURE_COLUMNS, strict=True):
            typesetter.figures(text, end * context.width, baseline, style)
        typesetter.fit(label, 0.0, 0.4 * context.width, style, 1, MIN_TYPE_SIZE)
    return typesetter.panel(before=BLOCK_GAP)


def _headed(context: BlockContext, title: str, ends: Sequence[float], names: Sequence[str]) -> Typesetter:
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
    typesetter = _headed(context, title, (*_COUNT_COLUMNS, 1.0), names)
    most = max(part.points for part in (*left, *right))
    for label, one, other in rows:
        name = counted_label(label, one, other) if title == ARMS else label
        _row(context, typesetter, name, (one, other), most)
        typesetter.y += _ROW_GAP
    return (typesetter.panel(before=BLOCK_GAP),)


def _row(
    context: BlockContext,
    typesetter: Typesetter,
    label: str,
    both: tuple[MeasurePart | None, MeasurePart | None],
    most: ExactPoints,
) -> None:
    style = context.styles.detail
    baseline, top = typesetter.baseline(style), typesetter.y
    ends = iter(_COUNT_COLUMNS)
    for pair in zip(*(part.counts if part else ("0", NONE, "0") for part in both), strict=True):
        for text in pair:
            typesetter.figures(text, next(ends) * context.width, baseline, style)
    typesetter.fit(label, 0.0, _COUNT_COLUMNS[0] * context.width - 24, style, 1, MIN_TYPE_SIZE)
    room, tall = (1 - _BARS) * context.width - _SIDE_GAP, (style.leading - 3) / 2
    for number, part in enumerate(both):
        if part and part.points > 0 and most > 0:
            length = max(1.0, float(part.points) / float(most) * room)
            y = top + 1.2 + number * tall
            typesetter.marks += filled(
                "white" if number else "black", _BARS * context.width + _SIDE_GAP, y, length, tall
            )


# Headers side by side.


_TITLE_GAP = 18.0


def two_titles(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The block with titles, armies, players, points and verdicts. Returns () on a sheet for one ORBAT."""
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
        _one(context, typesetter, f"{NAMES[number]}  {report.heading}", report, number * (width + _TITLE_GAP), width)
        lowest = max(lowest, typesetter.y)
    typesetter.y = lowest + 4
    typesetter.rule(0.0, context.width, STRONG)
    return (typesetter.panel(below=4),)


def _one(context: BlockContext, typesetter: Typesetter, title: str, report: Report, x: float, width: float) -> None:
    styles, player = context.styles, report.orbat.player if report.orbat else ""
    typesetter.fit(title, x, width, styles.heading, 2, MIN_TYPE_SIZE)
    typesetter.fit(report.subtitle, x, width, styles.detail, 2, MIN_TYPE_SIZE)
    typesetter.fit(phrase("Player: {name}", name=player) if player else "", x, width, styles.detail, 1, MIN_TYPE_SIZE)
    typesetter.lines(report.points, x, width, styles.text)
    typesetter.lines(report.verdict.headline, x, width, styles.strong)
