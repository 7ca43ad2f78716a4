"""The check code: sixteen characters for comparing two ORBATs, such as a sheet and a file.

A code has 80 bits, so a computer would need years to find two armies with the same code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from orbat.model.digest import sha256
from orbat.model.fielded import only_fielded
from orbat.model.fields import Field, fields_of
from orbat.model.orbat import Orbat, commanders_of, units_of
from orbat.model.record import Record, Value
from orbat.model.text import Pin
from orbat.model.wording import phrase

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of check codes. I, O, 0 and 1 are excluded because they are easily confused."""
_GROUPS, _GROUP_LENGTH = 4, 4
_OLD_GROUPS = 2
"""Number of groups in the codes of older versions."""

# These patterns are strings, compiled and cached by `re` on first use, since most checks use none of them.
_WRITTEN = r"\bcheck code\W+((?:[A-HJ-NP-Z2-9]{4}-){1,3}[A-HJ-NP-Z2-9]{4})(?![\w-])"
_ALONE = rf"^[^\w\n]*{_WRITTEN}[^\w\n]*$"


def check_code(orbat: Orbat) -> str:
    """Calculate the check code of an ORBAT: `K7QF-3MXA-9PLD-W2TR`.

    The code depends on the order of formations and units. Titles, notes, points written in the file, and units that
    stay at home do not affect it.
    """
    canonical = json.dumps(_digest_values(only_fielded(orbat)), separators=(",", ":"), default=str)
    number = int.from_bytes(sha256(canonical.encode()), "big")
    letters = ""
    for _ in range(_GROUPS * _GROUP_LENGTH):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return "-".join(letters[start : start + _GROUP_LENGTH] for start in range(0, len(letters), _GROUP_LENGTH))


def old_check_code(orbat: Orbat) -> str:
    """The first eight characters of the check code, such as `K7QF-3MXA`. Older versions of orbat wrote only these."""
    return "-".join(check_code(orbat).split("-")[:_OLD_GROUPS])


def troops_key(orbat: Orbat) -> str:
    """A text that is equal for ORBATs with the same troops."""
    units = sorted(
        (place.list_id, place.unit.entry, str(place.unit.size), place.unit.rating, *sorted(place.unit.options))
        for place in units_of(orbat)
    )
    dice = sorted(one.roll.dice for _, one, _ in commanders_of(orbat) if one.roll)
    # Ignores names, order and formations.
    return f"{orbat.ruleset.id} {units} {dice}"


class WrittenCode(Value):
    """A check code found in a text, and the check code of the ORBAT."""

    code: str
    """The code as written, in capitals."""
    ours: str
    """The check code of the ORBAT."""
    is_old: bool
    """Whether the code is from an older version of orbat, with only 40 bits. Such a code proves little."""

    @property
    def agrees(self) -> bool:
        """Whether the ORBAT has the written code."""
        return self.code == self.ours

    @property
    def words(self) -> str:
        """Whether the code agrees, as text: `check code K7QF-3MXA-9PLD-W2TR agrees with the army`."""
        if self.is_old:
            return (
                phrase("check code {code} (old format, 40 bits) agrees with the army", code=self.code)
                if self.agrees
                else phrase(
                    "check code {code} (old format, 40 bits) differs; the code of the army is {ours}", **self._codes
                )
            )
        return (
            phrase("check code {code} agrees with the army", code=self.code)
            if self.agrees
            else phrase("check code {code} differs; the code of the army is {ours}", **self._codes)
        )

    @property
    def _codes(self) -> dict[str, str]:
        return {"code": self.code, "ours": self.ours}


def written_codes(text: str, orbat: Orbat) -> tuple[WrittenCode, ...]:
    """Find check codes in a text, such as a printed sheet or a mail."""
    # A code is found after the words `Check code`, on the same line or on the next line. A repeated code is
    # returned once.
    codes = dict.fromkeys(found[1].upper() for found in re.finditer(_WRITTEN, text, re.I))
    return tuple(_compared(code, orbat) for code in codes)


def without_codes(text: str) -> str:
    """Remove each check code that is alone on a line. The empty line stays."""
    return re.sub(_ALONE, "", text, flags=re.I | re.M)


def is_code(line: str) -> bool:
    """Whether a line contains only a check code."""
    return re.fullmatch(_ALONE, line, re.I | re.M) is not None


def _compared(code: str, orbat: Orbat) -> WrittenCode:
    is_old = code.count("-") + 1 == _OLD_GROUPS
    return WrittenCode(code, old_check_code(orbat) if is_old else check_code(orbat), is_old)


def _digest_values(record: Record) -> list[Any]:
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
