"""A ruleset: the tables and constants of one rulebook, loaded from a YAML file."""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property

from orbat.model.army_list import CitedWork, Entry, Limit, Selector
from orbat.model.commanders import NO_STAFF, Level, Staff
from orbat.model.kinds import Kind, OptionPrice, Subtype
from orbat.model.play import (
    LENGTHS_PER_FOOT,
    USUAL_GENERAL_FATES,
    USUAL_UNIT_FATES,
    Ability,
    ArmyTrait,
    Base,
    BreakingPoint,
    CampaignRules,
    DeploymentOrder,
    FiringGroup,
    GeneralFate,
    Included,
    LengthUnit,
    PlayingTable,
    PlayNote,
    Prohibition,
    Reserve,
    Scale,
    ScoutingRules,
    TurnEntry,
    UnitFact,
    UnitFate,
    UnitMark,
    Victory,
)
from orbat.model.points import Bound, Count, Points, exact
from orbat.model.prices import NationalPrice, Price
from orbat.model.record import Record, empty_mapping
from orbat.model.sourced import Sourced
from orbat.model.text import FormatVersion, Id, Rating, Text
from orbat.model.wars import War

# Rules of the catalogue that a ruleset enables, with their numbers.


class Switch(Sourced):
    """A rule that the ruleset enables, with its sources and settings."""

    ruling: Id = ""


class UsualSize(Switch):
    """The range of usual game sizes, in points."""

    min: Points
    max: Points
    steps: tuple[Points, ...] = ()

    @property
    def offered(self) -> tuple[Points, ...]:
        """The game sizes for players to choose from, ascending."""
        # By default: the minimum, middle and maximum of the range.
        return self.steps or (self.min, exact(Fraction(self.min + self.max) / 2), self.max)


class Apart(Switch):
    """Two arms, such as foot and horse, that one general cannot command together."""

    arms: tuple[Id, Id]
    levels: tuple[Id, ...]


class OffBoard(Switch):
    """The maximum share of an army that may be off the board, and the levels of formations that may stay there."""

    at_most: Bound
    levels: tuple[Id, ...]


class NeededUnits(Sourced):
    """Troops or works that are allowed only in armies with units of another kind."""

    kind: Id
    needs: Id


class PlayerGeneral(Switch):
    """The maximum number of generals representing the player."""

    at_most: Count


class RuleSettings(Record):
    """The rules enabled by a ruleset, with settings. Absent rules are not checked."""

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
    needs: tuple[NeededUnits, ...] = ()
    player_general: PlayerGeneral | None = None
    staff: Switch | None = None


class RatingName(Sourced):
    """A rating, and the rulebook's name for it."""

    id: Rating
    label: Text
    aliases: tuple[Text, ...] = ()


class SizeName(Record):
    """A named size of units, such as small."""

    id: Id
    label: Text
    aliases: tuple[Text, ...] = ()


class Choice(Record):
    """A possible interpretation of a passage in the rulebook."""

    id: Id
    label: Text


class Ruling(Sourced):
    """A passage of the rulebook that can be read in several ways."""

    id: Id
    name: Text = ""
    passage: Text
    question: Text
    ours: Id
    choices: tuple[Choice, ...]

    @property
    def words(self) -> str:
        """The name of the ruling. By default, the id with spaces instead of underscores."""
        return self.name or self.id.replace("_", " ")


class Ruleset(Record):
    """The tables and constants of one rulebook."""

    ruleset: FormatVersion
    id: Id
    title: Text
    version: Text
    code: Text
    period: Text
    note: Text = ""
    official: Text = ""
    aliases: tuple[Text, ...] = ()
    sources: Mapping[str, CitedWork] = field(default_factory=empty_mapping, hash=False)
    scale: tuple[Scale, ...] = ()
    bases: tuple[Base, ...] = ()
    command_radius: Scale | None = None
    rating_word: Text = "rating"
    rating_aliases: tuple[Text, ...] = ()
    ratings: tuple[RatingName, ...] = ()
    sizes: tuple[SizeName, ...] = ()
    arms: tuple[Id, ...]
    subtypes: Mapping[str, Subtype] = field(default_factory=empty_mapping, hash=False)
    kinds: Mapping[str, Kind]
    options: Mapping[str, OptionPrice] = field(default_factory=empty_mapping, hash=False)
    national_prices: tuple[NationalPrice, ...] = ()
    levels: tuple[Level, ...]
    commander_word: Text = "general"
    player_general: Price
    staff: Staff = field(default_factory=lambda: NO_STAFF)
    rules: RuleSettings
    limits: tuple[Limit, ...] = ()
    included: tuple[Included, ...] = ()
    abilities: tuple[Ability, ...] = ()
    cannot: tuple[Prohibition, ...] = ()
    notes: tuple[PlayNote, ...] = ()
    turns: tuple[TurnEntry, ...] = ()
    states: tuple[UnitMark, ...] = ()
    marks: tuple[UnitMark, ...] = ()
    unit_fates: tuple[UnitFate, ...] = USUAL_UNIT_FATES
    general_fates: tuple[GeneralFate, ...] = USUAL_GENERAL_FATES
    facts: tuple[UnitFact, ...] = ()
    firing_groups: tuple[FiringGroup, ...] = ()
    length_unit: LengthUnit = "inches"
    flags: tuple[ArmyTrait, ...] = ()
    reserves: tuple[Reserve, ...] = ()
    entries: tuple[Entry, ...] = ()
    scouting: ScoutingRules | None = None
    deployment: DeploymentOrder | None = None
    table: PlayingTable | None = None
    victory: Victory | None = None
    campaign: CampaignRules | None = None
    breaking_point: BreakingPoint | None = None
    rulings: tuple[Ruling, ...] = ()
    wars: tuple[War, ...] = ()
    own_formations: tuple[Selector, ...] = ()

    @cached_property
    def level_ids(self) -> tuple[str, ...]:
        """The ids of the levels, highest first."""
        return tuple(level.id for level in self.levels)

    @cached_property
    def _levels(self) -> Mapping[str, Level]:
        return {level.id: level for level in self.levels}

    def level(self, level_id: str) -> Level | None:
        """A level by id, or None."""
        return self._levels.get(level_id)

    def base_of(self, kind_id: str) -> Base | None:
        """The base of a kind of troops or generals, or None if its width is unknown."""
        return next((base for base in self.bases if base.width and kind_id in base.kinds), None)

    @property
    def general_prices(self) -> frozenset[Points]:
        """The prices of generals of all levels, in points. Free generals are left out."""
        return frozenset(level.general.points for level in self.levels if level.general.points)

    @property
    def commander_title(self) -> str:
        """The word for a commander as a title: `General`, `HQ`."""
        return self.commander_word[:1].upper() + self.commander_word[1:]

    def feet(self, length: Count) -> Fraction:
        """A length on the gaming table, in feet."""
        return Fraction(length, LENGTHS_PER_FOOT[self.length_unit])

    def size_label(self, size: int | str) -> str:
        """The label of a named size, or the number as text."""
        return next((one.label for one in self.sizes if one.id == size), str(size))
