"""What of a ruleset is for playing rather than buying: what troops may do, scouting, reserves, and who has won."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, get_args

from orbat.model.army_list import Selector
from orbat.model.points import Bound, Count, Points
from orbat.model.record import Record, empty_mapping
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, Id, Rating, Text

Casualty = Literal["killed", "wounded", "captured"]
"""What may befall a general."""

CASUALTIES: tuple[Casualty, ...] = get_args(Casualty)


class Ability(Sourced):
    """Something troops may do (form square, skirmish), and from which size and rating on; `short` names it."""

    id: Id
    label: Text
    short: Text = ""
    kinds: tuple[Id, ...]
    ratings: tuple[Rating, ...] = ()
    least_size: Count | None = None
    least_size_by_ruling: Mapping[str, Count] = field(default_factory=empty_mapping, hash=False)
    ruling: Id = ""
    everyone: Flag = False


class ScoutingRules(Sourced):
    """Scouting points of each stand by rating, who counts, and how far ahead out-scouts the opponent.

    `means` says in words what it does to the deployment where one is out-scouted, `otherwise` where nobody is.
    """

    subtypes: tuple[Id, ...]
    by_rating: Mapping[str, Points]
    ahead: Points
    means: Text = ""
    otherwise: Text = ""
    per_stand: Mapping[str, Count]
    ruling: Id


class DeploymentOrder(Sourced):
    """The arms in the order in which troops are placed on the table; those not named come after them."""

    order: tuple[Id, ...]


class PlayingTable(Sourced):
    """The usual table, in inches: its length along the players' edges, its depth, and how deep each deploys on it."""

    length: Count
    depth: Count
    zone: Count


class Margin(Record):
    """The least difference in points lost that gives a result, at the size the scale is printed for."""

    least: Points
    label: Text


class Victory(Sourced):
    """The margin scale, as printed for one game size, and the ruling on other sizes.

    `full`, `half` and `generals` say in words what counts as lost; a unit whose strength is less than the share
    `half_below` of its first one counts for half, and a general counts in full who has met one of the `fates`.
    """

    size: Points
    margins: tuple[Margin, ...]
    full: Text
    half: Text
    half_below: Bound | None = None
    generals: Text = ""
    fates: tuple[Casualty, ...] = ()
    ruling: Id


class Scale(Sourced):
    """How many men (or guns) one stand or model stands for."""

    what: Text
    number: Count


class ArmyTrait(Sourced):
    """A flag of a whole army that its list raises, such as slow drill; `short` names it."""

    id: Id
    label: Text
    short: Text = ""


OFF_BOARD = "off the board"
"""What is said of what is held in reserve."""


class Reserve(Sourced):
    """A way in which what is held off the table comes on, and what it needs; `short` names it."""

    id: Id
    label: Text
    short: Text = ""
    needs: Text = ""


class BreakingPoint(Sourced):
    """The losses at which an army is beaten: a share of what it has, in units or points, made whole.

    `of` selects what counts, as usual all troops. Under a `ruling`, `by_ruling` gives other shares.
    """

    share: Bound
    count: Literal["units", "points"] = "units"
    of: Selector | None = None
    round: Literal["nearest", "up", "down"] = "nearest"
    ruling: Id = ""
    by_ruling: Mapping[str, Bound] = field(default_factory=empty_mapping, hash=False)
