"""Numbers in words: `sixty-four points`, `Total: one hundred and eighteen`."""

from __future__ import annotations

import re
from functools import partial

from orbat.list_reader.words import GUNS, LENGTHS, POINTS, PRICE, STANDS, SUBTOTAL, TOTAL, UNIT_NOUNS
from orbat.model.statements import SPELT_NUMBERS

_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_VALUES = {word: value for value, word in enumerate(SPELT_NUMBERS, 1)}
_VALUES |= {word: 10 * at for at, word in enumerate(_TENS.split(), 2)}
_VALUES |= {"fourty": 40, "ninty": 90, "a": 1}
_VALUES |= {
    word: value
    for value, words in enumerate(
        [
            "zwei deux",
            "drei trois",
            "vier quatre",
            "funf fünf cinq",
            "sechs six",
            "sieben sept",
            "acht huit",
            "neun neuf",
            "zehn dix",
        ],
        2,
    )
    for word in words.split()
}
_VALUES |= {
    word: value
    for value, words in enumerate(
        [
            "elf onze",
            "zwölf zwoelf douze",
            "dreizehn treize",
            "vierzehn quatorze",
            "fünfzehn quinze",
            "sechzehn seize",
            "siebzehn",
            "achtzehn",
            "neunzehn",
        ],
        11,
    )
    for word in words.split()
}
_VALUES |= {
    word: 10 * at
    for at, words in enumerate(
        ["zwanzig vingt", "dreißig dreissig trente", "vierzig quarante", "fünfzig cinquante", "sechzig soixante"], 2
    )
    for word in words.split()
}
_VALUES |= {"siebzig": 70, "achtzig": 80, "neunzig": 90}
_GERMAN_UNITS = ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
_COMPOUND = re.compile(
    rf"\b(?:(?P<hundreds>{'|'.join(_GERMAN_UNITS)})?(?P<hundred>hundert)(?:und)?)?"
    rf"(?:(?P<unit>{'|'.join(_GERMAN_UNITS)})und(?P<tens>[a-zäöüß]+zig|dreißig|dreissig)|(?P<small>[a-zäöüß]+))?\b",
    re.I,
)
"""A German number in one word, such as `hundertzweiundfünfzig`."""
_SCALES = {"hundred": 100, "thousand": 1000, "cents": 100, "cent": 100, "hundert": 100, "mille": 1000, "tausend": 1000}
_ALONE = frozenset({"cent", "hundert", "mille", "tausend"})
"""Scales that may stand without a number before them."""

_WORDS = sorted((*(word for word in _VALUES if word != "a"), *_SCALES), key=len, reverse=True)
_WORD = rf"(?:{'|'.join(_WORDS)}|a(?= (?:hundred|thousand)))"
_SPELT = rf"{_WORD}(?:(?: and |(?<=hundred), |(?<=thousand), | ?- ?| ){_WORD})*(?![a-z])"
_SPLIT = re.compile(_WORD)
_WHOLE = re.compile(rf"\W*({_SPELT})\W*(?:{POINTS})?\W*\Z", re.I)
_BEFORE_NOUN = re.compile(
    rf"\b({_SPELT})(?=[ -](?:{POINTS}|{LENGTHS}|{UNIT_NOUNS}|(?:[a-z]+ )?(?:{STANDS}|{GUNS})|"
    r"(?:brigade?)?g[eé]n[eé]r[aä](?:ls|le|ux)|brigadiers|r[eé]giments?|of (?:them|these|those))\b)|"
    rf"\b(?:brigadiers|generals)\W{{1,2}}({_SPELT})(?=\W)",
    re.I,
)
_COUNTS = re.compile(
    rf"(?:\A\W*|[,;:(]\s+|\b(?:and|plus|und|et) )({_SPELT})"
    r"(?= (?!of\b|or\b|weeks?\b|hours?\b|days?\b|evenings?\b|men\b)[a-z][^,;:()]{0,30}?(?:,| and | at | @|\d))",
    re.I,
)
_AT = re.compile(
    rf"(?:(?<=\bat )|(?<=\bzu )|(?<=\bje )|(?<=\b\xe0 ))({_SPELT})"
    r"(?=\W*(?:\Z|[,;.)]|points?|pts?|each|apiece|und\b|et\b|and\b))",
    re.I,
)
_PARTS = re.compile(rf"(?:(?<=\bmit )|(?<=\bwith )|(?<=\bof )|(?<=\bavec )|(?<=\bde ))({_SPELT})(?= [A-Z][^\W\d]+\b)")
"""Guns of a battery: `a battery of three Napoleons`."""
_AFTER_LABEL = re.compile(rf"(?:{TOTAL}|{SUBTOTAL}|\b{PRICE})\W{{0,4}}({_SPELT})(?=\W*\Z)", re.I)
_LAST = re.compile(rf"(?:[,;:=(\[]|\s-|\s\s)\s*({_SPELT})(?=\W*\Z)", re.I)
_MIN_LAST = 20
"""Minimum for a number in words at the end of a line, without a word for points."""


