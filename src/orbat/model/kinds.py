"""What a ruleset prices: kinds of troops and works, their subtypes, and their options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from orbat.model.points import Count
from orbat.model.prices import Price, applies
from orbat.model.record import Record
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, Id, Rating, Text


class Removal(Sourced):
    """The size, in stands, at which a unit is removed from the table."""

    size: Count


class FixedSize(Record):
    """A choice of a ruling under which every unit of the kind has the same size."""

    ruling: Id
    choice: Id
    size: Count


class BarredRatings(Sourced):
    """Ratings that no unit of the kind may have under one choice of a ruling."""

    ratings: tuple[Rating, ...]
    ruling: Id
    choice: Id


class Track(Sourced):
    """Boxes for a unit on the record sheet: a number of boxes, or one for each state.

    A kind without a track has a box for each stand or gun.
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
"""The symbols of arms on charts and maps."""


class Kind(Sourced):
    """A priced kind: infantry, a field gun, a general, a length of earthworks.

    `counted_in` is the singular and plural of what a size counts, or the word for one unit where sizes have names;
    without it, no size is shown. `rating` says whether the rating sets the price, is a free choice, or does not exist.
    `symbol` is its symbol on charts and maps. `works` are not troops: they have no strength to lose.
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
        """The counting word for a size: `stand` for 1, `stands` for 12, `battalion` for a named size."""
        return self.counted_in[0 if number == 1 or isinstance(number, str) else 1]

    def ratings_barred(self, rulings: Mapping[str, str]) -> tuple[str, ...]:
        """The ratings that no unit of the kind may have under the rulings in force."""
        return self.barred_ratings.ratings if self.barred_ratings and applies(self.barred_ratings, rulings) else ()

    def size_fixed(self, rulings: Mapping[str, str]) -> int | None:
        """The fixed size of its units under the rulings in force; None where the size can be chosen."""
        return self.fixed_size.size if self.fixed_size and applies(self.fixed_size, rulings) else None

    @property
    def sizes(self) -> tuple[str, ...]:
        """The ids of its named sizes; empty where sizes are numbers or do not exist."""
        return tuple(self.price.by_size)


class BarredKinds(Record):
    """Kinds that may not have an option under one choice of a ruling."""

    kinds: tuple[Id, ...]
    ruling: Id
    choice: Id


class OptionPrice(Price):
    """A priced option of units, and the kinds that may have it."""

    label: Text
    kinds: tuple[Id, ...]
    barred: BarredKinds | None = None
    aliases: tuple[Text, ...] = ()

    def is_barred_for(self, kind_id: str, rulings: Mapping[str, str]) -> bool:
        """Whether the rulings in force bar the option from a kind."""
        return self.barred is not None and kind_id in self.barred.kinds and applies(self.barred, rulings)


class Subtype(Record):
    """A subdivision of a kind, for limits, scouting and symbols on charts and maps."""

    label: Text
    kind: Id
    symbol: Symbol | None = None
    aliases: tuple[Text, ...] = ()
