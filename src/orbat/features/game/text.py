"""What games have cost armies, as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.features.game.score import Result, Score, band_of, band_words
from orbat.features.game.standing import Standing
from orbat.model.points import show
from orbat.render.text import Painter, Role, unpainted, wrapped


def scored_lines(found: Score, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """An army's losses by formation, each with what it counts; then the sum, and how near it is to breaking."""
    yield from (paint(line, "title") for line in wrapped(f"Losses of {found.report.title}", width))
    for group in found.groups:
        hit = [one for one in group.standings if one.words]
        if hit:
            yield from (paint(line, "faint") for line in wrapped(group.title, width))
        for one in hit:
            yield from wrapped(f"  {_words(one)}", width, "    ")
    if not any(one.words for one in found.standings):
        yield "Nothing is lost."
    for note in found.astray:
        says = f"{note.name or 'something'} is in the losses, and not in this ORBAT: it counts nothing."
        yield from (paint(line, "warning") for line in wrapped(says, width))
    if found.counts_points:
        yield from (paint(line, "note") for line in wrapped(f"Points lost: {found.sum}.", width))
    else:
        says = f"{found.report.ruleset} counts no points lost."
        yield from (paint(line, "faint") for line in wrapped(says, width))
    if found.breakage:
        role: Role = "error" if found.breakage.broken else "note"
        words = found.breakage.words
        yield from (paint(line, role) for line in wrapped(f"{words[:1].upper()}{words[1:]}.", width))


def _words(one: Standing) -> str:
    """`33rd Foot: 7 of 12 stands lost, under half: 36 x 1/2 = 18 [18.2]`."""
    return f"{one.name}: {one.reason or ', '.join(one.words)}"


def alone_lines(found: Score, width: int | None = None) -> Iterator[str]:
    """What the opponent has scored, and what that is worth by itself."""
    band = band_of(found.margins, found.lost) if found.counts_points else None
    if band and found.margins:
        says = f"The opponent has scored {show(found.lost)} points; if he loses nothing:"
        yield from wrapped(f"{says} {band_words(band, found.margins)}.", width)


def result_lines(found: Result, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """Both armies' losses, who is ahead, and the margin."""
    for one in found.scores:
        yield from scored_lines(one, paint, width)
        yield ""
    if found.scores[0].counts_points:
        yield from (paint(line, "title") for line in wrapped(f"{found.words}.", width))
        sizes = [one.report.orbat.game_size for one in found.scores if one.report.orbat]
        if len(set(sizes)) > 1:
            says = f"The scale is that for the size of {found.titles[0]}; the other army is for another size."
            yield from (paint(line, "faint") for line in wrapped(says, width))
