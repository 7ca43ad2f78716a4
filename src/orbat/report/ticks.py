"""What a player ticks off for a unit in play, where its kind has other boxes than one for each stand."""

from __future__ import annotations

from orbat.model.finding import cited
from orbat.model.kinds import Kind
from orbat.model.record import Value


class Ticks(Value):
    """What the boxes of a unit are called: so many `boxes`, or a box for each of its `states`."""

    label: str
    boxes: int
    states: tuple[str, ...]
    cites: str


def ticks_of(kind: Kind) -> Ticks | None:
    """What is ticked off for units of a kind; None where that is their stands, or nothing."""
    track = kind.track
    if track is None or kind.works:
        return None
    return Ticks(track.label, track.boxes or 0, track.states, cited(track.citations))
