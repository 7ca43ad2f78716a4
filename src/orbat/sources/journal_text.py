"""The parts of an ORBAT out of the lines of a journal. `outputs.journal_text` writes them and says how they look.

Nothing is limited or tidied here as it is in ORBAT files: what was on screen comes back just so. What no journal
could have written raises ValueError.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from orbat.model.claims import Checked, Correction, What
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.points import bounded
from orbat.model.stored import EXTRAS
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
    """How a value of a type is read: as itself, or as the text that `outputs.journal_text` writes for it."""
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


def _fraction(data: Any) -> Fraction:
    top, _, bottom = _of(str, data).partition("/")
    if not int(bottom):
        raise ValueError("a fraction of nothing")
    return Fraction(bounded(Fraction(int(top), int(bottom))))


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


_READ: Mapping[Any, Callable[[Any], Any]] = {
    int: lambda data: bounded(_of(int, data)),
    Fraction: _fraction,
    Pin: _pin,
    Date: _date,
}
"""The types that JSON has no value for, and numbers, which have a bound."""

_CORRECTED: Mapping[What, Any] = {
    "size": int | str,
    "rating": str,
    "options": tuple[str, ...],
    "entry": str,
    "buy": str,
    "none": type(None),
}
"""The type of the value of each correction."""
