"""Letters and short words that a list explains itself: `R = rifles`, or `S superior / N standard / I inferior`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from orbat.list_reader.columns import role_of
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.meaning import Describer

_SHORT = r"(?P<short>[^\W\d_]{1,5}\.?)"
_WORD = r"(?P<word>[^\W\d_][^\W\d_-]{2,20}(?: [^\W\d_]{3,12})?)"
_EQUALS = re.compile(rf"(?<![\w'])[(\[]?{_SHORT}[)\]]? ?= ?{_WORD}")
_LISTED = re.compile(rf"\W*{_SHORT}\W{{1,3}}{_WORD}\W*\Z")
_IN_BRACKETS = r"\([^\W\d]{2,}(?: [^\W\d]{2,})?\)"
_KEYED = re.compile(
    rf"\W*(?P<short>[A-Z]{{2,4}}(?:-[A-Z]{{2,3}})?) (?P<word>[^\W\d]{{2,}}(?: (?:{_IN_BRACKETS}|[^\W\d]{{2,}})){{0,4}})"
    r"(?:\W+\d{1,3})?\W*\Z"
)
"""A short word in capitals, the words that it stands for, and perhaps their price: `LB line brigade 10`."""
_MIN_KEYED, _MIN_USED = 3, 2
"""Minimum numbers of explained words, and of those that other lines use."""
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_LABEL = re.compile(r"\W*(?:key|legend[ea]?|abk\.?|abbreviations?|abreviations?|abkurzungen)\W+", re.I)
_PIECES = re.compile(r"[,;/|]|\s{2,}")
_COUNTS = re.compile(r"\d{3}|(?<!\d)\d{1,2}(?!\d|(?:st|nd|rd|th|e|er)\b)")
"""A number that is no ordinal."""
_LAST_DIGITS = re.compile(r"\d+\Z")
_ORDINAL_ENDS: Mapping[str, tuple[str, ...]] = {
    "st": ("1",),
    "nd": ("2",),
    "rd": ("3",),
    "th": (*"4567890", "11", "12", "13"),
    "e": tuple("0123456789"),
}
"""The ends of ordinals, and the last digits before each."""
_COLUMNS = frozenset({"size", "rating"})


def with_explained(lines: Sequence[TypedLine], describer: Describer) -> list[TypedLine]:
    """Replace abbreviations with their meanings, if a line of the list explains the abbreviations.

    Only lines with a number change. The abbreviation must have the same capitals as in the explanation.
    """
    explained: dict[str, str] = {}
    explaining = set[int]()
    keys = set[int]()
    for line in lines:
        if key := _key_in(line, lines):
            explained |= key
            keys.add(line.number)
        elif found := _explained_in(line, describer):
            explained |= found
            explaining.add(line.number)
    if not explained:
        return list(lines)
    shorts = "|".join(map(re.escape, sorted(explained, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![^\W\d_])(?<!')(?:{shorts})(?![^\W\d_])")
    lines = [replace(line, clean="") if line.number in keys else line for line in lines]
    return [
        replace(line, clean="" if not _COUNTS.search(line.clean) else line.clean)
        if line.number in explaining
        else replace(line, clean=pattern.sub(lambda found: _in_full(found, explained), line.clean))
        if any(map(str.isdecimal, line.clean))
        else line
        for line in lines
    ]


def _key_in(line: TypedLine, lines: Sequence[TypedLine]) -> Mapping[str, str]:
    # What a line of short words and their meanings explains. Other lines use these words.
    pieces = [piece for piece in _PIECES.split(_LABEL.sub("", line.clean, count=1)) if piece.strip()]
    found = [one for one in map(_KEYED.match, pieces) if one]
    if not _MIN_KEYED <= len(found) == len(pieces):
        return {}
    words = {word for other in lines if other is not line for word in _WORDS.findall(other.clean)}
    used = sum(one["short"] in words for one in found)
    return {one["short"]: one["word"] for one in found} if used >= _MIN_USED else {}


def _in_full(found: re.Match[str], explained: Mapping[str, str]) -> str:
    # The end of an ordinal, as in `41st`, is no abbreviation.
    ordinal = _ORDINAL_ENDS.get(found[0]) and _LAST_DIGITS.search(found.string, 0, found.start())
    return found[0] if ordinal and ordinal[0].endswith(_ORDINAL_ENDS[found[0]]) else explained[found[0]]


def _explained_in(line: TypedLine, describer: Describer) -> Mapping[str, str]:
    if line.cells or line.row or len(line.clean) > 160:
        return {}
    text = _LABEL.sub("", line.clean, count=1)
    pieces = [piece for piece in _PIECES.split(text) if piece.strip()]
    found = [one for one in map(_LISTED.match, pieces) if one]
    if len(found) < max(2, len(pieces)):  # not every piece explains a word
        found = [*_EQUALS.finditer(text)]
    return {
        one["short"]: word
        for one in found
        if (word := _known(one["word"].strip(), describer))
        and _is_short(one["short"], word, describer, is_stated=one.re is _EQUALS)
    }


def _known(text: str, describer: Describer) -> str:
    # The words at the start of the text that name a weapon, rating, size, kind or column.
    for word in (text, text.split(" ")[0]):
        described = describer.describe(word)
        if described.options or described.refused or described.rating or described.kinds or role_of(word) in _COLUMNS:
            return word
        if describer.vocabulary.scan(described.words, "size"):
            return word
    return ""


def _is_short(short: str, word: str, describer: Describer, *, is_stated: bool) -> bool:
    # Whether the first letters agree, and the short word means nothing else. A letter that a list says to mean a word
    # (`is_stated`) may be another.
    described = describer.describe(short)
    known = described.options or described.refused or described.rating or described.kinds
    letter = is_stated and len(short.strip(".")) == 1
    return (letter or short[0].casefold() == word[0].casefold()) and len(short) < len(word) and not known
