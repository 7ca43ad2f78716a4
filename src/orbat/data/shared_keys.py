"""Writes out army lists: fills in the defaults at the head of a list, and the keys that a group of items shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from orbat.data.yaml_text import MAX_NODES, count_nodes
from orbat.model.path import OrbatPath
from orbat.model.sourced import SOURCE_KEYS

LIST_OF = {
    "Entry": "entries",
    "Limit": "limits",
    "Habit": "habits",
    "Ally": "allies",
    "Service": "service",
    "Regiment": "regiments",
}
"""The keys of the lists whose items may be groups, and may have defaults, by the record of the items."""

LISTS = frozenset(LIST_OF.values())

NUMBERS = ("ratings", "size", "sizes", "options", "limits", "flags")
"""Keys of the blocks to which the default `house` applies."""

JOINED = frozenset({"dates", "parent", "ratings", "size", "sizes", "strength"})
"""Keys of mappings that are completed key by key. An item replaces all other values as a whole."""

Data = dict[str, Any]


class TooManyValues(Exception):  # noqa: N818  # always caught by the caller, never shown
    """Raised if an army list has too many values after its shared keys are copied into its items."""


def is_shortened(data: Any) -> bool:
    """Whether items of an army list take keys from the list's defaults, from a group or from another entry."""
    return isinstance(data, dict) and ("defaults" in data or any(_has_group(data, key) for key in LISTS))


