"""Compares the players of an event with the lists that were handed in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field

from orbat.model.event import Event
from orbat.model.look_alikes import name_key
from orbat.model.record import Value, empty_mapping
from orbat.model.wording import all_of, phrase
from orbat.report.outcome import Outcome


class Attendance(Value):
    """The players of an event, compared with the lists that were handed in."""

    missing: tuple[str, ...] = ()
    """Players without a list."""
    unlisted: tuple[tuple[str, str], ...] = ()
    """Players who are not in the event, each with the file."""
    several: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Players with more than one list, each with the files."""
    unnamed: tuple[str, ...] = ()
    """The files of lists without a player."""


def attendance(event: Event, outcomes: Sequence[Outcome]) -> Attendance:
    """Compare the players of an event with the players named in the checked lists.

    If the event names no players, nothing is compared.
    """
    if not event.players:
        return Attendance()
    known = {name_key(player): player for player in event.players}
    files: dict[str, list[str]] = defaultdict(list)
    read = [one for one in outcomes if one.readable]
    for one in read:
        files[name_key(one.player) if one.player.strip() else ""].append(one.file)
    return Attendance(
        missing=tuple(player for key, player in known.items() if key not in files),
        unlisted=tuple(
            (one.player, one.file) for one in read if one.player.strip() and name_key(one.player) not in known
        ),
        several=tuple((player, tuple(files[key])) for key, player in known.items() if len(files.get(key, ())) > 1),
        unnamed=tuple(files.get("", ())),
    )


def event_lines(event: Event, found: Attendance) -> tuple[str, ...]:
    """The title and the terms of the event, and a line for each problem, such as players without a list."""
    lines = [_head(event)]
    if found.missing:
        lines.append(phrase("No list from: {players}.", players=all_of(found.missing)))
    if found.unlisted:
        players = all_of([_with_file(*one) for one in found.unlisted])
        lines.append(phrase("Not a player of the event: {players}.", players=players))
    if found.several:
        players = all_of([_with_file(player, ", ".join(files)) for player, files in found.several])
        lines.append(phrase("Several lists: {players}.", players=players))
    if found.unnamed:
        lines.append(phrase("Lists that name no player: {files}.", files=all_of(found.unnamed)))
    return tuple(lines)


def event_data(event: Event, found: Attendance) -> Mapping[str, object]:
    """The event as plain data, for JSON."""
    return {
        "title": event.title,
        "game_size": event.game_size,
        "rulings": dict(event.rulings or {}),
        "house_limits": event.house_limits,
        "players": [*event.players],
        "missing": [*found.missing],
        "unlisted": [{"player": player, "file": file} for player, file in found.unlisted],
        "several": [{"player": player, "files": [*files]} for player, files in found.several],
        "unnamed": [*found.unnamed],
    }


def _head(event: Event) -> str:
    terms = []
    if event.game_size is not None:
        terms.append(phrase("{size} points", size=event.game_size))
    terms += [f"{key} = {choice}" for key, choice in (event.rulings or {}).items()]
    if event.house_limits:
        terms.append(_HOUSE[event.house_limits])
    title = phrase("Event: {title}", title=event.title or "untitled")
    return phrase("{title}. {terms}.", title=title, terms="; ".join(terms)) if terms else f"{title}."


_HOUSE = {
    "warn": "house limits give warnings",
    "enforce": "house limits are enforced",
    "ignore": "house limits are ignored",
}


def _with_file(player: str, files: str) -> str:
    return f"{player} ({files})"


class AboutEvent(Value):
    """Facts about an event and its players, to show after a check of the lists."""

    data: Mapping[str, object] = field(default_factory=empty_mapping)
    """The key `event` for JSON. Empty if there is no event."""
    lines: tuple[str, ...] = ()


def about_event(event: Event | None, outcomes: Sequence[Outcome]) -> AboutEvent:
    """Compare the players of an event with the checked lists, as data for JSON and as lines of text."""
    if event is None:
        return AboutEvent()
    found = attendance(event, outcomes)
    return AboutEvent({"event": event_data(event, found)}, event_lines(event, found))
