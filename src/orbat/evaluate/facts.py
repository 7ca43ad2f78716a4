"""What rules need to know of all the units in a formation or an army, counted formation by formation.

The facts of a formation depend on its line of the quote alone. They are kept as long as the line is the same, so
that after an edit only the formations around it are counted again, from those in them. Each fact is counted when a
rule first asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import chain

from orbat.model.army_list import Entry, Selector
from orbat.model.kinds import Kind
from orbat.model.record import Value
from orbat.pricing.quote import FormationLine, Points, UnitLine
from orbat.validate.tally import Side, Weight


class Bought(Value):
    """What the rules know of a unit by what was bought: its entry, its kind, and the limits that count it."""

    entry: Entry | None
    kind: Kind | None
    sides: tuple[tuple[Side, Weight], ...]


class Facts:
    """What is known of the units in a formation, or in the army.

    `line` is None for the army, and for its independent units, which come last in the army's `inner`.
    """

    def __init__(
        self,
        line: FormationLine | None,
        units: tuple[UnitLine, ...],
        inner: tuple[Facts, ...],
        bought: Callable[[UnitLine], Bought],
    ) -> None:
        self.line = line
        self.inner = inner
        self._units = tuple((unit, bought(unit)) for unit in units)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of the units."""
        own = {bought.entry.kind for _, bought in self._units if bought.entry}
        return frozenset(own.union(*(inner.kinds for inner in self.inner)))

    @cached_property
    def arms(self) -> frozenset[str]:
        """The arms of the units."""
        own = {bought.kind.arm for _, bought in self._units if bought.kind}
        return frozenset(own.union(*(inner.arms for inner in self.inner)))

    @cached_property
    def lists(self) -> tuple[str, ...]:
        """The army lists that know the units, in document order."""
        own = (unit.list_id for unit, bought in self._units if bought.entry)
        return tuple(dict.fromkeys(chain(own, *(inner.lists for inner in self.inner))))

    @cached_property
    def is_unpriced(self) -> bool:
        """Whether a unit has no price, so that sums say nothing."""
        return any(unit.sum.points is None for unit, _ in self._units) or any(one.is_unpriced for one in self.inner)

    @cached_property
    def wrong_claims(self) -> tuple[UnitLine, ...]:
        """The units whose written points are not what they cost, in document order."""
        own = (
            unit
            for unit, _ in self._units
            if unit.unit.points is not None and unit.sum.points is not None and unit.unit.points != unit.sum.points
        )
        return tuple(chain(own, *(inner.wrong_claims for inner in self.inner)))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the units, but for those that have their entry's."""
        return frozenset(self._own_names).union(*(inner.names for inner in self.inner))

    @cached_property
    def entry_names(self) -> frozenset[str]:
        """The names of the units that have their entry's."""
        own = {unit.unit.name for unit, bought in self._units if bought.entry and unit.unit.name == bought.entry.name}
        return frozenset(own.union(*(inner.entry_names for inner in self.inner)))

    @property
    def _own_names(self) -> list[str]:
        return [
            unit.unit.name
            for unit, bought in self._units
            if unit.unit.name and not (bought.entry and unit.unit.name == bought.entry.name)
        ]

    @cached_property
    def has_namesakes(self) -> bool:
        """Whether a name is given twice, and one of the two is not the name of the unit's entry."""
        count = len(self._own_names) + sum(len(inner.names) for inner in self.inner)
        return (
            count != len(self.names)
            or not self.names.isdisjoint(self.entry_names)
            or any(inner.has_namesakes for inner in self.inner)
        )

    @cached_property
    def players(self) -> int:
        """How many commanders of formations are marked as the player."""
        own = self.line.formation.commander if self.line else None
        return (1 if own and own.player else 0) + sum(inner.players for inner in self.inner)

    @cached_property
    def formations(self) -> tuple[Facts, ...]:
        """The formations in it, at any depth."""
        return tuple(chain.from_iterable((one, *one.formations) for one in self.inner if one.line))

    def at_level(self, level: str) -> tuple[Facts, ...]:
        """The formations in it of one level."""
        return self._levels.get(level, ())

    @cached_property
    def _levels(self) -> dict[str, tuple[Facts, ...]]:
        found = dict[str, list[Facts]]()
        for one in self.formations:
            if one.line:
                found.setdefault(one.line.formation.level, []).append(one)
        return {level: tuple(several) for level, several in found.items()}

    @cached_property
    def amounts(self) -> dict[Side, Points]:
        """How much each side of a limit counts; nothing where it counts no units of any of the entries."""
        found = dict[Side, Points]()
        for unit, bought in self._units:
            for side, weight in bought.sides:
                found[side] = found.get(side, 0) + weight(unit)
        for inner in self.inner:
            for side, amount in inner.amounts.items():
                found[side] = found.get(side, 0) + amount
        return found

    def amount(self, selector: Selector, side: Side) -> Points:
        """How much a side of a limit counts: formations of its selector's levels, or else units."""
        if selector.levels:
            return sum(len(self.at_level(level)) for level in dict.fromkeys(selector.levels))
        return self.amounts.get(side, 0)
