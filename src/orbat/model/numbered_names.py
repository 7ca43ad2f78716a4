"""Names with numbers, such as `1st Brigade`, and numbers that make equal names different."""

from __future__ import annotations

import re

NUMBERED = re.compile(r"([0-9]{1,6})(st|nd|rd|th)\b")
"""A number at the start of a name."""


def ordinal(number: int) -> str:
    """A number as an ordinal: `1st`, `2nd`, `3rd`, `11th`, `22nd`."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def unused_name(name: str, taken: frozenset[str]) -> str:
    """Change a name that is already taken: `1st Brigade` to `2nd Brigade`, `Guards` to `Guards (2)`."""
    if name not in taken:
        return name
    if found := NUMBERED.match(name):
        rest = name[found.end() :]
        number = int(found[1])
        while (candidate := f"{ordinal(number)}{rest}") in taken:
            number += 1
        return candidate
    stem = re.sub(r" \([0-9]+\)\Z", "", name)
    number = 2
    while (candidate := f"{stem} ({number})") in taken:
        number += 1
    return candidate
