"""A typed line as what it is: a heading, a general, units, a number said of the army, a detail of what stands above."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Literal

from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.sources.typed import spoken
from orbat.sources.typed.generals import Chief, chief_in, named_chief
from orbat.sources.typed.meaning import Teller, Told
from orbat.sources.typed.numbers import TAKEN, Facts, facts_of
from orbat.sources.typed.signs import Line
from orbat.sources.typed.spoken import Said
from orbat.sources.typed.vocabulary import Vocabulary
from orbat.sources.typed.words import GUNS, LENGTHS, MEN, NOUNS, POINTS, PRICE, RATINGS, STANDS, TOTAL, plain

Sort = Literal["heading", "chief", "troops", "said", "detail", "unread", "talk"]


class Item(Value):
    """One thing that a line says."""

    sort: Sort
    line: Line
    name: str = ""
    level: str = ""
    chief: Chief | None = None
    facts: tuple[Facts, ...] = ()
    told: Told | None = None
    said: tuple[Said, ...] = ()
    off: bool | None = None
    called: tuple[str, ...] = ()
    """The words that name the troops."""


_SPLIT = re.compile(
    rf"\s+(?:with|plus|w/|&|\+)\s+(?!rifles?\b|r\b|minie)|,\s+(?:and\s+|plus\s+)?(?=(?:\d+(?: ?x ?| )|(?:one|two|three|four|an?) )[a-z])|"
    rf"\s+and\s+(?=(?:\d+|one|two|three|four|an?)\s)|;\s+",
    re.I,
)
_SUM_FIRST = re.compile(rf"\s*(?:{TOTAL}|sub|sous|=|{POINTS}\b)", re.I)
_ONLY_POINTS = re.compile(rf"[\W\d_]*(?:{POINTS})?[\W\d_]*\Z", re.I)
_HEAD = re.compile(r"([^:]{2,60}?)(?::| - )\s*(.+)\Z")
_COUNTED = re.compile(r"\s*(?:\d+|one|two|three|four|five|six|an?)\b", re.I)
_AND = re.compile(r",\s*(?:and\s+)?|\s+(?:and|&|\+|et|und)\s+|\s*/\s*(?=\d+(?:st|nd|rd|th|e)\b)", re.I)
_EACH = re.compile(r"\b(?:each|apiece|chacun)\b", re.I)
_MOST_NAMES = 8
_EDGES = " \t-:;,.|/=@([{\"'"
_TAIL = re.compile(r"[\s,;:(\[{@=|/.-]+(?:w|with|of|at|the|and|x|in|=)?[\s,;:(\[{@=|/-]*\Z", re.I)
_NOUN = re.compile(rf"\b{NOUNS}\b", re.I)
_MEN = re.compile(rf"\b{MEN}\b", re.I)
_SIZE_FIRST = re.compile(rf"\s*\d+(?: ?x ?|[ -]?)(?:{STANDS}|{MEN}|{LENGTHS})\b", re.I)
_POINTS_FIRST = re.compile(rf"\W*\d+ ?{POINTS}\b", re.I)
_POINTS = re.compile(rf"\d ?{POINTS}\b", re.I)
_GUNS_ONLY = re.compile(rf"\s*\d+ ?x?[ -]?(?:[a-z]+ )?{GUNS}\W*(?:\d+ ?{POINTS}?)?\W*\Z|{GUNS}\s*[:=]\s*\d+\W*\Z", re.I)
_YES_NO = re.compile(r"[\w ]{1,20}[:=]\s*(?:yes|no|y|n|true|false|none)\W*\Z", re.I)
_PRICE_LABEL = re.compile(rf"\s*{PRICE}\s*[:=]", re.I)
_LABELS = frozenset(
    "stand base gun size class rating quality weapon yes cost point price each unit value grade pt".split()
)
"""Words that stand before a number in a list of a unit's facts."""
_PRICED = 3
"""A list with so many prices has one for everything that it buys."""
_LARGE = 200
"""A round number as large in the head of a list is the agreed size, whatever troops are spoken of."""
_LEAST = 20
"""A smaller number in a heading is its own."""
_LONG = 12
"""A line of more words without a size or a price is talk."""


