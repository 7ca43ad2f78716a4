"""The words and signs that tell the role of a number in a typed line, with the cost of each possible role.

The patterns are tried in order; the first that fits a number decides. Costs: 0 for a role that the words name, up to
about 2.5 for roles that are possible, more for unlikely ones. A role without a cost is impossible.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from orbat.list_reader.words import (
    COMPANIES,
    EACH,
    GENERALS,
    GUNS,
    LENGTHS,
    MEN,
    PAGES,
    POINTS,
    PRICE,
    SQUADRONS,
    STANDS,
    UNIT_NOUNS,
)

Costs = Mapping[str, float]


class Context(NamedTuple):
    """A pattern that matches a number and the words and signs next to it. The group `n` contains the number."""

    name: str
    pattern: re.Pattern[str]
    costs: Costs


_MONTHS = (
    r"(?:jan(?:uary?|vier)?|feb(?:ruary?)?|fev(?:rier)?|mar(?:ch|s|z)?|maerz|apr(?:il)?|avr(?:il)?|may|mai|jun[ei]?|juin|"
    r"jul[yi]?|juil(?:let)?|aug(?:ust)?|aout|sept?(?:ember|embre)?|o[ck]t(?:ober|obre)?|nov(?:ember|embre)?|"
    r"de[cz](?:ember|embre)?)\b\.?"
)
_SEASONS = r"(?:spring|summer|autumn|winter|printemps|ete|automne|hiver|fruhjahr|fruhling|sommer|herbst)"
_NOUN_OF_UNIT = r"(?:stand|base|socle|basis|gun|model|piece|figure|element|peana|geschutz|kanone|canon)"
_OF_GUNS = r"(?:field|gun|real|smooth|rifled|siege|heavy|light|horse|glattrohr|glatte|gezogene|reitendes?|lisses|rayes)"
_N = r"(?P<n>\d{1,9}(?:\.\d{1,2})?)"
_FIGURES = r"fig(?:ure)?s?"
_ONE_UNIT = r"(?:battalion|regiment|battery|squadron|bn|btn|btl|bataillon|batterie|rgt|regt|bty|sqn)"
_STRENGTH = r"(?:strength|staerke|starke|effectif)"
_BASES = rf"(?!{_FIGURES}\b){STANDS}"
_COUNTED_SIZE = rf"(?!{_FIGURES}\b)(?:{STANDS}|{LENGTHS})"
_PTS = rf"(?:{POINTS}|p\b)"
_PER = rf"(?: ?(?:a|an|per|the|je|par|pro|le|la|the|/) ?|/){_NOUN_OF_UNIT}s?"

SIZE = {"size": 0.0, "same": 0.3}
_PIECE = {"piece": 0.0, "each": 1.0}
_EACH_COSTS = {"each": 0.0, "piece": 0.6, "size": 1.2, "line": 2.5}
_AT = {"each": 0.2, "piece": 0.2, "line": 2.0, "size": 4.0}
LINE = {"line": 0.0, "each": 1.2, "piece": 2.5, "same": 0.8}
NAME = {"name": 0.0, "size": 7.0, "count": 7.0, "line": 7.0}

_OF_NAMES: tuple[tuple[str, str, Costs], ...] = (
    # names, dates and other numbers that are no property of the unit
    ("date", rf"\b{_N} {_MONTHS},?(?= ?'?\d\d(?:\d\d)?\b| *[,.)]|\s*\Z)", NAME),
    ("date", rf"\b{_MONTHS} {_N}(?:st|nd|rd|th)?(?=,? 1[4-9]\d\d\b|\))", NAME),
    ("date", rf"\b{_MONTHS},? (?:\d\d?,? )?(?P<n>\d{{4}})\b(?! ?{POINTS})", NAME),
    ("year", rf"\b(?:{_MONTHS}|{_SEASONS}),?(?: of| de)? '?(?P<n>[3-9]\d)\b(?! ?{POINTS}| ?{STANDS})", NAME),
    ("date", r"(?<!\d)\d{1,2}/(?P<n>20[0-4]\d)\b", NAME),
    ("date", r"\b(?P<n>\d{1,2}(?P<sign>[./-])\d{1,2}(?P=sign)\d{2,4})\b", NAME),
    (
        "calibre",
        r"\b(?P<n>\d+) ?-?(?:pdrs?|prs?|pfd|pounders?|pfue?nders?|lbs?|lber|livres?|zoller\b|"
        r"(?:-?inch|-?zoll)[ -](?=\w*\W*(?:siege|mortar|how|rifle|gun|ordnance|parrott|gesch|ordonn)))",
        NAME,
    ),
    (
        "ordinal",
        r"\b(?P<n>\d+)(?:(?<=1)(?<!11)st|(?<=2)(?<!12)nd|rd|th|(?<=1)er|eme|ere|re|nde|e|de|d|o|a)\b(?! ?(?:class|kl))",
        NAME,
    ),
    ("number", r"\b(?:no|nr|num|nos|ir|lir|hr|dr|kr|jg)\.? ?(?P<n>\d+)\b", NAME),
    ("number", r"(?:[#\u2116]|\bn[\xb0\xba]) ?(?P<n>\d+)\b", NAME),
    ("ordinal", r"\b(?P<n>\d{1,3})\.(?=,? (?:\d{1,3}\.|und |u\. ))|(?<=\d\. und )(?P<m>\d{1,3})\.(?= [^\W\d])", NAME),
    (
        "number",
        rf"(?:\A|[ (])(?P<n>\d{{1,3}})\.(?= ?(?:{UNIT_NOUNS}|brigade|division|korps|"
        r"[a-z]+(?:-| )(?:regiment|rgt|btl|bataillon|batl))\b)",
        NAME,
    ),
    ("battalion", r"(?<=[a-z]/)(?<=(?:st|nd|rd|th)/)(?P<n>\d{1,3})(?= [a-z])", NAME),
    ("battery", r"\b(?-i:[A-M])/(?P<n>\d{1,2})(?= (?-i:[A-Z]))", NAME),  # `G/1 NY`
    ("battalion", r"\b(?<!\d/)(?P<n>\d{1,2})/(?=\d{1,3}(?:st|nd|rd|th|e|er)\b|[A-Za-z])", NAME),
    (
        "numbered",
        r"\b(?:[a-z]{3,}(?=regiment |bataillon |batterie |brigade |division ))?"
        r"(?:b(?:attalio)?n|bao?n|btl|batl|bataillon|rgt|reg|btln|bde|brigade|bty|battery|batterie|regt|regiment|"
        r"div|division|corps|coy|sqn) "
        r"(?P<n>\d{1,3})\b"
        rf"(?!\.\d)(?! ?(?:x|-)? ?(?:{STANDS}|{GUNS}|{LENGTHS}|{MEN}|{POINTS}|{UNIT_NOUNS})\b)(?=.*\d)",
        {"name": 0.0, "size": 2.5},
    ),
    ("numbered", r"\b(?:brigade|bde|division|div|corps) (?P<n>\d{1,2})(?= ?[(:-])(?! ?- ?\d)", NAME),
    ("page", rf"\b{PAGES} ?(?P<n>\d+)", NAME),
    ("page", rf"\b{PAGES} ?\d+ ?(?:of|von|sur|de|/) ?(?P<n>\d+)\b", NAME),
    ("section", r"\b(?:v|sc|usc)? ?(?P<n>\d+)\.\d+\.\d+\.?\d*\b", NAME),
    ("choice", r"(?<![\d/])(?P<n>\d)(?=/\d/\d(?!\d))|(?<=\d/)(?P<m>\d)(?=/\d(?!\d))", NAME),
    ("choice", r"(?<=\d/\d/)(?P<n>\d)(?![\d/])", NAME),
    ("section", rf"\b(?:rules?|see|section|version|v|(?-i:[A-Z]{{2,3}})) ?(?P<n>\d+\.\d+)(?! ?{POINTS})", NAME),
    ("section", r"(?<=[a-z] )(?<!total )(?<!cost )(?<!price )(?P<n>[0-4]\.\d)(?![\d.])\W*\Z", NAME),
    ("time", r"\b(?P<n>\d{1,2}:\d{2})\b", NAME),
    ("time", r"\b(?P<n>1?\d|2[0-3]) ?h(?:\d\d)?\b", NAME),
    ("time", r"\b(?P<n>\d{1,2}) ?(?:uhr|a\.?m\.?|p\.?m\.?|o'clock)\b", NAME),
    (
        "time",
        r"\b(?:meet|see you|starts?|begins?|treffen|beginn|rendez-vous|rdv)\b\D{0,20}\b(?P<n>\d{1,2})\b"
        rf"(?! ?(?:{STANDS}|{GUNS}|{POINTS}|x|@|=))",
        NAME,
    ),
    ("year", r"\b(?:since|in|seit|depuis|member|joined|copyright)\W+(?P<n>20[0-4]\d)\b", NAME),
    ("year", rf"(?<!= )\b(?P<n>1[4-9]\d\d)(?:-\d\d(?:\d\d)?|ers?|s)?\b(?! ?(?:{POINTS}|men))", NAME),
    ("year", r"\b1[4-9]\d\d ?[-/] ?(?P<n>\d\d(?:\d\d)?)(?=[,.;:) ]*(?:\Z|[^\d ,.;:)]|\d{3}))", NAME),
    ("number", r"(?:\A|(?<=[ (/]))(?P<n>\d{1,3})\.(?=/|[ /]?[^\W\d])", {"name": 0.1, "size": 5.0, "count": 3.0}),
    (
        "length",
        rf"\b(?P<n>\d+)(?= \d+ ?(?:\"|inch|in|cm) ?-?(?:{LENGTHS})\b)",
        {"size": 0.0, "same": 0.3, "count": 3.0},
    ),
    ("measure", rf"(?<=\d )(?P<n>\d+) ?(?:\"|inch|in|cm) ?-?(?:{LENGTHS})\b", NAME),
    (
        "inches",
        r"\b(?P<n>\d+) ?(?:\"|''|inch(?:es)?\b|zoll\b|pouces?\b|in\b(?! (?:all|the|hand|total|reserve)))",
        {"inches": 0.0, "name": 1.5},
    ),
    ("measure", rf"\b(?P<n>\d)(?=/\d {_STRENGTH})|(?<=\d/)(?P<m>\d) {_STRENGTH}", NAME),
    ("measure", r"\b(?P<n>\d+) ?(?:cm|mm|yards?|yds|feet|ft|bp|sp|vp|pounds?)\b|\b\d+ ?%", NAME),
)


@lru_cache(64)
def contexts_of(words: tuple[str, ...], ids: tuple[str, ...]) -> tuple[Context, ...]:
    """Make the patterns that recognise the roles of typed numbers, such as price or size.

    The patterns are tried in the order of the result.

    `words`: the ruleset's words for a rating. `ids`: the ids of the ruleset's ratings.
    """
    named = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    either = "|".join(map(re.escape, ids)) or r"(?!)"
    # where ratings are words, `std` is a rating, not short for stands
    size_noun = _COUNTED_SIZE if ids else rf"(?!stds?\b){_COUNTED_SIZE}"
    of_units: tuple[tuple[str, str, Costs], ...] = (
        (
            "limit",
            rf"\b(?:agreed|game|points?|army|battle|pts|force)[ -](?:size|limit|cap|max)[ :=]*{_N}\b",
            {"outside": 0.0},
        ),
        ("class", rf"\b(?:{named})(?P<n>{either})(?=/\d)", {"rating": 0.0}),
        ("size", r"(?<=\b[a-z]\d/)(?P<n>\d{1,2})\b", SIZE),
        ("class", rf"\b(?:{named})[ .:={{-]*(?P<n>{either})(?!\d)(?![./]\d)(?!\.\d)", {"rating": 0.0}),
        ("class", rf"\b(?P<n>{either})(?:st|nd|rd|th|e|er|re|eme|de|nde|a|\.)? ?(?:{named})\b", {"rating": 0.0}),
        ("piece", rf"{_N} ?(?:{_PTS})?{_PER}\b", _PIECE),
        ("piece", rf"(?:@|\bat|\ba|\bzu|\bje) ?{_N}(?: ?{_PTS})? ?(?:a|per|/) ?{_NOUN_OF_UNIT}", _PIECE),
        ("size", rf"(?<![\d/.]){_N} ?(?:x ?)?-?(?:[a-z]+ )?(?P<w>{size_noun})\b", SIZE),
        ("measure", rf"\b{_BASES} ?(?:of|with|x|a|zu|mit|de|di|con) ?(?P<n>\d{{1,2}}) ?{_FIGURES}\b", NAME),
        ("figures", rf"(?<![\d/.]){_N} ?(?:x ?)?-?{_FIGURES}\b", {"size": 0.8, "figures": 0.6}),
        (
            "gun_times",
            rf"\A\W*{_N} ?x ?[a-z]+ (?:guns|kanonen|geschutze|canons|cannoni)\b(?!,)",
            {"count": 0.2, "size": 0.8},
        ),
        ("gun_times", rf"(?<![\d/.]){_N} ?x ?(?:[a-z]+ )?(?:{GUNS})\b(?!-| -\w)", {"count": 0.4, "size": 0.8}),
        ("guns_first", rf"\A\W*{_N} (?:[a-z]+ )?(?:{GUNS})\b(?!-| -\w)", {"size": 0.0, "count": 1.2, "line": 1.5}),
        (
            "guns",
            rf"(?<![\d/.]){_N} ?(?:x ?)?-?(?:{_OF_GUNS}[ -])?(?P<w>{GUNS})\b(?!-| -\w)",
            {"size": 0.0, "real": 0.2, "same": 0.3, "count": 2.5, "name": 4.5},
        ),
        ("men", rf"\b{_N} ?-?(?:{MEN}|h\.|h\b)", {"men": 0.0, "size": 6.0}),
        (
            "size",
            rf"(?<!\d )(?<!\d)\b(?:(?:size|stands|bases|socles|basen|strength) ?[:=]? ?|{size_noun} ?[:=] ?)"
            rf"(?P<n>\d{{1,2}})\b(?! ?{_PTS}\b)",
            SIZE,
        ),
        ("guns", rf"(?:\A|[,;(-]|\s\s)\s*(?:{GUNS})\s*[:=]\s*(?P<n>\d{{1,2}})\b", SIZE),
        (
            "each",
            rf"\b{_N} ?(?:{_PTS})? ?(?:{EACH}|a (?:battalion|bn|regiment|regt|unit|battery|bty|squadron|brigade))\b",
            _EACH_COSTS,
        ),
        ("at", rf"(?:@|\b(?:at|je|zu|a)(?= ?\d)) ?{_N}(?: ?{_PTS})?", _AT),
        (
            "units",
            rf"\b{_N} ?(?:{SQUADRONS}|{COMPANIES}) (?:of|x|with|at|zu|di|de) (?:je )?(?=\d+\b)",
            {"count": 0.0, "name": 2.0},
        ),
        ("squadrons", rf"\b{_N} ?(?:{SQUADRONS}|{COMPANIES})\b", {"count": 0.8, "name": 0.5, "size": 5.0}),
        (
            "of_name",
            r"\b(?P<n>\d) ?(?:battalion|bataillon|batallon|battaglione|squadron|btl\.?|bn|baon|bat\.?)(?!\w)"
            r"(?! (?:of|each|x))",
            {"count": 0.4, "name": 1.0, "size": 4.0},
        ),
        (
            "battalions",
            rf"[(\[]{_N} (?!{_PTS})(?:{UNIT_NOUNS})\b[^()\[\]\d]*[)\]]",
            {"count": 0.0, "name": 1.0, "size": 4.0},
        ),
        (
            "units",
            rf"\b{_N} ?x ?(?!{_PTS})(?:[a-z][a-z'-]* ){{0,2}}?(?:{_ONE_UNIT})\b(?! (?:of|each))",
            {"count": 0.0, "size": 4.0},
        ),
        (
            "units",
            rf"\b{_N} ?(?!{_PTS})(?:[a-z][a-z'-]* ){{0,2}}?(?:{_ONE_UNIT})\b(?! (?:of|each))",
            {"count": 0.5, "name": 0.7, "size": 4.0},
        ),
        (
            "units",
            rf"\b{_N} ?(?:x ?)?(?!{_PTS})(?:[a-z][a-z'-]* ){{0,2}}?(?:{UNIT_NOUNS})\b",
            {"count": 0.0, "name": 3.0, "size": 4.0},
        ),
        (
            "generals",
            rf"(?<![\d.,])(?P<n>[2-9]) ?(?:x ?)?(?:[a-z]+ )?(?:{GENERALS})\b(?! \d)",
            {"count": 0.0, "name": 1.0, "line": 3.0},
        ),
        ("points", r"(?<![\d.])(?P<n>\d{2,4}) (?:the (?:pair|lot|two)|(?:for )?both|die beiden|les deux)\b", LINE),
        ("label", r"\A\W*(?P<n>\d{1,4}) for (?=[^\W\d])", LINE),
        ("label", rf"(?<!\d )(?<!\d)\b{PRICE}[ :=|]+{_N}\b", LINE),
        ("equals", rf"(?:=|\bso|\bfor|\bis|\bcosts?|\bsoit|\bmacht|->|=>|>>) ?{_N}\b(?: ?{_PTS})?", LINE),
        ("points", rf"(?<![\d.]){_N} ?(?:{_PTS})", LINE),
        ("times", r"\b(?P<n>\d{1,3}) ?x(?= ?\d)", {"count": 0.5, "size": 0.9, "same": 0.2}),
        ("after", rf"[(\[]x ?{_N}[)\]]\W*\Z", {"count": 0.2, "size": 2.0, "each": 2.5}),
        ("by", rf"(?<=[a-z] \()\d{{1,2}} ?x ?{_N}(?=\))", {"each": 0.4, "piece": 0.5, "size": 0.8}),
        ("by", rf"(?<![a-z])x ?{_N}\b(?=[^\d]|\Z)", {"size": 0.6, "each": 0.8, "piece": 0.8, "count": 1.1}),
        ("times", r"\b(?P<n>\d{1,3}) ?x\b", {"count": 0.6, "size": 0.9, "same": 0.5}),
        ("pair", r"(?<![\d/.])(?P<n>\d{1,2})(?= ?/ ?\d(?!\d|/\d))", {"size": 0.6, "name": 1.0, "count": 2.0}),
        ("second", r"(?<=\d/)(?P<n>\d)(?!\d|/\d)|(?<=\d / )(?P<m>\d)(?!\d|/\d)", {"rating": 0.5, "name": 1.0}),
        ("before_at", rf"(?<![\d.]){_N}(?= ?@)", {"size": 0.4, "count": 0.6, "name": 2.5}),
        ("bracket", rf"[(\[] ?{_N}\+? ?(?:{_PTS})?[)\]]\W*\Z", {"line": 0.2, "each": 1.0, "size": 2.0, "count": 3.0}),
        ("each", rf"(?<=[a-z] )\({_N} ?(?:{_PTS})?\)(?= ?(?:=|->) ?\d)", {"each": 0.2, "piece": 0.2, "line": 2.0}),
        (
            "before_bracket",
            rf"(?<![\d/.]){_N}(?= *\([^()]*\)\W*\Z)",
            {"line": 0.6, "each": 2.0, "size": 1.8, "count": 4.0, "name": 2.5},
        ),
        (
            "bracket",
            rf"\A\W*[(\[] ?(?P<n>[2-9]\d|\d{{3}}) ?(?:{_PTS})?[)\]](?= *\w)",
            {"line": 0.3, "size": 2.5, "count": 3.0, "name": 3.0},
        ),
        (
            "bracket",
            rf"\A\W*\( ?(?P<n>[5-9]|1\d) ?(?:{_PTS})?\)(?= *[^\W\d]{{3}})",
            {"line": 0.5, "size": 2.0, "serial": 1.2, "count": 2.5, "name": 2.5},
        ),
        (
            "bracket",
            rf"\A\W*\[ ?(?P<n>\d{{1,3}}) ?(?:{_PTS})?\](?= *\w)",
            {"line": 0.3, "serial": 1.0, "size": 2.5, "count": 3.0, "name": 3.0},
        ),
        (
            "graded",
            rf"(?<=[a-z] )\((?P<n>{either})\)(?= *,)",
            {"rating": 0.3, "size": 1.2, "name": 1.2, "line": 1.8, "count": 1.8},
        ),
        ("graded", rf"(?<=\d )\[(?P<n>{either})\]", {"rating": 0.3, "size": 1.8, "name": 1.8}),
        ("inside", rf"[(\[] ?{_N} ?[)\]]", {"size": 0.8, "line": 1.5, "count": 1.2, "name": 1.5}),
        ("first", rf"\A\W*{_N}(?=\W)", {"count": 0.7, "line": 1.4, "size": 1.8, "serial": 2.4, "name": 1.8}),
        (
            "last",
            rf"(?<![\d/.]){_N}\+?\W*\Z",
            {"line": 0.2, "each": 2.0, "size": 2.2, "count": 3.0, "name": 3.0, "same": 0.8},
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
    return tuple(Context(name, re.compile(pattern, re.I), costs) for name, pattern, costs in (*_OF_NAMES, *of_units))
