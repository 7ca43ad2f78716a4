"""The numbers of a line that no word or sign explains: how many, how large or how dear, by where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orbat.model.record import changed
from orbat.sources.typed.numbers import FIGURE, NAMED, TAKEN, Facts, number, whole
from orbat.sources.typed.words import COMPANIES, NOUNS, NUMBERS

Open = tuple[Facts, str]
"""What is known so far, and the line with the numbers that are taken blotted out."""

_N = r"(\d{1,6}(?:\.\d+)?)"
_ALONE = re.compile(r"(?<![\d.])\d+(?![\d.])")
_BLOTS = re.compile(f"{TAKEN}+")
_N_BY_N = re.compile(rf"\b{_N} ?x ?{_N}\b", re.I)
_N_NOUN = re.compile(rf"\b{_N} ?x? ?(?:[a-z]+ ){{0,2}}?(?={NOUNS}\b)", re.I)
_LEADING = re.compile(rf"\s*{_N}(?P<times> ?x ?|: |\s+)(?=[^\d\s])", re.I)
_TIMES_AFTER = re.compile(rf"(?<=[a-z)\s])x ?{_N}\b", re.I)
_TRAILING = re.compile(rf"(?<![\d/.]){_N}(\+)?[\])\s.]*\Z")
_WORD_COUNT = re.compile(rf"\s*(?:and |then |another |also )*({'|'.join(NUMBERS)})\b(?! (?:of|{COMPANIES})\b)", re.I)
_CALIBRE_NEXT = re.compile(rf"\s*{NAMED}+")
_ONE_BATTERY = re.compile(r"\b(?:battery|bty|btty|troop|batterie)\b", re.I)
_LEAD_WORDS = re.compile(r"\s*(?:(?:and|then|another|also|plus|with|a|an|so) )+(?=\d|one|two)", re.I)

_LARGEST_UNIT = 60
"""No unit has more stands or guns."""
_LARGEST = 20
"""`at 12` may be a size; a larger number is a price."""
_CHEAPEST = 20
"""A bare number in front that is smaller counts units; one as large is what they cost."""


def read_open(facts: Facts, free: str, keep: str, ids: tuple[str, ...]) -> Iterator[Facts]:
    """Every way to read the rest of a line's numbers."""
    states: list[Open] = [(facts, free)]
    of_figures = (_by, _led, _timed, _nouned, _trailed) if FIGURE.search(free) else ()
    for step in (_multiplied, _spelt, *of_figures):
        states = [after for state in states for after in step(state)]
    for known, left in states:
        extra = tuple(map(int, _ALONE.findall(left)))
        rest = _without(keep, left)
        yield from _positional(changed(known, extra=extra, rest=rest), ids)


def _without(keep: str, left: str) -> str:
    """A line without what is taken of it in `left`."""
    for found in _BLOTS.finditer(left):
        first, last = found.span()
        keep = keep[:first] + found[0] + keep[last:]
    return keep


def _blot(text: str, found: re.Match[str], group: int | str = 0) -> str:
    first, last = found.span(group)
    return text[:first] + TAKEN * (last - first) + text[last:]


def _multiplied(state: Open) -> Iterator[Open]:
    """`2 x 45 = 90`: two units, or the two guns of one."""
    facts, text = state
    times = facts.times
    if times is None or times in (facts.count, facts.size):
        yield state
    elif facts.size is None and facts.count is None:
        one = bool(_ONE_BATTERY.search(text))
        yield changed(facts, count=times, doubt=facts.doubt + one), text
        yield changed(facts, size=times, counts="guns", doubt=facts.doubt + (not one)), text
    elif facts.count is None:
        yield changed(facts, count=times), text
    else:
        yield changed(facts, size=facts.size or times), text


def _spelt(state: Open) -> Iterator[Open]:
    """`two batteries`."""
    facts, text = state
    found = _WORD_COUNT.match(text)
    if not found or facts.count is not None:
        yield state
        return
    if facts.size is not None and _CALIBRE_NEXT.match(text, found.end()):
        yield facts, _blot(text, found)
        return
    yield changed(facts, count=NUMBERS[found[1].casefold()]), _blot(text, found)


