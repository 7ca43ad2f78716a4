"""Comparisons as lines for the terminal: numbers side by side, bars and differences."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from orbat.evaluate.quote import ExactPoints
from orbat.features.compare.difference import Difference, DifferenceGroup, no_differences, signed
from orbat.features.compare.formations import formation_lines
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
from orbat.features.compare.scouting_comparison import ScoutingComparison
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.render.text import Painter, unpainted, verdict_line, wrapped
from orbat.report.changes import Change
from orbat.report.report import Report
from orbat.report.strength import FULL

# Scouting.


def scouting_lines(
    comparison: ScoutingComparison, paint: Painter = unpainted, width: int | None = None
) -> Iterator[str]:
    """The output of `orbat scout`, as lines: scouting points and units, and the consequence for the deployment."""
    for title, side in zip(comparison.titles, comparison.sides, strict=True):
        heading = phrase("{title}: {points} scouting points", title=title, points=show(side.points))
        yield from (paint(line, "title") for line in wrapped(heading, width))
        yield from wrapped(f"  {side.sum}", width, "    ")
        for scouts in reversed(side.scouts):
            words = f"  {side.rating_word} {scouts.rating}: {', '.join(scouts.units)}"
            yield from (paint(line, "faint") for line in wrapped(words, width, "    "))
    first = comparison.sides[0]
    yield ""
    if reading := f"{first.reading[:1].upper()}{first.reading[1:]}":
        text = phrase("Ruling: {question} {reading}.", question=first.question, reading=reading)
        yield from (paint(line, "faint") for line in wrapped(text, width))
    if comparison.other_reading:
        text = phrase(
            "{second} has a different ruling on scouting. The ruling of {first} applies to both armies.",
            first=comparison.titles[0],
            second=comparison.titles[1],
        )
        yield from wrapped(text, width)
    yield from (paint(line, "note") for line in wrapped(f"{comparison.verdict}.", width))
    if comparison.consequence:
        yield from wrapped(comparison.consequence, width)


WIDTH = 80
"""Default and maximum line width, in characters."""
NAMES = ("A", "B")
"""Names of the two ORBATs in column headings."""
MARKS = ("#", "=")
"""Characters that draw the bars of A and B."""

_FIGURE, _CHANGE = 15, 9
_COUNTS = (5, 5, 7, 7, 7, 7)
_LABEL = 22
_BAR, _LONGEST_BAR = 8, 40
"""Length of the longest bar, in characters, in the terminal's output and on a wide screen."""
_POINTS = 7


def comparison_lines(
    comparison: Difference,
    paint: Painter = unpainted,
    width: int | None = None,
    scouting: ScoutingComparison | None = None,
) -> Iterator[str]:
    """A comparison as lines for the terminal: titles, numbers side by side, scouting, and differences."""
    width = WIDTH if width is None else min(width, WIDTH)
    for name, report in zip(NAMES, (comparison.before, comparison.after), strict=True):
        yield from _header(name, report, paint, width)
    one, other = measures(comparison.before), measures(comparison.after)
    yield ""
    bars = Bars(_BAR, MARKS) if width >= WIDTH else None
    yield from _numbers(one, other, paint, width, bars)
    yield ""
    if scouting is not None:
        yield from scouting_lines(scouting, paint, width)
        yield ""
    yield from _differences(comparison, paint, width)


def screen_lines(
    comparison: Difference, paint: Painter, width: int, scouting: ScoutingComparison | None
) -> Iterator[str]:
    """Lines of the compare screen: totals with bars, scouting, the formations side by side, and differences."""
    for name, report in zip(NAMES, (comparison.before, comparison.after), strict=True):
        yield from _header(name, report, paint, width)
    one, other = measures(comparison.before), measures(comparison.after)
    yield ""
    room = (width - _LABEL - sum(_COUNTS) - 3) // 2
    bars = Bars(min(room, _LONGEST_BAR), (FULL, FULL)) if room > 1 else None
    yield from _numbers(one, other, paint, min(width, _TABLE), bars)
    yield ""
    if scouting is not None:
        yield from scouting_lines(scouting, paint, width)
        yield ""
    yield from formation_lines(comparison, paint, width)
    yield ""
    yield from _differences(comparison, paint, min(width, _TABLE))


_TABLE = 120
"""Greatest width of tables in which numbers follow a text, in characters."""


class Bars(Value):
    """The look of bars: the maximum length, and the characters for A and B."""

    length: int
    marks: tuple[str, str]


