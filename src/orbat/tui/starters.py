"""The shipped starter armies by war and nation, read without checking them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from orbat.data.library import Library
from orbat.data.list_header import read_keys
from orbat.model.record import Value
from orbat.model.wording import phrase


class Starter(Value):
    """A starter army: its file, title and game size."""

    path: Path
    title: str
    size: int


class NationStarters(Value):
    """The starter armies of an army list, the smallest first."""

    ruleset: str
    army_list: str
    """The id of the army list."""
    title: str
    starters: tuple[Starter, ...]


class WarStarters(Value):
    """The nations with starter armies in a ruleset."""

    title: str
    """The war and the ruleset."""
    nations: tuple[NationStarters, ...]


def read_wars(paths: Iterable[Path], library: Library) -> tuple[WarStarters, ...]:
    """Group starter armies by ruleset and army list. Files that are not readable starter armies are left out."""
    wars: dict[str, dict[str, list[Starter]]] = {}
    for path in paths:
        data = read_keys(path, ("title", "ruleset", "army_list", "game_size"))
        ruleset, army_list, size = _id(data.get("ruleset")), _id(data.get("army_list")), data.get("game_size")
        if ruleset and army_list and isinstance(size, int):
            starter = Starter(path, str(data.get("title") or path.stem), size)
            wars.setdefault(ruleset, {}).setdefault(army_list, []).append(starter)
    return tuple(_war(ruleset, nations, library) for ruleset, nations in wars.items())


def _id(pin: Any) -> str:
    # a file names a ruleset or an army list by its id, with or without a version
    found = pin.get("id") if isinstance(pin, dict) else pin
    return found if isinstance(found, str) else ""


def _war(ruleset: str, found: dict[str, list[Starter]], library: Library) -> WarStarters:
    headers = library.list_headers(ruleset)
    nations = (
        NationStarters(
            ruleset,
            army_list,
            headers[army_list].title if army_list in headers else army_list,
            tuple(sorted(starters, key=lambda one: one.size)),
        )
        for army_list, starters in found.items()
    )
    return WarStarters(_title(ruleset, library), tuple(sorted(nations, key=lambda one: one.title.casefold())))


def _title(ruleset: str, library: Library) -> str:
    for folder in library.folders():
        data = read_keys(folder / ruleset / "ruleset.yaml", ("title", "period"))
        if data:
            title = data.get("title") or ruleset
            return phrase("{war} · {ruleset}", war=data["period"], ruleset=title) if data.get("period") else str(title)
    return ruleset
