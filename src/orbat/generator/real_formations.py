"""Real formations in generated armies: brigades of regiments that served together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from orbat.generator.names import Parents
from orbat.model.orbat import Formation, Unit
from orbat.model.wording import phrase

MAJORITY = 0.5
"""A formation has a real name if more than this share of its named units served in the real one. Not from a
rulebook."""

ParentsByUnit = Mapping[str, Parents]
"""The real formations of the named units of foot and horse, by the names of the units."""


def slot_sizes(blocks: Sequence[int], count: int, least: int, most: int) -> list[int] | None:
    """The sizes of `count` formations for blocks of units that should stay together.

    None if a formation would have fewer than `least` or more than `most` units.
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


def real_parents(formation: Formation, parents: ParentsByUnit, levels: Sequence[str]) -> Parents:
    """The names of the real formations to which most units of a generated formation belong.

    `levels` are the ids of the levels, lowest first.
    """
    above = levels[levels.index(formation.level) :]
    named = [unit for unit in _units(formation) if unit.name in parents]
    real = Counter(
        tuple((level, parents[unit.name][level]) for level in above if level in parents[unit.name]) for unit in named
    )
    for names, number in real.most_common(1):
        if number > MAJORITY * len(named) and formation.level in dict(names):
            return dict(names)
    return {}


def with_real_names(
    formations: Sequence[Formation], parents: ParentsByUnit, levels: Sequence[str]
) -> tuple[Formation, ...]:
    """Give generated formations the names of real formations. Other formations stay numbered."""
    used = set[tuple[tuple[str, str], ...]]()

    def named(formation: Formation, above: Parents) -> Formation:
        real = real_parents(formation, parents, levels)
        key = tuple(real.items())
        is_new = bool(key) and key not in used
        used.add(key)
        inner = tuple(named(one, real if is_new else {}) for one in formation.formations)
        if not is_new:
            return replace(formation, formations=inner)
        return replace(formation, name=_name(formation.level, real, above), numbered=False, formations=inner)

    return tuple(named(one, {}) for one in formations)


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