def _numbers(one: Measures, other: Measures, paint: Painter, width: int, bars: Bars | None) -> Iterator[str]:
    yield from _figures(one, other, paint, width)
    yield from _parts(ARMS, one.arms, other.arms, paint, bars)
    word = one.rating_word if one.rating_word == other.rating_word else "rating"
    yield from _parts(f"By {word}", one.ratings, other.ratings, paint, bars)


def _header(name: str, report: Report, paint: Painter, width: int) -> Iterator[str]:
    first, *others = wrapped(f"{name}  {report.heading}", width, "   ")
    yield from (paint(line, "title") for line in (first, *others))
    for words in (report.subtitle, verdict_line(report), report.source):
        yield from (paint(line, "faint") for line in wrapped(f"   {words}", width, "   ") if words)


def _figures(one: Measures, other: Measures, paint: Painter, width: int) -> Iterator[str]:
    label = width - 2 * _FIGURE - _CHANGE
    heading = f"{'Side by side':<{label}}{NAMES[0]:>{_FIGURE}}{NAMES[1]:>{_FIGURE}}{'B - A':>{_CHANGE}}"
    yield paint(heading, "title")
    for name, left, right in side_by_side(one, other):
        change = signed(difference_of(left, right))
        cells = (_fit(visible(name), label - 1).ljust(label), _shown(left), _shown(right), change)
        yield f"{cells[0]}{cells[1]:>{_FIGURE}}{cells[2]:>{_FIGURE}}{cells[3]:>{_CHANGE}}".rstrip()


def _shown(figure: Measure | None) -> str:
    return figure.text if figure else NONE


def _parts(
    title: str, left: Sequence[MeasurePart], right: Sequence[MeasurePart], paint: Painter, bars: Bars | None
) -> Iterator[str]:
    rows = tuple(paired(left, right))
    if not rows:
        return
    yield ""
    columns = (
        f"{title:<{_LABEL}}{'units':>{sum(_COUNTS[:2])}}{'pieces':>{sum(_COUNTS[2:4])}}{'points':>{sum(_COUNTS[4:])}}"
    )
    yield paint(columns, "title")
    heads = "".join(f"{NAMES[number % 2]:>{wide}}" for number, wide in enumerate(_COUNTS))
    yield f"{'':{_LABEL}}{heads}{f'  {NAMES[0]:>{bars.length}}|{NAMES[1]}' if bars else ''}"
    most = max(one.points for one in (*left, *right))
    for label, one, other in rows:
        name = counted_label(label, one, other) if title == ARMS else label
        cells = "".join(f"{text:>{wide}}" for text, wide in zip(_counts(one, other), _COUNTS, strict=True))
        drawn = f"  {_bar(one, 0, most, bars):>{bars.length}}|{_bar(other, 1, most, bars)}" if bars else ""
        yield f"{_fit(visible(name), _LABEL - 1):<{_LABEL}}{cells}{drawn}".rstrip()


def _counts(one: MeasurePart | None, other: MeasurePart | None) -> Iterator[str]:
    both = [part.counts if part else ("0", NONE, "0") for part in (one, other)]
    for left, right in zip(*both, strict=True):
        yield from (left, right)


def _bar(part: MeasurePart | None, side: int, most: ExactPoints, bars: Bars) -> str:
    if part is None or not part.points or most <= 0:
        return ""
    return bars.marks[side] * max(1, round(Fraction(part.points) * bars.length / Fraction(most)))


def _differences(comparison: Difference, paint: Painter, width: int) -> Iterator[str]:
    if comparison.same:
        yield paint(no_differences(comparison), "good")
        return
    wide = width - 3 * _POINTS
    yield paint(
        f"{'Differences, A to B':<{wide}}{NAMES[0]:>{_POINTS}}{NAMES[1]:>{_POINTS}}{'B - A':>{_POINTS}}", "title"
    )
    for change in comparison.header:
        yield from _wrapped(f"{change.sign} {change.words}", 0, width)
    for group in comparison.groups:
        yield from _group(group, wide)
        for change in group.changes:
            yield from _change(change, group.depth, wide)


def _group(group: DifferenceGroup, wide: int) -> Iterator[str]:
    *above, last = _wrapped(group.name, group.depth, wide - 1)
    before = "-" if group.before is None else show(group.before)
    yield from above
    change = signed(group.points_change)
    yield f"{last:<{wide}}{before:>{_POINTS}}{show(group.after):>{_POINTS}}{change:>{_POINTS}}".rstrip()


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
