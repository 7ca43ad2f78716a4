"""Trying edits on an army: what it comes to after them, and what the rules then find."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property

from orbat.model.arrange import edited, named_by_order
from orbat.model.book import Book
from orbat.model.edits import Edit
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import Value
from orbat.muster.offers import Offer, offers
from orbat.pricing.price import Pricer
from orbat.pricing.quote import Quote
from orbat.validate.engine import Inspector

_NUMBER = re.compile(r"[0-9]+(?:[./][0-9]+)?")
_LIMIT = re.compile(r"([^;]*): ([0-9]+(?:[./][0-9]+)?)(?: [a-z]+)?; at (?:most|least) ([0-9]+(?:[./][0-9]+)?)")
"""What a finding on a limit counts, how many there are, and how many there may be."""
_DICED_LATER = "STF001"
"""The finding that a general has not been diced for yet."""
_OF_POINTS = "PTS"
"""The family of findings that say nothing but numbers of points."""


class Tried(Value):
    """An army after some edits, what it comes to, and what is found."""

    orbat: Orbat
    quote: Quote
    findings: tuple[Finding, ...]


class Bench:
    """An army as it is, and the tools to try edits on it."""

    def __init__(self, orbat: Orbat, book: Book) -> None:
        self.book = book
        # the first edit names what has no name yet, which is then no fault of the edit
        self.orbat = named_by_order(orbat)
        self.rulings: Mapping[str, str] = book.rulings(orbat)
        self.pricer = Pricer(book, orbat.date, self.rulings)
        self._inspector = Inspector(book, orbat.date, self.rulings)
        self.quote = self.pricer.quote(self.orbat)
        self._offers: dict[str, tuple[Offer, ...]] = {}

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is found in the army as it is."""
        return self._inspector.inspect(self.orbat, self.quote)

    def tried(self, edits: tuple[Edit, ...]) -> Tried:
        """The army after some edits."""
        orbat = edited(self.orbat, edits)
        quote = self.pricer.quote(orbat)
        return Tried(orbat, quote, self._inspector.inspect(orbat, quote))

    def offers(self, list_id: str) -> tuple[Offer, ...]:
        """What a list offers at the army's date."""
        if list_id not in self._offers:
            self._offers[list_id] = offers(self.book, list_id, self.orbat.date, self.rulings)
        return self._offers[list_id]

    def is_no_worse(self, after: Tried) -> bool:
        """Whether nothing new is wrong after some edits: there are no more findings of the same words, numbers apart,
        and in an army that has not become cheaper no error is further past its limit. That a general is to be diced for
        is nothing wrong with buying him."""
        new = faults(after.findings) - faults(self.findings)
        if any(not fault.startswith(_DICED_LATER) for fault in new):
            return False
        if after.quote.total < self.quote.total:
            return True
        before = _past(self.findings)
        return all(over <= before[fault] for fault, over in _past(after.findings).items())


def faults(findings: Iterable[Finding]) -> Counter[str]:
    """What is wrong, errors and warnings, and how often."""
    return Counter(fault for one in findings if one.severity != "note" for fault in faults_of(one))


def faults_of(finding: Finding) -> tuple[str, ...]:
    """What tells a finding from others when places and sums have changed: its words but for the numbers in them, and
    of those on points no more than the code. Two of one code at one place are one finding; their words are apart."""
    if finding.code.startswith(_OF_POINTS):
        return (finding.code,)
    return tuple(f"{finding.code} {part}" for part in _NUMBER.sub("#", finding.message).split("; "))


def _past(findings: Iterable[Finding]) -> Counter[str]:
    """By how much errors on limits are past them, in ten thousandths."""
    found: Counter[str] = Counter()
    for finding in findings:
        for what, count, bound in _LIMIT.findall(finding.message) if finding.severity == "error" else ():
            found[_NUMBER.sub("#", what)] += round(abs(Fraction(count) - Fraction(bound)) * 10_000)
    return found
