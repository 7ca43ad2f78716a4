"""An ORBAT as its army list would write it: the list's own names of regiments, and units in the list's order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Formation, Orbat, Unit, units_of

ALIKE = 86
"""How alike, out of 100, a misspelt name and the right one are."""
LEAD = 4
"""So much more alike than any other the right one must be."""
_NUMBER = re.compile(r"[0-9]+")

Rank = tuple[int, int, tuple[tuple[int, str], ...], int, str, tuple[str, ...]]


def canonical(orbat: Orbat, book: Book) -> Orbat:
    """The ORBAT with misspelt names of regiments put right, and in each formation the units in the list's order, with
    their options in the ruleset's.

    Whatever else a unit is called is the player's own and stays, as do the formations and their order. Subtotals that
    somebody claims are left out, since not every form has them.
    """
    canon = _Canon(orbat, book)
    list_id = orbat.army_list.id if orbat.army_list else ""
    formations = tuple(canon.formation(formation, list_id) for formation in orbat.formations)
    return replace(orbat, formations=formations, units=canon.units(orbat.units, list_id))


class _Canon:
    """Puts the parts of one ORBAT right; no two units are given the same name."""

    def __init__(self, orbat: Orbat, book: Book) -> None:
        self.book = book
        self.taken = {place.unit.name for place in units_of(orbat)}

    def formation(self, formation: Formation, list_id: str) -> Formation:
        """A formation with all that is in it."""
        list_id = formation.army_list.id if formation.army_list else list_id
        units = self.units(formation.units, list_id)
        inner = tuple(self.formation(one, list_id) for one in formation.formations)
        return replace(formation, units=units, formations=inner, points=None)

    def units(self, units: Iterable[Unit], list_id: str) -> tuple[Unit, ...]:
        """Units that stand beside each other."""
        named = [self._named(unit, list_id) for unit in units]
        return tuple(sorted(named, key=lambda unit: self._rank(unit, list_id)))

    def _entry(self, unit: Unit, list_id: str) -> Entry | None:
        return self.book.entry(unit.army_list.id if unit.army_list else list_id, unit.entry)

    def _named(self, unit: Unit, list_id: str) -> Unit:
        entry = self._entry(unit, list_id)
        meant = intended_regiment(unit.name, entry.regiments) if entry else ""
        unit = replace(unit, options=tuple(sorted(unit.options, key=self._option_rank)))
        if not meant or meant in self.taken:
            return unit
        self.taken.add(meant)
        return replace(unit, name=meant)

    def _option_rank(self, option: str) -> tuple[int, str]:
        options = [*self.book.ruleset.options]
        return (options.index(option) if option in options else len(options), option)

    def _rank(self, unit: Unit, list_id: str) -> Rank:
        """Where a unit stands: by entry, by regiment, by name; an entry that nobody knows stands last."""
        list_id = unit.army_list.id if unit.army_list else list_id
        entry = self._entry(unit, list_id)
        ids = list(self.book.entries(list_id))
        regiments = entry.regiments if entry else ()
        return (
            ids.index(unit.entry) if unit.entry in ids else len(ids),
            regiments.index(unit.name) if unit.name in regiments else len(regiments),
            _natural(unit.name),
            unit.size if isinstance(unit.size, int) else 0,
            unit.rating,
            tuple(sorted(unit.options)),
        )


def intended_regiment(name: str, regiments: Iterable[str]) -> str:
    """The regiment whose name this is with a slip of spelling; "" for one spelt rightly and for any other name.

    Its numbers must be the same: the 33rd is no slip for the 34th.
    """
    regiments = tuple(regiments)
    if not name or name in regiments:
        return ""
    from rapidfuzz import fuzz

    numbers = _NUMBER.findall(name)
    like = sorted(
        ((fuzz.ratio(name.casefold(), one.casefold()), one) for one in regiments if _NUMBER.findall(one) == numbers),
        reverse=True,
    )
    if not like or like[0][0] < ALIKE or (len(like) > 1 and like[0][0] - like[1][0] < LEAD):
        return ""
    return like[0][1]


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """A key by which `2nd` stands before `10th`."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in re.split("([0-9]{1,9})", name))
