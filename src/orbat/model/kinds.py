"""The priced items of a ruleset: kinds of troops and works, subtypes and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from orbat.model.points import Count
from orbat.model.prices import Price, applies
from orbat.model.record import Record
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, Id, Rating, Text


class Removal(Sourced):
    """The size at which a unit is removed from play."""

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


class TrackStep(Record):
    """A number of crossed-off boxes, and its effect on the unit."""

    at: Count
    means: Text


class Track(Sourced):
    """The tick boxes of a unit on the record sheet. By default, units have a box per stand."""

    label: Text
    boxes: Count | None = None
    steps: tuple[TrackStep, ...] = ()
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
    """A kind of troops, generals or works (such as earthworks), with its price."""

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
    length: Count | None = None
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
        """The ratings forbidden to the kind under the chosen rulings."""
        return self.barred_ratings.ratings if self.barred_ratings and applies(self.barred_ratings, rulings) else ()

    def size_fixed(self, rulings: Mapping[str, str]) -> int | None:
        """The fixed unit size under the chosen rulings, or None."""
        return self.fixed_size.size if self.fixed_size and applies(self.fixed_size, rulings) else None

    @property
    def sizes(self) -> tuple[str, ...]:
        """The ids of the named sizes. Empty if sizes are numbers."""
        return tuple(self.price.by_size)


class BarredKinds(Record):
    """Kinds of troops that may not have an option, under one choice of a ruling."""

    kinds: tuple[Id, ...]
    ruling: Id
    choice: Id


class OptionPrice(Price):
    """A priced option, and the kinds that may have it."""

    label: Text
    kinds: tuple[Id, ...]
    short: Text = ""
    barred: BarredKinds | None = None
    aliases: tuple[Text, ...] = ()

    @property
    def letters(self) -> str:
        """A few letters for narrow columns: `R` for rifles."""
        return self.short or "".join(word[0] for word in self.label.split()).upper()

    def is_barred_for(self, kind_id: str, rulings: Mapping[str, str]) -> bool:
        """Whether the chosen rulings forbid the option to a kind of troops."""
        return self.barred is not None and kind_id in self.barred.kinds and applies(self.barred, rulings)


class Subtype(Record):
    """A subdivision of a kind, such as light infantry."""

    label: Text
    kind: Id
    symbol: Symbol | None = None
    aliases: tuple[Text, ...] = ()
