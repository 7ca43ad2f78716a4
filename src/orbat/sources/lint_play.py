"""Lint: what is ticked off and counted during a game."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orbat.model.kinds import Track
from orbat.model.near import listed
from orbat.model.path import Path
from orbat.model.play import FATES, BreakingPoint, Victory
from orbat.sources.lint_case import Fault, LintCase

_OF_UNITS = ("options", "ratings", "sizes", "levels")
"""What a selector may ask of a unit or formation rather than of its entry."""


def play_sound(case: LintCase) -> Iterator[Fault]:
    """What is ticked off in play has so many boxes or a box for each state, not both; a breaking point is a share of
    the army above nothing and not above all of it, and counts units by what their entries are; where generals count
    as lost, each of the fates for which they do is named once.

    Why: Nothing could be ticked off, an army would be beaten before the first turn or never, or no general counted.

    Example: `breaking_point: {share: 3/2}`.

    Cure: Correct the number, or write what is missing or one of the two.
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
    for path, victory in case.each(Victory):
        yield from _fates(path, victory)


def _fates(path: Path, victory: Victory) -> Iterator[Fault]:
    if victory.generals and not victory.fates:
        says = f"{victory.generals} are to count, and there are no fates for which a general does"
        yield Fault((*path, "generals"), says, f"Write fates: {listed(FATES)}, in a list.", at_key=True)
    elif victory.fates and not victory.generals:
        says = "there are fates for which a general counts, and nothing says so in words"
        yield Fault((*path, "fates"), says, "Write generals: and the words, such as captured generals.", at_key=True)
    for number, fate in enumerate(victory.fates):
        if fate in victory.fates[:number]:
            yield Fault((*path, "fates", number), f"{fate} stands twice; once is enough", f"Remove one {fate}.")


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
