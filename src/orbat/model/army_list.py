"""Army lists: the troops, options and limits of one nation under one ruleset."""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Literal

from orbat.model.dates import Date, DateText, includes, overlaps
from orbat.model.known_names import KnownNames, KnownPeople
from orbat.model.look_alikes import name_key
from orbat.model.national_flag import NationalFlag
from orbat.model.points import Bound, Count, Month, Range, WholeNumber
from orbat.model.record import Record, Scalar, Value, changed, empty_mapping
from orbat.model.service import (
    WRITTEN_AS_NAME,
    Campaign,
    Dates,
    Regiment,
    Service,
    Theatre,
    is_in_theatre,
    names_of,
    record_at,
    records_by_name,
    spellings_of,
)
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, FormatVersion, Id, Ids, Rating, Text


class DatedRating(Record):
    """A rating offered only between two dates, inclusive. A missing date means unbounded."""

    rating: Rating
    from_: DateText | None = None
    to: DateText | None = None


class Ratings(Sourced):
    """The ratings offered for an entry."""

    allowed: tuple[Rating, ...]
    typical: Rating
    dated: tuple[DatedRating, ...] = ()
    only_for: Mapping[str, tuple[Text, ...]] = field(default_factory=empty_mapping, hash=False)
    """The names of the only regiments that have a rating, by rating. Regiments with the rating in their record count
    too."""


class DatedSize(Record):
    """The sizes of units between two dates, inclusive. A missing date means unbounded."""

    min: Count
    typical: Count
    max: Count
    from_: DateText | None = None
    to: DateText | None = None


class SizeRange(Sourced):
    """The allowed sizes of units, in stands or gun models."""

    min: Count
    typical: Count
    max: Count
    dated: tuple[DatedSize, ...] = ()

    def at(self, date: Date) -> "SizeRange":
        """The range of sizes allowed at a date.

        For a year, the range covers every size that is allowed in some month of the year.
        """
        found = [one for one in self.dated if overlaps(date, one.from_, one.to)]
        if not found:
            return self
        least, most = min(one.min for one in found), max(one.max for one in found)
        return changed(self, min=least, typical=found[0].typical, max=most)


ONE_PIECE = SizeRange(min=1, typical=1, max=1)
"""The size range of an entry without a choice of size."""


class DatedNamedSize(Record):
    """A named size offered only between two dates, inclusive. A missing date means unbounded."""

    size: Id
    from_: DateText | None = None
    to: DateText | None = None


class NamedSizes(Sourced):
    """The named sizes allowed for units, such as `small`."""

    allowed: tuple[Id, ...]
    typical: Id
    dated: tuple[DatedNamedSize, ...] = ()

    def at(self, date: Date) -> "NamedSizes":
        """The sizes at a date. If the typical size is unavailable, the first allowed size replaces it."""
        limited = {one.size for one in self.dated}
        inside = {one.size for one in self.dated if overlaps(date, one.from_, one.to)}
        allowed = tuple(size for size in self.allowed if size not in limited or size in inside)
        typical = self.typical if self.typical in allowed or not allowed else allowed[0]
        return changed(self, allowed=allowed, typical=typical)


class OptionUse(Sourced):
    """How units use an option: `always`, `optional` or `required`. Dates can limit the use."""

    option: Id
    use: Literal["always", "optional", "required"]
    from_: DateText | None = None
    to: DateText | None = None

    def covers(self, date: Date | None) -> bool:
        """Whether the option can be used at a date. True if `date` is None."""
        return date is None or overlaps(date, self.from_, self.to)


