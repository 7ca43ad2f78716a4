"""The verdict on somebody else's sums: one line that a person can act on, and every typed number beside ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from orbat.evaluate.quote import ExactPoints, Quote
from orbat.model.claims import Claim, ClaimDifference, Reading
from orbat.model.failure import INTERNAL
from orbat.model.finding import EMPTY_ARMY, LEGAL, UNFINISHED
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.report.claim_check import compare_claims
from orbat.report.report import SUM_CODES, Report, number

_PARTLY = "TXT011"
"""The code of a file that was read only in part."""
_MOST_NAMED = 3
"""So many wrong sums are told in the first line."""
_ASIDE = ("left", "count", "size")
"""Claims with which nothing is bought."""
_WORDS = {
    "subtotal": "the subtotal",
    "total": "the total",
    "left": "what is left",
    "size": "the agreed size",
    "count": "the number of units",
}


class CheckedSum(Value):
    """A typed number and what it comes to (None where that cannot be said), on a line of the text."""

    claim: Claim
    comes_to: ExactPoints | None
    difference: ClaimDifference | None = None

    @property
    def shortfall(self) -> ExactPoints:
        """How much more it comes to than was typed."""
        return 0 if self.comes_to is None else exact(self.comes_to - self.claim.typed)

    @property
    def what(self) -> str:
        """What the number is of."""
        word, name = _WORDS.get(self.claim.claim_type, ""), self.claim.name
        if word:
            return f"{word} ({name})" if name and self.claim.claim_type == "subtotal" else word
        return name or "a unit"


def checked_sums(report: Report) -> tuple[CheckedSum, ...]:
    """Every number that was typed, in the order of the lines, beside ours."""
    if report.quote is None or report.orbat is None:
        return ()
    reading, differences = report.reading, report.differences
    if reading is None:
        reading = own_claims(report.orbat)
        differences = compare_claims(reading, report.quote)
    wrong = {one.claim: one for one in differences}
    return tuple(_sum(claim, wrong.get(claim), report.quote) for claim in reading.claims)


def _sum(claim: Claim, difference: ClaimDifference | None, quote: Quote) -> CheckedSum:
    if difference is not None:
        return CheckedSum(claim, difference.calculated, difference)
    unpriced = {line.path for line in quote.all_units if line.sum.points is None}
    asks = claim.covers if claim.claim_type not in ("total", "left") else tuple(unpriced)
    return CheckedSum(claim, None if unpriced & {*asks} else claim.typed)


def own_claims(orbat: Orbat) -> Reading:
    """The claims that an ORBAT's own file makes, as if each were typed on a line."""
    claims = [
        Claim(0, "line", place.unit.points, (place.path,), place.unit.name)
        for place in units_of(orbat)
        if place.unit.points is not None
    ]
    for place in formations_of(orbat):
        if place.formation.points is not None:
            within = tuple(unit.path for unit in units_of(orbat) if unit.path[: len(place.path)] == place.path)
            claims.append(Claim(0, "subtotal", place.formation.points, within, place.formation.name))
    if orbat.total is not None:
        claims.append(Claim(0, "total", orbat.total))
    return Reading((), tuple(claims))


def _is_cause(one: CheckedSum) -> bool:
    return bool(one.difference and one.difference.is_cause and one.claim.claim_type not in _ASIDE)


def verdict_summary(report: Report) -> str:
    """`Legal, 798 of 800, all sums right`, `Sums right but 2 rules broken`, or `12 points too cheap: 33rd Foot typed
    48, comes to 60`; where not all was read, that before anything else."""
    if report.quote is None:
        return report.verdict
    sums = checked_sums(report)
    causes = [one for one in sums if _is_cause(one)]
    broken = sum(one.severity == "error" and one.code not in (*SUM_CODES, *INTERNAL) for one in report.findings)
    parts = [
        *_not_read(report),
        *_unfinished(report),
        _wrong(causes, sums, report.quote, broken) if causes else _right(report, sums, broken),
    ]
    return " ".join(parts)


