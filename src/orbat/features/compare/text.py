"""Two ORBATs side by side and their difference, as lines for a terminal: figures, bars of letters, changes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from orbat.evaluate.quote import ExactPoints
from orbat.features.compare.difference import Difference, DifferenceGroup, signed
from orbat.features.compare.measures import (
    ARMS,
    NONE,
    Measure,
    MeasurePart,
    Measures,
    counted_label,
    difference_of,
    measures,
    paired,
    side_by_side,
)
from orbat.features.compare.outscouting import Outscouting
from orbat.model.points import show
from orbat.model.text_words import visible
from orbat.render.text import Painter, unpainted, verdict_line, wrapped
from orbat.report.changes import Change
from orbat.report.report import Report

# Two armies' scouting held against each other, as lines for a terminal.


def scouted_lines(found: Outscouting, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """Each side's points with their sum and the units that scout, who is out-scouted, and what that means."""
    for title, side in zip(found.titles, found.sides, strict=True):
        yield from (paint(line, "title") for line in wrapped(f"{title}: {show(side.points)} scouting points", width))
        yield from wrapped(f"  {side.sum}", width, "    ")
        for scouts in reversed(side.scouts):
            words = f"  {side.rating_word} {scouts.rating}: {', '.join(scouts.units)}"
            yield from (paint(line, "faint") for line in wrapped(words, width, "    "))
    first = found.sides[0]
    yield ""
    if reading := f"{first.reading[:1].upper()}{first.reading[1:]}":
        yield from (paint(line, "faint") for line in wrapped(f"{first.question} {reading}.", width))
    if found.other_reading:
        yield from wrapped(
            f"{found.titles[1]} reads that otherwise: both are reckoned as {found.titles[0]} reads it.", width
        )
    yield from (paint(line, "note") for line in wrapped(f"{found.verdict}.", width))
    if found.consequence:
        yield from wrapped(found.consequence, width)


WIDTH = 80
"""How wide the lines are where nobody says."""
NAMES = ("A", "B")
"""What the two are called in columns."""
MARKS = ("#", "=")
"""What a bar of either is made of."""

_FIGURE, _BY = 15, 9
_COUNTS = (5, 5, 7, 7, 7, 7)
_LABEL = 22
_BAR = 8
"""The cells of a bar at its longest."""
_POINTS = 7


def compared_lines(
    found: Difference, paint: Painter = unpainted, width: int | None = None, scouting: Outscouting | None = None
) -> Iterator[str]:
    """Both heads, the figures side by side, who is out-scouted where that is asked for, and what differs from the
    first to the second."""
    width = WIDTH if width is None else min(width, WIDTH)
    for name, report in zip(NAMES, (found.before, found.after), strict=True):
        yield from _head(name, report, paint, width)
    one, other = measures(found.before), measures(found.after)
    yield ""
    yield from _figures(one, other, paint, width)
    yield from _parts(ARMS, one.arms, other.arms, paint, width)
    word = one.rating_word if one.rating_word == other.rating_word else "rating"
    yield from _parts(f"By {word}", one.ratings, other.ratings, paint, width)
    yield ""
    if scouting is not None:
        yield from scouted_lines(scouting, paint, width)
        yield ""
    yield from _differences(found, paint, width)


def _head(name: str, report: Report, paint: Painter, width: int) -> Iterator[str]:
    first, *others = wrapped(f"{name}  {report.title}", width, "   ")
    yield from (paint(line, "title") for line in (first, *others))
    for words in (report.subtitle, verdict_line(report), report.source):
        yield from (paint(line, "faint") for line in wrapped(f"   {words}", width, "   ") if words)


def _figures(one: Measures, other: Measures, paint: Painter, width: int) -> Iterator[str]:
    label = width - 2 * _FIGURE - _BY
    head = f"{'Side by side':<{label}}{NAMES[0]:>{_FIGURE}}{NAMES[1]:>{_FIGURE}}{'B - A':>{_BY}}"
    yield paint(head, "title")
    for name, left, right in side_by_side(one, other):
        by = signed(difference_of(left, right))
        cells = (_fit(visible(name), label - 1).ljust(label), _shown(left), _shown(right), by)
        yield f"{cells[0]}{cells[1]:>{_FIGURE}}{cells[2]:>{_FIGURE}}{cells[3]:>{_BY}}".rstrip()


