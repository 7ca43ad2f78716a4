"""The roles that each number of a typed line may have, judged by the words and signs next to it.

Every number has costs: 0 for a role that the words next to it name, more for roles that are possible, and none for
roles that are impossible. The reader later chooses the roles with the lowest costs for all lines of the same shape.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from orbat.list_reader.words import (
    COMPANIES,
    EACH,
    GUNS,
    LENGTHS,
    MEN,
    POINTS,
    PRICE,
    SQUADRONS,
    STANDS,
    UNIT_NOUNS,
    without_accents,
)
from orbat.model.points import exact
from orbat.model.record import Value

TypedPoints = int | Fraction

TAKEN_MARK = "\x01"
"""Replaces each character of a number that is not part of a name."""
DROPPED = 5.0
"""Cost of a number to which the reading gives no meaning."""
IMPOSSIBLE = 9.0
"""Cost of a role that the words next to the number do not allow."""


class Number(Value):
    """A number of a line, with its place in the cleaned text and the cost of each role that it may have.

    `context` names the words and signs next to the number. Lines whose numbers have the same contexts have the same
    shape.
    """

    start: int
    end: int
    value: TypedPoints
    context: str
    costs: Mapping[str, float]

    def cost(self, role: str) -> float:
        """The cost of a role."""
        return self.costs.get(role, DROPPED if role == "outside" else IMPOSSIBLE)


ROMAN = {"iv": "4", "iii": "3", "ii": "2", "i": "1"}
_MONTHS = r"(?:jan|feb|fev|mar|maer|apr|avr|may|mai|jun|juin|jul|juil|aug|aout|sep|oct|okt|nov|dec|dez)[a-z]*\.?"
_NOUN_OF_UNIT = r"(?:stand|base|socle|basis|gun|model|piece|figure|element|peana|geschutz|kanone|canon)"
_N = r"(?P<n>\d{1,9}(?:\.\d{1,2})?)"
_FIGURES = r"fig(?:ure)?s?"
_ONE_UNIT = r"(?:battalion|regiment|battery|squadron|bn|btn|btl|bataillon|batterie|rgt|regt|bty|sqn)"
_COUNTED_SIZE = rf"(?!{_FIGURES}\b)(?:{STANDS}|{LENGTHS})"
_PTS = rf"(?:{POINTS}|p\b)"
_PER = rf"(?: ?(?:a|an|per|the|je|par|pro|le|la|the|/) ?|/){_NOUN_OF_UNIT}s?"

_SIZE = {"size": 0.0, "same": 0.3}
_PIECE = {"piece": 0.0, "each": 1.0}
_EACH_COSTS = {"each": 0.0, "piece": 0.6, "line": 2.5}
_AT = {"each": 0.2, "piece": 0.2, "line": 2.0, "size": 4.0}
_LINE = {"line": 0.0, "each": 1.2, "piece": 2.5, "same": 0.8}
_NAME = {"name": 0.0, "size": 7.0, "count": 7.0, "line": 7.0}

_RULES: tuple[tuple[str, str, Mapping[str, float]], ...] = (
    # names, dates and other numbers that are no property of the unit
    ("date", rf"\b{_N} {_MONTHS},?(?= ?'?\d\d(?:\d\d)?\b| *[,.)]|\s*\Z)", _NAME),
    ("date", rf"\b{_MONTHS} {_N}(?:st|nd|rd|th)?,? 1[4-9]\d\d\b", _NAME),
    ("date", r"\b(?P<n>\d{1,2})[./-]\d{1,2}[./-]\d{2,4}\b", _NAME),
    (
        "calibre",
        r"\b(?P<n>\d+) ?-?(?:pdrs?|prs?|pfd|pounders?|pfunder|pfunders|lbs?|lber|livres?|inch (?=\w*\W*(?:siege|mortar|how)))\b",
        _NAME,
    ),
    ("ordinal", r"\b(?P<n>\d+)(?:st|nd|rd|th|er|eme|ere|re|nde|e|de|d|o|a)\b(?! ?(?:class|kl))", _NAME),
    ("number", r"\b(?:no|nr|num|nos|ir|lir|hr|dr|kr|jg)\.? ?(?P<n>\d+)\b", _NAME),
    ("number", r"[#\u2116] ?(?P<n>\d+)\b", _NAME),
    (
        "number",
        rf"(?:\A|[ (])(?P<n>\d{{1,3}})\.(?= ?(?:{UNIT_NOUNS}|brigade|division|korps|[a-z]+(?:-| )(?:regiment|rgt|btl|bataillon|batl))\b)",
        _NAME,
    ),
    ("battalion", r"\b(?P<n>\d{1,2})/(?=\d{1,3}(?:st|nd|rd|th|e|er)\b|[A-Za-z])", _NAME),
    (
        "numbered",
        rf"\b(?:b(?:attalio)?n|btln|bde|brigade|bty|battery|batterie|regt|regiment|div|division|corps|coy|sqn) (?P<n>\d{{1,3}})\b"
        rf"(?!\.\d)(?! ?(?:x|-)? ?(?:{STANDS}|{GUNS}|{LENGTHS}|{MEN}|{POINTS}|{UNIT_NOUNS})\b)(?=.*\d)",
        {"name": 0.0, "size": 2.5},
    ),
    ("page", r"\b(?:page|seite|blatt|feuille|pagina) ?(?P<n>\d+)", _NAME),
    ("section", r"\b(?:v|sc|usc)? ?(?P<n>\d+)\.\d+\.\d+\.?\d*\b", _NAME),
    ("time", r"\b(?P<n>\d{1,2}):\d{2}\b", _NAME),
    ("year", rf"\b(?P<n>1[4-9]\d\d)(?:-\d\d(?:\d\d)?)?\b(?! ?(?:{POINTS}|men))", _NAME),
    ("number", r"(?:\A|(?<=[ (/]))(?P<n>\d{1,3})\.(?=/|[ /]?[^\W\d])", {"name": 0.1, "size": 5.0, "count": 3.0}),
    (
        "inches",
        r"\b(?P<n>\d+) ?(?:\"|''|inch(?:es)?\b|zoll\b|pouces?\b|in\b(?! (?:all|the|hand|total|reserve)))",
        {"inches": 0.0, "name": 1.5},
    ),
    ("measure", r"\b(?P<n>\d+) ?(?:cm|mm|yards?|yds|feet|ft|bp|sp|vp|pounds?)\b|\b\d+ ?%", _NAME),
    ("roman", r"(?P<n>(?!))", _NAME),
)


@lru_cache(64)
def _compiled(
    words: tuple[str, ...], ids: tuple[str, ...]
) -> tuple[tuple[str, re.Pattern[str], Mapping[str, float]], ...]:
    named = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    either = "|".join(map(re.escape, ids)) or r"(?!)"
    after: tuple[tuple[str, str, Mapping[str, float]], ...] = (
        (
            "limit",
            rf"\b(?:agreed|game|points?|army|battle|pts|force)[ -](?:size|limit|cap|max)[ :=]*{_N}\b",
            {"outside": 0.0},
        ),
        ("class", rf"\b(?:{named})[ .:={{-]*(?P<n>{either})(?!\d)(?![./]\d)(?!\.\d)", {"rating": 0.0}),
        ("class", rf"\b(?P<n>{either})(?:st|nd|rd|th|e|er|re|eme|de|nde|a|\.)? ?(?:{named})\b", {"rating": 0.0}),
        ("piece", rf"{_N} ?(?:{_PTS})?{_PER}\b", _PIECE),
        ("piece", rf"(?:@|\bat|\ba|\bzu|\bje) ?{_N}(?: ?{_PTS})? ?(?:a|per|/) ?{_NOUN_OF_UNIT}", _PIECE),
        ("size", rf"(?<![\d/.]){_N} ?(?:x ?)?-?(?:[a-z]+ )?(?P<w>{_COUNTED_SIZE})\b", _SIZE),
        ("figures", rf"(?<![\d/.]){_N} ?(?:x ?)?-?{_FIGURES}\b", {"size": 0.8, "figures": 0.6}),
        ("gun_times", rf"(?<![\d/.]){_N} ?x ?(?:[a-z]+ )?(?:{GUNS})\b(?! ?-)", {"count": 0.4, "size": 0.8}),
        ("guns_first", rf"\A\W*{_N} (?:[a-z]+ )?(?:{GUNS})\b(?! ?-)", {"size": 0.0, "count": 1.2, "line": 1.5}),
        (
            "guns",
            rf"(?<![\d/.]){_N} ?(?:x ?)?-?(?:(?:field|gun|real|smooth|rifled|siege|heavy|light|horse|glattrohr|glatte|gezogene|reitendes?|lisses|rayes)[ -])?(?P<w>{GUNS})\b(?! ?-)",
            {"size": 0.0, "real": 0.2, "same": 0.3, "count": 2.5, "name": 3.0},
        ),
        ("men", rf"\b{_N} ?-?(?:{MEN}|h\.|h\b)", {"men": 0.0, "size": 6.0}),
        (
            "size",
            rf"\b(?:(?:size|stands|bases|socles|basen|strength) ?[:=]? ?|{_COUNTED_SIZE} ?[:=] ?)(?P<n>\d{{1,2}})\b",
            _SIZE,
        ),
        ("guns", rf"(?:\A|[,;(-]|\s\s)\s*(?:{GUNS})\s*[:=]\s*(?P<n>\d{{1,2}})\b", _SIZE),
        (
            "each",
            rf"\b{_N} ?(?:{_PTS})? ?(?:{EACH}|a (?:battalion|bn|regiment|regt|unit|battery|bty|squadron|brigade))\b",
            _EACH_COSTS,
        ),
        ("at", rf"(?:@|\b(?:at|je|zu|a)(?= ?\d)) ?{_N}(?: ?{_PTS})?", _AT),
        ("squadrons", rf"\b{_N} ?(?:{SQUADRONS}|{COMPANIES})\b", {"count": 0.8, "name": 0.5, "size": 5.0}),
        (
            "of_name",
            r"\b(?P<n>\d) ?(?:battalion|bataillon|batallon|battaglione|squadron|btl\.?|bn|baon|bat\.?)(?![\w])(?! (?:of|each|x))",
            {"count": 0.4, "name": 1.0, "size": 4.0},
        ),
        (
            "battalions",
            rf"[(\[]{_N} (?!{_PTS})(?:{UNIT_NOUNS})\b[^()\[\]\d]*[)\]]",
            {"count": 0.0, "name": 1.0, "size": 4.0},
        ),
        (
            "units",
            rf"\b{_N} ?(?:x ?)?(?!{_PTS})(?:[a-z'-]+ ){{0,2}}?(?:{_ONE_UNIT})\b(?! (?:of|each))",
            {"count": 0.5, "name": 0.7, "size": 4.0},
        ),
        (
            "units",
            rf"\b{_N} ?(?:x ?)?(?!{_PTS})(?:[a-z'-]+ ){{0,2}}?(?:{UNIT_NOUNS})\b",
            {"count": 0.0, "name": 3.0, "size": 4.0},
        ),
        ("label", rf"\b{PRICE}[ :=|]+{_N}\b", _LINE),
        ("equals", rf"(?:=|\bso|\bfor|\bis|\bcosts?|\bsoit|\bmacht|->|=>|>>) ?{_N}\b(?: ?{_PTS})?", _LINE),
        ("points", rf"(?<![\d.]){_N} ?(?:{_PTS})", _LINE),
        ("before_at", rf"(?<![\d.]){_N}(?= ?@)", {"size": 0.4, "count": 0.6, "name": 2.5}),
        ("times", r"\b(?P<n>\d{1,3}) ?x(?= ?\d)", {"count": 0.5, "size": 0.9, "same": 0.2}),
        ("by", rf"(?<=x) ?{_N}\b(?=[^\d]|\Z)", {"size": 0.6, "each": 0.8, "piece": 0.8, "count": 1.1}),
        ("times", r"\b(?P<n>\d{1,3}) ?x\b", {"count": 0.6, "size": 0.9, "same": 0.2}),
        ("pair", r"(?<![\d/.])(?P<n>\d{1,2})(?= ?/ ?\d(?![\d/]))", {"size": 0.6, "name": 1.0, "count": 2.0}),
        ("second", r"(?<=\d/)(?P<n>\d)(?![\d/])|(?<=\d / )(?P<m>\d)(?![\d/])", {"rating": 0.5, "name": 1.0}),
        ("bracket", rf"[(\[] ?{_N}\+? ?(?:{_PTS})?[)\]]\W*\Z", {"line": 0.2, "each": 1.0, "size": 2.0, "count": 3.0}),
        (
            "before_bracket",
            rf"(?<![\d/.]){_N}(?= *\([^()]*\)\W*\Z)",
            {"line": 0.6, "each": 2.0, "size": 1.8, "count": 4.0, "name": 2.5},
        ),
        ("inside", rf"[(\[] ?{_N} ?[)\]]", {"size": 0.8, "line": 1.5, "count": 1.2, "name": 1.5}),
        ("first", rf"\A\W*{_N}(?=\W)", {"count": 0.7, "line": 1.4, "size": 1.8, "serial": 2.4, "name": 1.8}),
        (
            "last",
            rf"(?<![\d/.]){_N}\+?\W*\Z",
            {"line": 0.2, "each": 2.0, "size": 2.2, "count": 4.0, "name": 3.0, "same": 0.8},
        ),
        (
            "part",
            rf"(?<=, ){_N}(?= ?[,;\[]| - )",
            {
                "size": 1.0,
                "rating": 1.0,
                "line": 1.2,
                "piece": 1.2,
                "each": 2.0,
                "count": 4.0,
                "name": 4.2,
                "same": 1.2,
            },
        ),
        (
            "free",
            rf"(?<![\d.]){_N}(?![\d])",
            {
                "size": 1.0,
                "rating": 1.0,
                "line": 1.8,
                "piece": 1.2,
                "each": 2.0,
                "count": 2.5,
                "name": 1.6,
                "same": 1.2,
            },
        ),
    )
    return tuple((name, re.compile(pattern, re.I), costs) for name, pattern, costs in (*_RULES, *after))


_LARGE_FIRST = {"line": 0.3, "count": 3.0, "size": 2.5, "name": 2.5}
"""Costs of a large number at the start of a line, which is usually a price."""
_WORKING = re.compile(r"\b\d+ ?/ ?\d+ ?= ?\d+\b(?: lots? of \d+)?", re.I)
_MIXED_GUNS = re.compile(r"\b(\d{1,2}) ?x ?(?=\d+ ?-?(?:pdr|pr|pounder|lb|pfund|livre))", re.I)
"""The guns of a battery with several calibres: `2 x 6-pdr, 1 x 12-pdr`."""
_ADDED_SIZE = re.compile(rf"\b(\d{{1,2}}) ?\+ ?(\d{{1,2}}) ?(?:{STANDS}|{GUNS})\b", re.I)
_NESTED_SIZE = re.compile(rf"\b(\d{{1,2}}) ?(?:{STANDS}) of (\d{{1,2}}) ?(?:{STANDS})\b", re.I)
_ADDED_PRICE = re.compile(
    r"(?:x|@|at) ?(?:\( ?(\d{1,3})((?: ?\+ ?\d{1,3})+) ?\)|(\d{1,3})((?: ?\+ ?\d{1,3})+) ?= ?(\d{1,3})\b)", re.I
)
_PRODUCT = re.compile(
    rf"(?<![\d.])(\d{{1,3}}) ?(?:x|@|at) ?(\d{{1,3}})(?: ?{POINTS})?(?: ?{EACH})? ?(?:=|is|so|->) ?(\d{{1,4}})\b", re.I
)
_ADDED_AT = re.compile(r"(?:@|\bat|\ba) ?(\d{1,3}) ?\+ ?(\d{1,3})(?= |\Z)(?! ?[=+])")
_EQUAL_SUM = re.compile(r"\b(\d{1,3})((?: ?\+ ?\1\b)+) ?= ?(\d{1,4})\b")


@lru_cache(1 << 14)
def numbers_of(clean: str, words: tuple[str, ...], ids: tuple[str, ...]) -> tuple[Number, ...]:
    """The numbers of a text, in order. `words`: the ruleset's words for a rating. `ids`: ids of ratings."""
    text = without_accents(clean)
    if not any(map(str.isdecimal, text)):
        return ()
    taken = bytearray(len(text))
    found: list[Number] = []

    def add(start: int, end: int, value: TypedPoints, context: str, costs: Mapping[str, float]) -> None:
        found.append(Number(start, end, value, context, costs))
        taken[start:end] = b"\1" * (end - start)

    for one in _WORKING.finditer(text):
        for digits in re.finditer(r"\d+", one[0]):
            add(one.start() + digits.start(), one.start() + digits.end(), int(digits[0]), "working", _NAME)
    mixed = [*_MIXED_GUNS.finditer(text)]
    if len(mixed) > 1:
        add(*mixed[0].span(1), sum(int(one[1]) for one in mixed), "guns", _SIZE)
        for one in mixed[1:]:
            add(*one.span(1), int(one[1]), "mixed", _NAME)
    for one in _ADDED_SIZE.finditer(text):
        add(one.start(1), one.end(2), int(one[1]) + int(one[2]), "size", _SIZE)
    for one in _NESTED_SIZE.finditer(text):
        add(one.start(1), one.end(2), int(one[1]) * int(one[2]), "size", _SIZE)
    for one in _ADDED_PRICE.finditer(text):
        first, rest = (1, 2) if one[1] else (3, 4)
        value = int(one[first]) + sum(map(int, re.findall(r"\d+", one[rest])))
        add(one.start(first), one.end(rest) if one[1] else one.end(5), value, "piece", {"piece": 0.0, "each": 0.4})
    for one in _ADDED_AT.finditer(text):
        if not any(taken[one.start() : one.end()]):
            add(one.start(1), one.end(2), int(one[1]) + int(one[2]), "piece", {"piece": 0.0, "each": 0.4})
    for one in _PRODUCT.finditer(text):
        exact_product = int(one[1]) * int(one[2]) == int(one[3])
        times = "x" in text[one.end(1) : one.start(2)].casefold()
        if (exact_product or times) and not any(taken[one.start() : one.end()]):
            add(*one.span(1), int(one[1]), "times", {"count": 0.3, "size": 0.3, "same": 0.0})
            add(*one.span(2), int(one[2]), "price", {"each": 0.2, "piece": 0.2})
            add(*one.span(3), int(one[3]), "equals", _LINE)
    for one in _EQUAL_SUM.finditer(text):
        many = 1 + one[2].count("+")
        add(one.start(1), one.end(1), int(one[1]), "addend", {"each": 0.0, "piece": 2.0})
        add(one.start(2), one.end(2), many, "addends", {"count": 0.0, "name": 2.0})
    for context, pattern, costs in _compiled(words, ids):
        for one in pattern.finditer(text):
            group = "n" if one.group("n") is not None or "m" not in pattern.groupindex else "m"
            if one.group(group) is None:
                continue
            start, end = one.span(group)
            if any(taken[start:end]):
                continue
            value = value_of(one.group(group))
            large = value >= 20 or one.group(group)[0] == "0"
            if large and context == "first":
                allowed = _LARGE_FIRST
            elif large and context == "units" and not text[:start].strip():
                allowed = {**_LARGE_FIRST, "count": 1.2}
            else:
                allowed = costs
            if "rating" in costs and context in ("free", "part") and one.group(group) not in ids:
                allowed = {role: cost for role, cost in costs.items() if role != "rating"}
            add(start, end, value, context, allowed)
    return tuple(sorted(found, key=lambda number: number.start))


def value_of(text: str) -> TypedPoints:
    """Parse a number exactly. Roman numerals of ratings count as numbers."""
    if text.isdecimal():
        return int(text)
    if text.casefold() in ROMAN:
        return int(ROMAN[text.casefold()])
    return exact(Fraction(text))
