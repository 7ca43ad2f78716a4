"""A ruleset: one rulebook's tables and constants, as its YAML file holds them."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from orbat.model.army_list import Entry
from orbat.model.play import Ability, DeploymentOrder, PlayingTable, Scale, Scouting, Victory
from orbat.model.points import Bound, Count, Points, WholeNumber
from orbat.model.record import Record, nothing
from orbat.model.sourced import Sourced
from orbat.model.text import Flag, FormatVersion, Id, Rating, Text


class RatingName(Sourced):
    """A troop grade and what the rulebook calls it."""

    id: Rating
    label: Text
    aliases: tuple[Text, ...] = ()


class Price(Sourced):
    """What one bought thing costs, in points: `points`, or by its rating.

    `per: size` is multiplied by the unit's size (stands, guns, lengths); `per: unit` is paid once.
    """

    points: Points | None = None
    by_rating: Mapping[str, Points] = field(default_factory=nothing, hash=False)
    per: Literal["size", "unit"] = "size"


class Removal(Sourced):
    """The size, in stands, at which a unit is taken off the table."""

    size: Count


class OneModel(Record):
    """The reading of a ruling under which a unit of the kind is always of one size."""

    ruling: Id
    choice: Id
    size: Count


Symbol = Literal[
    "infantry",
    "light_infantry",
    "rifles",
    "light_cavalry",
    "heavy_cavalry",
    "foot_artillery",
    "horse_artillery",
    "siege_artillery",
    "engineers",
    "staff",
    "works",
]
"""The signs of arms that charts and maps know."""


class Kind(Sourced):
    """What the ruleset prices: infantry, a field gun, a general, a length of earthworks.

    `counted_in` is the singular and plural of what a size counts. `rating` says whether the rating sets the
    price, is free to choose, or does not exist. `symbol` is its sign on charts and maps. `works` are no troops:
    they have no strength to lose.
    """

    label: Text
    arm: Id
    counted_in: tuple[Text, Text]
    rating: Literal["priced", "free", "none"]
    price: Price
    removed_at: Removal | None = None
    fixed_size: OneModel | None = None
    staff: Flag = False
    works: Flag = False
    symbol: Symbol | None = None
    aliases: tuple[Text, ...] = ()


class Barred(Record):
    """Kinds that may not take an option when a ruling is read in one way."""

    kinds: tuple[Id, ...]
    ruling: Id
    choice: Id


class OptionPrice(Price):
    """A priced choice of a unit, and the kinds that may have it."""

    label: Text
    kinds: tuple[Id, ...]
    barred: Barred | None = None
    aliases: tuple[Text, ...] = ()


class Subtype(Record):
    """A finer division of a kind, for limits, scouting and the signs on charts and maps."""

    label: Text
    kind: Id
    symbol: Symbol | None = None
    aliases: tuple[Text, ...] = ()


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
    """How staff quality is diced: so many dice of so many sides, added, on a table.

    `promotion` is the table for those who replace lost generals during a game.
    """

    dice: Count
    sides: Count
    qualities: tuple[Quality, ...]
    player: Id
    default: StaffTable
    national: Mapping[str, StaffTable] = field(default_factory=nothing, hash=False)
    fallback_ruling: Id = ""
    promotion: StaffTable | None = None


class Choice(Record):
    """One way to read a passage."""

    id: Id
    label: Text


class Ruling(Sourced):
    """A passage that can be read two ways: our reading first, the others selectable."""

    id: Id
    passage: Text
    question: Text
    ours: Id
    choices: tuple[Choice, ...]


class Switch(Sourced):
    """A rule that the ruleset switches on; `ruling` names the ruling that decides its severity or base."""

    ruling: Id = ""


class UsualSize(Switch):
    """The usual game sizes, in points."""

    min: Points
    max: Points


class Apart(Switch):
    """Arms that one general cannot command together, and the levels at which mixing them is wrong."""

    arms: tuple[Id, Id]
    levels: tuple[Id, ...]


class OffBoard(Switch):
    """How much of an army may stay off the table, and at which levels of formation."""

    at_most: Bound
    levels: tuple[Id, ...]


class Need(Sourced):
    """A kind that may be bought only by an army that has another."""

    kind: Id
    needs: Id


class PlayerGeneral(Switch):
    """How many generals may represent the player."""

    at_most: Count


class Rules(Record):
    """The rules a ruleset switches on, with their numbers. An absent one is not checked."""

    within_size: Switch | None = None
    size_agreed: Switch | None = None
    usual_size: UsualSize | None = None
    ratings: Switch | None = None
    size_range: Switch | None = None
    removed_at: Switch | None = None
    options: Switch | None = None
    claims: Switch | None = None
    under_general: Switch | None = None
    apart: Apart | None = None
    off_board: OffBoard | None = None
    needs: tuple[Need, ...] = ()
    player_general: PlayerGeneral | None = None
    staff: Switch | None = None


class Ruleset(Record):
    """One rulebook's tables and constants; `code` is its short name in citations."""

    ruleset: FormatVersion
    id: Id
    title: Text
    version: Text
    code: Text
    period: Text
    note: Text = ""
    aliases: tuple[Text, ...] = ()
    scale: tuple[Scale, ...] = ()
    command_radius: Scale | None = None
    rating_word: Text
    rating_aliases: tuple[Text, ...] = ()
    ratings: tuple[RatingName, ...]
    arms: tuple[Id, ...]
    subtypes: Mapping[str, Subtype] = field(default_factory=nothing, hash=False)
    kinds: Mapping[str, Kind]
    options: Mapping[str, OptionPrice] = field(default_factory=nothing, hash=False)
    levels: tuple[Level, ...]
    player_general: Price
    staff: Staff
    rules: Rules
    abilities: tuple[Ability, ...] = ()
    entries: tuple[Entry, ...] = ()
    scouting: Scouting | None = None
    deployment: DeploymentOrder | None = None
    table: PlayingTable | None = None
    victory: Victory | None = None
    rulings: tuple[Ruling, ...] = ()

    def level(self, level_id: str) -> Level | None:
        """The level of that id."""
        return next((level for level in self.levels if level.id == level_id), None)
