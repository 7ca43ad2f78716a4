"""Find generals in typed lines: name, command and price. Also finds the general who represents the player."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from orbat.list_reader.meaning import RANKS, Description
from orbat.list_reader.roles import TAKEN_MARK, TypedPoints
from orbat.list_reader.segments import Facts
from orbat.list_reader.words import (
    FREE,
    I_AM,
    IS_ME,
    NOBODY,
    PLAYER,
    POSITIONS,
    normalised,
    without_accents,
    word_set,
    words_of,
)
from orbat.model.points import Points, exact
from orbat.model.record import Value

_FREE = re.compile(FREE, re.I)
_I_AM = re.compile(I_AM)
_IS_ME = re.compile(IS_ME, re.I)
_PLAYER = re.compile(PLAYER, re.I)
_NOBODY = re.compile(NOBODY, re.I)
_RANKS = word_set(
    "general brigadier commander marshal major lieutenant maj colonel col goc hq in chief c en de of the brigade "
    "division corps army player free gratuit me myself is i am c-in-c cinc commanding one another own and so he x "
    "stand a 's sub total pts pt point with mounted sword by led under himself then command "
    "cost nothing kostet nichts divisions-hq division-hq korps-hq corps-hq brigade-hq armee-hq army-hq"
)
_SEVERAL = re.compile(r"\b(?:brigadiers|generals|commanders|generaux|chefs|generale|kommandeure)\b", re.I)
_PIECES = re.compile(rf"[,;:(\[{{)\]}}|=]|\s-\s|(?<=[a-z]{{4}})\.\s|{TAKEN_MARK}+")
_PROPER = re.compile(r"(?:d'|(?:de|du|di|von|van) )?[^\W\d_a-z]")
_PARTICLES = re.compile(r"\A(?:(?:de|du|di|von|van|la) )+")
_NAME = re.compile(
    r"(?:(?:de|du|di|von|van|la) |d')*[A-Z][\w'.-]*(?:\s+(?:[A-Z][\w'.-]*|de|du|d'\w+|von|of|la|le|van))*"
)


class TypedGeneral(Value):
    """A general as typed.

    - `level`: the level of formation that the general commands
    - `formation`, `title`: level and name of a formation on the same line
    - `count`: number of generals bought
    - `implied`: the line names no general, but a staff quality or the name of a formation shows that a general is meant
    """

    name: str
    level: str = ""
    price: TypedPoints | None = None
    each: TypedPoints | None = None
    count: int = 1
    player: bool = False
    formation: str = ""
    title: str = ""
    quality: str = ""
    implied: bool = False
    named: bool = False
    """Whether words, not only a price of 0, say that the general is the player."""


def is_free(clean: str) -> bool:
    """Whether a text says that a general costs nothing or represents the player."""
    return bool(_FREE.search(without_accents(clean)) or _I_AM.search(without_accents(clean)))


_COUNT_FIRST = re.compile(r"\W*\d (?:x )?[a-z]", re.I)
"""A number that counts generals: `1 bde gen`, `1 Bde Gen at 30`."""
_MAX_COUNT, _FAR = 7, 3
"""A number below the first, and this many times smaller than the price of a general, counts generals."""


def general_in(
    clean: str, description: Description, reading: Facts, prices: Collection[Points] = ()
) -> TypedGeneral | None:
    """Find a general by rank, or find the player by words such as `I am`. `prices`: what generals cost, in points."""
    if clean.islower():  # without capitals, every word may be a name
        clean, reading = clean.title(), replace(reading, rest=reading.rest.title())
    low = without_accents(clean)
    me = _I_AM.search(low)
    is_me = _IS_ME.match(low)
    may_be = (
        description.general
        or me
        or is_me
        or not ((description.kinds and not description.armed) or re.search(r"\d", reading.rest))
    )
    free = bool(may_be and _FREE.search(low))
    alone = free and reading.price in (None, 0) and not description.kinds and len(clean) < 40
    if not description.general and not me and not is_me and not (free and name_in(reading.rest)) and not alone:
        return None
    name = (
        (me[1] if me else "")
        or (name_in(is_me[1]) if is_me else "")
        or name_in(clean if not description.general else reading.rest)
    )
    player = (free or reading.price == 0) and not (reading.price or reading.each)
    levels = description.levels
    formation, title = _formation(clean, description) if not player else ("", "")
    level = _command_level(description) or formation
    price, each = reading.price, reading.each
    if price is None and each is not None:
        price = each * (reading.count or 1)
    of_units = reading.numbers_in("battalions", "units", "squadrons", "of_name")
    # a number has one role: it is not the price and the number of generals, nor counts generals and units
    count = 1 if player or of_units or price == reading.count else reading.count or 1
    if each and price and each in prices and not player and (several := Fraction(price) / each) in range(2, 9):
        count = int(several)
    if price is not None and not player and Fraction(price) / count not in prices:
        count, price, each = _counted(low, reading, prices, price, each) or (
            1 if price in prices else count,
            price,
            each,
        )
    return TypedGeneral(
        name.strip(),
        level if levels else "",
        price,
        each,
        min(count, 20),
        player,
        formation,
        title,
        named=bool(me or is_me or (player and _PLAYER.search(low))),
    )


def _counted(
    low: str, reading: Facts, prices: Collection[Points], price: TypedPoints, each: TypedPoints | None
) -> tuple[int, TypedPoints | None, TypedPoints | None] | None:
    # How many generals a line buys, their price together, and that of one: `Brigadiers: two of them, 60`.
    typed = {number.value for number in reading.numbers if not number.is_in_name}
    for one in sorted(prices):
        several = (2, 3, 4, 5, 6)
        counts = typed - ({one} if each is None or price < each else {one, price, each})
        count = next((count for count in several if count * one in typed and typed & {count, one}), 0)
        if count or (one in typed and (count := next((count for count in several if count in counts), 0))):
            return count, exact(Fraction(one) * count), one
        if _SEVERAL.search(low) and Fraction(price) / one in several:
            return int(Fraction(price) / one), price, one
    if price in range(1, _MAX_COUNT) and _FAR * price < min(prices, default=0) and _COUNT_FIRST.match(low):
        usual = next((one for one in sorted(prices) if one in typed), None)
        return int(price), None if usual is None else exact(Fraction(usual) * int(price)), usual
    return None


def unranked_general(clean: str, description: Description, excluded_words: frozenset[str]) -> TypedGeneral | None:
    """Find a general without a rank in a heading, such as `Blue Brigade - Sir John Grey`."""
    if _NOBODY.search(without_accents(clean)):
        return None
    if clean.islower():  # without capitals, every word may be a name
        clean = clean.title()
    title, sign, rest = _title_and_rest(clean, description)
    if not {*description.levels} & {*words_of(_split_title(clean)[0])}:
        title, rest = rest, title  # `Adams, 2nd Brigade`
        if sign.strip() not in (",", "-") or not rest[:1].isupper() or not {*description.levels} & {*words_of(title)}:
            return None
    name = _NAME.match(rest.strip())
    if not sign or not name or excluded_words & {*map(normalised, re.findall(r"[\w']+", rest.split(")")[0]))}:
        return None
    words = [normalised(word) for word in re.findall(r"[\w']+", name[0])]
    known = {*words} <= POSITIONS or not {*words} & {*description.unknown_words}
    if known or any(word in excluded_words or word.isdecimal() for word in words):
        return None
    return TypedGeneral(name[0].strip(" -"), description.levels[-1], title=title.strip(" -:,"))


def _split_title(clean: str) -> tuple[str, str, str]:
    found = re.search(r"\s+-\s+|:\s*|\s*\(|,\s+", clean)
    return (clean[: found.start()], found[0], clean[found.end() :]) if found else (clean, "", "")


def general_in_title(title: str, level: str) -> TypedGeneral:
    """The general of a formation. A surname in the title, as in `Brigade Adams`, is the general's name."""
    first, _, name = title.partition(" ")
    surname = _PARTICLES.sub("", name)
    proper = surname.istitle() and " " not in surname and not {normalised(surname)} <= POSITIONS
    return TypedGeneral(name if proper and normalised(first) == level else "", level, title=title)


