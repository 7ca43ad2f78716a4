"""Compares typed numbers with the correct numbers, and sums up the result in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from orbat.evaluate.quote import ExactPoints, Quote
from orbat.model.claims import Claim, ClaimDifference, Reading
from orbat.model.finding import EMPTY_ARMY, LEGAL, UNFINISHED
from orbat.model.orbat import Orbat, commanders_of, formations_of, units_of
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.wording import line_list, phrase, plural
from orbat.report.claim_check import CLAIM_NAMES, compare_claims
from orbat.report.confidence import is_certain
from orbat.report.report import Report, points_words

_MAX_NAMED = 3
"""Maximum number of wrong sums in the summary."""
_NOT_IN_TOTAL = ("left", "count", "size")
"""The types of claims that do not affect the total."""


class CheckedSum(Value):
    """A typed number with the calculated number."""

    claim: Claim
    calculated: ExactPoints | None
    """None if the number cannot be calculated."""
    difference: ClaimDifference | None = None

    @property
    def shortfall(self) -> ExactPoints:
        """The calculated number minus the typed number. 0 if the number cannot be calculated."""
        return 0 if self.calculated is None else exact(self.calculated - self.claim.typed)

    @property
    def what(self) -> str:
        """A description of the typed number: a unit's name, or text such as `the subtotal (1st Brigade)`."""
        word, name = CLAIM_NAMES.get(self.claim.claim_type, ""), self.claim.name
        if word:
            return f"{word} ({name})" if name and self.claim.claim_type == "subtotal" else word
        return name or _unnamed(self.claim)


def _unnamed(claim: Claim) -> str:
    generals = sum(path[-1:] == ("commander",) for path in claim.covers)
    if generals < len(claim.covers) or not generals:
        return phrase("a unit")
    return plural(generals, "a general", "{count} generals")


def checked_sums(report: Report) -> tuple[CheckedSum, ...]:
    """Compare every typed number with the correct number, in line order."""
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
    is_piece = claim.claim_type == "piece"
    unpriced = {line.path for line in quote.all_units if line.sum.points is None or (is_piece and not line.sum.pieces)}
    covered = claim.covers if claim.claim_type not in ("total", "left") else tuple(unpriced)
    return CheckedSum(claim, None if unpriced & {*covered} else claim.typed)


def own_claims(orbat: Orbat) -> Reading:
    """The points that the player wrote in an ORBAT file, in the same form as the points of a typed list."""
    priced = [*(place.path for place in units_of(orbat)), *(path for path, _, _ in commanders_of(orbat))]
    claims = [
        Claim(0, "line", place.unit.points, (place.path,), place.unit.name)
        for place in units_of(orbat)
        if place.unit.points is not None
    ]
    for place in formations_of(orbat):
        if place.formation.points is not None:
            within = tuple(path for path in priced if path[: len(place.path)] == place.path)
            claims.append(Claim(0, "subtotal", place.formation.points, within, place.formation.name))
    if orbat.total is not None:
        claims.append(Claim(0, "total", orbat.total))
    return Reading((), tuple(claims))


def _is_cause(one: CheckedSum) -> bool:
    return bool(one.difference and one.difference.is_cause and one.claim.claim_type not in _NOT_IN_TOTAL)


def verdict_summary(report: Report) -> str:
    """One line that says whether the sums are right and the army is legal.

    Examples: `Legal, 798 of 800, all sums right`, `All sums are right, but 2 rules are broken`.
    """
    verdict = report.verdict
    if report.quote is None:
        return verdict.headline
    if verdict.doubts or verdict.beyond:
        return phrase("{verdict}. {sums}", verdict=verdict.headline, sums=_capital(sums_words(report)))
    sums = checked_sums(report)
    causes = [one for one in sums if _is_cause(one)]
    parts = [
        *_unfinished_warning(report),
        _wrong_and_broken(causes, sums, report) if causes else _right_sums(report, sums),
    ]
    return " ".join(parts)


def sums_words(report: Report) -> str:
    """Text that says whether the written sums are right, such as `all sums right`, or ""."""
    if report.quote is None:
        return ""
    sums = checked_sums(report)
    causes = [one for one in sums if _is_cause(one)]
    if causes and report.verdict.doubtful:
        return phrase("as read, {sums}", sums=_wrong_sums(causes, sums, report.quote))
    return (
        _wrong_sums(causes, sums, report.quote) if causes else ", ".join(_sums_parts(sums, certain=_is_certain(report)))
    )


def sums_sentence(report: Report) -> str:
    """The text of `sums_words`, starting with a capital letter."""
    return _capital(sums_words(report))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_certain(report: Report) -> bool:
    return report.reading is None or is_certain(report.reading)


