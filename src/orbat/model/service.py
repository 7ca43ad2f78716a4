"""Theatres of war, and the records of regiments and commanders."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TypeVar

from orbat.model.dates import Date, DateText, overlaps
from orbat.model.record import ShortForm, Value, empty_mapping
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, Id, Ids, Rating, Size, Text


class Dates(Sourced):
    """A first and a last date, inclusive. None means unbounded."""

    from_: DateText | None = None
    to: DateText | None = None

    def covers(self, date: Date) -> bool:
        """Whether any part of a date is within the period."""
        return overlaps(date, self.from_, self.to)


class Theatre(Dates):
    """A theatre of war, such as the Danube, and the dates of the campaigns there."""

    id: Id
    name: Text


def is_in_theatre(theatres: tuple[str, ...], theatre: str) -> bool:
    """Whether `theatres` includes a theatre. Empty `theatres` and "" mean every theatre."""
    return not theatres or not theatre or theatre in theatres


class ServiceRecord(Dates):
    """A period of service of a regiment or commander."""

    name: Text
    also: tuple[Text, ...] = ()
    theatre: Ids = ()
    parent: Mapping[str, Text] = field(default_factory=empty_mapping, hash=False)

    def is_present(self, date: Date | None, theatre: str = "") -> bool:
        """Whether the record covers a date and a theatre. None and "" match everything."""
        return (date is None or self.covers(date)) and is_in_theatre(self.theatre, theatre)

    def coincides_with(self, other: "ServiceRecord") -> bool:
        """Whether two records share a theatre and more than one month."""
        starts = [one.from_.first for one in (self, other) if one.from_]
        ends = [one.to.last for one in (self, other) if one.to]
        in_common = {*self.theatre} & {*other.theatre} or not self.theatre or not other.theatre
        # A month in which a record ends and the other begins does not count.
        return bool(in_common) and (not starts or not ends or max(starts) < min(ends))


class Regiment(ServiceRecord):
    """A period of service of a regiment."""

    rating: Rating | None = None
    options: tuple[Id, ...] = ()
    size: Size | None = None


class Service(ServiceRecord):
    """A period of service of a commander."""

    arm: Id = ""
    level: Id = ""
    """The level of the formations that the commander led. "" if unknown."""
    leads: Ids = ()
    """The kinds or subtypes of the troops that the commander led. () if unknown."""
    chief: Flag = False


class Campaign(Value):
    """The date and theatre of an army."""

    date: Date | None = None
    """None if unknown, or outside the years of the army list."""
    theatre: str = ""
    """"" if unknown, or not one of the army list's theatres."""


ANY_CAMPAIGN = Campaign()
"""No date and no theatre: all records apply."""

R = TypeVar("R", bound=ServiceRecord)

WRITTEN_AS_NAME = ShortForm("name", {"commander": "name"})
"""A record may be written as a plain name. Older files have the key `commander` instead of `name`."""


def names_of(records: Iterable[ServiceRecord]) -> tuple[str, ...]:
    """The names of records, without duplicates, in order."""
    return tuple(dict.fromkeys(one.name for one in records))


def records_by_name(records: Iterable[R]) -> Mapping[str, tuple[R, ...]]:
    """The records of every name, in order."""
    found: dict[str, tuple[R, ...]] = {}
    for one in records:
        found[one.name] = (*found.get(one.name, ()), one)
    return found


def spellings_of(records: Iterable[ServiceRecord]) -> Mapping[str, str]:
    """Maps every accepted spelling to the name of its record."""
    several = tuple(records)
    found = {one.name: one.name for one in several}
    for one in several:
        for spelling in one.also:
            found.setdefault(spelling, one.name)
    return found


def record_at(records: tuple[R, ...], date: Date | None, theatre: str = "") -> R | None:
    """The first record that covers a date and a theatre, or None."""
    return next((one for one in records if one.is_present(date, theatre)), None)
