"""Find words on a unit's line that were not read, such as `plus 2 stands lent by a friend`."""

from __future__ import annotations

import re

from orbat.list_reader.army_numbers import mentions_sums
from orbat.list_reader.meaning import Describer
from orbat.list_reader.numbers import TAKEN_MARK, NumberReading, rating_pattern, without_name_numbers
from orbat.list_reader.words import GUNS, POINTS, STANDS
from orbat.model.record import Value

_PIECE = re.compile(r"[^,;()\[\]{}]+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_SHARED = re.compile(r"\b(?:pair|both|two|three|all|lot|together|each|apiece|total|altogether)\b", re.I)
CHANGED = re.compile(
    r"\b(?:on (?:the )?(?:table|board|day|field)|in play|deployed|fielded|really|"
    r"in (?:fact|reality|truth)|actual(?:ly)?|"
    r"(?:counts?|plays?|fights?|treat(?:ed)?|used?|fielded|rated|tests?|moves?) (?:as|at)|"
    r"lent|loan|loaned|borrowed|lends?|extra|more|additional(?:ly)?|another|plus|instead|(?:not|rather than) the)\b",
    re.I,
)
"""Words that say that a number differs in the game from the number before it."""
_COUNTED = re.compile(rf"(\d+) ?x?[ -]?(?:(?P<stands>{STANDS})|(?P<guns>{GUNS}))\b", re.I)
_POINTS = re.compile(rf"\b{POINTS}\b", re.I)
"""A word for points. Words before it may be a number in another language."""
_MAX_SHOWN = 80
_MAX_TAIL_WORDS = 8
"""A longer text after the price is prose."""


class Leftover(Value):
    """Words that were not read. `has_number`: they contain a number or rating, so the unit may differ from the one
    read."""

    text: str
    has_number: bool


def leftover_of(reading: NumberReading, describer: Describer, words: tuple[str, ...]) -> Leftover | None:
    """Find the words on a unit's line that a reading does not use. None if there are none.

    - Numbers that contradict the size read, as in `16 stands (18 on the table)`.
    - After the last number read: further numbers and a few unknown words.

    `words` are the ruleset's words for a rating, such as `class`.
    """
    rest = reading.rest
    masked = without_name_numbers(rest)
    tail = rest.rfind(TAKEN_MARK)
    pieces: list[str] = []
    has_number = named = False
    for found in _PIECE.finditer(rest):
        text = found[0].replace(TAKEN_MARK, " ").strip()
        if not _WORD.search(text):
            continue
        numbers = any(map(str.isdecimal, masked[found.start() : found.end()]))
        is_tail = found.start() > tail >= 0 and not mentions_sums(text) and not _SHARED.search(text)
        rated = bool(reading.rating and rating_pattern(words, _RATINGS).search(text))
        contradicts = rated or (numbers and _contradicts(text, reading))
        unknown = describer.describe(text).unknown_words
        if named and (contradicts or (is_tail and (numbers or 0 < len(unknown) <= _MAX_TAIL_WORDS))):
            pieces.append(text)
            has_number = has_number or numbers or rated or bool(_POINTS.search(text))
        named = True
    return Leftover("; ".join(pieces)[:_MAX_SHOWN], has_number) if pieces else None


def _contradicts(text: str, reading: NumberReading) -> bool:
    if CHANGED.search(text):
        return True
    counted = _COUNTED.search(text)
    if counted is None or not reading.size or not counted.groupdict().get(reading.counts):
        return False
    number, size = int(counted[1]), reading.size
    return bool(number % size and size % number)  # `36 figures (12 stands)` is one size in two units


_RATINGS = tuple("123456789")
