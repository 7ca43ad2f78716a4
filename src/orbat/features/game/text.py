"""The output of `orbat score`, as lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.features.game.condition import Condition
from orbat.features.game.score import Result, Score, band_of, band_text
from orbat.model.points import show
from orbat.model.wording import phrase
from orbat.render.text import Painter, Role, unpainted, wrapped


def score_lines(score: Score, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """The text for one army, as lines: losses by formation, points lost, and breaking point."""
    yield from (paint(line, "title") for line in wrapped(phrase("Losses of {title}", title=score.report.title), width))
    for group in score.groups:
        hit = [one for one in group.conditions if one.effects]
        if hit:
            yield from (paint(line, "faint") for line in wrapped(group.title, width))
        for one in hit:
            yield from wrapped(f"  {_words(one)}", width, "    ")
    if not any(one.effects for one in score.conditions):
        yield "No losses."
    for note in score.unmatched:
        text = phrase("{name}: not in this ORBAT, so its losses are not scored.", name=note.name or "unnamed item")
        yield from (paint(line, "warning") for line in wrapped(text, width))
    if score.counts_points:
        yield from (paint(line, "note") for line in wrapped(phrase("Points lost: {sum}.", sum=score.sum), width))
    else:
        text = phrase("{ruleset} gives no points for losses.", ruleset=score.report.ruleset)
        yield from (paint(line, "faint") for line in wrapped(text, width))
    if score.breaking:
        role: Role = "error" if score.breaking.broken else "note"
        words = score.breaking.text
        yield from (paint(line, role) for line in wrapped(f"{words[:1].upper()}{words[1:]}.", width))


def _words(one: Condition) -> str:
    return f"{one.name}: {one.reason or ', '.join(one.effects)}"


def single_score_lines(score: Score, width: int | None = None) -> Iterator[str]:
    """Yield text such as `The opponent scores 60 points. If the opponent loses nothing, their result is: draw.`"""
    band = band_of(score.margins, score.lost) if score.counts_points else None
    if band and score.margins:
        text = phrase(
            "The opponent scores {points} points. If the opponent loses nothing, their result is: {margin}.",
            points=show(score.lost),
            margin=band_text(band, score.margins),
        )
        yield from wrapped(text, width)


def result_lines(result: Result, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """The text for two armies, as lines: losses, which army leads, and the margin of victory."""
    for one in result.scores:
        yield from score_lines(one, paint, width)
        yield ""
    if result.scores[0].counts_points:
        yield from (paint(line, "title") for line in wrapped(f"{result.text}.", width))
        sizes = [one.report.orbat.game_size for one in result.scores if one.report.orbat]
        if len(set(sizes)) > 1:
            text = phrase(
                "The armies have different agreed sizes. "
                "The margins of victory are those for the agreed size of {title}.",
                title=result.titles[0],
            )
            yield from (paint(line, "faint") for line in wrapped(text, width))
