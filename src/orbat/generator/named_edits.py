"""What may be changed in an army: other sizes, ratings and options of its units, units and formations taken out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from orbat.evaluate.engine import Checker, joined_fields
from orbat.evaluate.pricing import Pricer, rating_of
from orbat.evaluate.quote import FormationLine, Quote, UnitLine
from orbat.evaluate.rule import unit_name
from orbat.generator.offers import Offer, branch_of, offers
from orbat.model.army_list import Entry
from orbat.model.arrange import apply_edits, renumber_all
from orbat.model.book import Book
from orbat.model.edits import Edit, Insert, Remove, Set
from orbat.model.failure import Failure, failures_in
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.model.points import Points, exact
from orbat.model.record import Value
from orbat.model.regiments import free_regiments, used_names

# Trying edits on an army: what it comes to after them, and what the rules then find.


_NUMBER = re.compile(r"[0-9]+(?:[./][0-9]+)?")
_NOT_DICED = "STF001"
"""The finding that a general is not diced yet."""
_OF_POINTS = "PTS"
"""The family of findings whose messages differ only in points."""


class TrialResult(Value):
    """An army after some edits, what it comes to, and what is found."""

    orbat: Orbat
    quote: Quote
    findings: tuple[Finding, ...]


class EditTester:
    """An army as it is, and the tools to try edits on it."""

    def __init__(self, orbat: Orbat, book: Book) -> None:
        self.book = book
        # the first edit names what has no name yet, which is then no fault of the edit
        self.orbat = renumber_all(orbat)
        self.rulings: Mapping[str, str] = book.rulings(orbat)
        self.pricer = Pricer(book, orbat.date, self.rulings)
        self._inspector = Checker(book, orbat.date, self.rulings)
        self.quote = self.pricer.quote(self.orbat)
        self._offers: dict[str, tuple[Offer, ...]] = {}
        self.failures: dict[Failure, None] = {}
        """The rules that failed, on the army as it is or after edits that were tried."""

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is found in the army as it is."""
        return self._inspected(self.orbat, self.quote)

    def try_edits(self, edits: tuple[Edit, ...]) -> TrialResult:
        """The army after some edits."""
        orbat = apply_edits(self.orbat, edits)
        quote = self.pricer.quote(orbat)
        return TrialResult(orbat, quote, self._inspected(orbat, quote))

    def _inspected(self, orbat: Orbat, quote: Quote) -> tuple[Finding, ...]:
        findings = self._inspector.inspect(orbat, quote)
        self.failures |= dict.fromkeys(failures_in(findings))
        return findings

    def offers(self, list_id: str) -> tuple[Offer, ...]:
        """What a list offers at the army's date."""
        if list_id not in self._offers:
            self._offers[list_id] = offers(self.book, list_id, self.orbat.date, self.rulings)
        return self._offers[list_id]

    def is_no_worse(self, after: TrialResult) -> bool:
        """Whether nothing new is wrong after some edits.

        No fault occurs more often, and unless the army became cheaper, no error exceeds its limit by more. A new
        general who is not diced yet does not count.
        """
        new = count_faults(after.findings) - count_faults(self.findings)
        if any(not fault.startswith(_NOT_DICED) for fault in new):
            return False
        if after.quote.total < self.quote.total:
            return True
        before = _excesses(self.findings)
        return all(excess <= before[counted] for counted, excess in _excesses(after.findings).items())


def count_faults(findings: Iterable[Finding]) -> Counter[str]:
    """How often each error and warning occurs."""
    return Counter(fault for one in findings if one.severity != "note" for fault in faults_of(one))


def faults_of(finding: Finding) -> tuple[str, ...]:
    """Identities of a finding that stay the same when places and sums change: its code and message without numbers.

    Findings on points have only their code. A finding that joins two results has two identities.
    """
    if finding.code.startswith(_OF_POINTS):
        return (finding.code,)
    return tuple(f"{finding.code} {part}" for part in _NUMBER.sub("#", finding.message).split("; "))


