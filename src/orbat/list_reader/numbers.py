"""Read the numbers of a typed line by the words and signs around them.

Numbers in names (95th, No. 3, 12 pdr, 1854) are masked first. Then unambiguous numbers are read. An ambiguous number
gives two readings, the likelier first. The meaning of all other numbers depends on their position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from orbat.list_reader.words import (
    COMPANIES,
    EACH,
    GUNS,
    LENGTHS,
    MEN,
    NUMBERS,
    POINTS,
    PRICE,
    SQUADRONS,
    STANDS,
    SUBTOTAL,
    TOTAL,
    UNIT_NOUNS,
    without_accents,
)
from orbat.model.points import exact
from orbat.model.record import Value, changed
from orbat.model.wording import phrase

TypedPoints = int | Fraction
Size = tuple[int, str]
"""A number, and what it counts: stands, guns, lengths or men."""


class NumberReading(Value):
    """One reading of the numbers of a line.

    - `count`: number of units. `times`: first factor of a product, such as 2 in `2 x 45`.
    - `size`: size of each unit. `counts`: what the size counts, such as stands; "any" if the text does not say.
    - `each`: price of one unit, in points. `line`: price of the line, in points.
    - `priced`: a sign or word marks the price.
    - `extra`: numbers that this reading does not use. `rest`: the line with the numbers read blanked out.
    - `doubt`: how unlikely the reading is. The reading with the lowest doubt is the likeliest.
    - `why`: explanation of the reading, for the user. `assumed`: the explanation if no typed price or sum confirms the
      reading.
    """

    count: int | None = None
    size: int | None = None
    counts: str = ""
    rating: str = ""
    each: TypedPoints | None = None
    line: TypedPoints | None = None
    rest: str = ""
    times: int | None = None
    extra: tuple[int, ...] = ()
    priced: bool = False
    doubt: int = 0
    why: str = ""
    assumed: str = ""

    @property
    def only_price(self) -> bool:
        """Whether the reading has no size, rating or count. It may have a price."""
        return self.size is None and not self.rating and self.count is None


NAME_MARK = "\x02"
"""Replaces each character of a number that is part of a name."""
TAKEN_MARK = "\x01"
"""Replaces each character of a number already read."""

ROMAN = {"iv": "4", "iii": "3", "ii": "2", "i": "1"}

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_NAMES = (
    rf"\b\d{{1,2}} (?:{_MONTHS})[a-z]*\.?,?(?= 1[4-9]\d\d\b)",
    r"\b(?:(?:\d*[02-9])?1st|(?:\d*[02-9])?2nd|(?:\d*[02-9])?3rd|\d+(?:th|er|eme|ere|re|nde|de|e|d))\b",
    r"\b(?:no|nr|num|num\.)\.? ?\d+\b",
    r"[#\u2116] ?\d+\b",
    rf"\b\d{{1,2}}\.(?= (?:{UNIT_NOUNS}|brigade|division|korps)\b)",
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
    rf"(?!\.\d)(?! ?(?:x|-)? ?(?:{STANDS}|{GUNS}|{LENGTHS}|{MEN}|{POINTS}|{UNIT_NOUNS})\b)(?=.*\d)",
    re.I,
)
_DECIMAL_PRICE = re.compile(
    rf"(?:[=@]|(?:{TOTAL}|{SUBTOTAL}|\b{PRICE})\W{{0,4}}?) ?(\d+\.\d\d?)(?![\d.])|"
    rf"(?<![\d.])(\d+\.\d\d?)(?= ?(?:{TOTAL}|(?:/|of|out of) ?\d))|"
    r"(?:[,;:)\]-]|  ) ?(\d+\.(?:00?|50?|[27]5)|(?:[2-9]\d|\d{3,})\.\d\d?)\s*\Z|"
    rf"(?<=[^\W\d]|{TAKEN_MARK})(?<!\b(?-i:[A-Z]{{2}}))(?<!\b(?-i:[A-Z]{{3}}))(?<!rule)(?<!rules)(?<!see)(?<!section)(?<!version)"
    r" ((?:[5-9]|\d\d+)\.(?:00?|50?|[27]5))\s*\Z|"
    r"[\[(](?=[2-9]\d|\d{3})(\d+\.\d\d?)[\])]\s*\Z",
    re.I,
)
"""A price with decimals, such as 36.5. Other numbers with decimals are sections or versions."""
DIGIT = re.compile(r"\d")
_N = r"(\d{1,6}(?:\.\d+)?)"


def _sized(word: str) -> str:
    return rf"(?P<counts>(?P<stands>{STANDS})|(?P<guns>{GUNS})|(?P<lengths>{LENGTHS})|(?P<men>{MEN})){word}\b"


_COUNT_BY_SIZE = re.compile(rf"\b{_N} ?(?:x|{UNIT_NOUNS},? (?:of|with|x|@|at)|of) ?{_N} ?x?[ -]?{_sized('')}", re.I)
_SIZE = re.compile(rf"(?<![\d/.])\b{_N}(?: ?x ?|[ -]?){NAME_MARK}*[ -]?{_sized('')}", re.I)
_SIZE_FAR = re.compile(
    rf"(?<![\d/.])\b{_N} (?:[a-z]+ ){{1,2}}(?:(?P<guns>guns?|pdrs?)|(?P<stands>stands|bases))\b", re.I
)
_GUN_TIMES = re.compile(rf"\b{_N} ?x ?{NAME_MARK}*[ -]?(?:[a-z]+ )?(?P<guns>{GUNS})\b", re.I)
_SIZE_OF = re.compile(rf"\b(?:of|strength|str) (\d{{1,2}})\b(?! ?(?:{POINTS}|x|{UNIT_NOUNS})\b)", re.I)
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
_INSIDE = re.compile(r"[,;] ?(\d{1,4})(?=\s*[,;(\[]\s*\S| - )(?!.*\d\W*\Z)(?!.*\d ?" + POINTS + r"\b)", re.I)
"""A price with words after it, as in `16 stands, class 3, 64, lent by a friend`."""
_MIN_INSIDE = 20
_BRACKET = re.compile(rf"[\[(](?:\d+ ?[|/] ?)?{_N}\+?(?: ?{POINTS})?[\])]\s*\Z", re.I)
_PAIR = re.compile(r"(?<![\d/])(\d{1,2}) ?/ ?(\d)(?![\d/])")
_MIN_STANDS = 5
"""Minimum for reading the first number of a pair such as `12/3` as a size. In `2/3`, 2 is a battalion of a regiment."""

_Partial = tuple[NumberReading, str]
"""An incomplete reading, and a copy of the line in which the numbers already read are masked."""

_ALONE = re.compile(r"(?<![\d.])\d+(?![\d.])")
_MASKED = re.compile(f"{TAKEN_MARK}+")
_N_BY_N = re.compile(rf"\b{_N} ?x ?{_N}\b", re.I)
_N_NOUN = re.compile(rf"\b{_N} ?x? ?(?:[a-z]+ ){{0,2}}?(?={UNIT_NOUNS}\b)", re.I)
_LEADING = re.compile(rf"\s*{_N}(?P<times> ?x ?|: |\s+)(?=[^\d\s])", re.I)
_TIMES_AFTER = re.compile(rf"(?<=[a-z)\s])x ?{_N}\b", re.I)
_TRAILING = re.compile(rf"(?<![\d/.]){_N}\+?[\])\s.]*\Z")
_WORD_COUNT = re.compile(rf"\s*(?:and |then |another |also )*({'|'.join(NUMBERS)})\b(?! (?:of|{COMPANIES})\b)", re.I)
_CALIBRE_NEXT = re.compile(rf"\s*{NAME_MARK}+")
_ONE_BATTERY = re.compile(r"\b(?:battery|bty|btty|troop|batterie)\b", re.I)
_LEAD_WORDS = re.compile(r"\s*(?:(?:and|then|another|also|plus|with|a|an|so) )+(?=\d|one|two)", re.I)

_MAX_UNIT_SIZE = 60
"""Maximum number of stands or guns in a unit."""
_MAX_SIZE_AFTER_AT = 20
"""Maximum for reading the number after `at`, as in `at 12`, as a size. A larger number is a price."""
_MIN_UNIT_PRICE = 20
"""A number at the start of a line is read as a price only from this minimum. A smaller number counts units."""


def number(text: str) -> TypedPoints:
    """Parse a number exactly."""
    return int(text) if text.isdecimal() else exact(Fraction(text))


def whole_number(text: str) -> int:
    """Parse a number, rounded down to a whole number."""
    return int(number(text))


@lru_cache(4096)
def rating_pattern(words: tuple[str, ...], ids: tuple[str, ...]) -> re.Pattern[str]:
    """Pattern for a rating: `class 3`, `cl.3`, `3rd class`."""
    named = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    either_id = "|".join(map(re.escape, ids))
    roman = "|".join(numeral for numeral in ROMAN if ROMAN[numeral] in ids)
    return re.compile(
        rf"\b(?:{named})[ .:={{-]*({either_id}|(?:{roman})\b)(?!\d)(?!/\d(?!\d))|"
        rf"\b({either_id}|(?:{roman})(?=\.? ))(?:st|nd|rd|th|e|er|re|eme|de|nde|a|\.)? ?(?:{named})\b",
        re.I,
    )


def without_name_numbers(clean: str) -> str:
    """Replace the numbers in names by placeholder characters."""
    return NumberScanner(clean, ("class",), ("1", "2", "3", "4")).masked


class NumberScanner:
    """Reads the numbers of one line, one after another."""

    def __init__(
        self, clean: str, words: tuple[str, ...], ids: tuple[str, ...], named: tuple[int, int] = (0, 0)
    ) -> None:
        self.text = clean
        self.masked = without_accents(clean)
        self.masked = self.masked[: named[0]] + NAME_MARK * (named[1] - named[0]) + self.masked[named[1] :]
        self.ids = ids
        self.found: dict[str, Any] = {}
        if ids:
            self._read_rating(words)
        for pattern in (_CALIBRE, _NAME_CASED, _NAME, _NUMBERED) if DIGIT.search(self.masked) else (_NAME,):
            self._mask_names(pattern)

    def readings(self) -> Iterator[NumberReading]:
        """Read the unambiguous numbers, then yield every reading of the others."""
        if DIGIT.search(self.masked):
            self._read_sizes()
            self._read_prices()
        yield from _read_rest(NumberReading(**self.found), self.masked, self.text, self.ids)

    def _mask_names(self, pattern: re.Pattern[str]) -> None:
        decimals = _DECIMAL_PRICE.finditer(self.masked) if "." in self.masked else ()
        prices = {found.end(found.lastindex or 0) for found in decimals}
        self.masked = pattern.sub(
            lambda found: found[0] if found.end() in prices else NAME_MARK * len(found[0]), self.masked
        )

    def _mark_taken(self, found: re.Match[str], group: int = 0) -> None:
        first, last = found.span(group)
        self.masked = self.masked[:first] + TAKEN_MARK * (last - first) + self.masked[last:]
        self.text = self.text[:first] + TAKEN_MARK * (last - first) + self.text[last:]

    def _take_first(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.search(self.masked)
        if found:
            self._mark_taken(found)
        return found

    def _read_rating(self, words: tuple[str, ...]) -> None:
        if found := self._take_first(rating_pattern(words, self.ids)):
            rating = (found[1] or found[2]).casefold()
            self.found["rating"] = ROMAN.get(rating, rating)

    def _read_sizes(self) -> None:
        if found := self._take_first(_COUNT_BY_SIZE):
            self.found |= {"count": whole_number(found[1]), "size": whole_number(found[2]), "counts": _counts(found)}
        elif self._read_gun_times():
            pass
        elif found := self._take_first(_SIZE):
            self.found |= {"size": whole_number(found[1]), "counts": _counts(found)}
        elif found := self._take_first(_SIZE_OF):
            self.found |= {"size": whole_number(found[1]), "counts": "any"}
        elif found := _SIZE_FAR.search(self.masked):
            self._mark_taken(found, 1)
            self.found |= {"size": whole_number(found[1]), "counts": _counts(found)}
        elif found := self._take_first(_SIZE_LABEL):
            self.found |= {"size": whole_number(found[found.lastindex or 1]), "counts": _counts(found)}
        pair = _PAIR.search(self.masked)
        if pair and int(pair[1]) < _MIN_STANDS and not self.masked[: pair.start()].strip():
            self._mask_names(_PAIR)  # battalion and regiment
        elif pair and self.ids and "rating" not in self.found and "size" not in self.found and pair[2] in self.ids:
            self._mark_taken(pair)
            self.found |= {"size": int(pair[1]), "counts": "stands", "rating": pair[2]}
        elif pair and int(pair[1]) < _MIN_STANDS:
            self._mask_names(_PAIR)

    def _read_gun_times(self) -> bool:
        """Read `2 x gun`: one battery of two guns if the line names a battery, otherwise two batteries of one gun."""
        found = _GUN_TIMES.search(self.masked)
        if not found:
            return False
        others = (self.masked[: found.start()] + self.masked[found.end() :]).casefold()
        if re.search(rf"\b{UNIT_NOUNS}\b", others):
            self._mark_taken(found)
            self.found |= {"size": whole_number(found[1]), "counts": "guns"}
        else:
            self._mark_taken(found, 1)
            self.found["count"] = whole_number(found[1])
        return True

    def _read_prices(self) -> None:
        if "+" in self.masked and (found := self._take_first(_EACH_SUM)):
            number_of = 2 + found[3].count("+")
            alike = found[1] == found[2]
            self.found |= {"line": number(found[4]), "priced": True}
            if alike:
                self.found["each"] = number(found[1])
                self.found.setdefault("count", number_of)
        elif (found := self._take_first(_PRODUCT)) or (found := self._take_first(_PRODUCT_OPEN)):
            self.found |= {"times": whole_number(found[1]), "each": number(found[2]), "priced": True}
            if found.re is _PRODUCT:
                self.found["line"] = number(found[3])
        if "each" not in self.found and (found := self._take_first(_EACH)):
            self.found |= {"each": number(found[1] or found[2]), "priced": True}
        for pattern in (_EQUALS, _POINTS, _BRACKET):
            if "line" not in self.found and (found := self._take_first(pattern)):
                price = next(group for group in found.groups() if group)
                self.found |= {"line": number(price), "priced": True}
        inside = _INSIDE.search(self.masked) if "line" not in self.found and "size" in self.found else None
        if inside and ("rating" in self.found or int(inside[1]) >= _MIN_INSIDE):
            self._mark_taken(inside, 1)
            self.found |= {"line": int(inside[1]), "priced": True}


def _counts(found: re.Match[str]) -> str:
    return next((name for name in ("stands", "guns", "lengths", "men") if found.groupdict().get(name)), "stands")


def _read_rest(reading: NumberReading, masked: str, text: str, ids: tuple[str, ...]) -> Iterator[NumberReading]:
    """Yield every reading of the numbers that are still unread in `masked`."""
    states: list[_Partial] = [(reading, masked)]
    of_figures = (
        (_read_n_by_n, _read_leading, _read_times, _read_counted_noun, _read_trailing) if DIGIT.search(masked) else ()
    )
    for step in (_read_product, _read_spelt_count, *of_figures):
        states = [after for state in states for after in step(state)]
    for known, left in states:
        extra = tuple(map(int, _ALONE.findall(left)))
        rest = _without(text, left)
        yield from _read_bare_numbers(changed(known, extra=extra, rest=rest), ids)


def _without(text: str, left: str) -> str:
    """Copy the placeholders of the numbers already read from `left` to the same positions of `text`."""
    for found in _MASKED.finditer(left):
        first, last = found.span()
        text = text[:first] + found[0] + text[last:]
    return text


def _mask(text: str, found: re.Match[str], group: int | str = 0) -> str:
    first, last = found.span(group)
    return text[:first] + TAKEN_MARK * (last - first) + text[last:]


def _read_product(state: _Partial) -> Iterator[_Partial]:
    """Read `2 x 45 = 90`: two units, or one unit of two guns."""
    reading, text = state
    times = reading.times
    if times is None or times in (reading.count, reading.size):
        yield state
    elif reading.size is None and reading.count is None:
        one = bool(_ONE_BATTERY.search(text))
        yield changed(reading, count=times, doubt=reading.doubt + one), text
        yield changed(reading, size=times, counts="guns", doubt=reading.doubt + (not one)), text
    elif reading.count is None:
        yield changed(reading, count=times), text
    else:
        yield changed(reading, size=reading.size or times), text


def _read_spelt_count(state: _Partial) -> Iterator[_Partial]:
    """Read a count in words, as in `two batteries`."""
    reading, text = state
    found = _WORD_COUNT.match(text)
    if not found or reading.count is not None:
        yield state
        return
    if reading.size is not None and _CALIBRE_NEXT.match(text, found.end()):
        yield reading, _mask(text, found)
        return
    yield changed(reading, count=NUMBERS[found[1].casefold()]), _mask(text, found)


def _read_n_by_n(state: _Partial) -> Iterator[_Partial]:
    """Read `3x6`: three units of size six. In `3x110` the second number is the price of each unit."""
    reading, text = state
    found = _N_BY_N.search(text)
    if not found or reading.size is not None or reading.count is not None:
        yield state
        return
    many, large = whole_number(found[1]), whole_number(found[2])
    after = _mask(text, found)
    is_price = large > _MAX_UNIT_SIZE
    if reading.each is None and large >= _MIN_UNIT_PRICE:
        yield changed(reading, count=many, each=large, priced=True, doubt=reading.doubt + 2 * (not is_price)), after
    yield changed(reading, count=many, size=large, counts="any", doubt=reading.doubt + is_price), after


def _read_leading(state: _Partial) -> Iterator[_Partial]:
    reading, text = state
    begin = _LEAD_WORDS.match(text)
    start = begin.end() if begin else 0
    found = _LEADING.match(text, start)
    if not found:
        yield state
        return
    value, after = number(found[1]), _mask(text, found)
    times = "x" in found["times"].casefold()
    is_price = not times and (found[1].startswith("0") or value >= _MIN_UNIT_PRICE)
    can_count = reading.count is None and value == int(value) and 0 < value < 100
    if reading.line is None and not times:
        priced = changed(reading, line=value, priced=True, doubt=reading.doubt + (0 if is_price else 3))
        yield priced, after
    if can_count and not found[1].startswith("0"):
        yield changed(reading, count=int(value), doubt=reading.doubt + (2 if is_price else 0)), after
    elif reading.line is not None or times:
        yield changed(reading, size=reading.size or int(value)), after


def _read_times(state: _Partial) -> Iterator[_Partial]:
    """Read `Nizam x12`: twelve stands, or twelve units."""
    reading, text = state
    found = _TIMES_AFTER.search(text)
    if not found:
        yield state
        return
    value, after = whole_number(found[1]), _mask(text, found)
    if reading.size is None:
        few = value < 4 and not _ONE_BATTERY.search(text)
        yield changed(reading, size=value, counts="any", doubt=reading.doubt + few), after
    if reading.count is None:
        large = reading.size is None and (value >= 4 or bool(_ONE_BATTERY.search(text)))
        yield changed(reading, count=value, doubt=reading.doubt + large), after
    if reading.size is not None and reading.count is not None:
        yield reading, after


def _read_counted_noun(state: _Partial) -> Iterator[_Partial]:
    """Read a count before a noun, as in `4 battalions`."""
    reading, text = state
    found = _N_NOUN.search(text)
    if not found or reading.count is not None:
        yield state
        return
    yield changed(reading, count=whole_number(found[1])), _mask(text, found)


def _read_trailing(state: _Partial) -> Iterator[_Partial]:
    reading, text = state
    found = _TRAILING.search(text)
    if not found:
        yield state
        return
    value, after = number(found[1]), _mask(text, found)
    if reading.line is None:
        yield changed(reading, line=value, priced=True), after
    else:
        yield state
    if reading.size is None and value == int(value) and 0 < value <= _MAX_UNIT_SIZE:
        doubt = reading.doubt + (8 if reading.line is None else 1)
        yield changed(reading, size=int(value), counts="any", doubt=doubt), after


def _read_bare_numbers(reading: NumberReading, ids: tuple[str, ...]) -> Iterator[NumberReading]:
    yield reading
    if (
        reading.size is None
        and reading.each is not None
        and reading.times is None
        and reading.each <= _MAX_SIZE_AFTER_AT
        and reading.each == int(reading.each)
    ):
        yield changed(reading, size=int(reading.each), counts="any", each=None, doubt=reading.doubt + 2)
    if reading.size is None and reading.extra and reading.extra[0]:
        yield changed(reading, size=reading.extra[0], counts="any", extra=reading.extra[1:], doubt=reading.doubt + 1)
    for at, value in enumerate(reading.extra):
        others = (*reading.extra[:at], *reading.extra[at + 1 :])
        rated = reading.rating or (str(value) if str(value) in ids else "")
        if reading.size is None and reading.rating and value:
            yield changed(reading, size=value, counts="any", extra=others, doubt=reading.doubt + 1)
        elif not reading.rating and rated and reading.size is not None:
            yield changed(reading, rating=rated, extra=others, doubt=reading.doubt + 1)
        elif not reading.rating and rated and others and others[0]:
            sized = changed(reading, rating=rated, size=others[0], counts="any", extra=others[1:])
            yield changed(sized, doubt=reading.doubt + 1 + at)


# All readings of a line. In `4 squadrons` the number may count units or describe a single unit.


_PARTS = rf"(?:{SQUADRONS}|{COMPANIES})"
_COUNT_IN_BRACKETS = re.compile(
    rf"[(\[](\d+) ?(?P<noun>(?P<guns>(?!pdr){GUNS})|(?P<part>{_PARTS})|{UNIT_NOUNS})\b"
    r"(?:[^()\[\]\d]|\d+(?:st|nd|rd|th)\b)*[)\]]",
    re.I,
)
"""A bracket with a number of guns, squadrons, companies or units. The bracket may be part of the name before it."""
_PART_OF_UNIT = re.compile(
    rf"(?<![\w/.])(\d+) ?(?P<noun>(?P<part>{_PARTS}))\b"
    r"(?=[ '][^\W\d]| \d+(?:st|nd|rd|th|e|er)\b|\s*[,;:-])(?! (?:of|x|with|at|zu|di|de) (?:je )?\d+(?!\w))",
    re.I,
)
"""A part of a unit: `two squadrons of the 11th Hussars`, but not `two squadrons of 6`."""
_TOGETHER = re.compile(r"\b(?:in all|altogether|all told|in total|together|between them|combined)\b", re.I)
_FOR_EACH = re.compile(rf"\b{EACH}\b", re.I)
_MAX_READINGS = 12
_ROW = re.compile(r"(?<![\w.])(\d{1,2})[\s|,;]+(\d{1,3})[\s|,;]+(\d{1,4})\W*\Z")
_MAX_IN_ROW = 60
"""In a row such as `4 10 40`, the first number counts units only if it is below this limit."""


@lru_cache(1 << 13)
def number_readings(clean: str, words: tuple[str, ...], ids: tuple[str, ...]) -> tuple[NumberReading, ...]:
    """Return all readings of the numbers of a line, the likeliest first.

    `words` are the ruleset's words for a rating; `ids` are the ids of the ratings.
    """
    readings = tuple(NumberScanner(clean, words, ids).readings())
    text = without_accents(clean)
    if found := _COUNT_IN_BRACKETS.search(text) or _PART_OF_UNIT.search(text):
        readings = _with_described_parts(
            readings, tuple(NumberScanner(clean, words, ids, found.span(1)).readings()), found
        )
    readings = (
        *readings,
        *_read_shared_size(readings, clean),
        *_read_multiple_of_price(readings, text),
        *_read_row(readings, text),
    )
    return tuple(dict.fromkeys(sorted(readings, key=lambda reading: reading.doubt)))[:_MAX_READINGS]


def descriptive_bracket(clean: str) -> re.Match[str] | None:
    """Find a bracket that may be part of a name, as in `2nd Field Battery (four guns)`."""
    return _COUNT_IN_BRACKETS.search(without_accents(clean))


def _with_described_parts(
    counted: tuple[NumberReading, ...], named: tuple[NumberReading, ...], found: re.Match[str]
) -> tuple[NumberReading, ...]:
    """Combine readings in which the number in `found` counts units (`counted`) with readings in which it is part of the
    name (`named`).

    It is probably part of the name if it counts:
    - squadrons or companies, without a word such as `each`
    - guns, if the line also has a size
    - battalions, if the line has one price but no price for each unit.
    """
    likely, first, part = min(named, key=lambda reading: reading.doubt), counted[0], bool(found["part"])
    if not part and (likely.size is None or (likely.size, likely.count) == (first.size, first.count)):
        return tuple(_with_assumption(counted, found))
    priced = likely.line is not None and likely.each is None
    is_name = not _FOR_EACH.search(found.string) if part else bool(found.groupdict().get("guns")) or priced
    assumed = phrase("{count} {noun} read as one unit", count=found[1], noun=found["noun"])
    return (
        *(changed(one, doubt=one.doubt + is_name) for one in _with_assumption(counted, found)),
        *(
            changed(one, count=one.count or 1, doubt=one.doubt + (not is_name), assumed=assumed)
            for one in named
            if part or one.size is not None
        ),
    )


def _with_assumption(counted: Iterable[NumberReading], found: re.Match[str]) -> Iterator[NumberReading]:
    """Write the assumption into each reading for which `found` gives the number of units: `4 battalions read as 4
    units`."""
    number = int(found[1])
    assumed = phrase("{count} {noun} read as {count} units", count=number, noun=found["noun"])
    return (changed(one, assumed=assumed) if one.count == number > 1 else one for one in counted)


def _read_multiple_of_price(readings: Iterable[NumberReading], text: str) -> Iterator[NumberReading]:
    """Yield readings in which the prices show that a number in the line is the count of units.

    The price of the line is the count times the price of each unit: `3 companies of Rifles, 16 each = 48`.
    """
    for reading in readings:
        if reading.count is None and reading.each and reading.line is not None:
            many = Fraction(reading.line) / Fraction(reading.each)
            if many > 1 and many.denominator == 1 and re.search(rf"(?<![\d.]){many}(?![\d.])", text):
                yield changed(reading, count=int(many), doubt=reading.doubt + 1)


def _read_row(readings: Iterable[NumberReading], text: str) -> Iterator[NumberReading]:
    """Read `Line infantry 4 10 40`: four units at 10 points each, 40 points in all."""
    found = _ROW.search(text)
    if not found or int(found[1]) * int(found[2]) != int(found[3]) or not 1 < int(found[1]) < _MAX_IN_ROW:
        return
    for reading in readings:
        if reading.line == int(found[3]) and reading.extra == (int(found[1]), int(found[2])):
            rest = reading.rest[: found.start()] + TAKEN_MARK * (len(reading.rest) - found.start())
            count, each = int(found[1]), int(found[2])
            yield changed(reading, count=count, each=each, extra=(), rest=rest, doubt=reading.doubt + 1)


def _read_shared_size(readings: Iterable[NumberReading], clean: str) -> Iterator[NumberReading]:
    if _FOR_EACH.search(clean):
        return
    together = bool(_TOGETHER.search(clean))
    for reading in readings:
        many, size = reading.count or 1, reading.size or 0
        if many > 1 and reading.counts in ("stands", "men") and size > many and not size % many:
            assumption = phrase(
                "{size} {counted} read as the total of {count} units",
                size=size,
                counted=reading.counts,
                count=many,
            )
            doubt = reading.doubt - 1 if together else max(reading.doubt, 1)
            yield changed(reading, size=size // many, doubt=doubt, assumed=assumption)
