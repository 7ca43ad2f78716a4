"""An army's points by arm, and bars of block characters that show fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from orbat.evaluate.quote import ExactPoints, Quote
from orbat.model.book import Book
from orbat.model.path import OrbatPath
from orbat.model.points import exact
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset

FULL = "█"
EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
STAFF = "staff"
"""The name of the generals' arm if the ruleset has no staff kind."""


class ArmShare(Value):
    """The points of one arm, such as infantry."""

    arm: str
    label: str
    points: ExactPoints
    share: ExactPoints
    """The exact fraction of the total."""


def by_arm(book: Book, quote: Quote, path: OrbatPath = ()) -> tuple[ArmShare, ...]:
    """The points of each arm, in the ruleset's order. Generals belong to the staff arm.

    With `path`, only the formation or unit at the path is counted.
    """
    ruleset = book.ruleset
    points: defaultdict[str, ExactPoints] = defaultdict(int)
    for line in quote.all_units:
        entry = book.entry(line.list_id, line.unit.entry)
        if entry and line.path[: len(path)] == path:
            points[book.kind(entry).arm] += line.points
    staff = staff_arm(ruleset)
    for general in quote.all_commanders:
        if general.path[: len(path)] == path:
            points[staff] += general.points
    total = sum(points.values())
    return tuple(
        ArmShare(arm, arm.replace("_", " "), exact(points[arm]), exact(Fraction(points[arm]) / total))
        for arm in dict.fromkeys((*ruleset.arms, *points))
        if points.get(arm)
    )


def staff_arm(ruleset: Ruleset) -> str:
    """The arm to which generals belong."""
    return next((kind.arm for kind in ruleset.kinds.values() if kind.staff), STAFF)


def bar(share: ExactPoints, cells: int) -> str:
    """Draw a fraction from 0 to 1 as a bar of at most `cells` characters."""
    # To the nearest eighth of a character. The bar is empty only if the fraction is 0.
    if share <= 0 or cells <= 0:
        return ""
    eighths = min(max(1, round(Fraction(share) * cells * 8)), cells * 8)
    return FULL * (eighths // 8) + EIGHTHS[eighths % 8]