def _excesses(findings: Iterable[Finding]) -> Counter[str]:
    """By how much errors on limits exceed them, in ten thousandths, by what is counted and where."""
    found: Counter[str] = Counter()
    for fields in (fields for one in findings if one.severity == "error" for fields in joined_fields(one)):
        if "excess" in fields:
            counted = f"{fields['what']} in {fields['where']}"
            found[_NUMBER.sub("#", counted)] += round(Fraction(fields["excess"]) * 10_000)
    return found


EditKind = Literal["size", "rating", "option", "unit", "out", "formation out", "mend"]


class NamedEdit(Value):
    """One change with a name, and what it adds to the army's points. `about` is what it changes: two moves about the
    same thing do not go together."""

    name: str
    kind: EditKind
    edits: tuple[Edit, ...]
    change: Points
    subject: OrbatPath
    entry_id: str = ""
    distance: int = 0


def all_edits(bench: EditTester) -> Iterator[NamedEdit]:
    """Every change of one thing that there is, new units apart."""
    for line in bench.quote.all_units:
        yield from unit_edits(bench, line)
    for formation in bench.quote.all_formations:
        yield from _formation_out(bench, formation)


def unit_edits(bench: EditTester, line: UnitLine) -> Iterator[NamedEdit]:
    """Every change of one unit."""
    book, entry = bench.book, bench.book.entry(line.list_id, line.unit.entry)
    name = unit_name(line.unit, entry)
    taken = NamedEdit(f"take out {name}", "out", (Remove(line.path),), exact(-line.points), line.path, line.unit.entry)
    if entry is None or line.sum.points is None or book.kind(entry).staff:
        yield taken
        return
    yield from _sizes(bench, line, entry, name)
    yield from _ratings(bench, line, entry, name)
    yield from _options(bench, line, entry, name)
    yield taken


def _set(bench: EditTester, line: UnitLine, sort: EditKind, field: str, value: Any, by: int = 0) -> NamedEdit | None:
    """The move, without its name, to another value of a field, if the unit then has a price."""
    new = bench.pricer.price_unit(replace(line.unit, **{field: value}), line.list_id)
    if new.points is None or line.sum.points is None:
        return None
    edits: tuple[Edit, ...] = (Set(line.path, field, value),)
    return NamedEdit("", sort, edits, exact(new.points - line.sum.points), line.path, line.unit.entry, by)


def _sizes(bench: EditTester, line: UnitLine, entry: Entry, name: str) -> Iterator[NamedEdit]:
    kind, now = bench.book.kind(entry), line.unit.size
    if kind.sizes:
        for size in entry.sizes.allowed if entry.sizes else kind.sizes:
            if size != now and (move := _set(bench, line, "size", "size", size)):
                yield replace(move, name=f"make {name} {bench.book.ruleset.size_label(size)}")
        return
    if not isinstance(now, int) or kind.price.per != "size" or kind.size_fixed(bench.rulings) is not None:
        return
    for number in range(entry.size.min, entry.size.max + 1):
        if number != now and (move := _set(bench, line, "size", "size", number, abs(number - now))):
            by = f"{abs(number - now)} {kind.size_word(abs(number - now))}"
            more = f"enlarge {name} by {by}" if number > now else f"reduce {name} by {by}"
            yield replace(move, name=f"{more} to {number}")


def _ratings(bench: EditTester, line: UnitLine, entry: Entry, name: str) -> Iterator[NamedEdit]:
    now, word = rating_of(line.unit, entry), bench.book.ruleset.rating_word
    for rating in entry.ratings_at(bench.orbat.date) if entry.ratings else ():
        if rating != now and (move := _set(bench, line, "rating", "rating", rating)):
            verb = "raise" if move.change > 0 else "lower" if move.change < 0 else "change"
            yield replace(move, name=f"{verb} {name} to {word} {rating}")


def _options(bench: EditTester, line: UnitLine, entry: Entry, name: str) -> Iterator[NamedEdit]:
    unit, known = line.unit, bench.book.ruleset.options
    for use in entry.options:
        if use.use != "optional" or use.option not in known:
            continue
        has, label = use.option in unit.options, known[use.option].label
        if not has and not use.covers(bench.orbat.date):
            continue
        options = tuple(one for one in unit.options if one != use.option) if has else (*unit.options, use.option)
        if move := _set(bench, line, "option", "options", options):
            yield replace(move, name=f"take {label} from {name}" if has else f"give {name} {label}")


