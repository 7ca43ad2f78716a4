"""Staff qualities in typed lines. A quality after the name of a formation is the quality of its general."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from orbat.list_reader.generals import general_in_title
from orbat.list_reader.item import Item
from orbat.model.ruleset import Ruleset


class QualityFinder:
    """Finds the words for staff quality in typed lines."""

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

    def cut(self, clean: str) -> tuple[str, tuple[str, ...]]:
        """Remove staff qualities that are in brackets, after a comma or after a dash.

        Returns the remaining line and the ids of the qualities.
        """
        if not self._ids:
            return clean, ()
        found = tuple(self._ids[one[one.lastindex or 0].casefold()] for one in self._pattern.finditer(clean))
        return (self._pattern.sub("", clean), found) if found else (clean, ())


def with_qualities(items: Iterable[Item], qualities: tuple[str, ...]) -> tuple[Item, ...]:
    """Give each general on a line the staff quality that is typed for the general.

    If a line has one quality and no general, each formation on the line first gets a general without a name. If the
    number of qualities differs from the number of generals, the result is ().
    """
    items = tuple(items)
    generals = [item for item in items if item.general]
    if not generals and len(qualities) == 1:
        items = tuple(_with_implied_generals(items))
        generals = [item for item in items if item.general]
    if len(generals) != len(qualities):
        return ()
    left = iter(qualities)
    return tuple(
        replace(item, general=replace(item.general, quality=next(left))) if item.general else item for item in items
    )


def _with_implied_generals(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if item.item_type == "heading" and item.level:
            general = replace(general_in_title(item.name, item.level), implied=True)
            yield Item("general", item.line, general=general, level=item.level, description=item.description)
