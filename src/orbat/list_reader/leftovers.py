"""Find words on a unit's line that were not read, such as `plus 2 stands lent by a friend`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orbat.list_reader.army_numbers import mentions_sums
from orbat.list_reader.item import Item
from orbat.list_reader.meaning import Describer
from orbat.list_reader.roles import TAKEN_MARK
from orbat.list_reader.words import LABELS, POINTS
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
_POINTS = re.compile(rf"\b{POINTS}\b", re.I)
"""A word for points. Words before it may be a number in another language."""
_OF_UNIT = frozenset({"size", "guns", "class"})
"""Contexts of numbers that are properties of a unit."""
NO_NAME = frozenset({"free", "part", "inside"})
"""Contexts of numbers that are in a name only if nothing else fits."""
_LONG = re.compile(r"\d{10}")
"""A number that is too long to be read."""
_MAX_SHOWN = 80
_MAX_TAIL_WORDS = 8
"""A longer text after the price is prose."""


class Leftover(Value):
    """Words on a unit's line that were not read.

    If `has_number`, the words contain a number or rating, and orbat may have misread the unit.
    """

    text: str
    has_number: bool


def leftover_of(item: Item, roles: Sequence[str], describer: Describer, known: frozenset[str]) -> Leftover | None:
    """Find the words and numbers on a unit's line that were not read. None if none are found.

    `known`: words of the unit's entry in the army list.

    Only two kinds are found:

    - numbers that contradict other numbers of the line, as in `16 stands (18 on the table)`
    - numbers or a few unknown words after the last number that was read
    """
    rest = item.text
    unread = []
    for number, role in zip(item.figures, roles, strict=True):
        if role == "outside" or (role == "name" and number.context in NO_NAME):
            unread.append(number)
        elif role != "name":
            rest = rest[: number.start] + TAKEN_MARK * (number.end - number.start) + rest[number.end :]
    tail = rest.rfind(TAKEN_MARK)
    pieces: list[str] = []
    has_number = named = False
    for found in _PIECE.finditer(rest):
        text = found[0].replace(TAKEN_MARK, " ").strip()
        if not _WORD.search(text):
            continue
        numbers = [number for number in unread if found.start() <= number.start < found.end()]
        long = _LONG.search(text) is not None
        is_tail = found.start() > tail >= 0 and not mentions_sums(text) and not _SHARED.search(text)
        contradicts = any(number.context in _OF_UNIT for number in numbers) or long or bool(CHANGED.search(text))
        unknown = set(describer.without_grades(describer.describe(text).unknown_words)) - LABELS - known
        if named and (contradicts or (is_tail and (numbers or 0 < len(unknown) <= _MAX_TAIL_WORDS))):
            pieces.append(text)
            has_number = has_number or bool(numbers) or long or bool(_POINTS.search(text))
        named = True
    return Leftover("; ".join(pieces)[:_MAX_SHOWN], has_number) if pieces else None
