"""Edits of an army, each with a name such as `remove 7th Blues`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, Literal

from orbat.evaluate.engine import Checker
from orbat.evaluate.pricing import Pricer, rating_of
from orbat.evaluate.purchases import homes_of
from orbat.evaluate.quote import FormationLine, UnitLine
from orbat.evaluate.rule import formation_title, unit_name
from orbat.evaluate.trial import TrialResult
from orbat.generator.offers import Offer, offers
from orbat.model.army_list import Entry
from orbat.model.arrange import renumber_all
from orbat.model.book import Book
from orbat.model.edits import Edit, Insert, Remove, Set
from orbat.model.failure import Failure, failures_in
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.model.points import Points, exact
from orbat.model.record import Value
from orbat.model.regiments import free_regiments, used_names
from orbat.model.wording import phrase

# Trying edits on an army: the resulting cost and findings.


class EditTester:
    """Tries edits on copies of one army."""

    def __init__(self, orbat: Orbat, book: Book) -> None:
        self.book = book
        # otherwise the first edit would also renumber formations, which is not part of its change
        self.orbat = renumber_all(orbat)
        self.rulings: Mapping[str, str] = book.rulings(orbat)
        self.pricer = Pricer(book, orbat.date, self.rulings)
        self.quote = self.pricer.quote(self.orbat)
        self._trials = Checker(book, orbat.date, self.rulings).trials(self.orbat, self.quote)
        self._offers: dict[str, tuple[Offer, ...]] = {}
        self.failures: dict[Failure, None] = {}
        """The rules that failed with an internal error, before or after edits."""

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings in the unedited army."""
        return self._noted(self._trials.findings)

    def try_edits(self, edits: tuple[Edit, ...]) -> TrialResult:
        """The cost and findings of the army after some edits."""
        tried = self._trials.attempt(edits)
        self._noted(tried.findings)
        return tried

    def is_no_worse(self, after: TrialResult) -> bool:
        """Whether edits cause no new problems. `after` is the result of `try_edits`."""
        return self._trials.is_no_worse(after)

    def _noted(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        self.failures |= dict.fromkeys(failures_in(findings))
        return findings

    def offers(self, list_id: str) -> tuple[Offer, ...]:
        """Everything that an army list offers at the army's date."""
        if list_id not in self._offers:
            self._offers[list_id] = offers(
                self.book, list_id, self.orbat.date, self.rulings, theatre=self.orbat.theatre
            )
        return self._offers[list_id]


EditKind = Literal["size", "rating", "option", "buy", "remove", "remove formation", "fix", "works"]
"""The kinds of edits. Kinds that change less come first. `works` buys works, such as earthworks."""


class NamedEdit(Value):
    """An edit of an army, with a name."""

    name: str
    kind: EditKind
    edits: tuple[Edit, ...]
    change: Points
    """The change of the army's cost, in points."""
    subject: OrbatPath
    """The path of the changed item. Edits of the same subject cannot be combined."""
    entry_id: str = ""
    distance: int = 0
    """The number of stands or guns added to a unit or removed from it, otherwise 0."""
    is_exchange: bool = False
    """Whether the edit makes one item cheaper and another dearer."""
    leaves_fragment: bool = False
    """Whether a unit becomes smaller than half its usual size."""


def all_edits(tester: EditTester) -> Iterator[NamedEdit]:
    """Every edit of a single unit or formation, except purchases."""
    for line in tester.quote.all_units:
        yield from unit_edits(tester, line)
    for formation in tester.quote.all_formations:
        yield _formation_removal(tester, formation)


def unit_edits(tester: EditTester, line: UnitLine) -> Iterator[NamedEdit]:
    """All edits of one unit: sizes, ratings, options, and removal."""
    book, entry = tester.book, tester.book.entry(line.list_id, line.unit.entry)
    name = unit_name(line.unit, entry)
    removal = NamedEdit(
        phrase("remove {unit}", unit=name),
        "remove",
        (Remove(line.path),),
        exact(-line.points),
        line.path,
        line.unit.entry,
    )
    if entry is None or line.sum.points is None or book.kind(entry).staff:
        yield removal
        return
    yield from _sizes(tester, line, entry, name)
    yield from _ratings(tester, line, entry, name)
    yield from _options(tester, line, entry, name)
    yield removal


def _set(tester: EditTester, line: UnitLine, kind: EditKind, field: str, value: Any, by: int = 0) -> NamedEdit | None:
    assert line.sum.points is not None, "units without a price can only be removed"
    new = tester.pricer.price_unit(replace(line.unit, **{field: value}), line.list_id)
    if new.points is None:
        return None
    edits: tuple[Edit, ...] = (Set(line.path, field, value),)
    return NamedEdit("", kind, edits, exact(new.points - line.sum.points), line.path, line.unit.entry, by)


def _sizes(tester: EditTester, line: UnitLine, entry: Entry, name: str) -> Iterator[NamedEdit]:
    kind, now, entry = tester.book.kind(entry), line.unit.size, entry.at(tester.orbat.date)
    if kind.sizes:
        for size in entry.sizes.allowed if entry.sizes else kind.sizes:
            if size != now and (edit := _set(tester, line, "size", "size", size)):
                label = tester.book.ruleset.size_label(size)
                yield replace(edit, name=phrase("change {unit} to {size}", unit=name, size=label))
        return
    if not isinstance(now, int) or kind.price.per != "size" or kind.size_fixed(tester.rulings) is not None:
        return
    # works are never enlarged: they would take the points of troops
    most = min(now, entry.size.max) if kind.works else entry.size.max
    for number in range(entry.size.min, most + 1):
        if number != now and (edit := _set(tester, line, "size", "size", number, abs(number - now))):
            count = abs(number - now)
            text = "enlarge {unit} by {count} {counted} to {size}"
            if number < now:
                text = "reduce {unit} by {count} {counted} to {size}"
            fields = {"unit": name, "count": count, "counted": kind.size_word(count), "size": number}
            is_fragment = 2 * number < min(now, entry.size.typical)
            yield replace(edit, name=text.format_map(fields), leaves_fragment=is_fragment)


def _ratings(tester: EditTester, line: UnitLine, entry: Entry, name: str) -> Iterator[NamedEdit]:
    now, word = rating_of(line.unit, entry), tester.book.ruleset.rating_word
    for rating in entry.ratings_at(tester.orbat.date) if entry.ratings else ():
        if rating != now and (edit := _set(tester, line, "rating", "rating", rating)):
            text = "change {unit} to {word} {rating}"
            if edit.change:
                text = "raise {unit} to {word} {rating}" if edit.change > 0 else "lower {unit} to {word} {rating}"
            yield replace(edit, name=text.format(unit=name, word=word, rating=rating))


def _options(tester: EditTester, line: UnitLine, entry: Entry, name: str) -> Iterator[NamedEdit]:
    unit, known = line.unit, tester.book.ruleset.options
    for use in entry.options:
        if use.use != "optional" or use.option not in known:
            continue
        has, label = use.option in unit.options, known[use.option].label
        if not has and not use.covers(tester.orbat.date):
            continue
        options = tuple(one for one in unit.options if one != use.option) if has else (*unit.options, use.option)
        if edit := _set(tester, line, "option", "options", options):
            text = "remove {option} from {unit}" if has else "add {option} to {unit}"
            yield replace(edit, name=text.format(unit=name, option=label))


def _formation_removal(tester: EditTester, line: FormationLine) -> NamedEdit:
    name = phrase("remove {formation} with its contents", formation=formation_title(line.formation))
    return NamedEdit(name, "remove formation", (Remove(line.path),), exact(-line.points), line.path)


def purchases(tester: EditTester, most: Points) -> Iterator[NamedEdit]:
    """Purchases of one unit that cost at most `most` points."""
    # Each entry of the army lists in use is tried at its usual size and at the largest affordable size, with every
    # rating and set of options. The new unit joins a formation with similar units.
    for list_id in dict.fromkeys(line.list_id for line in tester.quote.all_units):
        yield from _purchases(tester, most, list_id)


def replacements(tester: EditTester, place: OrbatPath, most: Points) -> Iterator[NamedEdit]:
    """Purchases of one unit that cost at most `most` points, to replace the unit at `place`."""
    list_id = next(line.list_id for line in tester.quote.all_units if line.path == place)
    yield from _purchases(tester, most, list_id, place[:-2])


def _purchases(tester: EditTester, most: Points, list_id: str, into: OrbatPath | None = None) -> Iterator[NamedEdit]:
    used = used_names(tester.orbat, tester.book)
    home_of = cache(lambda entry: homes_of(tester.book, tester.quote, entry, list_id)[0] if into is None else into)
    campaign = tester.book.campaign(tester.orbat, list_id)
    for offer in tester.offers(list_id):
        if not offer.entry.serves_in(campaign.theatre):
            continue
        home = home_of(offer.entry)
        name = next(iter(free_regiments(offer.entry, used, campaign=campaign, rating=offer.unit.rating)), "")
        for size in _bought_sizes(tester, offer, list_id, most):
            yield _purchase(tester, offer, list_id, home, name, size)


def _bought_sizes(tester: EditTester, offer: Offer, list_id: str, most: Points) -> Iterator[int | str | None]:
    if not offer.has_numeric_size:
        if _price(tester, offer, list_id, offer.unit.size) <= most:
            yield offer.unit.size
        return
    sizes = (offer.usual,) if tester.book.kind(offer.entry).works else range(offer.least, offer.most + 1)
    affordable = [n for n in sizes if _price(tester, offer, list_id, n) <= most]
    yield from dict.fromkeys((*affordable[-1:], *(n for n in affordable if n == offer.usual)))


def _price(tester: EditTester, offer: Offer, list_id: str, size: int | str | None) -> Points:
    points = tester.pricer.price_unit(replace(offer.unit, size=size), list_id).points
    assert points is not None, "offers always have a price"
    return points


def _purchase(
    tester: EditTester, offer: Offer, list_id: str, home: OrbatPath, name: str, size: int | str | None
) -> NamedEdit:
    unit, entry, rules = replace(offer.unit, size=size, name=name), offer.entry, tester.book.ruleset
    parts = [entry.name] if name else []
    kind = tester.book.kind(entry)
    if isinstance(size, int):
        parts.append(f"{size} {kind.size_word(size)}")
    elif size is not None:
        parts.append(rules.size_label(size))
    parts += [f"{rules.rating_word} {unit.rating}"] if unit.rating else []
    parts += [rules.options[one].label for one in unit.options]
    title = phrase("buy {unit}", unit=name or entry.name)
    if parts:
        title = phrase("buy {unit} ({details})", unit=name or entry.name, details=", ".join(parts))
    holder = (*home, "units")
    position = next(
        (len(one.units) for one in tester.quote.all_formations if one.path == home), len(tester.orbat.units)
    )
    points = exact(_price(tester, offer, list_id, size))
    bought: EditKind = "works" if kind.works else "buy"
    return NamedEdit(title, bought, (Insert(holder, position, unit),), points, (*holder, position), entry.id)
