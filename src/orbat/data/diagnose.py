"""Explains what is wrong with data that has the wrong form."""

from __future__ import annotations

import dataclasses
import json
import re
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from orbat.data.descriptions import ALL_DESCRIPTIONS, description_of
from orbat.data.fit import is_preserved
from orbat.data.problem import Problem
from orbat.model.path import OrbatPath
from orbat.model.record import key_of
from orbat.model.sourced import Sourced
from orbat.model.spelling import UnknownWord, did_you_mean, listed
from orbat.model.wording import phrase

# Help: what to write instead, based on the given value where possible.


_SYNONYMS = {
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
"""Common wrong keys, each with the correct keys that the player may mean."""

_EXAMPLES = {
    "commander": "{{name: {name}}}",
    "date": "1855-08",
    "fielded": "false",
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
"""Keys whose value is a list of mappings."""
_PLAIN = re.compile(r"\w[\w .-]*\Z")
_LONG_NUMBER = re.compile(r"-?[0-9]{7,}(?:\.[0-9]*)?\Z")


def synonym_of(key: str, known: list[str]) -> str:
    """The correct key for a common wrong key, such as `size` for `stands`. Returns "" if there is none."""
    return next((name for name in _SYNONYMS.get(key.lower(), ()) if name in known), "")


def example(key: str) -> str:
    """A key with an example of its value, if known: "size, such as size: 12"."""
    if key in ("ruleset", "army_list"):
        return phrase("{key}: ID", key=key)
    value = _EXAMPLES.get(key, "").format(name="Smith")
    return phrase("{key}, such as {key}: {value}", key=key, value=value) if value and "..." not in value else key


def value_help(key: int | str, given: Any, error: str, expected: str) -> str:
    """Explain how to write a value that has the wrong type: "Write, for example, size: 12."

    `given` is the wrong value. `error` is pydantic's name for the error. `expected` describes a correct value.
    """
    written = "" if isinstance(given, dict | list) or given is None else _text_of(given).strip()
    if error == "literal_error":
        return "Write one of the allowed values."
    if not isinstance(key, str):
        if not written:
            return "Correct the value."
        return phrase("Write a key and a value here, such as name: {value}.", value=_scalar(written))
    if error == "tuple_type":
        return _list_help(key, written)
    if error in _MAPPINGS:
        if key == "commander" and isinstance(given, str) and written:
            return phrase("Write commander: {{name: {name}}}.", name=_scalar(written))
        return phrase("Below `{key}:`, write one key and its value on each line.", key=key)
    if "text; put the value in quotes" in expected:
        if not written:
            return phrase("After `{key}:`, write text in quotes.", key=key)
        return phrase("Write {key}: {text}.", key=key, text=json.dumps(written, ensure_ascii=False))
    if "at most" in expected and "characters" in expected:
        return "Shorten the text."
    if "true or false" in expected:
        value = "false" if written.lower() in ("no", "off", "n", "0") else "true"
        return phrase("Write {key}: {value}.", key=key, value=value)
    value = _EXAMPLES.get(key, "")
    if value and "." not in value:
        return phrase("Write, for example, {key}: {value}.", key=key, value=value)
    return phrase("Correct the value of {key}.", key=key)


def _list_help(key: str, written: str) -> str:
    values = ", ".join(_scalar(part.strip()) for part in written.split(",") if part.strip())
    if values and key not in _NESTED:
        return phrase("Write {key}: [{values}].", key=key, values=values)
    return phrase("Below `{key}:`, write a dash and one value on each line.", key=key)


def record_help(key: int | str, given: Any, fields: list[dataclasses.Field[Any]]) -> str:
    """Explain how to write a mapping instead of the value `given`. Returns "" if unclear.

    Example: "Write size: {points: 5}, and the source of the number."
    """
    prefix = f"{key}: " if isinstance(key, str) else ""
    names = [field.name for field in fields]
    if isinstance(given, int | Decimal) and not isinstance(given, bool) and "points" in names:
        return phrase("Write {key}{{points: {points}}}, and the source of the number.", key=prefix, points=given)
    required = [field.name for field in fields if _is_required(field)]
    if not required or not isinstance(given, str) or not given.strip():
        return ""
    text = _scalar(given.strip())
    values = {"id": re.sub(r"[^a-z0-9]+", "_", given.lower()).strip("_"), "label": text, "name": text, "title": text}
    pairs = ", ".join(f"{name}: {values.get(name, chr(8230))}" for name in required)
    return phrase("Write {key}{{{pairs}}}.", key=prefix, pairs=pairs)


def _is_required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _is_too_large(expected: str, given: Any) -> bool:
    text = str(given)
    if isinstance(given, bool) or not ("number" in expected or "between" in expected) or not _LONG_NUMBER.match(text):
        return False
    from orbat.model.points import MAX_NUMBER

    return not text.startswith("-") and Decimal(text) > MAX_NUMBER


def _scalar(text: str) -> str:
    return text if _PLAIN.match(text) else json.dumps(text, ensure_ascii=False)


def _text_of(given: Any) -> str:
    return "true" if given is True else "false" if given is False else str(given)


_EXPECTED_TYPES = {
    "string_type": "text; put the value in quotes",
    "tuple_type": "a list",
    "dict_type": "a mapping of keys to values",
    "mapping_type": "a mapping of keys to values",
    "dataclass_type": "a mapping of keys to values",
}


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Pydantic's validator for the type `kind`."""
    return TypeAdapter(kind)


def diagnose_unfit(kind: Any, data: Any) -> list[Problem]:
    """Find the problems in data that does not fit the type `kind`. Returns at least one problem."""
    return diagnose(kind, data) or [
        Problem((), "the data does not fit the format", "Compare the data with a correct file.", "SRC004")
    ]


def diagnose(kind: Any, data: Any) -> list[Problem]:
    """Find everything in the data that does not fit the type `kind`."""
    # A key with a null value counts as absent, unless the key is unknown or required.
    unknown = [
        one
        for one in _errors(kind, _without_extras(data, nulls=True))
        if one["type"] in _UNKNOWN and one["input"] is None
    ]
    found: dict[OrbatPath, Problem] = {}
    for detail in (*_errors(kind, _without_extras(data, nulls=False)), *unknown):
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


def _without_extras(data: Any, *, nulls: bool) -> Any:
    if isinstance(data, dict):
        return {
            key: _without_extras(value, nulls=nulls)
            for key, value in data.items()
            if not is_preserved(key) and (nulls or value is not None)
        }
    return [_without_extras(item, nulls=nulls) for item in data] if isinstance(data, list) else data


def _missing_message(key: str, path: OrbatPath, data: Any) -> str:
    if not _is_written(data, path):
        return phrase("the key {key} is missing", key=key)
    for step in path:
        data = data[step]
    if isinstance(data, list):
        return phrase("{key} has too few values", key=key)
    return phrase("{key} has no value", key=key)


def _is_written(data: Any, path: OrbatPath) -> bool:
    for step in path[:-1]:
        data = data[step]
    return isinstance(data, dict) and path[-1] in data


def _real_path(loc: tuple[int | str, ...], data: Any) -> OrbatPath:
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
    key = path[-1] if path else ""
    name = key if isinstance(key, str) and key else "this"
    given = detail["input"]
    match detail["type"]:
        case "extra_forbidden" | "unexpected_keyword_argument":
            return _unknown_key(path, str(key), given, _known_at(kind, path[:-1]))
        case "missing" | "missing_argument":
            message = _missing_message(str(key), path, data)
            return Problem(path, message, _missing_help(kind, path), "SRC004", is_missing=True)
        case "too_long":
            return Problem(path, phrase("{key} has too many values", key=name), _missing_help(kind, path), "SRC004")
        case "literal_error":
            expected = phrase("should be {values}", values=detail.get("ctx", {}).get("expected", ""))
        case "value_error":
            expected = str(detail.get("ctx", {}).get("error", ""))
        case other:
            expected = phrase("should be {type}", type=_EXPECTED_TYPES.get(other, "another type of value"))
    if _is_too_large(expected, given):
        from orbat.model.points import MAX_NUMBER

        message = phrase("{key} is too large; at most {maximum} is allowed", key=name, maximum=MAX_NUMBER)
        return Problem(path, message, "Write a smaller number.", "SRC004")
    message = phrase("{key} {expected}, not {given}", key=name, expected=expected, given=_shown(given))
    error = detail.get("ctx", {}).get("error")
    if isinstance(error, UnknownWord):
        if suggestion := did_you_mean(str(given), error.known):
            message = phrase("{message}.{suggestion}", message=message, suggestion=suggestion)
        return Problem(path, message, "Write one of the allowed values.", "SRC004")
    help = record_help(key, given, _fields_at(kind, path)) if detail["type"] == "dataclass_type" else ""
    help = help or value_help(key, given, detail["type"], expected)
    return Problem(path, message, help, "SRC004", given=given if isinstance(given, str) else "")


def _missing_help(kind: Any, path: OrbatPath) -> str:
    key = path[-1] if path else ""
    if not isinstance(key, str):
        return "Write the missing value."
    description = ALL_DESCRIPTIONS.get(key, "")
    for record in _records_at(kind, path[:-1]):
        description = description_of(record.__name__, key) or description
    written = example(key)
    if written == key and description:
        return phrase("Write {key}: {meaning}", key=key, meaning=description[0].lower() + description[1:])
    return phrase("Write {example}.", example=written)


def _unknown_key(path: OrbatPath, key: str, given: Any, known: list[str]) -> Problem:
    if name := synonym_of(key, known):
        message = phrase("the key {key} is not known here; use {name}", key=key, name=name)
        return Problem(path, message, phrase("Rename the key to {name}.", name=name), "SRC004", at_key=True)
    suggestion = did_you_mean(key, known)
    if suggestion:
        message = phrase("the key {key} is not known here.{suggestion}", key=key, suggestion=suggestion)
    elif given is None:
        message = phrase("the key {key} is not known here.", key=key)
    else:
        message = phrase("the key {key} is not known here. Known keys: {keys}.", key=key, keys=listed(known))
    return Problem(path, message, _unknown_help(suggestion, given), "SRC004", at_key=True)


def _unknown_help(suggestion: str, given: Any) -> str:
    if suggestion:
        return "Correct the key."
    if given is None:
        return "Remove the key. If it is part of a text with a comma, put the whole text in quotes."
    return "Remove the key, or begin its name with x- to keep it as a remark."


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    text = "true" if value is True else "false" if value is False else str(value)
    return repr(text[:40] + "..." if len(text) > 40 else text) if isinstance(value, str) else text[:40]


def _known_at(kind: Any, path: OrbatPath) -> list[str]:
    common = {field.name for field in dataclasses.fields(Sourced)}
    # keys about sources of numbers, such as `cite`, come last
    known = (key_of(field.name) for field in _fields_at(kind, path) if field.name != "extras")
    return sorted(known, key=lambda name: name in common)


def _fields_at(kind: Any, path: OrbatPath) -> list[dataclasses.Field[Any]]:
    return [field for record in _records_at(kind, path) for field in dataclasses.fields(record)]


def _records_at(kind: Any, path: OrbatPath) -> list[Any]:
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
    from typing import get_args

    if dataclasses.is_dataclass(hint):
        return [hint]
    # such as `Unit` in `tuple[Unit, ...]`
    return [record for inner in get_args(hint) for record in _records(inner)]
