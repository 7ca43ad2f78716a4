"""Functions that add, copy, move and remove units and formations in a copy of an ORBAT."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import is_

from orbat.model.book import Book
from orbat.model.edits import Edit, Insert, Remove, Set, apply, apply_all, at
from orbat.model.numbered_names import NUMBERED, ordinal, unused_name
from orbat.model.orbat import Commander, Formation, Orbat, Unit, formations_of, list_id_at
from orbat.model.path import OrbatPath
from orbat.model.regiments import with_free_regiments

Item = Formation | Unit
Placed = tuple[Orbat, OrbatPath]


def numbered_formation(level: str) -> Formation:
    """Create a formation with a general. `renumber` gives it a name such as `1st Brigade`."""
    return Formation(level=level, numbered=True, commander=Commander())


def starting_army(orbat: Orbat, level: str) -> Orbat:
    """Add an army commander and one empty formation of this level to an ORBAT."""
    return add(replace(orbat, commander=Commander()), (), numbered_formation(level))[0]


def renumber(orbat: Orbat, holder: OrbatPath) -> Orbat:
    """Name the numbered formations in the sequence at `holder` by their position: `1st Brigade`, `2nd Brigade`.

    `holder` is a path such as `formations` or `formations[0].formations`. A name that the player typed stays
    unchanged, and no numbered formation in the sequence gets that name.
    """
    siblings: tuple[Item, ...] = at(orbat, holder)
    if not any(isinstance(one, Formation) and one.numbered for one in siblings):
        return orbat
    typed = {one.name for one in siblings if not _is_numbered(one)}
    reached: dict[str, int] = {}
    named: list[Item] = []
    for one in siblings:
        if isinstance(one, Formation) and _is_numbered(one):
            word = _word(one.level)
            number = reached.get(word, 0) + 1
            while (name := f"{ordinal(number)} {word}") in typed:
                number += 1
            reached[word] = number
            one = one if one.name == name else replace(one, name=name)
        named.append(one)
    return orbat if all(map(is_, named, siblings)) else _with_list(orbat, holder, named)


def _with_list(orbat: Orbat, holder: OrbatPath, items: Iterable[Item]) -> Orbat:
    return apply(orbat, Set(holder[:-1], str(holder[-1]), tuple(items)))


def _is_numbered(item: Item) -> bool:
    if not isinstance(item, Formation) or not item.numbered:
        return False
    # a player may have renamed the formation in the file and left `numbered: true`
    found = NUMBERED.match(item.name)
    return not item.name or (found is not None and item.name == f"{ordinal(int(found[1]))} {_word(item.level)}")


def _word(level: str) -> str:
    return level.capitalize() or "Formation"


def apply_edits(orbat: Orbat, edits: tuple[Edit, ...]) -> Orbat:
    """Apply several edits, and number the formations again."""
    orbat = apply_all(orbat, edits)
    return renumber_all(orbat) if any(map(_concerns_formations, edits)) else orbat


def _concerns_formations(edit: Edit) -> bool:
    match edit:
        case Insert(_, _, item):
            return isinstance(item, Formation)
        case Remove(path):
            return list_name_of(path) != "units"
    return False


def renumber_all(orbat: Orbat) -> Orbat:
    """Rename the formations with `numbered: true` by their positions: `1st Brigade`, `2nd Brigade`."""
    for parent in ((), *(place.path for place in formations_of(orbat, unfielded=True))):
        orbat = renumber(orbat, (*parent, "formations"))
    return orbat


def rename(orbat: Orbat, path: OrbatPath, name: str) -> Orbat:
    """Rename a unit or formation. A formation with an empty name gets a number, such as `2nd Brigade`."""
    item = at(orbat, path)
    if name == item.name:
        return orbat
    orbat = apply(orbat, Set(path, "name", name))
    if isinstance(item, Formation):
        orbat = renumber(apply(orbat, Set(path, "numbered", not name)), path[:-1])
    return orbat


def list_name_of(path: OrbatPath) -> str:
    """The key of the list that contains an item: `units` or `formations`. "" if the item is the army itself."""
    return str(path[-2]) if len(path) >= 2 else ""


def parent_of(path: OrbatPath) -> OrbatPath:
    """The path of the formation that contains an item, or `()` for the army."""
    return path[:-2]


def names_in(orbat: Orbat, path: OrbatPath) -> frozenset[str]:
    """The names of all items in a list of units or formations. `path` is the path of the list."""
    return frozenset(item.name for item in at(orbat, path))


def add(orbat: Orbat, parent: OrbatPath, item: Item) -> Placed:
    """Add an item at the end of a formation, or of the army."""
    holder = (*parent, "units" if isinstance(item, Unit) else "formations")
    return _insert(orbat, holder, len(at(orbat, holder)), item)


def _insert(orbat: Orbat, holder: OrbatPath, position: int, item: Item) -> Placed:
    return renumber(apply(orbat, Insert(holder, position, item)), holder), (*holder, position)


def duplicate(orbat: Orbat, path: OrbatPath, book: Book | None = None) -> Placed:
    """Insert a copy of a unit or formation after the original, with a new name or number.

    Points that the player wrote are copied. Names and staff rolls of generals are not. With `book`, units get names of
    unused regiments.
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
    """Move an item up (negative `by`) or down in its list, at most to the end of the list."""
    holder, position = path[:-1], int(path[-1])
    items = at(orbat, holder)
    to = max(0, min(position + by, len(items) - 1))
    if to == position:
        return orbat, path
    rest = [*items[:position], *items[position + 1 :]]
    rest.insert(to, items[position])
    return renumber(_with_list(orbat, holder, rest), holder), (*holder, to)


