"""The sentences of a rulebook, and the parts of orbat that apply them (`rulebook.yaml`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from orbat.model.record import Record, key_of, names_of
from orbat.model.sourced import RulesetFile, Sourced
from orbat.model.text import Citations, FormatVersion, Id, Text


class Sentence(Record):
    """A paraphrased sentence of the rulebook, and the parts of orbat that apply it."""

    cite: Citations
    says: Text
    rules: tuple[Text, ...] = ()
    data: tuple[Text, ...] = ()
    rulings: tuple[Id, ...] = ()
    notes: tuple[Id, ...] = ()
    commands: tuple[Text, ...] = ()
    not_held: Text = ""

    @property
    def is_applied(self) -> bool:
        """Whether at least one part of orbat applies the sentence."""
        return bool(self.rules or self.data or self.rulings or self.notes or self.commands)


class Rulebook(RulesetFile):
    """The sentences of a rulebook, with the parts of orbat that apply them."""

    called = "the sentences of a rulebook"
    file_name = "rulebook.yaml"

    rulebook: FormatVersion
    title: Text
    sentences: tuple[Sentence, ...]

    def within(self, section: str) -> tuple[Sentence, ...]:
        """The sentences of a section, such as `BK 17.2`, and of all subsections."""
        return tuple(one for one in self.sentences if any(is_within(cite, section) for cite in one.cite))


def is_within(cite: str, section: str) -> bool:
    """Whether a citation belongs to a section: `BK 17.2.6` belongs to `BK 17.2`."""
    return cite == section or cite.startswith((f"{section}.", f"{section} "))


# Paths in data files, such as `ruleset.levels.brigade.general`.


_IDENTIFYING = ("id", "what", "kind", "name")
"""Fields that identify a record in a list, in order of preference."""


def values_at(data: Record, steps: Iterable[str]) -> tuple[list[Any], list[str]]:
    """Find the values at a path in a ruleset's data, and their citations.

    Steps of the path are keys, or the `id`, `what`, `kind` or `name` of list items.
    """
    values: list[Any] = [data]
    cites: list[str] = []
    for step in steps:
        values = [inner for value in values for key, inner in _children(value) if key == step and _is_given(inner)]
        cites += (cite for value in values if isinstance(value, Sourced) for cite in value.cite)
    return (values, [*cites, *(cite for value in values for cite in _cites_in(value))]) if values else ([], [])


def _is_given(value: Any) -> bool:
    return bool(value) or (value == 0 and value is not False)


def _children(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Record):
        yield from ((key_of(name), getattr(value, name)) for name in names_of(value))
    elif isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, tuple):
        yield from ((_identity(one), one) for one in value)


def _identity(item: Any) -> str:
    if not isinstance(item, Record):
        return str(item)
    return next((str(getattr(item, name)) for name in _IDENTIFYING if getattr(item, name, "")), "")


def _cites_in(value: Any) -> Iterator[str]:
    if isinstance(value, Sourced):
        yield from value.cite
    for _, inner in _children(value):
        yield from _cites_in(inner)
