"""Levels of formation and their commanders: what they cost, and how staff quality is come by."""

from collections.abc import Mapping
from dataclasses import field

from orbat.model.points import Count, WholeNumber
from orbat.model.prices import Price, QualityPrices
from orbat.model.record import Record, empty_mapping
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, Id, Text


class Level(Sourced):
    """A level of formation, highest first in the ruleset; `general` is its commander's price in points."""

    id: Id
    label: Text
    general: Price
    needs_general: Flag = False
    aliases: tuple[Text, ...] = ()


class Quality(Record):
    """A commander's staff quality."""

    id: Id
    label: Text


class StaffTable(Sourced):
    """Which result of the dice gives which quality; a quality without numbers cannot be rolled."""

    rows: Mapping[str, tuple[WholeNumber, ...]]


class Staff(Sourced):
    """How staff quality is come by: so many dice of so many sides, added, on a table.

    `player` is the quality of the General who is the player; without it he is diced for like the others.
    `promotion` is the table for those who replace lost generals during a game. `ruling` names the ruling whose
    reading says how quality is come by: DICED as usual, BOUGHT for `prices`, or SET by the scenario.
    """

    dice: Count
    sides: Count
    qualities: tuple[Quality, ...]
    player: Id = ""
    default: StaffTable
    national: Mapping[str, StaffTable] = field(default_factory=empty_mapping, hash=False)
    fallback_ruling: Id = ""
    promotion: StaffTable | None = None
    ruling: Id = ""
    prices: QualityPrices | None = None

    def quality_source(self, rulings: Mapping[str, str]) -> str:
        """How quality is come by in the readings in force."""
        return rulings.get(self.ruling, DICED)


NO_STAFF = Staff(dice=1, sides=1, qualities=(), default=StaffTable(rows=empty_mapping()), house=True)
"""What a ruleset without staff quality has."""
DICED, BOUGHT, SET = "diced", "bought", "set"
"""The readings of the ruling on staff quality."""
