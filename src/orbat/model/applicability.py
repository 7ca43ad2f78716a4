"""Conditions on units and commanders, for reference tables, abilities, prohibitions and odds."""

from orbat.model.record import Record
from orbat.model.text import Flag, Id, Rating


class Applicability(Record):
    """A condition on units and commanders. All given keys must match."""

    kinds: tuple[Id, ...] = ()
    subtypes: tuple[Id, ...] = ()
    ratings: tuple[Rating, ...] = ()
    sizes: tuple[Id, ...] = ()
    options: tuple[Id, ...] = ()
    without: tuple[Id, ...] = ()
    may: tuple[Id, ...] = ()
    may_not: tuple[Id, ...] = ()
    qualities: tuple[Id, ...] = ()
    irregular: Flag | None = None
    flags: tuple[Id, ...] = ()


AppliesTo = Applicability | tuple[Applicability, ...] | None
"""One condition, or several of which at least one must match. None matches all units and commanders."""


def alternatives(applies_to: AppliesTo) -> tuple[Applicability, ...]:
    """The conditions as a tuple. An empty tuple matches all units and commanders."""
    if applies_to is None:
        return ()
    return applies_to if isinstance(applies_to, tuple) else (applies_to,)
