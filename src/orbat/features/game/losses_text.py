"""What has befallen an army, told in words: `33rd Foot: 5 lost; Brown: captured; 7th Fusiliers: routing`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from orbat.evaluate.staff_rolls import RollRefused
from orbat.features.game.generals import promoted
from orbat.features.game.model import Game, GeneralNote, UnitNote, UnitState, noted, placed, rejoined
from orbat.features.game.score import names_of
from orbat.features.game.standing import Standing, standings
from orbat.model import path as paths
from orbat.model.orbat import Roll
from orbat.model.play import Casualty
from orbat.model.spelling import did_you_mean, words_in
from orbat.report.report import Report

STATES: dict[str, UnitState] = {
    "routing": "routing",
    "routed off": "routed_off",
    "routed off the table": "routed_off",
    "destroyed": "destroyed",
    "surrendered": "surrendered",
}
"""How the states of a unit are told."""
FATES: dict[str, Casualty] = {
    "killed": "killed",
    "lost": "killed",
    "dead": "killed",
    "wounded": "wounded",
    "captured": "captured",
}
"""How the fates of a general are told."""
NOTHING = "nothing"
"""What is told where nobody was lost, or where all that was told of a unit was wrong."""
WELL = ("steady", "rallied", "unhurt")
"""What takes a state or fate away again."""

_LOST = re.compile(r"(?:lost )?([0-9]{1,7})(?: (?!lost)\w+)?(?: lost)?\Z")
_DICE = re.compile(r"promoted(?: (?:on )?([0-9]{1,3}(?:[+ ][0-9]{1,3})*))\Z")


class NotUnderstood(ValueError):  # noqa: N818  # it is said to whoever wrote the words
    """Some words say nothing that can befall an army, or of nobody in it; the message says which, and what would."""


def told(words: str, report: Report, game: Game) -> Game:
    """The game after what the words tell. Raises NotUnderstood."""
    game, astray = placed(game, names_of(report))
    known = [(one, group.title) for group in standings(report, game) for one in group.standings]
    for statement in re.split(r"[;\n]", words):
        if statement.strip().casefold() in ("", NOTHING):
            continue
        name, colon, what = statement.rpartition(":")
        if not colon or not name.strip() or not what.strip():
            raise NotUnderstood(f"{statement.strip()!r} is no loss; write it as NAME: 5 lost, or NAME: routing")
        game = noted(game, _after(_called(name.strip(), known), what, game, report))
    return rejoined(game, astray)


def _called(name: str, known: list[tuple[Standing, str]]) -> Standing:
    """The one thing of that name; of several, the formation behind a stroke tells which. Raises NotUnderstood."""
    found = [one for one, _ in known if name.casefold() in (one.name.casefold(), paths.show(one.path))]
    if not found and (formation := next((title for _, title in known if title.casefold() == name.casefold()), "")):
        raise NotUnderstood(f"{formation} is a formation; tell it of its units and its commander")
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
        ways = ", ".join(paths.show(one.path) for one in found) if same else ", ".join(several)
        raise NotUnderstood(f"{name!r} may be any of {len(found)}; write one of: {ways}")
    near = did_you_mean(name, dict.fromkeys(one.name for one, _ in known))
    raise NotUnderstood(f"there is no unit or general {name!r} in this ORBAT.{near}")


def _after(one: Standing, what: str, game: Game, report: Report) -> UnitNote | GeneralNote:
    """What is noted of a thing after what is told of it. Raises NotUnderstood."""
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


def _of_unit(one: Standing, part: str, note: UnitNote) -> UnitNote:
    if part == NOTHING:
        return UnitNote(place=note.place, name=note.name)
    if part in WELL:
        return replace(note, state=None, ticked=())
    if part in STATES:
        return replace(note, state=STATES[part])
    if state := next((state for state in one.states if state.casefold() == part), None):
        return replace(note, ticked=tuple(each for each in one.states if each == state or each in note.ticked))
    if found := _LOST.match(part):
        if one.strength is None:
            raise NotUnderstood(f"{one.name} has nothing to count; write what became of it: {', '.join(_ways(one))}")
        if int(found[1]) > one.strength.size:
            raise NotUnderstood(f"{one.name} cannot lose {found[1]}: it has {one.strength.size} {one.counted_in}")
        return replace(note, lost=int(found[1]))
    raise _not_understood(one, part)


def _of_general(one: Standing, part: str, note: GeneralNote, report: Report) -> GeneralNote:
    if part == NOTHING:
        return GeneralNote(place=note.place, name=note.name)
    if part in WELL:
        return replace(note, fate=None)
    if part in FATES:
        return replace(note, fate=FATES[part])
    if found := _DICE.match(part):
        return replace(note, promoted=_roll(tuple(map(int, re.split("[+ ]", found[1]))), report))
    raise _not_understood(one, part)


def _roll(dice: tuple[int, ...], report: Report) -> Roll:
    assert report.book is not None
    assert report.orbat is not None
    try:
        return promoted(report.orbat, report.book, dice)
    except RollRefused as refused:
        raise NotUnderstood(str(refused)) from refused


def _not_understood(one: Standing, part: str) -> NotUnderstood:
    ways = list(_ways(one))
    return NotUnderstood(
        f"{part!r} says nothing of {one.name}.{did_you_mean(part, ways)} What can be said: {', '.join(ways)}"
    )


def _ways(one: Standing) -> Iterator[str]:
    if one.general:
        yield from ("killed", "wounded", "captured", "promoted and the die thrown", "unhurt")
        return
    if one.strength:
        yield "a number lost"
    yield from one.states
    yield from ("routing", "routed off", "destroyed", "surrendered", "steady")