class LineReader:
    """Reads lines under a ruleset; `knows` tells whether some words are the name of troops of the army list."""

    def __init__(self, ruleset: Ruleset, knows: Callable[[tuple[str, ...]], bool], strangers: frozenset[str]) -> None:
        self.ruleset = ruleset
        self.teller = Teller(Vocabulary(ruleset))
        self._knows = knows
        self._strangers = strangers
        self._priced = False
        self._words = (ruleset.rating_word, *ruleset.rating_aliases, *RATINGS)
        self._ids = tuple(rating.id for rating in ruleset.ratings if rating.id.isdecimal())

    def items(self, line: Line, *, head: bool) -> tuple[Item, ...]:
        """What a line says; `head` while no troops have been read yet."""
        said = line.said
        if not any(map(str.isalnum, said)):
            return ()
        read = self._sums(line, head) or self._split(line, head) or self._one(line, said, head=head)
        off = spoken.is_off_table(said) or (None if not spoken.is_on_table(said) else False)
        return tuple(replace(item, off=off or None if item.sort != "heading" else off) for item in read)

    def facts(self, said: str) -> tuple[Facts, ...]:
        """The readings of the numbers of a text, each with the words that are left."""
        return facts_of(said, self._words, self._ids)

    def names(self, said: str) -> bool:
        """Whether a text names troops or a general and says no price."""
        first = self.facts(said)[0]
        told = self.teller.tell(first.rest)
        if first.priced or (told.levels and not told.general) or spoken.is_claiming(said) or said.endswith(":"):
            return False
        return (told.general and not told.kinds) or bool(told.kinds) or self._knows(told.words) or bool(told.own)

    def stands_alone(self, said: str) -> bool:
        """Whether a part of a line buys or says something by itself."""
        told = self._told(said)
        numbers = any(map(str.isdigit, said))
        return numbers and (
            bool(told.kinds and not told.armed) or told.general or spoken.is_claiming(said) or self._knows(told.words)
        )

    def adds(self, said: str) -> bool:
        """Whether a text has nothing but sizes, ratings, prices and options."""
        first = self.facts(said)[0]
        told = self.teller.tell(first.rest)
        if _YES_NO.match(said) and (told.options or told.refused):
            return True
        if told.kinds and not told.armed and not (set(told.kinds) <= self.teller.guns and _GUNS_ONLY.match(said)):
            return False
        if told.levels or told.general or _SUM_FIRST.match(plain(said)) and not _PRICE_LABEL.match(said):
            return False
        named = set(told.own) - _LABELS
        says = first.size is not None or first.rating or first.priced or told.options or told.refused or told.rating
        return not named and bool(says)

    def learn(self, lines: Iterable[Line]) -> None:
        """Look through a list before it is read: where most troops have prices, a line without numbers buys none."""
        self._priced = sum(self.facts(line.said)[0].priced for line in lines if line.said) >= _PRICED

    def _sums(self, line: Line, head: bool) -> tuple[Item, ...]:
        said = line.said
        first = self.facts(said)[0]
        told = self.teller.tell(first.rest)
        large = first.line is not None and first.line >= _LARGE and first.line % 25 == 0
        if head and large and first.bare and told.kinds and not line.bullet:
            numbers = spoken.said_of_army(said, head=True)
            return (Item("said", line, name=_tidied(first.rest), said=numbers, told=told),) if numbers else ()
        if _SUM_FIRST.match(plain(said)) or _ONLY_POINTS.match(said):
            pass
        elif not spoken.is_claiming(said) or first.size is not None or first.rating or first.count or _men(said):
            return ()
        elif told.general and not head and not first.bare:
            return ()
        numbers = spoken.said_of_army(said, head=head)
        if not numbers:
            return ()
        chief = chief_in(said, told, first) if head and told.general else None
        item = Item("said", line, name=_tidied(first.rest), said=numbers, told=told)
        return (Item("chief", line, chief=chief), item) if chief and chief.player else (item,)

    def _split(self, line: Line, head: bool) -> tuple[Item, ...]:
        """A line that says several things: a brigade and its units, a general and his."""
        said = line.said
        found = _HEAD.match(said)
        if found:
            before, after = self._told(found[1]), self._told(found[2])
            counted = bool(_COUNTED.match(found[2])) and any(
                kind not in self.teller.guns or _NOUN.search(found[2]) for kind in after.kinds
            )
            if before.levels and not before.general and not self.facts(found[1])[0].size and counted:
                heading = Item("heading", line, name=_tidied(found[1]), level=before.levels[-1], told=before)
                return (heading, *self._parts(line, found[2]))
        parts = self._chunks(said)
        return self._parts(line, said) if len(parts) > 1 else ()

    def _parts(self, line: Line, said: str) -> tuple[Item, ...]:
        return tuple(item for part in self._chunks(said) for item in self._one(line, part, head=False))

    def _chunks(self, said: str) -> list[str]:
        """The parts of a line that each buy something; a part that buys nothing belongs to the one before it."""
        chunks: list[str] = []
        at = 0
        for found in _SPLIT.finditer(said):
            before, after = said[at : found.start()], said[found.end() :]
            if before.count("(") != before.count(")") or not self._buys(before):
                continue
            if not self._begins(after, before, joined="plus" in found[0] or "+" in found[0]):
                continue
            chunks.append(before)
            at = found.end()
        return [*chunks, said[at:]]

    def _buys(self, said: str) -> bool:
        told = self._told(said)
        return told.general or bool(told.kinds)

    def _begins(self, said: str, before: str, *, joined: bool) -> bool:
        """Whether a part begins something that is bought, after what stands before it."""
        following = _SPLIT.search(said)
        said = said[: following.start()] if following else said
        told = self._told(said)
        if _SIZE_FIRST.match(said):
            return False
        if not told.kinds:
            return told.general and bool(_COUNTED.match(said))
        guns = set(told.kinds) <= self.teller.guns
        if guns and not _NOUN.search(said):
            return self._told(before).general
        return joined or bool(_COUNTED.match(said)) or self._told(before).general

    def _told(self, said: str) -> Told:
        return self.teller.tell(self.facts(said)[0].rest)

    def _one(self, line: Line, said: str, *, head: bool) -> tuple[Item, ...]:
        """The one thing that a line, or a part of one, says."""
        readings = self.facts(said)
        first = readings[0]
        told = self.teller.tell(first.rest)
        sized = any(one.size is not None and one.doubt < 2 for one in readings) or bool(first.rating)
        chief = None if _is_troops(first, told) else chief_in(said, told, first)
        if chief:
            return tuple(self._led(line, said, told, first, chief))
        if self._is_detail(line, said, first, told, readings):
            return (Item("detail", line, facts=readings, told=told),)
        if not head and self._is_unranked(said, first, told):
            chief = Chief(_tidied(first.rest), price=first.line)
            return (Item("chief", line, chief=chief, told=told, facts=(first,)),)
        if self._is_heading(line, said, first, told, sized=sized):
            return tuple(self._heading(line, said, first, told, head=head))
        if self._is_bought(line, said, first, told, sized=sized, head=head):
            name = name_in(said, first)
            called = self._called(first, told)
            if called.kinds:
                guns = tuple(kind for kind in told.kinds if kind in self.teller.guns and kind not in called.kinds)
                kinds = (*called.kinds, *(guns if set(called.kinds) & self.teller.guns else ()))
                told = replace(told, kinds=kinds, subtype=called.subtype)
            readings = (*readings, *_named_singly(readings, said))
            return (Item("troops", line, name=name, facts=readings, told=told, called=called.words),)
        if head and first.line is not None:
            return (
                Item("heading", line, name=_tidied(first.rest), said=spoken.said_of_army(said, head=True), told=told),
            )
        if _POINTS_FIRST.match(said) and first.bare:
            return (Item("said", line, name=_tidied(first.rest), said=spoken.said_of_army(said), told=told),)
        buys = first.count is not None or (first.line or 0) > 0 or first.each is not None
        return (Item("unread" if buys and not said.endswith("?") else "talk", line, name=_tidied(said)),)

    def _called(self, first: Facts, told: Told) -> Told:
        """What the words up to the first number tell, or the first after one: they name the troops."""
        pieces = (self.teller.tell(piece) for piece in re.split(f"{TAKEN}+", first.rest))
        return next((named for named in pieces if named.kinds or named.own), told)

    def _led(self, line: Line, said: str, told: Told, first: Facts, chief: Chief) -> Iterator[Item]:
        """A general, and the formation that his line heads."""
        level = chief.formation or ""
        if level and not chief.player:
            yield Item("heading", line, name=chief.title, level=level, told=told)
        yield Item("chief", line, chief=chief, level=chief.level, told=told, facts=(first,))

    def _is_detail(self, line: Line, said: str, first: Facts, told: Told, readings: tuple[Facts, ...]) -> bool:
        """Whether a line only adds to what stands above it."""
        kinds = told.kinds and not (told.armed and (first.rating or first.size is None))
        if told.own or kinds or told.levels or first.line is not None or not (line.bullet or line.indent):
            return bool(not told.own and not kinds and (told.refused or told.options) and len(said) < 30)
        return bool(first.size is not None or first.rating or told.rating or told.options or told.refused) or (
            len(readings) > 1 and readings[1].size is not None
        )

    def _is_heading(self, line: Line, said: str, first: Facts, told: Told, *, sized: bool) -> bool:
        if sized or first.count is not None and told.kinds:
            return False
        short = len(told.words) <= 8
        if told.levels and short and (first.line is None or not told.kinds):
            return True
        if first.line is not None:
            return short and (line.dressed or ":" in said) and not told.kinds
        ends = said.rstrip().endswith(":")
        return short and (ends or line.dressed or (bool(told.kinds) and not line.indent and not line.bullet))

    def _heading(self, line: Line, said: str, first: Facts, told: Told, *, head: bool) -> Iterator[Item]:
        worth = first.line is not None and (first.line >= _LEAST or bool(_POINTS.search(said)))
        numbers = spoken.said_of_army(said, head=head) if worth else ()
        level = told.levels[-1] if told.levels else ""
        chief = named_chief(said, told, self._strangers) if level else None
        price = self._price(level)
        if level and first.line is not None and first.line == price and not told.kinds:
            chief = replace(chief or Chief("", level, title=_tidied(first.rest)), price=first.line)
            numbers = ()
        name = chief.title if chief else _tidied(first.rest)
        yield Item("heading", line, name=name, level=level, said=numbers, told=told)
        if chief:
            yield Item("chief", line, chief=chief, level=level, told=told)

    def _is_unranked(self, said: str, first: Facts, told: Told) -> bool:
        """Whether a line is a name and the price of a general, and nothing else."""
        prices = {self._price(level.id) for level in self.ruleset.levels}
        named = bool(told.own) and not told.levels and len(told.words) <= 6 and said[:1].isupper()
        return named and first.bare and first.line is not None and first.line in prices and not told.kinds

    def _price(self, level: str) -> object:
        found = self.ruleset.level(level)
        return found.general.points if found and found.general.points else None

    def _is_bought(self, line: Line, said: str, first: Facts, told: Told, *, sized: bool, head: bool) -> bool:
        if sized and (told.kinds or told.own or first.count is not None):
            return True
        long = len(told.words) > _LONG or said.rstrip().endswith("?")
        if self._priced and first.bare and first.line is None and first.each is None:
            return False
        if self._priced and first.size is None and not first.rating and first.line is None and first.each is None:
            return bool(first.count) and line.bullet and not long
        if told.kinds:
            listed = first.line is not None or first.each is not None or first.count is not None or line.bullet
            return not long and (listed or bool(line.indent) or (not head and len(told.words) <= 5))
        priced = first.line is not None or first.each is not None
        return priced and not long and not head and self._knows(told.words)


