"""What things cost: points, by rating and named size, in the reading of a ruling, and for a nation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Literal, Protocol

from orbat.model.points import Change, Count, Points
from orbat.model.record import empty_mapping
from orbat.model.sourced import Sourced
from orbat.model.text import Id

# What holds only in one reading of a ruling.


class RulingChoice(Protocol):
    """Anything that names a ruling and the choice under which it holds."""

    @property
    def ruling(self) -> str:
        """The id of the ruling."""

    @property
    def choice(self) -> str:
        """The id of its choice."""


def applies(one: RulingChoice | None, rulings: Mapping[str, str]) -> bool:
    """Whether there is such a thing, and it holds in the readings in force."""
    return one is not None and rulings.get(one.ruling) == one.choice


class OtherPrice(Sourced):
    """What a price is when a ruling is read in one way: its points, or its points by rating."""

    ruling: Id
    choice: Id
    points: Change | None = None
    by_rating: Mapping[str, Points] = field(default_factory=empty_mapping, hash=False)


class Price(Sourced):
    """What one bought thing costs, in points: `points`, or by its rating; `by_size` is added for its named size.

    `per: size` is multiplied by the unit's size (stands, guns, lengths); `per: unit` is paid once. `marked` gives
    single numbers a source of their own, by their rating or named size. `instead` are other readings of a ruling.
    """

    points: Change | None = None
    by_rating: Mapping[str, Points] = field(default_factory=empty_mapping, hash=False)
    by_size: Mapping[str, Change] = field(default_factory=empty_mapping, hash=False)
    per: Literal["size", "unit"] = "size"
    marked: Mapping[str, Sourced] = field(default_factory=empty_mapping, hash=False)
    instead: tuple[OtherPrice, ...] = ()

    def read(self, rulings: Mapping[str, str]) -> Price:
        """The price in the readings in force."""
        for other in self.instead:
            if applies(other, rulings):
                return replace(
                    self,
                    points=other.points,
                    by_rating=other.by_rating,
                    marked=empty_mapping(),
                    instead=(),
                    cite=other.cite,
                    sources=other.sources,
                    house=other.house,
                    inferred=other.inferred,
                    note=other.note,
                )
        return self

    def source_of(self, key: str) -> Sourced:
        """Where the number of a rating or a named size comes from."""
        return self.marked.get(key, self)


class NationalPrice(Sourced):
    """The price of a nation's units in per cent of the usual, rounded to the nearest multiple, halves up."""

    nations: tuple[Id, ...]
    percent: Count
    to_nearest: Count = 1
    ruling: Id = ""
    choice: Id = ""

    def is_paid_by(self, nation: str, rulings: Mapping[str, str]) -> bool:
        """Whether it holds for a nation in the readings in force."""
        return nation in self.nations and (not self.ruling or applies(self, rulings))


class QualityPrices(Sourced):
    """What a bought staff quality costs, in points; it may be less than nothing."""

    points: Mapping[str, Change]
