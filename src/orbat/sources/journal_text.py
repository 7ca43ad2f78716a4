"""The parts of an ORBAT out of the lines of a journal. `outputs.journal_text` writes them and says how they look.

Nothing is limited or tidied here as it is in ORBAT files: what was on screen comes back just so. What no journal
could have written raises ValueError.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_type_hints

from orbat.model.claims import Checked, Correction, What
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.points import bounded
from orbat.model.text import Pin

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
    usual = _usual(kind)
    if name not in usual:
        raise ValueError(f"no {name} here")
    if data is None and usual[name] is None:
        return None
    return _READ[name](data) if name in _READ else _of(type(usual[name]), data)


def changed(whole: Any, change: Any) -> Any:
    """An ORBAT after one change."""
    path, *rest = _of(list, change)
    return _changed(whole, _of(list, path), rest)


def _changed(node: Any, path: list[Any], rest: list[Any]) -> Any:
    if not path:
        raise ValueError("no path")
    name, *further = path
    kind: Any = type(node)
    if not isinstance(name, str) or name not in _usual(kind):
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


def checked(data: Any) -> Checked | None:
    """Which army of a text it is, if it is one."""
    if data is None:
        return None
    army, *names = (_of(dict, data).get(name) for name in ("army", "ruleset", "army_list"))
    return Checked(_of(int, army), *(_of(str, name) for name in names))


def correction(data: Any) -> Correction | None:
    """What was put right of a text, if anything."""
    if data is None:
        return None
    line, what, new, words = (_of(dict, data).get(name) for name in ("line", "what", "value", "words"))
    for known, read in _CORRECTED.items():
        if what == known:
            return Correction(_of(int, line), known, read(new), _of(str, words))
    raise ValueError("no correction")


@cache
def _usual(kind: Any) -> Mapping[str, Any]:
    """The fields of a part and what they hold where nothing is said; nothing for what is no part."""
    if kind not in (Orbat, Formation, Unit, Commander, Roll):
        return {}
    return {
        field.name: field.default if field.default is not dataclasses.MISSING else ...
        for field in dataclasses.fields(kind)
    }


def _of(kind: type[T], data: Any) -> T:
    if type(data) is not kind:
        raise ValueError(f"a {kind.__name__} is wanted")
    return data


def _many(kind: type[T]) -> Callable[[Any], tuple[T, ...]]:
    return lambda data: tuple(part(kind, inner) for inner in _of(list, data))


def _each(kind: type[T]) -> Callable[[Any], tuple[T, ...]]:
    return lambda data: tuple(_of(kind, inner) for inner in _of(list, data))


def _pin(data: Any) -> Pin:
    name, _, version = _of(str, data).partition("@")
    return Pin(name, version)


def _date(data: Any) -> Date:
    year, _, month = _of(str, data).partition("-")
    return Date(int(year), int(month) if month else None)


def _points(data: Any) -> int | Fraction:
    if type(data) is int:
        return bounded(data)
    top, _, bottom = _of(str, data).partition("/")
    if not int(bottom):
        raise ValueError("a fraction of nothing")
    return bounded(Fraction(int(top), int(bottom)))


def _size(data: Any) -> int | str:
    """A number of stands or guns, or the id of a named size."""
    return bounded(data) if type(data) is int else _of(str, data)


def _off_board(data: Any) -> bool | str:
    """Whether it is kept off the board, or how it comes on."""
    return data if type(data) is bool else _of(str, data)


def _rulings(data: Any) -> Mapping[str, str]:
    return MappingProxyType({key: _of(str, inner) for key, inner in _of(dict, data).items()})


def _extras(data: Any) -> Mapping[str, Any]:
    return MappingProxyType({key: _remark(inner) for key, inner in _unmarked(_of(dict, data)).items()})


def _unmarked(data: dict[str, Any]) -> dict[str, Any]:
    return _of(dict, data["mapping"]) if data.keys() == {"mapping"} else data


def _remark(data: Any) -> Any:
    if isinstance(data, list):
        return [_remark(inner) for inner in data]
    if isinstance(data, dict):
        if data.keys() == {"decimal"}:
            return _decimal(data["decimal"])
        return {key: _remark(inner) for key, inner in _unmarked(data).items()}
    return data


def _decimal(data: Any) -> Decimal:
    try:
        return Decimal(_of(str, data))
    except ArithmeticError as error:
        raise ValueError("no number") from error


def _method(data: Any) -> str:
    known = get_args(get_args(get_type_hints(Roll)["method"])[0])
    if data not in known:
        raise ValueError("no way of rolling")
    return _of(str, data)


def _nothing(data: Any) -> None:
    return _of(type(None), data)


_CORRECTED: Mapping[What, Callable[[Any], Any]] = {
    "size": _size,
    "rating": lambda data: _of(str, data),
    "options": _each(str),
    "entry": lambda data: _of(str, data),
    "buy": lambda data: _of(str, data),
    "none": _nothing,
}
"""How the value of a correction is read."""

_READ: Mapping[str, Callable[[Any], Any]] = {
    "ruleset": _pin,
    "army_list": _pin,
    "date": _date,
    "game_size": lambda data: bounded(_of(int, data)),
    "size": _size,
    "off_board": _off_board,
    "points": _points,
    "total": _points,
    "tags": _each(str),
    "options": _each(str),
    "dice": _each(int),
    "rulings": _rulings,
    "method": _method,
    "commander": lambda data: part(Commander, data),
    "roll": lambda data: part(Roll, data),
    "earlier": _many(Roll),
    "formations": _many(Formation),
    "units": _many(Unit),
    "extras": _extras,
}
"""How the fields are read that are more than a text, a number or a flag. A name means the same in every part."""
