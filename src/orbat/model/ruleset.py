"""A ruleset: one rulebook's tables and constants, as its YAML file holds them."""

from collections.abc import Mapping
from dataclasses import field

from orbat.model.army_list import Entry, Limit, Source
from orbat.model.command import NO_STAFF, Level, Staff
from orbat.model.kinds import Kind, OptionPrice, Subtype
from orbat.model.play import (
    Ability,
    ArmyTrait,
    BreakingPoint,
    DeploymentOrder,
    PlayingTable,
    Reserve,
    Scale,
    Scouting,
    Victory,
)
from orbat.model.prices import NationalPrice, Price
from orbat.model.record import Record, nothing
from orbat.model.rules import Rules
from orbat.model.sourced import Sourced
from orbat.model.text import FormatVersion, Id, Rating, Text


class RatingName(Sourced):
    """A troop grade and what the rulebook calls it."""

    id: Rating
    label: Text
    aliases: tuple[Text, ...] = ()


class SizeName(Record):
    """A named size of units, such as small."""

    id: Id
    label: Text
    aliases: tuple[Text, ...] = ()


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


class Ruleset(Record):
    """One rulebook's tables and constants; `code` is its short name in citations.

    `official` says in a paragraph which of its numbers a rulebook gives and which are ours. `commander_word` is what
    the commander of a formation is called. `limits` hold for every army.
    """

    ruleset: FormatVersion
    id: Id
    title: Text
    version: Text
    code: Text
    period: Text
    note: Text = ""
    official: Text = ""
    aliases: tuple[Text, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=nothing, hash=False)
    scale: tuple[Scale, ...] = ()
    command_radius: Scale | None = None
    rating_word: Text = "rating"
    rating_aliases: tuple[Text, ...] = ()
    ratings: tuple[RatingName, ...] = ()
    sizes: tuple[SizeName, ...] = ()
    arms: tuple[Id, ...]
    subtypes: Mapping[str, Subtype] = field(default_factory=nothing, hash=False)
    kinds: Mapping[str, Kind]
    options: Mapping[str, OptionPrice] = field(default_factory=nothing, hash=False)
    national_prices: tuple[NationalPrice, ...] = ()
    levels: tuple[Level, ...]
    commander_word: Text = "general"
    player_general: Price
    staff: Staff = field(default_factory=lambda: NO_STAFF)
    rules: Rules
    limits: tuple[Limit, ...] = ()
    abilities: tuple[Ability, ...] = ()
    flags: tuple[ArmyTrait, ...] = ()
    reserves: tuple[Reserve, ...] = ()
    entries: tuple[Entry, ...] = ()
    scouting: Scouting | None = None
    deployment: DeploymentOrder | None = None
    table: PlayingTable | None = None
    victory: Victory | None = None
    breaking_point: BreakingPoint | None = None
    rulings: tuple[Ruling, ...] = ()

    def level(self, level_id: str) -> Level | None:
        """The level of that id."""
        return next((level for level in self.levels if level.id == level_id), None)

    @property
    def commander_title(self) -> str:
        """The word for a commander as a title: `General`, `HQ`."""
        return self.commander_word[:1].upper() + self.commander_word[1:]

    def size_label(self, size: int | str) -> str:
        """What a named size is called; a number as it is."""
        return next((one.label for one in self.sizes if one.id == size), str(size))