class Selector(Record):
    """A condition on units or formations, such as "infantry with rifles". All given keys must match."""

    entries: tuple[Id, ...] = ()
    kinds: tuple[Id, ...] = ()
    subtypes: tuple[Id, ...] = ()
    groups: tuple[str, ...] = ()
    options: tuple[Id, ...] = ()
    ratings: tuple[Rating, ...] = ()
    sizes: tuple[Id, ...] = ()
    levels: tuple[Id, ...] = ()
    irregular: Flag | None = None
    not_entries: tuple[Id, ...] = ()
    without: tuple[Id, ...] = ()

    def matches(self, entry: "Entry") -> bool:
        """Whether units of an entry can meet the condition. Options, ratings and sizes are not tested."""
        # Units of one entry differ in options, ratings and sizes. Entries for the same troops match together.
        ids = entry.ids
        return (
            (not self.entries or not ids.isdisjoint(self.entries))
            and (not self.kinds or entry.kind in self.kinds)
            and (not self.subtypes or entry.subtype in self.subtypes)
            and (not self.groups or entry.group in self.groups)
            and (self.irregular is None or entry.irregular == self.irregular)
            and ids.isdisjoint(self.not_entries)
        )


def _read_total(raw: object) -> str:
    if raw in ("spent", "agreed_size"):
        return str(raw)
    raise ValueError("should be a mapping of conditions, spent or agreed_size")


Total = Annotated[str, Scalar(_read_total, {"enum": ["spent", "agreed_size"]})]


class LimitCondition(Record):
    """A minimum or maximum number of units or formations. By default, the minimum is 1."""

    of: Selector
    at_least: Count | None = None
    at_most: WholeNumber | None = None

    def holds(self, number: int | Fraction) -> bool:
        """Whether a number of units or formations meets the condition."""
        if self.at_most is not None:
            return number <= self.at_most
        return number >= (self.at_least or 1)


OWN_FORMATION = "formation"
"""The scope of a limit on the lowest formation that contains a unit. Units outside all formations belong to the
army."""


class Limit(Sourced):
    """A restriction on an army or its formations, such as "at most 2 batteries"."""

    of: Selector | None = None
    at_most: Bound | None = None
    at_least: Bound | None = None
    count: Literal["units", "stands", "points"] = "units"
    scope: Id = "army"
    among: Selector | Total | None = None
    for_each: Count | None = None
    or_none: Flag = False
    only_with: Selector | None = None
    or_in: tuple[Text, ...] = ()
    when: LimitCondition | None = None
    from_: DateText | None = None
    to: DateText | None = None
    theatre: Ids = ()
    months: tuple[Month, ...] = ()
    severity: Literal["error", "warning"] = "error"

    @property
    def is_dated(self) -> bool:
        """Whether the limit applies only at certain dates."""
        return bool(self.from_ or self.to or self.months)

    @cached_property
    def needed(self) -> LimitCondition | None:
        """The condition under which the limit applies. It is about troops in the same army or formation.

        None if the limit always applies.
        """
        return LimitCondition(of=self.only_with, at_most=0) if self.only_with else self.when

    @property
    def maximum(self) -> int | Fraction | None:
        """The largest allowed number, or None if the limit is a minimum.

        If the limit requires certain other troops (`only_with`), the number is 0: without them, nothing is allowed.
        """
        return 0 if self.only_with else self.at_most

    def in_force(self, date: Date | None, theatre: str = "") -> bool:
        """Whether the limit applies at a date in a theatre.

        If the date is None, only limits without dates apply. If the theatre is "", only limits for every theatre apply.
        For a year, limits that apply in a part of it apply too, except a limit of 0.
        """
        if self.theatre and theatre not in self.theatre:
            return False
        if date is None:
            return not self.is_dated
        if self.at_most == 0 and not includes(date, self.from_, self.to):
            return False
        return overlaps(date, self.from_, self.to) and (not self.months or date.month in self.months)


class Strength(Record):
    """Historical strength in men, as text."""

    paper: Text = ""
    field: Text = ""


