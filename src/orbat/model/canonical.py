"""The canonical form of an ORBAT: correct names of regiments, and sorted units."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Formation, Orbat, Unit, units_of

MIN_SIMILARITY = 86
"""Minimum similarity between a misspelt and a correct name, from 0 to 100."""
MIN_LEAD = 4
"""Minimum lead of the best match over the next match, in similarity."""
_NUMBER = re.compile(r"[0-9]+")

Rank = tuple[int, int, tuple[tuple[int, str], ...], int, str, tuple[str, ...]]


def canonical(orbat: Orbat, book: Book) -> Orbat:
    """Correct misspelt regiment names, and sort units and options.

    Subtotals that the player wrote are removed, since some formats do not store them.
    """
    normaliser = _Normaliser(orbat, book)
    list_id = orbat.army_list.id if orbat.army_list else ""
    formations = tuple(normaliser.formation(formation, list_id) for formation in orbat.formations)
    return replace(orbat, formations=formations, units=normaliser.units(orbat.units, list_id))


class _Normaliser:
    """Converts formations and units to canonical form."""

    def __init__(self, orbat: Orbat, book: Book) -> None:
        self.book = book
        self.taken = {place.unit.name for place in units_of(orbat, unfielded=True)}

    def formation(self, formation: Formation, list_id: str) -> Formation:
        list_id = formation.army_list.id if formation.army_list else list_id
        units = self.units(formation.units, list_id)
        inner = tuple(self.formation(one, list_id) for one in formation.formations)
        return replace(formation, units=units, formations=inner, points=None)

    def units(self, units: Iterable[Unit], list_id: str) -> tuple[Unit, ...]:
        named = [self._named(unit, list_id) for unit in units]
        return tuple(sorted(named, key=lambda unit: self._rank(unit, list_id)))

    def _entry(self, unit: Unit, list_id: str) -> Entry | None:
        return self.book.entry(unit.army_list.id if unit.army_list else list_id, unit.entry)

    def _named(self, unit: Unit, list_id: str) -> Unit:
        entry = self._entry(unit, list_id)
        spellings = entry.regiment_spellings if entry else {}
        intended = spellings.get(unit.name) or intended_regiment(unit.name, entry.regiment_names if entry else ())
        unit = replace(unit, options=tuple(sorted(unit.options, key=self._option_rank)))
        if not intended or intended in self.taken:
            return unit
        self.taken.add(intended)
        return replace(unit, name=intended)

    def _option_rank(self, option: str) -> tuple[int, str]:
        options = [*self.book.ruleset.options]
        return (options.index(option) if option in options else len(options), option)

    def _rank(self, unit: Unit, list_id: str) -> Rank:
        list_id = unit.army_list.id if unit.army_list else list_id
        entry = self._entry(unit, list_id)
        ids = list(self.book.entries(list_id))
        regiments = entry.regiment_names if entry else ()
        return (
            ids.index(unit.entry) if unit.entry in ids else len(ids),
            regiments.index(unit.name) if unit.name in regiments else len(regiments),
            _natural(unit.name),
            unit.size if isinstance(unit.size, int) else 0,
            unit.rating,
            tuple(sorted(unit.options)),
        )


def intended_regiment(name: str, regiments: Iterable[str]) -> str:
    """The correct spelling of a misspelt regiment name, or "" if the name is correct or unknown."""
    regiments = tuple(regiments)
    if not name or name in regiments:
        return ""
    from rapidfuzz import fuzz

    # Numbers in the two names must be equal: the 33rd is not a misspelt 34th.
    numbers = _NUMBER.findall(name)
    similar = sorted(
        ((fuzz.ratio(name.casefold(), one.casefold()), one) for one in regiments if _NUMBER.findall(one) == numbers),
        reverse=True,
    )
    if not similar or similar[0][0] < MIN_SIMILARITY or (len(similar) > 1 and similar[0][0] - similar[1][0] < MIN_LEAD):
        return ""
    return similar[0][1]


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    # `2nd` before `10th`
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split("([0-9]{1,9})", name))
