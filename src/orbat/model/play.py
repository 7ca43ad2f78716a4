"""Parts of a ruleset for playing a game, such as abilities, scouting and victory."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, get_args

from orbat.model.applicability import AppliesTo
from orbat.model.army_list import Selector
from orbat.model.points import Bound, Count, Points
from orbat.model.record import Record, empty_mapping
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, Id, Rating, Text

Casualty = Literal["killed", "wounded", "captured"]
"""The ways in which a general can be lost in a game."""

CASUALTIES: tuple[Casualty, ...] = get_args(Casualty)


NoteSheet = Literal["roster", "cards", "record", "deployment"]
"""The sheets that can print a note of the ruleset."""


class Ability(Sourced):
    """An ability of troops, such as forming square."""

    id: Id
    label: Text
    short: Text = ""
    kinds: tuple[Id, ...]
    ratings: tuple[Rating, ...] = ()
    for_: AppliesTo = None
    least_size: Count | None = None
    least_size_by_ruling: Mapping[str, Count] = field(default_factory=empty_mapping, hash=False)
    ruling: Id = ""
    everyone: Flag = False


class Included(Sourced):
    """Miniatures that units get free of charge, such as the pioneers of an engineer."""

    number: Count
    counted_in: tuple[Text, Text]
    for_: AppliesTo = None


class PlayNote(Sourced):
    """A rule for players that orbat does not check, such as how to build a bridge."""

    id: Id
    label: Text
    text: Text
    for_: AppliesTo = None
    reserves: Flag = False
    show: tuple[NoteSheet, ...] = ()


class UnitMark(Sourced):
    """A box to tick for something that happens to a unit in play and still matters later, such as its first fire."""

    id: Id
    label: Text
    for_: AppliesTo = None


class Base(Sourced):
    """The size of a base as text, such as `1" x 1"`, and the figures on the base."""

    what: Text
    figures: Text = ""
    size: Text


Action = Literal["charge", "shoot", "other"]
"""Actions that a prohibition can forbid. The odds use only prohibitions of `charge` and `shoot`."""


class Prohibition(Sourced):
    """Something that troops cannot do. For example, infantry cannot charge mounted troops."""

    id: Id
    label: Text
    short: Text = ""
    action: Action = "other"
    for_: AppliesTo = None
    against: AppliesTo = None
    as_: Id = ""
    over: Id = ""


class ScoutingRules(Sourced):
    """The scouting points of troops, and the effect of out-scouting the opponent."""

    subtypes: tuple[Id, ...]
    by_rating: Mapping[str, Points]
    ahead: Points
    means: Text = ""
    otherwise: Text = ""
    per_stand: Mapping[str, Count]
    ruling: Id


class DeploymentOrder(Sourced):
    """The order in which arms deploy. Unlisted arms deploy last."""

    order: tuple[Id, ...]


class PlayingTable(Sourced):
    """The usual gaming table, in inches."""

    length: Count
    depth: Count
    zone: Count


class Margin(Record):
    """A victory result, such as a minor victory, and the smallest lead that gives it."""

    least: Points
    label: Text


class PlayersGeneral(Sourced):
    """The points that the opponent gets for the loss of the player's own General. They depend on a ruling."""

    points: Mapping[str, Points]
    ruling: Id


class Victory(Sourced):
    """The victory results, and the rules for counting losses."""

    size: Points
    margins: tuple[Margin, ...]
    full: Text
    half: Text
    half_below: Bound | None = None
    generals: Text = ""
    fates: tuple[Casualty, ...] = ()
    player_general: PlayersGeneral | None = None
    works_ruling: Id = ""
    ruling: Id


class CampaignRules(Sourced):
    """What returns to an army between two games of a campaign."""

    lost_back: Bound = 0
    """The share of a unit's lost stands or guns that return. Rounded down."""
    destroyed_back: Bound = 0
    """The share of a destroyed unit's stands or guns that return. Rounded down."""
    generals_back: tuple[Casualty, ...] = ()
    """The fates of generals who return."""


class Scale(Sourced):
    """The number of men or guns that a stand or model represents."""

    what: Text
    number: Count


class ArmyTrait(Sourced):
    """A trait of a whole army, set by the army list, such as slow drill."""

    id: Id
    label: Text
    short: Text = ""


OFF_BOARD = "off the board"
"""The label of units and formations that are off the board."""


class Reserve(Sourced):
    """A way in which reserves arrive, such as on a flank."""

    id: Id
    label: Text
    short: Text = ""
    needs: Text = ""


class BreakingPoint(Sourced):
    """The losses that defeat an army, as a share of the units or points."""

    share: Bound
    count: Literal["units", "points"] = "units"
    of: Selector | None = None
    round: Literal["nearest", "up", "down"] = "nearest"
    ruling: Id = ""
    by_ruling: Mapping[str, Bound] = field(default_factory=empty_mapping, hash=False)
