"""Tables of the fields of an ORBAT's records, from which all file formats are derived."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, get_args, get_origin

from orbat.model.dates import Date
from orbat.model.record import Record, Value, key_of, type_of
from orbat.model.stored import EXTRAS, STORED, Digest
from orbat.model.text import Pin, Rating

_WHOLE_RATINGS = frozenset(map(str, range(100)))


class Field(Value):
    """A field of a record."""

    name: str
    key: str
    hint: Any
    part: type[Record] | None
    """The record type of the value or of its items, or None."""
    default: Any
    """The default value, or `...` for a required field."""
    label: str
    description: str = ""
    custom_notation: bool = False
    digest: Digest = "if set"
    compared: bool = True
    in_code: bool = True
    always: bool = False

    def of(self, record: Record) -> Any:
        """The value of the field in a record."""
        return getattr(record, self.name)

    def is_set(self, record: Record) -> bool:
        """Whether the field's value in a record differs from the default."""
        value = self.of(record)
        return bool(value != self.default) or isinstance(value, bool) != isinstance(self.default, bool)

    def data(self, record: Record) -> Any:
        """The field's value in a record, as plain data. The rating `3` becomes a number, but `03` stays text."""
        value = self.of(record)
        if self.hint == Rating and value in _WHOLE_RATINGS:
            return int(value)
        return data_of(value)

    @property
    def is_number(self) -> bool:
        """Whether the field contains a number that may have decimals, so that `32` and `32.0` are the same value."""
        return Fraction in _plain_types(self.hint)


_TABLES: dict[type[Record], Mapping[str, Field]] = {}
"""Cache of `fields_by_key`, since evaluating the types of fields is slow."""


def fields_by_key(kind: type[Record]) -> Mapping[str, Field]:
    """The fields of a record type by their keys in files, in file order."""
    if kind not in _TABLES:
        fields = [_field(one, type_of(kind, one.name)) for one in _declared(kind) if one.name != EXTRAS]
        _TABLES[kind] = {one.key: one for one in fields}
    return _TABLES[kind]


def fields_of(kind: type[Record]) -> tuple[Field, ...]:
    """The fields of a record type, in file order."""
    return tuple(fields_by_key(kind).values())


def generic_fields(kind: type[Record]) -> tuple[Field, ...]:
    """The fields of a record type that have no special notation in text and CSV."""
    return tuple(one for one in fields_of(kind) if not one.custom_notation)


def _declared(kind: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(kind)


def _field(one: dataclasses.Field[Any], hint: Any) -> Field:
    declared: dict[str, Any] = dict(one.metadata.get(STORED, {}))
    key = key_of(one.name)
    declared["label"] = declared.get("label") or key.replace("_", " ").capitalize()
    default = ... if one.default is dataclasses.MISSING else one.default
    if one.default_factory is not dataclasses.MISSING:
        default = one.default_factory()
    if default is ...:
        declared["always"] = True
    return Field(one.name, key, hint, _part(hint), default, **declared)


def _part(hint: Any) -> type[Record] | None:
    # a date is a dataclass but no record: files store it as one text
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint
    inner = () if get_origin(hint) is Annotated else get_args(hint)
    return next((found for one in inner if (found := _part(one))), None)


def _plain_types(hint: Any) -> set[Any]:
    inner = get_args(hint)
    if get_origin(hint) is Annotated:
        inner = inner[:1]
    return {found for one in inner for found in _plain_types(one)} if inner else {hint}


def data_of(value: Any) -> Any:
    """Convert a value to plain data: mappings, lists, texts, numbers, booleans and None.

    Default values are omitted. Unknown keys and `x-` keys come last.
    """
    if isinstance(value, Record):
        fields = fields_of(type(value))
        data = {one.key: one.data(value) for one in fields if one.always or one.is_set(value)}
        return {**data, **getattr(value, EXTRAS, {})}
    if isinstance(value, tuple | list):
        return [data_of(inner) for inner in value]
    if isinstance(value, Mapping):
        return {key: data_of(inner) for key, inner in value.items()}
    if isinstance(value, Fraction):  # prices are decimals, so their sums are decimals
        return Decimal(value.numerator) / Decimal(value.denominator)
    if isinstance(value, Date):
        return value.year if value.month is None else str(value)
    return str(value) if isinstance(value, Pin) else value


def json_of(data: Any, *, indent: int | None = None, ascii_only: bool = False) -> str:
    """Convert plain data to JSON. Decimals are written exactly."""
    sign = "#"
    while sign in json.dumps(data, ensure_ascii=False, default=str):
        sign += "#"
    text = json.dumps(data, ensure_ascii=ascii_only, indent=indent, default=lambda value: f"{sign}{value:f}{sign}")
    return re.sub(f'"{sign}(-?[0-9.]+){sign}"', r"\1", text)


def unknown_keys(record: Record) -> list[str]:
    """The unknown keys of a record and of its parts, except keys that begin with `x-`."""
    found = [key for key in getattr(record, EXTRAS, {}) if not key.startswith("x-")]
    for one in fields_of(type(record)):
        if one.part is not None:
            value = one.of(record)
            for inner in value if isinstance(value, tuple) else () if value is None else (value,):
                found += unknown_keys(inner)
    return found
