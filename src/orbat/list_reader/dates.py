"""The date of an army, from the lines above its troops."""

from __future__ import annotations

import re
from collections.abc import Iterable

from orbat.list_reader.words import without_accents
from orbat.model.dates import Date

_MONTHS = (
    ("jan", "gen", "ene"),
    ("feb", "fev"),
    ("mar", "mae"),
    ("apr", "avr", "abr"),
    ("may", "mai", "mag"),
    ("jun", "juin", "giu"),
    ("jul", "juil", "lug"),
    ("aug", "aou", "ago"),
    ("sep", "set"),
    ("oct", "okt", "ott"),
    ("nov",),
    ("dec", "dez", "dic"),
)
"""The first letters of the names of months in several languages."""
_MONTH_OF = {begin: number for number, begins in enumerate(_MONTHS, 1) for begin in begins}
_NAME = rf"(?P<month>(?:{'|'.join(sorted(_MONTH_OF, key=len, reverse=True))})[a-z]{{0,7}})"
_YEAR = r"(?P<year>1[678]\d\d)(?!\d|\W*(?:p(?:oin)?ts?|punkte)\b)"
_PATTERNS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b{_NAME}\.?(?:,? \d{{1,2}}(?:st|nd|rd|th)?,?)? (?:de |of )?{_YEAR}",
        rf"\b\d{{1,2}}\. ?(?P<month>\d{{1,2}})\. ?{_YEAR}",
        rf"\b{_YEAR}-(?P<month>\d\d)\b",
        rf"(?<![\d-])(?P<month>){_YEAR}(?!\s*[-/]\s*1[678]\d\d)",
    )
)


def date_in(lines: Iterable[str]) -> Date | None:
    """A date in some lines, preferably with a month. None if the lines have no date."""
    texts = [without_accents(line) for line in lines]
    for pattern in _PATTERNS:
        for text in texts:
            if found := pattern.search(text):
                month = _month(found["month"] or "")
                return Date(int(found["year"]), month)
    return None


def _month(text: str) -> int | None:
    if text.isdecimal():
        return int(text) if 1 <= int(text) <= 12 else None
    return next((_MONTH_OF[text[:size].casefold()] for size in (4, 3) if text[:size].casefold() in _MONTH_OF), None)
