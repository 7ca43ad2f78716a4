"""What has befallen an ORBAT in a game: stands lost, units routing or gone, generals lost. It never changes the ORBAT.

Frozen; an edit returns a new game. A unit or general is named by its place and its name, so that what was noted is
known again when the ORBAT has changed since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Annotated, Any, Literal, get_args

from orbat.model import path as paths
from orbat.model.orbat import Roll
from orbat.model.path import OrbatPath
from orbat.model.play import Casualty
from orbat.model.record import Record, Scalar, Value, empty_mapping
from orbat.model.text import Extras, FormatVersion, Text

UnitState = Literal["routing", "routed_off", "destroyed", "surrendered"]
"""What a unit may have come to, beside its losses."""

STATES: tuple[UnitState, ...] = get_args(UnitState)
GONE: tuple[UnitState, ...] = ("routed_off", "destroyed", "surrendered")
"""The states of a unit that is on the table no longer."""


def _read_path(raw: object) -> OrbatPath:
    if isinstance(raw, str) and len(raw) <= 200 and paths.show(found := paths.read(raw)) == raw and found:
        return found
    raise ValueError("should be a place in the ORBAT, such as formations[0].units[1]")


def _read_lost(raw: object) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= 1_000_000:
        return raw
    raise ValueError("should be a whole number up to 1000000")


Place = Annotated[OrbatPath, Scalar(_read_path, {"type": "string", "minLength": 1, "maxLength": 200})]
Lost = Annotated[int, Scalar(_read_lost, {"type": "integer", "minimum": 0, "maximum": 1_000_000})]


class UnitNote(Record):
    """What has befallen a unit: how much of what it counts is lost, what it has come to, and what is ticked of it."""

    place: Place
    name: Text = ""
    lost: Lost = 0
    state: UnitState | None = None
    ticked: tuple[Text, ...] = ()


class GeneralNote(Record):
    """What has befallen a general; `promoted` is the roll for whoever takes his place."""

    place: Place
    name: Text = ""
    fate: Casualty | None = None
    promoted: Roll | None = None


class Game(Record):
    """All that has befallen an army so far; `title` is that of the ORBAT."""

    play: FormatVersion = 1
    title: Text = ""
    units: tuple[UnitNote, ...] = ()
    generals: tuple[GeneralNote, ...] = ()
    note: Text = ""
    extras: Extras = field(default_factory=empty_mapping, hash=False)

    def unit(self, place: OrbatPath) -> UnitNote:
        """What is noted of the unit at a place."""
        return next((one for one in self.units if one.place == place), UnitNote(place=place))

    def general(self, place: OrbatPath) -> GeneralNote:
        """What is noted of the general at a place."""
        return next((one for one in self.generals if one.place == place), GeneralNote(place=place))


Note = UnitNote | GeneralNote


def noted(game: Game, note: Note) -> Game:
    """The game with this noted of a unit or general instead of what was; a note that says nothing is left out."""
    if isinstance(note, UnitNote):
        return replace(game, units=_with(game.units, note, says=bool(note.lost or note.state or note.ticked)))
    return replace(game, generals=_with(game.generals, note, says=bool(note.fate or note.promoted)))


def _with(notes: tuple[Any, ...], note: Note, *, says: bool) -> tuple[Any, ...]:
    others = [one for one in notes if one.place != note.place]
    return tuple(sorted([*others, note] if says else others, key=lambda one: _order(one.place)))


def _order(place: OrbatPath) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (0, step) for step in place)


def placed(game: Game, names: Mapping[OrbatPath, str]) -> tuple[Game, tuple[Note, ...]]:
    """The game with each note at the place where the thing of its name is now, and the notes on what is no more.

    A thing is the same where place and name agree, or where only one that no other note is about has the name.
    """
    known: list[Note] = [*game.units, *game.generals]
    there = {note.place for note in known if names.get(note.place) == note.name}
    found, lost = replace(game, units=(), generals=()), []
    for note in known:
        if note.place not in there:
            fitting = _places_of(note, names, there)
            if len(fitting) != 1:
                lost.append(note)
                continue
            there.add(fitting[0])
            note = replace(note, place=fitting[0])
        found = noted(found, note)
    return found, tuple(lost)


def rejoined(game: Game, astray: tuple[Note, ...]) -> Game:
    """The game with the notes on what is no more behind the others, as they are kept."""
    units = tuple(one for one in astray if isinstance(one, UnitNote))
    generals = tuple(one for one in astray if isinstance(one, GeneralNote))
    return replace(game, units=(*game.units, *units), generals=(*game.generals, *generals))


def _places_of(note: Note, names: Mapping[OrbatPath, str], taken: set[OrbatPath]) -> list[OrbatPath]:
    """Where else the thing that a note is about may be; one without a name only where it was."""
    if not note.name:
        return [note.place] if note.place in names else []
    general = isinstance(note, GeneralNote)
    return [
        place
        for place, name in names.items()
        if name == note.name and (place[-1] == "commander") == general and place not in taken
    ]


class Played(Value):
    """The states of a game and which of them is on screen: undo and redo without limit."""

    steps: tuple[Game, ...]
    position: int = 0

    @property
    def now(self) -> Game:
        """The game on screen."""
        return self.steps[self.position]

    def do(self, game: Game) -> Played:
        """After another step; what had been undone is dropped. A step that changes nothing is none."""
        if game == self.now:
            return self
        return Played((*self.steps[: self.position + 1], game), self.position + 1)

    def undo(self) -> Played:
        """One step back, as far as there is one."""
        return replace(self, position=max(0, self.position - 1))

    def redo(self) -> Played:
        """One step forward, as far as there is one."""
        return replace(self, position=min(self.position + 1, len(self.steps) - 1))


# What each key of a game's file means, in a line, for an editor to show (see `schema_words`); and what a ruleset says
# of fates.


GAME_WORDS: Mapping[str, str] = {
    "Game.play": "The version of this file format: 1.",
    "Game.title": "The title of the ORBAT.",
    "Game.units": "The units that something has befallen.",
    "Game.generals": "The generals that something has befallen.",
    "GeneralNote.fate": "What became of him: killed, wounded or captured.",
    "GeneralNote.name": "His name, by which he is known again when the ORBAT has changed.",
    "GeneralNote.promoted": "The roll for whoever takes his place.",
    "UnitNote.lost": "How many of its stands, guns or hits are lost.",
    "UnitNote.name": "The unit's name, by which it is known again when the ORBAT has changed.",
    "UnitNote.state": "What it has come to: routing, routed_off, destroyed or surrendered.",
    "UnitNote.ticked": "The states that are ticked of it, where its kind has such.",
    "place": "Where it stands in the ORBAT, such as formations[0].units[1].",
}
