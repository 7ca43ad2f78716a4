"""The priced items of a ruleset: kinds of troops and works, and their subtypes and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from orbat.model.points import Count
from orbat.model.prices import Price, applies
from orbat.model.record import Record
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, Id, Rating, Text


class Removal(Sourced):
    """The size at which a unit is removed from play: `size` stands or fewer."""

    size: Count


class FixedSize(Record):
    """A fixed size for all units of a kind, under one choice of a ruling."""

    ruling: Id
    choice: Id
    size: Count


class BarredRatings(Sourced):
    """Ratings forbidden to units of a kind, under one choice of a ruling."""

    ratings: tuple[Rating, ...]
    ruling: Id
    choice: Id


class Track(Sourced):
    """A unit's tick boxes on the record sheet: either a number of boxes, or one box for each state, such as
    `pinned`.

    A unit whose kind has no track gets one box per stand or gun.
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
"""Symbols of arms on charts and maps."""


class Kind(Sourced):
    """A priced kind of troops or works: infantry, a field gun, a general, a length of earthworks.

    `counted_in` is the noun for sizes, in the singular and plural: `stand`, `stands`. For kinds with named sizes, it is
    the noun for units, such as `battalion`. Without `counted_in`, sheets show no size. `rating` is `priced` if the
    rating sets the price, `free` if it does not, and `none` if units have no rating. `symbol` is the symbol on charts
    and maps. `works` marks field works such as earthworks: they are not troops, and have no strength to lose.
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

    @property
    def short_label(self) -> str:
        """The label up to the word `with`: `engineer officer` for `engineer officer with pioneers`."""
        return self.label.partition(" with ")[0]

    def size_word(self, number: int | str) -> str:
        """The noun for a size: `stand` for 1, `stands` for 12, `battalion` for a named size."""
        return self.counted_in[0 if number == 1 or isinstance(number, str) else 1]

    def ratings_barred(self, rulings: Mapping[str, str]) -> tuple[str, ...]:
        """The ratings forbidden to this kind under the chosen rulings."""
        return self.barred_ratings.ratings if self.barred_ratings and applies(self.barred_ratings, rulings) else ()

    def size_fixed(self, rulings: Mapping[str, str]) -> int | None:
        """The fixed unit size under the chosen rulings, or None if the player chooses the size."""
        return self.fixed_size.size if self.fixed_size and applies(self.fixed_size, rulings) else None

    @property
    def sizes(self) -> tuple[str, ...]:
        """The ids of the named sizes. Empty if sizes are numbers or do not exist."""
        return tuple(self.price.by_size)


class BarredKinds(Record):
    """Kinds that may not have an option, under one choice of a ruling."""

    kinds: tuple[Id, ...]
    ruling: Id
    choice: Id


class OptionPrice(Price):
    """A priced option, and the kinds that may have it."""

    label: Text
    kinds: tuple[Id, ...]
    barred: BarredKinds | None = None
    aliases: tuple[Text, ...] = ()

    def is_barred_for(self, kind_id: str, rulings: Mapping[str, str]) -> bool:
        """Whether the chosen rulings forbid the option to a kind."""
        return self.barred is not None and kind_id in self.barred.kinds and applies(self.barred, rulings)


class Subtype(Record):
    """A subdivision of a kind, such as light infantry. Limits, scouting and map symbols depend on the subtype."""

    label: Text
    kind: Id
    symbol: Symbol | None = None
    aliases: tuple[Text, ...] = ()
