"""Find out what a text says about troops, and cut lines into segments that are each about one purchase."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from orbat.list_reader import army_numbers
from orbat.list_reader.matching import CERTAIN, Matcher
from orbat.list_reader.meaning import Describer, Description
from orbat.list_reader.roles import TAKEN_MARK, Number, TypedPoints, numbers_of
from orbat.list_reader.vocabulary import vocabulary_of
from orbat.list_reader.words import (
    EACH,
    FREE,
    GENERIC,
    I_AM,
    LABELS,
    LENGTHS,
    MEN,
    MOUNTED_OR_NOT,
    POINTS,
    PRICE,
    RATINGS,
    SAME_AGAIN,
    STANDS,
    TOTAL,
    UNIT_NOUNS,
    without_accents,
)
from orbat.model.points import Points
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset

_SIZED = frozenset({"size", "guns", "guns_first", "men", "figures", "pair", "inches", "length"})
_SIGNED = frozenset({"piece", "each", "at", "label", "equals", "points", "bracket", "addend"})
"""Contexts in which a sign or word marks a price."""
_COUNTED = frozenset({"times", "gun_times", "units", "of_name", "squadrons", "addends"})


class Facts(Value):
    """What is known about the numbers of a text before orbat decides what each number means.

    - `rest`: the text with placeholders instead of numbers. A number that is part of a name is not replaced.
    - `sized`, `rated`, `priced`, `counted`: whether a number looks like a size, a rating, a price or a count of units.
    """

    rest: str
    numbers: tuple[Number, ...]
    description: Description
    sized: bool
    rated: bool
    priced: bool
    counted: bool

    @property
    def only_price(self) -> bool:
        """Whether a number in the text can only be a price, because the text has no size, rating or count."""
        return not (self.sized or self.rated or self.counted)

    def numbers_in(self, *contexts: str) -> tuple[Number, ...]:
        """The numbers that were found by the patterns with these ids."""
        return tuple(number for number in self.numbers if number.context in contexts)

    @property
    def has_size(self) -> bool:
        """Whether a size is written with its noun, such as `12 stands`, or in a product, such as `12 x 4 = 48`."""
        return self.sized or bool(self.numbers_in("price"))

    @property
    def counts_rated(self) -> bool:
        """Whether the text has a number, and names troops and their rating in words, such as `2 hussars standard`."""
        described = self.description
        return bool(self.numbers_in("first") and described.kinds and described.rating) and not described.levels

    @property
    def price(self) -> TypedPoints | None:
        """The number that is most likely the price of the whole text, in points."""
        priced = [number for number in self.numbers if number.cost("line") <= 2]
        return min(priced, key=lambda number: (number.cost("line"), -number.start)).value if priced else None

    @property
    def each(self) -> TypedPoints | None:
        """The number that is most likely the price of one item, in points."""
        return next((number.value for number in self.numbers if number.context in ("each", "at", "piece")), None)

    @property
    def count(self) -> int | None:
        """The number that most likely counts units, such as 3 in `3 battalions`."""
        counting = [
            number for number in self.numbers if number.cost("count") <= 1.5 and number.value == int(number.value)
        ]
        counting = [number for number in counting if number.context != "first" or number.value < 10]
        return int(counting[0].value) if counting else None


class Segmenter:
    """Finds numbers and names of troops in typed texts, and splits texts that name several troops.

    `matcher` knows the names of troops in the army list; None without an army list.
    """

    def __init__(self, ruleset: Ruleset, matcher: Matcher | None) -> None:
        self.ruleset = ruleset
        self.describer = Describer(vocabulary_of(ruleset))
        self._matcher = matcher
        self.rating_words = (ruleset.rating_word, *ruleset.rating_aliases, *RATINGS)
        self.rating_ids = tuple(rating.id for rating in ruleset.ratings if rating.id.isdecimal())
        self.facts = lru_cache(1 << 13)(self._facts)
        self._needs_only_name = False

    def _facts(self, text: str) -> Facts:
        numbers = numbers_of(text, self.rating_words, self.rating_ids)
        rest = blanked(text, numbers)
        contexts = {number.context for number in numbers}
        last = any(
            number.context in ("last", "before_bracket") or (number.context == "first" and number.cost("line") < 0.5)
            for number in numbers
        )
        return Facts(
            rest,
            numbers,
            self.describer.describe(rest),
            bool(contexts & _SIZED),
            bool(contexts & {"class", "second", "graded"}),
            bool(contexts & _SIGNED) or last,
            bool(contexts & _COUNTED),
        )

    def is_known(self, words: tuple[str, ...]) -> bool:
        """Whether words certainly name troops of the army list."""
        matches = self._matcher.match(words, frozenset()) if self._matcher else ()
        return bool(matches) and matches[0].similarity >= CERTAIN

    def is_name(self, text: str) -> bool:
        """Whether a text names troops or a general, without a price."""
        facts = self.facts(text)
        description = facts.description
        if (
            facts.priced
            or (description.levels and not description.general)
            or army_numbers.mentions_sums(text)
            or (text.endswith(":") and not description.kinds)
        ):
            return False
        return (
            description.general
            or bool(description.kinds or description.unknown_words)
            or self.is_known(description.words)
        )

    def is_addition(self, text: str) -> bool:
        """Whether a text consists only of sizes, ratings, prices and options."""
        if text.rstrip().endswith("?"):
            return False
        facts = self.facts(text)
        description = facts.description
        if _YES_NO.match(text) and (description.options or description.refused):
            return True
        only_guns = (
            set(description.kinds) <= self.describer.guns
            and not set(description.unknown_words) - LABELS
            and not NOUN.search(text)
            and not (facts.counted and facts.priced)
        )
        if description.kinds and not description.armed and not only_guns:
            return False
        is_sum = SUM_FIRST.match(without_accents(text)) and not _PRICE_LABEL.match(text)
        if description.levels or description.general or is_sum:
            return False
        named = set(description.unknown_words) - LABELS
        return not named and bool(
            facts.sized
            or facts.rated
            or facts.priced
            or description.options
            or description.refused
            or description.rating
        )

    def continues(self, above: str, below: str) -> bool:
        """Whether a line continues the unit of the line above: `12 stands, class` and `3, rifles, 48 points`."""
        upper = self.facts(above)
        if not (upper.sized or upper.rated) or upper.numbers_in("points", "equals"):
            return False
        if _ONLY_PRICE.match(below) and not upper.priced:
            return True
        ends = without_accents(above).casefold().rstrip(" .")
        if below[:1].isdigit() and any(ends.endswith(word) for word in self.rating_words):
            return True
        return (above.rstrip().endswith(",") or not upper.priced) and self._only_details(below)

    def _only_details(self, text: str) -> bool:
        facts = self.facts(text)
        optional = facts.description.options or facts.description.refused or facts.rated
        return facts.priced and bool(optional) and self.is_addition(text)

    def stands_alone(self, text: str) -> bool:
        """Whether a part of a line can be a line of its own, because it is about troops, a general or a sum."""
        facts = self.facts(text)
        description = facts.description
        if description.armed and self.is_addition(text):
            return False
        if self.pays_named(facts):
            return True
        if not description.kinds and _FREE.search(without_accents(text)) and PROPER.search(text.title()):
            return True  # the player
        return any(map(str.isdigit, text)) and (
            bool(description.kinds and not description.armed)
            or description.general
            or army_numbers.mentions_sums(text)
            or bool(SAYS_SUM.match(text))
            or self.is_known(description.words)
        )

    def _is_complete(self, text: str) -> bool:
        facts = self.facts(text)
        stated = facts.sized or facts.rated or facts.priced or self.pays_general(facts) or self.is_named_unit(facts)
        return stated or bool(SAME_AGAIN.search(text))

    def is_named_unit(self, facts: Facts) -> bool:
        """Whether a text names a unit, in a typed list whose units have neither sizes nor ratings nor prices."""
        described = facts.description
        named = any(word[0] != "#" for word in described.words) and self.is_known(described.words)
        staff = described.general or described.levels
        return self._needs_only_name and (bool(described.kinds) or named) and not staff

    def pays_named(self, facts: Facts) -> bool:
        """Whether a text names somebody and has the price of a general, without a size, rating or count."""
        named = any(map(self._may_be_name, facts.description.unknown_words))
        return named and facts.only_price and facts.price in self.general_prices

    def pays_general(self, facts: Facts) -> bool:
        """Whether a text names a formation or rank, has the price of a general, and has no size, rating or count."""
        ranked = facts.description.levels or facts.description.general
        return bool(ranked) and facts.only_price and facts.price in self.general_prices

    @cached_property
    def general_prices(self) -> frozenset[Points]:
        """The prices of generals, in points."""
        return self.ruleset.general_prices

    @cached_property
    def unit_prices(self) -> frozenset[Points]:
        """The prices of units in a ruleset without sizes and ratings, in points; empty in other rulesets."""
        kinds = self.ruleset.kinds.values()
        if self.ruleset.sizes or any(kind.rating != "none" or kind.price.per == "size" for kind in kinds):
            return frozenset()
        return frozenset(kind.price.points for kind in kinds if kind.price.points and not kind.staff)

    def is_complete(self, text: str) -> bool:
        """Whether a text has a size, rating or price, or is about a general or a sum."""
        return (
            self.facts(text).description.general
            or self._is_complete(text)
            or army_numbers.mentions_sums(text)
            or bool(_FREE.search(without_accents(text)))
        )

    def _is_named(self, text: str) -> bool:
        facts = self.facts(text)
        description = facts.description
        if (
            facts.sized
            and facts.rated
            and (any(map(self._may_be_name, description.unknown_words)) or PROPER.search(text))
        ):
            return True
        if army_numbers.mentions_sums(text):
            return False
        if description.armed:
            return self.is_known(description.words) or bool(PROPER.search(text))
        return (
            bool(description.kinds)
            or description.general
            or self.is_known(description.words)
            or bool(PROPER.search(text))
        )

    def _may_be_name(self, word: str) -> bool:
        label = word in LABELS or word in self.rating_words or _COUNTED_NOUNS.fullmatch(word)
        return word.isalpha() and len(word) >= _MIN_NAME and not label

    def purchases_in(self, text: str) -> list[str]:
        """Split a text into parts that each name troops or a general, with a size, rating or price.

        Returns [] if the text cannot be split in this way.
        """
        pieces = _outside_brackets(text)
        facts, outside = self.facts(text), self.facts(BRACKETS.sub("", text))
        given = facts.priced or outside.sized or outside.rated or self._needs_only_name
        if not given and (unpriced := self._unpriced(pieces)):
            return unpriced
        if len(enumerated := self._enumerated(pieces)) > 1:
            return enumerated
        parts: list[str] = []
        for joint, piece in pieces:
            if parts and (
                _is_numbered(parts[-1])
                or (self.is_addition(piece) and not self._are_other_guns(piece, parts[-1]))
                or not self._is_complete(parts[-1])
                or self._is_option(piece, parts[-1])
                or not (self._is_named(piece) or self._are_other_guns(piece, parts[-1]))
                or self._completes(piece, parts[-1])
                or (self._needs_only_name and self._is_same_unit(joint, piece))
            ):
                parts[-1] = f"{parts[-1]}{joint}{piece}"
            else:
                parts.append(piece)
        parts = self._with_prices(parts)
        named = (self._is_named(part) or self.facts(part).description.calibres for part in parts)
        return parts if all(map(self._is_complete, parts)) and all(named) else []

    def _is_same_unit(self, joint: str, piece: str) -> bool:
        # In lists of names, `A & B`, `A - grenadiers`, `A, in line` and `cuirassiers, brigade Adams` are one unit each.
        if {*self.facts(piece).description.words} - GENERIC <= _OF_ARM:
            return True
        joined = joint.strip() not in (",", ";", "+") and not _COUNTED_ONE.match(piece)
        return joined or _APPOSITION.match(piece) is not None

    def _enumerated(self, pieces: list[tuple[str, str]]) -> list[str]:
        # The parts of an enumeration in which each part ends with its price: `Adams, 12 stands (36), Grey, hussars 40`.
        # Words after the last price that say nothing about troops are left out.
        parts, rest, first = [], "", ""
        for joint, piece in pieces:
            rest, first = (f"{rest}{joint}{piece}", first) if rest else (piece, joint)
            if self._ends_purchase(first, rest):
                parts.append(rest)
                rest = ""
        if rest and parts and (found := _PRICE_WITH_REMARK.match(rest)) and self._ends_purchase(",", found[1]):
            parts, rest = ([*parts, found[1]], "") if self.is_remark(found[2]) else (parts, rest)
        return [] if rest else parts

    def _unpriced(self, pieces: list[tuple[str, str]]) -> list[str]:
        # The parts of an enumeration without prices, in which each part has a rating or a number of units: `Adams
        # superior, Grey standard` or `3 line battalions plus a battery`. A general may stand first.
        parts = [""]
        for joint, piece in pieces:
            described = self.facts(piece).description
            graded = self.describer.vocabulary.corrected(described.unknown_words)
            named = (described.kinds and not described.armed) or {*self.describer.without_grades(graded)} - LABELS
            counted = (_COUNTED_FIRST.match(piece) and not _COUNTED_NOUN.match(piece)) or joint.strip() == "plus"
            leads = described.general and parts == [""]
            if leads or (not described.general and named and (described.rating or (counted and described.kinds))):
                parts.append(piece)
            else:
                parts[-1] = f"{parts[-1]}{joint}{piece}"
        return [] if parts[0] else parts[1:]

    def unpriced_units(self, text: str) -> list[str]:
        """Split a text into parts that each name troops and have no price. Returns [] if that is not possible."""
        parts = [piece for _, piece in _outside_brackets(text)]
        return parts if all(map(self._is_unpriced, parts)) else []

    def _is_unpriced(self, text: str) -> bool:
        facts = self.facts(text)
        described = facts.description
        named = bool(described.kinds and not described.armed) or self.is_known(described.words)
        bought = self._needs_only_name or facts.has_size or facts.rated or bool(described.rating) or facts.counted
        priced = any(number.cost("line") < min(map(number.cost, _OF_UNIT)) for number in facts.numbers)
        return named and bought and not (described.general or described.levels or priced)

    def is_remark(self, text: str) -> bool:
        """Whether a text says nothing about troops."""
        described = self.facts(text).description
        about = described.kinds or described.options or described.rating or described.levels or described.general
        return not (about or self.is_known(described.words) or PROPER.search(text))

    def _ends_purchase(self, joint: str, piece: str) -> bool:
        """Whether a part of an enumeration names troops or a general and ends with a price: `foot artillery (12)`."""
        facts = self.facts(piece)
        description = facts.description
        if self.pays_general(facts):
            return True
        named = (description.kinds and not description.armed) or set(description.unknown_words) - LABELS
        last = facts.numbers[-1] if facts.numbers else None
        if last is None or not named or description.levels or not _ENDS_WITH_PRICE.match(piece, last.end):
            return False
        numbered = _is_numbered(piece) and last.value not in self.unit_prices
        if numbered or piece[last.start - 1].isalpha():
            return False  # such as `Regt 40`
        bracketed = piece[last.end :].lstrip().startswith(")")
        if last.value < _MIN_PRICE or not (bracketed or joint.strip() in _ENUMERATING):
            return False
        priced = min(last.cost("line"), last.cost("each")) <= _LIKELY
        return priced and not army_numbers.mentions_sums(BRACKETS.sub("", piece))

    def _are_other_guns(self, text: str, before: str) -> bool:
        # A calibre with a price, after troops with a price that are no guns: `12-pdr 60`.
        facts, earlier = self.facts(text), self.facts(before)
        guns = {*earlier.description.kinds} & self.describer.guns
        both_sized = facts.sized and earlier.sized and {*facts.description.kinds} & self.describer.guns
        other = both_sized if guns else facts.description.calibres
        return bool(other) and facts.priced and earlier.priced

    def _completes(self, text: str, before: str) -> bool:
        # The text only names the kind of the units counted before it: `2 squadrons of 6 stands, hussars`.
        facts, counted = self.facts(text), self.facts(before)
        only_kind = not (facts.sized or facts.counted or facts.priced or facts.description.unknown_words)
        kinds = bool(facts.description.kinds)
        if self._needs_only_name and only_kind and kinds and not counted.description.kinds:
            return True
        return only_kind and kinds and counted.counted and counted.sized and not counted.rated

    def _with_prices(self, parts: list[str]) -> list[str]:
        if not any(self.facts(part).priced for part in parts):
            return parts
        joined: list[str] = []
        for part in parts:
            if joined and not self.facts(joined[-1]).priced:
                joined[-1] = f"{joined[-1]}, {part}"
            else:
                joined.append(part)
        if len(joined) > 1 and not self.facts(joined[-1]).priced:
            joined[-2:] = [f"{joined[-2]}, {joined[-1]}"]
        return joined

    def _is_option(self, text: str, before: str) -> bool:
        description = self.facts(text).description
        only = bool(description.options) and not description.unknown_words and not any(map(str.isdigit, text))
        facts = self.facts(before)
        guns = {*description.kinds} <= self.describer.guns and {*facts.description.kinds} & self.describer.guns
        return only and bool(guns) and not facts.priced


def blanked(text: str, numbers: tuple[Number, ...]) -> str:
    """Replace the numbers of a text by placeholders, except numbers that belong to names."""
    for number in numbers:
        if not number.is_in_name:
            text = text[: number.start] + TAKEN_MARK * (number.end - number.start) + text[number.end :]
    return text


SUM_FIRST = re.compile(rf"\s*(?:{TOTAL}|sub|sous|[=>]+|{POINTS}\b)", re.I)
SAYS_SUM = re.compile(r"\s*(?:so|that(?:'s| is| lot| brigade)?|makes?|=)\W*(?:makes? |is |comes to )?\d+\W*\Z", re.I)
"""A sentence that only states a sum: `So 78.`"""
_OF_UNIT = ("count", "size", "rating", "name")
"""Roles of the numbers of a unit without a price."""
_MIN_NAME = 4
"""Minimum length of a word in small letters that is read as a name."""
_COUNTED_NOUNS = re.compile(rf"{STANDS}|{MEN}|{LENGTHS}|{POINTS}", re.I)
_ENUMERATING = frozenset({"", ",", ";", "+", "&", "/", "|", "\u2022", "\u00b7", "and", "und", "u.", "et", "plus"})
_MIN_PRICE = 5
"""A smaller number at the end of a piece is part of a name: `Adams 2`."""
_FREE = re.compile(f"{FREE}|{I_AM}", re.I)
_ONLY_PRICE = re.compile(rf"[\s-]*(?:\d+ ?)?{POINTS}\W*\Z", re.I)
_ENDS_WITH_PRICE = re.compile(rf" ?(?:{POINTS}|P\b)? ?(?:{EACH})?\W*\Z", re.I)
_PRICE_WITH_REMARK = re.compile(rf"(.*\d ?(?:{POINTS})?) ([^\W\d][^\d]*)\Z", re.I)
BRACKETS = re.compile(r"\([^()]*\)")
_LIKELY = 0.6
"""Maximum cost of a price at the end of a part of an enumeration."""
_OF_ARM = MOUNTED_OR_NOT | {"infantry", "cavalry", "line", "en", "als"}
_COUNTED_ONE = re.compile(r"(?:\d+|one|an?|une?|eine?|des?|du|de l)\b ?(?!st|nd|rd|th|er)", re.I)
_APPOSITION = re.compile(r"(?:brigade|bde|brig)\b(?! de\b)|(?:so|as|als|counts?|counted|donc|comme)\b", re.I)
"""More about the troops before it: `cuirassiers, brigade Adams`."""
_COUNTED_FIRST = re.compile(r"\s*(?:1?\d|one|two|three|four|five|six|an?)\b", re.I)
_NUMBERED = re.compile(rf"(?:{UNIT_NOUNS}|brigade|division) \d{{1,3}}\Z", re.I)
"""The end of a name with a number, such as `Grenz-Regt 13`."""
_JOINTS = (
    r"[(\[{]|[)\]}]|[,;+] |\s(?:with|leads|leading|has|commands|plus|and|mit|sowie|dazu|und|u\.|"
    r"avec|puis|et|&|-|/|\||\u2022|\u00b7)\s"
)
PROPER = re.compile(r"\b[A-Z][a-z]{2,}|\b\d+(?:st|nd|rd|th|e|er)\b")
NOUN = re.compile(rf"\b{UNIT_NOUNS}\b", re.I)
_COUNTED_NOUN = re.compile(rf"\s*(?:\d+|one|an?) {UNIT_NOUNS}\W*\Z", re.I)
_YES_NO = re.compile(r"[\w ]{1,20}[:=]\s*(?:yes|no|y|n|true|false|none)\W*\Z", re.I)
_PRICE_LABEL = re.compile(rf"\s*{PRICE}\s*[:=]", re.I)


def _is_numbered(text: str) -> bool:
    # Only the last two words matter: a search in the whole of a long text is slow.
    return text[-1:].isdigit() and _NUMBERED.search(" ".join(text.rsplit(" ", 2)[-2:])) is not None


def _outside_brackets(text: str) -> list[tuple[str, str]]:
    pieces: list[tuple[str, str]] = []
    depth, start, joint = 0, 0, ""
    for found in re.finditer(_JOINTS, text, re.I):
        if found[0][0] not in "([{)]}":
            if depth == 0:
                pieces.append((joint, text[start : found.start()].strip()))
                start, joint = found.end(), found[0]
        else:
            depth = max(0, depth + (1 if found[0] in "([{" else -1))
    pieces.append((joint, text[start:].strip()))
    return [(joint, piece) for joint, piece in pieces if piece]
