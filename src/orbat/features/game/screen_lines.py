"""The texts of the play screen (lines, header and keys), and the changes that its keys make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orbat.features.game.condition import Condition
from orbat.features.game.model import Game, with_note
from orbat.features.game.score import Score, band_of, band_text
from orbat.model.orbat import Roll
from orbat.model.play import Casualty, UnitFate, UnitState
from orbat.model.points import show
from orbat.model.wording import phrase
from orbat.tui.widgets.keybar import PALETTE, KeyHint
from orbat.tui.widgets.lines import Line

MAX_BOXES = 20
"""Maximum number of boxes in a line. A larger unit shows `7 of 30` instead."""


LOST_BOX, REMAINING_BOX = "■", "□"
ROLL_KEY = "r"
"""The key that rolls for the successor of a general."""


def play_lines(score: Score) -> tuple[Line, ...]:
    """Lines of the play screen: formations with their generals and units, and the units' boxes."""
    return tuple(_lines(score))


def _lines(score: Score) -> Iterator[Line]:
    widest = max((len(boxes(one)) for one in score.conditions), default=0)
    for group in score.groups:
        if group.conditions:
            depth = max(0, group.depth - 1)
            yield Line(key=None, name=group.title, depth=depth, role="head", heading=True)
            for one in group.conditions:
                yield Line(
                    key=one.path,
                    name=one.name,
                    sign=_sign(one),
                    depth=depth + 1,
                    columns=(_padded(boxes(one), widest), state_of(one), _points(one, score)),
                    role="faint" if one.gone else "plain",
                )


def _sign(one: Condition) -> str:
    if one.gone or one.counts == "full":
        return "✗"
    return "½" if one.counts == "half" else "!" if one.roll == "due" else ""


def boxes(one: Condition) -> str:
    """The boxes of a unit as text. For example, `■■■□|□□□□` means that 3 of 8 stands are lost.

    The bar marks half strength. More than `MAX_BOXES` stands, guns or hits become numbers: `7 of 30`.
    """
    if one.strength is None:
        return ""
    size, half = one.strength.size, one.strength.to_half
    if size > MAX_BOXES:
        return phrase("{lost} of {size}", lost=one.lost, size=size)
    drawn = LOST_BOX * one.lost + REMAINING_BOX * (size - one.lost)
    return drawn if half is None else f"{drawn[: half - 1]}|{drawn[half - 1 :]}"


def state_of(one: Condition) -> str:
    """The state of a unit or the fate of a general, such as `routing`. "" if there is none."""
    effects = one.effects[:-1] if one.successor else one.effects  # the last one is the roll for the successor
    words = [word.partition(" [")[0] for word in effects if word != one.losses_text]
    if one.successor:
        words.append(phrase("successor {quality}", quality=one.successor))
    state = ", ".join(words)
    if one.roll == "due":
        return phrase("{state}: {key} rolls for a successor", state=state, key=ROLL_KEY)
    if one.roll == "optional":
        return phrase("{state}: returns next game, no roll needed", state=state)
    return state


def _padded(boxes: str, width: int) -> str:
    # An empty column leaves its room to the state.
    return boxes.ljust(width) if boxes else ""


def _points(one: Condition, score: Score) -> str:
    # 0 if something happened that does not count
    return show(one.points) if one.points or (one.effects and score.counts_points) else ""


def header(score: Score) -> str:
    """The top lines of the play screen: points lost and breaking point.

    The last line names units and generals that have losses but are no longer in the ORBAT.
    """
    lines = []
    if score.counts_points:
        words = phrase("{lost} of {total} points lost", lost=show(score.lost), total=show(score.total))
        band = band_of(score.margins, score.lost)
        if band and score.margins:
            margin = band_text(band, score.margins)
            if band == score.margins.bands[0]:  # nobody has won yet
                words = phrase("{lost}: {margin}", lost=words, margin=margin)
            else:
                words = phrase("{lost}; result for the opponent: {margin}", lost=words, margin=margin)
        lines.append(words)
    if score.breaking:
        lines.append(score.breaking.text)
    if score.unmatched:
        lines.append(phrase("No longer in the ORBAT: {names}", names=", ".join(note.name for note in score.unmatched)))
    return "\n".join(lines) or "This ruleset does not score losses and has no breaking point."


def detail(one: Condition | None, *, counts_points: bool) -> str:
    """The name of a unit or general, and how its points are calculated. Empty if `one` is None.

    `counts_points`: whether losses score points in the ruleset.
    """
    if one is None:
        return ""
    if one.reason:
        return _with_roll(f"{one.name}: {one.reason}", one)
    # Without points, the text has the losses and the state instead.
    if not one.effects:
        return phrase("{name}: no losses", name=one.name)
    words = phrase("{name}: {effects}", name=one.name, effects=", ".join(one.effects))
    if one.roll:
        return _with_roll(words, one)
    return phrase("{words}. No points for the opponent.", words=words) if counts_points else words


def _with_roll(words: str, one: Condition) -> str:
    # what the user can do about the successor of a lost general
    if one.roll == "due":
        return phrase("{words}. {key} rolls the quality of the successor.", words=words, key=ROLL_KEY)
    if one.roll == "optional":
        return phrase(
            "{words}. The general returns in the next game. If you want a successor for the rest of this game, press "
            "{key} to roll.",
            words=words,
            key=ROLL_KEY,
        )
    return words


