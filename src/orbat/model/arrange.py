"""Arranging an ORBAT: buying, copying, moving and taking apart. Pure: each gives a new ORBAT.

Functions that put something somewhere also give the path where it now stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from operator import is_

from orbat.model.book import Book
from orbat.model.edits import Edit, Insert, Remove, Set, apply, apply_all, at
from orbat.model.orbat import Commander, Formation, Orbat, Unit, formations_of, list_at
from orbat.model.path import OrbatPath
from orbat.model.regiments import used_names, with_free_regiments

Item = Formation | Unit
Placed = tuple[Orbat, OrbatPath]

_NUMBERED = re.compile(r"([0-9]{1,6})(st|nd|rd|th)\b")


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`, `22nd`."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def unused_name(name: str, taken: frozenset[str]) -> str:
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


def numbered_formation(level: str) -> Formation:
    """A new formation with a general, which gets its name, such as `2nd Brigade`, from the place it is put in."""
    return Formation(level=level, numbered=True, commander=Commander())


def starting_army(orbat: Orbat, level: str) -> Orbat:
    """An army to begin with: its General, and one formation of a level with its general and no units."""
    return add(replace(orbat, commander=Commander()), (), numbered_formation(level))[0]


def renumber(orbat: Orbat, holder: OrbatPath) -> Orbat:
    """Name the numbered formations of one list by their order, level by level.

    Each gets the lowest number that is free: a name typed by the player is never changed and never given twice.
    """
    fellows: tuple[Item, ...] = at(orbat, holder)
    if not any(isinstance(one, Formation) and one.numbered for one in fellows):
        return orbat
    typed = {one.name for one in fellows if not _is_numbered(one)}
    reached: dict[str, int] = {}
    named: list[Item] = []
    for one in fellows:
        if isinstance(one, Formation) and _is_numbered(one):
            word = _word(one.level)
            number = reached.get(word, 0) + 1
            while (name := f"{ordinal(number)} {word}") in typed:
                number += 1
            reached[word] = number
            one = one if one.name == name else replace(one, name=name)
        named.append(one)
    return orbat if all(map(is_, named, fellows)) else _with(orbat, holder, named)


def _with(orbat: Orbat, holder: OrbatPath, things: Iterable[Item]) -> Orbat:
    """The ORBAT with another list in a place."""
    return apply(orbat, Set(holder[:-1], str(holder[-1]), tuple(things)))


def _is_numbered(thing: Item) -> bool:
    """Whether orbat gave a thing its name, or is to. A name written over in the file has become the player's own."""
    if not isinstance(thing, Formation) or not thing.numbered:
        return False
    found = _NUMBERED.match(thing.name)
    return not thing.name or (found is not None and thing.name == f"{ordinal(int(found[1]))} {_word(thing.level)}")


def _word(level: str) -> str:
    return level.capitalize() or "Formation"


def apply_edits(orbat: Orbat, edits: tuple[Edit, ...]) -> Orbat:
    """The ORBAT after several edits, its numbered formations named by their order."""
    orbat = apply_all(orbat, edits)
    return renumber_all(orbat) if any(not isinstance(edit, Set) for edit in edits) else orbat


def renumber_all(orbat: Orbat) -> Orbat:
    """The ORBAT with all its numbered formations named by their order."""
    for parent in ((), *(place.path for place in formations_of(orbat))):
        orbat = renumber(orbat, (*parent, "formations"))
    return orbat


def rename(orbat: Orbat, path: OrbatPath, name: str) -> Orbat:
    """Give a unit or formation the name that the player typed. A formation whose name he takes away is numbered."""
    thing = at(orbat, path)
    if name == thing.name:
        return orbat
    orbat = apply(orbat, Set(path, "name", name))
    if isinstance(thing, Formation):
        orbat = renumber(apply(orbat, Set(path, "numbered", not name)), path[:-1])
    return orbat


def list_name_of(path: OrbatPath) -> str:
    """`units` or `formations`: the list that a path leads into, or "" for the army."""
    return str(path[-2]) if len(path) >= 2 else ""


def parent_of(path: OrbatPath) -> OrbatPath:
    """The formation that a thing stands in; `()` for the army."""
    return path[:-2]


def names_in(orbat: Orbat, path: OrbatPath) -> frozenset[str]:
    """The names of the things in one list of an ORBAT."""
    return frozenset(thing.name for thing in at(orbat, path))


def add(orbat: Orbat, parent: OrbatPath, thing: Item) -> Placed:
    """Put a thing at the end of a formation, or of the army."""
    holder = (*parent, "units" if isinstance(thing, Unit) else "formations")
    return _insert(orbat, holder, len(at(orbat, holder)), thing)


def _insert(orbat: Orbat, holder: OrbatPath, position: int, thing: Item) -> Placed:
    return renumber(apply(orbat, Insert(holder, position, thing)), holder), (*holder, position)


