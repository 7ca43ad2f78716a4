"""What to write instead of a key or value that does not fit: an example made of what was written where it can be."""

from __future__ import annotations

import dataclasses
import json
import re
from decimal import Decimal
from typing import Any

_CALLED = {
    "army": ("army_list",),
    "class": ("rating", "ratings"),
    "count": ("size",),
    "figures": ("size",),
    "general": ("commander",),
    "guns": ("size",),
    "id": ("entry",),
    "leader": ("commander",),
    "list": ("army_list",),
    "models": ("size",),
    "nation": ("army_list",),
    "option": ("options",),
    "points": ("game_size", "total"),
    "points_limit": ("game_size",),
    "quality": ("rating",),
    "reserve": ("off_board",),
    "rules": ("ruleset",),
    "size": ("game_size",),
    "stands": ("size",),
    "strength": ("size",),
    "troop": ("entry",),
    "type": ("entry", "level"),
    "unit": ("entry",),
    "year": ("date",),
}
"""What people call things, and the keys that these may have here."""

_VALUES = {
    "commander": "{{name: {name}}}",
    "date": "1855-08",
    "entries": "[...]",
    "formations": "[...]",
    "game_size": "800",
    "name": '"..."',
    "off_board": "true",
    "orbat": "1",
    "points": "60",
    "rating": "3",
    "size": "12",
    "total": "800",
    "units": "[...]",
}
_MAPPINGS = ("dataclass_type", "dict_type", "mapping_type")
_NESTED = ("entries", "formations", "limits", "units")
"""The keys of lists whose members are mappings."""
_PLAIN = re.compile(r"\w[\w .-]*\Z")
_LONG_NUMBER = re.compile(r"-?[0-9]{7,}(?:\.[0-9]*)?\Z")


def name_here(key: str, known: list[str]) -> str:
    """What a thing that people call by this key is called among those known; "" where it is none of these."""
    return next((name for name in _CALLED.get(key.lower(), ()) if name in known), "")


def example(key: str) -> str:
    """`size, such as size: 12`, or the key alone where there is no example."""
    if key in ("ruleset", "army_list"):
        return f"{key}: and its id"
    value = _VALUES.get(key, "").format(name="Smith")
    return f"{key}, such as {key}: {value}" if value and "..." not in value else key


def cure(key: int | str, given: Any, sort: str, wanted: str) -> str:
    """How to write a value that does not fit."""
    written = "" if isinstance(given, dict | list) or given is None else _plainly(given).strip()
    if sort == "literal_error":
        return "Write one of these."
    if not isinstance(key, str):
        return f"Write a key and a value here, such as name: {_scalar(written)}." if written else "Correct it."
    if sort == "tuple_type":
        several = ", ".join(_scalar(part.strip()) for part in written.split(",") if part.strip())
        return (
            f"Write {key}: [{several}]." if several and key not in _NESTED else f"Write each after a dash below {key}:."
        )
    if sort in _MAPPINGS:
        if key == "commander" and isinstance(given, str) and written:
            return f"Write commander: {{name: {_scalar(written)}}}."
        return f"Write the keys of {key} below it, each with its value."
    if "text; put it in quotes" in wanted:
        quoted = json.dumps(written, ensure_ascii=False)
        return f"Write {key}: {quoted}." if written else f"Write one text after {key}:."
    if "at most" in wanted and "characters" in wanted:
        return "Shorten it."
    if "true or false" in wanted:
        return f"Write {key}: {'false' if written.lower() in ('no', 'off', 'n', '0') else 'true'}."
    value = _VALUES.get(key)
    return (
        f"Write, for example, {key}: {value}." if value and "." not in value else f"Correct what stands after {key}:."
    )


def cure_of_record(key: int | str, given: Any, fields: list[dataclasses.Field[Any]]) -> str:
    """How to write one value where a mapping is wanted: as its points, or with the keys that it must have; "" where
    nothing can be told."""
    here = f"{key}: " if isinstance(key, str) else ""
    names = [field.name for field in fields]
    if isinstance(given, int | Decimal) and not isinstance(given, bool) and "points" in names:
        return f"Write {here}{{points: {given}}}, and where the number is from."
    needed = [field.name for field in fields if _needed(field)]
    if not needed or not isinstance(given, str) or not given.strip():
        return ""
    text = _scalar(given.strip())
    named = {"id": re.sub(r"[^a-z0-9]+", "_", given.lower()).strip("_"), "label": text, "name": text, "title": text}
    return f"Write {here}{{{', '.join(f'{name}: {named.get(name, chr(8230))}' for name in needed)}}}."


def _needed(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def too_large(wanted: str, given: Any) -> str:
    """`at most 1000000 is allowed` where a number is beyond what is allowed; "" where it is not that."""
    text = str(given)
    if isinstance(given, bool) or not ("number" in wanted or "between" in wanted) or not _LONG_NUMBER.match(text):
        return ""
    from orbat.model.points import MOST

    if text.startswith("-") or Decimal(text) <= MOST:
        return ""
    return f"at most {MOST} is allowed"


def _scalar(text: str) -> str:
    """A text as it may stand within brackets."""
    return text if _PLAIN.match(text) else json.dumps(text, ensure_ascii=False)


def _plainly(given: Any) -> str:
    return "true" if given is True else "false" if given is False else str(given)
