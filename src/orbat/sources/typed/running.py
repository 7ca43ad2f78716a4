"""Running totals: a last column of a typed list in which each number is the one above it and the price beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from orbat.sources.typed.signs import Line
from orbat.sources.typed.words import POINTS

_LAST_TWO = re.compile(rf"(.*(?<![\d.])(\d+) ?(?:{POINTS})?)[\s=|,;:(\[>-]+(\d+) ?(?:{POINTS})?[\s)\].]*\Z", re.I)
_LEAST = 3
"""So many lines one after another must agree."""


def without_running(lines: Iterable[Line]) -> list[Line]:
    """The lines without their running totals, where they have them."""
    kept = list(lines)
    chain: list[int] = []
    total = 0
    for place, line in enumerate(kept):
        found = _LAST_TWO.match(line.said)
        if not found:
            continue
        if int(found[3]) != total + int(found[2]):
            kept = _cut(kept, chain)
            chain, total = [], 0
        if int(found[3]) == total + int(found[2]):
            chain.append(place)
            total = int(found[3])
    return _cut(kept, chain)


def _cut(lines: list[Line], chain: Sequence[int]) -> list[Line]:
    """The lines, those of a chain that is long enough without their last number."""
    if len(chain) < _LEAST:
        return lines
    found = {place: _LAST_TWO.match(lines[place].said) for place in chain}
    return [
        replace(line, said=cut[1].rstrip()) if (cut := found.get(place)) else line for place, line in enumerate(lines)
    ]