def duplicate(orbat: Orbat, path: OrbatPath, book: Book | None = None) -> Placed:
    """Copy a unit or formation, with all in it, behind the original and under a fresh name or the next number.

    Names and rolls of generals are not copied: the copy's are other men. Claims stay, since they are still right.
    With the book, units that bear a regiment's name are other regiments in the copy, as far as the list has them.
    """
    copy = copy_of(orbat, parent_of(path), at(orbat, path), book)
    return _insert(orbat, path[:-1], int(path[-1]) + 1, copy)


def _without_rolls(formation: Formation) -> Formation:
    commander = formation.commander
    if commander:
        commander = replace(commander, name="", roll=None, quality="", player=False)
    inner = tuple(_without_rolls(one) for one in formation.formations)
    return replace(formation, commander=commander, formations=inner)


def shift(orbat: Orbat, path: OrbatPath, by: int) -> Placed:
    """Move a thing up or down among its fellows, no further than the ends."""
    holder, position = path[:-1], int(path[-1])
    things = at(orbat, holder)
    to = max(0, min(position + by, len(things) - 1))
    if to == position:
        return orbat, path
    rest = [*things[:position], *things[position + 1 :]]
    rest.insert(to, things[position])
    return renumber(_with(orbat, holder, rest), holder), (*holder, to)


def can_move(path: OrbatPath, parent: OrbatPath) -> bool:
    """Whether a thing may go into a formation: not into itself or what is in it."""
    return parent[: len(path)] != path


def move(orbat: Orbat, path: OrbatPath, parent: OrbatPath) -> Placed:
    """Move a thing to the end of another formation, or of the army (`()`). Raises LookupError into itself."""
    if not can_move(path, parent):
        raise LookupError("a formation cannot be moved into itself")
    if parent == parent_of(path):
        return orbat, path
    thing = at(orbat, path)
    added, placed = add(orbat, parent, thing)
    return renumber(apply(added, Remove(path)), path[:-1]), after_removal(placed, path)


def after_removal(path: OrbatPath, removed: OrbatPath) -> OrbatPath:
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


def after_insertion(path: OrbatPath, placed: OrbatPath) -> OrbatPath:
    """Where a path leads once a thing has been put in at another."""
    *holder, position = placed
    length = len(holder)
    if path[:length] != tuple(holder) or len(path) <= length:
        return path
    here = path[length]
    if not isinstance(here, int) or not isinstance(position, int) or here < position:
        return path
    return (*holder, here + 1, *path[length + 1 :])


def remove(orbat: Orbat, path: OrbatPath, *, keep_units: bool = False) -> Orbat:
    """Take a thing out; a formation's units and formations can be kept, and go to where it stood."""
    thing = at(orbat, path)
    gone = renumber(apply(orbat, Remove(path)), path[:-1])
    if not keep_units or not isinstance(thing, Formation):
        return gone
    parent = parent_of(path)
    inside: tuple[Item, ...] = (*thing.formations, *thing.units)
    for inner in inside:
        gone, _ = add(gone, parent, inner)
    return gone


def remove_all(orbat: Orbat, paths: frozenset[OrbatPath]) -> Orbat:
    """Take several things out in one go; what stands within another of them goes with it."""
    by_holder: dict[OrbatPath, set[int]] = {}
    for path in outermost(paths):
        by_holder.setdefault(path[:-1], set()).add(int(path[-1]))
    for holder in sorted(by_holder, key=len, reverse=True):
        gone = by_holder[holder]
        kept = [thing for number, thing in enumerate(at(orbat, holder)) if number not in gone]
        orbat = renumber(_with(orbat, holder, kept), holder)
    return orbat


def outermost(paths: Iterable[OrbatPath]) -> tuple[OrbatPath, ...]:
    """Those of several places that do not lie within another of them, in the order given."""
    known = dict.fromkeys(paths)
    return tuple(path for path in known if not any(path[:length] in known for length in range(2, len(path), 2)))


def move_all(orbat: Orbat, paths: tuple[OrbatPath, ...], parent: OrbatPath) -> Placed:
    """Move several things to the end of a formation, or of the army, in the order given; gives the last one's path.

    None of them may be the formation, or have it in it (`can_move`), or lie within another of them (`outermost`).
    """
    things: list[Item] = [at(orbat, path) for path in paths]
    for path in sorted(paths, reverse=True):
        parent = after_removal(parent, path)
    orbat, placed = remove_all(orbat, frozenset(paths)), parent
    for thing in things:
        orbat, placed = add(orbat, parent, thing)
    return orbat, placed


def copy_of(orbat: Orbat, parent: OrbatPath, thing: Item, book: Book | None = None) -> Item:
    """A copy of a thing for a formation: under a name that is fresh there, and its generals unnamed and not diced for.

    With the book, units that bear a regiment's name get that of the next one which is free in the ORBAT.
    """
    copy = _without_rolls(thing) if isinstance(thing, Formation) else thing
    if book is not None:
        copy = with_free_regiments(copy, book, list_at(orbat, parent), used_names(orbat, book))
    if not copy.name or copy.name != thing.name or _is_numbered(copy):
        return copy
    holder = (*parent, "units" if isinstance(thing, Unit) else "formations")
    return replace(copy, name=unused_name(thing.name, names_in(orbat, holder)))
