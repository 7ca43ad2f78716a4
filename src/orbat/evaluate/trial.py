"""Trials: an army after some edits, priced and checked, and what the edits make worse.

All advice is tried here before it is given: purchases, suggestions and fixes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property

from orbat.evaluate.merging import merged_fields
from orbat.evaluate.quote import Quote
from orbat.model.arrange import apply_edits
from orbat.model.edits import Edit
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import Value

_NUMBER = re.compile(r"[0-9]+(?:[./][0-9]+)?")
_NOT_DICED = "STF001"
"""Code of the finding that a general has not been rolled for."""
_POINTS_FAMILY = "PTS"
"""The start of all codes of findings about points. These findings are compared by code alone, without the message."""

Examine = Callable[[Orbat], tuple[Quote, tuple[Finding, ...]]]
"""Prices and checks an ORBAT."""


class TrialResult(Value):
    """The army after some edits, with its quote and findings."""

    orbat: Orbat
    quote: Quote
    findings: tuple[Finding, ...]


class Trials:
    """Tries edits on one army.

    `start` is called before the first edit is tried. It returns the findings of the unedited army, and a function that
    prices and checks the edited army.
    """

    def __init__(self, orbat: Orbat, quote: Quote, start: Callable[[], tuple[tuple[Finding, ...], Examine]]) -> None:
        self.orbat = orbat
        self.quote = quote
        self._start = start

    @cached_property
    def _started(self) -> tuple[tuple[Finding, ...], Examine]:
        return self._start()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of the unedited army."""
        return self._started[0]

    def attempt(self, edits: tuple[Edit, ...]) -> TrialResult:
        """The army after some edits. Raises LookupError if the path of an edit does not exist."""
        return self.examined(apply_edits(self.orbat, edits))

    def examined(self, orbat: Orbat) -> TrialResult:
        """An edited army, priced and checked."""
        return TrialResult(orbat, *self._started[1](orbat))

    def accepts(self, edits: tuple[Edit, ...]) -> bool:
        """Whether the army can have these edits; see `adds_no_error`."""
        return self.adds_no_error(self.attempt(edits))

    def adds_no_error(self, after: TrialResult) -> bool:
        """Whether the edits fit the agreed size, break no rule, and exceed no limit, house limits included.

        A fault that the army had before is accepted, unless it grows.
        """
        left = after.quote.remaining
        if left is not None and left < 0 and after.quote.total > self.quote.total:
            return False
        if _count(after.findings, _is_serious) - self._serious:
            return False
        return self._grows_no_excess(after)

    def is_no_worse(self, after: TrialResult) -> bool:
        """Whether the edits cause no new problems.

        Every error and warning must occur at most as often as before. If the edits make the army cheaper, this is
        enough. Otherwise, no excess over a limit may grow. The finding that a new general has not been rolled for is
        ignored.
        """
        new = count_faults(after.findings) - self._faults
        if any(not fault.startswith(_NOT_DICED) for fault in new):
            return False
        return after.quote.total < self.quote.total or self._grows_no_excess(after)

    def _grows_no_excess(self, after: TrialResult) -> bool:
        return all(excess <= self._excesses[counted] for counted, excess in _excesses(after.findings).items())

    @cached_property
    def _serious(self) -> Counter[str]:
        return _count(self.findings, _is_serious)

    @cached_property
    def _faults(self) -> Counter[str]:
        return count_faults(self.findings)

    @cached_property
    def _excesses(self) -> Counter[str]:
        return _excesses(self.findings)


def count_faults(findings: Iterable[Finding]) -> Counter[str]:
    """Count how often each error and warning occurs."""
    return _count(findings, lambda finding: finding.severity != "note")


def _is_serious(finding: Finding) -> bool:
    """Whether a finding is an error, or about a house limit."""
    return finding.severity == "error" or finding.house


def _count(findings: Iterable[Finding], counted: Callable[[Finding], bool]) -> Counter[str]:
    return Counter(fault for one in findings if counted(one) for fault in faults_of(one))


def faults_of(finding: Finding) -> tuple[str, ...]:
    """Keys for comparing findings before and after an edit. They do not contain the finding's place or numbers.

    A key is the code and the message without numbers. For a finding about points, it is the code alone. A finding
    merged from two results has two keys.
    """
    if finding.code.startswith(_POINTS_FAMILY):
        return (finding.code,)
    return tuple(f"{finding.code} {part}" for part in _NUMBER.sub("#", finding.message).split("; "))


def _excesses(findings: Iterable[Finding]) -> Counter[str]:
    """How far each broken limit is exceeded, in ten-thousandths, so that fractions can be stored as whole numbers.

    Each key combines the limit with the place where it is broken.
    """
    found: Counter[str] = Counter()
    for fields in (fields for one in findings if _is_serious(one) for fields in merged_fields(one)):
        if "excess" in fields:
            counted = f"{fields['what']} in {fields['where']}"
            found[_NUMBER.sub("#", counted)] += round(Fraction(fields["excess"]) * 10_000)
    return found
