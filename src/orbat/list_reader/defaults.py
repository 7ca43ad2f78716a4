"""Ratings and weapons that a list names once for all its units: `class 3 and rifles unless stated`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from orbat.list_reader.segments import Facts
from orbat.list_reader.words import STANDS, without_accents
from orbat.model.record import Value

_UNLESS = re.compile(
    r"\b(?:all units|if (?:blank|nothing|none|empty|not \w+)|alle einheiten|toutes les unites|"
    r"unless|otherwise|throughout|(?:save|except) (?:where|as|for)|by default|where i did ?n.?t|"
    r"sauf (?:mention|indication|precision|avis|contraire|si|la ou)|par defaut|partout|"
    r"wenn nicht|sofern nicht|soweit nicht|falls nicht|sonst|durchweg|wo nix|wo nichts)\b",
    re.I,
)
_ALL = re.compile(
    r"\b(?:all|every(?:one|body|thing)?|tous|toutes?|tout le monde|alle[ns]?|jeder|samtliche)\b(?! told| in all)", re.I
)
"""Words that make a line about all units if it is above the first unit."""


_EACH_OF = re.compile(
    r"\W*(?:(?:all|every|each|alle[ns]?|jede[rsn]?|samtliche|tous|toutes|chaque)\b(?! told| in all)|"
    r"the following\b|die folgenden\b|folgende\b|les suivants\b)",
    re.I,
)
"""The start of a line that gives the size of several units: `All battalions 12 stands, class 3`."""
_SENTENCE_END = re.compile(r"(?<=[a-z]{3})[.!] +(?=[A-Z])")
_NOBODY = re.compile(r"\b(?:nobody|no one|none|no|not|without|keine?|niemand|ohne|aucune?|personne|sans|pas)\b", re.I)


_FIGURES_TO_A_STAND = re.compile(
    rf"(?<![\d.,])(\d{{1,2}}) ?(?:figures?|figs?|figurines?|figuren|miniatures?)\.? "
    r"(?:(?:to|per|on|=|are|is|make|pro|je|sind|par|font) )?"
    rf"(?:(?:an?|the|1|one|each|every|ein|eine|une?) ?)?{STANDS}\b",
    re.I,
)
_RATING_WORDS = frozenset({"class", "klasse", "classe", "clase", "and", "with", "und", "mit", "et", "avec"})


class Defaults(Value):
    """The rating, size and options of units if their own lines do not state any.

    `kinds`: the kinds of troops to which the defaults apply. Empty means all kinds.
    """

    rating: str = ""
    options: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    size: str = ""

    def __bool__(self) -> bool:
        return bool(self.rating or self.options or self.size)


def defaults_in(clean: str, facts_of: Callable[[str], Facts], *, head: bool) -> Defaults | None:
    """The size, rating and weapons that a line states for all units. None if the line is not about all units.

    `head`: whether the line comes before all units.
    """
    sentences = (one for one in _SENTENCE_END.split(clean) if one)
    return next((one for text in sentences if (one := _defaults_in(text, facts_of, head=head)) is not None), None)


def gives_sizes(clean: str, facts: Facts) -> bool:
    """Whether a line gives the size of all units above or below it: `All battalions 12 stands, class 3, 36 points`."""
    found = _EACH_OF.match(without_accents(clean))
    rest = clean[found.end() :] if found else ""
    sums = facts.description.general or facts.description.levels or facts.numbers_in("equals")
    return bool(rest) and facts.sized and not (facts.counted or sums or re.search(r"(?<=[a-z] )[A-Z][a-z]{3}", rest))


def _defaults_in(clean: str, facts_of: Callable[[str], Facts], *, head: bool) -> Defaults | None:
    facts = facts_of(clean)
    unless = _UNLESS.search(without_accents(clean))
    if unless and defaults_of(before := facts_of(clean[: unless.start()])):
        facts = before
    low = without_accents(clean).casefold()
    if not (_UNLESS.search(low) or (head and _ALL.search(low))) or facts.sized or facts.counted or facts.priced:
        return None
    found = defaults_of(facts)
    if found.rating and any(map(_is_of_some, re.split(r"[,;.(]", low))):
        found = replace(found, rating="")
    if _NOBODY.search(low):
        found = replace(found, options=())
    return found if found or facts.description.refused or facts.description.options else None


def _is_of_some(clause: str) -> bool:
    # Whether a clause gives a class to some troops: the first in `Guards are class 4, all have rifles`.
    rated = re.search(r"\d", clause) and not (_UNLESS.search(clause) or _ALL.search(clause))
    return bool(rated and set(re.findall(r"[a-z]{3,}", clause)) - _RATING_WORDS)


def defaults_of(facts: Facts) -> Defaults:
    """The rating and weapons that a text names."""
    described = facts.description
    ratings = {number.value for number in facts.numbers if number.context == "class"}
    if len(ratings) > 1:
        return Defaults()
    kinds = frozenset[str]() if described.armed else frozenset(described.kinds)
    rating = str(min(ratings)) if ratings else described.rating
    return Defaults(rating, () if described.refused else described.options, kinds, described.size)


def figures_to_a_stand(texts: Iterable[str]) -> int:
    """How many figures a stand has, if the list says so: `4 figures to a stand`. 0 if it does not, or not clearly."""
    found = {int(one[1]) for text in texts for one in _FIGURES_TO_A_STAND.finditer(without_accents(text))}
    return found.pop() if len(found) == 1 else 0
