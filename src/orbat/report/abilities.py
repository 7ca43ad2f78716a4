"""The abilities of a unit, which depend on the ruleset and on the unit's entry, size and rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orbat.model.army_list import Entry
from orbat.model.play import Ability
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset


def abilities_of(
    entry: Entry, rating: str, size: int | None, ruleset: Ruleset, rulings: Mapping[str, str]
) -> tuple[Ability, ...]:
    """The abilities of a unit, in the ruleset's order, under the chosen rulings."""
    return tuple(
        ability
        for ability in ruleset.abilities
        if (ability.everyone or ability.id in entry.may)
        and entry.kind in ability.kinds
        and (not ability.ratings or rating in ability.ratings)
        and least_size(ability, rulings) <= (size or 0)
    )


def least_size(ability: Ability, rulings: Mapping[str, str]) -> int:
    """The minimum size at which a unit has an ability, under the chosen rulings; 0 without a minimum."""
    by_ruling = ability.least_size_by_ruling.get(rulings.get(ability.ruling, ""))
    return by_ruling or ability.least_size or 0


# Abilities as texts for a sheet.


class AbilityNote(Value):
    """An ability as text, with its minimum unit size and its citations. `short` is the abbreviated name."""

    short: str
    label: str
    least_size: int
    cites: tuple[str, ...]


def ability_note(ability: Ability, rulings: Mapping[str, str]) -> AbilityNote:
    """Describe an ability under the chosen rulings."""
    return AbilityNote(ability.short or ability.label, ability.label, least_size(ability, rulings), ability.citations)


def merge_notes(notes: Iterable[AbilityNote]) -> tuple[AbilityNote, ...]:
    """Merge notes that differ only in their citations. A merged note has the citations of all the notes it replaces."""
    found: dict[tuple[str, str, int], tuple[str, ...]] = {}
    for note in notes:
        key = (note.short, note.label, note.least_size)
        found[key] = tuple(dict.fromkeys((*found.get(key, ()), *note.cites)))
    return tuple(AbilityNote(*key, cites) for key, cites in found.items())
