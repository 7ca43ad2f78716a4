"""How certain the reading of a typed list is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from orbat.model.claims import PRICE_CLAIMS, ClaimDifference, Confidence, NumberRole, Reading, least_certain
from orbat.model.finding import MISREAD
from orbat.model.points import Points
from orbat.model.record import Value
from orbat.model.wording import line_list, plural
from orbat.report.basis_item import BasisItem

_DIGIT = re.compile(r"\d")
_SUM_ROLES: frozenset[NumberRole] = frozenset(
    {"piece price", "unit price", "line price", "general's price", "subtotal", "total", "left"}
)
"""The roles of numbers that are compared with the calculated points."""

_FAR = Fraction(1, 10)
"""Maximum difference between typed and calculated sum in a sure reading, as a share of the typed sum."""
_MANY = 3
"""Number of wrong prices from which the reading is not sure."""
_SUMS = frozenset({"total", "subtotal"})


class Unplaced(Value):
    """A line, or a part of a line, that has a number without a known meaning."""

    line: int
    """The line number, from 1."""
    text: str


def confidence_of(reading: Reading) -> Confidence:
    """How certain the reading of a list is: as certain as the least certain line."""
    of_numbers: Confidence = "likely" if unplaced(reading) or reading.questions else "sure"
    # If a number was not understood, or a question is open, the reading is never `sure`.
    return least_certain((reading.confidence, of_numbers, *(line.confidence for line in reading.lines)))


def unplaced(reading: Reading) -> tuple[Unplaced, ...]:
    """The lines, or parts of lines, that have a number without a known meaning."""
    return tuple(_unplaced(reading))


def _unplaced(reading: Reading) -> Iterator[Unplaced]:
    for line in reading.lines:
        if line.unread and (line.numbers or _DIGIT.search(line.text)):
            yield Unplaced(line.number, line.text.strip())
        elif line.leftover_number and not line.unread:
            yield Unplaced(line.number, line.leftover)


def unchecked_sums(reading: Reading) -> tuple[Unplaced, ...]:
    """The typed prices and sums that orbat cannot compare with a calculated number."""
    checked: set[tuple[object, Points]] = set()
    for claim in reading.claims:
        # a price can stand on a line below the unit's name
        checked |= {(key, claim.typed) for key in (claim.line, *claim.covers)}
    return tuple(
        Unplaced(line.number, line.text[number.start : number.end])
        for line in reading.lines
        for number in line.numbers
        if number.role in _SUM_ROLES
        and not any((key, number.value) in checked for key in (line.number, *(number.paths or line.paths)))
    )


def doubted_by_differences(
    reading: Reading,
    differences: Sequence[ClaimDifference],
    general_prices: Collection[Points],
    unit_prices: Collection[Points] = (),
) -> Reading:
    """Make a reading less certain if the wrong sums suggest that the list was misread.

    `general_prices`: the prices of generals, in points. `unit_prices`: those of the units of the army.
    """
    # Three wrong prices are rare in a list. If a sum is far from the calculated sum, or differs from it by the price of
    # a general or a unit, orbat may have misread which troops the sum includes.
    causes = [one for one in differences if one.is_cause]
    wrong_prices = sum(one.claim.claim_type in PRICE_CLAIMS for one in causes)
    explained = sum(
        (Fraction(one.calculated - one.claim.typed) for one in causes if one.claim.claim_type == "line"), Fraction(0)
    )
    if reading.confidence != "sure" or not (
        wrong_prices >= _MANY or any(_is_suspicious(one, explained, general_prices, unit_prices) for one in causes)
    ):
        return reading
    return replace(reading, confidence="likely")


def _is_suspicious(
    difference: ClaimDifference,
    explained: Fraction,
    general_prices: Collection[Points],
    unit_prices: Collection[Points],
) -> bool:
    # `explained`: the part of a wrong total, in points, that wrong prices explain if they were carried into it.
    claim_type, typed = difference.claim.claim_type, difference.claim.typed
    if claim_type == "line":
        return typed in general_prices
    if claim_type not in _SUMS:
        return False
    missing = abs(Fraction(difference.calculated - typed))
    carried = abs(Fraction(difference.calculated - typed) - explained)
    is_general = missing in general_prices or (explained and carried in general_prices)
    return bool(difference.unpaid or is_general or missing in unit_prices) or missing > _FAR * typed


def is_certain(reading: Reading) -> bool:
    """Whether the verdict on a typed list may say that all sums are right."""
    # Every number was understood, every sum was compared, and no other reading is nearly as good.
    return confidence_of(reading) == "sure" and not unchecked_sums(reading)


def confidence_item(reading: Reading) -> BasisItem:
    """Describe how certain the reading of a typed list is, as a `BasisItem`."""
    match confidence_of(reading):
        case "doubtful":
            return BasisItem("confidence", "the reading is doubtful; see the questions", MISREAD, unusual=True)
        case "likely":
            text = "the reading is likely, but not certain"
            if lines := [line.number for line in reading.lines if line.confidence != "sure" and not line.unread]:
                named = line_list(lines)
                short = plural(len(lines), "the reading of line {lines}", "the reading of lines {lines}", lines=named)
                return BasisItem("confidence", text, short, unusual=True)
            if reading.confidence == "likely" and not unplaced(reading):
                return BasisItem("confidence", text, "the reading of the list", unusual=True)
            # numbers that are not understood and questions are findings, which the headline names
            return BasisItem("confidence", text, "read, but not with certainty")
        case "sure":
            return BasisItem("confidence", "the reading is certain", "read with certainty")
