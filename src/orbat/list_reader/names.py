"""Names of units in typed lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from orbat.list_reader.numbers import TAKEN_MARK, NumberReading
from orbat.list_reader.words import GUNS, STANDS, UNIT_NOUNS
from orbat.model.wording import phrase

_AND = re.compile(r",\s*(?:and\s+)?|(?<!-)\s+(?:and|&|\+|et|und)\s+|\s*/\s*(?=\d+(?:st|nd|rd|th|e)\b)", re.I)
_EACH = re.compile(r"\b(?:each|apiece|chacun)\b", re.I)
_MAX_NAMES = 8
_EDGES = " \t-:;,.|/=@([{\"'"
_UNITS_OF = re.compile(rf"{UNIT_NOUNS}(?:(?<=s)| (?:of|du|des|de|von|der|del|dei)\b)(?: (?:of|the))*\s+(?=\w)", re.I)
_IN_ROW = re.compile(r"(?:\s+\d+){2,}\Z")
_TAIL = re.compile(r"[\s,;:(\[{@=|/.-]+(?:w|with|of|at|the|and|x|in|=)?[\s,;:(\[{@=|/-]*\Z", re.I)


def tidy_name(rest: str) -> str:
    """Make a name from the rest of a line, after the numbers already read are removed."""
    text = re.sub(rf"\s*[\[({{]*{TAKEN_MARK}[{TAKEN_MARK}\s\])}}]*", " ", rest)
    text = re.sub(r"\s+", " ", text).strip(_EDGES + ")]}")
    return f"{text})" if text.count("(") > text.count(")") else text


def unit_name(clean: str, reading: NumberReading) -> str:
    """Name of a unit: the first piece of the line that contains words.

    Numbers divide the line into pieces, except numbers that are part of a name.
    """
    for piece in re.split(rf"{TAKEN_MARK}+", reading.rest):
        text = re.sub(r"^\s*(?:\([^()]{{0,12}}\)\s*)?", "", piece).strip(_EDGES)
        text = _TAIL.sub("", re.split(r"\s[-:]\s|[,(\[{;|@=]", text)[0]).strip(_EDGES + ")]}*")
        text = re.sub(r"^(?:x|of|and|then|with|@)\s+", "", text)
        text = _UNITS_OF.sub("", text) if (reading.count or 1) > 1 else text
        text = _IN_ROW.sub("", text) if len(reading.extra) > 1 else text
        if any(map(str.isalpha, text)) and len(text) > 1:
            return re.sub(r"\s+", " ", text)[:120]
    return tidy_name(reading.rest)[:120]


def is_same_regiment(name_words: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names are the same except for the number of a battalion."""
    shape = _without_battalion(name_words)
    return shape != name_words and shape == _without_battalion(other)


def _without_battalion(name_words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        "#" if word[0] == "#" and after == "battalion" else word
        for word, after in zip(name_words, (*name_words[1:], ""), strict=False)  # not strict: `name_words` may be empty
    )


def one_unit_per_name(readings: tuple[NumberReading, ...], clean: str) -> Iterator[NumberReading]:
    """Yield readings of several names with one size: `7th, 23rd and 33rd, 14 stands each`. Each name is one unit."""
    names = re.split(rf"{TAKEN_MARK}|\d+(?= ?(?:x|{STANDS}|{GUNS})\b)", readings[0].rest)[0]
    many = len([one for one in _AND.split(names) if any(map(str.isalnum, one))])
    each = bool(_EACH.search(clean))
    for reading in readings[:4] if 1 < many <= _MAX_NAMES else ():
        if reading.count is None:
            doubt = reading.doubt + (-1 if each else 2)
            yield replace(
                reading, count=many, doubt=doubt, why=phrase("{count} names read as {count} units", count=many)
            )