def with_figures(text: str) -> str:
    """Replace numbers such as `twelve` by figures.

    Only three kinds of numbers are replaced: numbers before a word such as `stands` or `points`, sums after a label
    such as `Total:`, and prices at the end.
    """
    if not _SPLIT.search(text.casefold()):
        return text
    text = _COMPOUND.sub(_compound, text) if _COMPOUNDS.search(text) else text
    for pattern, minimum in (
        (_BEFORE_NOUN, 2),
        (_COUNTS, 2),
        (_AT, 2),
        (_PARTS, 2),
        (_AFTER_LABEL, 1),
        (_LAST, _MIN_LAST),
    ):
        text = pattern.sub(partial(_replaced, minimum), text)
    return text


def spelt_number(text: str) -> str:
    """Convert a table cell such as `twelve` to `12`. A cell that is not one number in words is returned unchanged."""
    found = _WHOLE.match(text)
    value = _value(found[1]) if found else None
    return text if value is None else str(value)


_COMPOUNDS = re.compile(r"hundert[a-zäöüß]|(?<=[a-zäöü])und[a-zäöüß]+ßig|[a-zäöü]und[a-zäöüß]+zig", re.I)


def _compound(found: re.Match[str]) -> str:
    small, tens = (found["small"] or "").casefold(), found["tens"]
    if not (found["hundred"] or tens) or (small and small not in _VALUES):
        return found[0]
    hundreds = _GERMAN_UNITS.index(found["hundreds"].casefold()) + 1 if found["hundreds"] else 1
    value = 100 * hundreds if found["hundred"] else 0
    if tens:
        if tens.casefold() not in _VALUES:
            return found[0]
        value += _VALUES[tens.casefold()] + _GERMAN_UNITS.index(found["unit"].casefold()) + 1
    return str(value + (_VALUES[small] if small else 0))


def _replaced(minimum: int, found: re.Match[str]) -> str:
    group = found.lastindex or 1
    value = _value(found[group])
    if value is None or value < minimum:
        return found[0]
    first, last = found.start(group) - found.start(), found.end(group) - found.start()
    return f"{found[0][:first]}{value}{found[0][last:]}"


def _value(spelt: str) -> int | None:
    # None if the words are not one number, such as `six eight`.
    total, current, last = 0, 0, 0
    for found in _SPLIT.finditer(spelt.casefold()):
        word = found[0].strip()
        if scale := _SCALES.get(word):
            current = current or (word in _ALONE)
            if not current or (scale <= last and total):
                return None
            current, last = (current * scale, scale)
            if scale == 1000:
                total, current = total + current, 0
            continue
        value = _VALUES[word]
        if last < 100 and last and not (last >= 20 and value < 10):
            return None
        current, last = current + value, value
    return total + current
