"""Text values in files, such as ids, ratings and citations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any

from orbat.model.record import Scalar, Value

MAX_TEXT_LENGTH = 4000
"""Maximum length of one text in a file, in characters."""

_ID_PATTERN = "^[a-z][a-z0-9_]*$"
_NO_FLAG = "^(?!(yes|no|on|off)$)[a-z][a-z0-9_]*$"
_ID = re.compile(r"[a-z][a-z0-9_]*\Z")
_PIN = re.compile(r"([a-z][a-z0-9_]*)(?:@([A-Za-z0-9][A-Za-z0-9._-]*))?\Z")


def _read_text(raw: object) -> str:
    if isinstance(raw, bool) or not isinstance(raw, str | int | Decimal):
        raise ValueError("should be text; put the value in quotes")
    if len(text := str(raw)) > MAX_TEXT_LENGTH:
        raise ValueError(f"should be at most {MAX_TEXT_LENGTH} characters")
    return text


def _read_id(raw: object) -> str:
    if isinstance(raw, str) and len(raw) <= 80 and _ID.match(raw):
        return raw
    raise ValueError("should be an id: lower-case letters, digits and _, such as line_foot")


def _read_rating(raw: object) -> str:
    if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= 99:
        return str(raw)
    if isinstance(raw, str) and len(raw) <= 80:
        return raw
    raise ValueError("should be a rating, such as 3 or superior")


def _read_many(raw: object) -> tuple[str, ...]:
    several = raw if isinstance(raw, list) else [raw]
    if not all(isinstance(one, str) and one for one in several):
        raise ValueError("should be one text or a list of texts")
    return tuple(several)


def _read_ids(raw: object) -> tuple[str, ...]:
    return tuple(map(_read_id, raw)) if isinstance(raw, list) else (_read_id(raw),)


def _read_flag(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    raise ValueError("should be true or false")


def _read_off_board(raw: object) -> bool | str:
    if isinstance(raw, bool):
        return raw
    try:
        if raw not in ("yes", "no", "on", "off"):
            return _read_id(raw)
        raise ValueError
    except ValueError as error:
        raise ValueError("should be true or false, or the id of a way of arriving, such as flank") from error


def _read_size(raw: object) -> int | str:
    if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= 1_000_000:
        return raw
    try:
        return _read_id(raw)
    except ValueError as error:
        raise ValueError("should be a whole number up to 1000000, or a named size such as large") from error


def _read_version(raw: object) -> int:
    if type(raw) is int and raw == 1:
        return raw
    raise ValueError("should be the format version 1")


def _read_pin(raw: object) -> Pin:
    if isinstance(raw, str) and len(raw) <= 120 and (found := _PIN.match(raw)):
        return Pin(found[1], found[2] or "")
    raise ValueError("should be an id, or an id and a version such as my_list@1")


class Pin(Value):
    """The id of a ruleset or army list, and its version as recorded in the ORBAT ("" if unrecorded)."""

    id: str
    version: str = ""

    def __str__(self) -> str:
        return f"{self.id}@{self.version}" if self.version else self.id


_TEXT = {"type": ["string", "number"], "maxLength": MAX_TEXT_LENGTH}
_MANY = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

Text = Annotated[str, Scalar(_read_text, _TEXT)]
FormatVersion = Annotated[int, Scalar(_read_version, {"const": 1, "type": "integer"})]
Flag = Annotated[bool, Scalar(_read_flag, {"type": "boolean"})]
Id = Annotated[str, Scalar(_read_id, {"type": "string", "pattern": _ID_PATTERN})]
Ids = Annotated[
    tuple[str, ...],
    Scalar(
        _read_ids,
        {
            "anyOf": [
                {"type": "string", "pattern": _ID_PATTERN},
                {"type": "array", "items": {"type": "string", "pattern": _ID_PATTERN}},
            ]
        },
    ),
]
OffBoard = Annotated[
    bool | str, Scalar(_read_off_board, {"anyOf": [{"type": "boolean"}, {"type": "string", "pattern": _NO_FLAG}]})
]
Size = Annotated[
    int | str,
    Scalar(
        _read_size,
        {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": 1_000_000},
                {"type": "string", "pattern": _ID_PATTERN},
            ]
        },
    ),
]
Rating = Annotated[str, Scalar(_read_rating, {"type": ["string", "integer"]})]
Citations = Annotated[tuple[str, ...], Scalar(_read_many, _MANY)]
PinText = Annotated[Pin, Scalar(_read_pin, {"type": "string", "pattern": "^[a-z][a-z0-9_]*(@[A-Za-z0-9._-]+)?$"})]


_PLACEHOLDER = re.compile(r"\?[0-9]+\Z")


def is_placeholder_key(key: str) -> bool:
    """Whether a key replaces an unusable YAML key, such as `? [a, b]` or `<<`."""
    return bool(_PLACEHOLDER.match(key))


NOT_A_KEY = "is not a key; for a remark, use a key that begins with x-"


def _read_extras(raw: object) -> Mapping[str, Any]:
    raise ValueError(NOT_A_KEY)


Extras = Annotated[Mapping[str, Any], Scalar(_read_extras)]
"""The type of a record's additional keys, as written: its `x-` keys and, in an ORBAT, also its unknown keys."""
