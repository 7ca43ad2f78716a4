"""What a ruleset prices: kinds of troops and works, their finer divisions, and the options they may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from orbat.model.points import Count
from orbat.model.prices import Price, applies
from orbat.model.record import Record
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, Id, Rating, Text


class Removal(Sourced):
    """The size, in stands, at which a unit is taken off the table."""

    size: Count


class FixedSize(Record):
    """The reading of a ruling under which a unit of the kind is always of one size."""

    ruling: Id
    choice: Id
    size: Count


class BarredRatings(Sourced):
    """Ratings that no unit of the kind may have when a ruling is read in one way."""

    ratings: tuple[Rating, ...]
    ruling: Id
    choice: Id


class Track(Sourced):
    """What a player ticks off for a unit in play: so many boxes, or a box for each state it may be in.

    A kind without one has a box for each stand or gun.
    """

    label: Text
    boxes: Count | None = None
    states: tuple[Text, ...] = ()


Symbol = Literal[
    "infantry",
    "light_infantry",
    "rifles",
    "light_cavalry",
    "heavy_cavalry",
    "foot_artillery",
    "horse_artillery",
    "siege_artillery",
    "engineers",
    "staff",
    "works",
]
"""The signs of arms that charts and maps know."""


class Kind(Sourced):
    """What the ruleset prices: infantry, a field gun, a general, a length of earthworks.

    `counted_in` is the singular and plural of what a size counts, or of what one unit is called where sizes have
    names; without it no size is shown. `rating` says whether the rating sets the price, is free to choose, or does
    not exist. `symbol` is its sign on charts and maps. `works` are no troops: they have no strength to lose.
    """

    label: Text
    arm: Id
    counted_in: tuple[Text, Text] = ("", "")
    rating: Literal["priced", "free", "none"]
    price: Price
    removed_at: Removal | None = None
    fixed_size: FixedSize | None = None
    barred_ratings: BarredRatings | None = None
    track: Track | None = None
    staff: Flag = False
    works: Flag = False
    symbol: Symbol | None = None
    aliases: tuple[Text, ...] = ()

    def size_word(self, number: int | str) -> str:
        """What so many are called: `stand` for 1, `stands` for 12; `battalion` for a named size."""
        return self.counted_in[0 if number == 1 or isinstance(number, str) else 1]

    def ratings_barred(self, rulings: Mapping[str, str]) -> tuple[str, ...]:
        """The ratings that no unit of it may have in the readings in force."""
        return self.barred_ratings.ratings if self.barred_ratings and applies(self.barred_ratings, rulings) else ()

    def size_fixed(self, rulings: Mapping[str, str]) -> int | None:
        """The size that every unit of it has in the readings in force; None where it may be chosen."""
        return self.fixed_size.size if self.fixed_size and applies(self.fixed_size, rulings) else None

    @property
    def sizes(self) -> tuple[str, ...]:
        """The ids of the named sizes its units may have; empty where a size is a number, or there is none."""
        return tuple(self.price.by_size)


class BarredKinds(Record):
    """Kinds that may not take an option when a ruling is read in one way."""

    kinds: tuple[Id, ...]
    ruling: Id
    choice: Id


class OptionPrice(Price):
    """A priced choice of a unit, and the kinds that may have it."""

    label: Text
    kinds: tuple[Id, ...]
    barred: BarredKinds | None = None
    aliases: tuple[Text, ...] = ()

    def is_barred_for(self, kind_id: str, rulings: Mapping[str, str]) -> bool:
        """Whether the readings in force keep it from a kind."""
        return self.barred is not None and kind_id in self.barred.kinds and applies(self.barred, rulings)


class Subtype(Record):
    """A finer division of a kind, for limits, scouting and the signs on charts and maps."""

    label: Text
    kind: Id
    symbol: Symbol | None = None
    aliases: tuple[Text, ...] = ()
