"""Converts plain data to records, by the types of their fields."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from orbat.model.record import Scalar, key_of, type_of
from orbat.model.stored import EXTRAS

# `diagnose` explains what does not fit. Only `diagnose` uses pydantic, which is slow to import and not needed for
# correct files. A test checks that `fit` and `diagnose` accept the same data. A key with a null value counts as absent.

T = TypeVar("T")
Builder = Callable[[Any], Any]


class Unfit(Exception):  # noqa: N818  # always caught by the caller, never shown
    """Raised if data does not fit its type."""


class UnknownKey(str):
    """An unknown key that has already been reported."""

    __slots__ = ()


def is_preserved(key: str) -> bool:
    """Whether a key, such as an `x-` key, is saved without a check."""
    return key.startswith("x-") or type(key) is UnknownKey


def _without_marks(value: Any) -> Any:
    if isinstance(value, dict):
        # an `x-` key may hold a YAML alias of a mapping whose unknown keys are marked
        return {str(key): _without_marks(inner) for key, inner in value.items()}
    return [_without_marks(inner) for inner in value] if isinstance(value, list) else value


def fit(kind: type[T], data: Any) -> T:
    """Convert plain data to a value of the type `kind`. Raises Unfit for data that does not fit."""
    build: Callable[[Any], T] = _builder(kind)  # type: ignore[arg-type]  # classes are hashable
    return build(data)


@cache
def _builder(kind: Any) -> Builder:
    origin = get_origin(kind)
    if origin is Annotated:
        return _annotated(*get_args(kind)[:2])
    if origin is Literal:
        return _literal(get_args(kind))
    if origin in (Union, types.UnionType):
        return _union(get_args(kind))
    if origin is tuple:
        inner = get_args(kind)
        return _tuple(inner[0]) if inner[1:] == (Ellipsis,) else _fixed_tuple(inner)
    if origin is Mapping:
        return _mapping(get_args(kind)[1])
    if dataclasses.is_dataclass(kind):
        return _Record(kind)
    return _exactly(kind)


def _exactly(kind: type) -> Builder:
    def build(data: Any) -> Any:
        if type(data) is not kind:
            raise Unfit
        return data

    return build


def _annotated(kind: Any, mark: Any) -> Builder:
    if isinstance(mark, Scalar):
        return _scalar(mark)
    inner, written_out = _builder(kind), mark.written_out
    return lambda data: inner(written_out(data))


def _scalar(scalar: Scalar) -> Builder:
    def build(data: Any) -> Any:
        try:
            return scalar.read(data)
        except ValueError as error:
            raise Unfit from error

    return build


def _literal(allowed: tuple[Any, ...]) -> Builder:
    def build(data: Any) -> Any:
        for value in allowed:
            if type(data) is type(value) and data == value:
                return value
        raise Unfit

    return build


def _union(kinds: tuple[Any, ...]) -> Builder:
    inner = [_builder(kind) for kind in kinds if kind is not type(None)]
    optional = type(None) in kinds

    def build(data: Any) -> Any:
        if data is None and optional:
            return None
        for builder in inner:
            try:
                return builder(data)
            except Unfit:
                continue
        raise Unfit

    return build


def _tuple(kind: Any) -> Builder:
    inner = _builder(kind)

    def build(data: Any) -> Any:
        if type(data) is not list:
            raise Unfit
        return tuple([inner(item) for item in data])

    return build


def _fixed_tuple(kinds: tuple[Any, ...]) -> Builder:
    inner = [_builder(kind) for kind in kinds]

    def build(data: Any) -> Any:
        if type(data) is not list or len(data) != len(inner):
            raise Unfit
        return tuple([builder(item) for builder, item in zip(inner, data, strict=True)])

    return build


def _mapping(kind: Any) -> Builder:
    inner = _builder(kind)

    def build(data: Any) -> Any:
        if type(data) is not dict:
            raise Unfit
        return MappingProxyType(
            {key: inner(value) for key, value in data.items() if value is not None and not key.startswith("x-")}
        )

    return build


class _Record:
    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.fields: dict[str, str] = {}
        self.builders: dict[str, Builder] = {}
        self.required: list[str] = []
        self.keeps_extras = False

    # The fields are listed at the first call, because a record type may contain itself. A field's builder is made when
    # a file first has the field, because most files have few fields.
    def prepare(self) -> None:
        for field in dataclasses.fields(self.kind):
            if field.name == EXTRAS:
                self.keeps_extras = True
                continue
            key = key_of(field.name)
            self.fields[key] = field.name
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
                self.required.append(key)

    def builder(self, key: str) -> Builder:
        build = self.builders[key] = _builder(type_of(self.kind, self.fields[key]))
        return build

    def __call__(self, data: Any) -> Any:
        if not self.fields:
            self.prepare()
        if type(data) is not dict:
            raise Unfit
        values: dict[str, Any] = {}
        extras: dict[str, Any] = {}
        for key, value in data.items():
            if key in self.fields:
                if value is not None:
                    build = self.builders.get(key) or self.builder(key)
                    values[self.fields[key]] = build(value)
            elif is_preserved(key) or (key == EXTRAS and value is None and self.keeps_extras):
                extras[str(key)] = _without_marks(value)
            else:
                raise Unfit
        if any(data.get(key) is None for key in self.required):
            raise Unfit
        if extras and self.keeps_extras:
            values["extras"] = MappingProxyType(extras)
        return self.kind(**values)
