"""The nearest entries for the units of an army after a change of its army list or date."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from orbat.evaluate.pricing import Pricer, options_of, rating_of
from orbat.evaluate.purchases import usual_size
from orbat.evaluate.quote import ExactPoints
from orbat.model.army_list import Entry, Limit, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Edit, Set
from orbat.model.look_alikes import name_key
from orbat.model.orbat import Orbat, Unit, commanders_of, formations_of, units_of
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.regiments import free_regiments, used_names
from orbat.model.service import Campaign
from orbat.model.text import Pin, Size


class Replacement(Value):
    """A unit before and after a change of the army list or date."""

    path: OrbatPath
    old: Unit
    new: Unit
    old_entry: Entry
    new_entry: Entry

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits that change the unit."""
        fields = ("name", "army_list", "entry", "size", "rating", "options", "points")
        return tuple(
            Set(self.path, field, value)
            for field in fields
            if (value := getattr(self.new, field)) != getattr(self.old, field)
        )

    @property
    def is_lent(self) -> bool:
        """Whether the unit keeps the old army list, because the new one has no suitable entry."""
        return self.new.army_list != self.old.army_list


def replacements(before: Orbat, old_book: Book, after: Orbat, book: Book) -> tuple[Replacement, ...]:
    """The unit changes that are needed after the army list or the date of an army has changed.

    `before` and `after` have the same formations and units. A unit changes only if its entry is not on the new army
    list, or if its entry, rating, size or options are no longer available.
    """
    finder = _Finder(before, old_book, after, book)
    return tuple(finder.found())


def foreign_commanders(before: Orbat, old_book: Book, after: Orbat, book: Book) -> tuple[OrbatPath, ...]:
    """The paths of commanders whose names are in the old army list, but not in the new one."""
    old_ids, new_ids = _list_ids_of_commanders(before), _list_ids_of_commanders(after)
    return tuple(
        path
        for path, commander, _ in commanders_of(before, formations_of(before, unfielded=True))
        if old_ids[path] != new_ids[path]
        and _knows(old_book, old_ids[path], commander.name)
        and not _knows(book, new_ids[path], commander.name)
    )


def _list_ids_of_commanders(orbat: Orbat) -> dict[OrbatPath, str]:
    own = orbat.army_list.id if orbat.army_list else ""
    everyone = commanders_of(orbat, formations_of(orbat, unfielded=True))
    return {path: place.list_id if place else own for path, _, place in everyone}


def _knows(book: Book, list_id: str, name: str) -> bool:
    army_list = book.lists.get(list_id)
    return bool(name and army_list and army_list.known_commanders.find(name))