def _by(state: Open) -> Iterator[Open]:
    """`3x6`: three units of six; `3x110` are at so many points each."""
    facts, text = state
    found = _N_BY_N.search(text)
    if not found or facts.size is not None or facts.count is not None:
        yield state
        return
    many, large = whole(found[1]), whole(found[2])
    after = _blot(text, found)
    dear = large > _LARGEST_UNIT
    if facts.each is None and large >= _CHEAPEST:
        yield changed(facts, count=many, each=large, priced=True, doubt=facts.doubt + 2 * (not dear)), after
    yield changed(facts, count=many, size=large, counts="any", doubt=facts.doubt + dear), after


def _led(state: Open) -> Iterator[Open]:
    """A number in front: of units, or of points."""
    facts, text = state
    begin = _LEAD_WORDS.match(text)
    start = begin.end() if begin else 0
    found = _LEADING.match(text, start)
    if not found:
        yield state
        return
    value, after = number(found[1]), _blot(text, found)
    times = "x" in found["times"].casefold()
    dear = not times and (found[1].startswith("0") or value >= _CHEAPEST)
    can_count = facts.count is None and value == int(value) and 0 < value < 100
    if facts.line is None and not times:
        priced = changed(facts, line=value, priced=True, doubt=facts.doubt + (0 if dear else 3))
        yield priced, after
    if can_count and not found[1].startswith("0"):
        yield changed(facts, count=int(value), doubt=facts.doubt + (2 if dear else 0)), after
    elif facts.line is not None or times:
        yield changed(facts, size=facts.size or int(value)), after


def _timed(state: Open) -> Iterator[Open]:
    """`Nizam x12`: twelve stands, or twelve units."""
    facts, text = state
    found = _TIMES_AFTER.search(text)
    if not found:
        yield state
        return
    value, after = whole(found[1]), _blot(text, found)
    if facts.size is None:
        few = value < 4 and not _ONE_BATTERY.search(text)
        yield changed(facts, size=value, counts="any", doubt=facts.doubt + few), after
    if facts.count is None:
        large = facts.size is None and (value >= 4 or bool(_ONE_BATTERY.search(text)))
        yield changed(facts, count=value, doubt=facts.doubt + large), after
    if facts.size is not None and facts.count is not None:
        yield facts, after


def _nouned(state: Open) -> Iterator[Open]:
    """`4 battalions`."""
    facts, text = state
    found = _N_NOUN.search(text)
    if not found or facts.count is not None:
        yield state
        return
    yield changed(facts, count=whole(found[1])), _blot(text, found)


def _trailed(state: Open) -> Iterator[Open]:
    """A number at the end: of points, or else of stands."""
    facts, text = state
    found = _TRAILING.search(text)
    if not found:
        yield state
        return
    value, after = number(found[1]), _blot(text, found)
    if facts.line is None:
        yield changed(facts, line=value, priced=True, unfinished=bool(found[2])), after
    else:
        yield state
    if facts.size is None and value == int(value) and 0 < value <= _LARGEST_UNIT:
        doubt = facts.doubt + (8 if facts.line is None else 1)
        yield changed(facts, size=int(value), counts="any", doubt=doubt), after


def _positional(facts: Facts, ids: tuple[str, ...]) -> Iterator[Facts]:
    """Bare numbers in a row: the size and the rating, in either order."""
    yield facts
    if (
        facts.size is None
        and facts.each is not None
        and facts.times is None
        and facts.each <= _LARGEST
        and facts.each == int(facts.each)
    ):
        yield changed(facts, size=int(facts.each), counts="any", each=None, doubt=facts.doubt + 2)
    if facts.size is None and facts.extra and facts.extra[0]:
        yield changed(facts, size=facts.extra[0], counts="any", extra=facts.extra[1:], doubt=facts.doubt + 1)
    for at, value in enumerate(facts.extra):
        others = (*facts.extra[:at], *facts.extra[at + 1 :])
        rated = facts.rating or (str(value) if str(value) in ids else "")
        if facts.size is None and facts.rating and value:
            yield changed(facts, size=value, counts="any", extra=others, doubt=facts.doubt + 1)
        elif not facts.rating and rated and facts.size is not None:
            yield changed(facts, rating=rated, extra=others, doubt=facts.doubt + 1)
        elif not facts.rating and rated and others and others[0]:
            sized = changed(facts, rating=rated, size=others[0], counts="any", extra=others[1:])
            yield changed(sized, doubt=facts.doubt + 1 + at)
