"""Battles and their dates, from the titles of the shipped ORBATs of complete battles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from orbat.data import folders
from orbat.data.list_header import read_keys
from orbat.model.dates import Date, read_date
from orbat.model.look_alikes import without_accents
from orbat.model.record import Value

_TITLE = re.compile(r"(?:The )?(?P<name>[^,(]+?)(?: \([^)]*\))?, \d")
"""The title of a battle's ORBAT: the name of the battle, and its day."""


class Battle(Value):
    """The name and month of a battle for which orbat ships an ORBAT."""

    name: str
    """Without an article: `Alma`."""
    date: Date


@cache
def battles(ruleset: str) -> tuple[Battle, ...]:
    """The battles of a ruleset for which orbat ships ORBATs, in order of date."""
    found = set[Battle]()
    for path in (folders.templates() / ruleset / "historical").glob("*.yaml"):
        data = read_keys(path, ("title", "date"))
        title = _TITLE.match(str(data.get("title") or ""))
        try:
            date = read_date(data.get("date"))
        except ValueError:
            continue
        if title and date:
            found.add(Battle(title["name"], date))
    return tuple(sorted(found, key=lambda one: (one.date.first, one.name)))


def battle_in(text: str, known: Iterable[Battle]) -> Battle | None:
    """The battle that a text names. None if the text names no battle, or several.

    If a name is part of a longer name in the text, only the longer name counts.
    """
    words = _key(text)
    named = [one for one in known if f" {_key(one.name)} " in f" {words} "]
    named = [one for one in named if not any(_key(one.name) in _key(other.name) != _key(one.name) for other in named)]
    return named[0] if len(named) == 1 else None


def _key(text: str) -> str:
    return " ".join(re.findall(r"\w+", without_accents(text).casefold()))
