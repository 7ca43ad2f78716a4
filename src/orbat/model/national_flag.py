"""National flags, described by stripes and crosses."""

from typing import Literal

from orbat.model.points import Count
from orbat.model.record import Record
from orbat.model.sourced import Sourced

Colour = Literal["black", "white", "red", "blue", "green", "gold"]
"""The colours of flags."""

CrossShape = Literal["upright", "nordic", "saltire"]
"""The shapes of crosses. A Nordic cross has its upright arm near the staff, and a saltire is diagonal."""


class FlagCross(Record):
    """A cross over a whole flag. `width` is the width of its arms, in per cent of the height of the flag."""

    shape: CrossShape
    colour: Colour
    width: Count


class NationalFlag(Sourced):
    """A flag with stripes and crosses. The staff is at the left.

    All stripes are equally wide. `horizontal` has their colours from the top, or `vertical` has their colours from the
    staff. Only one of the two is given. A single colour is a plain field. `crosses` are drawn in order, over the
    stripes. `canton` is the colour of the upper corner next to the staff.
    """

    horizontal: tuple[Colour, ...] = ()
    vertical: tuple[Colour, ...] = ()
    crosses: tuple[FlagCross, ...] = ()
    canton: Colour | None = None
