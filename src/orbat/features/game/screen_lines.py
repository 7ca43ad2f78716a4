"""A game on the play screen: its lines, its head, and the keys for what the cursor is on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orbat.features.game.model import Game, UnitState, noted
from orbat.features.game.score import Score, band_of, band_words
from orbat.features.game.standing import Standing
from orbat.model.orbat import Roll
from orbat.model.play import Casualty
from orbat.model.points import show
from orbat.tui.widgets.keybar import KeyHint
from orbat.tui.widgets.lines import Line

MOST_BOXES = 20
"""So many boxes at most have room; what counts more is told in figures."""
LOST, LEFT = "■", "□"


def play_lines(found: Score) -> tuple[Line, ...]:
    """Each formation as a heading, and under it its general and units with their boxes."""
    return tuple(_lines(found))


def _lines(found: Score) -> Iterator[Line]:
    widest = max((len(boxes(one)) for one in found.standings), default=0)
    for group in found.groups:
        if group.standings:
            depth = max(0, group.depth - 1)
            yield Line(key=None, name=group.title, depth=depth, role="head", heading=True)
            for one in group.standings:
                yield Line(
                    key=one.path,
                    name=one.name,
                    sign=_sign(one),
                    depth=depth + 1,
                    columns=(boxes(one).ljust(widest), state_of(one), show(one.points) if one.points else ""),
                    role="faint" if one.gone else "plain",
                )


def _sign(one: Standing) -> str:
    """What stands in the margin of what is gone, counts for half, or has something befallen it."""
    if one.gone or one.counts == "full":
        return "✗"
    return "½" if one.counts == "half" else "!" if state_of(one) else ""


def boxes(one: Standing) -> str:
    """A box for each stand or hit, those lost filled, and a bar before the one with which it is under half:
    `■■■□|□□□`; or `7 of 30`."""
    if one.strength is None:
        return ""
    size, half = one.strength.size, one.strength.to_half
    if size > MOST_BOXES:
        return f"{one.lost} of {size}"
    drawn = LOST * one.lost + LEFT * (size - one.lost)
    return drawn if half is None else f"{drawn[: half - 1]}|{drawn[half - 1 :]}"


def state_of(one: Standing) -> str:
    """What has befallen it beside its losses, without the sections."""
    words = (word.partition(" [")[0] for word in one.words if word != one.toll)
    return ", ".join(words)


def head_of(found: Score) -> str:
    """What the opponent has scored, and how near the army is to breaking, in a line each."""
    lines = []
    if found.counts_points:
        words = f"{show(found.lost)} of {show(found.total)} points lost"
        band = band_of(found.margins, found.lost)
        lines.append(f"{words}: {band_words(band, found.margins)}" if band and found.margins else words)
    if found.breakage:
        lines.append(found.breakage.words)
    if found.astray:
        lines.append(f"Not in the ORBAT any more: {', '.join(note.name for note in found.astray)}")
    return "\n".join(lines) or "These rules count neither points lost nor a breaking point."


def detail_of(one: Standing | None) -> str:
    """What has befallen the thing at the cursor, with what it counts and why."""
    if one is None:
        return ""
    return f"{one.name}: {one.reason or ', '.join(one.words) or 'unhurt'}"


def play_hints(one: Standing | None, undo: int) -> tuple[tuple[KeyHint, ...], ...]:
    """The keys for a unit or a general; and those that are always there."""
    first: tuple[KeyHint, ...]
    if one and one.general:
        first = (_hint("K", "Killed", "befall('killed')"), _hint("W", "Wounded", "befall('wounded')"))
        first = (*first, _hint("C", "Captured", "befall('captured')"), _hint("P", "Promotion", "promote"))
    else:
        first = (_hint("+", "Lost", "lose(1)"), _hint("-", "Back", "lose(-1)")) if one and one.strength else ()
        ticks = one.states if one else ()
        first += tuple(_hint(str(n), state.capitalize(), f"tick({n})") for n, state in enumerate(ticks, start=1))
        first += (_hint("R", "Routing", "turn('routing')"), _hint("O", "Routed off", "turn('routed_off')"))
        first += (_hint("D", "Destroyed", "turn('destroyed')"), _hint("S", "Surrendered", "turn('surrendered')"))
    second = _hint("U", f"Undo ({undo})" if undo else "Undo", "undo"), _hint("Ctrl+Y", "Redo", "redo")
    return first, (*second, _hint("F1", "Help", "help"), _hint("Esc", "To the builder", "back"))


def _hint(key: str, title: str, action: str) -> KeyHint:
    return KeyHint(key, title, f"screen.{action}")


# What keys of the play screen do to a game: pure edits.


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


def befall(game: Game, one: Standing, fate: Casualty) -> Game:
    """A general has met with a fate, or has not after all."""
    note = game.general(one.path)
    return noted(game, replace(note, name=one.name, fate=None if note.fate == fate else fate))


def succeed(game: Game, one: Standing, roll: Roll) -> Game:
    """Somebody takes a general's place."""
    return noted(game, replace(game.general(one.path), name=one.name, promoted=roll))
