"""Prices in points: by rating and named size, by ruling, and by nation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Literal, Protocol

from orbat.model.points import Change, Count, Points
from orbat.model.record import empty_mapping
from orbat.model.sourced import Sourced
from orbat.model.text import Id

# Conditions that apply under one choice of a ruling.


class RulingChoice(Protocol):
    """A record, such as a price, that applies only under one choice of a ruling."""

    @property
    def ruling(self) -> str:
        """The id of the ruling."""

    @property
    def choice(self) -> str:
        """The id of the choice."""


def applies(one: RulingChoice | None, rulings: Mapping[str, str]) -> bool:
    """Whether a record applies under the chosen rulings. If there is no record (None), the result is False."""
    return one is not None and rulings.get(one.ruling) == one.choice


class OtherPrice(Sourced):
    """A different price under one choice of a ruling."""

    ruling: Id
    choice: Id
    points: Change | None = None
    by_rating: Mapping[str, Points] = field(default_factory=empty_mapping, hash=False)


class Price(Sourced):
    """A price in points: fixed, by rating or by named size."""

    points: Change | None = None
    by_rating: Mapping[str, Points] = field(default_factory=empty_mapping, hash=False)
    by_size: Mapping[str, Change] = field(default_factory=empty_mapping, hash=False)
    per: Literal["size", "unit"] = "size"
    marked: Mapping[str, Sourced] = field(default_factory=empty_mapping, hash=False)
    instead: tuple[OtherPrice, ...] = ()

    def under(self, rulings: Mapping[str, str]) -> Price:
        """The price under the chosen rulings."""
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
        """The source of the price for a rating or named size."""
        return self.marked.get(key, self)


class NationalPrice(Sourced):
    """A price for some nations, as a percentage of the usual price."""

    nations: tuple[Id, ...]
    percent: Count
    to_nearest: Count = 1
    ruling: Id = ""
    choice: Id = ""

    def is_paid_by(self, nation: str, rulings: Mapping[str, str]) -> bool:
        """Whether a nation pays this price under the chosen rulings."""
        return nation in self.nations and (not self.ruling or applies(self, rulings))


class QualityPrices(Sourced):
    """Prices of bought staff qualities, in points. A price may be negative."""

    points: Mapping[str, Change]
