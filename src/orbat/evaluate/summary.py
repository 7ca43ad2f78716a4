"""What rules need to know of all the units in a formation or an army, counted formation by formation.

The facts of a formation depend on its line of the quote alone. They are kept as long as the line is the same, so
that after an edit only the formations around it are counted again, from those in them. They are small on purpose: at
a first look at an army the memory they take costs more time than the counting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from orbat.evaluate.quote import ExactPoints, FormationLine, Sum, UnitLine
from orbat.evaluate.tally import CountKey
from orbat.model.army_list import Entry, Selector
from orbat.model.kinds import Kind


class UnitVariant:
    """What the rules know of units by what was bought: all of one list, entry, size, rating, options and mark.

    `amounts` is how much each side of a limit counts for one such unit.
    """

    __slots__ = ("amounts", "entry", "kind", "list_id", "price")

    def __init__(
        self, list_id: str, entry: Entry | None, kind: Kind | None, sum_: Sum, amounts: Mapping[CountKey, ExactPoints]
    ) -> None:
        self.list_id = list_id
        self.entry = entry
        self.kind = kind
        self.price = sum_
        self.amounts = amounts


class UnitSummary:
    """What is known of the units in a formation, or in the army.

    `line` is None for the army, and for its independent units, which come last in the army's `inner`.
    """

    __slots__ = ("_amounts", "_levels", "_lines", "_names", "bought", "inner", "line", "players", "wrong_claims")

    def __init__(
        self, line: FormationLine | None, units: Sequence[tuple[UnitLine, UnitVariant]], inner: Sequence[UnitSummary]
    ) -> None:
        self.line = line
        self.inner = inner
        self.bought: dict[UnitVariant, int] = {}
        """What was bought, in document order, and how many units are so."""
        commander = line.formation.commander if line else None
        self.players = 1 if commander and commander.player else 0
        """How many commanders of formations are marked as the player."""
        self.wrong_claims: tuple[UnitLine, ...] = ()
        """The units whose written points are not what they cost, in document order."""
        self._amounts: dict[CountKey, ExactPoints] | None = None
        self._levels: dict[str, list[UnitSummary]] | None = None
        self._names: tuple[frozenset[str], int] | None = None
        self._lines = line.all_units if line else tuple([unit for unit, _ in units])
        counts = self.bought
        for unit, bought in units:
            counts[bought] = counts.get(bought, 0) + 1
            claimed, points = unit.unit.points, bought.price.points
            if claimed is not None and points is not None and claimed != points:
                self.wrong_claims += (unit,)
        for one in inner:
            for bought, number in one.bought.items():
                counts[bought] = counts.get(bought, 0) + number
            self.players += one.players
            self.wrong_claims += one.wrong_claims

    @property
    def kinds(self) -> set[str]:
        """The kinds of the units."""
        return {bought.entry.kind for bought in self.bought if bought.entry}

    @property
    def arms(self) -> set[str]:
        """The arms of the units."""
        return {bought.kind.arm for bought in self.bought if bought.kind}

    @property
    def lists(self) -> dict[str, None]:
        """The army lists that know the units, in document order."""
        return dict.fromkeys(bought.list_id for bought in self.bought if bought.entry)

    @property
    def is_unpriced(self) -> bool:
        """Whether a unit has no price, so that sums say nothing."""
        return any(bought.price.points is None for bought in self.bought)

    @property
    def has_namesakes(self) -> bool:
        """Whether two units of the army have the same name; asked of the army, whose units are all in its `inner`."""
        names: set[str] = set()
        count = 0
        for one in self.inner:
            own, number = one.names
            names |= own
            count += number
        return count != len(names)

    @property
    def names(self) -> tuple[frozenset[str], int]:
        """The names of the units, and how many units have one."""
        if self._names is None:
            names = [line.unit.name for line in self._lines if line.unit.name]
            self._names = frozenset(names), len(names)
        return self._names

    def at_level(self, level: str) -> Sequence[UnitSummary]:
        """The formations in it, at any depth, of one level."""
        if self._levels is None:
            self._levels = {}
            for one in self.inner:
                if one.line:
                    self._levels.setdefault(one.line.formation.level, []).append(one)
                    for inner_level in one.levels:
                        self._levels.setdefault(inner_level, []).extend(one.at_level(inner_level))
        return self._levels.get(level, ())

    @property
    def levels(self) -> Sequence[str]:
        """The levels of the formations in it."""
        self.at_level("")
        return tuple(self._levels or ())

    @property
    def amounts(self) -> Mapping[CountKey, ExactPoints]:
        """How much each side of a limit counts; nothing where it counts no units of any of the entries."""
        if self._amounts is None:
            self._amounts = {}
            for bought, number in self.bought.items():
                for side, amount in bought.amounts.items():
                    self._amounts[side] = self._amounts.get(side, 0) + number * amount
        return self._amounts

    def amount(self, selector: Selector, side: CountKey) -> ExactPoints:
        """How much a side of a limit counts: formations of its selector's levels, or else units."""
        if selector.levels:
            return sum(len(self.at_level(level)) for level in dict.fromkeys(selector.levels))
        return self.amounts.get(side, 0)
