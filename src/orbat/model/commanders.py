"""Levels of formation, prices of commanders, and staff quality."""

from collections.abc import Mapping
from dataclasses import field

from orbat.model.points import Count, WholeNumber
from orbat.model.prices import Price, QualityPrices
from orbat.model.record import Record, empty_mapping
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, Id, Text


class Level(Sourced):
    """A level of formation, such as brigade."""

    id: Id
    label: Text
    general: Price
    needs_general: Flag = False
    aliases: tuple[Text, ...] = ()

    @property
    def citations(self) -> tuple[str, ...]:
        """The citations of the level. If the level has none, the citations of its general's price."""
        return super().citations or self.general.citations


class Quality(Record):
    """A commander's staff quality."""

    id: Id
    label: Text


class StaffTable(Sourced):
    """A table that gives staff qualities for sums of dice."""

    rows: Mapping[str, tuple[WholeNumber, ...]]

    def quality_of(self, dice: tuple[int, ...]) -> str:
        """The quality for a roll of dice. "" if the table has no row for the sum."""
        return next((quality for quality, sums in self.rows.items() if sum(dice) in sums), "")


class Staff(Sourced):
    """How commanders get their staff quality: by dice, by purchase or from the scenario."""

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

    def is_possible(self, dice: tuple[int, ...]) -> bool:
        """Whether a roll has the right number of dice and only possible results."""
        return len(dice) == self.dice and all(1 <= die <= self.sides for die in dice)

    def quality_source(self, rulings: Mapping[str, str]) -> str:
        """The source of staff quality under the chosen rulings: DICED, BOUGHT or SET."""
        return rulings.get(self.ruling, DICED)

    def table(self, name: str) -> StaffTable | None:
        """The staff table with this name: default, a nation, or promotion. None for an unknown table."""
        if name == PROMOTION:
            return self.promotion
        return self.default if name == "default" else self.national.get(name)


NO_STAFF = Staff(dice=1, sides=1, qualities=(), default=StaffTable(rows=empty_mapping()), house=True)
"""The value of `staff` for rulesets without staff quality."""
PROMOTION = "promotion"
"""The `table` of a roll for the successor of a general who was lost in a game."""
DICED, BOUGHT, SET = "diced", "bought", "set"
"""The choices of the ruling on the source of staff quality."""
