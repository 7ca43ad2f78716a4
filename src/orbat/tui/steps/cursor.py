"""The item to select after undo or redo: the item that changed. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.path import OrbatPath

_Item = Formation | Unit


class _ChangeKind(IntEnum):
    # A step can make changes of several kinds. Those with the lowest value decide which item is selected. For example,
    # a move removes an item and adds it elsewhere: `ADDED` is lower, so the item is selected at its new place.

    ADDED = 0
    REMOVED = 1
    CHANGED = 2


_Change = tuple[_ChangeKind, OrbatPath]


def changed_path(before: Orbat, after: Orbat, selected: OrbatPath) -> OrbatPath:
    """The path to select after undo or redo. `before` and `after` are ORBATs.

    - If items were added: the path of the last added item.
    - Otherwise, if items were removed: the path of a neighbour of the first removed item.
    - Otherwise: the path of the first changed item.

    In each case, if several paths are possible and `selected` is one of them, the result is `selected`.
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
    # If nothing inside the item changed, the item itself counts as changed.
    inner: list[_Change] = []
    if not isinstance(before, Unit) and not isinstance(after, Unit):
        inner += _in_list(before.formations, after.formations, (*path, "formations"))
        inner += _in_list(before.units, after.units, (*path, "units"))
    yield from inner or ([(_ChangeKind.CHANGED, path)] if before != after else [])


def _in_list(before: tuple[_Item, ...], after: tuple[_Item, ...], holder: OrbatPath) -> Iterator[_Change]:
    # `holder` is the path of the list.
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
    # A formation stays the same if only its name or number changed, so its contents are compared.
    if one is other:
        return True
    if isinstance(one, Formation) and isinstance(other, Formation):
        parts = (one.commander, one.units, one.formations), (other.commander, other.units, other.formations)
        if any(parts[0]) and all(mine is theirs for mine, theirs in zip(*parts, strict=True)):
            return True
    return one == other
