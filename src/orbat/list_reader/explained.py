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
_LABEL = re.compile(r"\W*(?:key|legend[ea]?|abk\.?|abbreviations?|abreviations?|abkurzungen)\W+", re.I)
_PIECES = re.compile(r"[,;/|]|\s{2,}")
_COUNTS = re.compile(r"\d{3}|(?<!\d)\d{1,2}(?!\d|(?:st|nd|rd|th|e|er)\b)")
"""A number that is no ordinal."""
_COLUMNS = frozenset({"size", "rating"})


def with_explained(lines: Sequence[TypedLine], describer: Describer) -> list[TypedLine]:
    """Replace abbreviations with their meanings, if a line of the list explains the abbreviations.

    Only lines with a number change. The abbreviation must have the same capitals as in the explanation.
    """
    explained: dict[str, str] = {}
    explaining = set[int]()
    for line in lines:
        if found := _explained_in(line, describer):
            explained |= found
            explaining.add(line.number)
    if not explained:
        return list(lines)
    shorts = "|".join(map(re.escape, sorted(explained, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![^\W\d_])(?<!')(?:{shorts})(?![^\W\d_])")
    return [
        replace(line, clean="" if not _COUNTS.search(line.clean) else line.clean)
        if line.number in explaining
        else replace(line, clean=pattern.sub(lambda found: explained[found[0]], line.clean))
        if any(map(str.isdecimal, line.clean))
        else line
        for line in lines
    ]


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
        if (word := _known(one["word"].strip(), describer)) and _is_short(one["short"], word, describer)
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


def _is_short(short: str, word: str, describer: Describer) -> bool:
    # Whether the first letters agree, and the short word means nothing else.
    described = describer.describe(short)
    known = described.options or described.refused or described.rating or described.kinds
    return short[0].casefold() == word[0].casefold() and len(short) < len(word) and not known