def _title_and_rest(clean: str, description: Description) -> tuple[str, str, str]:
    # In `Brigade: Left - Adams`, the title is `Left` and the rest is `Adams`.
    title, sign, rest = _split_title(clean)
    words = [normalised(word) for word in re.findall(r"[\w']+", title)]
    formations = _split_title(rest)
    return formations if words == [*description.levels[:1]] and _NAME.search(formations[2]) else (title, sign, rest)


def name_in(text: str) -> str:
    """The name of a person in a text, without ranks. "" if there is none."""
    for piece in sorted(_PIECES.split(text), key=_lacks_rank):
        words = [
            word for word in piece.split() if normalised(word.strip(".,'\"!")) not in _RANKS and not word.isdecimal()
        ]
        kept = " ".join(words).strip(" .,'\"-*!@")
        if {normalised(word) for word in kept.split()} <= POSITIONS:
            continue
        if _PROPER.match(kept):
            return kept[:120]
    return ""


def _lacks_rank(piece: str) -> bool:
    return not {normalised(word) for word in re.findall(r"[\w'-]+", piece)} & RANKS


def _command_level(description: Description) -> str:
    words = description.words
    ranks = [place for place, word in enumerate(words) if word in ("general", "brigadier", "commander", "marshal")]
    if "brigadier" in words and description.levels:
        return description.levels[-1]
    best = ""
    nearest = 99
    for place, word in enumerate(words):
        if word in description.levels:
            distance = min((abs(place - rank) for rank in ranks), default=98)
            if distance < nearest:
                best, nearest = word, distance
    return best


def _formation(clean: str, description: Description) -> tuple[str, str]:
    # Level and name of the formation: `1st Brigade (Maj-Gen Adams, 30 pts)`.
    words = description.words
    levels = [place for place, word in enumerate(words) if word in description.levels and word != "brigadier"]
    ranks = [place for place, word in enumerate(words) if word in ("general", "brigadier", "commander")]
    apart = [
        place
        for place in levels
        if all(
            abs(place - rank) > 1
            and words[min(place, rank) + 1 : max(place, rank)] != ("of",)
            and words[min(place, rank) + 1 : max(place, rank)] != ("de",)
            for rank in ranks
        )
    ]
    title, sign, rest = _title_and_rest(clean, description)
    if len(levels) > 1 or apart:
        first = (levels if len(levels) > 1 else apart)[0]
        return words[first], title.strip(" -:,") if sign else ""
    heads_line = re.match(
        r"\s*(?:[\w']+\s+){0,3}(?:brigade|bde|division|div|corps)\b[^(:,-]*(?:[(:,]|\s-\s)", clean, re.I
    )
    if (
        heads_line
        and levels
        and sign
        and re.search(r"gen|brig|comm", rest, re.I)
        and not re.match(r".*\bgen", title, re.I)
    ):
        return words[levels[0]], title.strip(" -:,")
    return "", ""
