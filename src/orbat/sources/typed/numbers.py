"""The numbers of a typed line and what each may be, by the words and signs around it.

Numbers that are names (95th, No. 3, 12 pdr, 1854) are put aside first. What is then plain is taken; what may be two
things makes two readings, the likelier first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from orbat.model.points import exact
from orbat.model.record import Value
from orbat.sources.typed.words import (
    COMPANIES,
    EACH,
    GUNS,
    LENGTHS,
    MEN,
    NOUNS,
    POINTS,
    PRICE,
    STANDS,
    SUBTOTAL,
    TOTAL,
    plain,
)

Points = int | Fraction
Size = tuple[int, str]
"""A number and what it counts: stands, guns, lengths or men."""


class Facts(Value):
    """What the numbers of a line say: `each` is the price of one, `line` of all; `piece` that of a stand or gun.

    `rest` is the line without them, `doubt` how many likelier readings there are, `why` what this one is,
    `assumed` what is taken for granted by it where no number decides.
    """

    count: int | None = None
    size: int | None = None
    counts: str = ""
    rating: str = ""
    each: Points | None = None
    line: Points | None = None
    rest: str = ""
    times: int | None = None
    extra: tuple[int, ...] = ()
    unfinished: bool = False
    priced: bool = False
    doubt: int = 0
    why: str = ""
    assumed: str = ""

    @property
    def bare(self) -> bool:
        """Whether there is nothing but a price."""
        return self.size is None and not self.rating and self.count is None


NAMED = "\x02"
"""Stands for the letters of a number that is a name."""
TAKEN = "\x01"
"""Stands for the letters of a number that is taken."""

ROMAN = {"iv": "4", "iii": "3", "ii": "2", "i": "1"}

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NAMES = (
    rf"\b\d{{1,2}} (?:{_MONTHS})[a-z]*\.?,?(?= 1[4-9]\d\d\b)",
    r"\b(?:(?:\d*[02-9])?1st|(?:\d*[02-9])?2nd|(?:\d*[02-9])?3rd|\d+(?:th|er|eme|ere|re|nde|de|e|d))\b",
    r"\b(?:no|nr|num|num\.)\.? ?\d+\b",
    r"[#\u2116] ?\d+\b",
    rf"\b\d{{1,2}}\.(?= (?:{NOUNS}|brigade|division|korps)\b)",
    r"\b(?:u?sc|v)? ?\d+\.\d+\.?\d*\b(?! ?(?:p(?:oin)?ts?|%))",
    r"\b\d{1,2}:\d{2}\b",
    r"\b(?:1[4-9]\d\d)(?:-\d\d(?:\d\d)?)?\b(?! ?(?:p(?:oin)?ts?|men))",
    r"\b\d+ ?(?:\"|''|inch(?:es)?|in\b|cm|mm|yards?|yds|feet|ft\b|bp\b|sp\b|vp\b|%)",
    rf"\b\d+ ?{COMPANIES}\b",
    r"\b\d(?:/\d){2,}\b",
    r"\bir ?\d+\b",
    r"\bthird\b",
)
_NAME = re.compile(rf"(?=[\dnusvit#\u2116 ])(?:{'|'.join(f'(?:{one})' for one in _NAMES)})", re.I)
_NAME_CASED = re.compile(r"\b\d+/(?=[A-Z][a-z])")
_CALIBRE = re.compile(r"\b\d+ ?-?(?=(?:pdrs?|prs?|pounders?|lbs?|lber|livres)\b)", re.I)
_NUMBERED = re.compile(
    rf"\b(?:b(?:attalio)?n|btln|bde|brigade|bty|battery|regt|regiment|div|division|corps|coy|sqn) (\d{{1,2}})\b"
    rf"(?!\.\d)(?! ?(?:x|-)? ?(?:{STANDS}|{GUNS}|{LENGTHS}|{MEN}|{POINTS}|{NOUNS})\b)(?=.*\d)",
    re.I,
)
_DECIMAL_PRICE = re.compile(
    rf"(?:[=@]|(?:{TOTAL}|{SUBTOTAL}|\b{PRICE})\W{{0,4}}?) ?(\d+\.\d\d?)(?![\d.])|"
    rf"(?<![\d.])(\d+\.\d\d?)(?= ?(?:{TOTAL}|(?:/|of|out of) ?\d))|"
    r"(?:[,;:)\]-]|  ) ?(\d+\.(?:00?|50?|[27]5)|(?:[2-9]\d|\d{3,})\.\d\d?)\s*\Z|"
    rf"(?<=[^\W\d]|{TAKEN})(?<!\b(?-i:[A-Z]{{2}}))(?<!\b(?-i:[A-Z]{{3}}))(?<!rule)(?<!rules)(?<!see)(?<!section)(?<!version)"
    r" ((?:[5-9]|\d\d+)\.(?:00?|50?|[27]5))\s*\Z|"
    r"[\[(](?=[2-9]\d|\d{3})(\d+\.\d\d?)[\])]\s*\Z",
    re.I,
)
"""A price that is no whole number, where it might be the number of a section or a version."""
FIGURE = re.compile(r"\d")
_N = r"(\d{1,6}(?:\.\d+)?)"


def _sized(word: str) -> str:
    return rf"(?P<counts>(?P<stands>{STANDS})|(?P<guns>{GUNS})|(?P<lengths>{LENGTHS})|(?P<men>{MEN})){word}\b"


_COUNT_BY_SIZE = re.compile(rf"\b{_N} ?(?:x|{NOUNS},? (?:of|with|x|@|at)|of) ?{_N} ?x?[ -]?{_sized('')}", re.I)
_SIZE = re.compile(rf"(?<![\d/.])\b{_N}(?: ?x ?|[ -]?){NAMED}*[ -]?{_sized('')}", re.I)
_SIZE_FAR = re.compile(
    rf"(?<![\d/.])\b{_N} (?:[a-z]+ ){{1,2}}(?:(?P<guns>guns?|pdrs?)|(?P<stands>stands|bases))\b", re.I
)
_GUN_TIMES = re.compile(rf"\b{_N} ?x ?{NAMED}*[ -]?(?:[a-z]+ )?(?P<guns>{GUNS})\b", re.I)
_SIZE_OF = re.compile(rf"\b(?:of|strength|str) (\d{{1,2}})\b(?! ?(?:{POINTS}|x|{NOUNS})\b)", re.I)
_SIZE_LABEL = re.compile(
    rf"\b(?:(?:size|{STANDS}|strength)[ :=]+|(?:(?P<guns>{GUNS})|(?P<lengths>{LENGTHS})) ?[:=] ?){_N}\b", re.I
)
_EACH_SUM = re.compile(rf"\b{_N} ?\+ ?{_N}((?: ?\+ ?\d+)*) ?= ?{_N}")
_PRODUCT = re.compile(rf"\b{_N} ?x ?{_N} ?{POINTS}?(?: each)? ?= ?{_N}", re.I)
_PRODUCT_OPEN = re.compile(rf"\b{_N} ?x ?{_N} ?{POINTS}\b", re.I)
_EACH = re.compile(
    rf"(?:@|\b(?:at|je)\b|\ba\b(?= ?\d+ ?{POINTS}\b)) ?{_N}(?: ?{POINTS})?(?: ?{EACH})?\b|\b{_N} ?{POINTS}? {EACH}\b",
    re.I,
)
_EQUALS = re.compile(rf"(?:=|\bso|\bfor|->|=>) ?{_N}(?: ?{POINTS})?(?![\d.])", re.I)
_POINTS = re.compile(rf"(?<![\d.]){_N} ?(?:{POINTS}\b|p\b)|\b{PRICE}[ :=|]+{_N}", re.I)
_BRACKET = re.compile(rf"[\[(](?:\d+ ?[|/] ?)?{_N}\+?(?: ?{POINTS})?[\])]\s*\Z", re.I)
_PAIR = re.compile(r"(?<![\d/])(\d{1,2}) ?/ ?(\d)(?![\d/])")
_FEWEST = 5
"""Hardly any unit has fewer stands, and no regiment has more battalions."""


def number(text: str) -> Points:
    """The number that a text writes, exactly."""
    return int(text) if text.isdecimal() else exact(Fraction(text))


def whole(text: str) -> int:
    """The number of things that a text writes."""
    return int(number(text))


@lru_cache(4096)
def rating_pattern(words: tuple[str, ...], ids: tuple[str, ...]) -> re.Pattern[str]:
    """What a rating looks like: `class 3`, `cl.3`, `3rd class`."""
    named = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    said = "|".join(map(re.escape, ids))
    roman = "|".join(numeral for numeral in ROMAN if ROMAN[numeral] in ids)
    return re.compile(
        rf"\b(?:{named})[ .:={{-]*({said}|(?:{roman})\b)(?!\d)(?!/\d(?!\d))|"
        rf"\b({said}|(?:{roman})(?=\.? ))(?:st|nd|rd|th|e|er|re|eme|de|nde|a|\.)? ?(?:{named})\b",
        re.I,
    )


def named_numbers(said: str) -> str:
    """The line with the numbers that are names put aside."""
    return Scan(said, ("class",), ("1", "2", "3", "4")).free


class Scan:
    """A line from which numbers are taken one after another."""

    def __init__(
        self, said: str, words: tuple[str, ...], ids: tuple[str, ...], named: tuple[int, int] = (0, 0)
    ) -> None:
        self.keep = said
        self.free = plain(said)
        self.free = self.free[: named[0]] + NAMED * (named[1] - named[0]) + self.free[named[1] :]
        self.ids = ids
        self.found: dict[str, Any] = {}
        if ids:
            self._rating(words)
        for pattern in (_CALIBRE, _NAME_CASED, _NAME, _NUMBERED) if FIGURE.search(self.free) else (_NAME,):
            self._put_aside(pattern)

    def readings(self) -> Iterator[Facts]:
        """Take all that is plain, then give each reading of what is not."""
        if FIGURE.search(self.free):
            self._sizes()
            self._prices()
        from orbat.sources.typed.open_numbers import read_open

        yield from read_open(Facts(**self.found), self.free, self.keep, self.ids)

    def _put_aside(self, pattern: re.Pattern[str]) -> None:
        decimals = _DECIMAL_PRICE.finditer(self.free) if "." in self.free else ()
        prices = {found.end(found.lastindex or 0) for found in decimals}
        self.free = pattern.sub(lambda found: found[0] if found.end() in prices else NAMED * len(found[0]), self.free)

    def _take(self, found: re.Match[str], group: int = 0) -> None:
        first, last = found.span(group)
        self.free = self.free[:first] + TAKEN * (last - first) + self.free[last:]
        self.keep = self.keep[:first] + TAKEN * (last - first) + self.keep[last:]

    def _search(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.search(self.free)
        if found:
            self._take(found)
        return found

    def _rating(self, words: tuple[str, ...]) -> None:
        if found := self._search(rating_pattern(words, self.ids)):
            said = (found[1] or found[2]).casefold()
            self.found["rating"] = ROMAN.get(said, said)

    def _sizes(self) -> None:
        if found := self._search(_COUNT_BY_SIZE):
            self.found |= {"count": whole(found[1]), "size": whole(found[2]), "counts": _counts(found)}
        elif self._gun_times():
            pass
        elif found := self._search(_SIZE):
            self.found |= {"size": whole(found[1]), "counts": _counts(found)}
        elif found := self._search(_SIZE_OF):
            self.found |= {"size": whole(found[1]), "counts": "any"}
        elif found := _SIZE_FAR.search(self.free):
            self._take(found, 1)
            self.found |= {"size": whole(found[1]), "counts": _counts(found)}
        elif found := self._search(_SIZE_LABEL):
            self.found |= {"size": whole(found[found.lastindex or 1]), "counts": _counts(found)}
        pair = _PAIR.search(self.free)
        if pair and int(pair[1]) < _FEWEST and not self.free[: pair.start()].strip():
            self._put_aside(_PAIR)  # a battalion of a regiment
        elif pair and self.ids and "rating" not in self.found and "size" not in self.found and pair[2] in self.ids:
            self._take(pair)
            self.found |= {"size": int(pair[1]), "counts": "stands", "rating": pair[2]}
        elif pair and int(pair[1]) < _FEWEST:
            self._put_aside(_PAIR)

    def _gun_times(self) -> bool:
        """`2 x gun`: the guns of a battery that is named besides, or so many batteries of one."""
        found = _GUN_TIMES.search(self.free)
        if not found:
            return False
        others = (self.free[: found.start()] + self.free[found.end() :]).casefold()
        if re.search(rf"\b{NOUNS}\b", others):
            self._take(found)
            self.found |= {"size": whole(found[1]), "counts": "guns"}
        else:
            self._take(found, 1)
            self.found["count"] = whole(found[1])
        return True

    def _prices(self) -> None:
        if "+" in self.free and (found := self._search(_EACH_SUM)):
            number_of = 2 + found[3].count("+")
            alike = found[1] == found[2]
            self.found |= {"line": number(found[4]), "priced": True}
            if alike:
                self.found["each"] = number(found[1])
                self.found.setdefault("count", number_of)
        elif (found := self._search(_PRODUCT)) or (found := self._search(_PRODUCT_OPEN)):
            self.found |= {"times": whole(found[1]), "each": number(found[2]), "priced": True}
            if found.re is _PRODUCT:
                self.found["line"] = number(found[3])
        if "each" not in self.found and (found := self._search(_EACH)):
            self.found |= {"each": number(found[1] or found[2]), "priced": True}
        for pattern in (_EQUALS, _POINTS, _BRACKET):
            if "line" not in self.found and (found := self._search(pattern)):
                said = next(group for group in found.groups() if group)
                self.found |= {"line": number(said), "priced": True, "unfinished": "+" in found[0]}


def _counts(found: re.Match[str]) -> str:
    return next((name for name in ("stands", "guns", "lengths", "men") if found.groupdict().get(name)), "stands")