def _formation_out(bench: EditTester, line: FormationLine) -> Iterator[NamedEdit]:
    name = line.formation.name or f"the unnamed {line.formation.level}"
    yield NamedEdit(
        f"take out {name} with all in it", "formation out", (Remove(line.path),), exact(-line.points), line.path
    )


def purchases(bench: EditTester, most: Points) -> Iterator[NamedEdit]:
    """New units for at most so many points, each where its fellows stand: of what each list offers, in its usual size
    and in the largest that the points pay for."""
    for list_id in dict.fromkeys(line.list_id for line in bench.quote.all_units) or ():
        yield from _purchases(bench, most, list_id)


def replacements(bench: EditTester, place: OrbatPath, most: Points) -> Iterator[NamedEdit]:
    """New units alike for the formation of a unit, from its list."""
    list_id = next(line.list_id for line in bench.quote.all_units if line.path == place)
    yield from _purchases(bench, most, list_id, place[:-2])


def _purchases(bench: EditTester, most: Points, list_id: str, into: OrbatPath | None = None) -> Iterator[NamedEdit]:
    used = used_names(bench.orbat, bench.book)
    for offer in bench.offers(list_id):
        home = _home(bench, offer, list_id) if into is None else into
        name = next(iter(free_regiments(offer.entry, used)), "")
        for size in _bought_sizes(bench, offer, list_id, most):
            yield _purchase(bench, offer, list_id, home, name, size)


def _bought_sizes(bench: EditTester, offer: Offer, list_id: str, most: Points) -> Iterator[int | str | None]:
    """The sizes that an offer is bought with for at most so many points."""
    if not offer.has_numeric_size:
        if _price(bench, offer, list_id, offer.unit.size) <= most:
            yield offer.unit.size
        return
    paid = [n for n in range(offer.least, offer.most + 1) if _price(bench, offer, list_id, n) <= most]
    yield from dict.fromkeys(n for n in (*paid[-1:], *(n for n in paid if n == offer.usual)))


def _price(bench: EditTester, offer: Offer, list_id: str, size: int | str | None) -> Points:
    points = bench.pricer.price_unit(replace(offer.unit, size=size), list_id).points
    assert points is not None, "what has no price is not offered"
    return points


def _purchase(
    bench: EditTester, offer: Offer, list_id: str, home: OrbatPath, name: str, size: int | str | None
) -> NamedEdit:
    unit, entry, rules = replace(offer.unit, size=size, name=name), offer.entry, bench.book.ruleset
    parts = [entry.name] if name else []
    kind = bench.book.kind(entry)
    if isinstance(size, int):
        parts.append(f"{size} {kind.size_word(size)}")
    elif size is not None:
        parts.append(rules.size_label(size))
    parts += [f"{rules.rating_word} {unit.rating}"] if unit.rating else []
    parts += [rules.options[one].label for one in unit.options]
    said = f" ({', '.join(parts)})" if parts else ""
    holder = (*home, "units")
    fellows = next((len(one.units) for one in bench.quote.all_formations if one.path == home), len(bench.orbat.units))
    points = exact(_price(bench, offer, list_id, size))
    where = (*holder, fellows)
    return NamedEdit(
        f"buy {name or entry.name}{said}", "unit", (Insert(holder, fellows, unit),), points, where, entry.id
    )


def _home(bench: EditTester, offer: Offer, list_id: str) -> OrbatPath:
    """The formation that a new unit joins: one with others of its entry, else of its branch, the smaller first."""
    book = bench.book
    ranked: list[tuple[int, int, int, OrbatPath]] = []
    for number, line in enumerate(bench.quote.all_formations):
        own = [(one, book.entry(one.list_id, one.unit.entry)) for one in line.units if one.list_id == list_id]
        entries = [entry for _, entry in own if entry]
        if not entries:
            continue
        same = any(entry.id == offer.entry.id for entry in entries)
        alike = any(branch_of(book, entry) == offer.branch for entry in entries)
        ranked.append((0 if same else 1 if alike else 2, len(line.units), number, line.path))
    return min(ranked)[3] if ranked else ()
