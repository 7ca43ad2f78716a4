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

    Of `horizontal` and `vertical`, only one is given: the colours of equal stripes, from the top or from the staff. A
    single colour is a plain field. `crosses` are drawn in order, over the stripes. `canton` is the colour of the upper
    corner at the staff.
    """

    horizontal: tuple[Colour, ...] = ()
    vertical: tuple[Colour, ...] = ()
    crosses: tuple[FlagCross, ...] = ()
    canton: Colour | None = None