class _Finder:
    def __init__(self, before: Orbat, old_book: Book, after: Orbat, book: Book) -> None:
        self.before, self.old_book, self.after, self.book = before, old_book, after, book
        self.pricer = Pricer(book, after.date, book.rulings(after))
        self.old_pricer = Pricer(old_book, before.date, old_book.rulings(before))
        self.rating_order = {one.id: number for number, one in enumerate(book.ruleset.ratings)}
        self.used = set(used_names(before, old_book))
        self._dates: dict[str, Date | None] = {}
        self._nearest: dict[tuple[str, Unit], list[Entry]] = {}
        self._counts = Counter[tuple[str, str]]()

    def found(self) -> Iterator[Replacement]:
        fielded = {place.path for place in units_of(self.before)}
        both = zip(units_of(self.before, unfielded=True), units_of(self.after, unfielded=True), strict=True)
        for old, new in both:
            entry = self.old_book.entry(old.list_id, old.unit.entry)
            if entry is None or self.old_book.kind(entry).staff:
                continue  # the unit was unknown before, too
            there, unit = self._new_unit(old.unit, entry, old.list_id, new.list_id)
            self._counts[new.list_id, there.id] += old.path in fielded
            if unit != old.unit:
                yield Replacement(old.path, old.unit, unit, entry, there)

    def _new_unit(self, unit: Unit, entry: Entry, old_list: str, new_list: str) -> tuple[Entry, Unit]:
        same = self.book.entry(new_list, unit.entry)
        if same and (
            self._is_available(same, new_list)
            or not entry.is_available(self.before.date, self.old_book.campaign(self.before, old_list).theatre)
        ):
            return same, self._kept(unit, entry, same)
        # the name and the claimed points do not matter for the choice
        key = new_list, replace(unit, name="", note="", points=None)
        if key not in self._nearest:
            self._nearest[key] = self._nearest_entries(unit, entry, old_list, new_list)
        nearest = self._nearest[key]
        if not nearest:
            return entry, unit if old_list == new_list else replace(unit, army_list=Pin(old_list))
        found = next((one for one in nearest if self._has_room(one, new_list)), nearest[0])
        fitted = self._fitted(unit, entry, found)
        return found, replace(fitted, name=self._name(unit, entry, old_list, found, new_list, fitted.rating))

    def _is_available(self, entry: Entry, list_id: str) -> bool:
        return entry.is_available(self._date_in(list_id), self._campaign(list_id).theatre)

    def _date_in(self, list_id: str) -> Date | None:
        # If an army list has no troops at all at the date, the date is ignored: a finding already says so.
        if list_id not in self._dates:
            date, army_list = self.after.date, self.book.lists.get(list_id)
            troops = [one for one in army_list.entries if not self.book.kind(one).staff] if army_list else []
            self._dates[list_id] = date if any(one.is_available(date) for one in troops) else None
        return self._dates[list_id]

    def _campaign(self, list_id: str) -> Campaign:
        return self.book.campaign(self.after, list_id)

    # The choice of an entry.

    def _nearest_entries(self, unit: Unit, entry: Entry, old_list: str, new_list: str) -> list[Entry]:
        arm = self.old_book.kind(entry).arm
        fitting = (
            one
            for one in self.book.entries(new_list).values()
            if self.book.kind(one).arm == arm and not self.book.kind(one).staff and self._is_available(one, new_list)
        )
        price = self.old_pricer.price_unit(unit, old_list).points or 0
        return sorted(fitting, key=lambda one: self._difference(unit, entry, one, new_list, price))

    def _has_room(self, entry: Entry, list_id: str) -> bool:
        # Only simple limits on the number of units in the army count. The check reports all others.
        army_list, entries = self.book.lists.get(list_id), self.book.entries(list_id)
        alike = [(limit, [entry]) for limit in entry.limits if limit.of is None]
        alike += [
            (limit, [one for one in entries.values() if limit.of.matches(one)])
            for limit in (army_list.limits if army_list else ())
            if limit.of and limit.of.matches(entry) and _is_about_entries(limit.of)
        ]
        campaign = self._campaign(list_id)
        return all(
            sum(self._counts[list_id, one.id] for one in ones) < limit.at_most
            for limit, ones in alike
            if isinstance(limit.at_most, int)
            and _counts_units(limit)
            and limit.in_force(campaign.date, campaign.theatre)
        )

    def _difference(
        self, unit: Unit, entry: Entry, other: Entry, list_id: str, price: ExactPoints
    ) -> tuple[ExactPoints, ...]:
        # The same troops come first, then the same kind of troops, then the same rating and size. Among those, entries
        # with shared words in their names, the same ratings and a similar price are nearest. The army list's order
        # decides last.
        fitted = self._fitted(unit, entry, other)
        points = self.pricer.price_unit(fitted, list_id).points
        ratings, others = (set(one.ratings.allowed) if one.ratings else set() for one in (entry, other))
        return (
            entry.ids.isdisjoint(other.ids),
            entry.kind != other.kind,
            entry.subtype != other.subtype,
            entry.irregular != other.irregular,
            other.allied and not entry.allied,
            self._distance(rating_of(unit, entry), rating_of(fitted, other)),
            _size_distance(unit.size, fitted.size),
            -len(_words(entry) & _words(other)),
            len(ratings ^ others),
            points is None,
            abs(Fraction(points or 0) - Fraction(price)),
        )

    def _distance(self, rating: str, other: str) -> int:
        order = self.rating_order
        return abs(order[rating] - order[other]) if rating in order and other in order else int(rating != other)

    # The unit in its new entry.

    def _fitted(self, unit: Unit, entry: Entry, other: Entry) -> Unit:
        # Options that come with the old entry are bought for the new one, if it offers them.
        other = other.at(self.after.date)
        has = options_of(unit, entry, self.old_book.ruleset.options, self.before.date)
        chosen = tuple(one for one in has if one in self._offered_options(other))
        return replace(
            unit,
            entry=other.id,
            size=self._size(unit.size, other),
            rating=self._rating(unit, entry, other),
            options=tuple(dict.fromkeys((*chosen, *other.required_options(self.after.date)))),
            points=None,
        )

    def _offered_options(self, entry: Entry) -> set[str]:
        known, date = self.book.ruleset.options, self.after.date
        return {
            use.option
            for use in entry.options
            if use.use != "always" and use.covers(date)
            if use.option in known and not known[use.option].is_barred_for(entry.kind, self.pricer.rulings)
        }

    def _size(self, size: Size | None, entry: Entry) -> Size | None:
        kind, usual = self.book.kind(entry), usual_size(entry, self.book.kind(entry))
        if kind.sizes:
            return size if entry.sizes and size in entry.sizes.allowed else usual
        if usual is None or not isinstance(size, int):
            return usual
        least, most = self.book.size_range(entry, self.pricer.rulings)
        if kind.removed_at and self.book.ruleset.rules.removed_at:
            least = max(least, kind.removed_at.size + 1)
        return max(least, min(size, most))

    def _rating(self, unit: Unit, entry: Entry, other: Entry) -> str:
        if other.ratings is None:
            return ""
        barred = self.book.kind(other).ratings_barred(self.pricer.rulings)
        offered = [one for one in other.ratings_at(self.after.date) if one not in barred]
        written = rating_of(unit, entry)
        if not written or not offered:
            return other.ratings.typical
        typical = other.ratings.typical
        return min(offered, key=lambda one: (self._distance(written, one), self._distance(typical, one)))

    def _name(self, unit: Unit, old: Entry, old_list: str, entry: Entry, new_list: str, rating: str) -> str:
        # Names that the player invented stay, unless they describe the old entry, such as `1st Guard battalion`.
        # A regiment of another army is replaced by one of the new entry.
        campaign = self._campaign(new_list)
        present = entry.regiments_at(campaign.date, campaign.theatre)
        if not unit.name or entry.known_regiments.find(unit.name) in present:
            return unit.name
        old_entries = self.old_book.entries(old_list).values()
        describes_old = _words_in(unit.name) & _words(old) - _words(entry)
        if not describes_old and not any(one.known_regiments.find(unit.name) for one in old_entries):
            return unit.name
        used = frozenset(self.used)
        free = free_regiments(entry, used, campaign=campaign, rating=rating)
        self.used.update(free[:1])
        return free[0] if free else ""

    # A unit that keeps its entry.

    def _kept(self, unit: Unit, old: Entry, entry: Entry) -> Unit:
        # Only what the change makes unavailable is changed, so that other faults of the unit stay visible.
        before, after = self.before.date, self.after.date
        fitted = self._fitted(unit, old, entry)
        rating = unit.rating
        if rating in old.ratings_at(before) and rating not in entry.ratings_at(after):
            rating = fitted.rating
        size = unit.size
        if self._has_size(old.at(before), size) and not self._has_size(entry.at(after), size):
            size = fitted.size
        lost = {use.option for use in old.options if use.covers(before)} - {
            use.option for use in entry.options if use.covers(after)
        }
        added = [one for one in entry.required_options(after) if one not in old.required_options(before)]
        kept = (one for one in unit.options if one not in lost)
        return replace(unit, rating=rating, size=size, options=tuple(dict.fromkeys((*kept, *added))))

    def _has_size(self, entry: Entry, size: Size | None) -> bool:
        if entry.sizes:
            return size in entry.sizes.allowed
        return isinstance(size, int) and entry.size.min <= size <= entry.size.max


def _is_about_entries(selector: Selector) -> bool:
    return not (selector.options or selector.ratings or selector.sizes or selector.without or selector.levels)


def _counts_units(limit: Limit) -> bool:
    is_plain = limit.among is None and limit.for_each is None and limit.needed is None and not limit.or_in
    return is_plain and limit.count == "units" and limit.scope == "army"


def _size_distance(size: Size | None, other: Size | None) -> int:
    return abs(size - other) if isinstance(size, int) and isinstance(other, int) else int(size != other)


_WORD = re.compile(r"\w+")


def _words(entry: Entry) -> set[str]:
    return _words_in(" ".join((entry.name, entry.group, *entry.aliases)))


def _words_in(name: str) -> set[str]:
    # in the singular, so that `Guards` and `Guard` are one word
    return {word.removesuffix("s") for word in _WORD.findall(name_key(name)) if len(word) > 3}
