"""Numbers that shape generated armies, such as the share of generals in their cost. No rulebook gives these numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, Protocol

from orbat.model.points import Bound, Month, Range
from orbat.model.record import Record
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, FormatVersion, Text

if TYPE_CHECKING:
    from orbat.model.orbat import Orbat


Branch = Literal["foot", "horse", "guns", "other"]
"""Groups of troops. In generated armies, a formation of the lowest level usually has units of one branch, but guns
join foot or horse."""


class BranchNumbers(Record):
    """A number or share for every branch: foot, horse and guns."""

    foot: Bound
    horse: Bound
    guns: Bound

    def by_branch(self) -> dict[Branch, float]:
        """The number or share of each branch, as a mapping."""
        return {"foot": float(self.foot), "horse": float(self.horse), "guns": float(self.guns)}


class ArmyStyle(Record):
    """A style of generated armies."""

    about: Text
    shares: BranchNumbers
    prefer: Literal["", "dear", "cheap"] = ""
    from_history: Flag = False
    atypical: Bound
    horse_batteries: Bound


class Proportions(Sourced):
    """Numbers that shape every generated army, whatever its style, such as the share of generals in its cost."""

    raising: FormatVersion
    generals: Bound
    most_generals: Bound
    spread: Bound
    usual_sizes: Bound
    real_formations: Bound
    irregular_horse: Bound
    units_per_entry: BranchNumbers
    most_entries: BranchNumbers
    siege_guns: Bound
    foot_units: Range
    horse_units: Range
    lower_formations: Range
    campaign_months: tuple[Month, ...]
    styles: Mapping[str, ArmyStyle]


class RaisingData(Protocol):
    """The data for generated armies, loaded on first use."""

    @property
    def proportions(self) -> Proportions:
        """Numbers that shape every generated army, whatever its style, such as the share of generals in its cost."""

    def historical(self, list_id: str) -> tuple[Orbat, ...]:
        """The shipped historical ORBATs of an army list."""
