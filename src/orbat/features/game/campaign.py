"""The next ORBAT of a campaign: the survivors of a scored game."""

from __future__ import annotations

import re
from dataclasses import replace
from math import floor

from orbat.features.game.condition import Condition, fate_words, state_words
from orbat.features.game.score import Score
from orbat.model.edits import Edit, Remove, Set, apply_all, at
from orbat.model.orbat import Commander, Orbat, Unit, formations_of, is_player, units_of
from orbat.model.play import CampaignRules
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase

_GAME = re.compile(r", game ([0-9]{1,4})\Z")


class NextArmy(Value):
    """The army after a game, with a text about each unit and general that had losses."""

    orbat: Orbat
    changes: tuple[str, ...]


def next_army(score: Score, rules: CampaignRules) -> NextArmy:
    """The ORBAT of the next game: the survivors, and the losses that return under `rules`.

    The note of each unit keeps the history of its games. Points that are written in the ORBAT are removed, because they
    no longer apply.
    """
    orbat = score.report.orbat
    assert orbat is not None
    edits: list[Edit] = []
    changes: list[str] = []
    for one in score.conditions:
        if one.general:
            edits += _general(orbat, score, one, rules, changes)
        elif not isinstance(unit := at(orbat, one.path), Unit):
            continue
        elif not (one.lost or one.gone):
            edits.append(Set(one.path, "note", _without_losses(unit, _game_number(score.report.title))))
        else:
            remaining = _remaining(score, one, unit, rules)
            changes.append(_words(one, remaining))
            if remaining == 0:
                edits.append(Remove(one.path))
                continue
            if isinstance(unit.size, int) and remaining is not None:
                edits.append(Set(one.path, "size", remaining))
            edits.append(Set(one.path, "note", _history(unit, score, one, remaining)))
    after = apply_all(_without_points(orbat), tuple(edits))
    return NextArmy(replace(after, title=_title(orbat.title)), tuple(changes))


def _remaining(score: Score, one: Condition, unit: Unit, rules: CampaignRules) -> int | None:
    # None: a unit without a number of stands or guns, which stays as it is
    state = score.game.unit(one.path).state
    counted = unit.size if isinstance(unit.size, int) else None
    if state == "surrendered":
        return 0
    if state == "destroyed" or (one.remaining == 0 and state != "routed_off"):
        return floor((counted or 0) * rules.destroyed_back)
    return None if counted is None else counted - one.lost + floor(one.lost * rules.lost_back)


def _words(one: Condition, remaining: int | None) -> str:
    said = ", ".join(one.effects)
    if remaining == 0:
        return phrase("{unit}: {losses}; not in the next army", unit=one.name, losses=said)
    if remaining is None:
        return phrase("{unit}: {losses}; the unit recovers", unit=one.name, losses=said)
    return phrase("{unit}: {losses}; {remaining} in the next army", unit=one.name, losses=said, remaining=remaining)


def _history(unit: Unit, score: Score, one: Condition, remaining: int | None) -> str:
    # without words for sizes and points, because the check asks about notes that state them
    number = _game_number(score.report.title)
    state = score.game.unit(one.path).state
    lost = phrase("{count} lost", count=one.lost) if one.lost else ""
    suffered = ", ".join(filter(None, (lost, state_words(state, _ruleset(score)))))
    told = phrase("game {number}: {suffered}", number=number, suffered=suffered)
    if remaining is not None:
        told = phrase("{told}, then {left}", told=told, left=remaining)
    return f"{unit.note}; {told}" if unit.note else told


_NO_LOSSES = re.compile(r"(?:\A|; )games? (?P<first>[0-9]{1,4})(?: to (?P<last>[0-9]{1,4}))?: no losses\Z")


def _without_losses(unit: Unit, number: int) -> str:
    # several such games in a row are told together: `games 1 to 3: no losses`
    found = _NO_LOSSES.search(unit.note)
    if found and int(found["last"] or found["first"]) == number - 1:
        before, told = (
            unit.note[: found.start()],
            phrase("games {first} to {last}: no losses", first=found["first"], last=number),
        )
    else:
        before, told = unit.note, phrase("game {number}: no losses", number=number)
    return f"{before}; {told}" if before else told


def _general(orbat: Orbat, score: Score, one: Condition, rules: CampaignRules, changes: list[str]) -> list[Edit]:
    note, commander = score.game.general(one.path), at(orbat, one.path)
    if note.fate is None or not isinstance(commander, Commander):
        return []
    fate = fate_words(note.fate, _ruleset(score))
    if note.fate in rules.generals_back:
        changes.append(
            phrase("{name}: {fate}; returns to command in place of the successor", name=one.name, fate=fate)
            if note.promoted
            else phrase("{name}: {fate}; returns to command", name=one.name, fate=fate)
        )
        return []
    roll = note.promoted
    if is_player(one.path, commander):  # the player's quality is never diced
        changes.append(
            phrase("{name}: {fate}; a new general takes command, and needs no roll", name=one.name, fate=fate)
        )
        return [Set(one.path[:-1], "commander", Commander(player=commander.player))]
    if roll is None:
        changes.append(
            phrase("{name}: {fate}; a successor without a staff roll takes command", name=one.name, fate=fate)
        )
        return [Set(one.path[:-1], "commander", Commander())]
    changes.append(
        phrase(
            "{name}: {fate}; the successor stays in command ({quality}, rolled {dice})",
            name=one.name,
            fate=fate,
            dice="+".join(map(str, roll.dice)),
            quality=roll.result,
        )
    )
    return [Set(one.path[:-1], "commander", Commander(quality=roll.result, roll=roll))]


def _ruleset(score: Score) -> Ruleset | None:
    return score.report.book.ruleset if score.report.book else None


def _without_points(orbat: Orbat) -> Orbat:
    paths = [one.path for one in formations_of(orbat, unfielded=True)]
    paths += [one.path for one in units_of(orbat, unfielded=True)]
    return apply_all(replace(orbat, total=None), tuple(Set(path, "points", None) for path in paths))


def _title(title: str) -> str:
    # `Light Division, game 2` becomes `Light Division, game 3`
    number = _game_number(title)
    return phrase("{title}, game {number}", title=_GAME.sub("", title), number=number + 1)


def _game_number(title: str) -> int:
    found = _GAME.search(title)
    return int(found[1]) if found else 1
