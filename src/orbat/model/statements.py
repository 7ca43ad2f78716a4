"""Dates, sizes and points that players write into titles, names and notes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from orbat.model.dates import MONTHS, Date
from orbat.model.record import Value

POINTS = r"(?:points?|pts?|pnts?|punkte|pkte?|punti|puntos)"
"""A pattern for words that count points, in the languages of typed lists."""

# The patterns are strings, compiled and cached by `re` on first use, since most armies have no such texts.
_NUMBER = r"(?<![\w.,/])(\d{1,3}(?:[,\u2019']\d{3})+|\d+(?:\.\d+)?)"
_POINTS = rf"{_NUMBER}[ -]?{POINTS}\b"
SPELT_NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
"""The English words for the numbers from 1 to 20."""
_STANDS = (
    rf"(?<![\w.,/])(\d+|{'|'.join(SPELT_NUMBERS)})[ -]?"
    r"(?:stands?|stds?|stnds?|bases?|figures?|elements?|socles?|plaquettes?|basen|elemente|peanas?)\b"
)
_CLASS = r"\b(?:class|cl\.?|quality|rating|grade) ?(\d)\b"
_TIMES = r"(?<![\w.,/])(\d+) ?[x\u00d7](?!\w)|(?<!\w)[x\u00d7] ?(\d+)\b"
_NOT_COUNTED = r"\bnot (?:counted|deployed|fielded|included|paid|played|used)\b"
_OFF_TABLE = r"\boff[ -](?:the )?(?:board|table)\b"
_AGREED = rf"\b(?:agreed|game) size(?: is| of|:)? \d+|\b{_NUMBER}[ -]?{POINTS} (?:are |were )?agreed\b|\bhouse rules?\b"
_CODE = r"\b[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){3}\b"
_COUNTS_AS = r"\b(?:counts?|fights?|plays?|treated|rated) as [\w -]{1,40}"
_VERDICT = (
    r"\b(?:not |il)legal\b|\blegal\b(?=\s*(?:\Z|[^\w\s]))|\bunfinished\b|\b(?:checked|verified|approved)\b(?! shirts?)|"
    rf"{_CODE}|\b(?:in)?valid\b|\bwithin (?:all |the )*limits\b|\bnothing to report\b|"
    rf"\b\d{{2,}} ?/ ?[1-9]\d\d+\b(?! ?/)|"
    r"\b(?:no|\d+) (?:errors?|warnings?|findings?)\b|"
    r"\ball sums (?:are )?right\b|\bsums? (?:are |is )?(?:right|wrong|checked)\b|"
    rf"\b(?:sub)?total\W+\d+|\b{POINTS} (?:left|over|spent)\b|"
    r"\b\d+ (?:left|over)\b(?=\W*(?:\Z|[,;.]))|\b\d+ of \d{3,}\b|\bcheck code\b|=\s*\d+|[\u2713\u2714\u2705\u2611]"
)
_FREE = r"[(\[]\s*(?:free|no charge|no points|0 points)\s*[)\]]|[,;:] free\Z"


_NUMBERED = (
    r"\d[ -]?(?:p[nkotu]|st[anod]|bas|fig|ele|soc|pla|pea)|1[4-9]\d\d|\d/\d|\d of \d|\d ?x|x ?\d|"
    r"(?:[2-9a-hj-np-z]{4}-){3}"
)
_WORDS = (
    *(
        "=",
        "(",
        " as ",
        "game size",
        "legal",
        "unfinished",
        "checked",
        "verified",
        "approved",
        "error",
        "warning",
        "finding",
    ),
    *("sum", "total", "left", "over", "spent", "check code", "free", "no charge", "no points"),
    *(
        "valid",
        "limits",
        "nothing to report",
        "not ",
        "off",
        "agreed",
        "house rule",
        "stand",
        "bases",
        "figures",
        "elements",
    ),
    *("cl ", "cl.", "class", "quality", "rating", "grade"),
)


def may_state(text: str) -> bool:
    """Quick test whether a text may contain a statement about dates, sizes or points."""
    low = text.casefold()
    return any(word in low for word in _WORDS) or not text.isascii() or re.search(_NUMBERED, low) is not None


class Statement(Value):
    """A number stated in a text, with the words that state it."""

    words: str
    number: str


def readable(text: str) -> str:
    """Replace compatibility characters, such as full-width digits, with ordinary characters (Unicode NFKC)."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def stated_points(text: str) -> Iterator[Statement]:
    """Points in a text, such as `1,200 points`."""
    for found in re.finditer(_POINTS, text, re.I):
        yield Statement(found[0], re.sub(r"[,’' ]", "", found[1]))


def stated_stands(text: str) -> Iterator[Statement]:
    """Sizes in a text, such as `12 stands`."""
    for found in re.finditer(_STANDS, text, re.I):
        word = found[1].lower()
        yield Statement(found[0], str(SPELT_NUMBERS.index(word) + 1) if word in SPELT_NUMBERS else word)


def stated_times(text: str) -> Iterator[Statement]:
    """Multiples in a text, such as `2 x` and `x 2`."""
    for found in re.finditer(_TIMES, text, re.I):
        yield Statement(found[0], found[1] or found[2])


