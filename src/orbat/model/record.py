"""Base classes for all records of the model: frozen dataclasses, compared by value."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Never, TypeVar, dataclass_transform

from orbat.model.stored import stored_field

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema


def key_of(name: str) -> str:
    """The key of a field in files. For example, the field `for_` of a Python class has the key `for`."""
    return name.rstrip("_")


EMPTY_MAPPING: Mapping[str, Any] = MappingProxyType({})
"""An immutable empty mapping."""


_set = object.__setattr__
"""`object.__setattr__`, which can set attributes of frozen records."""


def empty_mapping() -> Mapping[str, Any]:
    """The default value of mapping fields."""
    return EMPTY_MAPPING


class _Frozen:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "alias_generator": key_of}
    _names: ClassVar[tuple[str, ...]] = ()
    _known: ClassVar[frozenset[str]] = frozenset()
    _defaults: ClassVar[dict[str, Any]] = {}
    _compared: ClassVar[Any]
    _hashed: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # The methods are shared. Generating them takes over a millisecond per class, and a check loads over a
        # hundred classes.
        dataclass(init=False, repr=False, eq=False)(cls)
        fields = dataclasses.fields(cls)  # type: ignore[arg-type]  # the line above makes it one
        cls._names = tuple(one.name for one in fields)
        cls._known = frozenset(cls._names)
        cls._defaults = {one.name: one.default for one in fields if one.default is not dataclasses.MISSING}
        for one in fields:
            if one.default_factory is not dataclasses.MISSING:
                default = one.default_factory()
                assert not isinstance(default, dict | list | set), "a default that can change would be shared"
                cls._defaults[one.name] = default
        cls._compared = staticmethod(_getter([one.name for one in fields if one.compare]))
        cls._hashed = staticmethod(_getter([one.name for one in fields if one.compare and one.hash is not False]))

    def __init__(self, *values: Any, **named: Any) -> None:
        own = dict(zip(self._names, values, strict=False))
        if named or len(values) != len(self._names):
            own = {**self._defaults, **own, **named}
            if own.keys() != self._known or len(values) > len(self._names):
                wrong = ", ".join(sorted(self._known ^ own.keys()))
                raise TypeError(f"{type(self).__name__}: missing or unknown: {wrong}")
        _set(self, "__dict__", own)  # assigning a whole mapping makes later attribute reads faster

    def __setattr__(self, name: str, value: object) -> Never:
        raise dataclasses.FrozenInstanceError(f"cannot assign to {name}")

    def __delattr__(self, name: str) -> Never:
        raise dataclasses.FrozenInstanceError(f"cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        return bool(self._compared(self) == self._compared(other))

    def __hash__(self) -> int:
        return hash(self._hashed(self))

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__name__}({inner})"


T = TypeVar("T", bound=_Frozen)


def names_of(record: _Frozen) -> tuple[str, ...]:
    """The field names of a record."""
    return record._names


def changed(record: T, **fields: Any) -> T:
    """A copy of a record with some fields changed. Several times faster than `dataclasses.replace`."""
    own = {**record.__dict__, **fields}
    if len(own) != len(record._names):  # drop cached values, which may be wrong for the copy
        return dataclasses.replace(record, **fields)  # type: ignore[type-var]  # every record is a dataclass
    other = object.__new__(type(record))
    _set(other, "__dict__", own)
    return other


def type_of(record: Any, name: str) -> Any:
    """The type of one field of a record. Faster than `typing.get_type_hints`."""
    declared = record.__dataclass_fields__[name]
    if not isinstance(declared.type, str):
        return declared.type
    bases = (base for base in record.__mro__ if dataclasses.is_dataclass(base))
    module = [base.__module__ for base in bases if base.__dataclass_fields__.get(name) is declared][-1]
    return eval(declared.type, vars(sys.modules[module]))  # noqa: S307  # the text is from our own source


def _getter(names: list[str]) -> Callable[[Any], Any]:
    return attrgetter(*names) if names else lambda _: ()


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field, stored_field))
class Record(_Frozen):
    """Base class of records with many fields, such as those read from files."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(_Frozen):
    """Base class of small records. Fields may be passed by position."""


class Scalar(Value):
    """Annotation of a field whose value is a scalar in files, such as a date."""

    read: Callable[[object], object]
    """Converts the scalar. Raises ValueError with the expected form."""
    schema: Mapping[str, Any] = field(default_factory=empty_mapping, compare=False)

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(self.schema)


class ShortForm(Value):
    """Marks records that may be a single text in a file, such as `7th Foot` instead of `{name: 7th Foot}`."""

    key: str
    """The key of the record to which the text belongs."""
    old_keys: Mapping[str, str] = field(default_factory=empty_mapping, hash=False)
    """New names of keys in older files."""

    def written_out(self, raw: object) -> object:
        """Convert a text or number to a mapping, and old keys to new ones. Other data stays unchanged."""
        if isinstance(raw, dict):
            if self.old_keys.keys().isdisjoint(raw):
                return raw
            return {
                self.old_keys.get(key, key) if self.old_keys.get(key) not in raw else key: value
                for key, value in raw.items()
            }
        return raw if isinstance(raw, list) or raw is None or isinstance(raw, bool) else {self.key: raw}

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self.written_out, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"type": ["string", "number"]}, handler(schema)]}
