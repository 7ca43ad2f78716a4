"""Ratings and weapons that a list names once for all its units: `class 3 and rifles unless stated`."""

from __future__ import annotations

import re

from orbat.list_reader.segments import Facts
from orbat.list_reader.words import without_accents
from orbat.model.record import Value

_UNLESS = re.compile(
    r"\b(?:unless|otherwise|throughout|(?:save|except) (?:where|as|for)|by default|where i did ?n.?t|"
    r"sauf (?:mention|indication|precision|avis|contraire|si|la ou)|par defaut|partout|"
    r"wenn nicht|sofern nicht|soweit nicht|falls nicht|sonst|durchweg|wo nix|wo nichts)\b",
    re.I,
)
_ALL = re.compile(
    r"\b(?:all|every(?:one|body|thing)?|tous|toutes?|tout le monde|alle[ns]?|jeder|samtliche)\b(?! told| in all)", re.I
)
"""Words that make a line about all units if it is above the first unit."""


class Defaults(Value):
    """What units have whose lines do not say it. `kinds`: the kinds of troops that this is about; empty for all."""

    rating: str = ""
    options: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()


def defaults_in(clean: str, facts: Facts, *, head: bool) -> Defaults | None:
    """The rating and weapons that a line states for all units. `head`: the line is above all units."""
    low = without_accents(clean)
    if not (_UNLESS.search(low) or (head and _ALL.search(low))):
        return None
    ratings = [number.value for number in facts.numbers if number.context == "class"]
    if facts.sized or facts.counted or len(ratings) > 1:
        return None
    described = facts.description
    kinds = frozenset() if described.armed else frozenset(described.kinds)
    rating = str(ratings[0]) if ratings else described.rating if described.rating.isdecimal() else ""
    options = () if described.refused else described.options
    return Defaults(rating, options, kinds) if rating or options else None
