"""Parts of a ruleset for playing a game: abilities, prohibitions, scouting, reserves, deployment and victory."""

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
    """An ability of troops, such as forming square.

    `kinds`, `ratings`, `least_size` and `for` select the troops that can have the ability. With `everyone`, all these
    troops have the ability. Without `everyone`, only troops whose entry lists the ability have it. `short` is the
    ability's name on sheets.
    """

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
    """Miniatures that each unit has at no further cost, such as the pioneers of an engineer. `for` selects the units.

    `counted_in` is the noun for the miniatures, in the singular and plural.
    """

    number: Count
    counted_in: tuple[Text, Text]
    for_: AppliesTo = None


class PlayNote(Sourced):
    """A rule that players need on the table and that orbat does not check, such as how to build a bridge.

    The note is for armies with units that `for` selects. With `reserves`, it is only for armies with units off the
    board. `show` lists the sheets that print the note.
    """

    id: Id
    label: Text
    text: Text
    for_: AppliesTo = None
    reserves: Flag = False
    show: tuple[NoteSheet, ...] = ()


class Base(Sourced):
    """The size of a base as text, such as `1" x 1"`, and the figures on it."""

    what: Text
    figures: Text = ""
    size: Text


Action = Literal["charge", "shoot", "other"]
"""Actions that a prohibition can forbid. The odds use only prohibitions of `charge` and `shoot`."""


class Prohibition(Sourced):
    """Something that troops cannot do, such as infantry that cannot charge mounted troops.

    `label` follows the name of the troops: `cannot charge mounted troops`. `short` is a shorter name for sheets;
    without it, sheets mention the prohibition only in lists of rules. `for` selects the troops. `against` selects the
    targets that these troops cannot charge or shoot at. With `as`, the prohibition applies only to units that use the
    ability with this id, such as a unit in square. With `over`, the prohibition applies only on the ground with this
    id, such as `fortifications`.
    """

    id: Id
    label: Text
    short: Text = ""
    action: Action = "other"
    for_: AppliesTo = None
    against: AppliesTo = None
    as_: Id = ""
    over: Id = ""


class ScoutingRules(Sourced):
    """The scouting points of one stand for each rating, and the subtypes of troops that score them.

    `ahead` is the lead, in scouting points, needed to out-scout the opponent. `means` describes the effect of being
    out-scouted, and `otherwise` the effect if neither side is out-scouted.
    """

    subtypes: tuple[Id, ...]
    by_rating: Mapping[str, Points]
    ahead: Points
    means: Text = ""
    otherwise: Text = ""
    per_stand: Mapping[str, Count]
    ruling: Id


class DeploymentOrder(Sourced):
    """The order in which arms deploy. Arms that are not listed deploy last."""

    order: tuple[Id, ...]


class PlayingTable(Sourced):
    """The usual gaming table, in inches: length (along the players' edges), depth, and depth of a deployment zone."""

    length: Count
    depth: Count
    zone: Count


class Margin(Record):
    """A victory result, such as a minor victory. `least` is the smallest lead that gives the result, in points.

    The lead is the difference between the points that the two sides lost. `least` is for games of `Victory.size`
    points. For other game sizes, a ruling decides how `least` changes.
    """

    least: Points
    label: Text


class PlayersGeneral(Sourced):
    """The points that the opponent scores if the player's own General is lost, for each choice of a ruling."""

    points: Mapping[str, Points]
    ruling: Id


class Victory(Sourced):
    """The victory results, each with the lead in points that it requires.

    The leads are for games of `size` points. A ruling decides how the leads change with the game size. `full`, `half`
    and `generals` say in words which losses count. A unit below the share `half_below` of its starting strength counts
    for half its points. A general who is lost in one of the ways in `fates` counts in full. `player_general` gives the
    points for the loss of the player's own General. Without `player_general`, the General counts for the price paid.
    `works_ruling` is the id of the ruling on whether lost works, such as earthworks, count.
    """

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


class Scale(Sourced):
    """The number of men (or guns) that one stand or model represents."""

    what: Text
    number: Count


class ArmyTrait(Sourced):
    """A trait of a whole army, set by its army list, such as slow drill. `short` is the trait's name on sheets."""

    id: Id
    label: Text
    short: Text = ""


OFF_BOARD = "off the board"
"""The label of units and formations that are off the board."""


class Reserve(Sourced):
    """A way in which reserves arrive, such as on a flank. `needs` describes the requirements; `short` is the name on
    sheets."""

    id: Id
    label: Text
    short: Text = ""
    needs: Text = ""


class BreakingPoint(Sourced):
    """The losses that defeat an army: a share of its units or points, rounded to a whole number.

    `of` selects the troops that count. Without `of`, all troops count. `ruling` is the id of a ruling that changes the
    share, and `by_ruling` gives the share for each choice of this ruling.
    """

    share: Bound
    count: Literal["units", "points"] = "units"
    of: Selector | None = None
    round: Literal["nearest", "up", "down"] = "nearest"
    ruling: Id = ""
    by_ruling: Mapping[str, Bound] = field(default_factory=empty_mapping, hash=False)
