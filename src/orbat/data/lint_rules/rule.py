"""Lint rules (rules about data files), and the files that they check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from orbat.data.data_file import DataFile
from orbat.model.army_list import ArmyList, Entry
from orbat.model.finding import Severity
from orbat.model.path import OrbatPath
from orbat.model.record import Record, Value, key_of, names_of
from orbat.model.reference import Reference
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import did_you_mean, listed
from orbat.model.wording import phrase

T = TypeVar("T", bound=Record)


class Fault(Value):
    """A fault at one place in a file."""

    path: OrbatPath
    message: str
    help: str
    severity: Severity | None = None
    at_key: bool = False
    """True if the key at `path` is wrong, False if the value is."""


class LintCase(Value):
    """A data file to lint, with the other files that lint rules need."""

    file: DataFile[Any]
    rules: DataFile[Ruleset] | None
    """The file of the ruleset. None for a sheet layout."""
    lists: tuple[DataFile[ArmyList], ...]
    """The other army lists of the ruleset."""
    rulesets: tuple[str, ...]
    """The ids of the installed rulesets."""
    reference: Reference | None = None
    """The ruleset's reference tables, if necessary."""

    @property
    def ruleset(self) -> Ruleset | None:
        """The ruleset. None if missing or unusable."""
        return self.rules.value if self.rules else None

    @property
    def data(self) -> Record:
        """The content of the file, such as an `ArmyList`."""
        assert self.file.value is not None, "files that do not load are not linted"
        data: Record = self.file.value
        return data

    @property
    def army_list(self) -> ArmyList | None:
        """The army list, or None for a file of another kind."""
        return self.data if isinstance(self.data, ArmyList) else None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in a ruleset or an army list."""
        return self.data.entries if isinstance(self.data, Ruleset | ArmyList) else ()

    @cached_property
    def records(self) -> tuple[tuple[OrbatPath, Record], ...]:
        """Every record in the file with its path. A record comes before the records inside it."""
        return tuple(_walk(self.data, ()))

    @cached_property
    def _types(self) -> frozenset[type[Record]]:
        return frozenset(type(record) for _, record in self.records)

    def each(self, kind: type[T]) -> Iterator[tuple[OrbatPath, T]]:
        """Yield the records of a type, with their paths."""
        return self.each_of(kind)

    def each_of(self, *kinds: type[Record]) -> Iterator[tuple[OrbatPath, Any]]:
        """Yield the records of several types, with their paths."""
        # one comparison for each type of record instead of one for each record: a file has thousands
        wanted = {one for one in self._types if issubclass(one, kinds)}
        return ((path, record) for path, record in self.records if type(record) in wanted) if wanted else iter(())


class LintRule(Value):
    """A rule about data files. `orbat explain` shows the docstring of `check`."""

    code: str
    title: str
    severity: Severity
    check: Callable[[LintCase], Iterable[Fault]]


_PLAIN = frozenset({str, int, bool, type(None)})
"""The commonest types of values that contain no records."""


def _walk(node: Any, path: OrbatPath) -> Iterator[tuple[OrbatPath, Record]]:
    if isinstance(node, Record):
        yield path, node
        values = node.__dict__
        children: Iterable[tuple[str | int, Any]] = [
            (key_of(name), values[name]) for name in names_of(node) if values[name]
        ]
    elif isinstance(node, tuple):
        children = enumerate(node)
    elif isinstance(node, Mapping):
        children = node.items()
    else:
        return
    for step, child in children:
        if type(child) not in _PLAIN:
            yield from _walk(child, (*path, step))


def unknown(path: OrbatPath, word: str, what: str, known: Iterable[str], *, at_key: bool = False) -> Fault:
    """Report an unknown word. `what` says which word was expected, such as "a rating"."""
    words = list(known)
    suggestion = did_you_mean(word, words)
    if words:
        message = phrase(
            "{word} is not {what}; allowed: {words}.{suggestion}",
            word=word,
            what=what,
            words=listed(words),
            suggestion=suggestion,
        )
    else:
        message = phrase("{word} is unknown: {what} is needed here, but none is defined.", word=word, what=what)
    help = "Correct the name." if suggestion else phrase("Write {what}, or define {word}.", what=what, word=word)
    return Fault(path, message, help, at_key=at_key)