class Entry(Sourced):
    """An item that an army list offers, such as line infantry, earthworks or generals."""

    id: Id
    name: Text
    kind: Id
    same_as: Id = ""
    subtype: Id = ""
    group: Text = ""
    ratings: Ratings | None = None
    size: SizeRange = field(default_factory=lambda: ONE_PIECE)
    sizes: NamedSizes | None = None
    options: tuple[OptionUse, ...] = ()
    dates: Dates | None = None
    may: tuple[Id, ...] = ()
    may_not: tuple[Id, ...] = ()
    irregular: Flag = False
    allied: Flag = False
    limits: tuple[Limit, ...] = ()
    armament: Text = ""
    strength: Strength | None = None
    theatre: Ids = ()
    regiments: tuple[Annotated[Regiment, WRITTEN_AS_NAME], ...] = ()
    aliases: tuple[Text, ...] = ()

    @cached_property
    def ids(self) -> frozenset[str]:
        """The id of the entry and, with `same_as`, the id of another entry for the same troops."""
        return frozenset((self.id, self.same_as)) if self.same_as else frozenset((self.id,))

    @cached_property
    def regiment_names(self) -> tuple[str, ...]:
        """The names of the regiments, in the army list's order."""
        return names_of(self.regiments)

    @cached_property
    def regiments_by_name(self) -> Mapping[str, tuple[Regiment, ...]]:
        """The records of the regiments, by name."""
        return records_by_name(self.regiments)

    @cached_property
    def known_regiments(self) -> KnownNames:
        """The index that finds a regiment by a unit's name."""
        return KnownNames(self.regiment_spellings, (self.name, *self.aliases))

    def records_of(self, name: str) -> tuple[Regiment, ...]:
        """The records of the regiment that a unit's name means. Empty if the name means none."""
        return self.regiments_by_name.get(self.known_regiments.find(name), ())

    @cached_property
    def regiment_spellings(self) -> Mapping[str, str]:
        """Maps every accepted spelling to the name of a regiment."""
        return spellings_of(self.regiments)

    def regiment_at(self, name: str, date: Date | None, theatre: str = "") -> Regiment | None:
        """The record of a regiment at a date in a theatre, or None."""
        return record_at(self.regiments_by_name.get(name, ()), date, theatre)

    def regiments_at(self, date: Date | None, theatre: str = "") -> tuple[str, ...]:
        """The names of the regiments that served at a date in a theatre."""
        return names_of(one for one in self.regiments if one.is_present(date, theatre))

    @cached_property
    def has_dated_sizes(self) -> bool:
        """Whether the sizes of the entry's units depend on the date."""
        return bool(self.size.dated or (self.sizes and self.sizes.dated))

    @cached_property
    def _at_dates(self) -> dict[Date, "Entry"]:
        return {}

    def at(self, date: Date | None) -> "Entry":
        """The entry with the sizes at a date. If `date` is None, the entry is unchanged."""
        if date is None or not self.has_dated_sizes:
            return self
        if date not in self._at_dates:
            sizes = self.sizes.at(date) if self.sizes else None
            self._at_dates[date] = changed(self, size=self.size.at(date), sizes=sizes)
        return self._at_dates[date]

    def serves_in(self, theatre: str) -> bool:
        """Whether the entry is available in a theatre. True if the theatre is ""."""
        return is_in_theatre(self.theatre, theatre)

    def is_available(self, date: Date | None, theatre: str = "") -> bool:
        """Whether the entry is available at a date in a theatre. None and "" match everything."""
        covered = date is None or self.dates is None or self.dates.covers(date)
        return covered and self.serves_in(theatre)

    def may_have(self, rating: str, name: str, date: Date | None, theatre: str = "") -> bool:
        """Whether a unit with this name may have this rating.

        Some ratings are only for certain regiments. A unit named after another regiment of the entry may not have such
        a rating.
        """
        # A unit that is not named after a regiment of the entry may have the rating.
        if self.ratings is None or rating not in self.ratings.only_for:
            return True
        known = self.known_regiments.find(name) if name else ""
        return not known or known in self.regiments_rated(rating, date, theatre)

    def regiments_rated(self, rating: str, date: Date | None, theatre: str = "") -> tuple[str, ...]:
        """The regiments at a date in a theatre that have a rating in their records or in the entry's `only_for`."""
        named = self.ratings.only_for.get(rating, ()) if self.ratings else ()
        present = [one for one in self.regiments if one.is_present(date, theatre)]
        return names_of(one for one in present if one.rating == rating or one.name in named)

    def ratings_at(self, date: Date | None) -> tuple[str, ...]:
        """The ratings offered at a date. None gives all ratings."""
        if self.ratings is None:
            return ()
        if date is None:
            return self.ratings.allowed
        dated = {one.rating for one in self.ratings.dated}
        inside = {one.rating for one in self.ratings.dated if overlaps(date, one.from_, one.to)}
        return tuple(rating for rating in self.ratings.allowed if rating not in dated or rating in inside)

    def always_at(self, date: Date | None) -> frozenset[str]:
        """The ids of the options that every unit of the entry has at a date (a year or month).

        An option is left out if units may lack the option in a part of the year or month.
        """
        uses = [use for use in self.options if use.covers(date)]
        optional = {use.option for use in uses if use.use == "optional"}
        return frozenset(use.option for use in uses if use.use == "always") - optional

    def required_at(self, date: Date | None) -> tuple[OptionUse, ...]:
        """The options that an ORBAT file must list for every unit of the entry.

        If the date is None, the result has only options that are required at all dates.
        """
        return tuple(
            use
            for use in self.options
            if use.use == "required" and (use.covers(date) if date else use.from_ is None and use.to is None)
        )

    def required_options(self, date: Date | None) -> tuple[str, ...]:
        """The ids of the options that `required_at` returns."""
        return tuple(use.option for use in self.required_at(date))


