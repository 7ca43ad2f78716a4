"""Where the cursor goes when a step is undone or done again: to what the step changed. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.path import OrbatPath

Thing = Formation | Unit


class Sort(IntEnum):
    """What became of a thing. What came to a place tells most of a step: what it left is named last."""

    CAME = 0
    WENT = 1
    CHANGED = 2


Change = tuple[Sort, OrbatPath]


def changed_place(before: Orbat, after: Orbat, selected: OrbatPath) -> OrbatPath:
    """The place in an ORBAT where it is not as it was; what is selected where that is such a place, or nothing is."""
    if before is after:
        return selected
    changes = list(_in_thing(before, after, ()))
    first = min((sort for sort, _ in changes), default=None)
    places = [path for sort, path in changes if sort == first]
    if not places or selected in places:
        return selected
    return places[-1] if first == Sort.CAME else places[0]


def _in_thing(before: Orbat | Thing, after: Orbat | Thing, path: OrbatPath) -> Iterator[Change]:
    """The changes within a thing, or that it was changed itself."""
    inner: list[Change] = []
    if not isinstance(before, Unit) and not isinstance(after, Unit):
        inner += _in_list(before.formations, after.formations, (*path, "formations"))
        inner += _in_list(before.units, after.units, (*path, "units"))
    yield from inner or ([(Sort.CHANGED, path)] if before != after else [])


def _in_list(before: tuple[Thing, ...], after: tuple[Thing, ...], holder: OrbatPath) -> Iterator[Change]:
    """The changes in one list of formations or units."""
    if before is after:
        return
    left = dict(enumerate(before))
    new: list[int] = []
    stayed: list[tuple[int, int]] = []
    for number, thing in enumerate(after):
        old = next((n for n, one in left.items() if _is_same(one, thing)), None)
        if old is None:
            new.append(number)
        else:
            del left[old]
            stayed.append((old, number))
    gone = list(left)
    stayed += zip(gone, new, strict=False)
    for old, number in stayed:
        yield from _in_thing(before[old], after[number], (*holder, number))
    for number in new[len(gone) :]:
        yield Sort.CAME, (*holder, number)
    for number in gone[len(new) :]:
        yield Sort.WENT, (*holder, max(0, number - 1)) if after else holder[:-1]
    if not gone and not new:
        yield from ((Sort.CHANGED, (*holder, number)) for old, number in stayed if old != number)


def _is_same(one: Thing, other: Thing) -> bool:
    """Whether a thing is the same; a formation is, though it was numbered anew."""
    if one is other:
        return True
    if isinstance(one, Formation) and isinstance(other, Formation):
        parts = (one.commander, one.units, one.formations), (other.commander, other.units, other.formations)
        if any(parts[0]) and all(mine is theirs for mine, theirs in zip(*parts, strict=True)):
            return True
    return one == other