def _is_troops(first: Facts, told: Told) -> bool:
    """Whether a line with the word for a general is of troops all the same, since it has their size or rating."""
    return bool(first.rating) or (first.size is not None and first.size > 1)


def _named_singly(readings: tuple[Facts, ...], said: str) -> Iterator[Facts]:
    """Readings by which each of the names before the first number is a unit: `7th, 23rd and 33rd, 14 stands each`."""
    names = re.split(rf"{TAKEN}|\d+(?= ?(?:x|{STANDS}|{GUNS})\b)", readings[0].rest)[0]
    many = len([one for one in _AND.split(names) if any(map(str.isalnum, one))])
    each = bool(_EACH.search(said))
    for facts in readings[:4] if 1 < many <= _MOST_NAMES else ():
        if facts.count is None:
            doubt = facts.doubt + (-1 if each else 2)
            yield replace(facts, count=many, doubt=doubt, why=f"{many} names are {many} units")


def _men(said: str) -> bool:
    return bool(_MEN.search(said))


def _tidied(rest: str) -> str:
    """The words of a line without the numbers that were taken, as a name."""
    text = re.sub(rf"\s*[\[({{]*{TAKEN}[{TAKEN}\s\])}}]*", " ", rest)
    return re.sub(r"\s+", " ", text).strip(_EDGES + ")]}")


def name_in(said: str, facts: Facts) -> str:
    """What a unit is called: the words up to the first number that is no name, or else those after it."""
    for piece in re.split(rf"{TAKEN}+", facts.rest):
        text = re.sub(r"^\s*(?:\([^()]{{0,12}}\)\s*)?", "", piece).strip(_EDGES)
        text = _TAIL.sub("", re.split(r"\s[-:]\s|[,(\[{;|@=]", text)[0]).strip(_EDGES + ")]}*")
        text = re.sub(r"^(?:x|of|and|then|with|@)\s+", "", text)
        if any(map(str.isalpha, text)) and len(text) > 1:
            return re.sub(r"\s+", " ", text)[:120]
    return _tidied(facts.rest)[:120]