def lose_fault(one: Condition, by: int) -> str:
    """Why the key `+` (`by` 1) or `-` (`by` -1) has no effect, and which key to press. "" if the key has an effect."""
    if one.strength is None:
        return phrase("{name} has no boxes. {keys}", name=one.name, keys=_state_keys(one))
    if by < 0 and not one.lost:
        return phrase("{name} has no losses to take back. Press + to mark a loss.", name=one.name)
    if by > 0 and one.lost >= one.strength.size:
        return phrase("{name} cannot lose more. Press - to take back a loss.", name=one.name)
    return ""


def roll_fault(one: Condition) -> str:
    """Why no successor can be rolled: `one` is a unit, or a general who is not lost. Otherwise ""."""
    if not one.general:
        return phrase("{name} is a unit: only generals have successors.", name=one.name)
    if one.fates and not one.effects:
        return phrase(
            "{name} is not lost. Mark the loss first, then roll. {keys}", name=one.name, keys=_state_keys(one)
        )
    return ""


def _state_keys(one: Condition) -> str:
    numbers = len(numbered_states(one))
    if not numbers:
        return "There are no states to set."
    if numbers == 1:
        return "The key 1 sets the state."
    return phrase("The keys 1 to {last} set the state.", last=numbers)


def number_fault(one: Condition, number: int) -> str:
    """Why pressing the digit `number` has no effect. "" if it sets or clears a state."""
    if 1 <= number <= len(numbered_states(one)):
        return ""
    return phrase(
        "The key {number} has no effect on {name}. {keys}", number=number, name=one.name, keys=_state_keys(one)
    )


def play_hints(one: Condition | None, undo: int) -> tuple[tuple[tuple[KeyHint, ...], ...], tuple[KeyHint, ...]]:
    """The keys in the key bar of the play screen: two rows of keys, and the keys that are always shown.

    The first row is for the selected unit or general. `undo` is the number of steps that can be undone.
    """
    states = tuple(
        _hint(str(n), state[:1].upper() + state[1:], f"set_state({n})")
        for n, state in enumerate(numbered_states(one) if one else (), start=1)
    )
    roll = "Roll successor (optional)" if one and one.roll == "optional" else "Roll successor"
    first = (*states, _hint(ROLL_KEY, roll, "promote")) if one and one.roll else states
    second = (
        # A narrow bar omits those at the end.
        *(LOSS_HINTS if one and one.strength else ()),
        _hint("N", "Next game", "next_game"),
        _hint("u", phrase("Undo ({count})", count=undo) if undo else "Undo", "undo"),
        *((NUMBER_HINT,) if one and one.strength else ()),
        _hint("Ctrl+Y", "Redo", "redo"),
    )
    return (first, second), (_hint("F1", "Help", "help"), _hint("Esc", "Back", "back"), PALETTE)


def _hint(key: str, title: str, action: str) -> KeyHint:
    return KeyHint(key, title, f"screen.{action}")


LOSS_HINTS = (_hint("+", "Lost", "lose(1)"), _hint("-", "Restore", "lose(-1)"))
NUMBER_HINT = _hint("=", "Number", "type_losses")


def numbered_states(one: Condition) -> tuple[str, ...]:
    """The states that the digit keys set, in order. States that count for the score come first, such as `routing`."""
    fates = ((isinstance(fate, UnitFate) and fate.short) or fate.label for fate in one.fates)
    return (*fates, *one.states)


# Edits.


def toggle(game: Game, one: Condition, number: int) -> Game:
    """Set or clear the state with this number, counted from 1 (see `numbered_states`)."""
    if not 1 <= number <= len(one.fates):
        return tick(game, one, number - len(one.fates))
    fate = one.fates[number - 1]
    return set_state(game, one, fate.id) if isinstance(fate, UnitFate) else set_fate(game, one, fate.id)


def lose(game: Game, one: Condition, by: int) -> Game:
    """Add `by` to a unit's losses. The losses stay between 0 and the size of the unit."""
    if one.strength is None:
        return game
    lost = max(0, min(one.lost + by, one.strength.size))
    return with_note(game, replace(game.unit(one.path), name=one.name, lost=lost))


def lose_to_box(game: Game, one: Condition, number: int) -> Game:
    """Mark the unit's boxes from 1 to `number`, and no others. If this changes nothing, unmark box `number`."""
    return lose(game, one, number - one.lost if one.lost != number else -1)


def set_state(game: Game, one: Condition, state: UnitState) -> Game:
    """Set a unit's state. If the unit already has this state, clear the state."""
    note = game.unit(one.path)
    return with_note(game, replace(note, name=one.name, state=None if note.state == state else state))


def tick(game: Game, one: Condition, number: int) -> Game:
    """Set or clear a state that the ruleset defines, such as `pinned`.

    `number` is the position in the unit's list of states, from 1.
    """
    if not 1 <= number <= len(one.states):
        return game
    note, state = game.unit(one.path), one.states[number - 1]
    after = {*note.ticked} ^ {state}
    return with_note(game, replace(note, name=one.name, ticked=tuple(each for each in one.states if each in after)))


def set_fate(game: Game, one: Condition, fate: Casualty) -> Game:
    """Set a general's fate. If the general already has this fate, clear the fate."""
    note = game.general(one.path)
    return with_note(game, replace(note, name=one.name, fate=None if note.fate == fate else fate))


def promote(game: Game, one: Condition, roll: Roll) -> Game:
    """Store the staff roll of a general's successor."""
    return with_note(game, replace(game.general(one.path), name=one.name, promoted=roll))