def _sums_parts(sums: Sequence[CheckedSum], *, certain: bool) -> Iterator[str]:
    unchecked = sum(one.calculated is None for one in sums)
    if unchecked:
        yield _unchecked_text(len(sums), unchecked)
    else:
        yield ("all sums right" if certain else "no wrong sum found") if sums else "no sums typed"
    if sums and not any(one.claim.claim_type == "total" for one in sums):
        yield "no total typed"


def _unfinished_warning(report: Report) -> Iterator[str]:
    if report.unfinished:
        yield phrase("{unfinished}: an internal error stopped the check. Results so far:", unfinished=UNFINISHED)


def _right_sums(report: Report, sums: Sequence[CheckedSum]) -> str:
    quote = report.quote
    assert quote is not None
    if report.verdict.errors:
        unchecked = sum(one.calculated is None for one in sums)
        return _sums_but_broken(len(sums), unchecked, report.verdict.errors, certain=_is_certain(report))
    if not quote.all_units:
        return EMPTY_ARMY
    parts = [] if report.unfinished else [LEGAL]
    if quote.game_size is None:
        parts.append(points_words(quote.total))
    else:
        parts.append(phrase("{total} of {size}", total=show(quote.total), size=quote.game_size))
    return ", ".join([*parts, *_sums_parts(sums, certain=_is_certain(report))])


def _sums_but_broken(sums: int, unchecked: int, broken: int, *, certain: bool) -> str:
    if unchecked:
        rules = plural(broken, "{count} rule is broken", "{count} rules are broken")
        return phrase("{sums}, and {rules}", sums=_unchecked_text(sums, unchecked), rules=rules)
    if sums and not certain:
        return plural(
            broken,
            "No wrong sum was found, but {count} rule is broken",
            "No wrong sum was found, but {count} rules are broken",
        )
    if sums:
        return plural(
            broken, "All sums are right, but {count} rule is broken", "All sums are right, but {count} rules are broken"
        )
    return plural(
        broken, "No sums are typed, and {count} rule is broken", "No sums are typed, and {count} rules are broken"
    )


def _unchecked_text(sums: int, unchecked: int) -> str:
    return plural(
        sums,
        "{unchecked} of {count} typed sum cannot be checked",
        "{unchecked} of {count} typed sums cannot be checked",
        unchecked=unchecked,
    )


def _wrong_and_broken(causes: Sequence[CheckedSum], sums: Sequence[CheckedSum], report: Report) -> str:
    assert report.quote is not None
    text, broken = _capital(_wrong_sums(causes, sums, report.quote)), report.verdict.errors
    if not broken:
        return text
    return plural(broken, "{sums}. {count} rule is broken", "{sums}. {count} rules are broken", sums=text)


def _wrong_sums(causes: Sequence[CheckedSum], sums: Sequence[CheckedSum], quote: Quote) -> str:
    named, others = "; ".join(_cause(one) for one in causes[:_MAX_NAMED]), len(causes[_MAX_NAMED:])
    if others:
        named = phrase("{causes}; and {count} more", causes=named, count=others)
    shortfall = _total_shortfall(causes, sums, quote)
    points = points_words(exact(abs(Fraction(shortfall))))
    if any(one.claim.claim_type == "total" and one.calculated == one.claim.typed for one in sums):
        return phrase("the total is right, but {causes}", causes=named)
    if shortfall > 0:
        return phrase("{points} too cheap: {causes}", points=points, causes=named)
    if shortfall < 0:
        return phrase("{points} too expensive: {causes}", points=points, causes=named)
    return phrase("wrong sums that cancel out: {causes}", causes=named)


def _total_shortfall(causes: Sequence[CheckedSum], sums: Sequence[CheckedSum], quote: Quote) -> ExactPoints:
    total = next((one for one in sums if one.claim.claim_type == "total"), None)
    if total is not None and total.calculated is not None:
        return total.shortfall
    sizes = {line.path: line.sum.pieces for line in quote.all_units}
    by = Fraction(0)
    for one in causes:
        times = len(one.claim.covers) if one.claim.claim_type in ("each", "piece") else 1
        by += one.shortfall * times * (sizes.get(one.claim.covers[0], 1) if one.claim.claim_type == "piece" else 1)
    return exact(by)


def _cause(one: CheckedSum) -> str:
    assert one.difference is not None
    assert one.calculated is not None
    unpaid = one.difference.unpaid
    if unpaid:
        return plural(
            len(unpaid),
            "the typed sum omits the general on line {lines}",
            "the typed sum omits the generals on lines {lines}",
            lines=line_list(unpaid),
        )
    fields = {"what": one.what, "typed": show(one.claim.typed), "right": show(one.calculated)}
    if one.claim.claim_type in ("each", "piece") and len(one.claim.covers) > 1:
        return phrase("{what} is typed as {typed} each instead of {right} each", **fields)
    return phrase("{what} is typed as {typed} instead of {right}", **fields)
