"""An event, such as a tournament: the terms of all its games, and the players."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.model.agreed import Agreed
from orbat.model.orbat import HouseLimits
from orbat.model.points import Count
from orbat.model.record import Record
from orbat.model.text import FormatVersion, Text


class Event(Record):
    """The terms of an event, and its players."""

    event: FormatVersion
    title: Text = ""
    game_size: Count | None = None
    rulings: Mapping[str, Text] | None = None
    house_limits: HouseLimits | None = None
    players: tuple[Text, ...] = ()
    note: Text = ""

    @property
    def agreed(self) -> Agreed:
        """The values that replace the values in the players' files."""
        rulings = None if self.rulings is None else tuple(self.rulings.items())
        return Agreed(self.game_size, rulings, self.house_limits)