def _shown(figure: Measure | None) -> str:
    return figure.shown if figure else NONE


def _parts(
    title: str, left: Sequence[MeasurePart], right: Sequence[MeasurePart], paint: Painter, width: int
) -> Iterator[str]:
    """A row for each part: units, pieces and points of both, and the points as two bars that meet."""
    rows = tuple(paired(left, right))
    if not rows:
        return
    bars = width >= WIDTH
    yield ""
    above = (
        f"{title:<{_LABEL}}{'units':>{sum(_COUNTS[:2])}}{'pieces':>{sum(_COUNTS[2:4])}}{'points':>{sum(_COUNTS[4:])}}"
    )
    yield paint(above, "title")
    heads = "".join(f"{NAMES[number % 2]:>{wide}}" for number, wide in enumerate(_COUNTS))
    yield f"{'':{_LABEL}}{heads}{f'  {NAMES[0]:>{_BAR}}|{NAMES[1]}' if bars else ''}"
    most = max(one.points for one in (*left, *right))
    for label, one, other in rows:
        name = counted_label(label, one, other) if title == ARMS else label
        cells = "".join(f"{text:>{wide}}" for text, wide in zip(_counts(one, other), _COUNTS, strict=True))
        drawn = f"  {_bar(one, 0, most):>{_BAR}}|{_bar(other, 1, most)}" if bars else ""
        yield f"{_fit(visible(name), _LABEL - 1):<{_LABEL}}{cells}{drawn}".rstrip()


def _counts(one: MeasurePart | None, other: MeasurePart | None) -> Iterator[str]:
    """Both sides' units, then their pieces, then their points."""
    both = [part.counts if part else ("0", NONE, "0") for part in (one, other)]
    for left, right in zip(*both, strict=True):
        yield from (left, right)


def _bar(part: MeasurePart | None, side: int, most: ExactPoints) -> str:
    """A bar of letters, to the nearest cell; what is not nothing has one."""
    if part is None or not part.points or most <= 0:
        return ""
    return MARKS[side] * max(1, round(Fraction(part.points) * _BAR / Fraction(most)))


def _differences(found: Difference, paint: Painter, width: int) -> Iterator[str]:
    """What differs: in the head, then by formation with its subtotals and changes."""
    if found.same:
        order = " but the order of their lines" if found.reordered else ""
        yield paint(f"Nothing differs between them{order}.", "good")
        return
    wide = width - 3 * _POINTS
    yield paint(
        f"{'What differs, from A to B':<{wide}}{NAMES[0]:>{_POINTS}}{NAMES[1]:>{_POINTS}}{'B - A':>{_POINTS}}", "title"
    )
    for change in found.head:
        yield from _wrapped(f"{change.sign} {change.words}", 0, width)
    for group in found.groups:
        yield from _group(group, wide)
        for change in group.changes:
            yield from _change(change, group.depth, wide)


def _group(group: DifferenceGroup, wide: int) -> Iterator[str]:
    *above, last = _wrapped(group.name, group.depth, wide - 1)
    before = "-" if group.before is None else show(group.before)
    yield from above
    by = signed(group.by)
    yield f"{last:<{wide}}{before:>{_POINTS}}{show(group.after):>{_POINTS}}{by:>{_POINTS}}".rstrip()


def _change(change: Change, depth: int, wide: int) -> Iterator[str]:
    *above, last = _wrapped(f"{change.sign} {change.words}", depth + 1, wide - 1)
    yield from above
    yield f"{last:<{wide}}{signed(change.points):>{3 * _POINTS}}".rstrip()


def _wrapped(words: str, depth: int, wide: int) -> list[str]:
    indent = "  " * min(depth, 6)
    hang = f"{indent}  "
    return textwrap.wrap(
        visible(words), wide, initial_indent=indent, subsequent_indent=hang, break_on_hyphens=False
    ) or [indent]


def _fit(text: str, wide: int) -> str:
    return text if len(text) <= wide else f"{text[: wide - 1]}…"
