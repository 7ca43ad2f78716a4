"""Summaries of the units in a formation or an army, for rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from orbat.evaluate.availability import Availability
from orbat.evaluate.quote import ExactPoints, FormationLine, Sum, UnitLine
from orbat.evaluate.tally import CountKey
from orbat.model.army_list import Entry, Selector
from orbat.model.kinds import Kind
from orbat.model.look_alikes import name_key
from orbat.model.orbat import Commander, Unit
from orbat.model.path import OrbatPath
from orbat.model.text import Pin


class FormationGeneral(NamedTuple):
    """The general of a formation."""

    path: OrbatPath
    commander: Commander
    points: ExactPoints
    """The cost of the general."""
    level: str
    """The level of the formation."""
    name: str
    """The name of the formation."""
    list_id: str
    """The army list of the formation."""


class UnitVariant:
    """Units that differ only in name, note and written points."""

    __slots__ = ("amounts", "available", "entry", "kind", "list_id", "price", "unit")

    def __init__(
        self,
        unit: Unit,
        list_id: str,
        entry: Entry | None,
        kind: Kind | None,
        sum_: Sum,
        amounts: Mapping[CountKey, ExactPoints],
        available: Availability | None,
    ) -> None:
        self.unit = unit
        """One of the units, without name, note and written points."""
        self.list_id = list_id
        self.entry = entry
        self.kind = kind
        self.price = sum_
        self.amounts = amounts
        """The amounts that the unit adds to each limit's count."""
        self.available = available
        """The months of the ORBAT's date in which the unit is available. None means all."""

    def covers(self, line: UnitLine) -> bool:
        """Whether a unit is equal to this variant in army list, entry, size, rating, options and reserve."""
        own, other = self.unit, line.unit
        return (
            line.list_id == self.list_id
            and other.entry == own.entry
            and other.size == own.size
            and other.rating == own.rating
            and other.options == own.options
            and other.off_board == own.off_board
        )


