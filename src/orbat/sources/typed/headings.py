"""Typed lines that begin a formation or a group of units."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

from orbat.model.ruleset import Ruleset
from orbat.sources.typed import spoken
from orbat.sources.typed.generals import Chief, named_chief, titled_chief
from orbat.sources.typed.item import Item
from orbat.sources.typed.meaning import Told
from orbat.sources.typed.naming import tidied
from orbat.sources.typed.numbers import Facts
from orbat.sources.typed.parts import NOUN, SUM_FIRST, Parts
from orbat.sources.typed.signs import Line
from orbat.sources.typed.spoken import Said
from orbat.sources.typed.words import GENERIC, POINTS, normal, plain

_POINTS = re.compile(rf"\d ?{POINTS}\b", re.I)
_LABEL = re.compile(r":\s*|\s-\s+")
_NAMED = re.compile(r"[^\W\d_]|\d+(?:st|nd|rd|th)\b", re.I)
_LEAST = 20
"""A smaller number in a heading is its own."""


class Headings(Parts):
    """Tells headings from other lines; `strangers` are words that are no general's name."""

    def __init__(self, ruleset: Ruleset, knows: Callable[[tuple[str, ...]], bool], strangers: frozenset[str]) -> None:
        super().__init__(ruleset, knows)
        self._strangers = strangers
        self._ranked = False

    def _begun(self, line: Line, said: str, leads: str) -> tuple[Item, ...]:
        """The formation that the head of a line begins, with its general where it names one."""
        first = self.facts(said)[0]
        return tuple(
            self._heading(line, said, first, self.teller.tell(first.rest), head=False, leads=leads == "heading")
        )

    def _leading(self, said: str, led: list[str]) -> str:
        """Whether the head of a line names a general or a formation of the units that follow."""
        told, first = self.told_in(said), self.facts(said)[0]
        if first.size is not None or first.rating:
            return ""
        if told.kinds and not told.levels:
            prices = {self._price(level.id) for level in self.ruleset.levels}
            if first.line is not None:
                return "heading" if first.line in prices and len(led) > 1 else ""
        if not any(self.told_in(part).kinds or self.facts(part)[0].size for part in led):
            return ""
        if told.general:
            return "chief"
        if told.levels:
            sized = self.facts(led[0])[0].size is not None
            return "heading" if len(led) > 1 or sized or self.told_in(led[0]).kinds else ""
        return "group" if len(led) > 1 and first.line is None and first.count is None else ""

    def _is_heading(self, line: Line, said: str, first: Facts, told: Told, *, sized: bool) -> bool:
        if sized or (first.count is not None and told.kinds):
            return False
        short = len(told.words) <= 8
        if told.levels and short and (first.line is None or not told.kinds):
            return True
        if short and self._is_paid_heading(said, first, told):
            return True
        if first.line is not None:
            return short and (line.dressed or ":" in said) and not told.kinds
        ends = said.rstrip().endswith(":") or spoken.is_off_table(said) or spoken.is_on_table(said)
        return short and (ends or line.dressed or (bool(told.kinds) and not line.indent and not line.bullet))

    def _is_paid_heading(self, said: str, first: Facts, told: Told) -> bool:
        """Whether a line has a level and just the price of its general, though it has a word for an arm too, whose
        troops would have a size: `Cavalry Brigade: Adams 30`."""
        paid = first.bare and first.line is not None and told.levels and first.line == self._price(told.levels[-1])
        sized = all(self.ruleset.kinds[kind].price.per == "size" for kind in told.kinds)
        return bool(paid) and sized and not NOUN.search(said)

    def _heading(
        self, line: Line, said: str, first: Facts, told: Told, *, head: bool, leads: bool = False
    ) -> Iterator[Item]:
        worth = first.line is not None and (first.line >= _LEAST or bool(_POINTS.search(said)))
        label = self._label(said)
        numbers = _of_label(spoken.said_of_army(said, head=head), label) if worth else ()
        levels = (label,) if label else told.levels
        level = levels[-1] if levels else self.ruleset.levels[-1].id if leads else ""
        chief = named_chief(said, told, self._strangers) if told.levels else None
        if chief and self._ranked and len(self.told_in(chief.title).words) == 1:
            chief = None
        price = self._price(level)
        if level and first.line is not None and first.line == price:
            chief = replace(chief or titled_chief(tidied(first.rest), level), price=first.line)
            numbers = ()
        after = _LABEL.split(first.rest, 1)[-1] if label else ""
        if chief is None and level and self._all_free:
            chief = self._namesake(tidied(after) or tidied(first.rest), level, told)
        name = chief.title if chief else tidied(after) or tidied(first.rest)
        yield Item("heading", line, name=name, level=level, said=numbers, told=told)
        if chief:
            yield Item("chief", line, chief=chief, level=level, told=told)

    def _namesake(self, title: str, level: str, told: Told) -> Chief | None:
        """The general after whom a formation is named, where none costs anything: `Brigade Adams`."""
        chief = titled_chief(title, level)
        words = {normal(word) for word in re.findall(r"[\w']+", chief.name)} - GENERIC
        named = bool(words) and words <= {*told.own} - self._strangers and not told.kinds
        return replace(chief, implied=True) if named else None

    @cached_property
    def _all_free(self) -> bool:
        return not any(level.general.points for level in self.ruleset.levels)

    def _label(self, said: str) -> str:
        """The level that stands alone before a colon or dash and a name: `Brigade: Left`."""
        parts = _LABEL.split(said, 1)
        before = self.told_in(parts[0])
        if len(parts) < 2 or not _NAMED.match(parts[1]) or SUM_FIRST.match(plain(parts[1])):
            return ""
        return before.levels[0] if len(before.words) == len(before.levels) == 1 else ""

    def _price(self, level: str) -> object:
        found = self.ruleset.level(level)
        return found.general.points if found and found.general.points else None


def _of_label(numbers: tuple[Said, ...], label: str) -> tuple[Said, ...]:
    """The numbers of a heading; in `Brigade: Left: 66` the word is a name, and nothing is left."""
    if not label:
        return numbers
    return tuple(Said(("subtotal", "total"), one.number) if one.sorts == ("left",) else one for one in numbers)
