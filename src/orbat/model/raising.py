"""The proportions of generated armies: styles, shares and usual numbers. No rulebook gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, Protocol

from orbat.model.points import Bound, Range
from orbat.model.record import Record
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, FormatVersion, Text

if TYPE_CHECKING:
    from orbat.model.orbat import Orbat


Branch = Literal["foot", "horse", "guns", "other"]
"""Groups of troops. In generated armies, a formation of the lowest level usually has units of one branch, but guns
join foot or horse."""


class BranchNumbers(Record):
    """A number or share for each branch: foot, horse and guns."""

    foot: Bound
    horse: Bound
    guns: Bound

    def by_branch(self) -> dict[Branch, float]:
        """The numbers by the name of the branch."""
        return {"foot": float(self.foot), "horse": float(self.horse), "guns": float(self.guns)}


class ArmyStyle(Record):
    """A style of generated armies.

    - `about`: the style in a few words
    - `shares`: the target share of foot, horse and guns in the cost of the units
    - `prefer`: whether dear or cheap units are preferred; "" for neither
    - `from_history`: whether the proportions come from the shipped historical ORBATs of the army list, if it has any
    - `atypical`: the penalty for each atypical rating or option, as a share of the unit's price
    - `horse_batteries`: the maximum number of horse batteries for each battery of foot artillery
    """

    about: Text
    shares: BranchNumbers
    prefer: Literal["", "dear", "cheap"] = ""
    from_history: Flag = False
    atypical: Bound
    horse_batteries: Bound


class Proportions(Sourced):
    """The proportions of all generated armies.

    - `generals`: the usual share of generals in the cost of an army
    - `most_generals`: the maximum share of generals, if the army may use only the stands owned
    - `spread`: the usual difference of a unit from its typical size, as a share of this size. It is rounded up to whole
      stands
    - `usual_sizes`: the share of an army's units whose size is within the spread
    - `irregular_horse`: the maximum share of irregulars in the cost of the horse
    - `units_per_entry`: the usual number of units of each entry
    - `most_entries`: the maximum number of entries. Further entries are used only if the points require them
    - `siege_guns`: the weight of siege guns relative to other guns
    - `foot_units`, `horse_units`, `lower_formations`: the usual contents of a formation, for army lists without habits
    - `styles`: the styles by id
    """

    raising: FormatVersion
    generals: Bound
    most_generals: Bound
    spread: Bound
    usual_sizes: Bound
    irregular_horse: Bound
    units_per_entry: BranchNumbers
    most_entries: BranchNumbers
    siege_guns: Bound
    foot_units: Range
    horse_units: Range
    lower_formations: Range
    styles: Mapping[str, ArmyStyle]


class RaisingData(Protocol):
    """The data for generated armies, loaded on first use."""

    @property
    def proportions(self) -> Proportions:
        """The proportions of all generated armies."""

    def historical(self, list_id: str) -> tuple[Orbat, ...]:
        """The shipped historical ORBATs of an army list."""
