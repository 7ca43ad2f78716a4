"""What keys of the play screen do to a game: pure edits."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.game import Game, UnitState, noted
from orbat.model.orbat import Roll
from orbat.model.play import Fate
from orbat.report.standing import Standing


def lose(game: Game, one: Standing, by: int) -> Game:
    """So much more of a unit is lost, or less, as far as there is any."""
    if one.strength is None:
        return game
    lost = max(0, min(one.lost + by, one.strength.size))
    return noted(game, replace(game.unit(one.path), name=one.name, lost=lost))


def turn(game: Game, one: Standing, state: UnitState) -> Game:
    """A unit has come to a state, or is no longer in it."""
    note = game.unit(one.path)
    return noted(game, replace(note, name=one.name, state=None if note.state == state else state))


def tick(game: Game, one: Standing, number: int) -> Game:
    """Tick one of the states that a unit's kind has, counted from 1, or take the tick away."""
    if not 1 <= number <= len(one.states):
        return game
    note, state = game.unit(one.path), one.states[number - 1]
    after = {*note.ticked} ^ {state}
    return noted(game, replace(note, name=one.name, ticked=tuple(each for each in one.states if each in after)))


def befall(game: Game, one: Standing, fate: Fate) -> Game:
    """A general has met with a fate, or has not after all."""
    note = game.general(one.path)
    return noted(game, replace(note, name=one.name, fate=None if note.fate == fate else fate))


def succeed(game: Game, one: Standing, roll: Roll) -> Game:
    """Somebody takes a general's place."""
    return noted(game, replace(game.general(one.path), name=one.name, promoted=roll))
