"""Quotes: the prices of an ORBAT, with calculations and citations."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from orbat.model.finding import format_cites
from orbat.model.orbat import Commander, Formation, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import exact, round_half_up, show
from orbat.model.record import Value
from orbat.model.sourced import Mark
from orbat.model.wording import phrase

ExactPoints = int | Fraction


class Term(Value):
    """An amount in the calculation of a price."""

    points: ExactPoints
    label: str
    """What the points pay for."""
    cites: tuple[str, ...]


class Share(Value):
    """The percentage of the usual price that a nation pays."""

    percent: int
    to_nearest: int
    """The reduced price is rounded to a multiple of this number of points, a half upwards."""
    cites: tuple[str, ...]

    def of(self, points: ExactPoints) -> ExactPoints:
        """Apply the percentage to a number of points, and round the result."""
        multiples = Fraction(points) * self.percent / (100 * self.to_nearest)
        return round_half_up(multiples) * self.to_nearest

    @property
    def words(self) -> str:
        """The percentage as text: `x 110 % to the nearest 5`."""
        nearest = "whole point" if self.to_nearest == 1 else str(self.to_nearest)
        return f"x {self.percent} % to the nearest {nearest}"


class Sum(Value):
    """The calculation of a cost: (size x `each` + `once`) x the nation's percentage."""

    points: ExactPoints | None
    """None if there is no price."""
    size: int | None = 1
    """None if the unit's size is not a number."""
    counted_in: str = ""
    """The word after the size, such as `stands`, or a description such as `large battalion`."""
    each: tuple[Term, ...] = ()
    once: tuple[Term, ...] = ()
    unpriced: str = ""
    """The reason why there is no price."""
    share: Share | None = None

    @property
    def mark(self) -> Mark:
        """`house` if any part of the price is a house price. Otherwise `inferred` if any part is inferred, or ""."""
        return "house" if "house" in self.cites else "inferred" if "inferred" in self.cites else ""

    @property
    def pieces(self) -> int:
        """The number of stands or guns. 1 if the size is not a number."""
        return 1 if self.size is None else self.size

    @property
    def reason(self) -> str:
        """The calculation as text: `15 stands x (3 class 3 + 1 rifles) = 60 [X 5.3, 5.4]`."""
        if self.points is None:
            return phrase("no price: {reason}", reason=self.unpriced)
        parts: list[str] = []
        if self.each:
            inner = " + ".join(f"{show(term.points)} {term.label}" for term in self.each)
            bracketed = f"({inner})" if len(self.each) > 1 else inner
            parts.append(f"{self.pieces} {self.counted_in} x {bracketed}")
        for term in self.once:
            sign = ("- " if term.points < 0 else "+ ") if parts else ("-" if term.points < 0 else "")
            parts.append(f"{sign}{show(max(term.points, -term.points))} {term.label}")
        words = " ".join(parts)
        if self.share:
            words = f"{f'({words})' if len(parts) > 1 else words} {self.share.words}"
        return f"{words} = {show(self.points)} {format_cites(self.cites)}".rstrip()

    @cached_property
    def cites(self) -> tuple[str, ...]:
        """The citations of all parts of the price, without duplicates."""
        own = (cite for term in (*self.each, *self.once) for cite in term.cites)
        return tuple(dict.fromkeys((*own, *(self.share.cites if self.share else ()))))


class UnitLine(NamedTuple):
    """The price of a unit, as a line of a quote."""

    path: OrbatPath
    unit: Unit
    list_id: str
    sum: Sum

    @property
    def points(self) -> ExactPoints:
        """The unit's contribution to the total, in points."""
        return self.sum.points or 0


class CommanderLine(NamedTuple):
    """The price of a commander, as a line of a quote."""

    path: OrbatPath
    commander: Commander
    term: Term
    is_player: bool
    quality: Term | None = None
    """The price of a bought staff quality."""

    @property
    def points(self) -> ExactPoints:
        """The commander's contribution to the total, in points."""
        return exact(self.term.points + self.quality.points) if self.quality else exact(self.term.points)

    @property
    def sum(self) -> Sum:
        """The calculation of the commander's cost."""
        terms = (self.term, self.quality) if self.quality else (self.term,)
        return Sum(self.points, None, once=terms)

    @property
    def reason(self) -> str:
        """The calculation of the commander's cost as text: `30 brigade general = 30 [X 5.1]`."""
        return self.sum.reason


