"""Dates as people type them: `Sept 1854`, `9/1854`, `20. September 1854`."""

from __future__ import annotations

import re

from orbat.model.dates import Date
from orbat.model.look_alikes import without_accents
from orbat.model.wording import phrase

_MONTHS = (
    "january januar janvier",
    "february februar fevrier",
    "march marz maerz mars",
    "april avril",
    "may mai",
    "june juni juin",
    "july juli juillet",
    "august aout",
    "september septembre",
    "october oktober octobre",
    "november novembre",
    "december dezember decembre",
)
"""Names of the months in three languages, without accents."""
_FEWEST_LETTERS = 3
_ORDINALS = {"st", "nd", "rd", "th", "er", "of", "the", "de", "le", "den", "im", "en"}
"""Words in a date that say nothing about the month."""
EXAMPLES = "1854, 1854-09, 9/1854 or Sept 1854"


def date_from_words(text: str) -> Date:
    """Read a date that a person typed. A day of the month is left out.

    Raises ValueError if the text is not a date, or could be two dates. The message of the error begins with a
    verb, such as `should be`.
    """
    words = re.findall(r"[^\W\d_]+", without_accents(text).casefold())
    numbers = re.findall(r"\d+", text)
    years = [number for number in numbers if len(number) == 4 and "1000" <= number <= "2999"]
    if len(years) != 1:
        raise ValueError(phrase("should be a year or a year and month, such as {examples}", examples=EXAMPLES))
    others = [number for number in numbers if number != years[0]]
    named = [found for word in words if word not in _ORDINALS for found in [_months_named(word)]]
    if named:
        return Date(int(years[0]), _one_month(text, named, others))
    return Date(int(years[0]), _month_of(others, year_first=numbers[0] == years[0])) if others else Date(int(years[0]))


def _months_named(word: str) -> set[int]:
    if len(word) < _FEWEST_LETTERS:
        return set()
    return {number for number, names in enumerate(_MONTHS, 1) if any(one.startswith(word) for one in names.split())}


def _one_month(text: str, named: list[set[int]], others: list[str]) -> int:
    months = set.intersection(*named)
    if len(months) != 1 or len(others) > 1 or not all(1 <= int(day) <= 31 for day in others):
        raise ValueError(
            phrase("{text} is not clear; write the date like {examples}", text=text.strip(), examples=EXAMPLES)
        )
    return months.pop()


def _month_of(numbers: list[str], *, year_first: bool) -> int:
    # 1854-09-20 has the month first; in 20.9.1854 and 9/20/1854, only a number above 12 tells which is the day
    values = [int(number) for number in numbers]
    if len(values) == 1 or (year_first and len(values) == 2):
        months = {values[0]}
    else:
        months = {one for one in values if one <= 12} if len(values) == 2 else set()
    if len(months) != 1 or not 1 <= (month := months.pop()) <= 12 or max(values) > 31:
        raise ValueError(phrase("has no clear month; write the date like {examples}", examples=EXAMPLES))
    return month
