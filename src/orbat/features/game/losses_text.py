"""Read losses from text: `33rd Foot: 5 lost; Brown: captured; 7th Fusiliers: routing`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from orbat.evaluate.staff_rolls import RollRefused
from orbat.features.game.condition import Condition, conditions
from orbat.features.game.generals import promotion_roll
from orbat.features.game.model import Game, GeneralNote, UnitNote, match_notes, with_note, with_unmatched
from orbat.features.game.score import names_of
from orbat.model import path as paths
from orbat.model.orbat import Roll
from orbat.model.play import Casualty, UnitState
from orbat.model.spelling import did_you_mean, words_in
from orbat.model.wording import phrase
from orbat.report.report import Report

STATES: dict[str, UnitState] = {
    "routing": "routing",
    "routed off": "routed_off",
    "routed off the table": "routed_off",
    "destroyed": "destroyed",
    "surrendered": "surrendered",
}
"""Words that set a unit's state, each with that state."""
FATES: dict[str, Casualty] = {
    "killed": "killed",
    "lost": "killed",
    "dead": "killed",
    "wounded": "wounded",
    "captured": "captured",
    "destroyed": "destroyed",
}
"""Words that set a general's fate, each with that fate."""
NOTHING = "nothing"
"""After a name, this word removes all losses of that unit or general. Alone, it means that there are no losses."""
RECOVERED = ("steady", "rallied", "unhurt")
"""Words that clear the states of a unit or the fate of a general."""

_LOST = re.compile(r"(?:lost )?([0-9]{1,7})(?: (?!lost)\w+)?(?: lost)?\Z")
_DICE = re.compile(r"promoted(?: (?:on )?([0-9]{1,3}(?:[+ ][0-9]{1,3})*))\Z")


class UnknownLoss(ValueError):  # noqa: N818  # the text names the loss
    """Raised for a text that does not describe a loss.

    The message quotes the text, and suggests a similar name or lists the allowed losses.
    """


def parse_losses(words: str, report: Report, game: Game) -> Game:
    """Read losses from a text and add them to a game. Raises UnknownLoss."""
    game, unmatched = match_notes(game, names_of(report))
    known = [(one, group.title) for group in conditions(report, game) for one in group.conditions]
    for statement in re.split(r"[;\n]", words):
        if statement.strip().casefold() in ("", NOTHING):
            continue
        name, colon, what = statement.rpartition(":")
        if not colon or not name.strip() or not what.strip():
            raise UnknownLoss(
                phrase(
                    "{text!r} is not a loss; write for example 'NAME: 5 lost' or 'NAME: routing'",
                    text=statement.strip(),
                )
            )
        game = with_note(game, _after(_find(name.strip(), known), what, game, report))
    return with_unmatched(game, unmatched)


def _find(name: str, known: list[tuple[Condition, str]]) -> Condition:
    found = [one for one, _ in known if name.casefold() in (one.name.casefold(), paths.show(one.path))]
    if not found and (formation := next((title for _, title in known if title.casefold() == name.casefold()), "")):
        raise UnknownLoss(phrase("{name} is a formation; name a unit or general in this formation", name=formation))
    if not found and "/" in name:
        own, _, within = (part.strip().casefold() for part in name.rpartition("/"))
        found = [one for one, title in known if one.name.casefold() == own and words_in(within) <= words_in(title)]
    if not found:
        found = [one for one, _ in known if words_in(name) and words_in(name) <= words_in(one.name)]
    if len(found) == 1:
        return found[0]
    if found:
        several = [f"{one.name} / {title}" for one, title in known if one in found]
        same = len(set(several)) < len(several)
        choices = ", ".join(paths.show(one.path) for one in found) if same else ", ".join(several)
        raise UnknownLoss(
            phrase(
                "{name!r} matches {number} units or generals; write one of: {choices}",
                name=name,
                number=len(found),
                choices=choices,
            )
        )
    near = did_you_mean(name, dict.fromkeys(one.name for one, _ in known))
    raise UnknownLoss(phrase("unknown unit or general {name!r}.{guess}", name=name, guess=near))


def _after(one: Condition, what: str, game: Game, report: Report) -> UnitNote | GeneralNote:
    parts = [" ".join(part.split()).casefold() for part in what.split(",") if part.strip()]
    if one.general:
        general = replace(game.general(one.path), name=one.name)
        for part in parts:
            general = _of_general(one, part, general, report)
        return general
    unit = replace(game.unit(one.path), name=one.name)
    for part in parts:
        unit = _of_unit(one, part, unit)
    return unit


def _of_unit(one: Condition, part: str, note: UnitNote) -> UnitNote:
    if part == NOTHING:
        return UnitNote(place=note.place, name=note.name)
    if part in RECOVERED:
        return replace(note, state=None, ticked=())
    if part in STATES:
        return replace(note, state=STATES[part])
    if state := next((state for state in one.states if state.casefold() == part), None):
        return replace(note, ticked=tuple(each for each in one.states if each == state or each in note.ticked))
    if found := _LOST.match(part):
        if one.strength is None:
            raise UnknownLoss(
                phrase(
                    "{name} has no stands to lose; allowed: {allowed}", name=one.name, allowed=", ".join(_allowed(one))
                )
            )
        if int(found[1]) > one.strength.size:
            raise UnknownLoss(
                phrase(
                    "{name} has only {size} {counted}, so losing {lost} is impossible",
                    name=one.name,
                    lost=found[1],
                    size=one.strength.size,
                    counted=one.counted_in,
                )
            )
        return replace(note, lost=int(found[1]))
    raise _unknown_loss(one, part)


def _of_general(one: Condition, part: str, note: GeneralNote, report: Report) -> GeneralNote:
    if part == NOTHING:
        return GeneralNote(place=note.place, name=note.name)
    if part in RECOVERED:
        return replace(note, fate=None)
    if part in FATES:
        return replace(note, fate=FATES[part])
    if found := _DICE.match(part):
        return replace(note, promoted=_roll(tuple(map(int, re.split("[+ ]", found[1]))), report))
    raise _unknown_loss(one, part)


def _roll(dice: tuple[int, ...], report: Report) -> Roll:
    assert report.book is not None
    assert report.orbat is not None
    try:
        return promotion_roll(report.orbat, report.book, dice)
    except RollRefused as refused:
        raise UnknownLoss(str(refused)) from refused


def _unknown_loss(one: Condition, part: str) -> UnknownLoss:
    allowed = list(_allowed(one))
    return UnknownLoss(
        phrase(
            "{name}: unknown loss {part!r}.{guess} Allowed: {allowed}",
            name=one.name,
            part=part,
            guess=did_you_mean(part, allowed),
            allowed=", ".join(allowed),
        )
    )


def _allowed(one: Condition) -> Iterator[str]:
    if one.general:
        yield from (fate.id for fate in one.fates)
        yield from ("promoted on N", "unhurt")
        return
    if one.strength:
        yield "N lost"
    yield from one.states
    yield from (fate.id.replace("_", " ") for fate in one.fates)
    yield "steady"
