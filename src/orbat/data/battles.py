"""Battles with their dates and theatres, from the shipped ORBATs of complete battles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from orbat.data import folders
from orbat.data.list_header import read_keys
from orbat.model.army_list import ArmyList
from orbat.model.dates import Date, overlaps, read_date
from orbat.model.look_alikes import without_accents
from orbat.model.record import Value

_TITLE = re.compile(r"(?:The )?(?P<name>[^,(]+?)(?: \([^)]*\))?, \d")
"""The title of a battle's ORBAT: the name of the battle, and its day."""


class Battle(Value):
    """The name, month and theatres of a battle for which orbat ships an ORBAT."""

    name: str
    """Without an article: `Alma`."""
    date: Date
    theatres: tuple[tuple[str, str], ...] = ()
    """Pairs of army list and theatre, as ids, from the ORBATs that name a theatre."""

    def theatre_of(self, list_id: str, army_list: ArmyList | None) -> str:
        """The theatre of the battle for an army list, as an id. "" if the list has no such theatre.

        If the battle has no ORBAT of the army list, the theatre of another army in the battle is used.
        """
        declared = {one.id for one in army_list.theatres} if army_list else set()
        found = sorted(self.theatres, key=lambda one: one[0] != list_id)
        return next((theatre for _, theatre in found if theatre in declared), "")


@cache
def battles(ruleset: str) -> tuple[Battle, ...]:
    """The battles of a ruleset for which orbat ships ORBATs, in order of date."""
    found = dict[tuple[str, Date], set[tuple[str, str]]]()
    for path in (folders.templates() / ruleset / "historical").glob("*.yaml"):
        data = read_keys(path, ("title", "date", "army_list", "theatre"))
        title = _TITLE.match(str(data.get("title") or ""))
        try:
            date = read_date(data.get("date"))
        except ValueError:
            continue
        if title and date:
            theatres = found.setdefault((title["name"], date), set())
            if theatre := str(data.get("theatre") or ""):
                theatres.add((str(data.get("army_list")).partition("@")[0], theatre))
    known = [Battle(name, date, tuple(sorted(theatres))) for (name, date), theatres in found.items()]
    return tuple(sorted(known, key=lambda one: (one.date.first, one.name)))


def theatres_with_battles(ruleset: str, army_list: ArmyList, date: Date | None) -> frozenset[str]:
    """The ids of an army list's theatres with a known battle on a date. Empty if `date` is None."""
    if date is None:
        return frozenset()
    known = (one.theatre_of(army_list.id, army_list) for one in battles(ruleset) if overlaps(date, one.date, one.date))
    return frozenset(known) - {""}


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
