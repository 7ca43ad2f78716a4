"""The parts of a typed line: which of them name troops, which only add to those before them."""

from __future__ import annotations

import re
from collections.abc import Callable

from orbat.list_reader import army_numbers
from orbat.list_reader.meaning import Described, Describer
from orbat.list_reader.numbers import NumberReading, facts_of
from orbat.list_reader.vocabulary import vocabulary_of
from orbat.list_reader.words import GUNS, LENGTHS, MEN, NOUNS, POINTS, PRICE, RATINGS, STANDS, TOTAL, plain, words_of
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
NOUN = re.compile(rf"\b{NOUNS}\b", re.I)
_COUNTED_NOUN = re.compile(rf"\s*(?:\d+|one|an?) {NOUNS}\b", re.I)
SIZE_FIRST = re.compile(rf"\s*\d+(?: ?x ?|[ -]?)(?:{STANDS}|{MEN}|{LENGTHS})\b", re.I)
_GUNS_ONLY = re.compile(rf"\s*\d+ ?x?[ -]?(?:[a-z]+ )?{GUNS}\W*(?:\d+ ?{POINTS}?)?\W*\Z|{GUNS}\s*[:=]\s*\d+\W*\Z", re.I)
_YES_NO = re.compile(r"[\w ]{1,20}[:=]\s*(?:yes|no|y|n|true|false|none)\W*\Z", re.I)
_PRICE_LABEL = re.compile(rf"\s*{PRICE}\s*[:=]", re.I)
_LABELS = frozenset(
    words_of("stand base gun size class rating quality weapon yes cost point price each unit value grade pt")
)
"""Words that stand before a number in a list of a unit's facts."""


class Parts:
    """Tells the parts of lines under a ruleset; `knows` tells whether some words are the name of troops of the list."""

    def __init__(self, ruleset: Ruleset, knows: Callable[[tuple[str, ...]], bool]) -> None:
        self.ruleset = ruleset
        self.teller = Describer(vocabulary_of(ruleset))
        self._knows = knows
        self._words = (ruleset.rating_word, *ruleset.rating_aliases, *RATINGS)
        self._ids = tuple(rating.id for rating in ruleset.ratings if rating.id.isdecimal())

    def facts(self, said: str) -> tuple[NumberReading, ...]:
        """The readings of the numbers of a text, each with the words that are left."""
        return facts_of(said, self._words, self._ids)

    def names(self, said: str) -> bool:
        """Whether a text names troops or a general and says no price."""
        first = self.facts(said)[0]
        told = self.teller.tell(first.rest)
        if first.priced or (told.levels and not told.general) or army_numbers.is_claiming(said) or said.endswith(":"):
            return False
        return (told.general and not told.kinds) or bool(told.kinds) or self._knows(told.words) or bool(told.own)

    def stands_alone(self, said: str) -> bool:
        """Whether a part of a line buys or says something by itself."""
        told = self.told_in(said)
        numbers = any(map(str.isdigit, said))
        if told.armed and self.adds(said):
            return False
        return numbers and (
            bool(told.kinds and not told.armed)
            or told.general
            or army_numbers.is_claiming(said)
            or self._knows(told.words)
        )

    def adds(self, said: str) -> bool:
        """Whether a text has nothing but sizes, ratings, prices and options."""
        first = self.facts(said)[0]
        told = self.teller.tell(first.rest)
        if _YES_NO.match(said) and (told.options or told.refused):
            return True
        if told.kinds and not told.armed and not (set(told.kinds) <= self.teller.guns and _GUNS_ONLY.match(said)):
            return False
        if told.levels or told.general or (SUM_FIRST.match(plain(said)) and not _PRICE_LABEL.match(said)):
            return False
        named = set(told.own) - _LABELS
        says = first.size is not None or first.rating or first.priced or told.options or told.refused or told.rating
        return not named and bool(says)

    def listed(self, said: str) -> list[str]:
        """The parts of a line that each name troops or a general with a size, a rating or a price of their own."""
        parts: list[str] = []
        for piece in _outside_brackets(said):
            if parts and (
                self.adds(piece)
                or not self._is_whole(parts[-1])
                or self._is_option(piece, parts[-1])
                or not self._is_named(piece)
            ):
                parts[-1] = f"{parts[-1]}, {piece}"
            else:
                parts.append(piece)
        return parts if all(self._is_whole(part) and self._is_named(part) for part in parts) else []

    def _is_named(self, said: str) -> bool:
        told = self.told_in(said)
        if army_numbers.is_claiming(said) or told.armed:
            return False
        return bool(told.kinds) or told.general or self._knows(told.words) or bool(_PROPER.search(said))

    def _is_option(self, said: str, before: str) -> bool:
        """Whether a piece without a figure is an option of the guns before it, whose price is still to come."""
        told = self.told_in(said)
        only = bool(told.options) and not told.own and not any(map(str.isdigit, said))
        guns = {*told.kinds} <= self.teller.guns and {*self.told_in(before).kinds} & self.teller.guns
        return only and bool(guns) and not self.facts(before)[0].priced

    def _is_whole(self, said: str) -> bool:
        first = self.facts(said)[0]
        return first.size is not None or bool(first.rating) or first.priced

    def chunks(self, said: str) -> list[str]:
        """The parts of a line that each buy something; a part that buys nothing belongs to the one before it."""
        chunks: list[str] = []
        at = 0
        for found in _SPLIT.finditer(said):
            before, after = said[at : found.start()], said[found.end() :]
            if before.count("(") != before.count(")") or not self._buys(before):
                continue
            if not self._begins(after, before, joined="plus" in found[0] or "+" in found[0]):
                continue
            if found[0].strip() == "," and _COUNTED_NOUN.match(after) and self._is_only_named(before):
                continue
            chunks.append(before)
            at = found.end()
        return [*chunks, said[at:]]

    def _is_only_named(self, said: str) -> bool:
        """Whether a part names troops without a number: what is counted behind it are their battalions."""
        return not self._is_whole(said) and self.facts(said)[0].count is None and not self.told_in(said).general

    def _buys(self, said: str) -> bool:
        told = self.told_in(said)
        return told.general or bool(told.kinds)

    def _begins(self, said: str, before: str, *, joined: bool) -> bool:
        """Whether a part begins something that is bought, after what stands before it."""
        following = _SPLIT.search(said)
        said = said[: following.start()] if following else said
        told = self.told_in(said)
        if SIZE_FIRST.match(said) or (said[:1].isdigit() and self.facts(said)[0].count is None):
            return False
        if not told.kinds:
            return told.general and bool(COUNTED.match(said))
        if told.armed and not COUNTED.match(said):
            return False
        guns = set(told.kinds) <= self.teller.guns
        if guns and not NOUN.search(said):
            return self.told_in(before).general
        return joined or bool(COUNTED.match(said)) or self.told_in(before).general

    def told_in(self, said: str) -> Described:
        """What the words of a text tell, numbers apart."""
        return self.teller.tell(self.facts(said)[0].rest)


def _outside_brackets(said: str) -> list[str]:
    """The pieces of a line between commas, semicolons and plus signs that stand in no brackets."""
    pieces, depth, start = [], 0, 0
    for found in re.finditer(_JOINTS, said, re.I):
        if found[0][0] not in "([{)]}":
            if depth == 0:
                pieces.append(said[start : found.start()])
                start = found.end()
        else:
            depth = max(0, depth + (1 if found[0] in "([{" else -1))
    return [piece.strip() for piece in (*pieces, said[start:]) if piece.strip()]