def _not_read(report: Report) -> Iterator[str]:
    """What says that the verdict is over half of a text."""
    unread = [line.number for line in report.reading.unread] if report.reading else []
    if any(finding.code == _PARTLY for finding in report.findings):
        yield "The file was read only in part."
    if unread:
        were = "was" if len(unread) == 1 else "were"
        yield f"{number(len(unread), 'line')} {were} not read: {_listed(unread)}. The rest:"


def _unfinished(report: Report) -> Iterator[str]:
    """The warning that orbat itself failed."""
    if report.unfinished:
        yield f"{UNFINISHED}: an internal error stopped the check. So far:"


def _listed(numbers: Sequence[int]) -> str:
    words = [str(one) for one in numbers[:5]]
    if len(numbers) > len(words):
        words = [*words, f"{len(numbers) - len(words)} more"]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _right(report: Report, sums: Sequence[CheckedSum], broken: int) -> str:
    quote = report.quote
    assert quote is not None
    unsure = sum(one.comes_to is None for one in sums)
    said = "all sums right" if sums else "no sums typed"
    if unsure:
        said = f"{unsure} of {number(len(sums), 'sum')} cannot be checked"
    if broken:
        but = "but " if said == "all sums right" else ""
        said = "Sums right" if but else f"{said[0].upper()}{said[1:]},"
        return f"{said} {but}{number(broken, 'rule')} broken"
    if not quote.all_units:
        return EMPTY_ARMY
    of = f"{show(quote.total)} points" if quote.game_size is None else f"{show(quote.total)} of {quote.game_size}"
    total = "" if not sums or any(one.claim.claim_type == "total" for one in sums) else ", no total typed"
    legal = "" if report.unfinished else f"{LEGAL}, "
    return f"{legal}{of}, {said}{total}"


def _wrong(causes: Sequence[CheckedSum], sums: Sequence[CheckedSum], quote: Quote, broken: int) -> str:
    by = _too_cheap(causes, sums, quote)
    total_right = any(one.claim.claim_type == "total" and one.comes_to == one.claim.typed for one in sums)
    if total_right or not by:
        begins = "The total is right, but" if total_right else "Wrong sums that cancel out:"
    else:
        points = "1 point" if abs(by) == 1 else f"{show(exact(abs(Fraction(by))))} points"
        begins = f"{points} too {'cheap' if by > 0 else 'dear'}:"
    named = "; ".join(_cause(one) for one in causes[:_MOST_NAMED])
    more = f"; and {len(causes) - _MOST_NAMED} more" if len(causes) > _MOST_NAMED else ""
    rules = f". {number(broken, 'rule')} broken" if broken else ""
    return f"{begins} {named}{more}{rules}"


def _too_cheap(causes: Sequence[CheckedSum], sums: Sequence[CheckedSum], quote: Quote) -> ExactPoints:
    """How much more the army comes to than its author says, by his total where he gives one."""
    total = next((one for one in sums if one.claim.claim_type == "total"), None)
    if total is not None and total.comes_to is not None:
        return total.shortfall
    sizes = {line.path: line.sum.pieces for line in quote.all_units}
    by = Fraction(0)
    for one in causes:
        times = len(one.claim.covers) if one.claim.claim_type in ("each", "piece") else 1
        by += one.shortfall * times * (sizes.get(one.claim.covers[0], 1) if one.claim.claim_type == "piece" else 1)
    return exact(by)


def _cause(one: CheckedSum) -> str:
    assert one.difference is not None
    assert one.comes_to is not None
    unpaid = one.difference.unpaid
    if unpaid:
        generals = "the general on line" if len(unpaid) == 1 else "the generals on lines"
        return f"{generals} {_listed(unpaid)} {'is' if len(unpaid) == 1 else 'are'} not paid for"
    each = ", each," if one.claim.claim_type in ("each", "piece") and len(one.claim.covers) > 1 else ""
    return f"{one.what}{each} typed {show(one.claim.typed)}, comes to {show(one.comes_to)}"
