"""Every number that somebody typed beside ours, as lines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orbat.model.points import exact, show
from orbat.outputs.safe import visible
from orbat.report.judging import Sum, sums_of
from orbat.report.report import Report

LONGEST = 50
"""So much of what a number is of is shown."""
_HEAD = ("line", "typed", "comes to", "difference", "of")


def sum_lines(report: Report) -> Iterator[str]:
    """A table: the line of the text, what was typed, what it comes to, the difference, and what it is of."""
    rows = [_HEAD, *(_row(one) for one in sums_of(report))]
    if len(rows) == 1:
        return
    widest = [max(len(row[place]) for row in rows) for place in range(4)]
    for row in rows:
        figures = "  ".join(f"{cell:>{wide}}" for cell, wide in zip(row[:4], widest, strict=True))
        yield f"  {figures}  {row[4]}"


def _row(one: Sum) -> tuple[str, ...]:
    what = visible(one.what)
    ours = "?" if one.comes_to is None else show(one.comes_to)
    by = f"{'+' if one.by > 0 else '-'}{show(exact(abs(Fraction(one.by))))}" if one.by else ""
    echo = "  (follows)" if one.difference and not one.difference.is_cause else ""
    what = what if len(what) <= LONGEST else f"{what[:LONGEST]}..."
    return (str(one.claim.line or ""), show(one.claim.typed), ours, by, what + echo)
