"""The readings of rulings that an ORBAT chooses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.model.ruleset import Choice, Ruling


def read_as(orbat: Orbat, ruling: Ruling, choice: str) -> Orbat:
    """The ORBAT with a passage read so. Our own reading holds without being written, so it is not."""
    if choice != ruling.ours:
        return replace(orbat, rulings={**orbat.rulings, ruling.id: choice})
    return replace(orbat, rulings={key: value for key, value in orbat.rulings.items() if key != ruling.id})


def in_force(orbat: Orbat, book: Book) -> Iterator[tuple[Ruling, Choice]]:
    """Every ruling with the reading of it that holds, in the ruleset's order."""
    chosen = book.rulings(orbat)
    for ruling in book.ruleset.rulings:
        yield ruling, next(one for one in ruling.choices if one.id == chosen[ruling.id])


def not_ours(orbat: Orbat, book: Book) -> tuple[tuple[Ruling, Choice], ...]:
    """The rulings that are read otherwise than we do, each with its reading."""
    return tuple((ruling, choice) for ruling, choice in in_force(orbat, book) if choice.id != ruling.ours)