def _has_group(data: Data, key: str) -> bool:
    items = data.get(key)
    found = [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []
    if any(key in one for one in found):
        return True
    return key == "entries" and any(
        isinstance(one.get("regiments"), str) or _has_group(one, "regiments") or _has_group(one, "limits")
        for one in found
    )


def written_out(data: Data) -> Data:
    """An army list in which every item has all its keys. Malformed parts stay unchanged.

    An item takes missing keys from its group (an item that contains a list of items), then from the defaults. If an
    item has a source, the sources of the group and the defaults do not apply to the item. A null value removes a key.
    If the default `dates` of entries have no source, each entry's own `sources` apply to its `dates` too.
    If `regiments` is the id of another entry, the regiments of that entry are copied.

    Raises TooManyValues if the result is too large.
    """
    return _Writer(_mapping(data.get("defaults"))).army_list(data)


class _Writer:
    def __init__(self, defaults: Data) -> None:
        self.defaults = defaults
        self.added = 0

    def army_list(self, data: Data) -> Data:
        found = {key: self.items(value, key) if key in LISTS else value for key, value in data.items()}
        if isinstance(found.get("entries"), list):
            found["entries"] = self.with_regiments([self.entry(one) for one in found["entries"]])
            if takes_source_of_entry(_mapping(_mapping(self.defaults.get("entries")).get("dates"))):
                found["entries"] = [_with_source(one) for one in found["entries"]]
        return _with_house(found) if self.defaults.get("house") is True else found

    def entry(self, entry: Any) -> Any:
        if not isinstance(entry, dict):
            return entry
        inner = {key: self.items(entry[key], key) for key in ("regiments", "limits") if key in entry}
        return {**entry, **inner} if inner else entry

    def with_regiments(self, entries: list[Any]) -> list[Any]:
        known = {
            one["id"]: one["regiments"]
            for one in entries
            if isinstance(one, dict) and isinstance(one.get("id"), str) and isinstance(one.get("regiments"), list)
        }
        found = []
        for one in entries:
            regiments = (
                known.get(name) if isinstance(one, dict) and isinstance(name := one.get("regiments"), str) else None
            )
            if regiments is not None:
                self.count(regiments, 1)
            found.append(one if regiments is None else {**one, "regiments": regiments})
        return found

    def items(self, items: Any, key: str) -> Any:
        if not isinstance(items, list):
            return items
        shared = _mapping(self.defaults.get(key))
        return [_filled(item, shared_keys, key) for item, shared_keys in self.with_shared(items, key, shared)]

    def with_shared(self, items: list[Any], key: str, shared: Data) -> Iterator[tuple[Any, Data]]:
        if shared:
            self.count(shared, len(items))
        for item in items:
            if isinstance(item, dict) and isinstance(item.get(key), list):
                common = {name: value for name, value in item.items() if name != key}
                yield from self.with_shared(item[key], key, _completed(common, shared))
            else:
                yield item, shared

    def count(self, value: Any, times: int) -> None:
        # a small file could otherwise become a huge list
        self.added += count_nodes(value) * times
        if self.added > MAX_NODES:
            raise TooManyValues


def takes_source_of_entry(dates: Mapping[str, Any]) -> bool:
    """Whether there are default dates without a source. An entry adds its own source to such dates."""
    return bool(dates) and SOURCE_KEYS.isdisjoint(dates)


def _with_source(entry: Any) -> Any:
    dates = entry.get("dates") if isinstance(entry, dict) else None
    if not isinstance(dates, dict) or "sources" not in entry or not SOURCE_KEYS.isdisjoint(dates):
        return entry
    return {**entry, "dates": {**dates, "sources": entry["sources"]}}


def _filled(item: Any, shared: Data, key: str) -> Any:
    if not shared:
        return item
    if isinstance(item, dict):
        return _completed(item, shared)
    # a plain name is short for `{name: ...}`
    is_name = key in ("regiments", "service") and not isinstance(item, list | bool | None)
    return _completed({"name": item}, shared) if is_name else item


def _completed(own: Data, shared: Data) -> Data:
    has_source = not SOURCE_KEYS.isdisjoint(own)
    found = {key: value for key, value in shared.items() if not (has_source and key in SOURCE_KEYS)}
    for key, value in own.items():
        other = found.get(key)
        if key in JOINED and isinstance(value, dict) and isinstance(other, dict):
            value = _completed(value, other)
        found[key] = value
    return found


def _with_house(data: Data) -> Data:
    found = {**data, **{key: _house(data[key]) for key in NUMBERS if key in data}}
    entries = data.get("entries")
    if isinstance(entries, list):
        found["entries"] = [
            {**one, **{key: _house(one[key]) for key in NUMBERS if key in one}} if isinstance(one, dict) else one
            for one in entries
        ]
    return found


def _house(value: Any) -> Any:
    if isinstance(value, list):
        return [_house(one) for one in value]
    return {**value, "house": True} if isinstance(value, dict) and SOURCE_KEYS.isdisjoint(value) else value


def _mapping(value: Any) -> Data:
    return value if isinstance(value, dict) else {}


def origin_in(data: Data) -> Callable[[OrbatPath], OrbatPath]:
    """Return a function that converts paths in the result of `written_out` to paths in the file.

    `data` is the army list in the file. In the file, a value may be in the item, in the item's group, or in the
    defaults. If the file does not have the value, the result is a path in the item.
    """
    return lambda path: _origin(data, path)


_Place = tuple[Any, OrbatPath]


def _origin(data: Data, path: OrbatPath) -> OrbatPath:
    # the places where the value may be: in the item itself, in its groups from the inside out, in the defaults
    places: list[_Place] = [(data, ())]
    key: int | str = ""
    for number, step in enumerate(path):
        if isinstance(step, int) and key in LISTS:
            inner = _places_of_item(places[0], str(key), step, data)
        else:
            inner = [(found, (*at, step)) for one, at in places if (found := _at(one, step)) is not _ABSENT]
            if step == "regiments" and inner and isinstance(inner[0][0], str):
                inner = _places_of_regiments(data, inner[0][0]) or inner
        if not inner:
            return (*places[0][1], *path[number:])
        places, key = inner, step
    return places[0][1]


def _places_of_regiments(data: Data, entry_id: str) -> list[_Place]:
    # of another entry, named by its id
    entries = data.get("entries")
    for places in _flat(entries, ("entries",), "entries") if isinstance(entries, list) else ():
        entry, path = places[0]
        if isinstance(entry, dict) and entry.get("id") == entry_id and isinstance(entry.get("regiments"), list):
            return [(entry["regiments"], (*path, "regiments"))]
    return []


_ABSENT = object()


def _at(value: Any, step: int | str) -> Any:
    if isinstance(value, Mapping):
        return value.get(str(step), _ABSENT)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return _ABSENT


def _places_of_item(items: _Place, key: str, number: int, data: Data) -> list[_Place]:
    defaults = _mapping(data.get("defaults")).get(key)
    outer: list[_Place] = [(defaults, ("defaults", key))] if isinstance(defaults, dict) else []
    value, path = items
    flat = _flat(value, path, key) if isinstance(value, list) else iter(())
    return [*next((found for place, found in enumerate(flat) if place == number), []), *outer]


def _flat(items: list[Any], path: OrbatPath, key: str) -> Iterator[list[_Place]]:
    for number, item in enumerate(items):
        own = (item, (*path, number))
        if isinstance(item, dict) and isinstance(item.get(key), list):
            yield from ([*found, own] for found in _flat(item[key], (*own[1], key), key))
        else:
            yield [own]
