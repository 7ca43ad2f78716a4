"""The lines of a journal: an ORBAT in full, or only what an edit changed in it. `session.journal` reads them.

Other than an ORBAT file, which has limits and tidies what it is given, a journal gives back exactly what was there,
half a character and all. A line is pure ASCII, so that only its own end can look like the end of a line.

- `{"orbat journal": 1, "title", "file", "fingerprint"}`, the first; of a text that is being checked also `"checked":
  {"army", "ruleset", "army_list"}`
- `{"step": 3, "name": "buy", "state": ORBAT}` or `"change": CHANGES` from step 2; it replaces the steps from 3 on;
  the first step need not be 0, since a journal that grows too large drops the oldest
- in a step also `"correct": {"line", "what", "value", "words"}`, where it is a correction of what was read of a text
- `{"at": 2}`: which step is on screen; without it the last
- `{"saved": FINGERPRINT, "file", "at": 2 or "state": ORBAT}`: the step or ORBAT that the file holds

A change is `[path, value]`, or `[path, start, stop, values]` for that part of a list.
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
from orbat.model.path import OrbatPath as Place
from orbat.model.points import MAX_NUMBER
from orbat.model.record import Record
from orbat.model.stored import EXTRAS
from orbat.model.text import Pin

FORMAT = 1
"""The format version written."""


def head_line(orbat: Orbat, file: Path | None, fingerprint: str, checked: CheckTarget | None) -> bytes:
    """The first line: what this is and which file it is about."""
    what = {"orbat journal": FORMAT, "title": orbat.title, "file": _name(file), "fingerprint": fingerprint}
    return _line(what if checked is None else {**what, "checked": vars(checked)})


def step_line(number: int, step: Step, before: Orbat | None) -> bytes:
    """A step: what differs from the step before it, or the whole ORBAT where there is none."""
    what: dict[str, Any] = {"step": number, "name": step.name}
    if step.correction is not None:
        what["correct"] = vars(step.correction)
    if before is None:
        return _line({**what, "state": plain(step.orbat)})
    return _line({**what, "change": changes(before, step.orbat)})


def position_line(number: int) -> bytes:
    """A move to a step."""
    return _line({"at": number})


def saved_line(file: Path | None, fingerprint: str, saved: int | Orbat | None) -> bytes:
    """What the file holds: a step, an ORBAT that is no step any more, or nothing of this."""
    what = {} if saved is None else {"at": saved} if isinstance(saved, int) else {"state": plain(saved)}
    return _line({"saved": fingerprint, "file": _name(file), **what})


def saving_line(file: Path, fingerprint: str, number: int) -> bytes:
    """A step is about to be written to a file, whose fingerprint then is this."""
    return _line({"saving": fingerprint, "file": _name(file), "at": number})


def _name(file: Path | None) -> str | None:
    return None if file is None else str(file.absolute())


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def plain(value: Any) -> Any:
    """A part of an ORBAT as what JSON can hold; what has its usual value is left out."""
    if isinstance(value, Record):
        kind: Any = type(value)
        usual = _defaults_of(kind)
        return {
            name: _remark(inner) if name == EXTRAS else plain(inner)
            for name, inner in vars(value).items()
            if inner is not (default := usual.get(name)) and (name not in usual or inner != default)
        }
    if isinstance(value, tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return value if value is None or isinstance(value, str | int) else str(value)


@cache
def _lists(kind: Any) -> frozenset[str]:
    """The fields that hold formations or units, of which a change tells only the part that differs."""
    lists: tuple[Any, ...] = (Formation, Unit)
    return frozenset(one.name for one in fields_of(kind) if one.part in lists)


@cache
def _defaults_of(kind: Any) -> dict[str, Any]:
    """The values that fields have where nothing is said."""
    usual = {}
    for field in dataclasses.fields(kind):
        if field.default is not dataclasses.MISSING:
            usual[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            usual[field.name] = field.default_factory()
    return usual


def _remark(value: Any) -> Any:
    """What an `x-` key holds: anything. A decimal is marked, and so is a mapping that looks like a mark."""
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    if isinstance(value, list | tuple):
        return [_remark(inner) for inner in value]
    if isinstance(value, Mapping):
        inner = {key: _remark(one) for key, one in value.items()}
        return {"mapping": inner} if len(inner) == 1 and not inner.keys().isdisjoint(("decimal", "mapping")) else inner
    return value


def changes(old: Any, new: Any, path: Place = ()) -> list[list[Any]]:
    """What makes one ORBAT (or part of one) of another. What an edit left alone is the same object, and skipped."""
    found: list[list[Any]] = []
    kind: Any = type(new)
    for name, after in vars(new).items():
        before, here = getattr(old, name), (*path, name)
        if before is after:
            continue
        if isinstance(after, tuple) and name in _lists(kind):
            found += _list_changes(before, after, here)
        elif isinstance(after, Record) and type(before) is type(after):
            found += changes(before, after, here)
        elif name == EXTRAS:
            found += [[here, _remark(after)]] if repr(before) != repr(after) else []  # 1 and true are equal, not alike
        elif before != after:
            found.append([here, plain(after)])
    return found


def _list_changes(old: tuple[Any, ...], new: tuple[Any, ...], path: Place) -> list[list[Any]]:
    """As many as before: each by itself. Otherwise all between the first and the last that differ."""
    if len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [change for number, (a, b) in pairs if a is not b for change in changes(a, b, (*path, number))]
    most = min(len(old), len(new))
    start = next((number for number in range(most) if old[number] is not new[number]), most)
    end = next((number for number in range(most - start) if old[-1 - number] is not new[-1 - number]), most - start)
    return [[path, start, len(old) - end, plain(new[start : len(new) - end])]]


# The parts of an ORBAT out of the lines of a journal. `session.journal_lines` writes them and says how they look.


T = TypeVar("T")


def part(kind: type[T], data: Any) -> T:
    """An ORBAT, formation, unit, commander or roll."""
    values = {name: value(kind, name, inner) for name, inner in _of(dict, data).items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise ValueError(str(error)) from error


def value(kind: Any, name: str, data: Any) -> Any:
    """What a field of such a part holds."""
    hints = _hints(kind)
    if name not in hints:
        raise ValueError(f"no {name} here")
    return _extras(data) if name == EXTRAS else _reader(hints[name])(data)


def changed(whole: Any, change: Any) -> Any:
    """An ORBAT after one change."""
    path, *rest = _of(list, change)
    return _changed(whole, _of(list, path), rest)


def _changed(node: Any, path: list[Any], rest: list[Any]) -> Any:
    if not path:
        raise ValueError("no path")
    name, *further = path
    kind: Any = type(node)
    if not isinstance(name, str) or name not in _hints(kind):
        raise ValueError("no such place")
    if not further:
        return replace(node, **{name: _new(kind, name, getattr(node, name), rest)})
    inner = getattr(node, name)
    if not isinstance(inner, tuple):
        return replace(node, **{name: _changed(inner, further, rest)})
    number, *further = further
    if type(number) is not int or not 0 <= number < len(inner):
        raise ValueError("no such place")
    return replace(node, **{name: (*inner[:number], _changed(inner[number], further, rest), *inner[number + 1 :])})


def _new(kind: type, name: str, before: Any, rest: list[Any]) -> Any:
    """What a field holds after a change: another value, or a list with a part of it exchanged."""
    if len(rest) == 1:
        return value(kind, name, rest[0])
    start, stop, items = rest
    if type(start) is not int or type(stop) is not int or not 0 <= start <= stop <= len(before):
        raise ValueError("no such part of a list")
    return (*before[:start], *value(kind, name, items), *before[stop:])


def checked(data: Any) -> CheckTarget | None:
    """Which army of a text it is, if it is one."""
    if data is None:
        return None
    army, *names = (_of(dict, data).get(name) for name in ("army", "ruleset", "army_list"))
    return CheckTarget(_of(int, army), *(_of(str, name) for name in names))


def correction(data: Any) -> Correction | None:
    """What was put right of a text, if anything."""
    if data is None:
        return None
    line, what, new, words = (_of(dict, data).get(name) for name in ("line", "what", "value", "words"))
    for known, hint in _CORRECTED.items():
        if what == known:
            return Correction(_of(int, line), known, _reader(hint)(new), _of(str, words))
    raise ValueError("no correction")


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    """The types of the fields of a part; nothing for what is no part."""
    return get_type_hints(kind) if kind in (Orbat, Formation, Unit, Commander, Roll) else {}


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """How a value of a type is read: as itself, or as the text that `session.journal_lines` writes for it."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _first([_reader(one) for one in inner])
    if origin is Literal:
        return lambda data: _one_of(inner, data)
    if origin is tuple:
        read = _reader(inner[0])
        return lambda data: tuple(read(one) for one in _of(list, data))
    if origin is Mapping:
        read = _reader(inner[1])
        return lambda data: MappingProxyType({key: read(one) for key, one in _of(dict, data).items()})
    if hint in _READ:
        return _READ[hint]
    return (lambda data: part(hint, data)) if _hints(hint) else lambda data: _of(hint, data)


