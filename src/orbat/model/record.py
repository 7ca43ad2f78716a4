"""What every record of the model is made of: frozen, keyword-only, slotted, with unknown keys refused.

A value that a file writes as one scalar (a date, points, a citation) carries a `Scalar` in its type. The loader
and pydantic call the same `read`, so both judge it alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema


def key_of(field: str) -> str:
    """The key a file uses for a field; a trailing underscore only keeps Python's own words free."""
    return field.rstrip("_")


CONFIG: dict[str, Any] = {"extra": "forbid", "alias_generator": key_of}


NOTHING: Mapping[str, Any] = MappingProxyType({})
"""The mapping with nothing in it."""


def nothing() -> Mapping[str, Any]:
    """The default of mapping fields that are usually absent."""
    return NOTHING


T = TypeVar("T")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Make a frozen record of the model out of a class."""
    made = dataclass(frozen=True, kw_only=True, slots=True)(cls)
    made.__pydantic_config__ = CONFIG  # type: ignore[attr-defined]  # pydantic looks for this name on any class
    return made


@dataclass(frozen=True, slots=True)
class Scalar:
    """How one scalar of a file becomes a value: `read` raises ValueError saying what is wanted."""

    read: Callable[[object], object]
    schema: Mapping[str, Any] = field(default_factory=nothing, compare=False)

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(self.schema)