class FormationLine(Value):
    """The price of a formation and its contents, as a line of a quote."""

    path: OrbatPath
    formation: Formation
    list_id: str
    """The id of the army list that applies to the formation."""
    commander: CommanderLine | None
    formations: tuple[FormationLine, ...]
    units: tuple[UnitLine, ...]
    points: ExactPoints
    """The subtotal."""
    off_board: ExactPoints
    unfielded_formations: tuple[FormationLine, ...] = ()
    """The formations inside that stay at home. They are not counted in `points`."""
    unfielded_units: tuple[UnitLine, ...] = ()
    """The units that stay at home. They are not counted in `points`."""

    @cached_property
    def written(self) -> Written:
        """The formations and units directly in the formation, including those that stay at home."""
        return _written(self)

    @cached_property
    def all_formations(self) -> tuple[FormationLine, ...]:
        """The lines of the formation and of all formations inside, in document order."""
        return (self, *(line for inner in self.formations for line in inner.all_formations))

    @cached_property
    def all_units(self) -> tuple[UnitLine, ...]:
        """The lines of all units in the formation, at any depth, in document order."""
        if not self.formations:
            return self.units
        return (*self.units, *chain.from_iterable(inner.all_units for inner in self.formations))


class Quote(Value):
    """A priced ORBAT. All amounts are in points."""

    commander: CommanderLine | None
    formations: tuple[FormationLine, ...]
    units: tuple[UnitLine, ...]
    total: ExactPoints
    off_board: ExactPoints
    game_size: int | None
    partial: bool = False
    """Whether troops are left out of the ORBAT. The total then covers only the troops in the ORBAT."""
    unfielded_formations: tuple[FormationLine, ...] = ()
    """The formations directly in the army that stay at home. They are not counted in `total`."""
    unfielded_units: tuple[UnitLine, ...] = ()
    """The independent units that stay at home. They are not counted in `total`."""

    @cached_property
    def written(self) -> Written:
        """The formations and units directly in the army, including those that stay at home."""
        return _written(self)

    @property
    def remaining(self) -> ExactPoints | None:
        """The agreed size minus the total, in points. Negative if the army costs too much.

        None if no size is agreed, or if the ORBAT shows only a part of an army.
        """
        return None if self.game_size is None or self.partial else exact(self.game_size - self.total)

    @cached_property
    def all_formations(self) -> tuple[FormationLine, ...]:
        """The lines of all formations, in document order."""
        return tuple(chain.from_iterable(line.all_formations for line in self.formations))

    @cached_property
    def all_units(self) -> tuple[UnitLine, ...]:
        """The lines of all units, in document order. Independent units come last."""
        return (*chain.from_iterable(line.all_units for line in self.formations), *self.units)

    @cached_property
    def all_commanders(self) -> tuple[CommanderLine, ...]:
        """The lines of all commanders, in document order."""
        own = (self.commander,) if self.commander else ()
        return (*own, *(line.commander for line in self.all_formations if line.commander))

    @cached_property
    def written_formations(self) -> tuple[FormationLine, ...]:
        """The lines of all formations in the file, in document order. Formations that stay at home are included."""

        def inside(line: FormationLine) -> Iterator[FormationLine]:
            yield line
            yield from chain.from_iterable(map(inside, line.written.formations))

        return tuple(chain.from_iterable(map(inside, self.written.formations)))

    @cached_property
    def written_units(self) -> tuple[UnitLine, ...]:
        """The lines of all units in the file, in document order. Units that stay at home are included."""
        inside = (line.written.units for line in self.written_formations)
        return (*chain.from_iterable(inside), *self.written.units)

    @cached_property
    def written_commanders(self) -> tuple[CommanderLine, ...]:
        """The lines of all commanders in the file, in document order. Commanders who stay at home are included."""
        own = (self.commander,) if self.commander else ()
        return (*own, *(line.commander for line in self.written_formations if line.commander))

    @cached_property
    def at_home(self) -> tuple[UnitLine, ...]:
        """The lines of all units that stay at home, in document order."""
        fielded = {line.path for line in self.all_units}
        return tuple(line for line in self.written_units if line.path not in fielded)


class Written(Value):
    """The formations and units directly in a formation or army, including those that stay at home."""

    formations: tuple[FormationLine, ...]
    units: tuple[UnitLine, ...]


def _written(line: FormationLine | Quote) -> Written:
    formations, units = line.formations, line.units
    if line.unfielded_formations:
        formations = tuple(sorted((*formations, *line.unfielded_formations), key=_position))
    if line.unfielded_units:
        units = tuple(sorted((*units, *line.unfielded_units), key=_position))
    return Written(formations, units)


def _position(line: FormationLine | UnitLine) -> int:
    number = line.path[-1]
    assert isinstance(number, int)
    return number
