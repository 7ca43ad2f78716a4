"""What both players agreed: the game size, the rulings and the treatment of house limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from orbat.model.orbat import HouseLimits, Orbat
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset


class Agreed(Value):
    """What both players agreed, used instead of the values in files.

    `points` is the game size. `rulings` are pairs of ids: the ruling and its choice. All other rulings have their
    default choices. None means that the file decides. `house` is the treatment of house limits.
    """

    points: int | None = None
    rulings: tuple[tuple[str, str], ...] | None = None
    house: HouseLimits | None = None

    def applied_to(self, orbat: Orbat, ruleset: Ruleset | None) -> Orbat:
        """The ORBAT with the agreed size and rulings. Without a ruleset, the rulings stay the same."""
        changes: dict[str, Any] = {}
        if self.points is not None:
            changes["game_size"] = self.points
        if self.house is not None:
            changes["house_limits"] = self.house
        if self.rulings is not None and ruleset is not None:
            changes["rulings"] = self._rulings_for(orbat, ruleset)
        return replace(orbat, **changes) if changes else orbat

    def _rulings_for(self, orbat: Orbat, ruleset: Ruleset) -> Mapping[str, str]:
        """The agreed choices that differ from the default. Rulings that the ruleset does not know stay in the ORBAT,
        because they are reported."""
        agreed, known = dict(self.rulings or ()), {one.id: one for one in ruleset.rulings}
        chosen = {key: choice for key, choice in orbat.rulings.items() if key not in known}
        for key, ruling in known.items():
            choice = agreed.get(key, ruling.ours)
            if choice != ruling.ours and any(one.id == choice for one in ruling.choices):
                chosen[key] = choice
        return chosen


AS_WRITTEN = Agreed()
"""Nothing is replaced: the file decides everything."""
