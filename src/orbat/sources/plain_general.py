"""What the text form says of a general: his name, his staff quality with the rolls behind it, and some marks."""

from __future__ import annotations

from typing import Any

from orbat.model import short_form as form
from orbat.model.fields import plain_fields
from orbat.model.orbat import Roll
from orbat.sources.draft import figure

_METHODS = ("entered", "random", "seeded")
_PLAIN = frozenset(one.key for one in plain_fields(Roll))


def commander_said(said: str) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """The commander of a line (None where there is none), and what it says of his formation."""
    of_formation: dict[str, Any] = {}
    commander: dict[str, Any] = {}
    said, fact = _last(said, "list ")
    if fact:
        of_formation["army_list"] = fact.removeprefix("list ")
    before, fact = _last(said, "off board")
    if how := form.read_off_board(fact):
        said, of_formation["off_board"] = before, how
    for mark in ("the player", "marked as the player"):
        said, fact = _last(said, mark)
        if fact:
            commander |= {"player": True, "mark": mark}
    if said.endswith(")") and ", " in said:
        start = said.rfind(" (")
        commander["roll"] = _rolls(said[start + 2 : -1])
        said = said[:start]
    name, comma, quality = said.rpartition(", ")
    if not comma:
        return None, of_formation
    commander["name"] = form.read_name(name)
    if quality not in form.TAKEN and not quality.startswith("always "):
        commander["quality"] = form.read_word(quality)
    return commander, of_formation


def _last(said: str, begins: str) -> tuple[str, str]:
    """What is said before the last comma and after it, where that begins so; otherwise all of it and nothing."""
    before, comma, last = said.rpartition(", ")
    return (before, last) if comma and last.startswith(begins) else (said, "")


def _rolls(text: str) -> dict[str, Any]:
    """A roll and those before it, newest first."""
    roll, *earlier = [_roll(part) for part in text.split("; earlier ")]
    return {**roll, "earlier": earlier} if earlier else roll


def _roll(text: str) -> dict[str, Any]:
    for words in (form.ROLLED, form.ENTERED):
        if text.startswith(f"{words} "):
            short = {"dice": [figure(one) for one in text.removeprefix(words).strip().split("+")]}
            return short | ({"method": "entered"} if words == form.ENTERED else {})
    read, *facts = text.split(", ")
    read, _, result = read.partition(" = ")
    dice, _, table = read.removeprefix("no ").partition(" ")
    data: dict[str, Any] = {
        "dice": [] if dice == "dice" else [figure(one) for one in dice.split("+")],
    }
    if table:
        data["table"] = form.read_word(table)
    if result:
        data["result"] = form.read_word(result)
    for fact in facts:
        key, _, said = fact.partition(" ")
        value = form.read_value(form.read_token(said)) if key in _PLAIN else form.read_token(said)
        data["method" if fact in _METHODS else key] = fact if fact in _METHODS else value
    return data
