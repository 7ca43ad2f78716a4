"""What a unit may do on the table: those abilities of its entry, and of everybody, that size and rating allow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orbat.model.army_list import Entry
from orbat.model.play import Ability
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset


def abilities_of(
    entry: Entry, rating: str, size: int | None, ruleset: Ruleset, rulings: Mapping[str, str]
) -> tuple[Ability, ...]:
    """The abilities of a unit of the entry, in the ruleset's order, under the rulings in force."""
    return tuple(
        ability
        for ability in ruleset.abilities
        if (ability.everyone or ability.id in entry.may)
        and entry.kind in ability.kinds
        and (not ability.ratings or rating in ability.ratings)
        and least_size(ability, rulings) <= (size or 0)
    )


def least_size(ability: Ability, rulings: Mapping[str, str]) -> int:
    """The size from which a unit has the ability, under the rulings in force; 0 where any size has it."""
    by_ruling = ability.least_size_by_ruling.get(rulings.get(ability.ruling, ""))
    return by_ruling or ability.least_size or 0


# What units may do, in words for a sheet: each thing said once, with where it stands.


class AbilityNote(Value):
    """Something a unit may do: a word for it, what it is, the least strength it takes, and where that stands."""

    short: str
    label: str
    least_size: int
    cites: tuple[str, ...]


def ability_note(ability: Ability, rulings: Mapping[str, str]) -> AbilityNote:
    """An ability as the rulings in force have it."""
    return AbilityNote(ability.short or ability.label, ability.label, least_size(ability, rulings), ability.citations)


def merge_notes(deeds: Iterable[AbilityNote]) -> tuple[AbilityNote, ...]:
    """Each deed once, in order; of several that say the same, one with the citations of all."""
    found: dict[tuple[str, str, int], tuple[str, ...]] = {}
    for deed in deeds:
        key = (deed.short, deed.label, deed.least_size)
        found[key] = tuple(dict.fromkeys((*found.get(key, ()), *deed.cites)))
    return tuple(AbilityNote(*key, cites) for key, cites in found.items())
