"""Finds the army list entry to which a unit's name belongs."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from orbat.model.army_list import ArmyList, Entry, EntryName
from orbat.model.dates import Date
from orbat.model.known_names import COMMON_WORDS
from orbat.model.look_alikes import name_words

_MIN_LETTERS = 4


def other_entry_of(
    name: str, entry: Entry, army_list: ArmyList, date: Date | None, arms: Mapping[str, str]
) -> EntryName | None:
    """Find another entry that a unit's name seems to mean, such as the Guards for a line unit called `Grenadier
    Guards`.

    Returns None if the name may belong to the unit's own entry. `arms`: the arm of each kind, such as foot.
    """
    if name in entry.regiment_names or name == entry.name:
        return None
    by_word = army_list.entry_names_by_word
    words = name_words(name)
    candidates = {
        id(one): one
        for word in words
        for one in by_word.get(word, ())
        if one.entry.ids.isdisjoint(entry.ids)
        and (one.words <= words or (one.is_regiment and word not in COMMON_WORDS))
    }
    if not candidates:
        return None
    unit = EntryName(name, entry, is_regiment=True)
    own = army_list.entry_names_by_entry.get(entry.id, ())
    if any(_is_within(one, unit) or _is_within(unit, one) for one in own):
        return None
    own_words = frozenset(word for one in own for word in one.words)
    telling = {word for word in unit.words - own_words - COMMON_WORDS if len(word) >= _MIN_LETTERS and word.isalpha()}
    best, best_rank = None, 0
    for one in candidates.values():
        rank = _similarity(unit, one, telling, own_words)
        if rank > best_rank and arms.get(one.entry.kind) == arms.get(entry.kind) and _is_available(one.entry, date):
            best, best_rank = one, rank
    return best


def _is_available(entry: Entry, date: Date | None) -> bool:
    return entry.dates is None or date is None or entry.dates.covers(date)


def _is_within(one: EntryName, other: EntryName) -> bool:
    return one.words == other.words or f" {one.key} " in f" {other.key} "


def _similarity(unit: EntryName, named: EntryName, telling: AbstractSet[str], own_words: AbstractSet[str]) -> int:
    # from 0, no match, to 3, the same words
    if unit.words == named.words:
        return 3
    if len(unit.words) < 2 or len(named.words) < 2:
        return 0
    if not named.is_regiment:
        is_whole = named.name == named.entry.name and named.words < unit.words
        return 2 if is_whole and not named.words <= own_words else 0
    if _is_within(named, unit) and not telling.isdisjoint(named.words):
        return 2
    return 1 if unit.words < named.words and telling else 0
