"""Wars of a ruleset's period, and the nations on each side."""

from collections.abc import Iterable

from orbat.model.dates import Date
from orbat.model.service import Dates
from orbat.model.text import Id, Text


class War(Dates):
    """A war, or a part of a war, with sides. Every side is a group of allied nations."""

    name: Text
    sides: tuple[tuple[Id, ...], ...]

    def side_of(self, nation: str) -> int | None:
        """The number of the nation's side, or None if the nation is not in the war."""
        return next((number for number, side in enumerate(self.sides) if nation in side), None)


def war_between(wars: Iterable[War], first: str, second: str, period: tuple[Date | None, Date | None]) -> War | None:
    """The war in which two nations are enemies during a period, or None.

    Dates are inclusive, and None means unbounded. Returns None if the nations are allies in a part of the period.
    """
    found = None
    for war in wars:
        one, other = war.side_of(first), war.side_of(second)
        if one is None or other is None or not _overlap(war, period):
            continue
        if one == other:
            return None
        found = found or war
    return found


def _overlap(war: War, period: tuple[Date | None, Date | None]) -> bool:
    start, end = period
    after = start and war.to and war.to.last < start.first
    before = end and war.from_ and war.from_.first > end.last
    return not (after or before)
