"""The format of one line of a journal. `session.journal` writes and reads whole journals.

A step is a state of the ORBAT: as it was opened (step 0), and after each edit. The line of a step contains the complete
ORBAT, or only the changes since the previous step. A journal restores every ORBAT exactly, even an ORBAT that is too
large for a file or contains invalid Unicode. Lines are pure ASCII, so that no character inside a line can look like a
line end.

- `{"orbat journal": 1, "title", "file", "fingerprint"}`: the first line; for a text in the check screen also
  `"checked": {"army", "ruleset", "army_list"}`
- `{"step": 3, "name": "buy", "state": ORBAT}`: a step; replaces all earlier steps numbered 3 or higher
- `{"step": 3, "name": "buy", "change": CHANGES}`: the same, with changes; not possible for the first step
- in a step also `"correct": {"line", "what", "value", "words", "start"}`, if the step corrects how a text was read
- `{"at": 2}`: the current step; without this line, the last step is current
- `{"saving": FINGERPRINT, "file", "at": 2}`: the step is about to be saved to the file
- `{"saved": FINGERPRINT, "file", "at": 2 or "state": ORBAT}`: the step or ORBAT that the file contains

FINGERPRINT is the SHA-256 hash of the file's content. CHANGES is a list; each change is `[path, value]`, or
`[path, start, stop, values]` for a slice of a list.

If a journal grows too large, its oldest steps are dropped. The first step may thus have a number above 0.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from orbat.model.claims import CheckTarget, Correction, CorrectionType
from orbat.model.dates import Date
from orbat.model.fields import fields_of
from orbat.model.history import Step
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import MAX_NUMBER
from orbat.model.record import Record
from orbat.model.stored import EXTRAS
from orbat.model.text import Pin

FORMAT = 1
"""Version of the journal format."""


def header_line(orbat: Orbat, file: Path | None, fingerprint: str, checked: CheckTarget | None) -> bytes:
    """The first line of a journal: format version, title and file."""
    data = {"orbat journal": FORMAT, "title": orbat.title, "file": _name(file), "fingerprint": fingerprint}
    return _line(data if checked is None else {**data, "checked": vars(checked)})


def step_line(number: int, step: Step, before: Orbat | None) -> bytes:
    """The line for a step of the history: the changes since the ORBAT `before`, or the whole ORBAT if `before` is
    None."""
    data: dict[str, Any] = {"step": number, "name": step.name}
    if step.correction is not None:
        data["correct"] = vars(step.correction)
    if before is None:
        return _line({**data, "state": to_json(step.orbat)})
    return _line({**data, "change": changes(before, step.orbat)})


def position_line(number: int) -> bytes:
    """The line with the number of the current step, after undo or redo."""
    return _line({"at": number})


def saved_line(file: Path | None, fingerprint: str, saved: int | Orbat | None) -> bytes:
    """The line that says what the ORBAT's file contains. It is written after opening or saving the file.

    `saved` is the content of the file: the number of a step in the journal, or an ORBAT that is not in the journal.
    None if the file contains no ORBAT.
    """
    data = {} if saved is None else {"at": saved} if isinstance(saved, int) else {"state": to_json(saved)}
    return _line({"saved": fingerprint, "file": _name(file), **data})


def saving_line(file: Path, fingerprint: str, number: int) -> bytes:
    """The line written before a save.

    `fingerprint`: the SHA-256 hash of the file's new content. `number`: the position in the undo history.
    """
    return _line({"saving": fingerprint, "file": _name(file), "at": number})


def _name(file: Path | None) -> str | None:
    return None if file is None else str(file.absolute())


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def to_json(value: Any) -> Any:
    """Convert an ORBAT, or a part of an ORBAT, to JSON data. Default values are omitted."""
    if isinstance(value, Record):
        kind: Any = type(value)
        defaults = _defaults_of(kind)
        return {
            name: _extra_to_json(inner) if name == EXTRAS else to_json(inner)
            for name, inner in vars(value).items()
            if inner is not (default := defaults.get(name)) and (name not in defaults or inner != default)
        }
    if isinstance(value, tuple):
        return [to_json(inner) for inner in value]
    if isinstance(value, Mapping):
        return {key: to_json(inner) for key, inner in value.items()}
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return value if value is None or isinstance(value, str | int) else str(value)


@cache
def _list_fields(kind: Any) -> frozenset[str]:
    # The fields that contain formations or units. For these, the journal stores only the slice of the list that
    # changed.
    lists: tuple[Any, ...] = (Formation, Unit)
    return frozenset(one.name for one in fields_of(kind) if one.part in lists)


@cache
def _defaults_of(kind: Any) -> dict[str, Any]:
    defaults = {}
    for field in dataclasses.fields(kind):
        if field.default is not dataclasses.MISSING:
            defaults[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            defaults[field.name] = field.default_factory()
    return defaults


def _extra_to_json(value: Any) -> Any:
    # For the values of `x-` keys. A decimal becomes `{"decimal": "1.5"}`, so that its type and digits are kept. A
    # mapping that could be confused with such an object becomes `{"mapping": ...}`.
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    if isinstance(value, list | tuple):
        return [_extra_to_json(inner) for inner in value]
    if isinstance(value, Mapping):
        inner = {key: _extra_to_json(one) for key, one in value.items()}
        return {"mapping": inner} if len(inner) == 1 and not inner.keys().isdisjoint(("decimal", "mapping")) else inner
    return value


def changes(old: Any, new: Any, path: OrbatPath = ()) -> list[list[Any]]:
    """The changes from `old` to `new`, as JSON data.

    A change of a field is `[path, value]`. A change of a slice of a list is `[path, start, stop, values]`.
    """
    found: list[list[Any]] = []
    kind: Any = type(new)
    for name, after in vars(new).items():
        before, here = getattr(old, name), (*path, name)
        if before is after:
            continue
        if isinstance(after, tuple) and name in _list_fields(kind):
            found += _list_changes(before, after, here)
        elif isinstance(after, Record) and type(before) is type(after):
            found += changes(before, after, here)
        elif name == EXTRAS:  # compared as text: 1 and true are equal in Python
            found += [[here, _extra_to_json(after)]] if repr(before) != repr(after) else []
        elif before != after:
            found.append([here, to_json(after)])
    return found


def _list_changes(old: tuple[Any, ...], new: tuple[Any, ...], path: OrbatPath) -> list[list[Any]]:
    # In lists of equal length, items at the same index are compared. Otherwise there is one change: the slice from the
    # first to the last difference.
    if len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [change for number, (a, b) in pairs if a is not b for change in changes(a, b, (*path, number))]
    shortest = min(len(old), len(new))
    start = next((number for number in range(shortest) if old[number] is not new[number]), shortest)
    rest = shortest - start
    end = next((number for number in range(rest) if old[-1 - number] is not new[-1 - number]), rest)
    return [[path, start, len(old) - end, to_json(new[start : len(new) - end])]]


# Reading of journal lines.


T = TypeVar("T")


def read_record(kind: type[T], data: Any) -> T:
    """Read an ORBAT, formation, unit, commander or roll from JSON data. Raises ValueError."""
    values = {name: read_value(kind, name, inner) for name, inner in _typed(dict, data).items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(str(error)) from error


def read_value(kind: Any, name: str, data: Any) -> Any:
    """Read one field of a record from JSON data. Raises ValueError."""
    hints = _field_types(kind)
    if name not in hints:
        raise ValueError(f"unknown field {name}")
    return _extras(data) if name == EXTRAS else _reader(hints[name])(data)


def apply_change(orbat: Any, change: Any) -> Any:
    """Apply one change to an ORBAT. Raises ValueError."""
    path, *rest = _typed(list, change)
    return _replace_at(orbat, _typed(list, path), rest)


def _replace_at(node: Any, path: list[Any], rest: list[Any]) -> Any:
    if not path:
        raise ValueError("empty path")
    name, *further = path
    kind: Any = type(node)
    if not isinstance(name, str) or name not in _field_types(kind):
        raise ValueError("unknown path")
    if not further:
        return replace(node, **{name: _new_value(kind, name, getattr(node, name), rest)})
    inner = getattr(node, name)
    if not isinstance(inner, tuple):
        return replace(node, **{name: _replace_at(inner, further, rest)})
    number, *further = further
    if type(number) is not int or not 0 <= number < len(inner):
        raise ValueError("unknown path")
    return replace(node, **{name: (*inner[:number], _replace_at(inner[number], further, rest), *inner[number + 1 :])})


def _new_value(kind: type, name: str, before: Any, rest: list[Any]) -> Any:
    if len(rest) == 1:
        return read_value(kind, name, rest[0])
    start, stop, items = rest
    if type(start) is not int or type(stop) is not int or not 0 <= start <= stop <= len(before):
        raise ValueError("slice outside the list")
    return (*before[:start], *read_value(kind, name, items), *before[stop:])


def read_check_target(data: Any) -> CheckTarget | None:
    """Read the key `checked` of a journal's first line. Raises ValueError.

    Returns None if `data` is None.
    """
    if data is None:
        return None
    army, *names = (_typed(dict, data).get(name) for name in ("army", "ruleset", "army_list"))
    return CheckTarget(_typed(int, army), *(_typed(str, name) for name in names))


def read_correction(data: Any) -> Correction | None:
    """Read the key `correct` of a step. Raises ValueError.

    Returns None if `data` is None.
    """
    if data is None:
        return None
    line, what, new, words = (_typed(dict, data).get(name) for name in ("line", "what", "value", "words"))
    start = _typed(int, data.get("start", 0))
    for known, hint in _CORRECTION_VALUES.items():
        if what == known:
            return Correction(_typed(int, line), known, _reader(hint)(new), _typed(str, words), start)
    raise ValueError("unknown correction")


@cache
def _field_types(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind) if kind in (Orbat, Formation, Unit, Commander, Roll) else {}


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _first_reader([_reader(one) for one in inner])
    if origin is Literal:
        return lambda data: _one_of(inner, data)
    if origin is tuple:
        read = _reader(inner[0])
        return lambda data: tuple(read(one) for one in _typed(list, data))
    if origin is Mapping:
        read = _reader(inner[1])
        return lambda data: MappingProxyType({key: read(one) for key, one in _typed(dict, data).items()})
    if hint in _READERS:
        return _READERS[hint]
    return (lambda data: read_record(hint, data)) if _field_types(hint) else lambda data: _typed(hint, data)


def _first_reader(readers: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        for one in readers[:-1]:
            with suppress(ValueError):
                return one(data)
        return readers[-1](data)

    return read


def _one_of(allowed: tuple[Any, ...], data: Any) -> Any:
    if data not in allowed:
        raise ValueError("value not allowed")
    return _typed(str, data)


def _typed(kind: type[T], data: Any) -> T:
    if type(data) is not kind:
        raise ValueError(f"{kind.__name__} expected")
    return data


def _pin(data: Any) -> Pin:
    name, _, version = _typed(str, data).partition("@")
    return Pin(name, version)


def _date(data: Any) -> Date:
    year, _, month = _typed(str, data).partition("-")
    return Date(int(year), int(month) if month else None)


def _bounded(number: int) -> int:
    # The bounds are wider than those for numbers in a file, because a total can be larger than any number in the file.
    if abs(number) > MAX_NUMBER**2:
        raise ValueError("the number is too large")
    return number


def _fraction(data: Any) -> Fraction:
    top, _, bottom = _typed(str, data).partition("/")
    if not int(bottom):
        raise ValueError("the denominator is 0")
    return Fraction(_bounded(int(top)), _bounded(int(bottom)))


def _extras(data: Any) -> Mapping[str, Any]:
    return MappingProxyType({key: _read_extra(inner) for key, inner in _untagged(_typed(dict, data)).items()})


def _untagged(data: dict[str, Any]) -> dict[str, Any]:
    return _typed(dict, data["mapping"]) if data.keys() == {"mapping"} else data


def _read_extra(data: Any) -> Any:
    if isinstance(data, list):
        return [_read_extra(inner) for inner in data]
    if isinstance(data, dict):
        if data.keys() == {"decimal"}:
            return _decimal(data["decimal"])
        return {key: _read_extra(inner) for key, inner in _untagged(data).items()}
    return data


def _decimal(data: Any) -> Decimal:
    try:
        return Decimal(_typed(str, data))
    except ArithmeticError as error:
        raise ValueError("not a number") from error


_READERS: Mapping[Any, Callable[[Any], Any]] = {
    int: lambda data: _bounded(_typed(int, data)),
    Fraction: _fraction,
    Pin: _pin,
    Date: _date,
}
"""For each type that needs more than a type check, a function that reads a value from JSON data."""

_CORRECTION_VALUES: Mapping[CorrectionType, Any] = {
    "size": int | str,
    "rating": str,
    "options": tuple[str, ...],
    "entry": str,
    "buy": str,
    "none": type(None),
    "role": str,
    "column": str,
    "name": str,
    "formation": str,
    "general": str,
}
"""For each type of correction, the type of its value."""
