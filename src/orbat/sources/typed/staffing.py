"""Staff qualities in typed lines: a word for one behind the name of a formation or a general is the general's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from orbat.model.ruleset import Ruleset
from orbat.sources.typed.generals import titled_chief
from orbat.sources.typed.item import Item


class Qualities:
    """Finds the words that a ruleset has for the quality of its commanders."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ids = {
            word.casefold(): quality.id
            for quality in (ruleset.staff.qualities if ruleset.staff else ())
            for word in (quality.id, quality.label)
        }

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = "|".join(sorted(map(re.escape, self._ids), key=len, reverse=True))
        return re.compile(
            rf"\s*[(\[]\s*({words})\s*[)\]]|(?:\s*,\s*|\s+-\s+)({words})(?=\s*(?:[,;:)\]=]|-\s|\d|\Z))|"
            rf"(?<=[(\[])\s*({words})\s*,\s*",
            re.I,
        )

    def cut(self, said: str) -> tuple[str, tuple[str, ...]]:
        """A line without the qualities in brackets, or behind commas or dashes, and these."""
        if not self._ids:
            return said, ()
        found = tuple(self._ids[one[one.lastindex or 0].casefold()] for one in self._pattern.finditer(said))
        return (self._pattern.sub("", said), found) if found else (said, ())


def with_qualities(items: Iterable[Item], qualities: tuple[str, ...]) -> tuple[Item, ...]:
    """What a line says with each of its generals of his quality; that of a formation without a general makes him.
    Nothing where it cannot be told who is of which."""
    items = tuple(items)
    chiefs = [item for item in items if item.chief]
    if not chiefs and len(qualities) == 1:
        items = tuple(_led(items))
        chiefs = [item for item in items if item.chief]
    if len(chiefs) != len(qualities):
        return ()
    left = iter(qualities)
    return tuple(replace(item, chief=replace(item.chief, quality=next(left))) if item.chief else item for item in items)


def _led(items: tuple[Item, ...]) -> Iterator[Item]:
    """The items of a line, with a general behind a formation that it begins."""
    for item in items:
        yield item
        if item.sort == "heading" and item.level:
            chief = replace(titled_chief(item.name, item.level), implied=True)
            yield Item("chief", item.line, chief=chief, level=item.level, told=item.told)
