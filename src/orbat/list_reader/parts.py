"""Split typed lines into parts. Each part names troops or a general, or adds details to the part before it."""

from __future__ import annotations

import re
from collections.abc import Callable

from orbat.list_reader import army_numbers
from orbat.list_reader.meaning import Describer, Description
from orbat.list_reader.numbers import NumberReading, number_readings
from orbat.list_reader.vocabulary import vocabulary_of
from orbat.list_reader.words import (
    GUNS,
    LENGTHS,
    MEN,
    POINTS,
    PRICE,
    RATINGS,
    STANDS,
    TOTAL,
    UNIT_NOUNS,
    without_accents,
    words_of,
)
from orbat.model.ruleset import Ruleset

_SPLIT = re.compile(
    r"\s+(?:with|plus|w/|&|\+)\s+(?!rifles?\b|r\b|minie)|"
    r",\s+(?:and\s+|plus\s+)?(?=(?:\d+(?: ?x ?| )|(?:one|two|three|four|an?) )[a-z])|"
    r"\s+and\s+(?=(?:\d+|one|two|three|four|an?)\s)|;\s+",
    re.I,
)
SUM_FIRST = re.compile(rf"\s*(?:{TOTAL}|sub|sous|=|{POINTS}\b)", re.I)
COUNTED = re.compile(r"\s*(?:\d+|one|two|three|four|five|six|an?)\b", re.I)
_JOINTS = r"[(\[{]|[)\]}]|[,;+] |\s(?:with|leads|leading|has|commands|plus|and|&|-)\s"
_PROPER = re.compile(r"\b[A-Z][a-z]{2,}|\b\d+(?:st|nd|rd|th|e|er)\b")
NOUN = re.compile(rf"\b{UNIT_NOUNS}\b", re.I)
_COUNTED_NOUN = re.compile(rf"\s*(?:\d+|one|an?) {UNIT_NOUNS}\b", re.I)
SIZE_FIRST = re.compile(rf"\s*\d+(?: ?x ?|[ -]?)(?:{STANDS}|{MEN}|{LENGTHS})\b", re.I)
_GUNS_ONLY = re.compile(rf"\s*\d+ ?x?[ -]?(?:[a-z]+ )?{GUNS}\W*(?:\d+ ?{POINTS}?)?\W*\Z|{GUNS}\s*[:=]\s*\d+\W*\Z", re.I)
_YES_NO = re.compile(r"[\w ]{1,20}[:=]\s*(?:yes|no|y|n|true|false|none)\W*\Z", re.I)
_PRICE_LABEL = re.compile(rf"\s*{PRICE}\s*[:=]", re.I)
_LABELS = frozenset(
    words_of("stand base gun size class rating quality weapon yes cost point price each unit value grade pt")
)
"""Labels before the numbers of a unit: `size: 12`."""


