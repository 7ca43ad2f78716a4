"""The file `NAME.play.yaml` with the losses of the ORBAT `NAME.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from orbat.data.data_file import DataFile, fit_document, load_data
from orbat.data.file_kinds import wrong_kind_problem
from orbat.data.library import Library
from orbat.data.problem import Problem, finding_of
from orbat.data.yaml_text import parse
from orbat.features.game.model import Game, GeneralNote, Note, UnitNote
from orbat.model import path as paths
from orbat.model.finding import Finding
from orbat.model.orbat import Roll
from orbat.model.wording import phrase

SUFFIX = ".play.yaml"
"""Ending of the name of a file of losses. It replaces the ending of the ORBAT's file name."""


def play_path(orbat: Path) -> Path:
    """The path `NAME.play.yaml` that belongs to the ORBAT `NAME.yaml`."""
    return orbat.with_name(orbat.stem + SUFFIX)


def load_play(path: Path) -> DataFile[Game]:
    """Load a file of losses. Never raises: problems are findings."""
    found = load_data(path, Game)
    other = wrong_kind_problem("play", found.document.data) if found.document and found.value is None else None
    return replace(found, findings=(finding_of(other, found.document),)) if other else found


def lint_play(text: str, library: Library) -> tuple[Finding, ...]:
    """Check the text of a file of losses. Returns findings about mistakes."""
    document = parse(text)
    game, problems = fit_document(Game, document)
    problems += ineffective_notes(game) if game else ()
    return tuple(finding_of(problem, document) for problem in (*problems, *document.warnings))


def ineffective_notes(game: Game) -> Iterator[Problem]:
    """Yield warnings for notes without effect. Notes are the items of `units` and `generals`.

    A note has no effect in two cases: its `place` cannot be the path of a unit or general, or a later note has the same
    `place` and `name`.
    """
    yield from _ineffective("units", "unit", game.units)
    yield from _ineffective("generals", "general", game.generals)


def _ineffective(key: str, what: str, notes: Sequence[Note]) -> Iterator[Problem]:
    last = {(note.place, note.name): number for number, note in enumerate(notes)}
    for number, note in enumerate(notes):
        path, place = (key, number, "place"), paths.show(note.place)
        if what != ("general" if note.place[-1] == "commander" else "unit" if note.place[-2:-1] == ("units",) else ""):
            message = phrase("{place} is not the path of a {what}", place=place, what=what)
            help = phrase("Write the path of a {what}, or remove this item.", what=what)
            yield Problem(path, message, help, "SRC009", severity="warning")
        elif last[note.place, note.name] != number:
            message = phrase(
                "this item of `{key}` has no effect, because a later item is also for {name}",
                key=key,
                name=note.name or place,
            )
            yield Problem(path, message, "Keep only one of these items.", "SRC009", severity="warning")


# Writing.


def play_yaml(game: Game) -> str:
    """The text of a file of losses, from which `game` can be read again."""
    return "\n".join([*_lines(game), ""])


def _lines(game: Game) -> Iterator[str]:
    yield "# Losses of the ORBAT beside this file in a game."
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
    return _present({**data, "ticked": list(note.ticked)})


def _general(note: GeneralNote) -> dict[str, Any]:
    data = {"place": paths.show(note.place), "name": note.name, "fate": note.fate}
    return _present({**data, "promoted": _roll(note.promoted) if note.promoted else None})


def _roll(roll: Roll) -> dict[str, Any]:
    earlier = [_roll(one) for one in roll.earlier]
    data = {"dice": list(roll.dice), "table": roll.table, "result": roll.result, "method": roll.method}
    return {"dice": data["dice"], **_present({**data, "seed": roll.seed, "on": roll.on, "earlier": earlier})}


def _present(data: dict[str, Any]) -> dict[str, Any]:
    # a missing key is read as empty, except `table`, which is read as `default`
    return {key: value for key, value in data.items() if value or key == "table"}


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_scalar(key)}: {_flow(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_flow, value))}]"
    return _scalar(value)


def _scalar(value: Any) -> str:
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