class UnitSummary:
    """A summary of the units in a formation or army."""

    # Summaries are small: in the first check of an army, allocating memory takes longer than counting.
    __slots__ = (
        "_amounts",
        "_levels",
        "_lines",
        "_names",
        "generals",
        "inner",
        "line",
        "pins",
        "theatres",
        "variants",
        "wrong_claims",
    )

    def __init__(
        self, line: FormationLine | None, units: Sequence[tuple[UnitLine, UnitVariant]], inner: Sequence[UnitSummary]
    ) -> None:
        self.line = line
        """The prices of the formation. None for the army, and for units outside all formations."""
        self.inner = inner
        """Summaries of the formations directly inside. The army's last item is for units outside all formations."""
        self.variants: dict[UnitVariant, int] = {}
        """The number of units of each variant. Variants are in document order."""
        self.generals: tuple[FormationGeneral, ...] = _general_of(line) if line else ()
        """The generals of formations, in document order."""
        self.pins: tuple[tuple[OrbatPath, Pin], ...] = _pin_of(line) if line else ()
        """The army lists that formations and units name, with their paths, in document order."""
        self.wrong_claims: tuple[UnitLine, ...] = ()
        """Units whose written points differ from their cost, in document order."""
        self.theatres: frozenset[tuple[str, ...]] | None = None
        """The theatres of units and generals, stored by the rule that compares them; None if not yet known."""
        self._amounts: dict[CountKey, ExactPoints] | None = None
        self._levels: dict[str, list[UnitSummary]] | None = None
        self._names: tuple[frozenset[str], int] | None = None
        self._lines = line.all_units if line else tuple([unit for unit, _ in units])
        counts = self.variants
        for unit, variant in units:
            counts[variant] = counts.get(variant, 0) + 1
            claimed, points = unit.unit.points, variant.price.points
            if claimed is not None and points is not None and claimed != points:
                self.wrong_claims += (unit,)
            if unit.unit.army_list:
                self.pins += (((*unit.path, "army_list"), unit.unit.army_list),)
        for one in inner:
            for variant, number in one.variants.items():
                counts[variant] = counts.get(variant, 0) + number
            self.generals += one.generals
            self.pins += one.pins
            self.wrong_claims += one.wrong_claims

    @property
    def own_lines(self) -> Sequence[UnitLine]:
        """The prices of the formation's units at any depth, or of the units outside all formations.

        Empty for the army: `inner` has the summaries of its units.
        """
        return self._lines

    @property
    def kinds(self) -> set[str]:
        """The kinds of the units."""
        return {variant.entry.kind for variant in self.variants if variant.entry}

    @property
    def arms(self) -> set[str]:
        """The arms of the units."""
        return {variant.kind.arm for variant in self.variants if variant.kind}

    @property
    def own_arms(self) -> set[str]:
        """The arms of the units directly in the formation."""
        return {
            variant.kind.arm
            for variant, number in self.variants.items()
            if variant.kind and number > sum(one.variants.get(variant, 0) for one in self.inner)
        }

    @property
    def lists(self) -> dict[str, None]:
        """The ids of the units' army lists, in document order. Units with unknown entries are left out."""
        return dict.fromkeys(variant.list_id for variant in self.variants if variant.entry)

    @property
    def is_unpriced(self) -> bool:
        """Whether any unit has no price. If so, sums of points are meaningless."""
        return any(variant.price.points is None for variant in self.variants)

    @property
    def has_namesakes(self) -> bool:
        """Whether two units have names that look alike. Use it only on the summary of the whole army."""
        names: set[str] = set()
        count = 0
        for one in self.inner:
            own, number = one.names
            names |= own
            count += number
        return count != len(names)

    @property
    def names(self) -> tuple[frozenset[str], int]:
        """The different names of the units as keys (see `name_key`), and the number of named units."""
        if self._names is None:
            names = [name_key(line.unit.name) for line in self._lines if line.unit.name]
            self._names = frozenset(names), len(names)
        return self._names

    def at_level(self, level: str) -> Sequence[UnitSummary]:
        """The summaries of the formations of one level inside this formation or army, at any depth."""
        if self._levels is None:
            self._levels = {}
            for one in self.inner:
                if one.line:
                    self._levels.setdefault(one.line.formation.level, []).append(one)
                    for inner_level in one.levels:
                        self._levels.setdefault(inner_level, []).extend(one.at_level(inner_level))
        return self._levels.get(level, ())

    @property
    def formations(self) -> Iterator[UnitSummary]:
        """The summaries of all inner formations, at any depth."""
        for level in self.levels:
            yield from self.at_level(level)

    @property
    def levels(self) -> Sequence[str]:
        """The levels of all inner formations, at any depth."""
        self.at_level("")
        return tuple(self._levels or ())

    @property
    def amounts(self) -> Mapping[CountKey, ExactPoints]:
        """For each limit, the amount that counts towards it, in units, stands or points."""
        # Limits on entries that no unit has are absent.
        if self._amounts is None:
            self._amounts = {}
            for variant, number in self.variants.items():
                for key, amount in variant.amounts.items():
                    self._amounts[key] = self._amounts.get(key, 0) + number * amount
        return self._amounts

    def amount(self, selector: Selector, key: CountKey) -> ExactPoints:
        """The amount that counts towards a limit, in units, stands, points or formations."""
        # A selector of levels counts formations.
        if selector.levels:
            return sum(len(self.at_level(level)) for level in dict.fromkeys(selector.levels))
        return self.amounts.get(key, 0)

    def own_amount(self, key: CountKey) -> ExactPoints:
        """The amount that counts towards a limit, without the units in inner formations."""
        inner = sum(one.amounts.get(key, 0) for one in self.inner if one.line)
        return self.amounts.get(key, 0) - inner


def _general_of(line: FormationLine) -> tuple[FormationGeneral, ...]:
    general, formation = line.commander, line.formation
    if general is None:
        return ()
    return (
        FormationGeneral(
            general.path, general.commander, general.points, formation.level, formation.name, line.list_id
        ),
    )


def _pin_of(line: FormationLine) -> tuple[tuple[OrbatPath, Pin], ...]:
    pin = line.formation.army_list
    return (((*line.path, "army_list"), pin),) if pin else ()