class LineParts:
    """Splits lines into parts under a ruleset. `is_known` checks whether words name troops of the army list."""

    def __init__(self, ruleset: Ruleset, is_known: Callable[[tuple[str, ...]], bool]) -> None:
        self.ruleset = ruleset
        self.describer = Describer(vocabulary_of(ruleset))
        self._is_known = is_known
        self._words = (ruleset.rating_word, *ruleset.rating_aliases, *RATINGS)
        self._ids = tuple(rating.id for rating in ruleset.ratings if rating.id.isdecimal())

    def readings(self, clean: str) -> tuple[NumberReading, ...]:
        """Readings of the numbers of a text, the likeliest first."""
        return number_readings(clean, self._words, self._ids)

    def is_name(self, clean: str) -> bool:
        """Whether a text names troops or a general without a price."""
        first = self.readings(clean)[0]
        description = self.describer.describe(first.rest)
        if (
            first.priced
            or (description.levels and not description.general)
            or army_numbers.mentions_sums(clean)
            or clean.endswith(":")
        ):
            return False
        return (
            (description.general and not description.kinds)
            or bool(description.kinds)
            or self._is_known(description.words)
            or bool(description.unknown_words)
        )

    def stands_alone(self, clean: str) -> bool:
        """Whether a part of a line is an item on its own."""
        description = self.describe(clean)
        numbers = any(map(str.isdigit, clean))
        if description.armed and self.is_addition(clean):
            return False
        return numbers and (
            bool(description.kinds and not description.armed)
            or description.general
            or army_numbers.mentions_sums(clean)
            or self._is_known(description.words)
        )

    def is_addition(self, clean: str) -> bool:
        """Whether a text consists only of sizes, ratings, prices and options."""
        first = self.readings(clean)[0]
        description = self.describer.describe(first.rest)
        if _YES_NO.match(clean) and (description.options or description.refused):
            return True
        if (
            description.kinds
            and not description.armed
            and not (set(description.kinds) <= self.describer.guns and _GUNS_ONLY.match(clean))
        ):
            return False
        if (
            description.levels
            or description.general
            or (SUM_FIRST.match(without_accents(clean)) and not _PRICE_LABEL.match(clean))
        ):
            return False
        named = set(description.unknown_words) - _LABELS
        has_details = (
            first.size is not None
            or first.rating
            or first.priced
            or description.options
            or description.refused
            or description.rating
        )
        return not named and bool(has_details)

    def purchases_in(self, clean: str) -> list[str]:
        """Split a line into purchases: troops or generals, each with a size, rating or price. Empty if there are
        none."""
        parts: list[str] = []
        for piece in _outside_brackets(clean):
            if parts and (
                self.is_addition(piece)
                or not self._is_complete(parts[-1])
                or self._is_option(piece, parts[-1])
                or not self._is_named(piece)
            ):
                parts[-1] = f"{parts[-1]}, {piece}"
            else:
                parts.append(piece)
        return parts if all(self._is_complete(part) and self._is_named(part) for part in parts) else []

    def _is_named(self, clean: str) -> bool:
        description = self.describe(clean)
        if army_numbers.mentions_sums(clean) or description.armed:
            return False
        return (
            bool(description.kinds)
            or description.general
            or self._is_known(description.words)
            or bool(_PROPER.search(clean))
        )

    def _is_option(self, clean: str, before: str) -> bool:
        """Whether `clean` is only an option, without numbers, for the guns in `before`. False if `before` already has a
        price."""
        description = self.describe(clean)
        only = bool(description.options) and not description.unknown_words and not any(map(str.isdigit, clean))
        guns = {*description.kinds} <= self.describer.guns and {*self.describe(before).kinds} & self.describer.guns
        return only and bool(guns) and not self.readings(before)[0].priced

    def _is_complete(self, clean: str) -> bool:
        first = self.readings(clean)[0]
        return first.size is not None or bool(first.rating) or first.priced

    def chunks(self, clean: str) -> list[str]:
        """Split a line before each part that starts a purchase. Every other part stays joined to the part before it."""
        chunks: list[str] = []
        at = 0
        for found in _SPLIT.finditer(clean):
            before, after = clean[at : found.start()], clean[found.end() :]
            if before.count("(") != before.count(")") or not self._names_troops(before):
                continue
            if not self._starts_purchase(after, before, joined="plus" in found[0] or "+" in found[0]):
                continue
            if found[0].strip() == "," and _COUNTED_NOUN.match(after) and self._is_only_named(before):
                continue
            chunks.append(before)
            at = found.end()
        return [*chunks, clean[at:]]

    def _is_only_named(self, clean: str) -> bool:
        return (
            not self._is_complete(clean) and self.readings(clean)[0].count is None and not self.describe(clean).general
        )

    def _names_troops(self, clean: str) -> bool:
        description = self.describe(clean)
        return description.general or bool(description.kinds)

    def _starts_purchase(self, clean: str, before: str, *, joined: bool) -> bool:
        """Whether a part starts a new purchase after the part `before`."""
        following = _SPLIT.search(clean)
        clean = clean[: following.start()] if following else clean
        description = self.describe(clean)
        if SIZE_FIRST.match(clean) or (clean[:1].isdigit() and self.readings(clean)[0].count is None):
            return False
        if not description.kinds:
            return description.general and bool(COUNTED.match(clean))
        if description.armed and not COUNTED.match(clean):
            return False
        guns = set(description.kinds) <= self.describer.guns
        if guns and not NOUN.search(clean):
            return self.describe(before).general
        return joined or bool(COUNTED.match(clean)) or self.describe(before).general

    def describe(self, clean: str) -> Description:
        """Describe the words of a text. Numbers in the text are ignored."""
        return self.describer.describe(self.readings(clean)[0].rest)


def _outside_brackets(clean: str) -> list[str]:
    pieces, depth, start = [], 0, 0
    for found in re.finditer(_JOINTS, clean, re.I):
        if found[0][0] not in "([{)]}":
            if depth == 0:
                pieces.append(clean[start : found.start()])
                start = found.end()
        else:
            depth = max(0, depth + (1 if found[0] in "([{" else -1))
    return [piece.strip() for piece in (*pieces, clean[start:]) if piece.strip()]
