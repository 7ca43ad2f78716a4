"""A typed line as what it is: a heading, a general, units, a number said of the army, a detail of what stands above."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from orbat.list_reader import army_numbers
from orbat.list_reader.army_numbers import ArmyNumber
from orbat.list_reader.generals import TypedGeneral, chief_in, is_free, named_chief, titled_chief
from orbat.list_reader.item import Item
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.meaning import Described
from orbat.list_reader.names import name_in, named_singly, tidied
from orbat.list_reader.numbers import TAKEN, NumberReading, described_in
from orbat.list_reader.parts import COUNTED, NOUN, SIZE_FIRST, SUM_FIRST, Parts
from orbat.list_reader.words import GENERIC, MEN, POINTS, normal, plain
from orbat.model.ruleset import Ruleset

# Typed lines that begin a formation or a group of units.


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

    def _begun(self, line: TypedLine, said: str, leads: str) -> tuple[Item, ...]:
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

    def _is_heading(self, line: TypedLine, said: str, first: NumberReading, told: Described, *, sized: bool) -> bool:
        if sized or (first.count is not None and told.kinds):
            return False
        short = len(told.words) <= 8
        if told.levels and short and (first.line is None or not told.kinds):
            return True
        if short and self._is_paid_heading(said, first, told):
            return True
        if first.line is not None:
            return short and (line.dressed or ":" in said) and not told.kinds
        ends = said.rstrip().endswith(":") or army_numbers.is_off_table(said) or army_numbers.is_on_table(said)
        return short and (ends or line.dressed or (bool(told.kinds) and not line.indent and not line.bullet))

    def _is_paid_heading(self, said: str, first: NumberReading, told: Described) -> bool:
        """Whether a line has a level and just the price of its general, though it has a word for an arm too, whose
        troops would have a size: `Cavalry Brigade: Adams 30`."""
        paid = first.bare and first.line is not None and told.levels and first.line == self._price(told.levels[-1])
        sized = all(self.ruleset.kinds[kind].price.per == "size" for kind in told.kinds)
        return bool(paid) and sized and not NOUN.search(said)

    def _heading(
        self, line: TypedLine, said: str, first: NumberReading, told: Described, *, head: bool, leads: bool = False
    ) -> Iterator[Item]:
        worth = first.line is not None and (first.line >= _LEAST or bool(_POINTS.search(said)))
        label = self._label(said)
        numbers = _of_label(army_numbers.said_of_army(said, head=head), label) if worth else ()
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

    def _namesake(self, title: str, level: str, told: Described) -> TypedGeneral | None:
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


def _of_label(numbers: tuple[ArmyNumber, ...], label: str) -> tuple[ArmyNumber, ...]:
    """The numbers of a heading; in `Brigade: Left: 66` the word is a name, and nothing is left."""
    if not label:
        return numbers
    return tuple(ArmyNumber(("subtotal", "total"), one.number) if one.sorts == ("left",) else one for one in numbers)


# Staff qualities in typed lines: a word for one behind the name of a formation or a general is the general's.


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


_ONLY_POINTS = re.compile(rf"[\W\d_]*(?:{POINTS})?[\W\d_]*\Z", re.I)
_HEAD = re.compile(r"([^:]{2,60}?)(?::| - )\s*(.+)\Z")
_SUM_LAST = re.compile(rf"(.*\d\W*?)\s*=\s*(\d+)\s*{POINTS}?\W*\Z", re.I)
_MEN = re.compile(rf"\b{MEN}\b", re.I)
_TIMES = re.compile(r"\s*\d{1,2} ?x ?[^\W\d]", re.I)
_POINTS_FIRST = re.compile(rf"\W*\d+ ?{POINTS}\b", re.I)
_PRICED = 3
"""A list with so many prices has one for everything that it buys."""
_LARGE = 100
"""A round number as large in the head of a list is the agreed size, whatever troops are spoken of."""
_LONG = 12
"""A line of more words without a size or a price is talk."""


class LineReader(Headings):
    """Reads lines."""

    _priced = False

    def items(self, line: TypedLine, *, head: bool) -> tuple[Item, ...]:
        """What a line says; `head` while no troops have been read yet."""
        said = line.said
        if not any(map(str.isalnum, said)):
            return ()
        read = self._of_quality(line, head) or self._read(line, head)
        off = army_numbers.is_off_table(said) or (None if not army_numbers.is_on_table(said) else False)
        if off is None:
            return read
        return tuple(replace(item, off=off or None if item.sort != "heading" else off) for item in read)

    def _read(self, line: TypedLine, head: bool) -> tuple[Item, ...]:
        return self._sums(line, head) or self._split(line, head) or self._one(line, line.said, head=head)

    def _of_quality(self, line: TypedLine, head: bool) -> tuple[Item, ...]:
        """What a line says that tells the quality of generals; nothing where it tells none."""
        said, qualities = self._qualities.cut(line.said)
        if not qualities or not any(map(str.isalnum, said)):
            return ()
        read = self._read(replace(line, said=said), head)
        told = self.told_in(said)
        alone = all(item.sort in ("talk", "heading") and not item.level for item in read)
        if alone and told.own and not told.kinds and self.facts(said)[0] == NumberReading(rest=said):
            read = (Item("chief", line, chief=TypedGeneral(tidied(said), implied=True), told=told),)
        return with_qualities(read, qualities)

    @cached_property
    def _qualities(self) -> Qualities:
        return Qualities(self.ruleset)

    def learn(self, lines: Iterable[TypedLine]) -> None:
        """Look through a list before it is read: where most troops have prices, a line without numbers buys none;
        where generals are named by rank and paid for, a heading of a level and a name names none."""
        said = [line.said for line in lines if line.said]
        self._priced = sum(self.facts(one)[0].priced for one in said) >= _PRICED
        self._ranked = any(self._is_paid_general(one) for one in said)

    def _is_paid_general(self, said: str) -> bool:
        told = self.told_in(said)
        return told.general and not told.kinds and bool(self.facts(said)[0].line)

    def _sums(self, line: TypedLine, head: bool) -> tuple[Item, ...]:
        said = line.said
        first = self.facts(said)[0]
        told = self.teller.tell(first.rest)
        graded = (told.kinds or self._knows(told.words)) and (told.rating or first.each)
        if head and not line.bullet and not first.rating and not graded and first.counts in ("", "any"):
            numbers = tuple(
                ArmyNumber(("size",) if "size" in one.sorts else one.sorts, one.number)
                for one in army_numbers.said_of_army(said, head=True)
                if one.number >= _LARGE and one.number % 25 == 0
            )
            if numbers:
                return (Item("said", line, name=tidied(first.rest), said=numbers, told=told),)
        if self._label(said) or (first.line == 0 and not SUM_FIRST.match(plain(said))):
            return ()
        if SUM_FIRST.match(plain(said)) or _ONLY_POINTS.match(said):
            pass
        elif (
            not army_numbers.is_claiming(said)
            or first.size is not None
            or first.rating
            or (told.rating and told.kinds)
            or first.count
            or _men(said)
            or (told.general and (first.line == 0 or (not head and not first.bare)))
        ):
            return ()
        numbers = army_numbers.said_of_army(said, head=head)
        if not numbers:
            return ()
        chief = chief_in(said, told, first) if head and told.general else None
        item = Item("said", line, name=tidied(first.rest), said=numbers, told=told)
        return (Item("chief", line, chief=chief), item) if chief and chief.player else (item,)

    def _split(self, line: TypedLine, head: bool) -> tuple[Item, ...]:
        """A line that says several things: a brigade and its units, a general and his."""
        said, total = self._without_sum(line)
        found = _HEAD.match(said)
        if found and (led := self.listed(found[2])) and (leads := self._leading(found[1], led)):
            before = self._one(line, found[1], head=head) if leads == "chief" else self._begun(line, found[1], leads)
            return (*before, *(item for part in led for item in self._one(line, part, head=False)), *total)
        if len(listed := self.listed(said)) > 1:
            return (*(item for part in listed for item in self._one(line, part, head=False)), *total)
        if found:
            before_told, after = self.told_in(found[1]), self.told_in(found[2])
            counted = (
                bool(COUNTED.match(found[2]))
                and not SIZE_FIRST.match(found[2])
                and any(kind not in self.teller.guns or NOUN.search(found[2]) for kind in after.kinds)
            )
            if before_told.levels and not before_told.general and not self.facts(found[1])[0].size and counted:
                level = before_told.levels[-1]
                heading = Item("heading", line, name=tidied(found[1]), level=level, told=before_told)
                return (heading, *self._parts(line, found[2]))
        parts = self.chunks(line.said)
        return self._parts(line, line.said) if len(parts) > 1 else ()

    def _without_sum(self, line: TypedLine) -> tuple[str, tuple[Item, ...]]:
        """A line that lists several units without their sum at its end, and that sum."""
        summed = _SUM_LAST.match(line.said) if "=" in line.said else None
        if not summed:
            return line.said, ()
        found = _HEAD.match(summed[1])
        if len(self.listed(summed[1])) < 2 and (not found or len(self.listed(found[2])) < 2):
            return line.said, ()
        return summed[1], (Item("said", line, said=(ArmyNumber(("subtotal",), int(summed[2])),)),)

    def _parts(self, line: TypedLine, said: str) -> tuple[Item, ...]:
        return tuple(item for part in self.chunks(said) for item in self._one(line, part, head=False))

    def _one(self, line: TypedLine, said: str, *, head: bool) -> tuple[Item, ...]:
        """The one thing that a line, or a part of one, says."""
        readings = self.facts(said)
        first = readings[0]
        told = self.teller.tell(first.rest)
        sized = any(one.size is not None and one.doubt < 2 for one in readings) or bool(first.rating)
        chief = None if _is_troops(first, told) else self._chief(said, told, first)
        if chief is None and head and first.line == 0 and first.bare and not told.kinds and said[:1].isupper():
            chief = TypedGeneral(tidied(first.rest), player=True)
        if chief:
            return tuple(self._led(line, said, told, first, chief))
        if self._is_detail(line, said, first, told, readings):
            return (Item("detail", line, facts=readings, told=told),)
        if not head and self._is_unranked(said, first, told):
            chief = TypedGeneral(tidied(first.rest), price=first.line)
            return (Item("chief", line, chief=chief, told=told, facts=(first,)),)
        if told.levels and not sized and not first.priced and described_in(said):
            first = replace(first, count=None, rest=said)
        if self._is_heading(line, said, first, told, sized=sized):
            return tuple(self._heading(line, said, first, told, head=head))
        if self._is_bought(line, said, first, told, sized=sized, head=head):
            name = self.teller.without_grade(name_in(said, first))
            called = self._called(first, told)
            if called.kinds:
                guns = tuple(kind for kind in told.kinds if kind in self.teller.guns and kind not in called.kinds)
                kinds = (*called.kinds, *(guns if set(called.kinds) & self.teller.guns else ()))
                told = replace(told, kinds=kinds, subtype=called.subtype)
            readings = (*readings, *named_singly(readings, said))
            return (Item("troops", line, name=name, facts=readings, told=told, called=called.words),)
        if head and first.line is not None:
            return (
                Item(
                    "heading", line, name=tidied(first.rest), said=army_numbers.said_of_army(said, head=True), told=told
                ),
            )
        if _POINTS_FIRST.match(said) and first.bare:
            return (Item("said", line, name=tidied(first.rest), said=army_numbers.said_of_army(said), told=told),)
        buys = first.count is not None or (first.line or 0) > 0 or first.each is not None
        return (Item("unread" if buys and not said.endswith("?") else "talk", line, name=tidied(said)),)

    def _chief(self, said: str, told: Described, first: NumberReading) -> TypedGeneral | None:
        """The general of a line; where none costs anything, the nought typed for one does not make him the player."""
        chief = chief_in(said, told, first)
        if chief and chief.player and first.line == 0 and self._all_free and not is_free(said):
            return replace(chief, player=False)
        return chief

    def _called(self, first: NumberReading, told: Described) -> Described:
        """What the words up to the first number tell, or the first after one: they name the troops."""
        pieces = (self.teller.tell(piece) for piece in re.split(f"{TAKEN}+", first.rest))
        return next((named for named in pieces if named.kinds or named.own), told)

    def _led(
        self, line: TypedLine, said: str, told: Described, first: NumberReading, chief: TypedGeneral
    ) -> Iterator[Item]:
        """A general, and the formation that his line heads."""
        level = chief.formation or ""
        if level and not chief.player:
            yield Item("heading", line, name=chief.title, level=level, told=told)
        yield Item("chief", line, chief=chief, level=chief.level, told=told, facts=(first,))

    def _is_detail(
        self, line: TypedLine, said: str, first: NumberReading, told: Described, readings: tuple[NumberReading, ...]
    ) -> bool:
        """Whether a line only adds to what stands above it."""
        kinds = told.kinds and not (told.armed and (first.rating or first.size is None))
        if told.own or kinds or told.levels or first.line is not None or not (line.bullet or line.indent):
            return bool(not told.own and not kinds and (told.refused or told.options) and len(said) < 30)
        return bool(first.size is not None or first.rating or told.rating or told.options or told.refused) or (
            len(readings) > 1 and readings[1].size is not None
        )

    def _is_unranked(self, said: str, first: NumberReading, told: Described) -> bool:
        """Whether a line is a name and the price of a general, and nothing else."""
        prices = {self._price(level.id) for level in self.ruleset.levels}
        named = bool(told.own) and not told.levels and len(told.words) <= 6 and said[:1].isupper()
        priced = first.bare and first.line is not None and first.line in prices
        return named and priced and not told.kinds and not self._knows(told.words)

    def _is_bought(
        self, line: TypedLine, said: str, first: NumberReading, told: Described, *, sized: bool, head: bool
    ) -> bool:
        if sized and (told.kinds or told.own or first.count is not None):
            return True
        long = len(told.words) > _LONG or said.rstrip().endswith("?")
        if self._priced and first.bare and first.line is None and first.each is None:
            return False
        rated = bool(first.rating or told.rating)
        if self._priced and first.size is None and not rated and first.line is None and first.each is None:
            return bool(first.count) and (line.bullet or bool(_TIMES.match(said))) and not long
        if told.kinds:
            listed = first.line is not None or first.each is not None or first.count is not None or line.bullet
            return not long and (listed or bool(line.indent) or (not head and len(told.words) <= 5))
        priced = first.line is not None or first.each is not None
        return priced and not long and not head and self._knows(told.words)


def _is_troops(first: NumberReading, told: Described) -> bool:
    """Whether a line with the word for a general is of troops all the same, since it has their size or rating."""
    return bool(first.rating or told.rating) or (first.size is not None and first.size > 1)


def _men(said: str) -> bool:
    return bool(_MEN.search(said))
