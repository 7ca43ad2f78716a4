"""Compares typed numbers with the calculated points, and explains differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from orbat.evaluate.quote import CommanderLine, ExactPoints, Quote
from orbat.model.claims import PRICE_CLAIMS, Claim, ClaimDifference, ClaimType, Reading
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.model.wording import phrase

CLAIM_NAMES: Mapping[ClaimType, str] = {
    "subtotal": "the subtotal",
    "total": "the total",
    "left": "the points left",
    "count": "the number of units",
    "size": "the agreed size",
}
"""Names for messages of the types of claims about sums."""


def compare_claims(reading: Reading, quote: Quote) -> tuple[ClaimDifference, ...]:
    """List every typed number that differs from the calculated points, in line order."""
    return tuple(_Comparison(reading, quote).differences())


def unpriced_generals(
    reading: Reading, quote: Quote, differences: Iterable[ClaimDifference]
) -> Iterator[tuple[CommanderLine, str]]:
    """Find generals for whom a typed list pays nothing. The general who represents the player is left out.

    Yields each general with the name of the general who represents the player, for use in messages.
    """
    # A general who is missing from a wrong sum is left out, because `differences` contains that sum.
    priced = {path for one in reading.claims if one.claim_type in PRICE_CLAIMS for path in one.covers}
    if not priced:
        return
    players = [line for line in quote.all_commanders if line.is_player]
    wrong = {one.claim: one for one in differences}
    omitted = {number for one in wrong.values() for number in one.unpaid}
    right = [one for one in reading.claims if one.claim_type in ("subtotal", "total") and one not in wrong]
    line_numbers = _line_numbers(reading)
    for line in quote.all_commanders:
        player = next((one for one in players if one.path != line.path), None)
        if player is None or line.path in priced or line_numbers.get(line.path) in omitted:
            continue
        if not line.points or not any(not one.covers or line.path in one.covers for one in right):
            yield line, player.commander.name


def _line_numbers(reading: Reading) -> dict[OrbatPath, int]:
    return {path: line.number for line in reversed(reading.lines) for path in line.paths}


class _Comparison:
    def __init__(self, reading: Reading, quote: Quote) -> None:
        self.claims = reading.claims
        self.quote = quote
        self.units = {line.path: line for line in quote.all_units}
        self.generals = {line.path: line for line in quote.all_commanders}
        self.unpriced = {path for path, line in self.units.items() if line.sum.points is None}
        self._prices_of_one: dict[int, list[Claim]] = {}
        for claim in self.claims:
            if claim.claim_type in ("piece", "each"):
                self._prices_of_one.setdefault(claim.line, []).append(claim)
        self._lines = _line_numbers(reading)

    def differences(self) -> Iterator[ClaimDifference]:
        errors = self._price_errors()
        for claim in self.claims:
            right = self._right_number(claim)
            if right is None or right == claim.typed:
                continue
            explained_by, unpaid = self._explanation(claim, exact(claim.typed - right), errors)
            yield ClaimDifference(claim, right, self._reason(claim), explained_by, unpaid)

    def _points(self, path: OrbatPath) -> ExactPoints:
        line = self.units.get(path) or self.generals.get(path)
        return line.points if line else 0

    def _right_number(self, claim: Claim) -> ExactPoints | None:
        match claim.claim_type:
            case "total":
                return None if self.unpriced else self.quote.total
            case "left":
                return None if self.unpriced else self.quote.remaining
            case "size":
                return self.quote.game_size
            case "count":
                return self._unit_count(claim)
        if not claim.covers or self.unpriced & {*claim.covers}:
            return None
        if claim.claim_type in ("line", "subtotal"):
            return exact(sum((self._points(path) for path in claim.covers), start=Fraction(0)))
        one = self._points(claim.covers[0])
        size = self.units[claim.covers[0]].sum.pieces if claim.claim_type == "piece" else 1
        return exact(Fraction(one) / size) if size else None

    def _unit_count(self, claim: Claim) -> ExactPoints:
        units, paid = len(self.units), sum(line.points > 0 for line in self.generals.values())
        return claim.typed if claim.typed in (units + paid, units + len(self.generals)) else units

    def _price_errors(self) -> Mapping[Claim, ExactPoints]:
        errors: dict[Claim, ExactPoints] = {}
        summed = {claim.line for claim in self.claims if claim.claim_type == "line"}
        for claim in self.claims:
            right = self._right_number(claim) if claim.claim_type in PRICE_CLAIMS else None
            if right is None or claim.typed == right or (claim.claim_type != "line" and claim.line in summed):
                continue
            times = len(claim.covers)
            if claim.claim_type == "piece":
                times *= self.units[claim.covers[0]].sum.pieces
            errors[claim] = exact((claim.typed - right) * (times if claim.claim_type != "line" else 1))
        return errors

    def _explanation(
        self, claim: Claim, by: ExactPoints, errors: Mapping[Claim, ExactPoints]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Find the mistakes that explain why the typed number `claim` is wrong by `by` points.

        Returns the lines with mistakes, and the lines of generals who are missing from the typed sum.
        """
        if claim.claim_type == "line":
            return self._explained_by_price(claim, by), ()
        if claim.claim_type == "left":
            return self._explained_by_total(claim), ()
        if claim.claim_type not in ("subtotal", "total"):
            return (), ()
        within = {one: wrong for one, wrong in errors.items() if self._is_covered_by(one, claim)}
        total = sum(within.values())
        if within and total == by:
            return tuple(dict.fromkeys(one.line for one in within)), ()
        if claim.claim_type == "total" and (sums := self._explained_by_subtotals(by, errors)):
            return sums, ()
        unpaid = self._unpaid_generals(claim)
        if unpaid and by == total - sum(self._points(path) for path in unpaid):
            return (), tuple(self._lines[path] for path in unpaid if path in self._lines)
        return (), ()

    def _explained_by_price(self, claim: Claim, by: ExactPoints) -> tuple[int, ...]:
        for one in self._prices_of_one.get(claim.line, ()):
            if one.covers != claim.covers:
                continue
            right = self._right_number(one)
            size = self.units[one.covers[0]].sum.pieces if one.claim_type == "piece" else 1
            if right is not None and right != one.typed and (one.typed - right) * size * len(one.covers) == by:
                return (claim.line,)
        return ()

    def _explained_by_total(self, claim: Claim) -> tuple[int, ...]:
        size = self.quote.game_size or 0
        totals = [one for one in self.claims if one.claim_type == "total" and one.typed != self.quote.total]
        return next(((one.line,) for one in totals if size - one.typed == claim.typed), ())

    def _explained_by_subtotals(self, by: ExactPoints, errors: Mapping[Claim, ExactPoints]) -> tuple[int, ...]:
        wrong: dict[Claim, ExactPoints] = {}
        for claim in self.claims:
            right = self._right_number(claim) if claim.claim_type == "subtotal" else None
            if right is not None and right != claim.typed:
                wrong[claim] = exact(claim.typed - right)
        if not wrong:
            return ()
        outermost = {
            one: points
            for one, points in wrong.items()
            if not any(other is not one and {*one.covers} < {*other.covers} for other in wrong)
        }
        loose = {
            one: points
            for one, points in errors.items()
            if not any(self._is_covered_by(one, other) for other in outermost)
        }
        if sum(outermost.values()) + sum(loose.values()) == by:
            return tuple(sorted({one.line for one in (*outermost, *loose)}))
        return ()

    def _unpaid_generals(self, claim: Claim) -> tuple[OrbatPath, ...]:
        priced = {path for one in self.claims if one.claim_type in PRICE_CLAIMS for path in one.covers}
        within = claim.covers or tuple(self.generals)
        return tuple(
            path for path, line in self.generals.items() if line.points and path not in priced and path in within
        )

    def _is_covered_by(self, one: Claim, whole: Claim) -> bool:
        return not whole.covers or {*one.covers} <= {*whole.covers}

    def _reason(self, claim: Claim) -> str:
        if claim.claim_type in PRICE_CLAIMS:
            line = self.units.get(claim.covers[0])
            reason = line.sum.reason if line else self.generals[claim.covers[0]].reason
            if len(claim.covers) > 1 and claim.claim_type == "line":
                return phrase("{count} x ({sum})", count=len(claim.covers), sum=reason)
            return reason
        if claim.claim_type == "left":
            return f"{self.quote.game_size} - {show(self.quote.total)}"
        if claim.claim_type not in ("subtotal", "total"):
            return ""
        paths = claim.covers or (*self.generals, *self.units)
        generals = exact(sum((self._points(path) for path in paths if path in self.generals), start=Fraction(0)))
        units = exact(sum((self._points(path) for path in paths if path in self.units), start=Fraction(0)))
        if not generals:
            return phrase("{units} for units", units=show(units))
        return phrase("{generals} for generals + {units} for units", generals=show(generals), units=show(units))
