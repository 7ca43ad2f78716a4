"""What is wrong with data that does not fit its type, all of it at once, as pydantic finds it.

Pydantic's errors are told apart by their type and put into our own words.
"""

from __future__ import annotations

import dataclasses
import json
import re
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from orbat.data.descriptions import EVERY_WORD, meaning
from orbat.data.fit import is_kept
from orbat.data.problem import Problem
from orbat.model.path import OrbatPath
from orbat.model.record import key_of
from orbat.model.sourced import Sourced
from orbat.model.spelling import UnknownWord, did_you_mean, listed

# What to write instead of a key or value that does not fit: an example made of what was written where it can be.


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
    from orbat.model.points import MAX_NUMBER

    if text.startswith("-") or Decimal(text) <= MAX_NUMBER:
        return ""
    return f"at most {MAX_NUMBER} is allowed"


def _scalar(text: str) -> str:
    """A text as it may stand within brackets."""
    return text if _PLAIN.match(text) else json.dumps(text, ensure_ascii=False)


def _plainly(given: Any) -> str:
    return "true" if given is True else "false" if given is False else str(given)


_WANTED = {
    "string_type": "text; put it in quotes",
    "tuple_type": "a list",
    "dict_type": "a mapping of keys to values",
    "mapping_type": "a mapping of keys to values",
    "dataclass_type": "a mapping of keys to values",
}


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Pydantic's view of a record."""
    return TypeAdapter(kind)


def diagnose_unfit(kind: Any, data: Any) -> list[Problem]:
    """Everything that keeps data from fitting a type that it is known not to fit; never empty."""
    return diagnose(kind, data) or [
        Problem((), "something here does not fit", "Compare it with a file that does.", "SRC004")
    ]


def diagnose(kind: Any, data: Any) -> list[Problem]:
    """Everything that keeps data from fitting a type; an empty list for data that fits.

    A null counts as absent, so that only a key that nobody knows is wrong with one.
    """
    unknown = [
        one for one in _errors(kind, _bare(data, nulls=True)) if one["type"] in _UNKNOWN and one["input"] is None
    ]
    found: dict[OrbatPath, Problem] = {}
    for detail in (*_errors(kind, _bare(data, nulls=False)), *unknown):
        path = _real_path(detail["loc"], data)
        found.setdefault(path, _problem(detail, path, kind, data))
    return list(found.values())


_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")


def _errors(kind: Any, data: Any) -> list[ErrorDetails]:
    try:
        adapter(kind).validate_python(data)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def _bare(data: Any, *, nulls: bool) -> Any:
    """The data without `x-` keys, and with or without keys that are null."""
    if isinstance(data, dict):
        return {
            key: _bare(value, nulls=nulls)
            for key, value in data.items()
            if not is_kept(key) and (nulls or value is not None)
        }
    return [_bare(item, nulls=nulls) for item in data] if isinstance(data, list) else data


def _lacks(key: str, path: OrbatPath, data: Any) -> str:
    """That a key is missing, has nothing behind it, or a list too short."""
    if not _is_null(data, path):
        return f"the key {key} is missing"
    for step in path:
        data = data[step]
    return f"{key} has too few values" if isinstance(data, list) else f"{key} has no value"


def _is_null(data: Any, path: OrbatPath) -> bool:
    """Whether a key is written, with nothing behind it or too little."""
    for step in path[:-1]:
        data = data[step]
    return isinstance(data, dict) and path[-1] in data


def _real_path(loc: tuple[int | str, ...], data: Any) -> OrbatPath:
    """The steps of an error's place that lead through the data; the others name branches of a union."""
    path: list[int | str] = []
    for number, step in enumerate(loc):
        last = number == len(loc) - 1
        if isinstance(data, dict) and (step in data or last):
            data = data.get(str(step))
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            continue
        path.append(step)
    return tuple(path)


