"""Army lists written out: every entry and limit with the keys that it takes from its group and the defaults."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]

LISTS = ("entries", "limits", "habits", "allies", "service", "regiments")
INNER = ("dates", "ratings", "size", "sizes", "strength", "parent")
SOURCES = {"cite", "sources", "inferred", "house"}


def written_out(data: Data) -> Data:
    """The data of an army list without defaults and groups. Names of regiments and commanders become mappings."""
    defaults = data.get("defaults", {})
    found = {
        key: _items(value, key, defaults) if key in LISTS else value for key, value in data.items() if key != "defaults"
    }
    for entry in found.get("entries", []):
        entry.update({key: _items(entry[key], key, defaults) for key in ("regiments", "limits") if key in entry})
    known = {entry["id"]: entry.get("regiments") for entry in found.get("entries", [])}
    for entry in found.get("entries", []):
        if isinstance(entry.get("regiments"), str):
            entry["regiments"] = known[entry["regiments"]]
    if defaults.get("house"):
        for holder in (found, *found.get("entries", [])):
            for key in ("ratings", "size", "sizes", "options", "limits", "flags"):
                value = holder.get(key, [])
                for block in value if isinstance(value, list) else [value]:
                    if not SOURCES & block.keys():
                        block["house"] = True
    return found


def _items(items: Any, key: str, defaults: Data) -> Any:
    found: list[Data] = []
    if isinstance(items, str):  # the id of the entry with the regiments
        return items
    for item in items:
        one = {"name": item} if not isinstance(item, dict) else item
        if key in one:
            group = _merged({name: value for name, value in one.items() if name != key}, defaults.get(key, {}))
            found += _items(one[key], key, {key: group})
        else:
            found.append(_without_nulls(_merged(one, defaults.get(key, {}))))
    return found


def _merged(own: Data, shared: Data) -> Data:
    taken = {key: value for key, value in shared.items() if not (SOURCES & own.keys() and key in SOURCES)}
    inner = {key: _merged(own[key], taken[key]) for key in INNER if own.get(key) and taken.get(key)}
    return {**taken, **own, **inner}


def _without_nulls(data: Data) -> Data:
    found = {key: value for key, value in data.items() if value is not None}
    return {key: _without_nulls(value) if isinstance(value, dict) else value for key, value in found.items()}
