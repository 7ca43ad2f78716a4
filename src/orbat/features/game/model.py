"""Losses of an army during a game.

All classes are frozen: an edit returns a new game, and the ORBAT is never changed. A note has the losses of one unit,
or the fate of one general. Notes have both path and name, so that orbat can find a moved unit or general by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Annotated, Any

from orbat.model import path as paths
from orbat.model.orbat import Roll
from orbat.model.path import OrbatPath
from orbat.model.play import Casualty, UnitState
from orbat.model.record import Record, Scalar, Value, empty_mapping
from orbat.model.text import Extras, FormatVersion, Text


def _read_path(raw: object) -> OrbatPath:
    if isinstance(raw, str) and len(raw) <= 200 and paths.show(found := paths.read(raw)) == raw and found:
        return found
    raise ValueError("should be a path in the ORBAT, such as formations[0].units[1]")


def _read_lost(raw: object) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= 1_000_000:
        return raw
    raise ValueError("should be a whole number up to 1000000")


Place = Annotated[OrbatPath, Scalar(_read_path, {"type": "string", "minLength": 1, "maxLength": 200})]
Lost = Annotated[int, Scalar(_read_lost, {"type": "integer", "minimum": 0, "maximum": 1_000_000})]


class UnitNote(Record):
    """Losses and state of a unit."""

    place: Place
    name: Text = ""
    lost: Lost = 0
    state: UnitState | None = None
    ticked: tuple[Text, ...] = ()


class GeneralNote(Record):
    """The fate of a general, and the staff roll of a successor."""

    place: Place
    name: Text = ""
    fate: Casualty | None = None
    promoted: Roll | None = None


class Game(Record):
    """All losses of one army in a game."""

    play: FormatVersion = 1
    title: Text = ""
    units: tuple[UnitNote, ...] = ()
    generals: tuple[GeneralNote, ...] = ()
    note: Text = ""
    extras: Extras = field(default_factory=empty_mapping, hash=False)

    def unit(self, place: OrbatPath) -> UnitNote:
        """The note on the unit at a path; an empty note by default."""
        return next((one for one in self.units if one.place == place), UnitNote(place=place))

    def general(self, place: OrbatPath) -> GeneralNote:
        """The note on the general at a path; an empty note by default."""
        return next((one for one in self.generals if one.place == place), GeneralNote(place=place))


Note = UnitNote | GeneralNote


def with_note(game: Game, note: Note) -> Game:
    """Add or replace the note on a unit or general. An empty note removes the existing note."""
    if isinstance(note, UnitNote):
        return replace(game, units=_with(game.units, note, keep=bool(note.lost or note.state or note.ticked)))
    return replace(game, generals=_with(game.generals, note, keep=bool(note.fate or note.promoted)))


def _with(notes: tuple[Any, ...], note: Note, *, keep: bool) -> tuple[Any, ...]:
    others = [one for one in notes if one.place != note.place]
    return tuple(sorted([*others, note] if keep else others, key=lambda one: paths.document_order(one.place)))


def match_notes(game: Game, names: Mapping[OrbatPath, str]) -> tuple[Game, tuple[Note, ...]]:
    """Match the notes of a game with the units and generals of the current ORBAT.

    `names` has the names of units and generals, by path. Returns the game with the matched notes, and the unmatched
    notes.
    """
    known: list[Note] = [*game.units, *game.generals]
    # If a unit or general has moved, its note is matched by name and gets the new path. If no unit or general has the
    # name, or if several have it, the note is unmatched.
    matched = {note.place for note in known if names.get(note.place) == note.name}
    found, unmatched = replace(game, units=(), generals=()), []
    for note in known:
        if note.place not in matched:
            candidates = _places_of(note, names, matched)
            if len(candidates) != 1:
                unmatched.append(note)
                continue
            matched.add(candidates[0])
            note = replace(note, place=candidates[0])
        found = with_note(found, note)
    return found, tuple(unmatched)


def with_unmatched(game: Game, unmatched: tuple[Note, ...]) -> Game:
    """Add back the notes that `match_notes` could not match, so that saving keeps them."""
    units = tuple(one for one in unmatched if isinstance(one, UnitNote))
    generals = tuple(one for one in unmatched if isinstance(one, GeneralNote))
    return replace(game, units=(*game.units, *units), generals=(*game.generals, *generals))


def _places_of(note: Note, names: Mapping[OrbatPath, str], taken: set[OrbatPath]) -> list[OrbatPath]:
    # without a name, a note can only stay at its own path
    if not note.name:
        return [note.place] if note.place in names else []
    general = isinstance(note, GeneralNote)
    return [
        place
        for place, name in names.items()
        if name == note.name and (place[-1] == "commander") == general and place not in taken
    ]


class GameHistory(Value):
    """The losses after each change, with unlimited undo and redo."""

    steps: tuple[Game, ...]
    position: int = 0

    @property
    def now(self) -> Game:
        """The current game."""
        return self.steps[self.position]

    def do(self, game: Game) -> GameHistory:
        """Add the losses as a new step, and drop the steps that were undone. Do nothing if the losses are unchanged."""
        if game == self.now:
            return self
        return GameHistory((*self.steps[: self.position + 1], game), self.position + 1)

    def undo(self) -> GameHistory:
        """Go back one step, if possible."""
        return replace(self, position=max(0, self.position - 1))

    def redo(self) -> GameHistory:
        """Go forward one step, if possible."""
        return replace(self, position=min(self.position + 1, len(self.steps) - 1))


# Descriptions of the keys, shown by editors.


GAME_DESCRIPTIONS: Mapping[str, str] = {
    "Game.play": "Version of this file format: 1.",
    "Game.title": "Title of the ORBAT.",
    "Game.units": "Units with losses or a state.",
    "Game.generals": "Generals lost, and their successors.",
    "GeneralNote.fate": "Fate: killed, wounded, captured or destroyed.",
    "GeneralNote.name": "Name, used to match the general after the ORBAT has changed.",
    "GeneralNote.promoted": "Roll for the successor.",
    "UnitNote.lost": "Stands, guns or hits lost.",
    "UnitNote.name": "Name, used to match the unit after the ORBAT has changed.",
    "UnitNote.state": "State: routing, routed_off, destroyed or surrendered.",
    "UnitNote.ticked": "Ticked states and marks of the unit.",
    "place": "Path in the ORBAT, such as formations[0].units[1].",
}
