"""The values that both players agreed: game size, rulings and house limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from orbat.model.orbat import HouseLimits, Orbat
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset


class Agreed(Value):
    """Values that both players agreed. A value of None means that the value in the ORBAT file applies."""

    points: int | None = None
    """The game size."""
    rulings: tuple[tuple[str, str], ...] | None = None
    """Pairs of a ruling's id and the id of the choice. Unlisted rulings have their default choices."""
    house: HouseLimits | None = None
    """How to report a house limit that is not kept: as a warning, as an error (`enforce`), or not at all (`ignore`)."""

    def applied_to(self, orbat: Orbat, ruleset: Ruleset | None) -> Orbat:
        """A copy of the ORBAT with the agreed values. If `ruleset` is None, rulings do not change."""
        changes: dict[str, Any] = {}
        if self.points is not None:
            changes["game_size"] = self.points
        if self.house is not None:
            changes["house_limits"] = self.house
        if self.rulings is not None and ruleset is not None:
            changes["rulings"] = self._rulings_for(orbat, ruleset)
        return replace(orbat, **changes) if changes else orbat

    def completed(self, other: Agreed) -> Agreed:
        """A copy in which fields that are None have the values of `other`."""
        return Agreed(
            other.points if self.points is None else self.points,
            other.rulings if self.rulings is None else self.rulings,
            other.house if self.house is None else self.house,
        )

    def _rulings_for(self, orbat: Orbat, ruleset: Ruleset) -> Mapping[str, str]:
        agreed, known = dict(self.rulings or ()), {one.id: one for one in ruleset.rulings}
        # unknown rulings are kept, so that checks report them
        chosen = {key: choice for key, choice in orbat.rulings.items() if key not in known}
        for key, ruling in known.items():
            choice = agreed.get(key, ruling.ours)
            if choice != ruling.ours and any(one.id == choice for one in ruling.choices):
                chosen[key] = choice
        return chosen


AS_WRITTEN = Agreed()
"""No agreed values: the file decides."""
