"""Lint: what is ticked off and counted during a game."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orbat.model.kinds import Track
from orbat.model.path import Path
from orbat.model.play import BreakingPoint
from orbat.sources.lint_case import Fault, LintCase

_OF_UNITS = ("options", "ratings", "sizes", "levels")
"""What a selector may ask of a unit or formation rather than of its entry."""


def play_sound(case: LintCase) -> Iterator[Fault]:
    """What is ticked off in play has so many boxes or a box for each state, not both; a breaking point is a share of
    the army above nothing and not above all of it, and counts units by what their entries are.

    Why: Nothing could be ticked off, or an army would be beaten before the first turn or never.

    Example: `breaking_point: {share: 3/2}`.

    Cure: Correct the number, or write one of the two.
    """
    for path, track in case.each(Track):
        if track.boxes and track.states:
            says = "the track has boxes and states; it may have one or the other"
            yield Fault((*path, "boxes"), says, "Remove boxes or states.", at_key=True)
        elif not track.boxes and not track.states:
            says = "the track has nothing to tick off; it needs boxes: and their number, or states: and their words"
            yield Fault(path, says, "Write boxes: or states:.", at_key=True)
    for path, point in case.each(BreakingPoint):
        yield from _share(path, point)


def _share(path: Path, point: BreakingPoint) -> Iterator[Fault]:
    shares = [((*path, "share"), point.share)]
    shares += [((*path, "by_ruling", choice), share) for choice, share in point.by_ruling.items()]
    for place, share in shares:
        if not 0 < share <= 1:
            says = f"the share is {Fraction(share)} of the army; it must be above 0 and at most 1"
            yield Fault(place, says, "Write a share such as 1/2.")
    for key in _OF_UNITS:
        if point.of and getattr(point.of, key):
            says = f"the breaking point goes by {key}, which it does not look at; it goes by entries, kinds and groups"
            yield Fault((*path, "of", key), says, f"Remove {key}.", at_key=True)
