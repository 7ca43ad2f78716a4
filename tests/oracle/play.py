"""Scouting, points lost, margins of victory and breaking points, written from the rulebook and the sheets."""

from __future__ import annotations

from fractions import Fraction

AHEAD = 15
SCOUTING = {1: 1, 2: 1, 3: 2, 4: 3}
FIGURES_ON_A_STAND = 2

STANDARD_GAME = 800
MARGINS = ((150, "draw"), (250, "minor victory"), (400, "major victory"))
MASSACRE = "massacre"

# The strength at which a unit is removed from the table (DOE 17.5.8). Guns are destroyed one by one.
REMOVED_AT = {"infantry": 2, "cavalry": 1}
LOST_IN_FULL = ("destroyed", "surrendered", "routed_off")


def scouting_points(stands: int, rating: int, *, light: bool, per_figure: bool = False) -> int:
    """Scouting points of a cavalry unit (DOE 19.1, 19.2). Only light cavalry scouts."""
    figures = stands * (FIGURES_ON_A_STAND if per_figure else 1)
    return figures * SCOUTING[rating] if light else 0


def out_scouted(first: int, second: int) -> int | None:
    """The army that is out-scouted, 0 for the first and 1 for the second, or None (DOE 19.3)."""
    if first - second >= AHEAD:
        return 1
    return 0 if second - first >= AHEAD else None


def unit_loss(kind: str, price: int, strength: int, lost: int, state: str = "steady") -> Fraction:
    """Points lost for a unit: all, half or none of its price (DOE 17.5.8, 18.2).

    `strength` counts stands or guns at the start of the game, `lost` those lost since.
    """
    left = strength - lost
    if state in LOST_IN_FULL or left <= 0 or (lost > 0 and left <= REMOVED_AT.get(kind, 0)):
        return Fraction(price)
    if state == "routing" or 2 * left < strength:
        return Fraction(price, 2)
    return Fraction(0)


def works_loss(price: int, state: str, *, counts: bool) -> int:
    """Points lost for works, which have no class and no stands: all of their price or nothing.

    18.2 counts lost units. Whether works are units is a ruling.
    """
    return price if counts and state in LOST_IN_FULL else 0


def general_loss(price: int, fate: str) -> int:
    """Points lost for a general: the price of a captured one (DOE 14.5).

    The player's General is free. Under a ruling, the price is that of other generals.
    """
    return price if fate == "captured" else 0


def margin(difference: Fraction, size: int, *, printed: bool) -> str:
    """The margin of victory for a difference in points lost (DOE 18.2).

    The printed margins are for 800 points. They are scaled in proportion to `size` unless `printed` is set.
    The table has whole points: with 150 1/2 points a player has not reached the 151 of the next margin.
    """
    scale = Fraction(1) if printed else Fraction(size, STANDARD_GAME)
    for most, label in MARGINS:
        if int(difference) <= most * scale:
            return label
    return MASSACRE


def honours_breaking_point(units: int) -> int:
    """Lost units that break an army of *Honours of War*: half, to the nearest, halves up."""
    return (units + 1) // 2


def fast_play_breaking_point(units: int, *, fight_on: bool) -> int:
    """Destroyed units that break an army of the fast-play sheet: the first number from a third, or from half, on.

    HQs are not units.
    """
    return -(-units // (2 if fight_on else 3))
