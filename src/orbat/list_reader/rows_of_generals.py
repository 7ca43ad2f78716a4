"""Read lines with several generals: `Generals: Adams (div), Grey and Hall, 30 each`, or `2 brigadiers 60`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction

from orbat.list_reader.generals import TypedGeneral, is_free, name_in
from orbat.list_reader.roles import TypedPoints
from orbat.list_reader.segments import Facts
from orbat.list_reader.words import EACH, POINTS, SPELT_NUMBERS, without_accents, word_set
from orbat.model.points import Points, exact

_LABEL = re.compile(
    r"\W*(?P<label>(?:[^\W\d]+ )?(?:generals?|brigadiers?|commanders?|leaders?|staff|generaux|generale|"
    r"kommandeure?|befehlshaber|offiziere|chefs?|brigadegenerale|divisionsgenerale|fuhrer|stab))\s*(?::|=|-)\s*",
    re.I,
)
"""A word such as `Generals:` before a list of generals."""
_PARTS = re.compile(
    r"\s*[,;+&]\s+|\s+(?:and|und|et|u\.|plus|y)\s+|\s+[/-]\s+|\s*(?:=+>?|->|:)\s*|\s{2,}|(?<=[a-z_]{3})\. ", re.I
)
_BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]]")
_EACH_PRICE = re.compile(
    rf"(?:@|\b(?:at|zu|je|jeweils|a) )\s?(?P<n>\d+)\b|\b(?P<m>\d+) ?(?:{POINTS})?\.? ?{EACH}\b", re.I
)
_COUNTED = re.compile(
    rf"(?:(?:the|les|die|der|my|our|mes|nos) )?(?P<n>[1-9]|an?|{'|'.join(SPELT_NUMBERS)})(?: ?x)? (?=[^\W\d])",
    re.I,
)
_PRICE_WORDS = word_set(
    "that s c est das sind ca fait at for zu je jeweils a each ea apiece chacun chacune makes make macht soit total so "
    "the lot in all en tout zusammen together die which they qui kosten cost costs costing coutent ensemble und and of "
    "them p pt pts pkt points point punkte"
)
"""The words of a part that only gives a price: `30 points each`."""
_RANKED = re.compile(
    r"\b(?:generals?|brigadier(?:s|en?|i)?|(?:brig\.? ?)?gens?|[a-z]*generale?n?|generaux|pas(?:ha|cha)s?|pachas?|"
    r"commanders?|kommandeure?|hqs?)\b",
    re.I,
)
_RANKS_ONLY = re.compile(r"(?:[^\W\d]+ )?(?:generals|brigadiers|commanders|generaux|brigadiere|generale|pashas)", re.I)
_WORDS = re.compile(r"[^\W\d_]+")
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
    clean = clean.title() if clean.islower() else clean  # without capitals, every word may be a name
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
        price = None if first.price is None else exact(Fraction(first.price) / first.count)
        each = replace(first, count=1, price=price, each=None)
        return [replace(each, name=one.name, level=one.level or first.level) for one in named]
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
        if {*_WORDS.findall(low.casefold())} <= _PRICE_WORDS:
            alone = len(values) == 1 and values[0] in self._prices and self._open() == [len(self._found) - 1]
            if each is not None and each in self._prices:
                self._pay(each, each)
            elif each is None and alone:
                self._pay(values[0])
            self.sums += [value for value in values if value != each]
            return True
        if self._open() and _RANKS_ONLY.fullmatch(low.strip()):
            return True  # `Adams and Grey, brigadiers, 30 each`
        general = self._general(part, facts, values, each, labelled=labelled)
        if general is None:
            return False
        if general.player and self._found and self._open() == [len(self._found) - 1] and not general.level:
            last = self._found.pop()  # `Army general: Adams, that is me`
            general = replace(last, player=True, named=True, name=last.name or general.name)
        if each is not None and each in self._prices and not general.player:  # `Adams and Grey 30 each`
            self._pay(each, each)
        self._found.append(general)
        return True

    def _open(self) -> list[int]:
        return [at for at, one in enumerate(self._found) if one.price is None and not one.player]

    def _pay(self, price: TypedPoints, each: TypedPoints | None = None) -> None:
        # `each`: the price, if it is typed as that of each general.
        for at in self._open():
            one = self._found[at]
            self._found[at] = replace(one, price=exact(Fraction(price) * one.count), each=each)

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
        ranked = bool(_RANKED.search(low))
        if self._is_of_troops(facts, outside, labelled=labelled, ranked=ranked):
            return None
        counted = _COUNTED.match(low)
        named = outside.strip()[counted.end() :] if counted else outside
        name = name_in(_DIGITS.sub(" ", _EACH_WORD.sub(" ", named)))
        if is_free(outside) or (is_free(part) and not values):
            return TypedGeneral(name, player=True, named=True) if name or ranked else None
        if is_free(part):  # `1 brigadier 30 (in command: myself, free)`
            self._found.append(TypedGeneral("", player=True, named=True))
        if times := _TIMES.match(low):
            price, count = int(times["n"]), int(times["count"])
            return TypedGeneral("", "", price * count, price, count) if price in self._prices else None
        levels = facts.description.levels
        if not ranked and (not name or (levels and not labelled and outside == part)):
            return None
        count = self._count(low, values, each) if ranked else 1
        values = values[1:] if values[:1] == [count] and (count > 1 or len(values) > 1) else values
        one = each if each in self._prices else None
        if one is None and values:
            one = next((price for price in self._prices if values in ([price], [price * count])), None)
            if one is None:
                return None
        total = None if one is None else exact(Fraction(one) * count)
        return TypedGeneral(name, levels[-1] if levels else "", total, each if each == one else None, count)

    def _is_of_troops(self, facts: Facts, outside: str, *, labelled: bool, ranked: bool) -> bool:
        # Whether a part is about troops. An arm in brackets, as in `Scarlett (cavalry)`, is that of the general.
        described = facts.description
        if facts.sized or facts.rated or described.rating or described.options or len(described.words) > _MAX_WORDS:
            return True
        if ranked:
            return False
        if any(number.context in _IN_NAME for number in facts.numbers):
            return True
        named = described.kinds and not described.armed and self._facts_of(outside).description.kinds
        return bool(named) and not labelled

    def _count(self, low: str, values: list[TypedPoints], each: TypedPoints | None) -> int:
        if counted := _COUNTED.match(low):
            word = counted["n"].casefold()
            return int(word) if word.isdecimal() else SPELT_NUMBERS.get(word, 1)
        follows = len(values) > 1 and each in self._prices and 1 < values[0] <= _MAX_TYPED
        return int(values[0]) if follows else 1  # `Brigadiers 2 @ 30`