def _problem(detail: ErrorDetails, path: OrbatPath, kind: Any, data: Any) -> Problem:
    """An error in our words."""
    key = path[-1] if path else ""
    name = key if isinstance(key, str) and key else "this"
    given = detail["input"]
    match detail["type"]:
        case "extra_forbidden" | "unexpected_keyword_argument":
            return _unknown_key(path, str(key), given, _known_at(kind, path[:-1]))
        case "missing" | "missing_argument":
            says = _lacks(str(key), path, data)
            return Problem(path, says, _to_write(kind, path), "SRC004", is_missing=True)
        case "too_long":
            return Problem(path, f"{name} has too many values", _to_write(kind, path), "SRC004")
        case "literal_error":
            wanted = f"should be {detail.get('ctx', {}).get('expected', '')}"
        case "value_error":
            wanted = str(detail.get("ctx", {}).get("error", ""))
        case sort:
            wanted = f"should be {_WANTED.get(sort, 'something else')}"
    if allowed := too_large(wanted, given):
        return Problem(path, f"{name} is too large; {allowed}", "Write a smaller number.", "SRC004")
    error = detail.get("ctx", {}).get("error")
    if isinstance(error, UnknownWord):
        near = did_you_mean(str(given), error.known)
        says = f"{name} {wanted}, not {_shown(given)}{'.' if near else ''}{near}"
        return Problem(path, says, "Write one of these.", "SRC004")
    helps = cure_of_record(key, given, _fields_at(kind, path)) if detail["type"] == "dataclass_type" else ""
    helps = helps or cure(key, given, detail["type"], wanted)
    says = f"{name} {wanted}, not {_shown(given)}"
    return Problem(path, says, helps, "SRC004", given=given if isinstance(given, str) else "")


def _to_write(kind: Any, path: OrbatPath) -> str:
    """What to write where a key is missing: an example, or what the key means."""
    key = path[-1] if path else ""
    if not isinstance(key, str):
        return "Write it."
    means = EVERY_WORD.get(key, "")
    for record in _records_at(kind, path[:-1]):
        means = meaning(record.__name__, key) or means
    written = example(key)
    return f"Write {key}: {means[0].lower()}{means[1:]}" if written == key and means else f"Write {written}."


def _unknown_key(path: OrbatPath, key: str, given: Any, known: list[str]) -> Problem:
    """That a key is not known, with the one that was meant: its name here, or the nearest."""
    if name := name_here(key, known):
        says, helps = f"the key {key} is not known here; it is called {name}", f"Rename it {name}."
    else:
        near = did_you_mean(key, known)
        others = "" if near or given is None else f" There may be {listed(known)}."
        says, helps = f"the key {key} is not known here.{near or others}", _cure(near, given)
    return Problem(path, says, helps, "SRC004", at_key=True)


def _cure(near: str, given: Any) -> str:
    if near:
        return "Rename it."
    if given is None:
        return "Remove it; if it is part of a text with a comma, put the whole text in quotes."
    return "Remove it, or begin its name with x- to keep it as a remark."


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    text = "true" if value is True else "false" if value is False else str(value)
    return repr(text[:40] + "..." if len(text) > 40 else text) if isinstance(value, str) else text[:40]


def _known_at(kind: Any, path: OrbatPath) -> list[str]:
    """The keys that may stand at a path, those of where numbers come from last."""
    common = {field.name for field in dataclasses.fields(Sourced)}
    known = (key_of(field.name) for field in _fields_at(kind, path) if field.name != "extras")
    return sorted(known, key=lambda name: name in common)


def _fields_at(kind: Any, path: OrbatPath) -> list[dataclasses.Field[Any]]:
    """The fields of the record, or records, that may stand at a path within a type."""
    return [field for record in _records_at(kind, path) for field in dataclasses.fields(record)]


def _records_at(kind: Any, path: OrbatPath) -> list[Any]:
    """The record, or records, that may stand at a path within a type."""
    kinds = _records(kind)
    for step in path:
        if isinstance(step, str):
            kinds = [
                inner
                for outer in kinds
                for name, hint in _hints(outer).items()
                if key_of(name) == step
                for inner in _records(hint)
            ] or kinds
    return kinds


@cache
def _hints(kind: Any) -> dict[str, Any]:
    from typing import get_type_hints

    return get_type_hints(kind)


def _records(hint: Any) -> list[Any]:
    """The records in a type: itself, or those in its arguments."""
    from typing import get_args

    if dataclasses.is_dataclass(hint):
        return [hint]
    return [record for inner in get_args(hint) for record in _records(inner)]
