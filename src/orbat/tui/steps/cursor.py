"""The selection after undo or redo: the item that changed. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.path import OrbatPath

_Item = Formation | Unit


class _ChangeKind(IntEnum):
    """How an item changed. If a step makes changes of several kinds, the kind with the lowest value decides the
    selection.

    For example, a move removes an item and adds it elsewhere. `ADDED` is lower than `REMOVED`, so the item is
    selected at its new place.
    """

    ADDED = 0
    REMOVED = 1
    CHANGED = 2


_Change = tuple[_ChangeKind, OrbatPath]


def changed_path(before: Orbat, after: Orbat, selected: OrbatPath) -> OrbatPath:
    """The path to select after an undo or redo that changed `before` to `after`.

    Only the changes of the deciding kind count (see `_ChangeKind`). If one of them is at `selected`, or if nothing
    changed, `selected` is returned.
    """
    if before is after:
        return selected
    changes = list(_in_item(before, after, ()))
    first = min((sort for sort, _ in changes), default=None)
    places = [path for sort, path in changes if sort == first]
    if not places or selected in places:
        return selected
    return places[-1] if first == _ChangeKind.ADDED else places[0]


def _in_item(before: Orbat | _Item, after: Orbat | _Item, path: OrbatPath) -> Iterator[_Change]:
    """The changes to formations and units inside an item. If nothing inside the item changed, the result is one change
    to the item."""
    inner: list[_Change] = []
    if not isinstance(before, Unit) and not isinstance(after, Unit):
        inner += _in_list(before.formations, after.formations, (*path, "formations"))
        inner += _in_list(before.units, after.units, (*path, "units"))
    yield from inner or ([(_ChangeKind.CHANGED, path)] if before != after else [])


def _in_list(before: tuple[_Item, ...], after: tuple[_Item, ...], holder: OrbatPath) -> Iterator[_Change]:
    """The changes in a list of formations or units. `holder` is the path of that list."""
    if before is after:
        return
    left = dict(enumerate(before))
    new: list[int] = []
    stayed: list[tuple[int, int]] = []
    for number, item in enumerate(after):
        old = next((n for n, one in left.items() if _is_same(one, item)), None)
        if old is None:
            new.append(number)
        else:
            del left[old]
            stayed.append((old, number))
    gone = list(left)
    stayed += zip(gone, new, strict=False)
    for old, number in stayed:
        yield from _in_item(before[old], after[number], (*holder, number))
    for number in new[len(gone) :]:
        yield _ChangeKind.ADDED, (*holder, number)
    for number in gone[len(new) :]:
        yield _ChangeKind.REMOVED, (*holder, max(0, number - 1)) if after else holder[:-1]
    if not gone and not new:
        yield from ((_ChangeKind.CHANGED, (*holder, number)) for old, number in stayed if old != number)


def _is_same(one: _Item, other: _Item) -> bool:
    """Whether an item before a step and an item after the step are the same item.

    Two formations with content are the same if they contain the same commander, units and formations, even if the
    name or the number has changed. Otherwise, items are the same if they are equal.
    """
    if one is other:
        return True
    if isinstance(one, Formation) and isinstance(other, Formation):
        parts = (one.commander, one.units, one.formations), (other.commander, other.units, other.formations)
        if any(parts[0]) and all(mine is theirs for mine, theirs in zip(*parts, strict=True)):
            return True
    return one == other
