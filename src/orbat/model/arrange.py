"""Arranging an ORBAT: buying, copying, moving and taking apart. Pure: each gives a new ORBAT.

Functions that put something somewhere also give the path where it now stands.
"""

from __future__ import annotations

import re
from dataclasses import replace

from orbat.model.edits import Insert, Remove, Set, apply, at
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.path import Path

Thing = Formation | Unit
Placed = tuple[Orbat, Path]

_NUMBERED = re.compile(r"([0-9]+)(st|nd|rd|th)\b")


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`, `22nd`."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def fresh_name(name: str, taken: frozenset[str]) -> str:
    """A name like this one that is not taken: `1st Brigade` gives `2nd Brigade`; another gets a number after it."""
    if name not in taken:
        return name
    if found := _NUMBERED.match(name):
        rest = name[found.end() :]
        number = int(found[1])
        while (candidate := f"{ordinal(number)}{rest}") in taken:
            number += 1
        return candidate
    stem = re.sub(r" \([0-9]+\)\Z", "", name)
    number = 2
    while (candidate := f"{stem} ({number})") in taken:
        number += 1
    return candidate


def kind_of(path: Path) -> str:
    """`units` or `formations`: the list that a path leads into, or "" for the army."""
    return str(path[-2]) if len(path) >= 2 else ""


def parent_of(path: Path) -> Path:
    """The formation that a thing stands in; `()` for the army."""
    return path[:-2]


def names_in(orbat: Orbat, path: Path) -> frozenset[str]:
    """The names of the things in one list of an ORBAT."""
    return frozenset(thing.name for thing in at(orbat, path))


def add(orbat: Orbat, parent: Path, thing: Thing) -> Placed:
    """Put a thing at the end of a formation, or of the army."""
    sort = "units" if isinstance(thing, Unit) else "formations"
    holder = (*parent, sort)
    position = len(at(orbat, holder))
    return apply(orbat, Insert(holder, position, thing)), (*holder, position)


def duplicate(orbat: Orbat, path: Path) -> Placed:
    """Copy a unit or formation, with all in it, behind the original and under a fresh name.

    Staff rolls are not copied: the copy's generals are other men. Claims stay, since they are still right.
    """
    thing = at(orbat, path)
    holder, position = path[:-1], int(path[-1])
    copy = replace(thing, name=fresh_name(thing.name, names_in(orbat, holder))) if thing.name else thing
    if isinstance(copy, Formation):
        copy = _without_rolls(copy)
    return apply(orbat, Insert(holder, position + 1, copy)), (*holder, position + 1)


def _without_rolls(formation: Formation) -> Formation:
    commander = formation.commander
    if commander:
        commander = replace(commander, roll=None, quality="", player=False)
    inner = tuple(_without_rolls(one) for one in formation.formations)
    return replace(formation, commander=commander, formations=inner)


def shift(orbat: Orbat, path: Path, by: int) -> Placed:
    """Move a thing up or down among its fellows, no further than the ends."""
    holder, position = path[:-1], int(path[-1])
    things = at(orbat, holder)
    to = max(0, min(position + by, len(things) - 1))
    if to == position:
        return orbat, path
    rest = [*things[:position], *things[position + 1 :]]
    rest.insert(to, things[position])
    return apply(orbat, Set(holder[:-1], str(holder[-1]), tuple(rest))), (*holder, to)


def can_move(path: Path, parent: Path) -> bool:
    """Whether a thing may go into a formation: not into itself or what is in it."""
    return parent[: len(path)] != path


def move(orbat: Orbat, path: Path, parent: Path) -> Placed:
    """Move a thing to the end of another formation, or of the army (`()`). Raises LookupError into itself."""
    if not can_move(path, parent):
        raise LookupError("a formation cannot be moved into itself")
    if parent == parent_of(path):
        return orbat, path
    thing = at(orbat, path)
    added, placed = add(orbat, parent, thing)
    return apply(added, Remove(path)), after_removal(placed, path)


def after_removal(path: Path, removed: Path) -> Path:
    """Where a path leads once another has been removed; the removed thing's own path gives its formation."""
    *holder, position = removed
    length = len(holder)
    if path[:length] != tuple(holder) or len(path) <= length:
        return path
    here = path[length]
    if not isinstance(here, int) or not isinstance(position, int) or here < position:
        return path
    if here == position:
        return parent_of(removed)
    return (*holder, here - 1, *path[length + 1 :])


def remove(orbat: Orbat, path: Path, *, keep_units: bool = False) -> Orbat:
    """Take a thing out; a formation's units and formations can be kept, and go to where it stood."""
    thing = at(orbat, path)
    gone = apply(orbat, Remove(path))
    if not keep_units or not isinstance(thing, Formation):
        return gone
    parent = parent_of(path)
    inside: tuple[Thing, ...] = (*thing.formations, *thing.units)
    for inner in inside:
        gone, _ = add(gone, parent, inner)
    return gone


def remove_all(orbat: Orbat, paths: frozenset[Path]) -> Orbat:
    """Take several things out in one go; what stands within another of them goes with it."""
    outer = [path for path in paths if not any(path[:length] in paths for length in range(2, len(path), 2))]
    by_holder: dict[Path, set[int]] = {}
    for path in outer:
        by_holder.setdefault(path[:-1], set()).add(int(path[-1]))
    for holder in sorted(by_holder, key=len, reverse=True):
        gone = by_holder[holder]
        kept = tuple(thing for number, thing in enumerate(at(orbat, holder)) if number not in gone)
        orbat = apply(orbat, Set(holder[:-1], str(holder[-1]), kept))
    return orbat