def _first(readers: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        for one in readers[:-1]:
            with suppress(ValueError):
                return one(data)
        return readers[-1](data)

    return read


def _one_of(allowed: tuple[Any, ...], data: Any) -> Any:
    if data not in allowed:
        raise ValueError("another word is wanted")
    return _of(str, data)


def _of(kind: type[T], data: Any) -> T:
    if type(data) is not kind:
        raise ValueError(f"a {kind.__name__} is wanted")
    return data


def _pin(data: Any) -> Pin:
    name, _, version = _of(str, data).partition("@")
    return Pin(name, version)


def _date(data: Any) -> Date:
    year, _, month = _of(str, data).partition("-")
    return Date(int(year), int(month) if month else None)


def _whole(number: int) -> int:
    """A whole number that an open ORBAT may hold. Sums are larger than what a file may write, but not without end."""
    if abs(number) > MAX_NUMBER**2:
        raise ValueError("too large a number")
    return number


def _fraction(data: Any) -> Fraction:
    top, _, bottom = _of(str, data).partition("/")
    if not int(bottom):
        raise ValueError("a fraction of nothing")
    return Fraction(_whole(int(top)), _whole(int(bottom)))


def _extras(data: Any) -> Mapping[str, Any]:
    return MappingProxyType({key: _read_extra(inner) for key, inner in _unmarked(_of(dict, data)).items()})


def _unmarked(data: dict[str, Any]) -> dict[str, Any]:
    return _of(dict, data["mapping"]) if data.keys() == {"mapping"} else data


def _read_extra(data: Any) -> Any:
    if isinstance(data, list):
        return [_read_extra(inner) for inner in data]
    if isinstance(data, dict):
        if data.keys() == {"decimal"}:
            return _decimal(data["decimal"])
        return {key: _read_extra(inner) for key, inner in _unmarked(data).items()}
    return data


def _decimal(data: Any) -> Decimal:
    try:
        return Decimal(_of(str, data))
    except ArithmeticError as error:
        raise ValueError("no number") from error


_READ: Mapping[Any, Callable[[Any], Any]] = {
    int: lambda data: _whole(_of(int, data)),
    Fraction: _fraction,
    Pin: _pin,
    Date: _date,
}
"""The types that JSON has no value for, and numbers, which have a bound."""

_CORRECTED: Mapping[CorrectionType, Any] = {
    "size": int | str,
    "rating": str,
    "options": tuple[str, ...],
    "entry": str,
    "buy": str,
    "none": type(None),
}
"""The type of the value of each correction."""
