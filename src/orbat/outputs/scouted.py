"""Two armies' scouting held against each other, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.points import show
from orbat.outputs.text import Painter, fitted, unpainted
from orbat.report.outscouting import Outscouting


def scouted_lines(found: Outscouting, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """Each side's points with their sum and the units that scout, who is out-scouted, and what that means."""
    for title, side in zip(found.titles, found.sides, strict=True):
        yield from (paint(line, "title") for line in fitted(f"{title}: {show(side.points)} scouting points", width))
        yield from fitted(f"  {side.sum}", width, "    ")
        for scouts in reversed(side.scouts):
            words = f"  {side.rating_word} {scouts.rating}: {', '.join(scouts.units)}"
            yield from (paint(line, "faint") for line in fitted(words, width, "    "))
    first = found.sides[0]
    yield ""
    if reading := f"{first.reading[:1].upper()}{first.reading[1:]}":
        yield from (paint(line, "faint") for line in fitted(f"{first.question} {reading}.", width))
    if found.other_reading:
        yield from fitted(
            f"{found.titles[1]} reads that otherwise: both are reckoned as {found.titles[0]} reads it.", width
        )
    yield from (paint(line, "note") for line in fitted(f"{found.verdict}.", width))
    if found.consequence:
        yield from fitted(found.consequence, width)
