"""The check code: eight characters for comparing two ORBATs, such as a printed one and its file."""

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
"""The characters of check codes. I, O, 0 and 1 are excluded because they are easily confused."""
_GROUPS, _GROUP_LENGTH = 2, 4


def check_code(orbat: Orbat) -> str:
    """Calculate the check code of an ORBAT: `K7QF-3MXA`.

    The code depends on the ruleset, army lists, rulings, formations, generals with their dice, and units. It changes
    with the order of formations and units. It ignores the file format, titles, notes, tags, game size, data
    versions, claimed points and unknown keys. The field tables declare which fields are included.
    """
    canonical = json.dumps(_digest_values(orbat), separators=(",", ":"), default=str)
    number = int.from_bytes(sha256(canonical.encode()), "big")
    letters = ""
    for _ in range(_GROUPS * _GROUP_LENGTH):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return "-".join(letters[start : start + _GROUP_LENGTH] for start in range(0, len(letters), _GROUP_LENGTH))


def sha256(data: bytes) -> bytes:
    """Compute SHA-256 with the built-in module that `random` also uses.

    If there is no such module, `hashlib` is used. `hashlib` is slow to import because it loads OpenSSL. The import
    takes longer than pricing and checking a large army.
    """
    for name in ("_sha2", "_sha256"):  # the name since Python 3.12, and the name before
        with contextlib.suppress(ImportError):
            return bytes(import_module(name).sha256(data).digest())
    import hashlib

    return hashlib.sha256(data).digest()


def _digest_values(record: Record) -> list[Any]:
    """The values that the check code takes from a record: plain values, then the values of nested records.

    Some fields are included only if they are set. They are in a mapping by key at the end.
    """
    counted = [one for one in fields_of(type(record)) if one.digest == "always"]
    own = [_value(one, record) for one in counted if one.part is None]
    parts = [_part(one.of(record)) for one in counted if one.part is not None]
    more = {
        one.key: one.data(record) for one in fields_of(type(record)) if one.digest == "if set" and one.is_set(record)
    }
    return [*own, *parts, more] if more else [*own, *parts]


def _part(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_digest_values(one) for one in value]
    return None if value is None else _digest_values(value)


def _value(field: Field, record: Record) -> Any:
    value = field.of(record)
    return _NORMALISED[field.key](value) if field.key in _NORMALISED else value


def _id(pin: Pin | None) -> str:
    return pin.id if pin else ""


_NORMALISED: Mapping[str, Callable[[Any], Any]] = {
    "ruleset": _id,
    "army_list": _id,
    "date": lambda date: str(date or ""),
    "options": sorted,
    "rulings": lambda rulings: sorted(rulings.items()),
}
"""For each field key, a function that removes what the check code ignores, such as the order of options."""
