"""What a rule of the linter is, and what it looks at: one data file with the files it leans on."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from orbat.data.data_file import DataFile
from orbat.model.army_list import ArmyList, Entry
from orbat.model.finding import Severity
from orbat.model.path import OrbatPath
from orbat.model.record import Record, Value, key_of
from orbat.model.reference import Reference
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import did_you_mean, listed

T = TypeVar("T", bound=Record)


class Fault(Value):
    """What a rule says of one place in a file. `at_key` puts it at the key itself rather than at its value."""

    path: OrbatPath
    message: str
    help: str
    severity: Severity | None = None
    at_key: bool = False


class LintCase(Value):
    """A data file as read, its ruleset (itself, for a ruleset; none for a sheet), and the other lists under that.

    For a feature's file of a ruleset, `reference` has the reference tables that it is read with.
    """

    file: DataFile[Any]
    rules: DataFile[Ruleset] | None
    lists: tuple[DataFile[ArmyList], ...]
    rulesets: tuple[str, ...]
    reference: Reference | None = None

    @property
    def ruleset(self) -> Ruleset | None:
        """The ruleset, or None where there is none that can be used."""
        return self.rules.value if self.rules else None

    @property
    def data(self) -> Record:
        """What the file holds."""
        assert self.file.value is not None, "what does not load is not linted"
        data: Record = self.file.value
        return data

    @property
    def army_list(self) -> ArmyList | None:
        """The army list, or None where the file is something else."""
        return self.data if isinstance(self.data, ArmyList) else None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that the file itself defines."""
        return self.data.entries if isinstance(self.data, Ruleset | ArmyList) else ()

    @cached_property
    def records(self) -> tuple[tuple[OrbatPath, Record], ...]:
        """Every record of the file with its path, each before those within it."""
        return tuple(_walk(self.data, ()))

    def each(self, kind: type[T]) -> Iterator[tuple[OrbatPath, T]]:
        """The records of one type."""
        return ((path, record) for path, record in self.records if isinstance(record, kind))


class LintRule(Value):
    """A rule about data files; `check` explains itself in its docstring."""

    code: str
    title: str
    severity: Severity
    check: Callable[[LintCase], Iterable[Fault]]


def field_names(record: Record) -> list[str]:
    """The names of a record's fields."""
    return [field.name for field in dataclasses.fields(record)]  # type: ignore[arg-type]  # every record is one


def _walk(node: Any, path: OrbatPath) -> Iterator[tuple[OrbatPath, Record]]:
    if isinstance(node, Record):
        yield path, node
        children: Iterable[tuple[str | int, Any]] = [(key_of(name), getattr(node, name)) for name in field_names(node)]
    elif isinstance(node, tuple):
        children = enumerate(node)
    elif isinstance(node, Mapping):
        children = node.items()
    else:
        return
    for step, child in children:
        if isinstance(child, Record | tuple | Mapping):
            yield from _walk(child, (*path, step))


def unknown(path: OrbatPath, word: str, what: str, known: Iterable[str], *, at_key: bool = False) -> Fault:
    """That a word is not one of those known."""
    words = list(known)
    near = did_you_mean(word, words)
    allowed = f"it may be {listed(words)}" if words else "there is none"
    helps = "Correct the name." if near else f"Write {what}, or define {word}."
    return Fault(path, f"{word} is not {what}; {allowed}.{near}", helps, at_key=at_key)
