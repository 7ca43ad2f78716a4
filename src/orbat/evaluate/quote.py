"""A quote: the priced ORBAT as a tree of lines, each with its sum and the sections it rests on."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import chain

from orbat.model.finding import format_cites
from orbat.model.orbat import Commander, Formation, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import exact, round_half_up, show
from orbat.model.record import Value
from orbat.model.sourced import Mark

ExactPoints = int | Fraction


class Term(Value):
    """One part of a price: so many points for something, and the sections that say so."""

    points: ExactPoints
    label: str
    cites: tuple[str, ...]


class Share(Value):
    """A price in per cent, rounded to the nearest multiple of so many points, halves up."""

    percent: int
    to_nearest: int
    cites: tuple[str, ...]

    def of(self, points: ExactPoints) -> ExactPoints:
        """The share of so many points."""
        multiples = Fraction(points) * self.percent / (100 * self.to_nearest)
        return round_half_up(multiples) * self.to_nearest

    @property
    def words(self) -> str:
        """`x 110 % to the nearest 5`."""
        nearest = "whole point" if self.to_nearest == 1 else str(self.to_nearest)
        return f"x {self.percent} % to the nearest {nearest}"


class Sum(Value):
    """What a unit costs: its size times the terms for each, the terms paid once, and a nation's share of it all.

    `size` is None where it is no number; `counted_in` is what it counts, or then what the unit is (`large battalion`).
    `points` is None where no price can be said, with the reason in `unpriced`.
    """

    points: ExactPoints | None
    size: int | None = 1
    counted_in: str = ""
    each: tuple[Term, ...] = ()
    once: tuple[Term, ...] = ()
    unpriced: str = ""
    share: Share | None = None

    @property
    def mark(self) -> Mark:
        """House where any part of the price is, else inferred where one is."""
        return "house" if "house" in self.cites else "inferred" if "inferred" in self.cites else ""

    @property
    def pieces(self) -> int:
        """How many pieces the unit is: its stands or guns, or one where its size is no number."""
        return 1 if self.size is None else self.size

    @property
    def reason(self) -> str:
        """`15 stands x (3 class 3 + 1 rifles) = 60 [DOE 5.3, 5.4]`."""
        if self.points is None:
            return f"no price: {self.unpriced}"
        parts: list[str] = []
        if self.each:
            inner = " + ".join(f"{show(term.points)} {term.label}" for term in self.each)
            bracketed = f"({inner})" if len(self.each) > 1 else inner
            parts.append(f"{self.size} {self.counted_in} x {bracketed}")
        for term in self.once:
            sign = ("- " if term.points < 0 else "+ ") if parts else ("-" if term.points < 0 else "")
            parts.append(f"{sign}{show(max(term.points, -term.points))} {term.label}")
        words = " ".join(parts)
        if self.share:
            words = f"{f'({words})' if len(parts) > 1 else words} {self.share.words}"
        return f"{words} = {show(self.points)} {format_cites(self.cites)}".rstrip()

    @cached_property
    def cites(self) -> tuple[str, ...]:
        """The sections the price rests on, each once."""
        own = (cite for term in (*self.each, *self.once) for cite in term.cites)
        return tuple(dict.fromkeys((*own, *(self.share.cites if self.share else ()))))


class UnitLine(Value):
    """A unit's line of the quote."""

    path: OrbatPath
    unit: Unit
    list_id: str
    sum: Sum

    @property
    def points(self) -> ExactPoints:
        """What the unit adds to the total, in points."""
        return self.sum.points or 0


class CommanderLine(Value):
    """A commander's line of the quote; the player's own General is free. `quality` is what a bought quality costs."""

    path: OrbatPath
    commander: Commander
    term: Term
    is_player: bool
    quality: Term | None = None

    @property
    def points(self) -> ExactPoints:
        """What the commander adds to the total, in points."""
        return exact(self.term.points + self.quality.points) if self.quality else exact(self.term.points)

    @property
    def sum(self) -> Sum:
        """What he costs, as a sum."""
        terms = (self.term, self.quality) if self.quality else (self.term,)
        return Sum(self.points, None, once=terms)

    @property
    def reason(self) -> str:
        """`30 brigade general = 30 [DOE 5.1]`."""
        return self.sum.reason


class FormationLine(Value):
    """A formation's line: its commander, the formations and units in it, and their subtotal in points."""

    path: OrbatPath
    formation: Formation
    commander: CommanderLine | None
    formations: tuple[FormationLine, ...]
    units: tuple[UnitLine, ...]
    points: ExactPoints
    off_board: ExactPoints

    @cached_property
    def all_formations(self) -> tuple[FormationLine, ...]:
        """This formation's line and those of every formation in it, in document order."""
        return (self, *(line for inner in self.formations for line in inner.all_formations))

    @cached_property
    def all_units(self) -> tuple[UnitLine, ...]:
        """Every unit line of the formation and of those in it, in document order."""
        if not self.formations:
            return self.units
        return (*self.units, *chain.from_iterable(inner.all_units for inner in self.formations))


class Quote(Value):
    """The priced ORBAT. `left` is what remains of the agreed size (None where none is agreed), in points."""

    commander: CommanderLine | None
    formations: tuple[FormationLine, ...]
    units: tuple[UnitLine, ...]
    total: ExactPoints
    off_board: ExactPoints
    game_size: int | None

    @property
    def remaining(self) -> ExactPoints | None:
        """Points left of the agreed size; negative where it is overspent."""
        return None if self.game_size is None else exact(self.game_size - self.total)

    @cached_property
    def all_formations(self) -> tuple[FormationLine, ...]:
        """Every formation line in document order."""
        return tuple(chain.from_iterable(line.all_formations for line in self.formations))

    @cached_property
    def all_units(self) -> tuple[UnitLine, ...]:
        """Every unit line: those of each formation in document order, then the independent ones."""
        return (*chain.from_iterable(line.all_units for line in self.formations), *self.units)

    @cached_property
    def all_commanders(self) -> tuple[CommanderLine, ...]:
        """Every commander line in document order."""
        own = (self.commander,) if self.commander else ()
        return (*own, *(line.commander for line in self.all_formations if line.commander))
