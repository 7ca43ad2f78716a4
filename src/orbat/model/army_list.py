"""An army list: a catalogue of what one nation may field under one ruleset."""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from orbat.model.dates import Date, DateText, overlaps
from orbat.model.points import Bound, Count, Range
from orbat.model.record import Record, Scalar, empty_mapping
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, FormatVersion, Id, Rating, Text


class Dates(Sourced):
    """From when to when something is to be had; an open end has no bound."""

    from_: DateText | None = None
    to: DateText | None = None

    def covers(self, date: Date) -> bool:
        """Whether any part of the date lies in these."""
        return overlaps(date, self.from_, self.to)


class DatedRating(Record):
    """A rating that is offered only for a time."""

    rating: Rating
    from_: DateText | None = None
    to: DateText | None = None


class Ratings(Sourced):
    """The ratings a list offers for an entry, the usual one, and those that are offered only for a time."""

    allowed: tuple[Rating, ...]
    typical: Rating
    dated: tuple[DatedRating, ...] = ()


class SizeRange(Sourced):
    """How large a unit of an entry may be, in what its kind is counted in (stands, gun models)."""

    min: Count
    typical: Count
    max: Count


ONE_PIECE = SizeRange(min=1, typical=1, max=1)
"""The size of what is one piece, without a size to choose."""


class NamedSizes(Sourced):
    """The named sizes that a unit of an entry may have, and the usual one."""

    allowed: tuple[Id, ...]
    typical: Id


class OptionUse(Sourced):
    """One option of an entry.

    `always`: part of every unit, priced whether written or not. `optional`: the player's choice. `required`:
    must be written, and is reported where it is not. The dates say when this use is in force.
    """

    option: Id
    use: Literal["always", "optional", "required"]
    from_: DateText | None = None
    to: DateText | None = None

    def covers(self, date: Date | None) -> bool:
        """Whether this use is in force at the date; an undated ORBAT is given the benefit of the doubt."""
        return date is None or overlaps(date, self.from_, self.to)


class Selector(Record):
    """Which units a limit counts: those that match every key given; with `levels`, formations of these levels."""

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

    def matches(self, entry: "Entry") -> bool:
        """Whether units of the entry match; options, ratings and sizes are the unit's."""
        return (
            (not self.entries or entry.id in self.entries)
            and (not self.kinds or entry.kind in self.kinds)
            and (not self.subtypes or entry.subtype in self.subtypes)
            and (not self.groups or entry.group in self.groups)
            and (self.irregular is None or entry.irregular == self.irregular)
            and entry.id not in self.not_entries
        )


def _read_total(raw: object) -> str:
    if raw in ("spent", "agreed_size"):
        return str(raw)
    raise ValueError("should be a selector, spent or agreed_size")


Total = Annotated[str, Scalar(_read_total, {"enum": ["spent", "agreed_size"]})]


class Limit(Sourced):
    """One restriction of an army list.

    What `of` selects, counted in `count` within each `scope`, must be at most (or at least) a bound. A whole
    number is that bound; a fraction is a share of what `among` selects, counted alike; `for_each: N` allows the
    whole number again for each full N of the base. `among` may be the points spent or the agreed size.
    """

    of: Selector | None = None
    at_most: Bound | None = None
    at_least: Bound | None = None
    count: Literal["units", "stands", "points"] = "units"
    scope: Id = "army"
    among: Selector | Total | None = None
    for_each: Count | None = None
    from_: DateText | None = None
    to: DateText | None = None
    severity: Literal["error", "warning"] = "error"

    def in_force(self, date: Date | None) -> bool:
        """Whether the limit holds at the date; a limit that is only for a time needs a date to hold."""
        if date is None:
            return self.from_ is None and self.to is None
        return overlaps(date, self.from_, self.to)


class Strength(Record):
    """Historical strength in men, in words: on paper and in the field."""

    paper: Text = ""
    field: Text = ""


class Entry(Sourced):
    """One line of an army list that can be bought."""

    id: Id
    name: Text
    kind: Id
    subtype: Id = ""
    group: Text = ""
    ratings: Ratings | None = None
    size: SizeRange = field(default_factory=lambda: ONE_PIECE)
    sizes: NamedSizes | None = None
    options: tuple[OptionUse, ...] = ()
    dates: Dates | None = None
    may: tuple[Id, ...] = ()
    irregular: Flag = False
    limits: tuple[Limit, ...] = ()
    armament: Text = ""
    strength: Strength | None = None
    regiments: tuple[Text, ...] = ()
    aliases: tuple[Text, ...] = ()

    def ratings_at(self, date: Date | None) -> tuple[str, ...]:
        """The ratings offered at a date, in the list's order; all of them where there is no date."""
        if self.ratings is None:
            return ()
        if date is None:
            return self.ratings.allowed
        shut = {d.rating for d in self.ratings.dated if not overlaps(date, d.from_, d.to)}
        return tuple(rating for rating in self.ratings.allowed if rating not in shut)

    def required_options(self, date: Date | None) -> tuple[str, ...]:
        """The options that a unit must have written at a date."""
        return tuple(use.option for use in self.options if use.use == "required" and use.covers(date))


class CitedWork(Record):
    """A work that a list's facts rest on."""

    title: Text
    where: Text = ""
    quality: Text = ""


class Habit(Sourced):
    """A formation habit of an army, such as battalions to a brigade: the least and the most usual number."""

    what: Id
    number: Range


class ArmyFlag(Dates):
    """A flag that the army has, by the ruleset's id, and from when to when."""

    flag: Id


class Service(Dates):
    """From when to when a commander was with the army, and which arm he led if only one; `chief` where he led all."""

    commander: Text
    arm: Id = ""
    chief: Flag = False


class ArmyList(Record):
    """What one nation may field under one ruleset; `nation` is its row in national tables."""

    army_list: FormatVersion
    id: Id
    title: Text
    nation: Id
    ruleset: Id
    version: Text
    years: Dates
    note: Text = ""
    aliases: tuple[Text, ...] = ()
    sources: Mapping[str, CitedWork] = field(default_factory=empty_mapping, hash=False)
    entries: tuple[Entry, ...]
    limits: tuple[Limit, ...] = ()
    flags: tuple[ArmyFlag, ...] = ()
    habits: tuple[Habit, ...] = ()
    commanders: tuple[Text, ...] = ()
    service: tuple[Service, ...] = ()

    def commanders_at(self, date: Date | None) -> tuple[str, ...]:
        """The commanders that the army had at a date, in the list's order; all where there is no date."""
        known = {one.commander for one in self.service}
        there = {one.commander for one in self.service if date is None or one.covers(date)}
        return tuple(name for name in self.commanders if name not in known or name in there)

    def commanders_in_chief_at(self, date: Date | None) -> tuple[str, ...]:
        """Those who led the whole army at a date, one after another; its first commander where that is not known."""
        chiefs = tuple(one.commander for one in self.service if one.chief and date and one.covers(date))
        return chiefs or self.commanders_at(date)[:1]
