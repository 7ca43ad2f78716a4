"""Every reading of a line's numbers: where words of troops stand behind one, what it counts is weighed.

Battalions are units; squadrons and companies of a regiment are parts of one. Stands may be those of each or of all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from orbat.model.record import changed
from orbat.sources.typed.numbers import TAKEN, Facts, Scan
from orbat.sources.typed.words import COMPANIES, EACH, GUNS, NOUNS, SQUADRONS, plain

_PARTS = rf"(?:{SQUADRONS}|{COMPANIES})"
_ASIDE = re.compile(
    rf"[(\[](\d+) ?(?P<noun>(?P<guns>(?!pdr){GUNS})|(?P<part>{_PARTS})|{NOUNS})\b"
    r"(?:[^()\[\]\d]|\d+(?:st|nd|rd|th)\b)*[)\]]",
    re.I,
)
"""A bracket with a number of guns or battalions and no other: it may only describe the troops that it stands behind."""
_DETACHED = re.compile(
    rf"(?<![\w/.])(\d+) ?(?P<noun>(?P<part>{_PARTS}))\b"
    r"(?=[ '][^\W\d]| \d+(?:st|nd|rd|th|e|er)\b|\s*[,;:-])(?! (?:of|x|with|at|zu|di|de) (?:je )?\d+(?!\w))",
    re.I,
)
"""`two squadrons of the 11th Hussars`, but not `two squadrons of 6`."""
_TOGETHER = re.compile(r"\b(?:in all|altogether|all told|in total|together|between them|combined)\b", re.I)
_FOR_EACH = re.compile(rf"\b{EACH}\b", re.I)
_MOST = 12
_ROW = re.compile(r"(?<![\w.])(\d{1,2})[\s|,;]+(\d{1,3})[\s|,;]+(\d{1,4})\W*\Z")
_MOST_IN_ROW = 60
"""No line buys as many units."""


@lru_cache(1 << 13)
def facts_of(said: str, words: tuple[str, ...], ids: tuple[str, ...]) -> tuple[Facts, ...]:
    """Every reading of a line's numbers, the likeliest first; `words` and `ids` are those of ratings."""
    readings = tuple(Scan(said, words, ids).readings())
    text = plain(said)
    if found := _ASIDE.search(text) or _DETACHED.search(text):
        readings = _weighed(readings, tuple(Scan(said, words, ids, found.span(1)).readings()), found)
    readings = (*readings, *_shared(readings, said), *_multiplied(readings, text), *_in_row(readings, text))
    return tuple(dict.fromkeys(sorted(readings, key=lambda facts: facts.doubt)))[:_MOST]


def described_in(said: str) -> re.Match[str] | None:
    """The bracket of a line that may be part of a name: `2nd Field Battery (four guns)`."""
    return _ASIDE.search(plain(said))


def _weighed(counted: tuple[Facts, ...], named: tuple[Facts, ...], found: re.Match[str]) -> tuple[Facts, ...]:
    """Both ways to read a line with such words. They are likelier part of the name where they are of squadrons or
    companies and nothing is said of each, or where the line has another size; for battalions only where it has one
    price and none of each."""
    likely, first, part = min(named, key=lambda facts: facts.doubt), counted[0], bool(found["part"])
    if not part and (likely.size is None or (likely.size, likely.count) == (first.size, first.count)):
        return tuple(_assuming(counted, found))
    priced = likely.line is not None and likely.each is None
    is_name = not _FOR_EACH.search(found.string) if part else bool(found.groupdict().get("guns")) or priced
    assumed = f"{found[1]} {found['noun']} are taken for one unit"
    return (
        *(changed(one, doubt=one.doubt + is_name) for one in _assuming(counted, found)),
        *(
            changed(one, count=one.count or 1, doubt=one.doubt + (not is_name), assumed=assumed)
            for one in named
            if part or one.size is not None
        ),
    )


def _assuming(counted: Iterable[Facts], found: re.Match[str]) -> Iterator[Facts]:
    """Readings by which the number counts units."""
    number = int(found[1])
    assumed = f"{number} {found['noun']} are taken for {number} units"
    return (changed(one, assumed=assumed) if one.count == number > 1 else one for one in counted)


def _multiplied(readings: Iterable[Facts], text: str) -> Iterator[Facts]:
    """Readings by which a number that was taken for a name counts units, since the price of all is so often that of
    one: `3 companies of Rifles, 16 each = 48`."""
    for facts in readings:
        if facts.count is None and facts.each and facts.line is not None:
            many = Fraction(facts.line) / Fraction(facts.each)
            if many > 1 and many.denominator == 1 and re.search(rf"(?<![\d.]){many}(?![\d.])", text):
                yield changed(facts, count=int(many), doubt=facts.doubt + 1)


def _in_row(readings: Iterable[Facts], text: str) -> Iterator[Facts]:
    """The reading of `Line infantry 4 10 40` by which four at ten each are forty."""
    found = _ROW.search(text)
    if not found or int(found[1]) * int(found[2]) != int(found[3]) or not 1 < int(found[1]) < _MOST_IN_ROW:
        return
    for facts in readings:
        if facts.line == int(found[3]) and facts.extra == (int(found[1]), int(found[2])):
            rest = facts.rest[: found.start()] + TAKEN * (len(facts.rest) - found.start())
            count, each = int(found[1]), int(found[2])
            yield changed(facts, count=count, each=each, extra=(), rest=rest, doubt=facts.doubt + 1)


def _shared(readings: Iterable[Facts], said: str) -> Iterator[Facts]:
    """Readings by which the stands of several units are those of all of them."""
    if _FOR_EACH.search(said):
        return
    together = bool(_TOGETHER.search(said))
    for facts in readings:
        many, size = facts.count or 1, facts.size or 0
        if many > 1 and facts.counts in ("stands", "men") and size > many and not size % many:
            told = f"the {size} {facts.counts} are taken for those of all {many}"
            doubt = facts.doubt - 1 if together else max(facts.doubt, 1)
            yield changed(facts, size=size // many, doubt=doubt, assumed=told)
