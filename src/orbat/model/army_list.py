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
    """The dates from which and to which something is available; None is unbounded."""

    from_: DateText | None = None
    to: DateText | None = None

    def covers(self, date: Date) -> bool:
        """Whether any part of the date is within these dates."""
        return overlaps(date, self.from_, self.to)


class DatedRating(Record):
    """A rating that is offered only between two dates."""

    rating: Rating
    from_: DateText | None = None
    to: DateText | None = None


class Ratings(Sourced):
    """The ratings a list offers for an entry, the typical one, and those with dates."""

    allowed: tuple[Rating, ...]
    typical: Rating
    dated: tuple[DatedRating, ...] = ()


class SizeRange(Sourced):
    """The sizes allowed for units of an entry, counted as its kind is: in stands or gun models."""

    min: Count
    typical: Count
    max: Count


ONE_PIECE = SizeRange(min=1, typical=1, max=1)
"""The size range of an entry without a choice of size."""


class NamedSizes(Sourced):
    """The named sizes allowed for units of an entry, and the typical one."""

    allowed: tuple[Id, ...]
    typical: Id


class OptionUse(Sourced):
    """One option of an entry.

    `always`: part of every unit, priced whether written or not. `optional`: the player's choice. `required`:
    must be written, and is reported where missing. The dates limit this use.
    """

    option: Id
    use: Literal["always", "optional", "required"]
    from_: DateText | None = None
    to: DateText | None = None

    def covers(self, date: Date | None) -> bool:
        """Whether this use applies at the date. Without a date, it does."""
        return date is None or overlaps(date, self.from_, self.to)


class Selector(Record):
    """The units that a limit counts: those that match every key given. With `levels`: formations of these levels."""

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
        """Whether the entry matches. Options, ratings and sizes belong to units and are not tested here."""
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

    The count of what `of` selects, in units of `count` within each `scope`, must be at most (or at least) a bound. A
    whole number is the bound itself. A fraction is a share of the base: the same count of what `among` selects, or the
    points spent or agreed. With `for_each: N`, the bound is the whole number for each full N of the base.
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
        """Whether the limit applies at the date. Without a date, limits that have dates do not apply."""
        if date is None:
            return self.from_ is None and self.to is None
        return overlaps(date, self.from_, self.to)


class Strength(Record):
    """Historical strength in men, as text: on paper and in the field."""

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
        """The ratings offered at a date, in the list's order; all of them without a date."""
        if self.ratings is None:
            return ()
        if date is None:
            return self.ratings.allowed
        unavailable = {d.rating for d in self.ratings.dated if not overlaps(date, d.from_, d.to)}
        return tuple(rating for rating in self.ratings.allowed if rating not in unavailable)

    def required_options(self, date: Date | None) -> tuple[str, ...]:
        """The options that must be written at a date."""
        return tuple(use.option for use in self.options if use.use == "required" and use.covers(date))


class CitedWork(Record):
    """A published work that a list's data is based on."""

    title: Text
    where: Text = ""
    quality: Text = ""


class Habit(Sourced):
    """A usual number in an army's formations, such as battalions in a brigade: minimum and maximum."""

    what: Id
    number: Range


class ArmyFlag(Dates):
    """A flag of the whole army, by its id in the ruleset, with dates."""

    flag: Id


class Service(Dates):
    """A commander's service with the army: dates, and the arm commanded if only one; `chief` of the whole army."""

    commander: Text
    arm: Id = ""
    chief: Flag = False


class ArmyList(Record):
    """A catalogue for one nation under one ruleset. `nation` is its row in national tables."""

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
        """The army's commanders at a date, in the list's order; all of them without a date."""
        dated = {one.commander for one in self.service}
        present = {one.commander for one in self.service if date is None or one.covers(date)}
        return tuple(name for name in self.commanders if name not in dated or name in present)

    def commanders_in_chief_at(self, date: Date | None) -> tuple[str, ...]:
        """The commanders of the whole army at a date, in order; the army's first commander where none is known."""
        chiefs = tuple(one.commander for one in self.service if one.chief and date and one.covers(date))
        return chiefs or self.commanders_at(date)[:1]