def says_not_counted(text: str, *, on_table: bool = False) -> str:
    """Find words in a name that say that the troops do not count, such as `not fielded`. "" if there are none.

    `on_table`: whether the troops are on the table. Words such as `off the board` then contradict the ORBAT, and are
    found too.
    """
    found = re.search(rf"{_NOT_COUNTED}|{_OFF_TABLE}" if on_table else _NOT_COUNTED, text, re.I)
    return found[0] if found else ""


def says_in_brackets(text: str, words: Sequence[str]) -> str:
    """Find a word in brackets, as in `Guards (elite)`, or after a comma, as in `Guards, elite`.

    Returns "" without a match.
    """
    pattern = rf"[(\[]\s*({'|'.join(map(re.escape, words))})\s*[)\]]|[,;:]\s*({'|'.join(map(re.escape, words))})\s*\Z"
    found = re.search(pattern, text, re.I) if words else None
    return found[1] or found[2] if found else ""


def says_options(text: str, labels: Sequence[str]) -> Iterator[str]:
    """Words in a text that state options, such as `with rifles`. `labels` are the options' names."""
    if labels:
        pattern = rf"\b(?:with|ha(?:s|ve|ving)|carry(?:ing)?|all) (?:{'|'.join(map(re.escape, labels))})\b"
        yield from dict.fromkeys(found[0] for found in re.finditer(pattern, text, re.I))


def agreements(text: str) -> tuple[str, ...]:
    """Words about an agreed size or house rules: `agreed size 800`, `house rule`."""
    return tuple(dict.fromkeys(found[0] for found in re.finditer(_AGREED, text, re.I)))


def stated_ratings(text: str) -> Iterator[Statement]:
    """Ratings in a text, such as `class 4`."""
    for found in re.finditer(_CLASS, text, re.I):
        yield Statement(found[0], found[1])


def verdict_words(text: str) -> Iterator[str]:
    """Words in a text that look like a verdict or a sum, such as `legal` or `120 of 400`."""
    for found in re.finditer(_VERDICT, text, re.I):
        yield found[0].strip()


def says_free(text: str) -> str:
    """Find words such as `(no charge)` in a name. Returns "" if there are none."""
    found = re.search(_FREE, text, re.I)
    return found[0].strip(" ,;:") if found else ""


def game_statements(text: str) -> tuple[str, ...]:
    """Find words about the game in a note, such as sizes, points, agreements or `counts as guards`."""
    patterns = (_STANDS, _POINTS, _CLASS, _COUNTS_AS, _NOT_COUNTED, _AGREED)
    spans = sorted((found.start(), -found.end()) for pattern in patterns for found in re.finditer(pattern, text, re.I))
    words, end = [], 0
    for start, negative_end in spans:
        if start >= end:
            end = -negative_end
            words.append(text[start:end].strip())
    return tuple(dict.fromkeys(words))


# Dates.

_SHORT = {month[:3].casefold(): number for number, month in enumerate(MONTHS, start=1)}
_MONTH = "|".join(rf"{month[:3]}(?:{month[3:]}|{month[3:4]}\.?|\.)?" if month != "May" else month for month in MONTHS)
_YEAR = r"1[4-9]\d\d"
_RANGE_END = r"(?: ?[-\u2013/] ?(?P<end>1[4-9]\d\d|\d\d?)(?!\d))?"
_DATED = (
    rf"\b(?P<month>{_MONTH})(?: \d{{1,2}}(?:st|nd|rd|th)?)?,? (?P<year>{_YEAR})\b|"
    rf"\b(?P<iso_year>{_YEAR})-(?P<iso_month>0[1-9]|1[0-2])(?!\d)(?P<iso_day>-\d\d)?|"
    rf"\b\d{{1,2}}[./](?P<middle>0?[1-9]|1[0-2])[./](?P<late_year>{_YEAR})\b|"
    rf"(?<![\w.,/-])(?P<only_year>{_YEAR}){_RANGE_END}(?![\d,.]*\d)(?! ?{POINTS}\b)"
)


class Period(Value):
    """A first and a last date, inclusive, with the words that state them."""

    words: str
    first: Date
    last: Date

    def covers(self, date: Date) -> bool:
        """Whether any part of a date is within the period."""
        return self.first.first <= date.last and date.first <= self.last.last


def stated_periods(text: str) -> Iterator[Period]:
    """Dates in a text, such as `20 September 1854`, `1854-09`, `20.9.1854` and `1854-55`."""
    # A number before a word for points is not a year. A multiple of 50 alone may be a game size, as in `Army,
    # 1750`.
    for found in re.finditer(_DATED, text, re.I):
        if found["only_year"] and not found["end"] and int(found["only_year"]) % 50 == 0:
            continue
        end = found["end"]
        if found["month"]:
            date = Date(int(found["year"]), _SHORT[found["month"][:3].casefold()])
        elif found["iso_year"] and int(found["iso_month"]) > int(found["iso_year"]) % 100 and not found["iso_day"]:
            date, end = Date(int(found["iso_year"])), found["iso_month"]  # 1805-07: July, or until 1807
        elif found["iso_year"]:
            date = Date(int(found["iso_year"]), int(found["iso_month"]))
        elif found["late_year"]:
            date = Date(int(found["late_year"]), int(found["middle"]))
        else:
            date = Date(int(found["only_year"]))
        yield Period(found[0], date, _end(date, end))


def _end(date: Date, end: str | None) -> Date:
    # `end` is `55` in `1854-55`
    if not end:
        return date
    year = str(date.year)
    last = Date(int(year[: len(year) - len(end)] + end))
    return last if last.year >= date.year else date
