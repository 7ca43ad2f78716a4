"""Terminal lines of `orbat score`."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.features.game.condition import Condition
from orbat.features.game.score import Result, Score, band_of, band_text
from orbat.model.points import show
from orbat.model.wording import phrase
from orbat.render.text import Painter, Role, unpainted, wrapped


def score_lines(found: Score, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """Losses of one army by formation, points lost, and the breaking point."""
    yield from (paint(line, "title") for line in wrapped(phrase("Losses of {title}", title=found.report.title), width))
    for group in found.groups:
        hit = [one for one in group.conditions if one.effects]
        if hit:
            yield from (paint(line, "faint") for line in wrapped(group.title, width))
        for one in hit:
            yield from wrapped(f"  {_words(one)}", width, "    ")
    if not any(one.effects for one in found.conditions):
        yield "No losses."
    for note in found.unmatched:
        text = phrase("{name}: not in this ORBAT, so its losses are not scored.", name=note.name or "unnamed item")
        yield from (paint(line, "warning") for line in wrapped(text, width))
    if found.counts_points:
        yield from (paint(line, "note") for line in wrapped(phrase("Points lost: {sum}.", sum=found.sum), width))
    else:
        text = phrase("{ruleset} does not score points lost.", ruleset=found.report.ruleset)
        yield from (paint(line, "faint") for line in wrapped(text, width))
    if found.breaking:
        role: Role = "error" if found.breaking.broken else "note"
        words = found.breaking.text
        yield from (paint(line, role) for line in wrapped(f"{words[:1].upper()}{words[1:]}.", width))


def _words(one: Condition) -> str:
    """`33rd Foot: 7 of 12 stands lost, under half: 36 x 1/2 = 18 [18.2]`."""
    return f"{one.name}: {one.reason or ', '.join(one.effects)}"


def single_score_lines(found: Score, width: int | None = None) -> Iterator[str]:
    """The opponent's score, with its margin if the opponent loses nothing."""
    band = band_of(found.margins, found.lost) if found.counts_points else None
    if band and found.margins:
        text = phrase(
            "The opponent scores {points} points. If the opponent loses nothing: {margin}.",
            points=show(found.lost),
            margin=band_text(band, found.margins),
        )
        yield from wrapped(text, width)


def result_lines(found: Result, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """Losses of both armies, who leads, and the margin."""
    for one in found.scores:
        yield from score_lines(one, paint, width)
        yield ""
    if found.scores[0].counts_points:
        yield from (paint(line, "title") for line in wrapped(f"{found.text}.", width))
        sizes = [one.report.orbat.game_size for one in found.scores if one.report.orbat]
        if len(set(sizes)) > 1:
            text = phrase("The armies have different agreed sizes; the margins are for {title}.", title=found.titles[0])
            yield from (paint(line, "faint") for line in wrapped(text, width))