def can_move(path: OrbatPath, parent: OrbatPath) -> bool:
    """Whether an item can move into a formation. A formation cannot move into itself or its contents."""
    return parent[: len(path)] != path


def move(orbat: Orbat, path: OrbatPath, parent: OrbatPath) -> Placed:
    """Move an item to the end of a formation, or of the army (`()`).

    Raises LookupError if a formation would move into itself or its contents.
    """
    if not can_move(path, parent):
        raise LookupError("a formation cannot be moved into itself")
    if parent == parent_of(path):
        return orbat, path
    added, placed = add(orbat, parent, at(orbat, path))
    return renumber(apply(added, Remove(path)), path[:-1]), after_removal(placed, path)


def after_removal(path: OrbatPath, removed: OrbatPath) -> OrbatPath:
    """The new path of the item at `path` after the item at `removed` was removed.

    If the item at `path` was removed too, the result is the path of the parent of `removed`.
    """
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
    """The new path of an item after an insertion at the path `placed`."""
    *holder, position = placed
    length = len(holder)
    if path[:length] != tuple(holder) or len(path) <= length:
        return path
    here = path[length]
    if not isinstance(here, int) or not isinstance(position, int) or here < position:
        return path
    return (*holder, here + 1, *path[length + 1 :])


def remove(orbat: Orbat, path: OrbatPath, *, keep_units: bool = False) -> Orbat:
    """Remove an item. With `keep_units`, the contents of a formation move to the parent."""
    item = at(orbat, path)
    orbat = renumber(apply(orbat, Remove(path)), path[:-1])
    if not keep_units or not isinstance(item, Formation):
        return orbat
    parent = parent_of(path)
    inside: tuple[Item, ...] = (*item.formations, *item.units)
    for inner in inside:
        orbat, _ = add(orbat, parent, inner)
    return orbat


def remove_all(orbat: Orbat, paths: frozenset[OrbatPath]) -> Orbat:
    """Remove several items with their contents."""
    by_holder: dict[OrbatPath, set[int]] = {}
    for path in outermost(paths):
        by_holder.setdefault(path[:-1], set()).add(int(path[-1]))
    for holder in sorted(by_holder, key=len, reverse=True):
        removed = by_holder[holder]
        kept = [item for number, item in enumerate(at(orbat, holder)) if number not in removed]
        orbat = renumber(_with_list(orbat, holder, kept), holder)
    return orbat


def outermost(paths: Iterable[OrbatPath]) -> tuple[OrbatPath, ...]:
    """Leave out paths that are inside another given path. The order stays the same."""
    known = dict.fromkeys(paths)
    return tuple(path for path in known if not any(path[:length] in known for length in range(2, len(path), 2)))


def move_all(orbat: Orbat, paths: tuple[OrbatPath, ...], parent: OrbatPath) -> Placed:
    """Move several items to the end of a formation, or of the army (`()`), in the given order.

    Returns the new ORBAT and the path of the last item. Before the call, test the items with `can_move`, and leave out
    nested items with `outermost`.
    """
    items: list[Item] = [at(orbat, path) for path in paths]
    for path in sorted(paths, reverse=True):
        parent = after_removal(parent, path)
    orbat, placed = remove_all(orbat, frozenset(paths)), parent
    for item in items:
        orbat, placed = add(orbat, parent, item)
    return orbat, placed


def copy_of(orbat: Orbat, parent: OrbatPath, item: Item, book: Book | None = None) -> Item:
    """Copy an item for the formation at `parent`, with a name that is unused there.

    Names and staff rolls of generals are not copied. With `book`, units get names of unused regiments.
    """
    copy = _without_rolls(item) if isinstance(item, Formation) else item
    if book is not None:
        copy = with_free_regiments(copy, book, list_id_at(orbat, parent), orbat)
    if not copy.name or copy.name != item.name or _is_numbered(copy):
        return copy
    holder = (*parent, "units" if isinstance(item, Unit) else "formations")
    return replace(copy, name=unused_name(item.name, names_in(orbat, holder)))
