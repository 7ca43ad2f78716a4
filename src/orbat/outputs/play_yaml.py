"""A game as the text of its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from orbat.model import path as paths
from orbat.model.game import Game, GeneralNote, UnitNote
from orbat.model.orbat import Roll


def play_yaml(game: Game) -> str:
    """The YAML of a game; read again it is the same game."""
    return "\n".join([*_lines(game), ""])


def _lines(game: Game) -> Iterator[str]:
    yield "# What has befallen the ORBAT beside this file in a game; the ORBAT itself is as it was bought."
    yield f"play: {game.play}"
    if game.title:
        yield f"title: {_scalar(game.title)}"
    yield from _list("units", [_unit(one) for one in game.units])
    yield from _list("generals", [_general(one) for one in game.generals])
    if game.note:
        yield f"note: {_scalar(game.note)}"
    yield from (f"{_scalar(key)}: {_flow(value)}" for key, value in game.extras.items())


def _list(key: str, items: list[dict[str, Any]]) -> Iterator[str]:
    if items:
        yield f"{key}:"
        yield from (f"  - {_flow(item)}" for item in items)


def _unit(note: UnitNote) -> dict[str, Any]:
    data = {"place": paths.show(note.place), "name": note.name, "lost": note.lost, "state": note.state}
    return _said({**data, "ticked": list(note.ticked)})


def _general(note: GeneralNote) -> dict[str, Any]:
    data = {"place": paths.show(note.place), "name": note.name, "fate": note.fate}
    return _said({**data, "promoted": _roll(note.promoted) if note.promoted else None})


def _roll(roll: Roll) -> dict[str, Any]:
    earlier = [_roll(one) for one in roll.earlier]
    data = {"dice": list(roll.dice), "table": roll.table, "result": roll.result, "method": roll.method}
    return {"dice": data["dice"], **_said({**data, "seed": roll.seed, "on": roll.on, "earlier": earlier})}


def _said(data: dict[str, Any]) -> dict[str, Any]:
    """What says something; what is absent means the same."""
    return {key: value for key, value in data.items() if value or key == "table"}


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_scalar(key)}: {_flow(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_flow, value))}]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    """A scalar; text that could be read as anything else stands in quotes, with what cannot be seen escaped."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Decimal | Fraction):
        return f"{value:f}" if isinstance(value, Decimal) else str(value)
    text = str(value)
    if text.isascii() and text.replace("_", "").isalpha() and text.casefold() not in ("true", "false", "null"):
        return text
    return f'"{"".join(map(_letter, text))}"'


def _letter(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    return letter if letter.isprintable() else f"\\U{ord(letter):08X}"
