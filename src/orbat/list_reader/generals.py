"""Find generals in typed lines: name, command and price. Also finds the general who represents the player."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction

from orbat.list_reader.meaning import RANKS, Description
from orbat.list_reader.roles import TAKEN_MARK, TypedPoints
from orbat.list_reader.segments import Facts
from orbat.list_reader.words import (
    EACH,
    FOREIGN_NUMBERS,
    FREE,
    I_AM,
    IS_ME,
    NOBODY,
    NUMBERS,
    PLAYER,
    POINTS,
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


_COUNT_FIRST = re.compile(r"\W*\d ?x? [a-z]")
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
    if not description.general and not me and not is_me and not (free and _name_in(reading.rest)) and not alone:
        return None
    name = (
        (me[1] if me else "")
        or (_name_in(is_me[1]) if is_me else "")
        or _name_in(clean if not description.general else reading.rest)
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


_LABEL = re.compile(
    r"\W*(?P<label>(?:[^\W\d]+ )?(?:generals?|brigadiers?|commanders?|leaders?|staff|generaux|generale|"
    r"kommandeure?|befehlshaber|offiziere|chefs?|brigadegenerale|divisionsgenerale|fuhrer|stab))\s*(?::|=|-)\s*",
    re.I,
)
"""A word such as `Generals:` before a list of generals."""
_PARTS = re.compile(
    r"\s*[,;+&]\s+|\s+(?:and|und|et|u\.|plus|y)\s+|\s+[/-]\s+|\s*(?:=+>?|->|:)\s*|\s{2,}|(?<=[a-z]{3})\. ", re.I
)
_BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]]")
_EACH_PRICE = re.compile(
    rf"(?:@|\b(?:at|zu|je|jeweils|a) )\s?(?P<n>\d+)\b|\b(?P<m>\d+) ?(?:{POINTS})?\.? ?{EACH}\b", re.I
)
_COUNTED = re.compile(
    rf"(?:the )?(?P<n>[1-9]|an?|{'|'.join(NUMBERS)}|{'|'.join(FOREIGN_NUMBERS)})(?: ?x)? (?=[^\W\d])", re.I
)
_ONLY_PRICE = re.compile(
    r"\W*(?:(?:at|for|zu|je|jeweils|a|makes?|macht|soit|total|so|zusammen|together)\b\W*)?"
    rf"(?:@ ?)?(?:\d+ ?)?(?:{POINTS}|p\b)?\W*(?:{EACH}|the lot|in all|together|en tout|zusammen)?(?: ?\d+)?\W*\Z",
    re.I,
)
_RANKED = re.compile(
    r"\b(?:generals?|brigadiers?|(?:brig\.? ?)?gens?|[a-z]*generale?n?|generaux|pas(?:ha|cha)s?|pachas?|commanders?|"
    r"kommandeure?|hqs?)\b",
    re.I,
)
_DIGITS, _EACH_WORD = re.compile(r"\d+"), re.compile(rf"\b{EACH}(?![^\W_])", re.I)
_TIMES = re.compile(r"\W*(?P<count>[2-8]) ?x ?(?P<n>\d+)\W*\Z", re.I)
_PRICE_FIRST = re.compile(rf"\W*(\d{{2,}}) ?(?:{POINTS})?\s*[-:=]\s+", re.I)
_IN_NAME = frozenset({"ordinal", "number", "numbered", "battalion", "battery", "calibre"})
_MAX_WORDS, _MAX_TYPED = 9, 8


def generals_in_row(
    clean: str, prices: Collection[Points], facts_of: Callable[[str], Facts]
) -> tuple[TypedGeneral, ...]:
    """Find several generals on a line: `Generals: Adams (div), Grey and Hall, 30 each`, or `2 brigadiers 60`.

    `facts_of` describes a part of the line. Empty if the line is about anything else, or about a single general.
    """
    label = _LABEL.match(without_accents(clean))
    row = _Row(prices, facts_of)
    for part in _parts_of(clean[label.end() :] if label else clean):
        if not row.add(part, labelled=label is not None):
            return ()
    found = _with_names(row.generals())
    count = sum(one.count for one in found)
    unpaid = [one for one in found if one.price is None and not one.player]
    if not 1 < count <= _MAX_TYPED or all(one.player for one in found):
        return ()
    if unpaid and (len(unpaid) + sum(one.player for one in found) < len(found) or row.sums):
        return ()
    if unpaid and not label and not all(one.level or one.count > 1 for one in unpaid):
        return ()
    levels = facts_of(label["label"]).description.levels if label else ()
    level = levels[-1] if levels else ""
    return tuple(one if one.player else replace(one, level=one.level or level) for one in found)


def _parts_of(text: str) -> list[str]:
    # The parts of a list, cut outside brackets. A price at the start moves to the end.
    if first := _PRICE_FIRST.match(text):
        text = f"{text[first.end() :]}, {first[1]}"
    hidden = _BRACKETED.sub(lambda found: "_" * len(found[0]), text)
    ends = [found.span() for found in _PARTS.finditer(hidden)]
    starts = [0, *(end for _, end in ends)]
    parts = (text[start:end] for start, end in zip(starts, [*(start for start, _ in ends), len(text)], strict=True))
    return [part for part in parts if any(map(str.isalnum, part))]


def _with_names(found: list[TypedGeneral]) -> list[TypedGeneral]:
    # In `2 brigadiers Adams and Grey`, the names are those of the counted generals.
    named = [one for one in found if one.name]
    counted = [one for one in found if one.count > 1]
    if not counted:
        return found
    first = counted[0]
    if len(counted) == 1 and first.count == len(named) and found[0] is first:
        return [replace(one, count=1, level=one.level or first.level, price=first.each, each=first.each) for one in named]
    return [replace(one, name="") if one.count > 1 else one for one in found]


class _Row:
    """The generals of a list, with their prices. `prices`: what generals cost, in points."""

    def __init__(self, prices: Collection[Points], facts_of: Callable[[str], Facts]) -> None:
        self.sums: list[TypedPoints] = []
        """Typed sums of several generals."""
        self._prices = prices
        self._facts_of = facts_of
        self._found: list[TypedGeneral] = []

    def add(self, part: str, *, labelled: bool) -> bool:
        """Add a part of the list. Returns False if it is about something else than generals."""
        low = without_accents(part)
        facts = self._facts_of(part)
        values = [number.value for number in facts.numbers if not number.is_in_name]
        typed = _EACH_PRICE.search(low)
        each: TypedPoints | None = int(typed["n"] or typed["m"]) if typed else None
        if _ONLY_PRICE.match(low):
            alone = len(values) == 1 and values[0] in self._prices and self._open() == [len(self._found) - 1]
            if each in self._prices or (each is None and alone):
                self._pay(each or values[0])
            self.sums += [value for value in values if value != each]
            return True
        general = self._general(part, facts, values, each, labelled=labelled)
        if general is None:
            return False
        if each in self._prices and not general.player:  # `Adams and Grey 30 each`
            self._pay(each)
        self._found.append(general)
        return True

    def _open(self) -> list[int]:
        return [at for at, one in enumerate(self._found) if one.price is None and not one.player]

    def _pay(self, price: TypedPoints | None) -> None:
        for at in self._open():
            one = self._found[at]
            self._found[at] = replace(one, price=exact(Fraction(price or 0) * one.count), each=price)

    def generals(self) -> list[TypedGeneral]:
        """The generals. Those without a price share a typed sum, if it fits."""
        unpaid = self._open()
        count = sum(self._found[at].count for at in unpaid)
        paid = sum((Fraction(one.price or 0) for one in self._found), Fraction(0))
        for total in self.sums if count else ():
            for each in ((Fraction(total) - paid) / count, Fraction(total) / count):
                if each in self._prices:
                    self._pay(exact(each))
                    return self._found
        return self._found

    def _general(
        self, part: str, facts: Facts, values: list[TypedPoints], each: TypedPoints | None, *, labelled: bool
    ) -> TypedGeneral | None:
        outside = _BRACKETED.sub(" ", part)
        low = without_accents(outside).strip()
        described = facts.description
        ranked = bool(_RANKED.search(low))
        if facts.sized or facts.rated or described.rating or described.options or len(described.words) > _MAX_WORDS:
            return None
        if described.kinds and not described.armed and not (ranked or labelled or self._facts_of(outside).description.kinds == ()):
            return None
        if any(number.context in _IN_NAME for number in facts.numbers) and not ranked:
            return None
        name = _name_in(_DIGITS.sub(" ", _EACH_WORD.sub(" ", outside)))
        if is_free(outside):
            return TypedGeneral(name, player=True, named=True) if name or ranked else None
        if is_free(part) and not values:
            return TypedGeneral(name, player=True, named=True) if name or ranked else None
        if is_free(part):  # `1 brigadier 30 (in command: myself, free)`
            self._found.append(TypedGeneral("", player=True, named=True))
        if (times := _TIMES.match(low)) and int(times["n"]) in self._prices:
            price = int(times["n"])
            return TypedGeneral("", "", price * int(times["count"]), price, int(times["count"]))
        counted = _COUNTED.match(low)
        word = counted["n"].casefold() if counted else "1"
        count = int(word) if word.isdecimal() else NUMBERS.get(word) or FOREIGN_NUMBERS.get(word) or 1
        if ranked and not counted and len(values) > 1 and each in self._prices and 1 < values[0] <= _MAX_TYPED:
            count = int(values[0])  # `Brigadiers 2 @ 30`
        if count > 1 and values[:1] == [count]:
            values = values[1:]
        if not ranked and (not name or (described.levels and not labelled and outside == part)):
            return None
        price = each if each in self._prices else None
        if price is None and values:
            if len(values) > 1 or values[0] not in {one * of for one in self._prices for of in (1, count)}:
                return None
            price = values[0] if values[0] in self._prices else exact(Fraction(values[0]) / count)
        level = described.levels[-1] if described.levels else ""
        total = None if price is None else exact(Fraction(price) * count)
        return TypedGeneral(name, level, total, price, count)


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


def _name_in(text: str) -> str:
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
