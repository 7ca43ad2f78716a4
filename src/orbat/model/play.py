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

Casualty = Literal["killed", "wounded", "captured", "destroyed"]
"""The ways in which a general can be lost in a game."""

CASUALTIES: tuple[Casualty, ...] = get_args(Casualty)

UnitState = Literal["routing", "routed_off", "destroyed", "surrendered"]
"""What has happened to a unit, apart from the stands, guns or hits that it has lost."""

STATES: tuple[UnitState, ...] = get_args(UnitState)
GONE: tuple[UnitState, ...] = ("routed_off", "destroyed", "surrendered")
"""States of units that have left the game."""


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
    """A rule that players apply and orbat does not check, such as how to build a bridge."""

    id: Id
    label: Text
    text: Text
    for_: AppliesTo = None
    reserves: Flag = False
    show: tuple[NoteSheet, ...] = ()


class UnitMark(Sourced):
    """A box to tick when something happens to a unit.

    Marks, such as the first fire, stay for the whole game. States, such as disorder, can end.
    """

    id: Id
    label: Text
    for_: AppliesTo = None


class UnitFate(Sourced):
    """A state of a unit that counts for the score, such as routing. The label is the word that the ruleset uses."""

    id: UnitState
    label: Text
    short: Text = ""
    for_: AppliesTo = None


class GeneralFate(Sourced):
    """A way in which generals are lost, such as capture. The label is the word that the ruleset uses."""

    id: Casualty
    label: Text
    effect: Text = ""


USUAL_UNIT_FATES = (
    UnitFate(id="routing", label="routing"),
    UnitFate(id="routed_off", label="routed off the table", short="routed off"),
    UnitFate(id="destroyed", label="destroyed"),
    UnitFate(id="surrendered", label="surrendered"),
)
"""The fates of units in rulesets that declare none."""

USUAL_GENERAL_FATES = (
    GeneralFate(id="killed", label="killed"),
    GeneralFate(id="wounded", label="wounded"),
    GeneralFate(id="captured", label="captured"),
)
"""The fates of generals in rulesets that declare none."""


class TurnEntry(Sourced):
    """What players write down each turn: a choice between answers such as `ours` and `theirs`, or dice."""

    id: Id
    label: Text
    choices: tuple[Text, ...] = ()
    dice: Count | None = None


class UnitFact(Sourced):
    """A short fact about units for the roster, such as the roll to rally."""

    id: Id
    label: Text
    text: Text
    for_: AppliesTo = None


class FiringGroup(Sourced):
    """The number of stands that shoot together (`size`). A remainder of at least `least` stands shoots too."""

    size: Count
    least: Count
    for_: AppliesTo = None


class Base(Sourced):
    """The size of a base as text, such as `1" x 1"`, and the figures on the base.

    `width` and `depth` are the size of the labels for the `kinds`, in millimetres. Without `depth`, labels are square.
    """

    what: Text
    figures: Text = ""
    size: Text
    kinds: tuple[Id, ...] = ()
    width: Count | None = None
    depth: Count | None = None


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


LengthUnit = Literal["inches", "cm"]
"""The unit of length of a ruleset."""

LENGTHS_PER_FOOT: dict[LengthUnit, int] = {"inches": 12, "cm": 30}
"""The number of units of length in a foot of a gaming table."""

BaseEdge = Literal["long", "short"]
"""The edges of the table from which the players play."""


class PlayingTable(Sourced):
    """The usual gaming table, in the ruleset's unit of length.

    Without `zone`, the ruleset has no deployment zones.
    """

    length: Count
    depth: Count
    zone: Count | None = None
    base_edge: BaseEdge = "long"


class Margin(Record):
    """A victory result, such as a minor victory, and the smallest lead that gives it."""

    least: Points
    label: Text


class PlayersGeneral(Sourced):
    """The points that the opponent scores if the player's own General is lost. They depend on a ruling."""

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
    """The losses that return to an army between two games of a campaign."""

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
