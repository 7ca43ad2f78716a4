"""The check code: a few letters that tell whether two ORBATs, a printed one and a file, have the same in them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from orbat.model.fields import Field, fields_of
from orbat.model.orbat import Orbat
from orbat.model.record import Record
from orbat.model.text import Pin

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and figures that cannot be mistaken for one another; there is neither I nor O, 0 nor 1."""
_GROUPS, _GROUP = 2, 4


def check_code(orbat: Orbat) -> str:
    """`K7QF-3MXA`: the digest of what is in the army.

    It depends on the data and the rulings named, the formations, generals with their dice, units, and their order;
    not on how a file writes them, on titles, notes and tags, on the agreed size, on the versions of the data, nor on
    points that somebody claims. Each field declares whether it counts; unknown keys do not.
    """
    canonical = json.dumps(_facts(orbat), separators=(",", ":"), default=str)
    number = int.from_bytes(sha256(canonical.encode()), "big")
    letters = ""
    for _ in range(_GROUPS * _GROUP):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))


def sha256(data: bytes) -> bytes:
    """`hashlib.sha256`, from the module in which Python has it itself, as `random` of the standard library takes it.

    Importing `hashlib` loads OpenSSL, which takes longer than to price and check a large army.
    """
    for name in ("_sha2", "_sha256"):  # since Python 3.12, and before
        with contextlib.suppress(ImportError):
            return bytes(import_module(name).sha256(data).digest())
    import hashlib

    return hashlib.sha256(data).digest()


def _facts(record: Record) -> list[Any]:
    """What counts of a record: its own values and then its parts, in the order of its fields, without their keys; and
    under its key what is only in the code where it is set."""
    counted = [one for one in fields_of(type(record)) if one.digest == "always"]
    own = [_value(one, record) for one in counted if one.part is None]
    parts = [_part(one.of(record)) for one in counted if one.part is not None]
    more = {
        one.key: one.data(record) for one in fields_of(type(record)) if one.digest == "if set" and one.is_set(record)
    }
    return [*own, *parts, more] if more else [*own, *parts]


def _part(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_facts(one) for one in value]
    return None if value is None else _facts(value)


def _value(field: Field, record: Record) -> Any:
    value = field.of(record)
    return _WRITTEN[field.key](value) if field.key in _WRITTEN else value


def _id(pin: Pin | None) -> str:
    return pin.id if pin else ""


_WRITTEN: Mapping[str, Callable[[Any], Any]] = {
    "ruleset": _id,
    "army_list": _id,
    "date": lambda date: str(date or ""),
    "options": sorted,
    "rulings": lambda rulings: sorted(rulings.items()),
}
"""The values of which only a part counts, or not the order."""
