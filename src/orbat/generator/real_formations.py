"""Real formations in generated armies: brigades of regiments that served together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from orbat.generator.distribution import BoughtUnit, Slot
from orbat.generator.names import Parents, UnitName
from orbat.model.orbat import Formation, Unit
from orbat.model.record import EMPTY_MAPPING
from orbat.model.wording import phrase

ParentsByUnit = Mapping[str, Parents]
"""The real formations of the named units of foot and horse, by the names of the units."""

OtherName = Callable[[BoughtUnit, Callable[[Parents], bool]], UnitName | None]
"""Finds an unused name for a unit. The test receives the historical formations in which the regiment served."""

Key = tuple[tuple[str, str], ...]
"""A real formation with those around it, as a key."""


def slot_sizes(blocks: Sequence[int], count: int, least: int, most: int) -> list[int] | None:
    """The number of units in each of `count` formations.

    `blocks` has the sizes of groups of units that should stay together. Returns None if a formation would have fewer
    than `least` or more than `most` units.
    """
    sizes = list(blocks)
    # Small neighbours are merged, and large blocks are halved.
    while len(sizes) > count:
        first = min(range(len(sizes) - 1), key=lambda number: sizes[number] + sizes[number + 1])
        sizes[first : first + 2] = [sizes[first] + sizes[first + 1]]
    while sizes and len(sizes) < count:
        largest = sizes.index(max(sizes))
        sizes[largest : largest + 1] = [-(-sizes[largest] // 2), sizes[largest] // 2]
    return sizes if sizes and all(least <= size <= most for size in sizes) else None


def settle_real_formations(slots: Sequence[Slot], lowest: str, most: int, share: float, other: OtherName) -> None:
    """Name formations after real formations, and name units after regiments of these real formations.

    `lowest` is the id of the lowest level, `most` the maximum number of units in a formation. In a formation with a
    real name, at least `share` of the units have names of its real regiments. The other units have no names.
    """
    # A unit from another real formation changes names with a unit of the same kind, or takes an unused name. If neither
    # is possible, either the unit or the formation is left without a name.
    for slot in slots:
        for number in range(len(slot.bought)):
            _exchange(slots, slot, number, lowest)
    homes = _homes(slots, lowest)
    for slot in slots:
        main = _main(slot, homes, lowest)
        if main is not None:
            _change_names(slot, main.__eq__, lambda key, main=main: key != main, other)  # type: ignore[misc]
            inside = sum(_key(one.parents) == main for one in slot.bought)
            if inside >= share * len(slot.bought):
                slot.real = dict(main)
                slot.bought = [one if _key(one.parents) == main else _nameless(one) for one in slot.bought]
    _join_divided(slots, lowest, most, other)
    for slot in slots:
        if not slot.real and slot.bought:
            # formations of one corps, for example, whose divisions are unknown
            shared = set.intersection(*(set(one.parents.items()) for one in slot.bought))
            slot.real = {level: name for level, name in slot.bought[0].parents.items() if (level, name) in shared}


def _join_divided(slots: Sequence[Slot], lowest: str, most: int, other: OtherName) -> None:
    # no real formation is in two formations, unless it is too large for one
    homes, total = _homes(slots, lowest), Counter(_key(one.parents) for slot in slots for one in slot.bought)
    there = {*total}
    for slot in slots:

        def is_away(key: Key, slot: Slot = slot) -> bool:
            return key in homes and homes[key] is not slot and total[key] <= most

        _change_names(slot, lambda key: not key or key not in there, is_away, other)
        there.update(_key(one.parents) for one in slot.bought)
        slot.bought = [_nameless(one) if is_away(_key(one.parents)) else one for one in slot.bought]


def _change_names(slot: Slot, fits: Callable[[Key], bool], is_stray: Callable[[Key], bool], other: OtherName) -> None:
    for number, one in enumerate(slot.bought):
        if one.unit.name and is_stray(_key(one.parents)):
            name = other(one, lambda parents: fits(_key(parents)))
            if name is not None:
                slot.bought[number] = replace(
                    one, unit=replace(one.unit, name=name.name), regiment=name.regiment, parents=name.parents
                )


def _exchange(slots: Sequence[Slot], slot: Slot, number: int, lowest: str) -> None:
    # a unit far from its real formation changes names with a unit that is there, but does not belong there
    homes, one = _homes(slots, lowest), slot.bought[number]
    home = homes.get(_key(one.parents))
    if home is None or home is slot:
        return
    main = _main(home, homes, lowest)
    if main != _key(one.parents):
        return
    for place, guest in enumerate(home.bought):
        if guest.offer == one.offer and _key(guest.parents) != main:
            home.bought[place], slot.bought[number] = _with_name_of(guest, one), _with_name_of(one, guest)
            return


def _with_name_of(one: BoughtUnit, other: BoughtUnit) -> BoughtUnit:
    unit = replace(one.unit, name=other.unit.name)
    return replace(one, unit=unit, regiment=other.regiment, parents=other.parents)


def _nameless(one: BoughtUnit) -> BoughtUnit:
    return replace(one, unit=replace(one.unit, name=""), regiment="", parents=EMPTY_MAPPING)


def _homes(slots: Sequence[Slot], lowest: str) -> dict[Key, Slot]:
    # for each real formation, the formation with most of its units
    counts = [(Counter(_key(one.parents) for one in slot.bought if lowest in one.parents), slot) for slot in slots]
    homes: dict[Key, Slot] = {}
    for key in dict.fromkeys(key for counted, _ in counts for key in counted):
        homes[key] = max(counts, key=lambda one: one[0][key])[1]
    return homes


def _main(slot: Slot, homes: Mapping[Key, Slot], lowest: str) -> Key | None:
    own = Counter(_key(one.parents) for one in slot.bought if lowest in one.parents)
    return next((key for key, _ in own.most_common() if homes[key] is slot), None)


def _key(parents: Parents) -> Key:
    return tuple(sorted(parents.items()))


def most_units_of(formation: Formation, parents: ParentsByUnit, levels: Sequence[str]) -> Parents:
    """The real formations, by level, in which more than half of the named units of `formation` served.

    {} if there are none. `formation` is a generated formation. The result has only this formation's level and higher
    levels. `levels` are the ids of the levels, lowest first.
    """
    named = [parents[unit.name] for unit in _units(formation) if unit.name in parents]
    # if most of them have only a corps in common, that corps
    for lowest in range(levels.index(formation.level), len(levels)):
        above = levels[lowest:]
        real = Counter(tuple((level, one[level]) for level in above if level in one) for one in named)
        for names, number in real.most_common(1):
            if 2 * number > len(named) and names:
                return dict(names)
    return {}


def parents_of(formation: Formation, parents: ParentsByUnit) -> tuple[Parents, ...]:
    """The real formations in which the named units of a generated formation served, without duplicates."""
    several = {_key(parents[unit.name]): parents[unit.name] for unit in _units(formation) if parents.get(unit.name)}
    return tuple(several.values())


def shared_formations(inside: Sequence[Parents], levels: Sequence[str]) -> Parents:
    """The real formations that are the same in all mappings of `inside`, by level.

    Returns {} if the mappings differ at any level, or have no real formation of the lowest level. `levels` are the ids
    of the levels to compare, lowest first.
    """
    shared = [{level: one[level] for level in levels if level in one} for one in inside]
    is_real = bool(shared) and levels[0] in shared[0] and all(one == shared[0] for one in shared)
    return shared[0] if is_real else {}


class _Named:
    def __init__(self, formation: Formation, lowest: Iterator[Parents], levels: Sequence[str]) -> None:
        self.formation = formation
        self.inner = [_Named(one, lowest, levels) for one in formation.formations]
        self.real: Parents = next(lowest) if formation.level == levels[0] else {}
        if self.inner:
            above = levels[levels.index(formation.level) :]
            self.real = shared_formations([one.real for one in self.inner], above)


def with_real_names(
    formations: Sequence[Formation], lowest: Sequence[Parents], levels: Sequence[str]
) -> tuple[Formation, ...]:
    """Give generated formations the names of real formations. Other formations stay numbered.

    `lowest` has one item for each formation of the lowest level, in order: the names of its real formation and of those
    above, by level, or {} if it is no real formation. `levels` are the ids of the levels, lowest first.
    """
    used, left = set[tuple[Key, str]](), iter(lowest)
    trees = [_Named(formation, left, levels) for formation in formations]

    def named(one: _Named, above: Parents) -> Formation:
        name = _name(one.formation.level, one.real, above) if one.formation.level in one.real else ""
        is_new = bool(name) and (_key(above), name) not in used
        used.add((_key(above), name))
        inner = tuple(named(each, one.real if is_new else {}) for each in one.inner)
        if not is_new:
            return replace(one.formation, formations=inner)
        return replace(one.formation, name=name, numbered=False, formations=inner)

    return tuple(named(one, {}) for one in trees)


def _name(level: str, real: Parents, above: Parents) -> str:
    # with the name of the formation above, unless that formation is in the army
    higher = next((name for other, name in real.items() if other != level), "")
    if not higher or higher in above.values():
        return real[level]
    return phrase("{formation}, {higher}", formation=real[level], higher=higher)


def _units(formation: Formation) -> Iterator[Unit]:
    yield from formation.units
    for inner in formation.formations:
        yield from _units(inner)
