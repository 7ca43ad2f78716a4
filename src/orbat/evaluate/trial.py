"""Trials: price and check an army after some edits, to find new problems."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from orbat.evaluate.merging import merged_fields
from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import ExactPoints, Quote
from orbat.model.arrange import apply_edits
from orbat.model.book import Book
from orbat.model.edits import Edit
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import Value

_NUMBER = re.compile(r"[0-9]+(?:[./][0-9]+)?(?: [a-z]+)?")
"""A number with the word that it counts, which may be singular or plural."""
_IGNORED = ("STF001", "ARM012")
"""Codes of warnings that an edit may cause: a new general has no staff roll, or a text still states the old points."""
_REFUSED_NOTES = ("UNT015",)
"""Codes of notes that an edit may not cause: a regiment has another rating than the army list gives to it."""
_POINTS_FAMILY = "PTS"
"""The start of all codes of findings about points. These findings are compared by code alone, without the message."""

Check = Callable[[Orbat, Quote], tuple[Finding, ...]]


class TrialResult(Value):
    """An army after some edits, with prices and findings."""

    orbat: Orbat
    quote: Quote
    findings: tuple[Finding, ...]


class Trials:
    """Tries edits on a copy of an army.

    `pricer` prices the copy. `start` returns the findings of the unedited army, and a function that checks a copy.
    """

    def __init__(
        self, orbat: Orbat, quote: Quote, pricer: Pricer, start: Callable[[], tuple[tuple[Finding, ...], Check]]
    ) -> None:
        self.orbat = orbat
        self.quote = quote
        self.pricer = pricer
        self._start = start
        self._answers: dict[tuple[tuple[Edit, ...], ExactPoints | None], bool] = {}

    @property
    def book(self) -> Book:
        """The ruleset and army lists."""
        return self.pricer.book

    @cached_property
    def _started(self) -> tuple[tuple[Finding, ...], Check]:
        return self._start()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of the unedited army."""
        return self._started[0]

    def attempt(self, edits: tuple[Edit, ...]) -> TrialResult:
        """Price and check the army after some edits. Raises LookupError if the path of an edit does not exist."""
        orbat = apply_edits(self.orbat, edits)
        return self._checked(orbat, self.pricer.quote(orbat, self.quote))

    def _checked(self, orbat: Orbat, quote: Quote) -> TrialResult:
        return TrialResult(orbat, quote, self._started[1](orbat, quote))

    def accepts(self, edits: tuple[Edit, ...], points: ExactPoints | None = None) -> bool:
        """Whether the army can afford the edits, and the edits cause no new problems.

        `points`: the available points. By default, the remaining points of the agreed size.
        """
        key = edits, points
        if key not in self._answers:
            try:
                self._answers[key] = self._accepts(edits, points)
            except Exception:  # advice must not stop the program; the edit itself reports the error
                self._answers[key] = False
        return self._answers[key]

    def _accepts(self, edits: tuple[Edit, ...], points: ExactPoints | None) -> bool:
        orbat = apply_edits(self.orbat, edits)
        quote = self.pricer.quote(orbat, self.quote)
        available = self.quote.remaining if points is None else points
        spent = quote.total - self.quote.total
        if available is not None and spent > max(available, 0):
            return False
        after = self._checked(orbat, quote)
        new = _count_serious(after.findings) - self._serious
        return not new and self._grows_no_excess(after)

    def is_no_worse(self, after: TrialResult) -> bool:
        """Whether the edits cause no new problems."""
        new = count_faults(after.findings) - self._faults
        if any(not fault.startswith(_IGNORED) for fault in new):
            return False
        if _count_refused_notes(after.findings) - _count_refused_notes(self.findings):
            return False
        # No limit may be exceeded by more than before, unless the army becomes cheaper.
        return after.quote.total < self.quote.total or self._grows_no_excess(after)

    def _grows_no_excess(self, after: TrialResult) -> bool:
        return all(excess <= self._excesses[counted] for counted, excess in _excesses(after.findings).items())

    @cached_property
    def _serious(self) -> Counter[str]:
        return _count_serious(self.findings)

    @cached_property
    def _faults(self) -> Counter[str]:
        return count_faults(self.findings)

    @cached_property
    def _excesses(self) -> Counter[str]:
        return _excesses(self.findings)


def added_faults(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[Finding, ...]:
    """The new errors after some edits, and the new findings about house limits."""
    known, codes = _count_serious(before), {one.code for one in before if one.severity == "error"}
    new = _count_serious(after) - known
    return tuple(
        one
        for one in after
        if (one.severity == "error" and one.code.startswith(_POINTS_FAMILY) and one.code not in codes)
        or any(fault in new for fault in _count_serious((one,)))
    )


def count_faults(findings: Iterable[Finding]) -> Counter[str]:
    """Count how often each error and warning occurs."""
    return Counter(fault for one in findings if one.severity != "note" for fault in faults_of(one))


def _count_refused_notes(findings: Iterable[Finding]) -> Counter[str]:
    return Counter(fault for one in findings if one.code in _REFUSED_NOTES for fault in faults_of(one))


def _count_serious(findings: Iterable[Finding]) -> Counter[str]:
    # points are compared separately. Plain minimums, such as "at least 3 units in a brigade", are left out, since the
    # first unit of a brigade would break them
    found: Counter[str] = Counter()
    for one in filter(_is_serious, findings):
        limits = [fields for fields in merged_fields(one) if "excess" in fields]
        found.update(_limit_key(one.code, fields) for fields in limits if not _is_plain_minimum(fields))
        if not limits:
            found.update(faults_of(one))
    return found


def _is_serious(finding: Finding) -> bool:
    return (finding.severity == "error" or finding.house) and not finding.code.startswith(_POINTS_FAMILY)


def _is_plain_minimum(fields: Mapping[str, Any]) -> bool:
    return bool(fields["at_least"]) and not fields["is_share"]


def _limit_key(code: str, fields: Mapping[str, Any]) -> str:
    bound = "at least" if fields["at_least"] else "at most"
    limit = _NUMBER.sub("#", f"{fields['what']} in {fields['where']}: {bound}; {fields['note']}")
    return f"{code} {limit}"


def faults_of(finding: Finding) -> tuple[str, ...]:
    """Keys that identify the same finding before and after an edit."""
    if finding.code.startswith(_POINTS_FAMILY):
        # Numbers and places can change in an edit, so the keys do not contain them.
        return (finding.code,)
    return tuple(f"{finding.code} {part}" for part in _NUMBER.sub("#", finding.message).split("; "))


def _excesses(findings: Iterable[Finding]) -> Counter[str]:
    # in ten-thousandths: a Counter holds whole numbers
    found: Counter[str] = Counter()
    for one in filter(_is_serious, findings):
        for fields in merged_fields(one):
            if "excess" in fields and not _is_plain_minimum(fields):
                found[_limit_key(one.code, fields)] += round(Fraction(fields["excess"]) * 10_000)
    return found
