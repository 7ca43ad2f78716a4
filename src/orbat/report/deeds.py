"""What units may do, in words for a sheet: each thing said once, with where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orbat.model.play import Ability
from orbat.model.record import Value
from orbat.report.abilities import least_size


class Deed(Value):
    """Something a unit may do: a word for it, what it is, the least strength it takes, and where that stands."""

    short: str
    label: str
    least_size: int
    cites: tuple[str, ...]


def deed_of(ability: Ability, rulings: Mapping[str, str]) -> Deed:
    """An ability as the rulings in force have it."""
    return Deed(ability.short or ability.label, ability.label, least_size(ability, rulings), ability.citations)


def together(deeds: Iterable[Deed]) -> tuple[Deed, ...]:
    """Each deed once, in order; of several that say the same, one with the citations of all."""
    found: dict[tuple[str, str, int], tuple[str, ...]] = {}
    for deed in deeds:
        key = (deed.short, deed.label, deed.least_size)
        found[key] = tuple(dict.fromkeys((*found.get(key, ()), *deed.cites)))
    return tuple(Deed(*key, cites) for key, cites in found.items())