class CitedWork(Record):
    """A published source of a list's data."""

    title: Text
    where: Text = ""
    quality: Text = ""


class Habit(Sourced):
    """The usual contents of a formation, such as 3 to 5 battalions in a brigade."""

    what: Id
    number: Range


class ArmyFlag(Dates):
    """A trait of a whole army, such as slow drill, with dates."""

    flag: Id


class EntryName(Value):
    """A name of an entry: the main name, an alias or a regiment."""

    name: str
    entry: Entry
    is_regiment: bool

    @cached_property
    def key(self) -> str:
        """The name without capitals, accents and punctuation, for comparisons."""
        return name_key(self.name)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the name, without capitals, accents and punctuation."""
        return frozenset(self.key.split())


class Ally(Dates):
    """An allied army, with the dates of the alliance."""

    list: Id
    theatre: Ids = ()
    at_most: Bound | None = None

    def is_with(self, date: Date | None, theatre: str = "") -> bool:
        """Whether the ally was present at a date in a theatre. None and "" match everything."""
        return (date is None or self.covers(date)) and is_in_theatre(self.theatre, theatre)


def _read_shared(raw: object) -> Mapping[str, Any]:
    if isinstance(raw, dict):
        return MappingProxyType(raw)
    raise ValueError("should be a mapping of keys to values")


Shared = Annotated[Mapping[str, Any], Scalar(_read_shared, {"type": "object"})]


class ListDefaults(Record):
    """Default values for the items of an army list. If an item lacks a key, the default for this key applies."""

    house: Flag = False
    entries: Shared = field(default_factory=empty_mapping, hash=False)
    limits: Shared = field(default_factory=empty_mapping, hash=False)
    habits: Shared = field(default_factory=empty_mapping, hash=False)
    allies: Shared = field(default_factory=empty_mapping, hash=False)
    service: Shared = field(default_factory=empty_mapping, hash=False)
    regiments: Shared = field(default_factory=empty_mapping, hash=False)


class ArmyList(Record):
    """The entries, limits and commanders of one nation under one ruleset."""

    army_list: FormatVersion
    id: Id
    title: Text
    nation: Id
    ruleset: Id
    version: Text
    years: Dates
    theatres: tuple[Theatre, ...] = ()
    note: Text = ""
    aliases: tuple[Text, ...] = ()
    sources: Mapping[str, CitedWork] = field(default_factory=empty_mapping, hash=False)
    defaults: ListDefaults | None = field(default=None, compare=False)
    entries: tuple[Entry, ...]
    limits: tuple[Limit, ...] = ()
    flags: tuple[ArmyFlag, ...] = ()
    national_flag: NationalFlag | None = None
    habits: tuple[Habit, ...] = ()
    own_formations: tuple[Selector, ...] = ()
    allies: tuple[Ally, ...] = ()
    commanders: tuple[Text, ...] = ()
    service: tuple[Annotated[Service, WRITTEN_AS_NAME], ...] = ()

    def dates_of(self, entry: Entry) -> tuple[Date | None, Date | None]:
        """The first and last date on which an entry is available. None means unbounded."""
        periods = (self.years, entry.dates) if entry.dates else (self.years,)
        first = max((one.from_ for one in periods if one.from_), key=lambda date: date.first, default=None)
        last = min((one.to for one in periods if one.to), key=lambda date: date.last, default=None)
        return first, last

    @cached_property
    def commander_names(self) -> tuple[str, ...]:
        """The names of the commanders, in the army list's order."""
        return tuple(dict.fromkeys((*self.commanders, *names_of(self.service))))

    @cached_property
    def service_by_name(self) -> Mapping[str, tuple[Service, ...]]:
        """The records of the commanders, by name."""
        return records_by_name(self.service)

    @cached_property
    def known_commanders(self) -> KnownPeople:
        """The index that finds a commander of the army list by the name that a general has in an ORBAT."""
        return KnownPeople(self.commander_spellings)

    def service_of(self, name: str) -> tuple[Service, ...]:
        """The records of the commander whom a general's name means. Empty if the name means none."""
        return self.service_by_name.get(self.known_commanders.find(name), ())

    @cached_property
    def commander_spellings(self) -> Mapping[str, str]:
        """Maps every accepted spelling to the name of a commander."""
        return {**{name: name for name in self.commanders}, **spellings_of(self.service)}

    def commanders_at(self, date: Date | None, theatre: str = "") -> tuple[str, ...]:
        """The names of the commanders at a date in a theatre.

        None means all dates, and "" all theatres. Commanders without recorded dates are always included.
        """
        records = self.service_by_name
        return tuple(
            name
            for name in self.commander_names
            if name not in records or any(one.is_present(date, theatre) for one in records[name])
        )

    def commanders_in_chief_at(self, date: Date | None, theatre: str = "") -> tuple[str, ...]:
        """The commanders-in-chief at a date in a theatre.

        Without a commander-in-chief, the result is the first of `commanders_at`.
        """
        chiefs = names_of(one for one in self.service if one.chief and date and one.is_present(date, theatre))
        return chiefs or self.commanders_at(date, theatre)[:1]

    def campaign(self, date: Date | None, theatre: str) -> Campaign:
        """The date and theatre of an army. A date outside the list's years and an unknown theatre are left out."""
        own_date = date if date and self.years.covers(date) else None
        return Campaign(own_date, theatre if self.theatre_of(theatre) else "")

    def theatre_of(self, theatre: str) -> Theatre | None:
        """The theatre with the id `theatre`, or None."""
        return next((one for one in self.theatres if one.id == theatre), None)

    @cached_property
    def entry_names(self) -> tuple[EntryName, ...]:
        """All names of all entries, in the army list's order."""
        return tuple(
            EntryName(name, entry, is_regiment)
            for entry in self.entries
            for names, is_regiment in (((entry.name, *entry.aliases), False), (entry.regiment_spellings, True))
            for name in names
        )

    @cached_property
    def entry_words(self) -> frozenset[str]:
        """All words in the names of the entries, in the form of `name_key`."""
        names = [one.name for one in self.entry_names]
        # all names at once: a key for each name takes much longer, and few checks need them
        ascii_names, others = (" ".join(one for one in names if one.isascii() == plain) for plain in (True, False))
        return frozenset(name_key(ascii_names).split()).union(name_key(others).split())

    @cached_property
    def entry_names_by_word(self) -> Mapping[str, tuple[EntryName, ...]]:
        """The names of entries, by the words that they contain."""
        found: dict[str, list[EntryName]] = {}
        for one in self.entry_names:
            for word in one.words:
                found.setdefault(word, []).append(one)
        return {word: tuple(names) for word, names in found.items()}

    @cached_property
    def entry_names_by_entry(self) -> Mapping[str, tuple[EntryName, ...]]:
        """The names of the entries, by entry id."""
        return {entry.id: tuple(one for one in self.entry_names if one.entry is entry) for entry in self.entries}
